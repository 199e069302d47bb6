public import TollgatePurchases
public import TollgateRuntime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A transaction signed by the App Store (`JWSTransactionDecodedPayload`). Its signature was
/// checked.
///
/// ```swift
/// let transaction = try await appStore.transaction(signedTransaction)
/// log("\(transaction.productID) of \(transaction.purchased)")
/// ```
public struct AppStoreTransaction: Sendable, Hashable {
  /// Its id; each renewal has its own.
  public let transactionID: String
  /// The id of the first transaction of the subscription.
  public let originalTransactionID: String
  /// The app.
  public let bundleID: String
  /// The product, by its id in the App Store.
  public let productID: String
  /// The kind of product; `other` for a kind that Tollgate does not know.
  public let kind: PurchaseRecord.Kind
  /// The subscription group, in which one subscription is active at a time.
  public let subscriptionGroupID: String?
  /// When it was bought, renewed or restored.
  public let purchased: Instant
  /// When the subscription was first bought.
  public let originallyPurchased: Instant
  /// When its period ends. A non-renewing purchase has no end here: the app defines its length.
  public let expires: Instant?
  /// The quantity, from 1.
  public let quantity: Int64
  /// Who bought it.
  public let ownership: Grant.Ownership
  /// The revocation; nil for none.
  public let revocation: Revocation?
  /// Whether an upgrade replaced it.
  public let isUpgraded: Bool
  /// The offer used for the purchase.
  public let offer: AppStoreOffer?
  /// The price that the App Store recorded.
  public let price: Money?
  /// `PURCHASE` or `RENEWAL`.
  public let reason: String?
  /// The country of the App Store, by its code: `USA`.
  public let storefront: String?
  /// The app's account that bought it, as a UUID that the app gave.
  public let appAccountToken: String?
  /// The id of the user's download of the app.
  public let appTransactionID: String?
  /// The commitment to several payments that it belongs to; nil for none.
  public let commitment: Commitment?
  /// The environment.
  public let environment: StoreEnvironment
  /// When the App Store signed it.
  public let signed: Instant

  /// A full or partial revocation of a transaction.
  public struct Revocation: Sendable, Hashable {
    /// When it was revoked.
    public let date: Instant
    /// `REFUND_FULL`, `REFUND_PRORATED` or `FAMILY_REVOKE`; nil if the App Store does not report
    /// it.
    public let type: String?
    /// The refunded part of the price, in percent from 0 to 100; nil if the App Store does not
    /// report it.
    public let percentage: Decimal?
    /// 1 if the user reported an issue with the app, 0 for any other reason.
    public let reason: Int64?
  }

  /// A commitment to several monthly payments. The current period ends with the transaction; only
  /// that matters for access.
  public struct Commitment: Sendable, Hashable {
    /// The number of this period, from 1.
    public let period: Int64?
    /// The number of periods.
    public let periods: Int64?
    /// When the commitment ends.
    public let expires: Instant?
    /// The price of all periods.
    public let price: Money?
  }
}

/// An offer of the App Store.
///
/// ```swift
/// let transaction = try await appStore.transaction(signedTransaction)
/// if let offer = transaction.offer { show(offer) }
/// ```
public struct AppStoreOffer: Sendable, Hashable {
  /// 1 introductory, 2 promotional, 3 offer code, 4 win-back.
  public let type: Int64
  /// Its id or code.
  public let id: String?
  /// `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT` or `ONE_TIME`; nil if not reported.
  public let payment: String?

  /// The ``type`` of an introductory offer.
  static let introductory: Int64 = 1
}

extension AppStoreTransaction: Redacted {
  /// A description for logs: the transaction and the product, no account and no token.
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
    storefront = try payload.text("storefront")
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
  /// Nil for a transaction that was not revoked.
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
  /// Nil without an offer.
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

extension AppStoreTransaction {
  /// The record of the transaction and its renewal.
  ///
  /// - Parameter renewal: The renewal of the subscription, for its last transaction only.
  func record(
    _ renewal: AppStoreRenewal?, _ mapping: AppStoreMapping, verification: Verification
  ) throws(AppStoreRefusal) -> PurchaseRecord {
    let renewal = kind == .subscription ? renewal : nil
    return PurchaseRecord(
      transactionID: transactionID, originalID: originalTransactionID, product: productID,
      kind: kind, state: state(renewal), account: account(mapping), start: purchased,
      end: try end(mapping), graceEnd: renewal?.graceOfRetry,
      renews: renewal.map { $0.renews && !$0.awaitsConsent } ?? true,
      renewsAs: renewal?.renewsAs.flatMap { $0 == productID ? nil : $0 },
      ownership: ownership, revokedAt: revocation?.date, refundPercentage: revocation?.percentage,
      isTrial: isFree, isSuperseded: isUpgraded,
      quantity: max(quantity, 1), paid: price, method: .appleIAP, verification: verification,
      environment: environment, confirmed: max(signed, renewal?.signed ?? signed),
      isOfferUsed: !isFree && kind == .subscription && offer?.type == AppStoreOffer.introductory
    )
  }

  /// The state that the App Store reports. It does not decide access: the engine compares the dates
  /// with its own time.
  private func state(_ renewal: AppStoreRenewal?) -> Grant.State {
    if let revocation { return revocation.isOfFamily(ownership) ? .revoked : .refunded }
    let running: Grant.State = isFree ? .trial : .active
    guard let renewal, let expires else { return running }
    if renewal.isInBillingRetry {
      if let grace = renewal.graceExpires, grace > renewal.signed { return .grace }
      if expires <= renewal.signed { return .hold }
    }
    if expires <= renewal.signed, renewal.expirationIntent != nil { return .expired }
    return renewal.renews ? running : .cancelled
  }

  /// Whether its period is free. An introductory offer with neither payment mode nor price counts
  /// as free, because less is kept after a free period than after a paid one.
  private var isFree: Bool {
    guard let offer, kind == .subscription else { return false }
    if let payment = offer.payment { return payment == "FREE_TRIAL" }
    return offer.type == AppStoreOffer.introductory && price?.isZero ?? true
  }

  private func end(_ mapping: AppStoreMapping) throws(AppStoreRefusal) -> Instant? {
    switch kind {
    case .subscription: return expires
    case .nonRenewing:
      if let expires { return expires }
      guard let end = mapping.lengths[productID]?.end(from: purchased) else {
        throw .length(product: productID)
      }
      return end
    case .nonConsumable, .consumable, .other: return nil
    }
  }

  private func account(_ mapping: AppStoreMapping) -> String? {
    switch mapping.account {
    case .anybody: nil
    case .named(let name): name
    case .appAccountToken: appAccountToken?.lowercased()
    }
  }
}

extension AppStoreRenewal {
  /// The grace counts only while the App Store tries to charge the user.
  fileprivate var graceOfRetry: Instant? { isInBillingRetry ? graceExpires : nil }
}

extension AppStoreTransaction.Revocation {
  /// Whether the family stopped sharing it, rather than a refund.
  fileprivate func isOfFamily(_ ownership: Grant.Ownership) -> Bool {
    type.map { $0 == "FAMILY_REVOKE" } ?? (ownership == .familyShared)
  }
}

extension Money {
  /// Creates an exact amount from thousandths of a unit.
  init(milliunits: Int64, _ currency: String) {
    self.init(Decimal(milliunits) / 1000, currency)
  }

  /// Whether the amount is zero.
  var isZero: Bool { amount == 0 }
}
