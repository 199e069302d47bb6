import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// A document of `purchases.subscriptionsv2`.
struct GooglePlaySubscription {
  private let object: JSONObject
  private(set) var reader: DocumentReader
  private let state: String
  /// Nil while the payment is pending.
  private let start: Instant?
  private let latestOrder: String?
  private let isTest: Bool
  private let isReplaced: Bool

  init(_ object: JSONObject, _ reader: DocumentReader) throws(SnapshotError) {
    self.object = object
    self.reader = reader
    state = try object.require("subscriptionState", .text, Read.name)
    start = try object.read("startTime", Read.storeInstant)
    latestOrder = try object.read("latestOrderId", Read.name)
    isTest = try object.object("testPurchase") != nil
    isReplaced =
      try object.object("canceledStateContext")?.has("replacementCancellation") ?? false
  }

  mutating func read() throws(SnapshotError) {
    let accounts = "externalAccountIdentifiers"
    let obfuscated = try object.read(accounts, "obfuscatedExternalAccountId", Read.name)
    let plain = try object.read(accounts, "externalAccountId", Read.name)
    reader.setOwner(obfuscated ?? plain)
    guard case .list(let items)? = object["lineItems"] else {
      let found = object["lineItems"]
      throw (found?.isNot(.list) ?? SnapshotError(.missing(.list))).under(.key("lineItems"))
    }
    let object = object
    try object.forEach(in: "lineItems") { value throws(SnapshotError) in
      try lineItem(try JSONObject(value), isAlone: items.count == 1)
    }
    addNotes()
  }

  private mutating func addNotes() {
    if object.has("linkedPurchaseToken") {
      let isUnpaid = state == "SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED"
      reader.note(isUnpaid ? .replacedNothing : .replacesAnother)
    }
    if object["acknowledgementState"] == .text("ACKNOWLEDGEMENT_STATE_PENDING") {
      reader.note(.notAcknowledged)
    }
  }

  private mutating func lineItem(_ item: JSONObject, isAlone: Bool) throws(SnapshotError) {
    let id = try item.require("productId", .text, Read.name)
    let plan = try item.read("offerDetails", "basePlanId", Read.name)
    let product = plan.map { "\(id):\($0)" } ?? id
    let phase = try item.object("offerPhase")
    let isTrial = phase?.has("freeTrial") ?? false
    let renews = try item.read("autoRenewingPlan", "autoRenewEnabled", Read.boolean) ?? false
    guard let period = try period(of: item) else {
      return reader.note(.notBegun, about: product)
    }
    let order = try item.read("latestSuccessfulOrderId", Read.name)
    let record = PurchaseRecord(
      transactionID: transactionID(of: product, order, isAlone: isAlone), product: product,
      kind: item.has("prepaidPlan") ? .nonRenewing : .subscription,
      state: state(isTrial: isTrial, of: product), start: period.start, end: period.end,
      renews: renews && !item.has("deferredItemRemoval"),
      renewsAs: try item.read("deferredItemReplacement", "productId", Read.name),
      isTrial: isTrial, isSuperseded: isReplaced, method: .googlePlay,
      verification: reader.verification, environment: isTest ? .sandbox : .production,
      isOfferUsed: phase?.has("introductoryPrice") ?? false
    )
    try reader.add(record, alsoCalled: [id])
  }

  /// Pending and unpaid purchases have neither a start nor an end; all others have both, but for the
  /// product of a deferred change of plan before its first period: nil.
  private func period(
    of item: JSONObject
  ) throws(SnapshotError) -> (start: Instant, end: Instant)? {
    let end = try item.read("expiryTime", Read.storeInstant)
    if state.hasPrefix("SUBSCRIPTION_STATE_PENDING") {
      return (start ?? reader.asOf, end ?? reader.asOf)
    }
    guard let end else { return nil }
    let start = start ?? min(reader.asOf, end)
    // A purchase on hold was paid until an earlier time; if that is not reported, no time counts.
    return (start, state == "SUBSCRIPTION_STATE_ON_HOLD" && end > reader.asOf ? start : end)
  }

  /// The order; for an order with several products, also the product.
  private func transactionID(
    of product: String, _ order: String?, isAlone: Bool
  ) -> String {
    guard let order = order ?? latestOrder else {
      return GooglePlayImporter.transactionID(of: product, from: start)
    }
    return isAlone ? order : "\(order)/\(product)"
  }

  private mutating func state(isTrial: Bool, of product: String) -> Grant.State {
    switch state {
    case "SUBSCRIPTION_STATE_ACTIVE": return isTrial ? .trial : .active
    case "SUBSCRIPTION_STATE_CANCELED": return .cancelled
    case "SUBSCRIPTION_STATE_IN_GRACE_PERIOD": return .grace
    case "SUBSCRIPTION_STATE_ON_HOLD": return .hold
    case "SUBSCRIPTION_STATE_PAUSED": return .paused
    case "SUBSCRIPTION_STATE_EXPIRED": return .expired
    case "SUBSCRIPTION_STATE_PENDING": return .pending
    case "SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED": return .revoked
    default:
      reader.note(.unknownValue(field: "subscriptionState", value: state), about: product)
      return .other
    }
  }
}

/// A document of `purchases.products` or `purchases.productsv2`.
struct GooglePlayProduct {
  private let object: JSONObject
  private(set) var reader: DocumentReader
  private let order: String?
  /// The product that was asked about, for a document that does not name it.
  private let asked: String?

  init(
    _ object: JSONObject, _ reader: DocumentReader, asked: String? = nil
  ) throws(SnapshotError) {
    self.object = object
    self.reader = reader
    self.asked = asked
    order = try object.read("orderId", Read.name)
    self.reader.setOwner(try object.read("obfuscatedExternalAccountId", Read.name))
  }

  /// An item of a document.
  private struct Item {
    var product: String
    var state: Grant.State
    /// Nil while the payment is pending.
    var start: Instant?
    var isConsumed: Bool
    var isTest: Bool
    var isRented = false
    /// The quantity, and how much of it was not refunded.
    var quantity: Int64 = 1
    var left: Int64?
    var isAlone = true
  }

  // MARK: purchases.products

  mutating func readProduct() throws(SnapshotError) {
    guard let product = try object.read("productId", Read.name) ?? asked else {
      throw GooglePlayProduct.unnamed.under(.key("productId"))
    }
    let start = try object.read("purchaseTimeMillis", Read.milliseconds)
    if start == nil { reader.note(.missingField("purchaseTimeMillis"), about: product) }
    try add(
      Item(
        product: product, state: try stateV1(of: product),
        start: start,
        isConsumed: try object.read("consumptionState", Read.integer) == 1,
        isTest: try object.read("purchaseType", Read.integer) == 0,
        quantity: try object.read("quantity", Read.quantity) ?? 1,
        left: try object.read("refundableQuantity", Read.amount)
      ))
    if object["acknowledgementState"] == .integer(0) { reader.note(.notAcknowledged) }
  }

  private static let unnamed = SnapshotError.refused(
    "missing; Google leaves it out for some purchases, so say which product was asked about",
    chinese: "缺少该字段；Google 有时会省略它，请说明查询的是哪个商品")

  private mutating func stateV1(of product: String) throws(SnapshotError) -> Grant.State {
    let state = try object.require("purchaseState", .wholeNumber(from: 0), Read.integer)
    switch state {
    case 0: return .active
    case 1: return .revoked
    case 2: return .pending
    default:
      reader.note(.unknownValue(field: "purchaseState", value: String(state)), about: product)
      return .other
    }
  }

  // MARK: purchases.productsv2

  mutating func readProductV2() throws(SnapshotError) {
    guard case .list(let items)? = object["productLineItem"] else {
      let found = object["productLineItem"]
      throw (found?.isNot(.list) ?? SnapshotError(.missing(.list))).under(.key("productLineItem"))
    }
    let state = try stateV2()
    let completed = try object.read("purchaseCompletionTime", Read.storeInstant)
    let isTest = try object.object("testPurchaseContext") != nil
    let object = object
    try object.forEach(in: "productLineItem") { value throws(SnapshotError) in
      let line = try JSONObject(value)
      let offer = "productOfferDetails"
      try add(
        Item(
          product: try line.require("productId", .text, Read.name), state: state,
          start: completed,
          isConsumed: try line.read(offer, "consumptionState", Read.text)
            == "CONSUMPTION_STATE_CONSUMED",
          isTest: isTest, isRented: try line.object(offer)?.has("rentOfferDetails") ?? false,
          quantity: try line.read(offer, "quantity", Read.quantity) ?? 1,
          left: try line.read(offer, "refundableQuantity", Read.amount),
          isAlone: items.count == 1
        ))
    }
    if object["acknowledgementState"] == .text("ACKNOWLEDGEMENT_STATE_PENDING") {
      reader.note(.notAcknowledged)
    }
  }

  private mutating func stateV2() throws(SnapshotError) -> Grant.State {
    let state = try object.require("purchaseStateContext", "purchaseState", .text, Read.name)
    switch state {
    case "PURCHASED": return .active
    case "CANCELLED": return .revoked
    case "PENDING": return .pending
    default:
      reader.note(.unknownValue(field: "purchaseState", value: state))
      return .other
    }
  }

  // MARK: Both

  private mutating func add(_ item: Item) throws(SnapshotError) {
    let id = order.map { item.isAlone ? $0 : "\($0)/\(item.product)" }
    let isPaidBack = item.left == 0
    if item.isRented { reader.note(.rented, about: item.product) }
    try reader.add(
      PurchaseRecord(
        transactionID: id ?? GooglePlayImporter.transactionID(of: item.product, from: item.start),
        product: item.product,
        kind: item.isRented ? .other : item.isConsumed ? .consumable : .nonConsumable,
        state: isPaidBack && item.state == .active ? .refunded : item.state,
        start: item.start ?? reader.asOf,
        quantity: max(1, min(item.quantity, item.left ?? item.quantity)), method: .googlePlay,
        verification: reader.verification, environment: item.isTest ? .sandbox : .production
      ))
  }
}
