import TollgateKit
public import TollgateRuntime

/// The counters of one person: what was used, on which device, and which ids were seen.
///
/// ```swift
/// // Two devices of one person, each with its own counts.
/// let both = phone.merged(with: tablet)
/// try both.json().write(to: url, atomically: true, encoding: .utf8)
/// let again = try UsageBook(json: String(contentsOf: url, encoding: .utf8))
/// ```
///
/// A book is a value. Each device writes on a page of its own, and the sum over the pages is what
/// counts, so the books of two devices merge in any order and as often as you like.
public struct UsageBook: Sendable, Hashable {
  /// The latest instant that the book has seen; it does not believe an earlier clock. Nil if it is
  /// empty.
  public internal(set) var latestSeen: Instant?
  var pages: SortedMap<String, Page> = [:]

  /// An empty book.
  public init() {}

  /// The names of the devices that have a page, in ascending order.
  public var devices: [String] { pages.map { $0.key } }

  /// The entries of one device.
  struct Page: Sendable, Hashable {
    /// How many changes it has seen. Of two states of a page the higher one is the later one.
    var revision: Int64 = 0
    /// The revision at which it was begun anew, after an account had taken its counts over; 0 for a
    /// page that never was.
    var begun: Int64 = 0
    var tallies: SortedMap<TallyKey, Tally> = [:]
    /// The uses with an id.
    var receipts: [String: UsageReceipt] = [:]
    /// The reservations that were not yet ended, by id.
    var reservations: [String: UsageReceipt] = [:]
    /// The charges of uses, by their keys.
    var charges: [String: [ChargedUse]] = [:]
  }

  /// The book of two devices: of each page the later state, and the later of the latest instants.
  ///
  /// It makes no difference which book is merged into which, how often, and in which order.
  public func merged(with other: UsageBook) -> UsageBook {
    var merged = self
    merged.latestSeen = [latestSeen, other.latestSeen].compactMap { $0 }.max()
    for page in other.pages where pages[page.key]?.isEarlier(than: page.value) ?? true {
      merged.pages[page.key] = page.value
    }
    return merged
  }

  /// The pages as another person takes them over, in a book of their own: under names that nothing
  /// else has, so that they add to what that person used. Taken over again, they are the same pages.
  var adopted: UsageBook {
    var book = UsageBook()
    book.latestSeen = latestSeen
    for page in pages where !page.value.isBlank {
      book.pages["\(page.key), before signing in (\(page.value.begun))"] = page.value
    }
    return book
  }

  /// The change after which nothing is counted here, when another person has taken the pages over.
  var emptying: UsageChange {
    var change = UsageChange(latest: latestSeen?.milliseconds ?? 0)
    for page in pages where !page.value.isBlank {
      let revision = page.value.revision.saturatingAdd(1)
      change.pages[page.key] = UsageChange.PageChange(
        revision: revision, isWhole: true, begun: revision)
    }
    return change
  }

  /// The use with an id, and the device that it was made on. Of several the earliest counts.
  func receipt(_ id: String) -> (device: String, receipt: UsageReceipt)? {
    var found: (device: String, receipt: UsageReceipt)?
    for page in pages {
      let known = page.value.reservations[id] ?? page.value.receipts[id]
      guard let receipt = known else { continue }
      if let found, (found.receipt.at, found.device) < (receipt.at, page.key) { continue }
      found = (page.key, receipt)
    }
    return found
  }

  /// Whether a device counted a meter, for whatever thing.
  func hasCounted(_ meter: String) -> Bool {
    pages.contains { page in page.value.tallies.contains { $0.key.meter == meter } }
  }

  /// The time that counts: now, or the latest instant seen if the clock was set back.
  func effective(_ now: Instant) -> Int64 {
    WindowClock.believable(max(now, latestSeen ?? now).milliseconds)
  }
}

extension UsageBook.Page {
  /// Whether nothing is counted on it.
  fileprivate var isBlank: Bool {
    tallies.isEmpty && receipts.isEmpty && reservations.isEmpty && charges.isEmpty
  }

  /// Whether another state of the page goes before this one. Two devices with one name may write
  /// different pages with the same revision; then the text decides, so that every device chooses
  /// the same.
  fileprivate func isEarlier(than other: UsageBook.Page) -> Bool {
    if revision != other.revision { return revision < other.revision }
    if self == other { return false }
    return json(of: "").json() < other.json(of: "").json()
  }
}

/// A question about the counters of a meter in a book: for which thing, in which time zone, when.
final class Reading {
  let book: UsageBook
  let meter: MeteredTarget
  let key: TallyKey
  let clock: WindowClock
  /// The device that asks.
  let device: String
  let now: Int64
  /// Where the page of that device is in the book; nil if it has none.
  private let ownPage: Int?
  /// How many changes that page has seen.
  var revision: Int64 { ownPage.map { book.pages[$0].value.revision } ?? 0 }
  /// Whether some device has reserved something, of whatever meter.
  private(set) var hasReservations = false
  /// The counts of that device.
  let tally: Tally
  /// The counts of the other devices.
  private let others: [Tally]
  /// The parts of the reservations that still count.
  let reserved: [Held]
  /// How unused amounts of the person roll over; nil for a meter of which none does.
  var rolling: RollingPerson?

  /// The part of a reservation that is of this meter, and until when it counts.
  struct Held {
    var part: UsageReceipt.Taken
    var end: Int64
  }

  init(
    _ book: UsageBook, _ meter: MeteredTarget, _ key: TallyKey, _ clock: WindowClock,
    on device: String, at now: Int64
  ) {
    self.book = book
    self.meter = meter
    self.key = key
    self.clock = clock
    self.device = device
    self.now = now
    ownPage = book.pages.index(of: device)
    var tally = Tally()
    var others: [Tally] = []
    var reserved: [Held] = []
    for place in book.pages.indices {
      if let counted = book.pages[place].value.tallies.index(of: key) {
        if place == ownPage {
          tally = book.pages[place].value.tallies[counted].value
        } else {
          others.append(book.pages[place].value.tallies[counted].value)
        }
      }
      if book.pages[place].value.reservations.isEmpty { continue }
      hasReservations = true
      for receipt in book.pages[place].value.reservations.values {
        guard let end = receipt.state.until, end > now, let part = receipt.part(of: key) else {
          continue
        }
        reserved.append(Held(part: part, end: end))
      }
    }
    self.tally = tally
    self.others = others
    self.reserved = reserved
  }

  /// The page of the device that asks.
  var page: UsageBook.Page {
    _read {
      if let ownPage { yield book.pages[ownPage].value } else { yield UsageBook.Page() }
    }
  }

  /// The counters that the policy reads. One in which nothing was counted holds 0.
  var counters: [(counter: CounterIndex, state: Counter)] {
    if rolling == nil { return countersWithoutCarried }
    var counters = countersWithoutCarried
    for place in counters.indices {
      let window = counters[place].counter.window
      guard let carried = carried(in: window) else { continue }
      counters[place].state = falls(in: window).counter(carrying: carried)
    }
    return counters
  }

  /// The same without what was carried into their windows.
  var countersWithoutCarried: [(counter: CounterIndex, state: Counter)] {
    let total = (CounterIndex(meter.index, .total), total.counter)
    if windows.isEmpty { return [total] }
    let windows = windows.map { (CounterIndex(meter.index, $0.window), $0.falls.counter) }
    return meter.readsTotal || meter.refill != nil ? [total] + windows : windows
  }

  /// The same as a snapshot has them.
  var usage: Usage {
    var usage = Usage()
    for (counter, state) in counters { usage[counter.window] = state }
    return usage
  }

  /// Says what each device counted.
  func forEachTally(_ body: (Tally) -> Void) {
    body(tally)
    for tally in others { body(tally) }
  }

  /// The uses of a meter that refills, on every device.
  var drops: [Tally.Drop] { tally.drops + others.flatMap { $0.drops } }

  /// How much is counted in each window that a rule reads.
  private(set) lazy var windows: [(window: Window, falls: Falls)] =
    meter.windows.isEmpty ? [] : meter.windows.map { ($0, falls(in: $0)) }

  // MARK: The total

  /// The total, or what is used of a meter that refills.
  private(set) lazy var total: Falls = {
    var falls = Falls()
    if let refill = meter.refill {
      let level = Refilling(drops, refill, at: now)
      falls = Falls(used: level.level, falls: level.falls)
    } else {
      falls.used = gauge
    }
    for held in reserved { falls.add(held.part.amount, until: held.end) }
    return falls
  }()

  /// When the total was last set.
  private(set) lazy var stamp: Tally.Stamp? = {
    var latest: Tally.Stamp?
    forEachTally { tally in
      if let set = tally.set { latest = max(latest ?? set.stamp, set.stamp) }
    }
    return latest
  }()

  /// The value that was set last, and all changes since then.
  private var gauge: Int64 {
    let stamp = stamp
    var sum: Int64 = 0
    forEachTally { tally in
      if let set = tally.set, set.stamp == stamp { sum = sum.saturatingAdd(set.value) }
      if tally.base == stamp { sum = sum.saturatingAdd(tally.change) }
    }
    return max(0, sum)
  }

  // MARK: Windows

  /// How much is used in a window, and when it falls out.
  func falls(in window: Window) -> Falls {
    switch meter.style {
    case .calendar, .subscription: span(window)
    case .firstUse: begun(window)
    case .roll: rolling(window)
    }
  }

  /// The window of the calendar or of the subscription that is open.
  func place(of window: Window) -> WindowPlace {
    let present = open(window).place
    var places = [present]
    forEachTally { tally in
      if case .span(let place, _)? = tally.windows[window] { places.append(place) }
    }
    return WindowPlace.latest(of: places) ?? present
  }

  /// When an open window ends.
  func end(of place: WindowPlace, _ window: Window) -> Int64 {
    let open = open(window)
    guard place.anchor == open.place.anchor, place.index != open.place.index else {
      return open.end
    }
    return clock.start(of: place.index + 1, window, meter.begin, anchor: place.anchor)
  }

  private func open(_ window: Window) -> OpenWindow {
    clock.open(window, following: meter.style, meter.begin, at: now)
  }

  private func span(_ window: Window) -> Falls {
    let place = place(of: window)
    let end = end(of: place, window)
    var falls = Falls()
    forEachTally { tally in
      if case .span(let other, let count)? = tally.windows[window], place.isSame(as: other) {
        falls.add(count, until: end)
      }
    }
    for held in reserved {
      if case .span(let other)? = held.part.marks[window], place.isSame(as: other) {
        falls.add(held.part.amount, until: min(end, held.end))
      }
    }
    return falls
  }

  /// The open window that began with a use; nil if the next use begins one. Devices that did not
  /// know of each other may each have begun one; then it is this device's, or the one that ends
  /// last.
  func openSpan(_ window: Window) -> FirstUseSpan? {
    if case .begun(let own, _)? = tally.windows[window], own.end > now { return own }
    var open: FirstUseSpan?
    forEachTally { tally in
      guard case .begun(let span, _)? = tally.windows[window], span.end > now else { return }
      if let known = open, (known.end, known.start) >= (span.end, span.start) { return }
      open = span
    }
    return open
  }

  private func begun(_ window: Window) -> Falls {
    var falls = Falls()
    forEachTally { tally in
      if case .begun(let span, let count)? = tally.windows[window], span.end > now {
        falls.add(count, until: span.end)
      }
    }
    for held in reserved {
      if case .begun(let span)? = held.part.marks[window], span.end > now {
        falls.add(held.part.amount, until: min(span.end, held.end))
      }
    }
    return falls
  }

  private func rolling(_ window: Window) -> Falls {
    var falls = Falls()
    forEachTally { tally in
      guard case .rolling(let uses)? = tally.windows[window] else { return }
      for use in uses where use.at > now { falls.add(use.amount, until: use.at) }
    }
    for held in reserved {
      if case .falls(let at)? = held.part.marks[window], at > now {
        falls.add(held.part.amount, until: min(at, held.end))
      }
    }
    return falls
  }

  // MARK: Marks

  /// The windows that a use at this time counts in.
  var marks: [Window: WindowMark] {
    var marks: [Window: WindowMark] = [:]
    for window in meter.windows {
      switch meter.style {
      case .calendar, .subscription: marks[window] = .span(place(of: window))
      case .firstUse:
        let span = FirstUseSpan(start: now, end: clock.end(of: window, from: now))
        marks[window] = .begun(openSpan(window) ?? span)
      case .roll: marks[window] = .falls(at: clock.end(of: window, from: now))
      }
    }
    return marks
  }

  /// When a use of an amount at this time stops to matter; nil for never.
  func matters(_ amount: Int64, _ marks: [Window: WindowMark]) -> Int64? {
    var end = now
    if let refill = meter.refill {
      let drops = drops + [Tally.Drop(at: now, amount: amount)]
      end = Refilling(drops, refill, at: now).full
    } else if meter.readsTotal {
      return nil
    }
    for (window, mark) in marks {
      switch mark {
      case .span(let place): end = max(end, self.end(of: place, window))
      case .begun(let span): end = max(end, span.end)
      case .falls(let at): end = max(end, at)
      }
    }
    return end
  }
}
