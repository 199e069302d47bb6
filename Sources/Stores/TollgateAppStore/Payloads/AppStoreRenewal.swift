public import TollgatePurchases
public import TollgateRuntime

/// The renewal of a subscription, signed by the App Store (`JWSRenewalInfoDecodedPayload`). Its
/// signature was checked.
///
/// ```swift
/// let renewal = try await appStore.renewal(signedRenewal)
/// if renewal.awaitsConsent { show("The price of \(renewal.productID) rises.") }
/// if !renewal.renews { show("It ends, and does not renew.") }
/// ```
public struct AppStoreRenewal: Sendable, Hashable {
  /// The id of the first transaction of the subscription.
  public let originalTransactionID: String
  /// The current product.
  public let productID: String
  /// The product that it will renew as.
  public let renewsAs: String?
  /// Whether automatic renewal is on.
  public let renews: Bool
  /// Why it ended: 1 the user cancelled, 2 a payment failed, 3 no consent to a price increase, 4
  /// the product is gone, 5 anything else; nil if it has not ended.
  public let expirationIntent: Int64?
  /// Whether the App Store is still trying to charge the user.
  public let isInBillingRetry: Bool
  /// The end of the grace after a failed payment.
  public let graceExpires: Instant?
  /// Whether a price increase awaits the user's consent; without it, the subscription ends.
  public let awaitsConsent: Bool
  /// When it will renew.
  public let renewal: Instant?
  /// The price of the next period.
  public let price: Money?
  /// The offer for the next period.
  public let offer: AppStoreOffer?
  /// The win-back offers that the user is eligible for.
  public let winBackOffers: [String]
  /// Whether the commitment renews at its end; nil without a commitment.
  public let commitmentRenews: Bool?
  /// The product that the commitment renews as.
  public let commitmentRenewsAs: String?
  /// The environment.
  public let environment: StoreEnvironment
  /// When the App Store signed it.
  public let signed: Instant
}

extension AppStoreRenewal: Redacted {
  /// A description for logs: the subscription and the product.
  public var description: String { "renewal of \(originalTransactionID), \(productID)" }
}

extension AppStoreRenewal {
  init(_ payload: Payload) throws(AppStoreError) {
    originalTransactionID = try payload.requiredText("originalTransactionId")
    productID = try payload.requiredText("productId")
    renewsAs = try payload.text("autoRenewProductId")
    renews =
      try payload.require(
        "autoRenewStatus", .wholeNumber, try payload.wholeNumber("autoRenewStatus")) == 1
    expirationIntent = try payload.wholeNumber("expirationIntent")
    isInBillingRetry = try payload.boolean("isInBillingRetryPeriod") ?? false
    graceExpires = try payload.time("gracePeriodExpiresDate")
    awaitsConsent = try payload.wholeNumber("priceIncreaseStatus") == 0
    renewal = try payload.time("renewalDate")
    price = try payload.money("renewalPrice")
    offer = try AppStoreOffer(payload)
    winBackOffers = try payload.texts("eligibleWinBackOfferIds")
    let commitment = try payload.part("commitmentInfo")
    commitmentRenews = try commitment?.wholeNumber("commitmentAutoRenewStatus").map { $0 == 1 }
    commitmentRenewsAs = try commitment?.text("commitmentAutoRenewProductId")
    environment = try payload.environment()
    signed = try payload.requiredTime("signedDate")
  }
}
