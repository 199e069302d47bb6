import TollgateKit
public import TollgatePurchases
import TollgateRuntime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// StoreKit's data about one transaction, as plain values: from a `Transaction` and, for the last
/// one of a subscription, from its status and renewal info.
///
/// As plain values, its ``record`` can be tested without an Apple device.
public struct StoreKitReading: Sendable, Hashable {
  /// `Transaction.id`
  public var transactionID: UInt64
  /// `Transaction.originalID`
  public var originalID: UInt64
  /// `Transaction.productID`
  public var productID: String
  /// `Transaction.productType`
  public var type: ProductType
  /// `Transaction.purchaseDate`
  public var purchased: Date
  /// `Transaction.expirationDate`; for a non-renewing subscription, the end that the app has
  /// computed.
  public var expires: Date?
  /// `Transaction.revocationDate`
  public var revoked: Date?
  /// `Transaction.isUpgraded`
  public var isUpgraded = false
  /// Whether `Transaction.ownershipType` is `familyShared`; nil for an unknown type.
  public var isFamilyShared: Bool? = false
  /// Whether the period is a free offer.
  public var isFreeTrial = false
  /// Whether the period has an introductory offer, free or at a lower price.
  public var isIntroductory = false
  /// `Transaction.purchasedQuantity`
  public var quantity = 1
  /// `Transaction.price`
  public var price: Decimal?
  /// `Transaction.currency`, an ISO 4217 code.
  public var currency: String?
  /// `Transaction.appAccountToken`
  public var accountToken: UUID?
  /// The raw value of `Transaction.environment`: `Production`, `Sandbox` or `Xcode`.
  public var environment: String
  /// `Transaction.signedDate`
  public var signed: Date
  /// Its renewal; nil for a product that does not renew, and for a transaction with a successor.
  public var renewal: Renewal?

  /// Creates a reading of a transaction with these values.
  public init(
    transactionID: UInt64, originalID: UInt64? = nil, productID: String, type: ProductType,
    purchased: Date, expires: Date? = nil, environment: String = "Production",
    signed: Date? = nil
  ) {
    self.transactionID = transactionID
    self.originalID = originalID ?? transactionID
    self.productID = productID
    self.type = type
    self.purchased = purchased
    self.expires = expires
    self.environment = environment
    self.signed = signed ?? purchased
  }

  /// `Product.ProductType`
  public enum ProductType: Sendable, Hashable, CaseIterable {
    /// `autoRenewable`
    case autoRenewable
    /// `nonRenewable`
    case nonRenewable
    /// `nonConsumable`
    case nonConsumable
    /// `consumable`
    case consumable
    /// An unknown value; it grants nothing.
    case other
  }

  /// `Product.SubscriptionInfo.Status` and its `RenewalInfo`.
  public struct Renewal: Sendable, Hashable {
    /// `Status.state`
    public var state: State
    /// `RenewalInfo.willAutoRenew`; nil if the renewal info could not be verified.
    public var willAutoRenew: Bool?
    /// `RenewalInfo.autoRenewPreference`
    public var nextProductID: String?
    /// `RenewalInfo.gracePeriodExpirationDate`
    public var graceEnds: Date?
    /// `RenewalInfo.signedDate`
    public var signed: Date?

    /// Creates a renewal.
    public init(
      state: State, willAutoRenew: Bool? = nil, nextProductID: String? = nil,
      graceEnds: Date? = nil, signed: Date? = nil
    ) {
      self.state = state
      self.willAutoRenew = willAutoRenew
      self.nextProductID = nextProductID
      self.graceEnds = graceEnds
      self.signed = signed
    }

    /// `Product.SubscriptionInfo.RenewalState`
    public enum State: Sendable, Hashable, CaseIterable {
      /// `subscribed`
      case subscribed
      /// `inGracePeriod`
      case inGracePeriod
      /// `inBillingRetryPeriod`
      case inBillingRetryPeriod
      /// `expired`
      case expired
      /// `revoked`
      case revoked
      /// An unknown value; it grants nothing.
      case other
    }
  }
}

extension StoreKitReading {
  /// The reading as a purchase record. It is not verified yet: ``StoreKitVerifier`` does that.
  public var record: PurchaseRecord {
    PurchaseRecord(
      transactionID: String(transactionID), originalID: String(originalID), product: productID,
      kind: kind, state: state, account: accountToken?.uuidString, start: Instant(purchased),
      end: type == .nonConsumable ? nil : expires.map { Instant($0) },
      graceEnd: renewal?.graceEnds.map { Instant($0) }, renews: renews,
      renewsAs: renews ? nextProduct : nil, ownership: ownership,
      revokedAt: revoked.map { Instant($0) }, isTrial: isFreeTrial, isSuperseded: isUpgraded,
      quantity: Int64(quantity), paid: paid, method: .appleIAP, verification: .waiting,
      environment: StoreEnvironment(rawValue: environment.lowercased()) ?? .other,
      confirmed: Instant(max(signed, renewal?.signed ?? signed)),
      isOfferUsed: isIntroductory && !isFreeTrial && type == .autoRenewable)
  }

  private var kind: PurchaseRecord.Kind {
    switch type {
    case .autoRenewable: .subscription
    case .nonRenewable: .nonRenewing
    case .nonConsumable: .nonConsumable
    case .consumable: .consumable
    case .other: .other
    }
  }

  /// The state: first a revocation, then the status; without a status, the dates alone.
  private var state: Grant.State {
    if revoked != nil || renewal?.state == .revoked {
      return isFamilyShared == false ? .refunded : .revoked
    }
    switch renewal?.state {
    case .inGracePeriod: return .grace
    case .inBillingRetryPeriod: return .hold
    case .expired: return .expired
    case .other: return .other
    case .subscribed where renewal?.willAutoRenew == false: return .cancelled
    case .subscribed, .revoked, nil: return isFreeTrial ? .trial : .active
    }
  }

  private var renews: Bool {
    guard type == .autoRenewable, revoked == nil else { return false }
    switch renewal?.state {
    case .expired, .revoked: return false
    case .subscribed, .inGracePeriod, .inBillingRetryPeriod, .other, nil:
      return renewal?.willAutoRenew ?? true
    }
  }

  private var nextProduct: String? {
    renewal?.nextProductID.flatMap { $0 == productID ? nil : $0 }
  }

  private var ownership: Grant.Ownership {
    switch isFamilyShared {
    case false?: .purchased
    case true?: .familyShared
    case nil: .other
    }
  }

  private var paid: Money? {
    guard let price, let currency else { return nil }
    return Money(price, currency)
  }
}
