#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// Reads purchases from Google Play's Developer API: `purchases.subscriptionsv2`,
/// `purchases.products` and `purchases.productsv2`, one document or a list of them.
///
/// ```swift
/// let imported = try GooglePlayImporter.read(json: data, asOf: .now, account: "ada")
/// let snapshot = imported.snapshot(policy: policy, at: .now)
/// ```
///
/// A document contains neither the time of the request nor the user's other purchases. So the app
/// gives the time, reads each purchase, and merges them with ``PurchaseImport``. A subscription
/// with a base plan is the product `product:plan`, and counts as `product` if the policy does not
/// know the plan.
///
/// Each line item has its own end; one without an `expiryTime` is the product of a deferred change
/// of plan, which gives nothing before its first period, and is listed by
/// ``PurchaseImport/notes(policy:terms:)``. The state applies to the whole purchase:
///
/// | `subscriptionState` | state |
/// |---|---|
/// | `…_ACTIVE` | active, or trial in `offerPhase.freeTrial`, until `expiryTime` |
/// | `…_CANCELED` | cancelled: it counts until `expiryTime` |
/// | `…_IN_GRACE_PERIOD` | grace: Google has moved `expiryTime` to the end of the grace |
/// | `…_ON_HOLD`, `…_PAUSED`, `…_EXPIRED` | on hold, paused, expired |
/// | `…_PENDING` | pending |
/// | `…_PENDING_PURCHASE_CANCELED` | revoked: it was never paid |
/// | any other | nothing |
///
/// With `canceledStateContext.replacementCancellation` it is superseded. A document with a
/// `linkedPurchaseToken` replaced another purchase; read that purchase's document again. The token
/// is never stored. A `deferredItemReplacement` is the product that it will renew as; until then
/// the current one counts. A `prepaidPlan` does not renew. A purchase with `testPurchase`,
/// `testPurchaseContext` or `purchaseType` 0 is from the sandbox.
///
/// Google's grace is part of `expiryTime`; a `grace` of the policy is added after it.
///
/// A purchased one-time product counts for ever; a consumed one grants nothing. After a partial
/// refund the rest counts. A rental grants nothing, because Google does not report its end.
public enum GooglePlayImporter {
  /// Reads a document or a list of documents.
  ///
  /// - Parameters:
  ///   - data: JSON in UTF-8, at most 16 MiB.
  ///   - asOf: The time of the request to Google.
  ///   - account: The app's account that owns the purchases; by default the obfuscated account id.
  ///   - product: The product that was asked about, for a document of `purchases.products` that does
  ///     not name it.
  ///   - verification: How the document was verified; by default it came from Google's server.
  /// - Throws: ``SnapshotError`` with the path of the mistake, such as `lineItems[0].expiryTime`;
  ///   then nothing is read.
  public static func read(
    json data: Data, asOf: Instant, account: String? = nil, product: String? = nil,
    verification: Verification = .server
  ) throws(SnapshotError) -> PurchaseImport {
    try read(
      DocumentReader.bytes(data), asOf: asOf, account: account, product: product,
      verification: verification)
  }

  /// Reads the bytes of a document or of a list of documents.
  package static func read(
    _ bytes: [UInt8], asOf: Instant, account: String?, product: String? = nil,
    verification: Verification = .server
  ) throws(SnapshotError) -> PurchaseImport {
    func one(_ value: JSONValue) throws(SnapshotError) -> PurchaseImport {
      try purchase(
        JSONObject(value),
        DocumentReader(account: account, asOf: asOf, verification: verification), product)
    }
    return try DocumentReader.document(bytes) { document throws(SnapshotError) in
      guard case .list(let values) = document else { return try one(document) }
      var result = PurchaseImport(account: account, confirmed: asOf)
      for (index, value) in values.enumerated() {
        do throws(SnapshotError) {
          try result.merge(try one(value))
        } catch {
          throw error.under(.element(index))
        }
      }
      return result
    }
  }

  /// Google names the kind of a document; if it is missing, the members tell.
  private static func purchase(
    _ object: JSONObject, _ reader: DocumentReader, _ product: String?
  ) throws(SnapshotError) -> PurchaseImport {
    switch try object.read("kind", Read.text) ?? guessedKind(object) {
    case "androidpublisher#subscriptionPurchaseV2":
      var subscription = try GooglePlaySubscription(object, reader)
      try subscription.read()
      return subscription.reader.result()
    case "androidpublisher#productPurchase":
      var purchase = try GooglePlayProduct(object, reader, asked: product)
      try purchase.readProduct()
      return purchase.reader.result()
    case "androidpublisher#productPurchaseV2":
      var purchase = try GooglePlayProduct(object, reader)
      try purchase.readProductV2()
      return purchase.reader.result()
    default:
      throw SnapshotError.refused(
        "it is not a Google Play document that can be read: expected "
          + "purchases.subscriptionsv2, purchases.products or purchases.productsv2",
        chinese: "无法读取该 Google Play 文档；"
          + "应为 purchases.subscriptionsv2、purchases.products 或 purchases.productsv2")
    }
  }

  /// The identity of a purchase without an order, such as one by a promotion code.
  static func transactionID(of product: String, from start: Instant?) -> String {
    "google-play:\(product)@\(start.map { String($0.milliseconds) } ?? "pending")"
  }

  private static func guessedKind(_ object: JSONObject) -> String? {
    if object.has("lineItems") { return "androidpublisher#subscriptionPurchaseV2" }
    if object.has("productLineItem") { return "androidpublisher#productPurchaseV2" }
    return object.has("purchaseState") ? "androidpublisher#productPurchase" : nil
  }
}
