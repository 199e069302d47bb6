import TollgateKit
import TollgatePurchases
import TollgateRuntime

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
