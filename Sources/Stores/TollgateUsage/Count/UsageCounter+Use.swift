public import TollgateKit
public import TollgateRuntime

extension UsageCounter {
  /// Uses a meter: decides, and counts if it may go ahead, as one step.
  ///
  /// - Parameters:
  ///   - name: The meter.
  ///   - amount: How much, in the meter's unit; at least 1.
  ///   - person: Who uses it.
  ///   - id: Makes the use repeatable: the same id gives the same answer and counts once, for as
  ///     long as one of its windows lasts; for a total, always. A device keeps the last 10,000 ids.
  ///     A denied use is not kept: nothing happened.
  ///   - now: The time. One before the latest that the book has seen is not believed.
  /// - Throws: ``UsageError``. Nothing is counted then. (If a store cannot tell whether it wrote, it
  ///   throws, too: repeat with the same id.)
  public func use(
    _ name: String, adding amount: Int64 = 1, by person: Person, id: String? = nil,
    at now: Instant = .now
  ) async throws(UsageError) -> UsageAnswer {
    let meter = try meter(name, for: person)
    try UsageCounter.check(amount, id, meter)
    return try await step(person.id) { (book) throws(UsageError) in
      try count(amount, of: meter, person, id, in: book, at: now) { _ in .used }
    }
  }

  /// Reserves an amount, for a use that takes long or may fail: decides, and counts it until it is
  /// committed, cancelled or forgotten.
  ///
  /// - Parameters:
  ///   - seconds: After so many seconds a forgotten reservation ends by itself; at least 1.
  ///   - id: The reservation's id, for ``commit(_:amount:by:at:)`` and ``cancel(_:by:at:)``.
  public func reserve(
    _ name: String, adding amount: Int64 = 1, by person: Person, id: String, for seconds: Int64,
    at now: Instant = .now
  ) async throws(UsageError) -> UsageAnswer {
    let meter = try meter(name, for: person)
    try UsageCounter.check(amount, id, meter)
    let length = max(1, seconds).saturatingMultiply(1_000)
    return try await step(person.id) { (book) throws(UsageError) in
      try count(amount, of: meter, person, id, in: book, at: now) { now in
        .reserved(until: WindowClock.believable(now.saturatingAdd(length)))
      }
    }
  }

  static func check(
    _ amount: Int64, _ id: String?, _ meter: MeteredTarget
  ) throws(UsageError) {
    guard amount >= 1 else { throw .amountTooSmall(meter: meter.name, amount: amount) }
    if let id, !(1...UsageError.mostIDBytes).contains(id.utf8.count) { throw .notAnID(id) }
  }

  /// Decides about a use or a reservation, and works out what it writes.
  private func count(
    _ amount: Int64, of meter: MeteredTarget, _ person: Person, _ id: String?,
    in book: UsageBook, at now: Instant, state: (Int64) -> UsageReceipt.State
  ) throws(UsageError) -> (change: UsageChange?, result: UsageAnswer) {
    let reading = reading(book, meter, person, at: now)
    // A person without packs is not copied.
    if person.packs == nil { return try count(amount, reading, person, id, at: now, state: state) }
    return try count(
      amount, reading, withPacks(person, in: book, reading.clock, at: reading.now), id, at: now,
      state: state)
  }

  private func count(
    _ amount: Int64, _ reading: Reading, _ person: Person, _ id: String?, at now: Instant,
    state: (Int64) -> UsageReceipt.State
  ) throws(UsageError) -> (change: UsageChange?, result: UsageAnswer) {
    if let id, let known = reading.book.receipt(id)?.receipt {
      guard known.key == reading.key, known.asked == amount else { throw .idTaken(id) }
      let question = question(amount, reading, person, reading: meters.indices, at: now)
      return (nil, UsageAnswer(repeating: known, to: question))
    }
    try reading.checkRoom(for: amount)
    let answer = decide(amount, reading, person, at: now)
    guard answer.isAllowed else { return (nil, answer) }
    var writer = BookWriter(reading)
    let marks = reading.marks
    let state = state(reading.now)
    // A reservation begins the windows, and counts by itself.
    let isReserved = state.isReserved(at: reading.now)
    let hasPacks = reading.meter.packs != nil && !isReserved
    let note = hasPacks ? packNote(of: amount, reading, person, at: now) : PackNote()
    writer.count(isReserved ? 0 : amount, at: reading.now, in: marks, note)
    if let id {
      let receipt = UsageReceipt(
        key: reading.key, asked: amount, amount: amount, drawn: note.drawn, at: reading.now,
        outcome: answer.outcome,
        reason: answer.reason, state: state, marks: marks, matters: reading.matters(amount, marks))
      writer.write(receipt, id)
    }
    return (writer.change, answer)
  }

  /// The answer about a use. It reads the counters that the rules of the meter read; only where one
  /// of them fails all others, which the ways in may ask for. The latest instant of the book is for
  /// its windows: a purchase is not over because the book was once in the future.
  private func decide(
    _ amount: Int64, _ reading: Reading, _ person: Person, at now: Instant
  ) -> UsageAnswer {
    let first = question(amount, reading, person, reading: reading.meter.read, at: now)
    let verdict = first.verdict ?? first.decision.verdict
    if verdict.outcome == .allowed { return UsageAnswer(verdict, to: first) }
    let whole = question(amount, reading, person, reading: meters.indices, at: now)
    return UsageAnswer(whole.decision.verdict, to: whole)
  }

  @inline(__always)
  private func question(
    _ amount: Int64, _ reading: Reading, _ person: Person, reading meters: some Sequence<Int>,
    at now: Instant
  ) -> UsageQuestion {
    UsageQuestion(
      meter: reading.meter.target, amount: amount,
      person: people.prepared(person, by: policy, at: now),
      counters: counters(of: meters, reading, person), now: now)
  }

  /// The counters of some meters, as a decision about the meter of a reading finds them.
  private func counters(
    of read: some Sequence<Int>, _ reading: Reading, _ person: Person
  ) -> [(counter: CounterIndex, state: Counter)] {
    var counters: [(counter: CounterIndex, state: Counter)] = []
    for place in read {
      let meter = meters[place]
      if !isKept(meter, in: reading.book, for: person) {
        person.snapshot.usage[meter.name]?.forEach { window, counter in
          counters.append((CounterIndex(meter.index, window), counter))
        }
        continue
      }
      let reading =
        meter === reading.meter
        ? reading : self.reading(reading.book, meter, person, reading.clock, at: reading.now)
      if counters.isEmpty { counters = reading.counters } else { counters += reading.counters }
    }
    return counters
  }

  func reading(
    _ book: UsageBook, _ meter: MeteredTarget, _ person: Person, at now: Instant
  ) -> Reading {
    reading(book, meter, person, clock(of: person, at: now), at: book.effective(now))
  }
}

extension Reading {
  /// Throws if a counter would go beyond 2^63 − 1.
  func checkRoom(for amount: Int64) throws(UsageError) {
    func hasRoom(_ falls: Falls) -> Bool { !falls.used.addingReportingOverflow(amount).overflow }
    guard hasRoom(total), windows.allSatisfy({ hasRoom($0.falls) }) else {
      throw .tooMuch(meter: meter.name)
    }
  }
}
