public import Foundation
package import TollgateKit
public import TollgateRuntime

/// One reading of one transaction: the store's data at a certain time.
///
/// ```swift
/// let record = PurchaseRecord(
///   transactionID: "1000000123", product: "annual", kind: .subscription, start: .now,
///   end: tomorrow, paid: Money("12", "USD"), verification: .server)
/// try ledger.insert(record)
/// ```
///
/// The store may report something else later (a renewal, cancellation or refund): that is another
/// reading with the same transaction id, and a ``Ledger`` keeps the newest. A renewal is usually a
/// transaction of its own with the same ``originalID``.
///
/// It has no field for a receipt, token or card: these cannot be stored, logged or lost.
public struct PurchaseRecord: Sendable, Hashable {
  /// The store's id of the transaction; not empty. If ids of several stores could collide in one
  /// ledger, add the store's name as a prefix.
  public var transactionID: String
  /// The id of the first transaction of the subscription, which renewals and upgrades share. Only
  /// one product of a subscription is in force at a time. Without it, the transaction is on its
  /// own.
  public var originalID: String?
  /// The product, by a store's id or its name in the policy; not empty.
  public var product: String
  /// The kind of product.
  public var kind: Kind
  /// The state that the store reports.
  public var state: Grant.State
  /// The app's account that owns it; nil for everybody on this device.
  public var account: String?
  /// When it was bought, or its period began.
  public var start: Instant
  /// When its period ends (exclusive); a subscription must have it.
  public var end: Instant?
  /// The end of the access that the store gives after a failed payment.
  public var graceEnd: Instant?
  /// Whether the store will renew it. It matters only for subscriptions.
  public var renews: Bool
  /// The product that it will renew as, if another.
  public var renewsAs: String?
  /// Who bought it.
  public var ownership: Grant.Ownership
  /// When the store revoked it.
  public var revokedAt: Instant?
  /// The refunded part of the price, in percent from 0 to 100, if the store reports it: `33.333`.
  /// ``PurchaseTerms/partialRefund`` says what a partial refund means.
  public var refundPercentage: Decimal?
  /// Whether it is, or was, a free trial.
  public var isTrial: Bool
  /// Whether its buyer has an introductory price, or had one or a free trial before, as the store
  /// tells. A ledger knows it of the other transactions of the subscription by itself.
  public var isOfferUsed: Bool
  /// Whether an upgrade has replaced it; it grants nothing then.
  public var isSuperseded: Bool
  /// The quantity, from 1.
  public var quantity: Int64
  /// The paid amount.
  public var paid: Money?
  /// The payment method.
  public var method: PaymentMethod?
  /// The result of its verification.
  public var verification: Verification
  /// Where it was bought.
  public var environment: StoreEnvironment
  /// When the store reported all this: the version of the reading. The latest one counts.
  public var confirmed: Instant

  /// Creates a reading of a transaction; a ledger validates it when it is added.
  ///
  /// - Parameter confirmed: When the store reported it; nil for the start.
  public init(
    transactionID: String, originalID: String? = nil, product: String, kind: Kind,
    state: Grant.State = .active, account: String? = nil, start: Instant, end: Instant? = nil,
    graceEnd: Instant? = nil, renews: Bool = true, renewsAs: String? = nil,
    ownership: Grant.Ownership = .purchased, revokedAt: Instant? = nil,
    refundPercentage: Decimal? = nil, isTrial: Bool = false,
    isSuperseded: Bool = false, quantity: Int64 = 1, paid: Money? = nil,
    method: PaymentMethod? = nil, verification: Verification,
    environment: StoreEnvironment = .production, confirmed: Instant? = nil,
    isOfferUsed: Bool = false
  ) {
    self.transactionID = transactionID
    self.originalID = originalID
    self.product = product
    self.kind = kind
    self.state = state
    self.account = account
    self.start = start
    self.end = end
    self.graceEnd = graceEnd
    self.renews = renews
    self.renewsAs = renewsAs
    self.ownership = ownership
    self.revokedAt = revokedAt
    self.refundPercentage = refundPercentage
    self.isTrial = isTrial
    self.isOfferUsed = isOfferUsed
    self.isSuperseded = isSuperseded
    self.quantity = quantity
    self.paid = paid
    self.method = method
    self.verification = verification
    self.environment = environment
    self.confirmed = confirmed ?? start
  }

  /// The kind of product.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Renews until it is cancelled.
    case subscription
    /// Lasts for a time and does not renew.
    case nonRenewing = "non-renewing"
    /// Bought once, and never ends.
    case nonConsumable = "non-consumable"
    /// Used up; it is recorded, and grants nothing.
    case consumable
    /// A kind that Tollgate does not know; it grants nothing.
    case other
  }
}

extension PurchaseRecord {
  /// Refuses an invalid reading: an empty id or product, a subscription without an end, a quantity
  /// below 1, an amount that cannot be paid, a refund outside 0 to 100 %. The error names the
  /// field.
  func check() throws(SnapshotError) {
    if transactionID.isEmpty { throw PurchaseRecord.missing("transaction", .text) }
    if product.isEmpty { throw PurchaseRecord.missing("product", .text) }
    if end == nil, kind == .subscription || kind == .nonRenewing {
      throw PurchaseRecord.missing("end", .instant)
    }
    if quantity < 1 {
      throw PurchaseRecord.wrong("quantity", .wholeNumber(from: 1), .integer(quantity))
    }
    // An amount that JSON cannot read back would be lost at the next launch.
    if let paid, Money(paid.exactText, paid.currency) == nil {
      throw PurchaseRecord.wrong("amount", .money, .number(paid.exactText))
    }
    if let paid, !paid.hasCode {
      throw PurchaseRecord.wrong("currency", .currency, .text(paid.currency))
    }
    if let share = refundPercentage, !PurchaseRecord.isPercentage(share) {
      throw PurchaseRecord.wrong("refundPercentage", .percentage, .number(share.description))
    }
  }

  static func isPercentage(_ number: Decimal) -> Bool {
    !number.isNaN && number >= 0 && number <= 100 && number.description.utf8.count <= 20
  }

  private static func missing(
    _ field: String, _ expected: SnapshotError.Expected
  ) -> SnapshotError {
    SnapshotError(.missing(expected)).under(.key(field))
  }

  private static func wrong(
    _ field: String, _ expected: SnapshotError.Expected, _ found: JSONValue
  ) -> SnapshotError {
    SnapshotError(.expected(expected, found: found)).under(.key(field))
  }
}

extension PurchaseRecord {
  /// Reads a record; ``Ledger/init(json:)`` lists its members.
  init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    let state = try object.read("state", Read.text)
    let ownership = try object.read("ownership", Read.text)
    let environment = try object.read("environment", Read.text)
    let kind = try object.require("kind", .oneOf(Kind.names), Read.text)
    self.init(
      transactionID: try object.require("transaction", .text, Read.text),
      originalID: try object.read("original", Read.text),
      product: try object.require("product", .text, Read.text),
      kind: Kind(rawValue: kind) ?? .other,
      state: state.map { Grant.State(rawValue: $0) ?? .other } ?? .active,
      account: try object.read("account", Read.text),
      start: try object.require("start", .instant, Read.instant),
      end: try object.read("end", Read.instant),
      graceEnd: try object.read("graceEnd", Read.instant),
      renews: try object.read("renews", Read.boolean) ?? true,
      renewsAs: try object.read("renewsAs", Read.text),
      ownership: ownership.map { Grant.Ownership(rawValue: $0) ?? .other } ?? .purchased,
      revokedAt: try object.read("revoked", Read.instant),
      refundPercentage: try object.read("refundPercentage", PurchaseRecord.percentage),
      isTrial: try object.read("trial", Read.boolean) ?? false,
      isSuperseded: try object.read("superseded", Read.boolean) ?? false,
      quantity: try object.read("quantity", Read.quantity) ?? 1,
      paid: try object.money(),
      method: try object.choice("method"),
      verification: try object.requireChoice("verification"),
      environment: environment.map { StoreEnvironment(rawValue: $0) ?? .other } ?? .production,
      confirmed: try object.read("confirmed", Read.instant),
      isOfferUsed: try object.read("offerUsed", Read.boolean) ?? false
    )
    try check()
  }

  /// The record as JSON; absent and default values are left out.
  var json: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(JSONValue.Member(key, value)) }
    }
    add("transaction", .text(transactionID))
    add("original", originalID.map { .text($0) })
    add("product", .text(product))
    add("kind", .text(kind.rawValue))
    add("state", .text(state.rawValue))
    add("account", account.map { .text($0) })
    add("start", .instant(start))
    add("end", end.map { .instant($0) })
    add("graceEnd", graceEnd.map { .instant($0) })
    add("renews", renews ? nil : .boolean(false))
    add("renewsAs", renewsAs.map { .text($0) })
    add("ownership", ownership == .purchased ? nil : .text(ownership.rawValue))
    add("revoked", revokedAt.map { .instant($0) })
    add("refundPercentage", refundPercentage.map { .number($0.description) })
    add("trial", isTrial ? .boolean(true) : nil)
    add("offerUsed", isOfferUsed ? .boolean(true) : nil)
    add("superseded", isSuperseded ? .boolean(true) : nil)
    add("quantity", quantity == 1 ? nil : .integer(quantity))
    add("amount", paid.map { .text($0.amountText) })
    add("currency", paid.map { .text($0.currency) })
    add("method", method.map { .text($0.rawValue) })
    add("verification", .text(verification.rawValue))
    add("environment", environment == .production ? nil : .text(environment.rawValue))
    add("confirmed", .instant(confirmed))
    return .object(members)
  }
}

extension PurchaseRecord {
  /// A number from 0 to 100 with as many decimals as it is written with.
  fileprivate static func percentage(_ value: JSONValue) throws(SnapshotError) -> Decimal {
    var percentage: Decimal?
    switch value {
    case .integer(let whole): percentage = Decimal(whole)
    // No store writes more digits; a longer number would lose some.
    case .number(let text) where text.utf8.count <= 20: percentage = Decimal(string: text)
    default: break
    }
    guard let percentage, isPercentage(percentage) else { throw value.isNot(.percentage) }
    return percentage
  }
}

extension PurchaseRecord.Kind {
  /// The names of the kinds.
  fileprivate static let names = allCases.filter { $0 != .other }.map { $0.rawValue }
}

extension JSONObject {
  /// A member with one of a list of values; any other text is an error that lists them.
  package func choice<Choice>(_ key: String) throws(SnapshotError) -> Choice?
  where Choice: RawRepresentable<String>, Choice: CaseIterable {
    guard let text = try read(key, Read.text) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let choices = Choice.allCases.map { $0.rawValue }
    throw SnapshotError(.expected(.oneOf(choices), found: .text(text))).under(.key(key))
  }

  /// The same of a member that must be there.
  package func requireChoice<Choice>(_ key: String) throws(SnapshotError) -> Choice
  where Choice: RawRepresentable<String>, Choice: CaseIterable {
    if let choice: Choice = try self.choice(key) { return choice }
    throw SnapshotError(.missing(.oneOf(Choice.allCases.map { $0.rawValue }))).under(.key(key))
  }

  /// `amount` and `currency`, which need each other.
  func money() throws(SnapshotError) -> Money? {
    let currency = try read("currency", Read.text)
    guard let amount = try read("amount", Read.text) else {
      if currency == nil { return nil }
      throw SnapshotError(.missing(.money)).under(.key("amount"))
    }
    guard let currency else { throw SnapshotError(.missing(.currency)).under(.key("currency")) }
    guard let money = Money(amount, currency) else {
      throw SnapshotError(.expected(.money, found: .text(amount))).under(.key("amount"))
    }
    guard money.hasCode else {
      throw SnapshotError(.expected(.currency, found: .text(currency))).under(.key("currency"))
    }
    return money
  }
}

extension PurchaseRecord {
  /// The verification that counts: a pending purchase waits for its payment, even if verified.
  /// Readings of different verification are kept apart, so that an unverified one never replaces a
  /// verified one.
  var effectiveVerification: Verification {
    state == .pending && verification != .invalid ? .waiting : verification
  }

  /// The first transaction of the subscription that it belongs to, or itself.
  var firstTransactionID: String { originalID ?? transactionID }

  /// Whether the store revoked or refunded it; the whole price back is a refund without a date, too.
  var isRevoked: Bool {
    revokedAt != nil || state == .refunded || state == .revoked || (refundPercentage ?? 0) >= 100
  }

  /// Whether it was revoked with a partial refund.
  var isPartlyRefunded: Bool {
    guard isRevoked, let refundPercentage else { return false }
    return refundPercentage < 100
  }

  /// Whether another reading of the same transaction and verification counts instead: the later one; at
  /// equal times, the one that is revoked, then the one that ends later. The rest makes the order
  /// total, so that merging does not depend on the order of arrival.
  func yields(to other: PurchaseRecord) -> Bool {
    if confirmed != other.confirmed { return confirmed < other.confirmed }
    if isRevoked != other.isRevoked { return other.isRevoked }
    let ends = (end?.milliseconds ?? .max, other.end?.milliseconds ?? .max)
    if ends.0 != ends.1 { return ends.0 < ends.1 }
    guard self != other else { return false }
    for (mine, others) in zip(fields, other.fields) {
      if mine.utf8.elementsEqual(others.utf8) { continue }
      return mine.utf8.lexicographicallyPrecedes(others.utf8)
    }
    return false
  }

  /// Every field as a text; records with equal texts are equal.
  var fields: [String] {
    [
      transactionID, PurchaseRecord.text(originalID), product, kind.rawValue, state.rawValue,
      PurchaseRecord.text(account), "\(start.milliseconds)", PurchaseRecord.text(end),
      PurchaseRecord.text(graceEnd), "\(renews)", PurchaseRecord.text(renewsAs),
      ownership.rawValue, PurchaseRecord.text(revokedAt),
      PurchaseRecord.text(refundPercentage?.description), "\(isTrial)", "\(isSuperseded)",
      "\(quantity)", paid?.exactText ?? "", paid?.currency ?? "",
      method?.rawValue ?? "", verification.rawValue, environment.rawValue,
      "\(confirmed.milliseconds)", "\(isOfferUsed)",
    ]
  }

  /// Absent and empty differ.
  private static func text(_ value: String?) -> String {
    value.map { "=" + $0 } ?? ""
  }

  private static func text(_ instant: Instant?) -> String {
    instant.map { "\($0.milliseconds)" } ?? ""
  }
}

/// How a purchase was paid.
///
/// ```swift
/// if await gate.status.plan?.method == .appleIAP { show("Cancel it in the App Store") }
/// ```
public enum PaymentMethod: String, Sendable, Hashable, CaseIterable {
  /// Apple's in-app purchase.
  case appleIAP = "apple_iap"
  /// WeChat Pay.
  case wechatPay = "wechat_pay"
  /// Alipay.
  case alipay
  /// Google Play's billing.
  case googlePlay = "google_play"
  /// Stripe.
  case stripe
}

/// The result of verifying a purchase. A ``PurchaseVerifier`` decides it.
///
/// ```swift
/// let unproved = ledger.records.filter { $0.verification == .waiting }
/// show("\(unproved.count) purchases are being checked")
/// ```
public enum Verification: String, Sendable, Hashable, CaseIterable {
  /// Not verified yet, or the verifier could not be reached: it grants nothing, and is tried again.
  case waiting
  /// Found to be false: it grants nothing, and is not tried again.
  case invalid
  /// The signature was checked on the device.
  case device
  /// The store's or the app's server confirmed it.
  case server

  /// Its place in a sorted ledger.
  var order: Int { Verification.allCases.firstIndex(of: self) ?? 0 }
}

/// The environment of a purchase. Test purchases must not unlock an app in production (see
/// ``PurchaseTerms/environments``).
///
/// ```swift
/// let tests = ledger.records.filter { $0.environment == .sandbox }
/// log("\(tests.count) purchases of testers do not count")
/// ```
public enum StoreEnvironment: String, Sendable, Hashable, CaseIterable {
  /// The real store.
  case production
  /// The store's test environment.
  case sandbox
  /// Xcode's test store on the developer's Mac.
  case xcode
  /// An environment that Tollgate does not know; it grants nothing.
  case other
}
