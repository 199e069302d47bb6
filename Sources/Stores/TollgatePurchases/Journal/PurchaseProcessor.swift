public import TollgateKit
public import TollgateRuntime

/// Processes transactions so that none is lost and none counts twice: it stores each, verifies it,
/// stores the result, grants it, and only then finishes it with the store.
///
/// ```swift
/// let processor = try await PurchaseProcessor.open(journal, verifier: verifier) { await app.finish($0) }
/// for await transaction in app.transactions {
///   show(await processor.receive(transaction.record, proof: transaction.signed))
/// }
/// ```
///
/// After a crash at any point the store delivers the transaction again. A verified record is
/// not verified again, and the ledger is the same. The proof that a verifier needs is never stored.
///
/// The same journal keeps purchases begun without a network, changes for the server, and the log of
/// changes; all of them survive a restart.
public actor PurchaseProcessor<Verifier: PurchaseVerifier> {
  /// A transaction with what its verifier needs.
  struct Work: Sendable {
    var record: PurchaseRecord
    var proof: Verifier.Proof
  }

  /// The state of the journal.
  var state: JournalState
  var queue: RetryQueue<Work>
  var intents = RetryQueue<PurchaseIntent>()
  var outbox: RetryQueue<SyncItem>
  /// How often the store or the server has answered in this launch.
  var answers = 0
  /// The messages for the user, the oldest first; see ``takeNotices()``.
  private var notices: [PurchaseNotice] = []
  let journal: any PurchaseJournal
  let terms: PurchaseTerms
  let clock: any StoreClock
  private let verifier: Verifier
  private let finish: @Sendable (String) async -> Void
  /// The work in progress, and the further callers that wait for each result.
  private var inProgress: [String: [CheckedContinuation<PurchaseOutcome, Never>]] = [:]
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

  /// Opens a processor at launch. It reads the journal, and finishes the transactions that were
  /// granted but not finished. A transaction that was stored and never verified waits until the
  /// store delivers it again with its proof; ``Ledger/waiting(terms:account:)`` lists it.
  ///
  /// - Parameter finish: Finishes a transaction with the store; it may be called twice for one.
  public static func open(
    _ journal: any PurchaseJournal, verifier: Verifier, terms: PurchaseTerms = PurchaseTerms(),
    clock: any StoreClock = SystemClock(), finish: @escaping @Sendable (String) async -> Void
  ) async throws(JournalError) -> PurchaseProcessor {
    let state = JournalState(replaying: try await journal.entries())
    let processor = PurchaseProcessor(state, journal, verifier, terms, clock, finish)
    let granted = Set(
      state.ledger.records.filter { terms.accepts($0.effectiveVerification) }.map {
        $0.transactionID
      })
    for id in granted.subtracting(state.finished).sorted() { await processor.close(id) }
    return processor
  }

  /// All purchases.
  public var ledger: Ledger { state.ledger }

  /// The ids of the unfinished transactions.
  public var waiting: [String] { queue.items.map { $0.payload.record.transactionID } }

  /// When a transaction or the next item for the server is due by the clock; nil if nothing is due
  /// before ``wake()``. Call ``work()`` and ``flushOutbox(_:)`` then.
  public var nextDue: Instant? {
    [queue.nextDue, outbox.items.first?.due].compactMap { $0 }.min()
  }

  /// The messages for the user since the last call.
  public func takeNotices() -> [PurchaseNotice] {
    defer { notices = [] }
    return notices
  }

  /// Processes a transaction that the store delivers, however often it does. If it is being
  /// processed already, because the listener has received it as well, it is processed once, and
  /// both callers get the outcome.
  ///
  /// - Parameters:
  ///   - record: The store's data; the verifier says whether it is genuine.
  ///   - proof: The proof that the verifier needs.
  public func receive(_ record: PurchaseRecord, proof: Verifier.Proof) async -> PurchaseOutcome {
    var claimed = record
    claimed.verification = .waiting
    // A later reading of the same transaction is separate work.
    let id = "\(record.transactionID)@\(record.confirmed.milliseconds)"
    guard inProgress[id] == nil else {
      return await withCheckedContinuation { inProgress[id]?.append($0) }
    }
    let failures = state.failures[record.transactionID] ?? 0
    queue.add(
      Work(record: claimed, proof: proof), id: id, at: clock.now(), failures: failures)
    return await processDue()[id] ?? .waiting(claimed)
  }

  /// Processes everything that is due.
  public func work() async {
    _ = await processDue()
  }

  /// Processes everything that waits, and makes the items for the server due: the app came to the
  /// foreground, or the network is back.
  public func wake() async {
    queue.wake(at: clock.now())
    outbox.wake(at: clock.now())
    await work()
  }

  /// Processes everything that is due, and returns the outcomes by id.
  private func processDue() async -> [String: PurchaseOutcome] {
    var outcomes: [String: PurchaseOutcome] = [:]
    let items = queue.take(at: clock.now())
    for item in items { inProgress[item.id] = [] }
    for item in items {
      let outcome = await process(item.payload)
      outcomes[item.id] = outcome
      for other in inProgress.removeValue(forKey: item.id) ?? [] {
        other.resume(returning: outcome)
      }
      switch outcome {
      case .purchased, .scheduled, .failed(.verificationFailed): queue.remove(item.id)
      case .waiting, .queued, .failed: await fail(item)
      }
    }
    return outcomes
  }

  /// Counts the failure, also for later launches. If it cannot be stored, it counts for this
  /// launch.
  private func fail(_ item: RetryQueue<Work>.Item) async {
    let id = item.payload.record.transactionID
    if queue.fail(item.id, at: clock.now()) != nil {
      notices.append(.failing(id: id, attempts: terms.retries.noticeAt))
    }
    try? await write { [.failed(id, attempts: item.failures + 1)] }
  }

  // MARK: One transaction

  private func process(_ work: Work) async -> PurchaseOutcome {
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
      guard terms.accepts(record.effectiveVerification) else { return .waiting(record) }
      await close(id)
      return .purchased(record)
    // Also a genuine proof of another transaction.
    case .invalid, .genuine:
      var refused = work.record
      refused.verification = .invalid
      return .failed(await store(refused) ?? .verificationFailed)
    }
  }

  /// Stores a record; it counts only then. The queued purchase that it completes ends in the same
  /// step.
  private func store(_ record: PurchaseRecord) async -> PurchaseError? {
    do throws(SnapshotError) {
      guard try ledger.isChanged(by: record) else { return nil }
    } catch {
      // An invalid record stays invalid.
      return .verificationFailed
    }
    do throws(JournalError) {
      let made = intents(madeBy: record)
      try await write {
        let answer = answer(with: record).map {
          JournalEntry.confirmed(account: record.account, $0)
        }
        if answer != nil { answers += 1 }
        return [.record(record)] + made.map { .ended($0) } + [answer].compactMap { $0 }
      }
      for intent in made { intents.remove(intent.id) }
      return nil
    } catch {
      return .unknownError(description: error.description(in: "en"))
    }
  }

  /// The store's time, if a genuine record that is new shows that a later one was a wrong clock's.
  private func answer(with record: PurchaseRecord) -> Instant? {
    let time = max(clock.now(), record.confirmed)
    return terms.accepts(record.effectiveVerification) && ledger.isAhead(of: time) ? time : nil
  }

  /// Finishes a transaction with the store. If that cannot be stored, it is finished again at the
  /// next launch.
  private func close(_ id: String) async {
    await finish(id)
    try? await write { state.finished.contains(id) ? [] : [.finished(id)] }
  }

  // MARK: The journal

  /// Stores entries; they count only then. One write runs at a time, so the journal has the order
  /// in which they became known.
  ///
  /// - Parameter entries: Makes the entries from the state at that moment.
  func write(_ entries: () -> [JournalEntry]) async throws(JournalError) {
    await enter()
    defer { leave() }
    let entries = entries()
    guard !entries.isEmpty else { return }
    try await journal.append(entries)
    for entry in entries { state.apply(entry) }
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

extension PurchaseProcessor {
  /// The log of changes that ``reportChange(policy:account:adding:)`` writes.
  public var audit: AuditLog { state.audit }

  /// The changes that the app's server has not acknowledged, the oldest first.
  public var unsent: [SyncItem] { state.outbox }

  /// Reports what has changed for an account since the last report, in this launch or an earlier
  /// one. It adds the change to ``audit`` and, if the app has a server
  /// (``PurchaseTerms/hasServer``), to ``unsent``. Call it after every transaction, and when the
  /// app comes to the foreground: time changes things too.
  ///
  /// Each change is logged exactly once, even if the app ends between a purchase and the report. A
  /// purchase without an account changes the status of every account, and is logged for each
  /// account that is reported.
  ///
  /// - Parameters:
  ///   - account: Whose purchases; the same as in
  ///     ``Ledger/status(policy:terms:account:at:adding:)``.
  ///   - base: Everything else about the user, such as usage and facts. A change of these is not a
  ///     change of the purchases.
  /// - Returns: The change; nil if there is none.
  /// - Throws: ``JournalError`` if it cannot be stored; the next report includes it.
  public func reportChange(
    policy: Policy, account: String? = nil, adding base: Snapshot = Snapshot()
  ) async throws(JournalError) -> StatusChange? {
    var change: StatusChange?
    var item: SyncItem?
    let clockTime = clock.now()
    try await write {
      let last = state.checkpoints.first { $0.account == account }
      // Setting the clock back does not undo a reported change.
      let now = max(clockTime, last?.at ?? clockTime)
      var tracker = StatusTracker(policy: policy, terms: terms, account: account)
      _ = tracker.observe(last?.ledger ?? Ledger(), at: last?.at ?? now, adding: base)
      change = tracker.observe(state.ledger, at: now, adding: base)
      guard let change else { return [] }
      item = terms.hasServer ? SyncItem(change, account: account) : nil
      return AuditLog.entries(for: change).map { .audited($0) }
        + [item].compactMap { $0.map { .outgoing($0) } }
        + [.reported(account: account, now)]
    }
    if let item { outbox.add(item, id: item.id, at: clockTime) }
    return change
  }

  /// Sends the due items to the server in order: an item waits for those before it. Call it as the
  /// flush of a ``Refresher``, after ``wake()``, which makes everything due.
  ///
  /// - Parameter send: Sends an item. It returns the time of the server's acknowledgement or final
  ///   refusal; nil to send it again. An item may be sent twice, with the same id.
  public func flushOutbox(_ send: @Sendable (SyncItem) async -> Instant?) async {
    while let item = outbox.takeFirst(at: clock.now()) {
      guard let instant = await send(item.payload), await acknowledge(item.payload, at: instant)
      else {
        _ = outbox.fail(item.id, at: clock.now())
        return
      }
      outbox.remove(item.id)
    }
  }

  private func acknowledge(_ item: SyncItem, at instant: Instant) async -> Bool {
    let entries: [JournalEntry] = [
      .acknowledged(item.id), .confirmed(account: item.account, instant),
    ]
    return (try? await write { entries }) != nil
  }

  /// Notes that the store or the server has answered a request for all purchases of an account.
  /// The latest time begins anew with it: a clock that was in the future is forgotten.
  ///
  /// - Parameter instant: The time of the answer.
  public func confirm(account: String? = nil, at instant: Instant) async throws(JournalError) {
    try await write {
      ledger.isAnswered(account: account, at: instant)
        ? [] : [.confirmed(account: account, instant)]
    }
    answers += 1
  }

  /// Deletes an account's data, in the journal too. Records without an account stay, and so does
  /// the log in ``audit``.
  public func clear(account: String) async throws(JournalError) {
    try await write { [.cleared(account: account)] }
    for item in queue.items where item.payload.record.account == account { queue.remove(item.id) }
    for item in intents.items where item.payload.account == account { intents.remove(item.id) }
    for item in outbox.items where item.payload.account == account { outbox.remove(item.id) }
    try await journal.compact()
  }
}

extension PurchaseProcessor {
  /// The purchases that were begun without a network and have not ended, the oldest first.
  public var queuedIntents: [PurchaseIntent] { state.intents }

  /// Begins a purchase. Without a network it is queued or refused, as the terms say. A queued
  /// purchase survives a restart, and grants nothing.
  public func begin(_ intent: PurchaseIntent, isOnline: Bool) async -> PurchaseIntent.Start {
    if isOnline { return .now }
    guard terms.offlinePurchase == .queue else { return .refused(.networkError) }
    do throws(JournalError) {
      try await write { state.intents.contains(intent) ? [] : [.begun(intent)] }
    } catch {
      return .refused(.unknownError(description: error.description(in: "en")))
    }
    intents.add(intent, id: intent.id, at: nil)
    return .queued
  }

  /// Returns the queued purchases, because there is a network: each once per launch. Pass each to
  /// the store, then call ``end(_:)`` or ``keep(_:)``. A purchase ends by itself when its genuine
  /// transaction is received.
  ///
  /// A crash before a purchase ends leaves it queued. To ask nobody to buy the same twice, receive
  /// the store's unfinished transactions before you call this.
  public func takeQueuedIntents() -> [PurchaseIntent] {
    let now = clock.now()
    intents.wake(at: now)
    return intents.take(at: now).map { $0.payload }
  }

  /// Removes a purchase that succeeded, was refused by the store, or was cancelled by the user.
  public func end(_ intent: PurchaseIntent) async throws(JournalError) {
    try await write { state.intents.contains(intent) ? [.ended(intent)] : [] }
    intents.remove(intent.id)
  }

  /// Keeps a purchase that could not be passed to the store, for another attempt.
  public func keep(_ intent: PurchaseIntent) {
    _ = intents.fail(intent.id, at: clock.now())
  }

  /// The queued purchases that a record completes: those of its product and account, if the record
  /// counts, is new, and is in force.
  func intents(madeBy record: PurchaseRecord) -> [PurchaseIntent] {
    guard terms.accepts(record.effectiveVerification), !record.isRevoked,
      ledger.record(record.transactionID, terms: terms) == nil,
      record.end.map({ $0 > clock.now() }) ?? true
    else { return [] }
    return state.intents.filter { intent in
      intent.product == record.product && record.belongs(to: intent.account)
    }
  }
}
