public import Tollgate
public import TollgateRuntime

/// Takes in transactions so that none is lost and none counts twice: it stores each, verifies it,
/// stores the result, grants it, and only then tells the store that it is done with.
///
/// ```swift
/// let desk = try await PurchaseDesk.open(journal, verifier: verifier) { await app.finish($0) }
/// for await transaction in app.transactions {
///   show(await desk.receive(transaction.record, proof: transaction.signed))
/// }
/// ```
///
/// A crash at any point leaves a transaction that the store delivers again; what is known of it
/// already is not verified again, and the ledger is the same. What a verifier needs beyond the
/// record is never stored.
public actor PurchaseDesk<Verifier: PurchaseVerifier> {
  /// A transaction with what its verifier needs.
  private struct Work: Sendable {
    var record: PurchaseRecord
    var proof: Verifier.Proof
  }

  /// Everything that is known.
  public private(set) var ledger: Ledger
  /// Who is to be told of what, the first first; see ``takeNotices()``.
  private var notices: [PurchaseNotice] = []
  private var queue: RetryQueue<Work>
  private let journal: any PurchaseJournal
  private let verifier: Verifier
  private let terms: PurchaseTerms
  private let clock: any StoreClock
  private let finish: @Sendable (String) async -> Void
  /// What the journal says is finished: it is not said again.
  private var finished: Set<String> = []

  private init(
    _ ledger: Ledger, _ journal: any PurchaseJournal, _ verifier: Verifier,
    _ terms: PurchaseTerms, _ clock: any StoreClock,
    _ finish: @escaping @Sendable (String) async -> Void
  ) {
    self.ledger = ledger
    self.journal = journal
    self.verifier = verifier
    self.terms = terms
    self.clock = clock
    self.finish = finish
    queue = RetryQueue(schedule: terms.retries)
  }

  /// Opens a desk as the app starts: what the journal tells is known, and what was granted and not
  /// finished is finished. What was stored and never verified waits for the store to deliver it
  /// again, with its proof; ``Ledger/waiting(terms:account:)`` names it.
  ///
  /// - Parameter finish: Tells the store that a transaction is done with; it may be told twice.
  public static func open(
    _ journal: any PurchaseJournal, verifier: Verifier, terms: PurchaseTerms = PurchaseTerms(),
    clock: any StoreClock = SystemClock(), finish: @escaping @Sendable (String) async -> Void
  ) async throws(JournalError) -> PurchaseDesk {
    let entries = try await journal.entries()
    let ledger = Ledger(replaying: entries)
    let desk = PurchaseDesk(ledger, journal, verifier, terms, clock, finish)
    var finished: Set<String> = []
    for case .finished(let id) in entries { finished.insert(id) }
    await desk.note(finished: finished)
    let granted = Set(ledger.records.filter { terms.accepts($0.standing) }.map { $0.transactionID })
    for id in granted.subtracting(finished).sorted() { await desk.close(id) }
    return desk
  }

  private func note(finished ids: Set<String>) {
    finished = ids
  }

  /// Takes in a transaction that the store delivers, as often as it does.
  ///
  /// - Parameters:
  ///   - record: What the store says; whether it is genuine is for the verifier to say.
  ///   - proof: What the verifier needs.
  public func receive(_ record: PurchaseRecord, proof: Verifier.Proof) async -> PurchaseOutcome {
    var claimed = record
    claimed.verification = .waiting
    // A later reading of the same transaction is another piece of work.
    let id = "\(record.transactionID)@\(record.confirmed.milliseconds)"
    queue.add(Work(record: claimed, proof: proof), id: id, at: clock.now())
    return await workOff()[id] ?? .waiting(claimed)
  }

  /// Works on everything that is due.
  public func work() async {
    _ = await workOff()
  }

  /// Works on everything that is due, and tells what came of each piece of work.
  private func workOff() async -> [String: PurchaseOutcome] {
    var outcomes: [String: PurchaseOutcome] = [:]
    for item in queue.take(at: clock.now()) {
      let outcome = await work(on: item.payload)
      outcomes[item.id] = outcome
      switch outcome {
      case .purchased, .failed(.verificationFailed): queue.remove(item.id)
      case .waiting, .failed:
        guard queue.fail(item.id, at: clock.now()) != nil else { continue }
        let id = item.payload.record.transactionID
        notices.append(.failing(id: id, attempts: terms.retries.noticeAt))
      }
    }
    return outcomes
  }

  /// Works on everything that waits: the app came to the foreground, or there is a network again.
  public func wake() async {
    queue.wake(at: clock.now())
    await work()
  }

  /// Notes that the store was asked about every purchase of an account, and has answered.
  ///
  /// - Parameter instant: When it answered. An earlier one than is known changes nothing.
  public func confirm(account: String? = nil, at instant: Instant) async throws(JournalError) {
    var next = ledger
    next.confirm(account: account, at: instant)
    guard next != ledger else { return }
    try await journal.append([.confirmed(account: account, instant)])
    ledger.confirm(account: account, at: instant)
  }

  /// When something is due next by the clock; nothing for not before ``wake()``.
  public var nextDue: Instant? { queue.nextDue }

  /// The transactions that are not done with, by id.
  public var waiting: [String] { queue.items.map { $0.payload.record.transactionID } }

  /// What people are to be told since this was last asked.
  public func takeNotices() -> [PurchaseNotice] {
    defer { notices = [] }
    return notices
  }

  // MARK: One transaction

  private func work(on work: Work) async -> PurchaseOutcome {
    let id = work.record.transactionID
    if let known = ledger.record(id, terms: terms), known.confirmed >= work.record.confirmed {
      await close(id)
      return .purchased(known)
    }
    if let error = await store(work.record) { return .failed(error) }
    switch await verifier.verify(work.proof) {
    case .unavailable(let error): return .failed(error)
    case .genuine(let record) where record.transactionID == id:
      if let error = await store(record) { return .failed(error) }
      guard terms.accepts(record.standing) else { return .waiting(record) }
      await close(id)
      return .purchased(record)
    // Also a proof that is genuine, and of something else.
    case .invalid, .genuine:
      var refused = work.record
      refused.verification = .invalid
      return .failed(await store(refused) ?? .verificationFailed)
    }
  }

  /// Stores a record, and lets it count only then.
  private func store(_ record: PurchaseRecord) async -> PurchaseError? {
    var next = ledger
    do throws(SnapshotError) {
      guard try next.insert(record) else { return nil }
    } catch {
      // A record that cannot be right never will be.
      return .verificationFailed
    }
    do throws(JournalError) {
      try await journal.append([.record(record)])
    } catch {
      return .unknownError(description: error.description(in: "en"))
    }
    // While this one was stored, another may have been.
    ledger.merge(next)
    return nil
  }

  /// Tells the store that a transaction is done with. Where that cannot be noted, it is told again
  /// at the next launch.
  private func close(_ id: String) async {
    await finish(id)
    guard !finished.contains(id) else { return }
    do throws(JournalError) {
      try await journal.append([.finished(id)])
      finished.insert(id)
    } catch {
      return
    }
  }
}
