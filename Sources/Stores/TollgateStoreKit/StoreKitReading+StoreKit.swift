#if canImport(StoreKit)
  import Foundation
  import StoreKit

  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
  extension StoreKitReading {
    /// Reads a transaction by itself.
    init(_ transaction: StoreKit.Transaction) {
      self.init(
        transactionID: transaction.id, originalID: transaction.originalID,
        productID: transaction.productID, type: ProductType(transaction.productType),
        purchased: transaction.purchaseDate, expires: transaction.expirationDate,
        environment: transaction.environmentName, signed: transaction.signedDate)
      revoked = transaction.revocationDate
      isUpgraded = transaction.isUpgraded
      isFreeTrial = transaction.isFreeTrial
      isIntroductory = transaction.isIntroductory
      quantity = transaction.purchasedQuantity
      price = transaction.price
      currency = transaction.currencyName
      accountToken = transaction.appAccountToken
      switch transaction.ownershipType {
      case .purchased: isFamilyShared = false
      case .familyShared: isFamilyShared = true
      default: isFamilyShared = nil
      }
    }
  }

  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
  extension StoreKitReading.ProductType {
    fileprivate init(_ type: StoreKit.Product.ProductType) {
      switch type {
      case .autoRenewable: self = .autoRenewable
      case .nonRenewable: self = .nonRenewable
      case .nonConsumable: self = .nonConsumable
      case .consumable: self = .consumable
      default: self = .other
      }
    }
  }

  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
  extension StoreKitReading.Renewal {
    /// Reads a status; unverified renewal info is ignored.
    init(_ status: StoreKit.Product.SubscriptionInfo.Status) {
      self.init(state: State(status.state))
      guard case .verified(let info) = status.renewalInfo else { return }
      willAutoRenew = info.willAutoRenew
      nextProductID = info.autoRenewPreference
      graceEnds = info.gracePeriodExpirationDate
      signed = info.signedDate
    }
  }

  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
  extension StoreKitReading.Renewal.State {
    fileprivate init(_ state: StoreKit.Product.SubscriptionInfo.RenewalState) {
      switch state {
      case .subscribed: self = .subscribed
      case .inGracePeriod: self = .inGracePeriod
      case .inBillingRetryPeriod: self = .inBillingRetryPeriod
      case .expired: self = .expired
      case .revoked: self = .revoked
      default: self = .other
      }
    }
  }

  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
  extension StoreKit.Transaction {
    /// Older systems give it as a text; visionOS never did.
    fileprivate var environmentName: String {
      #if os(visionOS)
        return environment.rawValue
      #else
        if #available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *) {
          return environment.rawValue
        }
        return environmentStringRepresentation
      #endif
    }

    fileprivate var currencyName: String? {
      #if os(visionOS)
        return currency?.identifier
      #else
        if #available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *) {
          return currency?.identifier
        }
        return currencyCode
      #endif
    }

    fileprivate var isFreeTrial: Bool {
      if #available(iOS 17.2, macOS 14.2, tvOS 17.2, watchOS 10.2, visionOS 1.1, *) {
        return offer?.paymentMode == .freeTrial
      }
      return offerPaymentModeStringRepresentation == "FREE_TRIAL"
    }

    fileprivate var isIntroductory: Bool {
      if #available(iOS 17.2, macOS 14.2, tvOS 17.2, watchOS 10.2, visionOS 1.1, *) {
        return offer?.type == .introductory
      }
      return offerType == .introductory
    }
  }
#endif
