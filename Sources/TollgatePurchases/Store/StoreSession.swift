public import TollgateKit
import TollgateRuntime

/// A store and a processor at work together, from the launch of an app to its end: whatever the store
/// delivers is stored, verified, granted and finished, in this order.
///
/// ```swift
/// let session = try await StoreSession.launch(store, journal: journal, verifier: verifier) {
///   await page.show($0)
/// }
/// await page.show(session.buy("com.app.pro.annual"))
/// ```
///
/// It listens before it asks what is unfinished, so that nothing is lost in between.
public actor StoreSession<Store: PurchaseStore, Verifier: PurchaseVerifier>
where Store.Proof == Verifier.Proof {
  /// Where transactions are taken in; its ledger is all that is known.
  public nonisolated let processor: PurchaseProcessor<Verifier>
  /// The store.
  public nonisolated let store: Store
  /// Whose purchases are made and restored.
  public nonisolated let account: String?
  private let terms: PurchaseTerms
  private let clock: any StoreClock
  private var listener: Task<Void, Never>?

  private init(
    _ processor: PurchaseProcessor<Verifier>, _ store: Store, _ account: String?,
    _ terms: PurchaseTerms,
    _ clock: any StoreClock
  ) {
    self.processor = processor
    self.store = store
    self.account = account
    self.terms = terms
    self.clock = clock
  }

  deinit { listener?.cancel() }

  /// Begins: what the journal tells is known, what was granted is finished, the listener runs, and
  /// what the store still has in hand is taken in.
  ///
  /// - Parameters:
  ///   - account: Whose purchases are made and restored.
  ///   - changed: Told what came of each transaction that was not asked for.
  public static func launch(
    _ store: Store, journal: any PurchaseJournal, verifier: Verifier,
    terms: PurchaseTerms = PurchaseTerms(), account: String? = nil,
    clock: any StoreClock = SystemClock(),
    changed: @escaping @Sendable (PurchaseOutcome) async -> Void = { _ in }
  ) async throws(JournalError) -> StoreSession {
    let processor = try await PurchaseProcessor.open(
      journal, verifier: verifier, terms: terms, clock: clock
    ) { id in await store.finish(id) }
    let session = StoreSession(processor, store, account, terms, clock)
    await session.listen(changed)
    for transaction in await store.unfinished() {
      await changed(await processor.receive(transaction.record, proof: transaction.proof))
    }
    return session
  }

  /// The stream is asked for at once, not when the task begins.
  private func listen(_ changed: @escaping @Sendable (PurchaseOutcome) async -> Void) {
    let updates = store.updates()
    listener = Task { [processor] in
      for await transaction in updates {
        await changed(await processor.receive(transaction.record, proof: transaction.proof))
      }
    }
  }

  /// Stops listening; what is bought and restored is still taken in.
  public func close() {
    listener?.cancel()
    listener = nil
  }

  /// Lets the person buy.
  ///
  /// - Parameter product: The store's id of it.
  /// - Returns: ``PurchaseError/pending`` for what awaits approval: it comes by the listener later.
  public func buy(_ product: String) async -> PurchaseOutcome {
    switch await store.buy(product, account: account) {
    case .paid(let transaction):
      return await processor.receive(transaction.record, proof: transaction.proof)
    case .pending: return .failed(.pending)
    case .userCancelled: return .failed(.userCancelled)
    case .failed(let error): return .failed(error)
    }
  }

  /// Takes in everything that the store knows, because the person asked for it.
  public func restore() async -> RestoreOutcome {
    do throws(PurchaseError) {
      try await store.synchronize()
      // What failed before is tried at once: the person is waiting.
      await processor.wake()
      return outcome(of: try await takeAll())
    } catch {
      return .failed(error)
    }
  }

  /// Takes in everything that the store knows, without asking the person for anything; it is what
  /// a ``Refresher`` calls.
  public func refresh() async -> Refresher.Outcome {
    do throws(PurchaseError) {
      let now = clock.now()
      _ = try await takeAll()
      return .success(now)
    } catch {
      return .failure(error)
    }
  }

  private func takeAll() async throws(PurchaseError) -> [PurchaseOutcome] {
    let now = clock.now()
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
    do throws(JournalError) {
      try await processor.confirm(account: account, at: now)
    } catch {
      throw .unknownError(description: error.description(in: "en"))
    }
    return outcomes
  }

  /// As ``Ledger/restore(_:terms:account:at:)`` has it; a purchase that cannot be verified now is
  /// a failure only where nothing else was found.
  private func outcome(of outcomes: [PurchaseOutcome]) -> RestoreOutcome {
    var restored: Set<String> = []
    var failure: PurchaseError?
    for outcome in outcomes {
      switch outcome {
      case .purchased(let record) where record.kind != .consumable:
        restored.insert(record.transactionID)
      case .failed(let error) where error != .verificationFailed: failure = failure ?? error
      // Its verifier has not answered yet.
      case .waiting(let record) where record.kind != .consumable: failure = failure ?? .networkError
      case .purchased, .waiting, .failed: break
      }
    }
    if !restored.isEmpty { return .restored(restored.sorted()) }
    return failure.map { .failed($0) } ?? .nothingToRestore
  }
}
