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
