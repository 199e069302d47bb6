import TollgateKit
import TollgatePurchases
import TollgateRuntime

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
