public import TollgateKit
public import TollgateRuntime

/// Takes in transactions so that none is lost and none counts twice: it stores each, verifies it,
/// stores the result, grants it, and only then tells the store that it is done with.
///
/// ```swift
/// let processor = try await PurchaseProcessor.open(journal, verifier: verifier) { await app.finish($0) }
/// for await transaction in app.transactions {
///   show(await processor.receive(transaction.record, proof: transaction.signed))
/// }
/// ```
///
/// A crash at any point leaves a transaction that the store delivers again; what is known of it
/// already is not verified again, and the ledger is the same. What a verifier needs beyond the
/// record is never stored.
///
/// Purchases begun without a network, changes that a server is to hear of, and the log of changes
/// are kept in the same journal, and are there again after a restart.
public actor PurchaseProcessor<Verifier: PurchaseVerifier> {
  /// A transaction with what its verifier needs.
  struct Work: Sendable {
    var record: PurchaseRecord
    var proof: Verifier.Proof
  }

  /// What the journal tells.
  var state: JournalState
  var queue: RetryQueue<Work>
  var intents = RetryQueue<PurchaseIntent>()
  var outbox: RetryQueue<SyncItem>
  /// Who is to be told of what, the first first; see ``takeNotices()``.
  private var notices: [PurchaseNotice] = []
  let journal: any PurchaseJournal
  let terms: PurchaseTerms
  let clock: any StoreClock
  private let verifier: Verifier
  private let finish: @Sendable (String) async -> Void
  /// The work that is being done, and who waits for it beside the one who began it.
  private var inHand: [String: [CheckedContinuation<PurchaseOutcome, Never>]] = [:]
  private var isWriting = false
  private var writers: [CheckedContinuation<Void, Never>] = []

  private init(
    _ state: JournalState, _ journal: any PurchaseJournal, _ verifier: Verifier,
    _ terms: PurchaseTerms, _ clock: any StoreClock,
    _ finish: @escaping @Sendable (String) async -> Void
  ) {
    self.state = state
    self.journal = journal
    self.verifier = verifier
    self.terms = terms
    self.clock = clock
    self.finish = finish
    queue = RetryQueue(schedule: terms.retries)
    outbox = RetryQueue(schedule: terms.retries)
    for intent in state.intents { intents.add(intent, id: intent.id, at: nil) }
    let now = clock.now()
    for item in state.outbox { outbox.add(item, id: item.id, at: now) }
  }

  /// Opens a processor as the app starts: what the journal tells is known, and what was granted and not
  /// finished is finished. What was stored and never verified waits for the store to deliver it
  /// again, with its proof; ``Ledger/waiting(terms:account:)`` names it.
  ///
  /// - Parameter finish: Tells the store that a transaction is done with; it may be told twice.
  public static func open(
    _ journal: any PurchaseJournal, verifier: Verifier, terms: PurchaseTerms = PurchaseTerms(),
    clock: any StoreClock = SystemClock(), finish: @escaping @Sendable (String) async -> Void
  ) async throws(JournalError) -> PurchaseProcessor {
    let state = JournalState(replaying: try await journal.entries())
    let processor = PurchaseProcessor(state, journal, verifier, terms, clock, finish)
    let granted = Set(
      state.ledger.records.filter { terms.accepts($0.standing) }.map { $0.transactionID })
    for id in granted.subtracting(state.finished).sorted() { await processor.close(id) }
    return processor
  }

  /// Everything that is known.
  public var ledger: Ledger { state.ledger }

  /// The transactions that are not done with, by id.
  public var waiting: [String] { queue.items.map { $0.payload.record.transactionID } }

  /// When a transaction or the server's next item is due by the clock; nothing for not before
  /// ``wake()``. Then ``work()`` and ``flushOutbox(_:)`` have something to do.
  public var nextDue: Instant? {
    [queue.nextDue, outbox.items.first?.due].compactMap { $0 }.min()
  }

  /// What people are to be told since this was last asked.
  public func takeNotices() -> [PurchaseNotice] {
    defer { notices = [] }
    return notices
  }

  /// Takes in a transaction that the store delivers, as often as it does. What is being worked on
  /// already, because a listener was told of it as well, is not worked on twice: both are told what
  /// came of it.
  ///
  /// - Parameters:
  ///   - record: What the store says; whether it is genuine is for the verifier to say.
  ///   - proof: What the verifier needs.
  public func receive(_ record: PurchaseRecord, proof: Verifier.Proof) async -> PurchaseOutcome {
    var claimed = record
    claimed.verification = .waiting
    // A later reading of the same transaction is another piece of work.
    let id = "\(record.transactionID)@\(record.confirmed.milliseconds)"
    guard inHand[id] == nil else {
      return await withCheckedContinuation { inHand[id]?.append($0) }
    }
    let failures = state.failures[record.transactionID] ?? 0
    queue.add(
      Work(record: claimed, proof: proof), id: id, at: clock.now(), failures: failures)
    return await workOff()[id] ?? .waiting(claimed)
  }

  /// Works on everything that is due.
  public func work() async {
    _ = await workOff()
  }

  /// Works on everything that waits, and makes what the server is to hear of due: the app came to
  /// the foreground, or there is a network again.
  public func wake() async {
    queue.wake(at: clock.now())
    outbox.wake(at: clock.now())
    await work()
  }

  /// Works on everything that is due, and tells what came of each piece of work.
  private func workOff() async -> [String: PurchaseOutcome] {
    var outcomes: [String: PurchaseOutcome] = [:]
    let items = queue.take(at: clock.now())
    for item in items { inHand[item.id] = [] }
    for item in items {
      let outcome = await work(on: item.payload)
      outcomes[item.id] = outcome
      for other in inHand.removeValue(forKey: item.id) ?? [] { other.resume(returning: outcome) }
      switch outcome {
      case .purchased, .failed(.verificationFailed): queue.remove(item.id)
      case .waiting, .failed: await fail(item)
      }
    }
    return outcomes
  }

  /// Counts the failure, also beyond this launch. Where that cannot be stored it counts for now.
  private func fail(_ item: RetryQueue<Work>.Item) async {
    let id = item.payload.record.transactionID
    if queue.fail(item.id, at: clock.now()) != nil {
      notices.append(.failing(id: id, attempts: terms.retries.noticeAt))
    }
    do throws(JournalError) {
      try await write { [.failed(id, attempts: item.failures + 1)] }
    } catch {
      return
    }
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

  /// Stores a record, and lets it count only then. A purchase that was begun and is made by it has
  /// ended in the same step.
  private func store(_ record: PurchaseRecord) async -> PurchaseError? {
    do throws(SnapshotError) {
      var next = ledger
      guard try next.insert(record) else { return nil }
    } catch {
      // A record that cannot be right never will be.
      return .verificationFailed
    }
    do throws(JournalError) {
      let made = intents(madeBy: record)
      try await write { [.record(record)] + made.map { .ended($0) } }
      for intent in made { intents.remove(intent.id) }
      return nil
    } catch {
      return .unknownError(description: error.description(in: "en"))
    }
  }

  /// Tells the store that a transaction is done with. Where that cannot be noted, it is told again
  /// at the next launch.
  private func close(_ id: String) async {
    await finish(id)
    do throws(JournalError) {
      try await write { state.finished.contains(id) ? [] : [.finished(id)] }
    } catch {
      return
    }
  }

  // MARK: The journal

  /// Stores entries, and lets them count only then. One at a time, so that the journal tells
  /// everything in the order in which it came to be known here.
  ///
  /// - Parameter entries: Makes them of what is known then.
  func write(_ entries: () -> [JournalEntry]) async throws(JournalError) {
    await enter()
    defer { leave() }
    let entries = entries()
    guard !entries.isEmpty else { return }
    try await journal.append(entries)
    for entry in entries { state.take(entry) }
  }

  private func enter() async {
    guard isWriting else {
      isWriting = true
      return
    }
    await withCheckedContinuation { writers.append($0) }
  }

  private func leave() {
    if writers.isEmpty {
      isWriting = false
    } else {
      writers.removeFirst().resume()
    }
  }
}
