import TollgateKit
import TollgateRuntime

extension PurchaseProcessor {
  /// The purchases that were begun without a network and have not ended, the first first.
  public var begun: [PurchaseIntent] { state.intents }

  /// Begins a purchase. Without a network it is kept or refused, as the terms say; one that is
  /// kept outlasts a restart, and grants nothing.
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

  /// Hands out the purchases that wait, because there is a network: each once until the app is
  /// launched again. They are to be handed to the store, and then ``end(_:)`` or ``keep(_:)`` is
  /// called; one whose transaction is received and genuine has ended by itself.
  ///
  /// A crash while a purchase is handed out leaves it waiting: take in what the store delivers
  /// before this is called, and nobody is asked to buy the same twice.
  public func takeBegun() -> [PurchaseIntent] {
    let now = clock.now()
    intents.wake(at: now)
    return intents.take(at: now).map { $0.payload }
  }

  /// Forgets a purchase that was made, was refused by the store, or was cancelled by the person.
  public func end(_ intent: PurchaseIntent) async throws(JournalError) {
    try await write { state.intents.contains(intent) ? [.ended(intent)] : [] }
    intents.remove(intent.id)
  }

  /// Keeps a purchase that the store could not be handed; it is handed out again.
  public func keep(_ intent: PurchaseIntent) {
    _ = intents.fail(intent.id, at: clock.now())
  }

  /// The purchases that a record completes: of its product and account, when it counts, was not
  /// known, and is in force.
  func intents(madeBy record: PurchaseRecord) -> [PurchaseIntent] {
    guard terms.accepts(record.standing), !record.isRevoked,
      ledger.record(record.transactionID, terms: terms) == nil,
      record.end.map({ $0 > clock.now() }) ?? true
    else { return [] }
    return state.intents.filter { intent in
      intent.product == record.product && record.belongs(to: intent.account)
    }
  }
}
