package import TollgatePurchases

/// A failed purchase, from StoreKit's two error types. As plain values they can be tested without
/// an Apple device.
package enum StoreKitFailure: Sendable, Hashable, CaseIterable {
  case userCancelled
  case network
  case notInStorefront
  case notEntitled
  case productUnavailable
  case notAllowed
  case quantity
  case offer
  case system
  case unknown

  /// The error for the app. The system's own text is left out: its content is unknown.
  package var error: PurchaseError {
    switch self {
    case .userCancelled: .userCancelled
    case .network: .networkError
    case .notInStorefront, .productUnavailable: .productNotFound
    case .notEntitled, .notAllowed: .insufficientPermissions
    case .quantity: .purchaseFailed(reason: "this quantity is not available")
    case .offer: .purchaseFailed(reason: "the offer is not valid")
    case .system: .purchaseFailed(reason: "the store is not available")
    case .unknown: .unknownError(description: "an unknown StoreKit error")
    }
  }
}
