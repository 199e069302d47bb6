public import TollgatePurchases
public import TollgateRuntime

/// A signed notification of the App Store (App Store Server Notifications V2). Its transaction and
/// renewal decide about access.
///
/// ```swift
/// for notification in try await appStore.read(body).notifications {
///   if notification.kind == .refund { log("refunded: \(notification)") }
///   if notification.kind == .test { log("the address works") }
/// }
/// ```
public struct AppStoreNotification: Sendable, Hashable {
  /// The kind of event.
  public let kind: Kind
  /// The details of the event; nil for none.
  public let subtype: Subtype?
  /// Its id; the App Store repeats a notification that was not answered.
  public let id: String
  /// The environment; nil if it names none.
  public let environment: StoreEnvironment?
  /// When the App Store signed it.
  public let signed: Instant

  /// The kind of event, by Apple's name for this kind. Unknown names are kept.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// Apple's name for this kind.
    public let rawValue: String

    /// Creates a kind from Apple's name for this kind.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A subscription was bought, or bought again.
    public static let subscribed = Kind(rawValue: "SUBSCRIBED")
    /// It will renew as another product.
    public static let changedRenewalPreference = Kind(rawValue: "DID_CHANGE_RENEWAL_PREF")
    /// Its renewal was turned on or off.
    public static let changedRenewalStatus = Kind(rawValue: "DID_CHANGE_RENEWAL_STATUS")
    /// An offer was redeemed.
    public static let offerRedeemed = Kind(rawValue: "OFFER_REDEEMED")
    /// It was renewed.
    public static let renewed = Kind(rawValue: "DID_RENEW")
    /// It ended.
    public static let expired = Kind(rawValue: "EXPIRED")
    /// The payment failed.
    public static let failedToRenew = Kind(rawValue: "DID_FAIL_TO_RENEW")
    /// The grace after a failed payment ended.
    public static let gracePeriodExpired = Kind(rawValue: "GRACE_PERIOD_EXPIRED")
    /// A price increase was announced or accepted.
    public static let priceIncrease = Kind(rawValue: "PRICE_INCREASE")
    /// It was refunded.
    public static let refund = Kind(rawValue: "REFUND")
    /// A refund was declined.
    public static let refundDeclined = Kind(rawValue: "REFUND_DECLINED")
    /// A refund was reversed.
    public static let refundReversed = Kind(rawValue: "REFUND_REVERSED")
    /// Apple asks how much of it was used.
    public static let consumptionRequest = Kind(rawValue: "CONSUMPTION_REQUEST")
    /// Its renewal date was extended.
    public static let renewalExtended = Kind(rawValue: "RENEWAL_EXTENDED")
    /// The renewal dates of many subscriptions were extended.
    public static let renewalExtension = Kind(rawValue: "RENEWAL_EXTENSION")
    /// The family no longer shares it.
    public static let revoke = Kind(rawValue: "REVOKE")
    /// A product that does not renew was bought.
    public static let oneTimeCharge = Kind(rawValue: "ONE_TIME_CHARGE")
    /// The developer asked for a test.
    public static let test = Kind(rawValue: "TEST")
  }

  /// The details of an event, by Apple's name for this kind. Unknown names are kept.
  public struct Subtype: RawRepresentable, Sendable, Hashable {
    /// Apple's name for this kind.
    public let rawValue: String

    /// Creates a subtype from Apple's name for this kind.
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
    /// The user cancelled it.
    public static let voluntary = Subtype(rawValue: "VOLUNTARY")
    /// The payment failed for too long.
    public static let billingRetry = Subtype(rawValue: "BILLING_RETRY")
    /// The payment failed, and there is a grace.
    public static let gracePeriod = Subtype(rawValue: "GRACE_PERIOD")
    /// The payment succeeded after a failure.
    public static let billingRecovery = Subtype(rawValue: "BILLING_RECOVERY")
    /// The user did not agree to a price increase.
    public static let priceIncrease = Subtype(rawValue: "PRICE_INCREASE")
    /// The user has not answered yet.
    public static let pending = Subtype(rawValue: "PENDING")
    /// The user agreed or was informed.
    public static let accepted = Subtype(rawValue: "ACCEPTED")
    /// The product is no longer sold.
    public static let productNotForSale = Subtype(rawValue: "PRODUCT_NOT_FOR_SALE")
  }
}

extension AppStoreNotification: Redacted {
  /// A description for logs: the event and the notification's id.
  public var description: String {
    "notification \(kind.rawValue)" + (subtype.map { " " + $0.rawValue } ?? "") + ", \(id)"
  }
}
