#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// Reads what Google Play's Developer API says of purchases: `purchases.subscriptionsv2`,
/// `purchases.products` and `purchases.productsv2`, one document or a list of them.
///
/// A document does not say when it was read from Google, so the app says it. It does not tell
/// whether there are other purchases either: read each of a person's, and ``PurchaseImport`` merges
/// them. A subscription with a base plan is the product `product:plan`, and counts as `product`
/// where the policy does not know the plan.
///
/// Each line item ends by itself; the state is that of the whole purchase:
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
/// `linkedPurchaseToken` took the place of another purchase, whose own document says so once it is
/// read anew; the token itself is never kept. A `deferredItemReplacement` is what it will be
/// renewed as; it counts as what it is until then. A `prepaidPlan` does not renew. A purchase with
/// `testPurchase`, `testPurchaseContext` or `purchaseType` 0 is sandbox.
///
/// Google's grace is part of `expiryTime`: a `grace` that the policy gives besides comes after it.
///
/// A one-time product that is purchased counts for ever; one that was consumed gives nothing that
/// lasts; of what was paid back in part, the rest counts. What is rented has an end that Google does
/// not tell, so it opens nothing.
public enum GooglePlayImporter {
  /// Reads a document or a list of documents.
  ///
  /// - Parameters:
  ///   - data: JSON in UTF-8, at most 16 MiB.
  ///   - asOf: When it was read from Google.
  ///   - account: Whom the app files the purchases under; the obfuscated account id unless told.
  ///   - verification: How far the document may be believed: it came from Google's server unless
  ///     told.
  /// - Throws: ``SnapshotError`` with the path of what is wrong, such as
  ///   `lineItems[0].expiryTime`; then nothing is read.
  public static func read(
    json data: Data, asOf: Instant, account: String? = nil, verification: Verification = .server
  ) throws(SnapshotError) -> PurchaseImport {
    try read(DocumentReader.bytes(data), asOf: asOf, account: account, verification: verification)
  }

  /// Reads the bytes of a document or of a list of documents.
  package static func read(
    _ bytes: [UInt8], asOf: Instant, account: String?, verification: Verification = .server
  ) throws(SnapshotError) -> PurchaseImport {
    func one(_ value: JSONValue) throws(SnapshotError) -> PurchaseImport {
      try purchase(
        JSONObject(value),
        DocumentReader(account: account, asOf: asOf, verification: verification))
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

  /// Google names the kind of a document; where somebody left that out, its members tell.
  private static func purchase(
    _ object: JSONObject, _ reader: DocumentReader
  ) throws(SnapshotError) -> PurchaseImport {
    switch try object.read("kind", Read.text) ?? guessedKind(object) {
    case "androidpublisher#subscriptionPurchaseV2":
      var subscription = try GooglePlaySubscription(object, reader)
      try subscription.read()
      return subscription.reader.result()
    case "androidpublisher#productPurchase":
      var purchase = try GooglePlayProduct(object, reader)
      try purchase.readFirstEdition()
      return purchase.reader.result()
    case "androidpublisher#productPurchaseV2":
      var purchase = try GooglePlayProduct(object, reader)
      try purchase.readSecondEdition()
      return purchase.reader.result()
    default:
      throw SnapshotError.refused(
        "it is none of the documents of Google Play that are read: "
          + "purchases.subscriptionsv2, purchases.products and purchases.productsv2",
        chinese: "不是可读取的 Google Play 文档；"
          + "应为 purchases.subscriptionsv2、purchases.products 或 purchases.productsv2")
    }
  }

  /// What tells a purchase without an order, such as one by a promotion's code, from the others.
  static func transactionID(of product: String, from start: Instant?) -> String {
    "google-play:\(product)@\(start.map { String($0.milliseconds) } ?? "pending")"
  }

  private static func guessedKind(_ object: JSONObject) -> String? {
    if object.has("lineItems") { return "androidpublisher#subscriptionPurchaseV2" }
    if object.has("productLineItem") { return "androidpublisher#productPurchaseV2" }
    return object.has("purchaseState") ? "androidpublisher#productPurchase" : nil
  }
}
