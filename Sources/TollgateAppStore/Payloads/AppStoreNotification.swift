public import TollgatePurchases
public import TollgateRuntime

/// A notification that the App Store signed (App Store Server Notifications V2): what happened. What
/// it means for access stands in the transaction and the renewal that come with it.
public struct AppStoreNotification: Sendable, Hashable {
  /// What happened.
  public let kind: Kind
  /// What more is to be said of it.
  public let subtype: Subtype?
  /// Its id; the App Store sends the same notification again where it was not answered.
  public let id: String
  /// Where it happened; nothing for one that names no environment.
  public let environment: StoreEnvironment?
  /// When the App Store said so.
  public let signed: Instant

  /// What happened, by Apple's name. Names that Tollgate does not know are kept as they are.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// Apple's name.
    public let rawValue: String

    /// A kind by Apple's name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A subscription was bought, or bought again.
    public static let subscribed = Kind(rawValue: "SUBSCRIBED")
    /// It will be renewed as another product.
    public static let changedRenewalPreference = Kind(rawValue: "DID_CHANGE_RENEWAL_PREF")
    /// Its renewal was turned on or off.
    public static let changedRenewalStatus = Kind(rawValue: "DID_CHANGE_RENEWAL_STATUS")
    /// An offer was taken.
    public static let offerRedeemed = Kind(rawValue: "OFFER_REDEEMED")
    /// It was renewed.
    public static let renewed = Kind(rawValue: "DID_RENEW")
    /// It ended.
    public static let expired = Kind(rawValue: "EXPIRED")
    /// The payment failed.
    public static let failedToRenew = Kind(rawValue: "DID_FAIL_TO_RENEW")
    /// The grace after a failed payment ended.
    public static let gracePeriodExpired = Kind(rawValue: "GRACE_PERIOD_EXPIRED")
    /// A higher price was told.
    public static let priceIncrease = Kind(rawValue: "PRICE_INCREASE")
    /// It was paid back.
    public static let refund = Kind(rawValue: "REFUND")
    /// It was asked back, and not paid back.
    public static let refundDeclined = Kind(rawValue: "REFUND_DECLINED")
    /// It was paid back, and that was undone.
    public static let refundReversed = Kind(rawValue: "REFUND_REVERSED")
    /// Apple asks how much of it was used.
    public static let consumptionRequest = Kind(rawValue: "CONSUMPTION_REQUEST")
    /// Its period was made longer.
    public static let renewalExtended = Kind(rawValue: "RENEWAL_EXTENDED")
    /// The periods of many were made longer.
    public static let renewalExtension = Kind(rawValue: "RENEWAL_EXTENSION")
    /// The family no longer shares it.
    public static let revoke = Kind(rawValue: "REVOKE")
    /// Something was bought that does not renew.
    public static let oneTimeCharge = Kind(rawValue: "ONE_TIME_CHARGE")
    /// The one that the developer asked for.
    public static let test = Kind(rawValue: "TEST")
  }

  /// What more is to be said, by Apple's name. Names that Tollgate does not know are kept.
  public struct Subtype: RawRepresentable, Sendable, Hashable {
    /// Apple's name.
    public let rawValue: String

    /// A subtype by Apple's name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Bought for the first time.
    public static let initialBuy = Subtype(rawValue: "INITIAL_BUY")
    /// Bought again.
    public static let resubscribe = Subtype(rawValue: "RESUBSCRIBE")
    /// To a lower product, at the next renewal.
    public static let downgrade = Subtype(rawValue: "DOWNGRADE")
    /// To a higher product, at once.
    public static let upgrade = Subtype(rawValue: "UPGRADE")
    /// The renewal was turned on.
    public static let autoRenewEnabled = Subtype(rawValue: "AUTO_RENEW_ENABLED")
    /// The renewal was turned off.
    public static let autoRenewDisabled = Subtype(rawValue: "AUTO_RENEW_DISABLED")
    /// The person ended it.
    public static let voluntary = Subtype(rawValue: "VOLUNTARY")
    /// The payment failed for too long.
    public static let billingRetry = Subtype(rawValue: "BILLING_RETRY")
    /// The payment failed, and there is a grace.
    public static let gracePeriod = Subtype(rawValue: "GRACE_PERIOD")
    /// The payment went through after all.
    public static let billingRecovery = Subtype(rawValue: "BILLING_RECOVERY")
    /// The person did not agree to a higher price.
    public static let priceIncrease = Subtype(rawValue: "PRICE_INCREASE")
    /// The person has not answered yet.
    public static let pending = Subtype(rawValue: "PENDING")
    /// The person agreed, or was told.
    public static let accepted = Subtype(rawValue: "ACCEPTED")
    /// The product is no longer sold.
    public static let productNotForSale = Subtype(rawValue: "PRODUCT_NOT_FOR_SALE")
  }
}

extension AppStoreNotification: Redacted {
  /// What may be logged: what happened, and the notification's id.
  public var description: String {
    "notification \(kind.rawValue)" + (subtype.map { " " + $0.rawValue } ?? "") + ", \(id)"
  }
}
