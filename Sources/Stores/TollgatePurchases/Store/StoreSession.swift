public import TollgateKit
import TollgateRuntime

/// Connects a store and a processor while an app runs: every transaction of the store is stored,
/// verified, granted and finished, in this order.
///
/// ```swift
/// let session = try await StoreSession.launch(
///   policy, in: store, journal: journal, verifier: verifier, account: account
/// ) { await page.show($0) }
/// await page.show(session.buy("annual"))
/// let decision = policy.decide("csv-export", for: await session.snapshot(), at: .now)
/// ```
///
/// The policy, the account and the terms are said once, at the launch. Products are called by their
/// names in the policy.
///
/// It listens before it asks for unfinished transactions, so that nothing is lost in between.
public actor StoreSession<Store: PurchaseStore, Verifier: PurchaseVerifier>
where Store.Proof == Verifier.Proof {
  /// The policy that says what the store's products grant.
  public nonisolated let policy: Policy
  /// The processor of all transactions, with the ledger.
  public nonisolated let processor: PurchaseProcessor<Verifier>
  /// The store.
  public nonisolated let store: Store
  /// The account that buys and restores; nil for none.
  public nonisolated var account: String? { owner.withLock { $0 } }
  /// The conditions under which a purchase counts.
  public nonisolated let terms: PurchaseTerms
  private let owner: Locked<String?>
  private let clock: any StoreClock
  private var listener: Task<Void, Never>?

  private init(
    _ policy: Policy, _ processor: PurchaseProcessor<Verifier>, _ store: Store,
    _ account: String?, _ terms: PurchaseTerms, _ clock: any StoreClock
  ) {
    self.policy = policy
    self.processor = processor
    self.store = store
    owner = Locked(account)
    self.terms = terms
    self.clock = clock
  }

  deinit { listener?.cancel() }

  /// Starts a session: reads the journal, finishes granted transactions, starts the listener, and
  /// processes the store's unfinished transactions.
  ///
  /// - Parameters:
  ///   - policy: The policy that says what the store's products grant.
  ///   - account: The account that buys and restores, and whose purchases count.
  ///   - changed: Receives the outcome of each transaction that was not asked for.
  public static func launch(
    _ policy: Policy, in store: Store, journal: any PurchaseJournal, verifier: Verifier,
    terms: PurchaseTerms = PurchaseTerms(), account: String? = nil,
    clock: any StoreClock = SystemClock(),
    changed: @escaping @Sendable (PurchaseOutcome) async -> Void = { _ in }
  ) async throws(JournalError) -> StoreSession {
    let processor = try await PurchaseProcessor.open(
      journal, verifier: verifier, terms: terms, clock: clock
    ) { id in await store.finish(id) }
    let session = StoreSession(policy, processor, store, account, terms, clock)
    await session.listen(changed)
    for transaction in await store.unfinished() {
      await changed(await processor.receive(transaction.record, proof: transaction.proof))
    }
    return session
  }

  /// The stream begins at once, not when the task does.
  private func listen(_ changed: @escaping @Sendable (PurchaseOutcome) async -> Void) {
    let updates = store.updates()
    listener = Task { [processor] in
      for await transaction in updates {
        await changed(await processor.receive(transaction.record, proof: transaction.proof))
      }
    }
  }

  /// Stops listening; purchases and restores are still processed.
  public func close() {
    listener?.cancel()
    listener = nil
  }

  /// Lets the user buy a product.
  ///
  /// - Parameter product: Its name in the policy.
  /// - Returns: ``PurchaseError/productNotFound`` for any other name, a store id included, and for a
  ///   product that is not for sale in this store; ``PurchaseError/pending`` for a purchase that
  ///   awaits approval: the listener receives it later.
  public func buy(_ product: String) async -> PurchaseOutcome {
    await buy(product, as: policy, for: account, isOnline: true)
  }

  /// The same by another version of the policy. Without a network it is queued, if the terms say so.
  func buy(
    _ product: String, as policy: Policy, for account: String?, isOnline: Bool
  ) async -> PurchaseOutcome {
    guard let id = store.storeID(of: product, in: policy) else { return .failed(.productNotFound) }
    let intent = PurchaseIntent(product: id.text, account: account)
    let isQueued = terms.offlinePurchase == .queue
    if !isOnline, isQueued { return await queue(intent) }
    let outcome = await pass(intent)
    return isQueued && outcome == .failed(.networkError) ? await queue(intent) : outcome
  }

  private func queue(_ intent: PurchaseIntent) async -> PurchaseOutcome {
    switch await processor.begin(intent, isOnline: false) {
    case .now, .queued: .queued
    case .refused(let error): .failed(error)
    }
  }

  /// Passes a purchase to the store.
  private func pass(_ intent: PurchaseIntent) async -> PurchaseOutcome {
    switch await store.buy(StoreID(intent.product), account: intent.account) {
    case .paid(let transaction):
      await processor.receive(transaction.record, proof: transaction.proof)
        .planned(intent.product)
    case .pending: .failed(.pending)
    case .userCancelled: .failed(.userCancelled)
    case .failed(let error): .failed(error)
    }
  }

  /// Passes the account's purchases that were begun without a network to the store, each once; those
  /// of others wait for them. The outcome is in the ledger; whatever the store refuses is forgotten.
  func buyQueued() async {
    for intent in await processor.takeQueuedIntents() {
      guard intent.account == account, await pass(intent) != .failed(.networkError) else {
        await processor.keep(intent)
        continue
      }
      // An intent that cannot be ended is passed on once more at the next launch.
      try? await processor.end(intent)
    }
  }

  /// Buys, restores and confirms for another account from now on.
  nonisolated func changeAccount(to account: String?) { owner.withLock { $0 = account } }

  /// Processes all purchases of the store, because the user asked for it.
  public func restore() async -> RestoreOutcome {
    do throws(PurchaseError) {
      try await store.synchronize()
      // Retries earlier failures at once: the user is waiting.
      await processor.wake()
      return await outcome(of: try await receiveAll())
    } catch {
      return .failed(error)
    }
  }

  /// Processes all purchases of the store without asking the user for anything; a ``Refresher``
  /// calls it.
  public func refresh() async -> Refresher.Outcome {
    do throws(PurchaseError) {
      let now = clock.now()
      _ = try await receiveAll()
      return .success(now)
    } catch {
      return .failure(error)
    }
  }

  // MARK: The user

  /// The snapshot for decisions: ``Ledger/snapshot(policy:terms:account:at:adding:)`` of this
  /// session's account, now.
  ///
  /// - Parameter base: Everything else about the user (facts, usage, other grants). It is kept.
  public func snapshot(adding base: Snapshot = Snapshot()) async -> Snapshot {
    await processor.ledger.snapshot(
      policy: policy, terms: terms, account: account, at: clock.now(), adding: base)
  }

  /// The status for a settings page and a paywall, now.
  public func status(adding base: Snapshot = Snapshot()) async -> PurchaseStatus {
    await processor.ledger.status(
      policy: policy, terms: terms, account: account, at: clock.now(), adding: base)
  }

  /// Reports what has changed for the account since the last report, and logs it:
  /// ``PurchaseProcessor/reportChange(policy:account:adding:)``.
  public func reportChange(
    adding base: Snapshot = Snapshot()
  ) async throws(JournalError) -> StatusChange? {
    try await processor.reportChange(policy: policy, account: account, adding: base)
  }

  /// Notes that the store or the server has answered for all purchases of the account, now.
  public func confirm() async throws(JournalError) {
    try await processor.confirm(account: account, at: clock.now())
  }

  /// Processes all purchases of the store. The time of its answer is the clock's, or a later one of
  /// the store itself.
  private func receiveAll() async throws(PurchaseError) -> [PurchaseOutcome] {
    let account = account
    var time = clock.now()
    let transactions = try await store.purchases()
    let ledger = await processor.ledger
    var outcomes: [PurchaseOutcome] = []
    for transaction in transactions {
      let record = transaction.record
      if let known = ledger.record(record.transactionID, terms: terms),
        known.confirmed >= record.confirmed
      {
        outcomes.append(.purchased(known))
      } else {
        outcomes.append(await processor.receive(record, proof: transaction.proof))
      }
    }
    for case .purchased(let record) in outcomes { time = max(time, record.confirmed) }
    do throws(JournalError) {
      try await processor.confirm(account: account, at: time)
    } catch {
      throw .unknownError(description: error.description(in: "en"))
    }
    return outcomes
  }

  /// The products that are open now; an unverified purchase is a failure only if there are none.
  private func outcome(of outcomes: [PurchaseOutcome]) async -> RestoreOutcome {
    var records: [PurchaseRecord] = []
    var failure: PurchaseError?
    for outcome in outcomes {
      switch outcome {
      case .purchased(let record) where record.kind != .consumable: records.append(record)
      case .failed(let error) where error != .verificationFailed: failure = failure ?? error
      // Its verifier has not answered yet.
      case .waiting(let record) where record.kind != .consumable: failure = failure ?? .networkError
      case .purchased, .scheduled, .waiting, .queued, .failed: break
      }
    }
    let restored = await processor.ledger.outcome(
      ofRestoring: records, policy: policy, terms: terms, account: account, at: clock.now())
    guard restored == .nothingToRestore, let failure else { return restored }
    return .failed(failure)
  }
}

extension PurchaseOutcome {
  /// The outcome of buying a product by its store id: a plan that only renews as it begins later.
  fileprivate func planned(_ product: String) -> PurchaseOutcome {
    guard case .purchased(let record) = self, record.product != product,
      record.renewsAs == product
    else { return self }
    return .scheduled(record)
  }
}
