import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// The knowledge of one device of the packs of a meter: how much of the meter was used in each window that
/// is over. The use of all devices, beyond the limit, is taken from the packs. (An object: most
/// counters have none, and are copied at each use.)
final class PackTally: Sendable, Hashable {
  /// The windows that are over, in the order in which they were set aside.
  let ended: [EndedUse]
  /// The limit of the window that runs.
  let limit: KnownLimit?
  /// The amount that was taken from the packs at the uses themselves.
  let drawn: Int64
  /// How much was paid for beyond the limit in the window that runs: no pack covers it.
  let charged: Int64

  /// The most windows that are kept; of more, the first ones become what was taken.
  static let mostWindows = 1_000

  init(
    ended: [EndedUse] = [], limit: KnownLimit? = nil, drawn: Int64 = 0, charged: Int64 = 0
  ) {
    let many = ended.dropLast(PackTally.mostWindows)
    self.ended = Array(ended.dropFirst(many.count))
    self.limit = limit
    self.charged = charged
    self.drawn = many.reduce(drawn) { $0.saturatingAdd($1.excess) }
  }

  /// The same with a window that is over. The next one has a limit of its own.
  func setting(aside use: EndedUse) -> PackTally { PackTally(ended: ended + [use], drawn: drawn) }

  /// The same with a limit of the window that runs.
  func knowing(_ limit: KnownLimit) -> PackTally {
    PackTally(
      ended: ended, limit: limit.joined(with: self.limit), drawn: drawn, charged: charged)
  }

  /// The same with more taken at a use, or given back.
  func drawing(_ amount: Int64) -> PackTally {
    PackTally(
      ended: ended, limit: limit, drawn: max(0, drawn.saturatingAdd(amount)), charged: charged)
  }

  /// The same with more paid for in the window that runs.
  func charging(_ amount: Int64) -> PackTally {
    PackTally(
      ended: ended, limit: limit, drawn: drawn, charged: max(0, charged.saturatingAdd(amount)))
  }

  /// The same with less paid for in the window of a use, which may be over.
  func uncharging(_ amount: Int64, in marks: [Window: WindowMark]) -> PackTally {
    let place = ended.firstIndex { use in marks[use.window].map(use.mark.isSame) ?? false }
    guard let place else { return charging(0 - amount) }
    var uses = ended
    uses[place].charged = max(0, uses[place].charged.saturatingAdd(0 - amount))
    return PackTally(ended: uses, limit: limit, drawn: drawn, charged: charged)
  }

  /// The same with more used in a window that is over; nil for one that is not.
  func adding(_ amount: Int64, to mark: WindowMark, of window: Window) -> PackTally? {
    let place = ended.firstIndex { $0.window == window && $0.mark.isSame(as: mark) }
    guard let place else { return nil }
    var uses = ended
    uses[place].used = max(0, uses[place].used.saturatingAdd(amount))
    return PackTally(ended: uses, limit: limit, drawn: drawn, charged: charged)
  }

  static func == (a: PackTally, b: PackTally) -> Bool {
    a.ended == b.ended && a.limit == b.limit && a.drawn == b.drawn && a.charged == b.charged
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ended)
    hasher.combine(limit)
    hasher.combine(drawn)
  }
}

/// The use of a meter in a window that is over.
struct EndedUse: Sendable, Hashable {
  var window: Window
  /// Which window it was.
  var mark: WindowMark
  /// The first instant after it.
  var end: Int64
  var used: Int64
  /// Nil if nobody could tell it.
  var limit: KnownLimit?
  /// How much was paid for beyond the limit, which no pack covers.
  var charged: Int64 = 0

  /// The use that the limit did not cover.
  var excess: Int64 {
    guard let limit else { return 0 }
    return max(0, used.saturatingAdd(0 - limit.limit).saturatingAdd(0 - charged))
  }

  /// The same window on two devices.
  func joined(with other: EndedUse) -> EndedUse {
    var use = self
    use.end = max(end, other.end)
    use.used = used.saturatingAdd(other.used)
    use.charged = charged.saturatingAdd(other.charged)
    use.limit = limit?.joined(with: other.limit) ?? other.limit
    return use
  }
}

/// The limit of a window without packs, as it follows from purchases of a time.
struct KnownLimit: Sendable, Hashable {
  /// When the purchases were confirmed.
  var asOf: Int64
  /// The largest number if there is no limit.
  var limit: Int64

  /// The one that follows from later purchases; of two of one time the smaller one.
  func joined(with other: KnownLimit?) -> KnownLimit {
    guard let other else { return self }
    return (asOf, 0 - limit) < (other.asOf, 0 - other.limit) ? other : self
  }
}

extension WindowMark {
  /// Whether it is the same window, perhaps seen from another time zone.
  func isSame(as other: WindowMark) -> Bool {
    if case .span(let place) = self, case .span(let others) = other {
      return place.isSame(as: others)
    }
    return self == other
  }
}

extension Reading {
  /// The snapshot's own allowance: what was left of the packs when the window
  /// began, and what was bought since; without windows, what was bought in all. It follows from the
  /// pages alone, so it is the same however books are merged. Nil for a meter without packs.
  func allowance(of packs: [PurchasedPack]) -> Int64? {
    guard let use = meter.packs else { return nil }
    let packs = packs.filter { $0.meter == meter.name }
    let bought: Int64 = packs.reduce(0) { $0.saturatingAdd($1.amount) }
    switch use {
    case .never: return bought
    case .atUse: return max(0, bought.saturatingAdd(0 - drawn))
    case .atEnd(let window):
      return max(0, bought.saturatingAdd(0 - taken(from: packs, over: window)))
    }
  }

  /// The amount that was taken at the uses themselves.
  private var drawn: Int64 {
    var sum: Int64 = 0
    forEachTally { sum = sum.saturatingAdd($0.packs?.drawn ?? 0) }
    return sum
  }

  /// The amount that was taken at the ends of the windows. A pack covers nothing that was used before the
  /// window in which it was bought.
  private func taken(from packs: [PurchasedPack], over window: Window) -> Int64 {
    var taken = drawn
    for use in ended(window) {
      var bought: Int64 = 0
      for pack in packs where pack.start.milliseconds < use.end {
        bought = bought.saturatingAdd(pack.amount)
      }
      taken = taken.saturatingAdd(min(use.excess, max(0, bought.saturatingAdd(0 - taken))))
    }
    return taken
  }

  /// The windows that are over, with what all devices used, the first to end first.
  private func ended(_ window: Window) -> [EndedUse] {
    var uses: [EndedUse] = []
    func join(_ use: EndedUse) {
      if let place = uses.firstIndex(where: { $0.mark.isSame(as: use.mark) }) {
        uses[place] = uses[place].joined(with: use)
      } else {
        uses.append(use)
      }
    }
    forEachTally { tally in
      for use in tally.packs?.ended ?? [] where use.window == window { join(use) }
      if let use = ended(window, in: tally) { join(use) }
    }
    return uses.sorted { ($0.end, $0.used) < ($1.end, $1.used) }
  }

  /// The use of a device in its last window, if that is over.
  func ended(_ window: Window, in tally: Tally) -> EndedUse? {
    switch tally.windows[window] {
    case .span(let place, let used)? where !self.place(of: window).isSame(as: place):
      let end = clock.start(of: place.index + 1, window, meter.begin, anchor: place.anchor)
      return EndedUse(
        window: window, mark: .span(place), end: end, used: used, limit: tally.packs?.limit,
        charged: tally.packs?.charged ?? 0)
    case .begun(let span, let used)? where span.end <= now:
      return EndedUse(
        window: window, mark: .begun(span), end: span.end, used: used, limit: tally.packs?.limit,
        charged: tally.packs?.charged ?? 0)
    default: return nil
    }
  }

  /// When the window ends in which packs are used now; nil if none runs.
  var packWindowEnd: Int64? {
    guard case .atEnd(let window)? = meter.packs else { return nil }
    if meter.style == .firstUse { return openSpan(window)?.end }
    return end(of: place(of: window), window)
  }
}

extension UsageCounter {
  /// The person with what is left of the packs, if the purchases are given.
  func withPacks(
    _ person: Person, in book: UsageBook, _ clock: WindowClock, at time: Int64
  ) -> Person {
    guard let packs = person.packs else { return person }
    var person = person
    for meter in meters where meter.packs != nil && meter.isCounted(for: person.thing) {
      let reading = reading(book, meter, person, clock, at: time)
      guard let left = reading.allowance(of: packs) else { continue }
      if left > 0 || person.snapshot.allowances[meter.name] != nil {
        person.snapshot.allowances[meter.name] = left
      }
    }
    return person
  }

  /// The part of a use about packs: the limit without them, and how much is taken from them at once.
  struct PackNote {
    var limit: KnownLimit?
    var drawn: Int64 = 0
    /// How much of the use is paid for by itself.
    var charged: Int64 = 0
  }

  /// Works out what a use of an amount says about packs.
  ///
  /// - Parameter reserved: How much of what is counted is a reservation for this use.
  func packNote(
    of amount: Int64, _ reading: Reading, _ person: Person, at now: Instant, reserved: Int64 = 0
  ) -> PackNote {
    guard let use = reading.meter.packs, let own = ownLimit(reading, person, at: now) else {
      return PackNote()
    }
    switch use {
    case .never: return PackNote()
    case .atEnd:
      let asOf = person.snapshot.asOf?.milliseconds ?? 0
      return PackNote(limit: KnownLimit(asOf: asOf, limit: own))
    case .atUse(let window):
      let used = window == .total ? reading.total.used : reading.falls(in: window).used
      let free = max(0, own.saturatingAdd(reserved - used))
      let left = reading.allowance(of: person.packs ?? []) ?? 0
      return PackNote(drawn: min(max(0, amount - free), left))
    }
  }

  /// The limit of the person without packs; nil if nobody can tell it.
  private func ownLimit(_ reading: Reading, _ person: Person, at now: Instant) -> Int64? {
    var bare = person.snapshot
    bare.usage = [:]
    bare.allowances[reading.meter.name] = nil
    let question = UsageQuestion(
      meter: reading.meter.target, amount: 1, person: policy.prepareOnce(bare),
      counters: reading.counters, now: now)
    guard let quota = question.decision.quota else { return nil }
    return quota.isUnlimited ? .max : quota.limit
  }

  /// When what is left of packs may change by itself; nil for never.
  func packsChange(_ book: UsageBook, _ person: Person, at now: Instant) -> Instant? {
    guard person.packs?.isEmpty == false else { return nil }
    let clock = clock(of: person, at: now)
    let ends = meters.filter { $0.isCounted(for: person.thing) }.compactMap { meter in
      reading(book, meter, person, clock, at: book.effective(now)).packWindowEnd
    }
    return ends.min().map { Instant(milliseconds: $0) }
  }
}
