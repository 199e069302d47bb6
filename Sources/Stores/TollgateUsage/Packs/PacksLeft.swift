import TollgateKit
import TollgatePurchases
import TollgateRuntime

extension Reading {
  /// The snapshot's own allowance: what was left of the packs when the window
  /// began, and what was bought since; without windows, what was bought in all. It follows from the
  /// pages, so it is the same however books are merged. Nil for a meter without packs.
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
    forEachTally { sum = sum.saturatingAdd($0.past?.drawn ?? 0) }
    return sum
  }

  /// The amount that was taken at the ends of the windows: the use that neither their limits nor
  /// what was carried into them covered. A pack covers nothing that was used before the window in
  /// which it was bought.
  private func taken(from packs: [PurchasedPack], over window: Window) -> Int64 {
    var taken = drawn
    let uses = ended(window)
    for (use, excess) in zip(uses, excesses(of: uses, in: window)) {
      var bought: Int64 = 0
      for pack in packs where pack.start.milliseconds < use.end {
        bought = bought.saturatingAdd(pack.amount)
      }
      taken = taken.saturatingAdd(min(excess, max(0, bought.saturatingAdd(0 - taken))))
    }
    return taken
  }

  /// The windows that are over, with what all devices used, the first to end first.
  func ended(_ window: Window) -> [EndedUse] {
    var uses: [EndedUse] = []
    func join(_ use: EndedUse) {
      if let place = uses.firstIndex(where: { $0.mark.isSame(as: use.mark) }) {
        uses[place] = uses[place].joined(with: use)
      } else {
        uses.append(use)
      }
    }
    forEachTally { tally in
      for use in tally.past?.ended ?? [] where use.window == window { join(use) }
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
        window: window, mark: .span(place), end: end, used: used, limit: tally.past?.limit,
        charged: tally.past?.charged ?? 0)
    case .begun(let span, let used)? where span.end <= now:
      return EndedUse(
        window: window, mark: .begun(span), end: span.end, used: used, limit: tally.past?.limit,
        charged: tally.past?.charged ?? 0)
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

  /// The limit of the person without packs and without what was carried; nil if nobody can tell it.
  private func ownLimit(_ reading: Reading, _ person: Person, at now: Instant) -> Int64? {
    var bare = person.snapshot
    bare.usage = [:]
    bare.allowances[reading.meter.name] = nil
    let question = UsageQuestion(
      meter: reading.meter.target, amount: 1, person: policy.prepareOnce(bare),
      counters: reading.countersWithoutCarried, now: now)
    guard let quota = question.decision.quota else { return nil }
    return quota.isUnlimited ? .max : quota.limit
  }

  /// When what is left of packs, or what is carried, may change by itself; nil for never.
  func nextChange(_ book: UsageBook, _ person: Person, at now: Instant) -> Instant? {
    let hasPacks = person.packs?.isEmpty == false
    guard hasPacks || rollsOver else { return nil }
    let clock = clock(of: person, at: now)
    var ends: [Int64] = []
    for meter in meters where meter.isCounted(for: person.thing) {
      guard hasPacks || meter.rollsOver else { continue }
      let reading = reading(book, meter, person, clock, at: book.effective(now))
      for window in meter.rollovers {
        ends.append(reading.end(of: reading.place(of: window), window))
      }
      if hasPacks, let end = reading.packWindowEnd { ends.append(end) }
    }
    return ends.min().map { Instant(milliseconds: $0) }
  }
}
