import TollgateKit
public import TollgateRuntime

/// A purchase that a person has begun. It grants nothing: it is only to be handed to the store.
public struct PurchaseIntent: Sendable, Hashable {
  /// The product that is to be bought, by the id that the store has for it.
  public var product: String
  /// Whose purchase it is.
  public var account: String?

  /// A purchase that is to be made.
  public init(product: String, account: String? = nil) {
    self.product = product
    self.account = account
  }

  /// Tells it from others in a queue.
  var id: String { json.json() }

  /// What becomes of it.
  public enum Start: Sendable, Hashable {
    /// It is to be handed to the store now.
    case now
    /// It is kept until there is a network.
    case queued
    /// It is refused.
    case refused(PurchaseError)
  }
}

extension RetryQueue where Payload == PurchaseIntent {
  /// Begins a purchase. Without a network it is kept or refused, as the terms say; one that is kept
  /// is handed out by ``take(at:)`` after ``wake(at:)``, once.
  public mutating func begin(
    _ intent: PurchaseIntent, isOnline: Bool, terms: PurchaseTerms, at now: Instant
  ) -> PurchaseIntent.Start {
    if isOnline { return .now }
    guard terms.offlinePurchase == .queue else { return .refused(.networkError) }
    add(intent, id: intent.id, at: nil)
    return .queued
  }
}
