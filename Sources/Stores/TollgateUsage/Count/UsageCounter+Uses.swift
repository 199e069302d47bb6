import TollgateKit
import TollgatePurchases
import TollgateRuntime

// A use that takes from meters is counted in all of them, and in its own, as one step: the pages that
// it writes are one change.
extension UsageCounter {
  /// A target whose use takes from meters; nil for any other.
  func taker(called name: String) -> Target? {
    guard hasUses, let target = policy.target(name), !policy.graph.uses[target.index].isEmpty else {
      return nil
    }
    return target
  }

  /// Decides about a use, and works out what it writes: all amounts of one use, or nothing.
  func count(
    _ amount: Int64, of target: Target, called name: String, _ person: Person, _ id: String?,
    in book: UsageBook, at now: Instant
  ) throws(UsageError) -> (change: UsageChange?, result: UsageAnswer) {
    let clock = clock(of: person, at: now)
    let person = withPacks(person, in: book, clock, at: book.effective(now))
    let own = meter(called: name)
    let key = own?.key(for: person.thing) ?? TallyKey(meter: name, thing: "")
    // Whichever meter it is: it has the clock and the time of the others.
    let any = reading(book, meters[0], person, clock, at: book.effective(now))
    let question = UsageQuestion(
      meter: target, amount: amount, person: people.prepared(person, by: policy, at: now),
      counters: counters(of: meters.indices, any, person), now: now)
    if let id, let known = book.receipt(id)?.receipt {
      guard known.key == key, known.asked == amount else { throw .idTaken(id) }
      return (nil, UsageAnswer(repeating: known, to: question))
    }
    let decision = question.decision
    let answer = UsageAnswer(decision.verdict, to: question)
    guard answer.isAllowed else { return (nil, answer) }
    var change = UsageChange(latest: any.now)
    var receipt = UsageReceipt(
      key: key, asked: amount, amount: 0, at: any.now, outcome: answer.outcome,
      reason: answer.reason, state: .used, marks: [:], matters: any.now)
    receipt.charges = try charges(answer, by: person, at: any.now)
    var counted = decision.uses.map { (name: $0.meter, amount: $0.amount) }
    if let own { counted.insert((own.name, amount), at: 0) }
    for part in counted {
      let meter = try meter(part.name, for: person)
      let reading = reading(book, meter, person, clock, at: any.now)
      try reading.checkRoom(for: part.amount)
      let marks = reading.marks
      var note =
        meter.packs == nil ? PackNote() : packNote(of: part.amount, reading, person, at: now)
      note.charge(receipt.charges, of: part.amount, in: reading)
      var writer = BookWriter(reading)
      writer.count(part.amount, at: reading.now, in: marks, note)
      change.join(writer.change)
      receipt.add(
        UsageReceipt.Taken(
          key: reading.key, amount: part.amount, drawn: note.drawn, charged: note.charged,
          marks: marks),
        matters: reading.matters(part.amount, marks))
    }
    if id != nil || !receipt.charges.isEmpty {
      var writer = BookWriter(any)
      if let id { writer.write(receipt, id) }
      writer.charge(receipt.charges, id)
      change.join(writer.change)
    }
    return (change, answer)
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
    let any = reading(book, meters[0], person, clock, at: book.effective(now))
    var writer = BookWriter(any)
    writer.write(refunded, id)
    writer.uncharge(id)
    change.join(writer.change)
    return change
  }
}

extension UsageReceipt {
  /// Everything that it counted: in the meter that was used, and in those that the use took from.
  var parts: [Taken] {
    let own = Taken(
      key: key, amount: amount, drawn: drawn,
      charged: charges.first { $0.key == key }?.quantity(of: amount) ?? 0, marks: marks)
    return (amount > 0 ? [own] : []) + taken
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
