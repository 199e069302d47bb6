import TollgateRuntime

/// The counters of one meter on one device; of several things (`counted per team`) each has its
/// own.
struct Tally: Sendable, Hashable {
  /// The total that this device set, if it did.
  var set: GaugeSet?
  /// The stamp of the setting that ``change`` comes on top of; nil before any.
  var base: Stamp?
  /// How much this device added to the total since then, less what it took away.
  var change: Int64 = 0
  /// The counters of the windows.
  var windows: [Window: WindowTally] = [:]
  /// The uses of a meter that refills, in the order of time; those before it was last full are
  /// gone.
  var drops: [Drop] = []

  /// The knowledge of windows that are over; nil for most, for which those matter no longer.
  var past: PastWindows?

  /// A use of a meter that refills, with its time.
  typealias Drop = Fall

  /// A total that the app set.
  struct GaugeSet: Sendable, Hashable {
    var stamp: Stamp
    var value: Int64
  }

  /// When a total was set. A later one takes the place of an earlier one, on every device. (An
  /// object: most counters have none, and are copied at each use.)
  final class Stamp: Sendable, Hashable, Comparable {
    let at: Int64
    /// Which of several at one instant.
    let number: Int64
    let device: String

    init(at: Int64, number: Int64, device: String) {
      self.at = at
      self.number = number
      self.device = device
    }

    static func == (a: Stamp, b: Stamp) -> Bool {
      (a.at, a.number, a.device) == (b.at, b.number, b.device)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(at)
      hasher.combine(number)
      hasher.combine(device)
    }

    static func < (a: Stamp, b: Stamp) -> Bool {
      (a.at, a.number, a.device) < (b.at, b.number, b.device)
    }
  }
}

/// Which counter: a meter, and the thing that it is counted for.
struct TallyKey: Sendable, Hashable, Comparable {
  var meter: String
  /// The thing, as in `counted per team`; empty for the person.
  var thing: String

  static func < (a: TallyKey, b: TallyKey) -> Bool {
    (a.meter, a.thing) < (b.meter, b.thing)
  }
}

/// The counter of a window on one device.
enum WindowTally: Sendable, Hashable {
  /// How much was used in a window of the calendar or of the subscription.
  case span(WindowPlace, Int64)
  /// How much was used in a window that began with the first use.
  case begun(FirstUseSpan, Int64)
  /// The uses of a window that rolls, the first to fall out first.
  case rolling([Fall])
}

/// A window that began with the first use, from `start` to before `end`.
struct FirstUseSpan: Sendable, Hashable {
  var start: Int64
  var end: Int64
}

/// By how much a counter falls at an instant.
struct Fall: Sendable, Hashable {
  var at: Int64
  var amount: Int64
}

/// The window that a use was counted in.
enum WindowMark: Sendable, Hashable {
  case span(WindowPlace)
  case begun(FirstUseSpan)
  /// When it falls out of a window that rolls.
  case falls(at: Int64)
}

/// Values by key, in the order of the keys. For a few entries with texts as keys, as a book has
/// them, a search among the keys is several times as fast as a hash, and a copy is one array.
struct SortedMap<Key: Hashable & Comparable & Sendable, Value: Hashable & Sendable>: Sendable {
  private var entries: [Element] = []

  /// A key and its value. (Not a tuple: copying an array of tuples asks the runtime for their type.)
  struct Element: Sendable, Hashable {
    var key: Key
    var value: Value
  }

  /// A single value.
  init(_ key: Key, _ value: Value) {
    entries = [Element(key: key, value: value)]
  }

  /// The value of a key; nil if there is none.
  subscript(key: Key) -> Value? {
    get { index(of: key).map { entries[$0].value } }
    set {
      switch (newValue, index(of: key)) {
      case (let value?, let place?): entries[place].value = value
      case (let value?, nil): entries.insert(Element(key: key, value: value), at: place(of: key))
      case (nil, let place?): entries.remove(at: place)
      case (nil, nil): break
      }
    }
  }

  /// The place of a key; nil if there is none.
  func index(of key: Key) -> Int? {
    // Whether two texts are equal is told sooner than which of them comes first.
    if entries.count <= 4 { return entries.firstIndex { $0.key == key } }
    let place = place(of: key)
    return has(key, at: place) ? place : nil
  }

  /// The value of a key, which is there from then on.
  subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    _modify {
      let place = index(of: key) ?? place(of: key)
      if !has(key, at: place) { entries.insert(Element(key: key, value: value()), at: place) }
      yield &entries[place].value
    }
  }

  /// The place of the first key that does not come before this one.
  private func place(of key: Key) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func has(_ key: Key, at place: Int) -> Bool {
    place < entries.count && entries[place].key == key
  }
}

extension SortedMap: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { entries.count }

  subscript(place: Int) -> Element { _read { yield entries[place] } }
}

extension SortedMap: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (Key, Value)...) {
    for (key, value) in elements { self[key] = value }
  }
}

extension SortedMap: Hashable {}

/// A counter as a sum: how much is used, and by how much it falls when.
struct Falls: Sendable {
  var used: Int64 = 0
  var falls: [Fall] = []

  /// Adds an amount that falls out at an instant; nil for never.
  mutating func add(_ amount: Int64, until end: Int64?) {
    used = used.saturatingAdd(amount)
    if let end { falls.append(Fall(at: end, amount: amount)) }
  }

  /// The counter with its later steps. More than 1,000 are joined upwards: a joined step falls when
  /// its last part does.
  var counter: Counter {
    let used = max(0, used)
    if falls.isEmpty { return Counter(used) }
    let steps = steps
    if steps.count == 1, steps[0].used == 0 { return Counter(used, resets: steps[0].at) }
    return (try? Counter(used, then: steps)) ?? Counter(used)
  }

  /// The same with what was carried into its window, and what is carried into the next one. Where
  /// nothing is, it is the same counter.
  func counter(carrying carried: Carried) -> Counter {
    if carried.now == 0, carried.next == 0 { return counter }
    let used = max(0, used)
    var steps = steps.prefix(Counter.mostSteps - 1).filter { $0.at.milliseconds < carried.end }
      .map { Counter.Step(at: $0.at, used: $0.used, carried: carried.now) }
    let end = Instant(milliseconds: carried.end)
    if steps.isEmpty, carried.next == 0 {
      return Counter(used, carried: carried.now, resets: end)
    }
    if carried.next != carried.now || (steps.last?.used ?? used) > 0 {
      steps.append(Counter.Step(at: end, used: 0, carried: carried.next))
    }
    return (try? Counter(used, carried: carried.now, then: steps))
      ?? Counter(used, carried: carried.now, resets: end)
  }

  /// How it falls.
  private var steps: [Counter.Step] {
    let used = max(0, used)
    let joined = Fall.joined(falls, most: Counter.mostSteps)
    var rest = self.used
    var steps: [Counter.Step] = []
    var last = used
    for fall in joined {
      rest = rest.saturatingAdd(0 - fall.amount)
      // It never rises by itself.
      let value = min(last, max(0, rest))
      guard value < last else { continue }
      steps.append(Counter.Step(at: Instant(milliseconds: fall.at), used: value))
      last = value
    }
    return steps
  }
}

extension Fall {
  /// In the order of time, those of one instant as one, and at most so many: if there are more, each
  /// waits for the end of its stretch of time, and all stretches are equally long. So a use falls
  /// out late, never early, and late by less than one stretch.
  static func joined(_ falls: [Fall], most: Int) -> [Fall] {
    var joined = sum(falls)
    guard joined.count > most, let first = joined.first, let last = joined.last else {
      return joined
    }
    // Two stretches may be cut off at the ends.
    var stretch = last.at.saturatingAdd(0 - first.at) / Int64(most - 2) + 1
    while joined.count > most {
      joined = sum(
        joined.map { Fall(at: $0.at.roundedUp(to: stretch), amount: $0.amount) })
      stretch = stretch.saturatingMultiply(2)
    }
    return joined
  }

  private static func sum(_ falls: [Fall]) -> [Fall] {
    var sums: [Fall] = []
    for fall in falls.sorted(by: { $0.at < $1.at }) {
      if let last = sums.last, last.at == fall.at {
        sums[sums.count - 1].amount = last.amount.saturatingAdd(fall.amount)
      } else {
        sums.append(fall)
      }
    }
    return sums
  }
}

extension Int64 {
  fileprivate func roundedUp(to step: Int64) -> Int64 {
    saturatingAdd(step - 1).floored(by: step).saturatingMultiply(step)
  }
}

/// The level of a meter that refills: it falls by an amount at each interval, counted from the use
/// that found it full.
struct Refilling: Sendable {
  let refill: Meter.Refill
  /// How much is used.
  private(set) var level: Int64 = 0
  /// The instant from which the next interval counts.
  private(set) var since: Int64 = 0

  /// The level at an instant, from all uses until then, in any order.
  init(_ drops: [Tally.Drop], _ refill: Meter.Refill, at now: Int64) {
    self.refill = refill
    for drop in drops.sorted(by: { ($0.at, $0.amount) < ($1.at, $1.amount) }) { add(drop) }
    advance(to: now)
  }

  private mutating func add(_ drop: Tally.Drop) {
    advance(to: drop.at)
    if level == 0 { since = drop.at }
    level = level.saturatingAdd(drop.amount)
  }

  private mutating func advance(to now: Int64) {
    guard level > 0, now > since else { return }
    let intervals = (now - since) / refill.interval
    level = max(0, level.saturatingAdd(0 - refill.amount.saturatingMultiply(intervals)))
    since += intervals * refill.interval
  }

  /// How it falls from now on, in at most 1,000 steps: if there are more, several intervals become
  /// one, at the end of the last.
  var falls: [Fall] {
    let intervals = level / refill.amount + (level % refill.amount == 0 ? 0 : 1)
    let most = Int64(Counter.mostSteps)
    let joined = intervals / most + (intervals % most == 0 ? 0 : 1)
    var (rest, time) = (level, since)
    var falls: [Fall] = []
    while rest > 0 {
      let amount = min(rest, refill.amount.saturatingMultiply(joined))
      let needed = amount / refill.amount + (amount % refill.amount == 0 ? 0 : 1)
      time = time.saturatingAdd(refill.interval.saturatingMultiply(needed))
      falls.append(Fall(at: time, amount: amount))
      rest -= amount
    }
    return falls
  }

  /// When it is full again.
  var full: Int64 { falls.last?.at ?? since }
}
