#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgatePurchases
public import TollgateRuntime

/// A transaction that the App Store signed (`JWSTransactionDecodedPayload`). There is one only where
/// its signature was checked.
public struct AppStoreTransaction: Sendable, Hashable {
  /// Its id; a renewal has one of its own.
  public let transactionID: String
  /// The id of the first transaction of the subscription.
  public let originalTransactionID: String
  /// The app.
  public let bundleID: String
  /// The product, by its id in the App Store.
  public let productID: String
  /// What was bought; `other` for a kind that Tollgate does not know.
  public let kind: PurchaseRecord.Kind
  /// The group of which one subscription runs at a time.
  public let subscriptionGroupID: String?
  /// When it was bought, renewed or restored.
  public let purchased: Instant
  /// When the subscription was bought first.
  public let originallyPurchased: Instant
  /// When its period ends. A non-renewing purchase has none: its length is the app's to know.
  public let expires: Instant?
  /// How many, from 1.
  public let quantity: Int64
  /// Who bought it.
  public let ownership: Grant.Ownership
  /// When the App Store took it back, and why.
  public let revocation: Revocation?
  /// Whether an upgrade took its place.
  public let isUpgraded: Bool
  /// The offer that it was bought with.
  public let offer: AppStoreOffer?
  /// What the App Store recorded as its price.
  public let price: Money?
  /// `PURCHASE` or `RENEWAL`.
  public let reason: String?
  /// The country of the App Store, by its code: `USA`.
  public let catalog: String?
  /// Which account of the app bought it, as a UUID that the app gave.
  public let appAccountToken: String?
  /// The id of the person's download of the app.
  public let appTransactionID: String?
  /// Where it is one of several payments that were promised.
  public let commitment: Commitment?
  /// Where it was bought.
  public let environment: StoreEnvironment
  /// When the App Store said all this.
  public let signed: Instant

  /// That the App Store took a transaction back, in whole or in part.
  public struct Revocation: Sendable, Hashable {
    /// When.
    public let date: Instant
    /// `REFUND_FULL`, `REFUND_PRORATED`, `FAMILY_REVOKE`; nothing where the App Store does not say.
    public let type: String?
    /// How much of its price was paid back, from 0 to 100; nothing where the App Store does not say.
    public let percentage: Decimal?
    /// 1 where the person gave an issue with the app as the reason, 0 for any other.
    public let reason: Int64?
  }

  /// A subscription that is paid by the month and promised for longer. Its current period ends when
  /// the transaction does; only that counts for access.
  public struct Commitment: Sendable, Hashable {
    /// Which period this is, from 1.
    public let period: Int64?
    /// Of how many.
    public let periods: Int64?
    /// When the promise ends.
    public let expires: Instant?
    /// The price of all periods.
    public let price: Money?
  }
}

/// An offer of the App Store.
public struct AppStoreOffer: Sendable, Hashable {
  /// 1 introductory, 2 promotional, 3 an offer code, 4 to win somebody back.
  public let type: Int64
  /// Its id or code.
  public let id: String?
  /// `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT`, `ONE_TIME`; nothing where it is not said.
  public let payment: String?
}

extension AppStoreTransaction: Redacted {
  /// What may be logged: the transaction and the product, no account and no token.
  public var description: String { "transaction \(transactionID) of \(productID)" }
}

extension AppStoreTransaction {
  init(_ payload: Payload) throws(AppStoreError) {
    transactionID = try payload.requiredText("transactionId")
    originalTransactionID = try payload.requiredText("originalTransactionId")
    bundleID = try payload.requiredText("bundleId")
    productID = try payload.requiredText("productId")
    kind = PurchaseRecord.Kind(appStore: try payload.requiredText("type"))
    subscriptionGroupID = try payload.text("subscriptionGroupIdentifier")
    purchased = try payload.requiredTime("purchaseDate")
    originallyPurchased = try payload.time("originalPurchaseDate") ?? purchased
    expires =
      kind == .subscription
      ? try payload.requiredTime("expiresDate") : try payload.time("expiresDate")
    quantity = try payload.wholeNumber("quantity") ?? 1
    let owner = try payload.text("inAppOwnershipType")
    ownership = owner.map { Grant.Ownership(appStore: $0) } ?? .purchased
    revocation = try Revocation(payload)
    isUpgraded = try payload.boolean("isUpgraded") ?? false
    offer = try AppStoreOffer(payload)
    let price = try payload.money("price")
    self.price = price
    reason = try payload.text("transactionReason")
    catalog = try payload.text("catalog")
    appAccountToken = try payload.text("appAccountToken")
    appTransactionID = try payload.text("appTransactionId")
    commitment = try payload.part("commitmentInfo").map { part throws(AppStoreError) in
      try Commitment(part, currency: price?.currency)
    }
    environment = try payload.environment()
    signed = try payload.requiredTime("signedDate")
  }
}

extension AppStoreTransaction.Revocation {
  /// Nothing for a transaction that was not taken back.
  fileprivate init?(_ payload: Payload) throws(AppStoreError) {
    guard let date = try payload.time("revocationDate") else { return nil }
    self.date = date
    type = try payload.text("revocationType")
    percentage = try payload.percentage("revocationPercentage")
    reason = try payload.wholeNumber("revocationReason")
  }
}

extension AppStoreTransaction.Commitment {
  fileprivate init(_ payload: Payload, currency: String?) throws(AppStoreError) {
    period = try payload.wholeNumber("billingPeriodNumber")
    periods = try payload.wholeNumber("totalBillingPeriods")
    expires = try payload.time("commitmentExpiresDate")
    let milliunits = try payload.wholeNumber("commitmentPrice")
    price = milliunits.flatMap { amount in currency.map { Money(milliunits: amount, $0) } }
  }
}

extension AppStoreOffer {
  /// Nothing where there is no offer.
  init?(_ payload: Payload) throws(AppStoreError) {
    guard let type = try payload.wholeNumber("offerType") else { return nil }
    self.type = type
    id = try payload.text("offerIdentifier")
    payment = try payload.text("offerDiscountType")
  }
}

extension PurchaseRecord.Kind {
  fileprivate init(appStore name: String) {
    switch name {
    case "Auto-Renewable Subscription": self = .subscription
    case "Non-Renewing Subscription": self = .nonRenewing
    case "Non-Consumable": self = .nonConsumable
    case "Consumable": self = .consumable
    default: self = .other
    }
  }
}

extension Grant.Ownership {
  fileprivate init(appStore name: String) {
    switch name {
    case "PURCHASED": self = .purchased
    case "FAMILY_SHARED": self = .familyShared
    default: self = .other
    }
  }
}
