import TollgateKit
import TollgateRuntime

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
