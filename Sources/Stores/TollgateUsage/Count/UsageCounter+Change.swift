public import TollgateKit
public import TollgateRuntime

extension UsageCounter {
  /// Ends a reservation with what was used in the end, and counts that in the windows that the
  /// reservation began in.
  ///
  /// - Parameters:
  ///   - id: The id of the reservation. Committing it again changes nothing.
  ///   - amount: How much was used, at most what was reserved; by default, all of it. 0 cancels it.
  /// - Throws: ``UsageError/unknownID(_:)``, ``UsageError/ended(id:)`` if it was cancelled or
  ///   forgotten, ``UsageError/moreThanReserved(id:reserved:)``.
  public func commit(
    _ id: String, amount: Int64? = nil, by person: Person, at now: Instant = .now
  ) async throws(UsageError) {
    try await step(person.id) { (book) throws(UsageError) in
      let (reading, known) = try receipt(id, book, person, at: now)
      switch known.state {
      case .committed: return (nil, ())
      case .reserved where known.isReserved(at: reading.now): break
      case .reserved, .ended: throw .ended(id: id)
      case .used, .refunded: throw .unknownID(id)
      }
      let amount = amount ?? known.amount
      guard amount >= 0 else {
        throw .amountTooSmall(meter: known.key.meter, amount: amount)
      }
      guard amount <= known.amount else {
        throw .moreThanReserved(id: id, reserved: known.amount)
      }
      var writer = BookWriter(reading)
      var receipt = known
      receipt.amount = amount
      receipt.state = amount > 0 ? .committed : .ended
      if amount > 0 {
        let note = packNote(of: amount, reading, person, at: now, reserved: known.amount)
        receipt.drawn = note.drawn
        writer.count(amount, at: known.at, in: known.marks, note)
      }
      writer.write(receipt, id)
      return (writer.change, ())
    }
  }

  /// Ends a reservation of which nothing was used. Cancelling it again changes nothing.
  ///
  /// - Throws: ``UsageError/unknownID(_:)``, also if it was committed.
  public func cancel(
    _ id: String, by person: Person, at now: Instant = .now
  ) async throws(UsageError) {
    try await step(person.id) { (book) throws(UsageError) in
      let (reading, known) = try receipt(id, book, person, at: now)
      switch known.state {
      case .ended: return (nil, ())
      case .reserved: break
      case .used, .committed, .refunded: throw .unknownID(id)
      }
      var writer = BookWriter(reading)
      var receipt = known
      receipt.state = .ended
      writer.write(receipt, id)
      return (writer.change, ())
    }
  }

  /// Takes back a use that turned out not to be one, from the total and from the windows that it
  /// was counted in. Refunding it again changes nothing, and its id stays used.
  ///
  /// - Throws: ``UsageError/unknownID(_:)``; ``UsageError/ended(id:)`` for a reservation that was
  ///   never committed.
  public func refund(
    _ id: String, by person: Person, at now: Instant = .now
  ) async throws(UsageError) {
    try await step(person.id) { (book) throws(UsageError) in
      let (reading, known) = try receipt(id, book, person, at: now)
      switch known.state {
      case .refunded: return (nil, ())
      case .used, .committed: break
      case .reserved, .ended: throw .ended(id: id)
      }
      var writer = BookWriter(reading)
      var receipt = known
      receipt.state = .refunded
      writer.uncount(known)
      writer.write(receipt, id)
      return (writer.change, ())
    }
  }

  // MARK: Totals

  /// Sets the total of a meter: what is there, such as bills or storage. Nothing is decided, and
  /// nothing is counted in windows. The last one to set it wins over other devices.
  ///
  /// - Parameter value: The total, in the meter's unit; from 0.
  public func set(
    _ name: String, to value: Int64, by person: Person, at now: Instant = .now
  ) async throws(UsageError) {
    let meter = try gauge(name, for: person)
    guard value >= 0 else { throw .amountTooSmall(meter: name, amount: value) }
    try await step(person.id) { (book) throws(UsageError) in
      var writer = BookWriter(reading(book, meter, person, at: now))
      writer.set(value)
      return (writer.change, ())
    }
  }

  /// Raises the total of a meter, or lowers it if the amount is below 0; never below 0. Nothing is
  /// decided, and nothing is counted in windows.
  public func change(
    _ name: String, by amount: Int64, by person: Person, at now: Instant = .now
  ) async throws(UsageError) {
    let meter = try gauge(name, for: person)
    try await step(person.id) { (book) throws(UsageError) in
      let reading = reading(book, meter, person, at: now)
      let total = reading.total.used
      guard !total.addingReportingOverflow(amount).overflow else {
        throw .tooMuch(meter: name)
      }
      var writer = BookWriter(reading)
      writer.shift(by: max(amount, 0 - total))
      return (writer.change, ())
    }
  }

  private func gauge(_ name: String, for person: Person) throws(UsageError) -> MeteredTarget {
    let meter = try meter(name, for: person)
    guard meter.refill == nil else { throw .refills(meter: name) }
    return meter
  }

  // MARK: Devices

  /// Merges the book of another device, or of the person's server, into the book in the store.
  ///
  /// - Returns: The merged book, for the other device.
  @discardableResult
  public func merge(
    _ other: UsageBook, into person: String
  ) async throws(UsageError) -> UsageBook {
    try await step(person) { (book) throws(UsageError) in
      let merged = book.merged(with: other)
      guard merged != book else { return (nil, merged) }
      var change = UsageChange(latest: merged.effective(Instant(milliseconds: .min)))
      for page in merged.pages where book.pages[page.key] != page.value {
        change.pages[page.key] = page.value.whole
      }
      return (change, merged)
    }
  }

  /// Takes over all that one person used into the book of another, such as that of nobody when an
  /// account signs in. The first book is empty afterwards. If it is interrupted, repeat it: nothing
  /// counts twice.
  ///
  /// - Parameters:
  ///   - old: Whose counts are taken over; reservations among them end by themselves.
  ///   - person: Who used all this from now on.
  public func adopt(_ old: String, by person: String) async throws(UsageError) {
    guard old != person else { return }
    for _ in 0..<UsageCounter.mostAttempts {
      let stored = try await store.book(of: old)
      let adopted = stored.book.adopted
      guard !adopted.devices.isEmpty else { return }
      try await merge(adopted, into: person)
      if try await store.apply(stored.book.emptying, to: old, at: stored.version) { return }
    }
    throw .busy(attempts: UsageCounter.mostAttempts)
  }

  /// A use or a reservation of this device, and what to know about its meter.
  private func receipt(
    _ id: String, _ book: UsageBook, _ person: Person, at now: Instant
  ) throws(UsageError) -> (Reading, UsageReceipt) {
    let page = book.pages[device]
    guard let known = page?.reservations[id] ?? page?.receipts[id] else { throw .unknownID(id) }
    guard let meter = meter(called: known.key.meter) else {
      throw .unknownTarget(known.key.meter)
    }
    let reading = Reading(
      book, meter, known.key, clock(of: person, at: now), on: device,
      at: book.effective(now))
    return (reading, known)
  }
}
