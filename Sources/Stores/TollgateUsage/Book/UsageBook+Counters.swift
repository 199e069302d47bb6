import TollgateRuntime

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
  /// The reservations that still count.
  let reserved: [UsageReceipt]

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
    var reserved: [UsageReceipt] = []
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
      for receipt in book.pages[place].value.reservations.values where receipt.key == key {
        if receipt.isReserved(at: now) { reserved.append(receipt) }
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

  /// Until when a reservation counts.
  private func end(of receipt: UsageReceipt) -> Int64 { receipt.state.until ?? now }

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
    for receipt in reserved { falls.add(receipt.amount, until: end(of: receipt)) }
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
    return clock.start(of: place.index + 1, window, anchor: place.anchor)
  }

  private func open(_ window: Window) -> OpenWindow {
    clock.open(window, following: meter.style, at: now)
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
    for receipt in reserved {
      if case .span(let other)? = receipt.marks[window], place.isSame(as: other) {
        falls.add(receipt.amount, until: min(end, self.end(of: receipt)))
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
    for receipt in reserved {
      if case .begun(let span)? = receipt.marks[window], span.end > now {
        falls.add(receipt.amount, until: min(span.end, end(of: receipt)))
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
    for receipt in reserved {
      if case .falls(let at)? = receipt.marks[window], at > now {
        falls.add(receipt.amount, until: min(at, end(of: receipt)))
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
