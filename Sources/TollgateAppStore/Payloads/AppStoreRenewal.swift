public import TollgatePurchases
public import TollgateRuntime

/// What will become of a subscription, as the App Store signed it
/// (`JWSRenewalInfoDecodedPayload`). There is one only where its signature was checked.
public struct AppStoreRenewal: Sendable, Hashable {
  /// The id of the first transaction of the subscription.
  public let originalTransactionID: String
  /// The product that runs.
  public let productID: String
  /// The product that it will be renewed as.
  public let renewsAs: String?
  /// Whether the next period will be paid, as far as the person decided.
  public let renews: Bool
  /// Why it ended: 1 the person, 2 a failed payment, 3 no consent to a higher price, 4 the product
  /// is gone, 5 anything else.
  public let expirationIntent: Int64?
  /// Whether the App Store is still trying to take the money.
  public let isInBillingRetry: Bool
  /// Until when it gives access although the payment failed.
  public let graceExpires: Instant?
  /// Whether a higher price awaits the person's consent; without it, the subscription ends.
  public let awaitsConsent: Bool
  /// When it will be renewed.
  public let renewal: Instant?
  /// What it will cost then.
  public let price: Money?
  /// The offer that the next period is bought with.
  public let offer: AppStoreOffer?
  /// The offers that may win the person back.
  public let winBackOffers: [String]
  /// Whether a promise of several payments is made again at its end; nothing without a promise.
  public let commitmentRenews: Bool?
  /// The product that the promise is made again for.
  public let commitmentRenewsAs: String?
  /// Where it was bought.
  public let environment: StoreEnvironment
  /// When the App Store said all this.
  public let signed: Instant
}

extension AppStoreRenewal: Redacted {
  /// What may be logged: the subscription and the product.
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
