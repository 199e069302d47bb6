public import Foundation
public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// Counts what people use: it decides and records as one step.
///
/// ```swift
/// let counter = UsageCounter(policy, in: try FileUsageStore(path: path), device: deviceID)
/// let ada = UsageCounter.Person("ada", snapshot: snapshot)
/// let answer = try await counter.use("exports", by: ada, id: "export-7")
/// if answer.isAllowed { export() }
/// ```
///
/// Every device of a person has its own name, for good: what one device wrote is never changed by
/// another. All processes of a server may share one name.
public struct UsageCounter: Sendable {
  /// The policy that decides.
  public let policy: Policy
  /// Where the books are kept.
  public let store: any UsageStore
  /// The name of this device.
  public let device: String
  /// In order of declaration.
  let meters: [MeteredTarget]
  private let metersByName: [String: MeteredTarget]
  /// Whether a window follows the subscription.
  private let isSubscriptionRead: Bool
  /// Whether a use takes from meters.
  let hasUses: Bool
  /// Whether unused amounts of some meter roll over.
  let rollsOver: Bool
  let people = KnownPeople()
  /// The store if it is in memory: it takes a step without waiting.
  private let memory: MemoryUsageStore?

  /// How often a step is tried if others change the book at the same moment.
  public static let mostAttempts = 100

  /// Counts with a policy, on a device.
  public init(_ policy: Policy, in store: any UsageStore, device: String) {
    self.policy = policy
    self.store = store
    memory = store as? MemoryUsageStore
    self.device = device
    meters = MeteredTarget.all(of: policy)
    metersByName = Dictionary(uniqueKeysWithValues: meters.map { ($0.name, $0) })
    hasUses = !policy.graph.uses.isEmpty
    rollsOver = !policy.graph.parts.rollovers.isEmpty
    isSubscriptionRead = meters.contains { $0.style == .subscription }
  }

  /// Who uses something, where and when.
  public struct Person: Sendable {
    /// Whose book it is, such as an account.
    public var id: String
    /// The person's data apart from what is counted: purchases, facts, allowances. Usage
    /// in it counts for meters that are counted elsewhere.
    public var snapshot: Snapshot
    /// Where the person is.
    public var timeZone: TimeZone
    /// When the present subscription began; nil for the one in the snapshot.
    public var subscription: Instant?
    /// The packs that the person bought; see ``Ledger/packs(policy:terms:account:)``. Then the
    /// counter keeps what is left of them in the allowances. Nil if somebody else keeps those.
    public var packs: [PurchasedPack]?
    /// The thing at hand for meters that are `counted per` one, such as a team.
    public var thing: String?

    /// A person.
    public init(
      _ id: String, snapshot: Snapshot = Snapshot(), in timeZone: TimeZone = .current,
      subscription: Instant? = nil, thing: String? = nil, packs: [PurchasedPack]? = nil
    ) {
      self.id = id
      self.snapshot = snapshot
      self.timeZone = timeZone
      self.subscription = subscription
      self.thing = thing
      self.packs = packs
    }
  }

  // MARK: Reading

  /// The snapshot of a person with the counters of all meters of the policy, and how they fall
  /// later if nothing more is used.
  public func snapshot(
    of person: Person, at now: Instant = .now
  ) async throws(UsageError) -> Snapshot {
    counted(try await store.book(of: person.id).book, person, at: now)
  }

  /// The counters of a book, by the name of the meter: what belongs into a snapshot. A meter in
  /// which nothing was counted holds 0. Meters that are counted per thing are left out if the
  /// person has no thing at hand.
  ///
  /// Where the policy lets unused amounts roll over, the counters say how much was carried into the
  /// window that runs, and how much is carried into the next one if nothing more is used.
  public func counters(
    _ book: UsageBook, of person: Person, at now: Instant
  ) -> [String: Usage] {
    let clock = clock(of: person, at: now)
    let time = book.effective(now)
    var usage: [String: Usage] = [:]
    for meter in meters where meter.isCounted(for: person.thing) {
      usage[meter.name] = reading(book, meter, person, clock, at: time).usage
    }
    return usage
  }

  /// The person's snapshot with what the book counts. A meter that the app counts itself, and that
  /// the book never saw, stays as it is. The latest instant of the book is its own: it says where
  /// windows are, not whether purchases are over.
  func counted(_ book: UsageBook, _ person: Person, at now: Instant) -> Snapshot {
    let clock = clock(of: person, at: now)
    let time = book.effective(now)
    var snapshot = withPacks(person, in: book, clock, at: time).snapshot
    for meter in meters where isKept(meter, in: book, for: person) {
      snapshot.usage[meter.name] = reading(book, meter, person, clock, at: time).usage
    }
    return snapshot
  }

  /// Whether the book keeps the counters of a meter; if not, the person's snapshot has them.
  func isKept(_ meter: MeteredTarget, in book: UsageBook, for person: Person) -> Bool {
    guard meter.isCounted(for: person.thing) else { return false }
    if person.snapshot.usage.isEmpty { return true }
    return person.snapshot.usage[meter.name] == nil || book.hasCounted(meter.name)
  }

  func clock(of person: Person, at now: Instant) -> WindowClock {
    guard isSubscriptionRead else { return WindowClock(in: person.timeZone) }
    let start = person.subscription ?? policy.subscriptionStart(in: person.snapshot, at: now)
    return WindowClock(in: person.timeZone, subscription: start)
  }

  // MARK: The question

  /// The meter with a name; nil if there is none.
  func meter(called name: String) -> MeteredTarget? {
    // A few names are compared sooner than one is hashed.
    meters.count <= 8 ? meters.first { $0.name == name } : metersByName[name]
  }

  /// The meter with a name, for a person who has the thing at hand that it is counted for.
  func meter(_ name: String, for person: Person) throws(UsageError) -> MeteredTarget {
    guard let meter = meter(called: name) else {
      throw policy.target(name) == nil ? .unknownTarget(name) : .notAMeter(name)
    }
    guard meter.isCounted(for: person.thing) else {
      throw .missingThing(meter: name, thing: meter.countedPer)
    }
    return meter
  }

  /// Reads a book, works out a change and applies it; again if somebody else was faster.
  @inline(__always)
  func step<Result: Sendable>(
    _ person: String,
    _ work: (UsageBook) throws(UsageError) -> (change: UsageChange?, result: Result)
  ) async throws(UsageError) -> Result {
    if let memory { return try memory.step(person, work) }
    for attempt in 0..<UsageCounter.mostAttempts {
      let (step, version) = try worked(out: try await store.book(of: person), work)
      guard let change = step.change else { return step.result }
      if try await store.apply(change, to: person, at: version) { return step.result }
      // Those who try in step lose in step: whoever lost a few times waits for a moment of chance.
      if attempt < 4 {
        await Task.yield()
      } else {
        try? await Task.sleep(nanoseconds: .random(in: 0...UInt64(attempt) * 100_000))
      }
    }
    throw .busy(attempts: UsageCounter.mostAttempts)
  }

  /// Apart, so that the book is let go of before the change is applied: a store that has the only
  /// reference to it copies nothing.
  @inline(never)
  private func worked<Result>(
    out stored: consuming StoredUsage,
    _ work: (UsageBook) throws(UsageError) -> (change: UsageChange?, result: Result)
  ) throws(UsageError) -> (step: (change: UsageChange?, result: Result), version: Int64) {
    (try work(stored.book), stored.version)
  }
}

extension Policy {
  /// When the subscription began that gives access now; nil without one. Of several it is the one
  /// that began first.
  fileprivate func subscriptionStart(in snapshot: Snapshot, at now: Instant) -> Instant? {
    let now = max(now, snapshot.latestSeen ?? now)
    var first: Instant?
    for grant in snapshot.grants where grant.state.givesAccess {
      guard let start = grant.start, start <= now, grant.until.map({ $0 > now }) ?? true,
        let index = grant.product.flatMap({ graph.names.products[$0] }),
        graph[product: index].renews
      else { continue }
      first = min(first ?? start, start)
    }
    return first
  }
}

extension Product {
  /// Whether it is a subscription.
  fileprivate var renews: Bool {
    prices.contains { price in
      switch price.period {
      case .weeks, .months: true
      case .once, .use: false
      }
    }
  }
}

extension UsageCounter {
  /// Ends a reservation with what was used in the end, and counts that in the windows that the
  /// reservation began in.
  ///
  /// - Parameters:
  ///   - id: The id of the reservation. Committing it again changes nothing.
  ///   - amount: How much was used, at most what was reserved; by default, all of it. 0 cancels it.
  ///     Less of a use that takes from meters takes from each what it takes now, and no more than
  ///     was reserved.
  /// - Throws: ``UsageError/unknownID(_:)``, ``UsageError/ended(id:)`` if it was cancelled or
  ///   forgotten, ``UsageError/moreThanReserved(id:reserved:)``.
  public func commit(
    _ id: String, amount: Int64? = nil, by person: Person, at now: Instant = .now
  ) async throws(UsageError) {
    try await step(person.id) { (book) throws(UsageError) in
      let known = try receipt(id, book)
      switch known.state {
      case .committed: return (nil, ())
      case .reserved where known.isReserved(at: book.effective(now)): break
      case .reserved, .ended: throw .ended(id: id)
      case .used, .refunded: throw .unknownID(id)
      }
      let amount = amount ?? known.asked
      guard amount >= 0 else {
        throw .amountTooSmall(meter: known.key.meter, amount: amount)
      }
      guard amount <= known.asked else {
        throw .moreThanReserved(id: id, reserved: known.asked)
      }
      return (try commit(known, id, amount, person, in: book, at: now), ())
    }
  }

  /// Ends a reservation of which nothing was used. Cancelling it again changes nothing.
  ///
  /// - Throws: ``UsageError/unknownID(_:)``, also if it was committed.
  public func cancel(
    _ id: String, by person: Person, at now: Instant = .now
  ) async throws(UsageError) {
    try await step(person.id) { (book) throws(UsageError) in
      let known = try receipt(id, book)
      switch known.state {
      case .ended: return (nil, ())
      case .reserved: break
      case .used, .committed, .refunded: throw .unknownID(id)
      }
      var writer = BookWriter(reading(book, try anyMeter(known), person, at: now))
      var receipt = known
      receipt.state = .ended
      writer.write(receipt, id)
      return (writer.change, ())
    }
  }

  /// Takes back a use that turned out not to be one, from the total and from the windows that it
  /// was counted in. Refunding it again changes nothing, and its id is not used again.
  ///
  /// - Throws: ``UsageError/unknownID(_:)``; ``UsageError/ended(id:)`` for a reservation that was
  ///   never committed.
  public func refund(
    _ id: String, by person: Person, at now: Instant = .now
  ) async throws(UsageError) {
    try await step(person.id) { (book) throws(UsageError) in
      let known = try receipt(id, book)
      switch known.state {
      case .refunded: return (nil, ())
      case .used, .committed: break
      case .reserved, .ended: throw .ended(id: id)
      }
      return (try uncount(known, id, person, in: book, at: now), ())
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

  /// Whether the total of a meter can be set for every person, whatever is at hand.
  package func keepsTotal(of name: String) -> Bool {
    meter(called: name).map { $0.refill == nil && $0.isCounted(for: nil) } ?? false
  }

  private func gauge(_ name: String, for person: Person) throws(UsageError) -> MeteredTarget {
    let meter = try meter(name, for: person)
    guard meter.refill == nil else { throw .refills(meter: name) }
    return meter
  }

  // MARK: Devices

  /// Merges the book of another device, or of the person's server, into the book in the store.
  ///
  /// Where unused amounts roll over, a device keeps the last 60 windows: a use in an earlier one
  /// that comes with another book changes nothing that is carried.
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

  /// A use or a reservation of this device.
  private func receipt(_ id: String, _ book: UsageBook) throws(UsageError) -> UsageReceipt {
    let page = book.pages[device]
    guard let known = page?.reservations[id] ?? page?.receipts[id] else { throw .unknownID(id) }
    return known
  }
}

extension UsageCounter {
  /// Uses a meter: decides, and counts if it may go ahead, as one step. A feature, or a meter, whose
  /// use takes from meters is counted in all of them in that step.
  ///
  /// - Parameters:
  ///   - name: The meter, or a feature that takes from meters.
  ///   - amount: How much, in the meter's unit, or how often; at least 1.
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
    try UsageCounter.check(amount, id, name)
    return try await step(person.id) { (book) throws(UsageError) in
      try use(name, amount, person, id, in: book, at: now)
    }
  }

  private func use(
    _ name: String, _ amount: Int64, _ person: Person, _ id: String?, in book: UsageBook,
    at now: Instant
  ) throws(UsageError) -> (change: UsageChange?, result: UsageAnswer) {
    try count(name, amount, person, id, in: book, at: now) { _ in .used }
  }

  @inline(__always)
  private func count(
    _ name: String, _ amount: Int64, _ person: Person, _ id: String?, in book: UsageBook,
    at now: Instant, state: (Int64) -> UsageReceipt.State
  ) throws(UsageError) -> (change: UsageChange?, result: UsageAnswer) {
    if hasUses, let target = taker(called: name) {
      return try count(
        amount, of: target, called: name, person, id, in: book, at: now, state: state)
    }
    let meter = try meter(name, for: person)
    return try count(amount, of: meter, person, id, in: book, at: now, state: state)
  }

  /// Reserves an amount, for a use that takes long or may fail: decides, and counts it until it is
  /// committed, cancelled or forgotten. All that the use takes from meters is reserved.
  ///
  /// - Parameters:
  ///   - name: The meter, or a feature that takes from meters.
  ///   - seconds: After so many seconds a forgotten reservation ends by itself; at least 1.
  ///   - id: The reservation's id, for ``commit(_:amount:by:at:)`` and ``cancel(_:by:at:)``.
  public func reserve(
    _ name: String, adding amount: Int64 = 1, by person: Person, id: String, for seconds: Int64,
    at now: Instant = .now
  ) async throws(UsageError) -> UsageAnswer {
    try UsageCounter.check(amount, id, name)
    let length = max(1, seconds).saturatingMultiply(1_000)
    return try await step(person.id) { (book) throws(UsageError) in
      try count(name, amount, person, id, in: book, at: now) { now in
        .reserved(until: WindowClock.believable(now.saturatingAdd(length)))
      }
    }
  }

  static func check(
    _ amount: Int64, _ id: String?, _ name: String
  ) throws(UsageError) {
    guard amount >= 1 else { throw .amountTooSmall(meter: name, amount: amount) }
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
      try known.checkRepeats(state(reading.now), id, at: reading.now)
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
    var note = hasPacks ? packNote(of: amount, reading, person, at: now) : PackNote()
    // Nothing that is allowed is charged.
    let charges =
      answer.outcome == .warned ? try charges(answer, by: person, at: reading.now) : nil
    if let charges, !isReserved { note.charge(charges, of: amount, in: reading) }
    writer.count(isReserved ? 0 : amount, at: reading.now, in: marks, note)
    if let charges, !isReserved { writer.charge(charges, id) }
    if let id {
      var receipt = UsageReceipt(
        key: reading.key, asked: amount, amount: amount, drawn: note.drawn, at: reading.now,
        outcome: answer.outcome,
        reason: answer.reason, state: state, marks: marks, matters: reading.matters(amount, marks))
      if let charges { receipt.charges = charges }
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
  func counters(
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
