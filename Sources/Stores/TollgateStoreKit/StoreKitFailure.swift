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

#if canImport(StoreKit)
  import StoreKit

  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
  extension StoreKitFailure {
    /// The failure of a StoreKit error.
    init(_ error: any Error) {
      switch error {
      case let error as StoreKitError: self.init(error)
      case let error as StoreKit.Product.PurchaseError: self.init(error)
      default: self = .unknown
      }
    }

    private init(_ error: StoreKitError) {
      switch error {
      case .userCancelled: self = .userCancelled
      case .networkError: self = .network
      case .systemError: self = .system
      case .notAvailableInStorefront: self = .notInStorefront
      case .notEntitled: self = .notEntitled
      default: self = .unknown
      }
    }

    private init(_ error: StoreKit.Product.PurchaseError) {
      switch error {
      case .productUnavailable: self = .productUnavailable
      case .purchaseNotAllowed: self = .notAllowed
      case .invalidQuantity: self = .quantity
      case .ineligibleForOffer, .invalidOfferIdentifier, .invalidOfferPrice,
        .invalidOfferSignature, .missingOfferParameters:
        self = .offer
      @unknown default: self = .unknown
      }
    }
  }
#endif
