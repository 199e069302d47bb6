package import TollgatePurchases

/// Why a purchase failed, as StoreKit's two enums of errors say it; apart from them, so that what
/// becomes of each can be tested without an Apple device.
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

  /// What an app is told. What the system said besides is left out: nobody knows what stands in it.
  package var error: PurchaseError {
    switch self {
    case .userCancelled: .userCancelled
    case .network: .networkError
    case .notInStorefront, .productUnavailable: .productNotFound
    case .notEntitled, .notAllowed: .insufficientPermissions
    case .quantity: .purchaseFailed(reason: "the quantity cannot be bought")
    case .offer: .purchaseFailed(reason: "the offer is not valid")
    case .system: .purchaseFailed(reason: "the store is not available")
    case .unknown: .unknownError(description: "an error that StoreKit does not name")
    }
  }
}
