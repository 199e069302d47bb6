import TollgateKit
import TollgatePurchases
import TollgateRuntime

// A use that takes from meters is counted in all of them, and in its own, as one step: the pages that
// it writes are one change. A reservation that is committed is counted in the same way.
extension UsageCounter {
  /// A target whose use takes from meters; nil for any other.
  func taker(called name: String) -> Target? {
    guard hasUses, let target = policy.target(name), !policy.graph.uses[target.index].isEmpty else {
      return nil
    }
    return target
  }

  /// Decides about a use or a reservation, and works out what it writes: all amounts of one use, or
  /// nothing.
  func count(
    _ amount: Int64, of target: Target, called name: String, _ person: Person, _ id: String?,
    in book: UsageBook, at now: Instant, state: (Int64) -> UsageReceipt.State
  ) throws(UsageError) -> (change: UsageChange?, result: UsageAnswer) {
    let clock = clock(of: person, at: now)
    let person = withPacks(person, in: book, clock, at: book.effective(now))
    let own = meter(called: name)
    let key = own?.key(for: person.thing) ?? TallyKey(meter: name, thing: "")
    // Whichever meter it is: it has the clock and the time of the others.
    let any = reading(book, meters[0], person, clock, at: book.effective(now))
    let question = question(amount, of: target, any, person, at: now)
    if let id, let known = book.receipt(id)?.receipt {
      guard known.key == key, known.asked == amount else { throw .idTaken(id) }
      try known.checkRepeats(state(any.now), id, at: any.now)
      return (nil, UsageAnswer(repeating: known, to: question))
    }
    let decision = question.decision
    let answer = UsageAnswer(decision.verdict, to: question)
    guard answer.isAllowed else { return (nil, answer) }
    var receipt = UsageReceipt(
      key: key, asked: amount, amount: 0, at: any.now, outcome: answer.outcome,
      reason: answer.reason, state: state(any.now), marks: [:], matters: any.now)
    receipt.charges = try charges(answer, by: person, at: any.now)
    var change = UsageChange(latest: any.now)
    var counted = decision.uses.map { (name: $0.meter, amount: $0.amount) }
    if let own { counted.insert((own.name, amount), at: 0) }
    for part in counted {
      let reading = reading(book, try meter(part.name, for: person), person, clock, at: any.now)
      try reading.checkRoom(for: part.amount)
      let taken = UsageReceipt.Taken(
        key: reading.key, amount: part.amount, drawn: 0, marks: reading.marks)
      write(taken, in: &receipt, reading, person, at: now, to: &change)
    }
    write(receipt, id, any, to: &change)
    return (change, answer)
  }

  /// Whichever meter it is, the page of this device is written with it. A policy that came later may
  /// have none.
  func anyMeter(_ receipt: UsageReceipt) throws(UsageError) -> MeteredTarget {
    guard let meter = meters.first else { throw .unknownTarget(receipt.key.meter) }
    return meter
  }

  private func question(
    _ amount: Int64, of target: Target, _ any: Reading, _ person: Person, at now: Instant
  ) -> UsageQuestion {
    UsageQuestion(
      meter: target, amount: amount, person: people.prepared(person, by: policy, at: now),
      counters: counters(of: meters.indices, any, person), now: now)
  }

  /// Counts a part of a use and notes it in the receipt. That of a reservation begins the windows,
  /// and counts by itself.
  ///
  /// - Parameter reserved: How much of what is counted is a reservation for this use.
  private func write(
    _ part: UsageReceipt.Taken, in receipt: inout UsageReceipt, _ reading: Reading,
    _ person: Person, at now: Instant, reserved: Int64 = 0, to change: inout UsageChange
  ) {
    let isReserved = receipt.isReserved(at: reading.now)
    var note = PackNote()
    if !isReserved {
      if reading.meter.packs != nil {
        note = packNote(of: part.amount, reading, person, at: now, reserved: reserved)
      }
      note.charge(receipt.charges, of: part.amount, in: reading)
    }
    var writer = BookWriter(reading)
    writer.count(isReserved ? 0 : part.amount, at: receipt.at, in: part.marks, note)
    change.join(writer.change)
    var part = part
    (part.drawn, part.charged) = (note.drawn, note.charged)
    receipt.add(part, matters: reading.matters(part.amount, part.marks))
  }

  /// Writes the receipt, and what the use is charged.
  private func write(
    _ receipt: UsageReceipt, _ id: String?, _ any: Reading, to change: inout UsageChange
  ) {
    guard id != nil || !receipt.charges.isEmpty else { return }
    var writer = BookWriter(any)
    if let id { writer.write(receipt, id) }
    if !receipt.isReserved(at: any.now) { writer.charge(receipt.charges, id) }
    change.join(writer.change)
  }

  /// Works out what the end of a reservation writes.
  ///
  /// - Parameter amount: How much of it was used; 0 cancels it.
  func commit(
    _ known: UsageReceipt, _ id: String, _ amount: Int64, _ person: Person, in book: UsageBook,
    at now: Instant
  ) throws(UsageError) -> UsageChange {
    let clock = clock(of: person, at: now)
    let any = reading(book, try anyMeter(known), person, clock, at: book.effective(now))
    var receipt = known
    (receipt.amount, receipt.taken, receipt.charges) = (0, [], [])
    receipt.state = amount > 0 ? .committed : .ended
    var change = UsageChange(latest: any.now)
    let used = try used(amount, of: known, id, person, in: book, at: now)
    for part in used where part.amount > 0 {
      receipt.charges += known.charges.filter { $0.key == part.key }
        .compactMap { $0.of(part.amount) }
    }
    for part in used where part.amount > 0 {
      guard let meter = meter(called: part.key.meter) else { throw .unknownTarget(part.key.meter) }
      let reading = reading(book, meter, part.key, person, clock, at: any.now)
      write(
        part, in: &receipt, reading, person, at: now,
        reserved: known.part(of: part.key)?.amount ?? 0, to: &change)
    }
    write(receipt, id, any, to: &change)
    return change
  }

  /// The parts of a reservation of which so much was used. A smaller use is asked anew what it takes
  /// from meters, as if nothing had been reserved for it; that is never more than was.
  private func used(
    _ amount: Int64, of known: UsageReceipt, _ id: String, _ person: Person, in book: UsageBook,
    at now: Instant
  ) throws(UsageError) -> [UsageReceipt.Taken] {
    if amount == known.asked { return known.parts }
    if amount == 0 { return [] }
    var taken: [TakenAmount] = []
    if let target = taker(called: known.key.meter) {
      var free = book
      free.pages[device]?.reservations[id] = nil
      let clock = clock(of: person, at: now)
      let any = reading(free, meters[0], person, clock, at: book.effective(now))
      taken = question(amount, of: target, any, person, at: now).decision.uses
    }
    return known.parts.map { part in
      var part = part
      let now =
        part.key == known.key ? amount : taken.first { $0.meter == part.key.meter }?.amount ?? 0
      part.amount = min(part.amount, now)
      return part
    }
  }

  /// Gives back all that a use took.
  func uncount(
    _ receipt: UsageReceipt, _ id: String, _ person: Person, in book: UsageBook, at now: Instant
  ) throws(UsageError) -> UsageChange {
    let clock = clock(of: person, at: now)
    var refunded = receipt
    refunded.state = .refunded
    var change = UsageChange(latest: book.effective(now))
    for part in receipt.parts {
      guard let meter = meter(called: part.key.meter) else { throw .unknownTarget(part.key.meter) }
      let reading = reading(book, meter, part.key, person, clock, at: book.effective(now))
      var writer = BookWriter(reading)
      writer.uncount(part, at: receipt.at)
      change.join(writer.change)
    }
    let any = reading(book, try anyMeter(receipt), person, clock, at: book.effective(now))
    var writer = BookWriter(any)
    writer.write(refunded, id)
    writer.uncharge(id)
    change.join(writer.change)
    return change
  }
}

extension UsageReceipt {
  /// Throws unless the same call with the same id has the answer that it had: what it counted stands.
  /// A reservation is no use, and what has ended gives nothing any more.
  func checkRepeats(_ state: State, _ id: String, at now: Int64) throws(UsageError) {
    switch (self.state, state) {
    case (.used, .used), (.committed, .used): return
    case (.reserved, .reserved) where isReserved(at: now): return
    case (.used, _), (.reserved, .used): throw .idTaken(id)
    case (.reserved, _), (.committed, _), (.ended, _), (.refunded, _): throw .ended(id: id)
    }
  }

  /// Everything that it counted: in the meter that was used, and in those that the use took from.
  var parts: [Taken] {
    let own = Taken(
      key: key, amount: amount, drawn: drawn,
      charged: charges.first { $0.key == key }?.quantity(of: amount) ?? 0, marks: marks)
    return (amount > 0 ? [own] : []) + taken
  }

  /// The part of it that was counted in one of them; nil if none was.
  func part(of key: TallyKey) -> Taken? {
    if key == self.key { return amount > 0 ? parts[0] : nil }
    return taken.first { $0.key == key }
  }

  /// Notes what was counted in a meter, and until when that matters.
  fileprivate mutating func add(_ part: Taken, matters end: Int64?) {
    if part.key == key {
      (amount, drawn, marks) = (part.amount, part.drawn, part.marks)
    } else {
      taken.append(part)
    }
    matters = end.flatMap { end in matters.map { max($0, end) } }
  }
}

extension UsageChange {
  /// Adds what another step of the same moment writes on the same page.
  fileprivate mutating func join(_ other: UsageChange) {
    latest = max(latest, other.latest)
    for page in other.pages {
      guard var known = pages[page.key] else {
        pages[page.key] = page.value
        continue
      }
      for tally in page.value.tallies { known.tallies[tally.key] = tally.value }
      known.receipts.merge(page.value.receipts) { $1 }
      known.reservations.merge(page.value.reservations) { $1 }
      known.forgotten = Set(known.forgotten + page.value.forgotten).sorted()
      known.ended = Set(known.ended + page.value.ended).sorted()
      known.charges.merge(page.value.charges) { $1 }
      pages[page.key] = known
    }
  }
}

extension UsageCounter.PackNote {
  /// Notes how much of a use of the meter of a reading is paid for, which no pack covers.
  mutating func charge(_ charges: [ChargedUse], of amount: Int64, in reading: Reading) {
    guard !charges.isEmpty, case .atEnd? = reading.meter.packs else { return }
    charged = charges.first { $0.key == reading.key }?.quantity(of: amount) ?? 0
  }
}
