import TollgateKit
public import TollgateRuntime

/// A purchase that a user has begun. It grants nothing until the store completes it.
///
/// ```swift
/// let intent = PurchaseIntent(product: "com.example.annual", account: account)
/// switch intents.begin(intent, isOnline: isOnline, terms: terms, at: .now) {
/// case .now: show("Asking the store…")
/// case .queued: show("It is bought when you are online again.")
/// case .refused(let error): alert(error.description(in: "en"))
/// }
/// ```
public struct PurchaseIntent: Sendable, Hashable {
  /// The product, by the store's id.
  public var product: String
  /// Whose purchase it is.
  public var account: String?

  /// Creates a purchase that is yet to be made.
  public init(product: String, account: String? = nil) {
    self.product = product
    self.account = account
  }

  /// Its identity in a queue.
  var id: String { json.json() }

  /// The result of beginning a purchase.
  public enum Start: Sendable, Hashable {
    /// Pass it to the store now.
    case now
    /// It is queued until there is a network.
    case queued
    /// It is refused.
    case refused(PurchaseError)
  }
}

extension RetryQueue where Payload == PurchaseIntent {
  /// Begins a purchase. Without a network it is queued or refused, as the terms say. A queued
  /// purchase is returned once by ``take(at:)`` after ``wake(at:)``.
  public mutating func begin(
    _ intent: PurchaseIntent, isOnline: Bool, terms: PurchaseTerms, at now: Instant
  ) -> PurchaseIntent.Start {
    if isOnline { return .now }
    guard terms.offlinePurchase == .queue else { return .refused(.networkError) }
    add(intent, id: intent.id, at: nil)
    return .queued
  }
}
