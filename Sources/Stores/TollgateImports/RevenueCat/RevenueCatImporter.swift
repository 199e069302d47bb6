#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateKit
public import TollgatePurchases
import TollgateRuntime

/// Reads a customer from RevenueCat: the answer of its REST API v1 to `GET
/// /v1/subscribers/{app_user_id}`, which its apps keep as `CustomerInfo`.
///
/// ```swift
/// let imported = try RevenueCatImporter.read(json: data, account: "ada")
/// gate.update(merging: imported.snapshot(policy: policy, at: .now))
/// ```
///
/// Every subscription and every other purchase becomes a record of its product. A product of Google
/// Play is `product:plan`, and counts as `product` if the policy does not know the plan. An
/// entitlement belongs to the purchases of its product, and counts by its own name for products
/// that the policy does not know, such as `rc_promo_pro_monthly`, until its own `expires_date` if
/// that is the earlier one.
///
/// | in the document | state |
/// |---|---|
/// | `refunded_at` | refunded |
/// | `expires_date` in the future, `unsubscribe_detected_at` | cancelled |
/// | `expires_date` in the future, `period_type` `trial` | trial |
/// | `expires_date` in the future | active, also with `billing_issues_detected_at` |
/// | `grace_period_expires_date` in the future | grace, until then |
/// | over, `auto_resume_date` | paused |
/// | over, `billing_issues_detected_at` without `unsubscribe_detected_at` | on hold |
/// | over | expired |
/// | no `expires_date`, `store` `promotional` | active, for ever |
/// | no `expires_date` in any other store | nothing: the end is not known |
/// | `non_subscriptions` | active, for ever |
///
/// "Future" and "over" refer to `request_date`, the time of the answer. Prepaid and promotional
/// periods do not renew. A purchase in a `test_store` or with `is_sandbox` is from the sandbox. An
/// unknown `period_type`, `store` or `ownership_type` opens nothing; a missing `period_type` is
/// `normal`, a missing `ownership_type` `PURCHASED`, as in RevenueCat's own SDK. A purchase without
/// `store` counts, with a note. One without `is_sandbox` is refused: it could be a test purchase.
///
/// A document contains all purchases: of two documents of one user only the newer one counts.
public enum RevenueCatImporter {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - data: JSON in UTF-8, at most 16 MiB.
  ///   - account: The app's account that owns the purchases; by default `original_app_user_id`,
  ///     unless that is empty.
  ///   - verification: How the document was verified; by default it came from RevenueCat's server.
  ///     A document from a device proves nothing: use `waiting`.
  /// - Throws: ``SnapshotError`` with the path of the mistake, such as
  ///   `subscriber.subscriptions["com.example.pro"].expires_date`; then nothing is read.
  public static func read(
    json data: Data, account: String? = nil, verification: Verification = .server
  ) throws(SnapshotError) -> PurchaseImport {
    try read(DocumentReader.bytes(data), account: account, verification: verification)
  }

  /// Reads the bytes of a document.
  package static func read(
    _ bytes: [UInt8], account: String?, verification: Verification = .server
  ) throws(SnapshotError) -> PurchaseImport {
    try DocumentReader.document(bytes) { document throws(SnapshotError) in
      let object = try JSONObject(document)
      var subscriber = RevenueCatSubscriber(
        try object.require("subscriber", .object, Read.object),
        DocumentReader(
          account: account, asOf: try object.requestDate(), verification: verification))
      do throws(SnapshotError) {
        try subscriber.read()
      } catch {
        throw error.under(.key("subscriber"))
      }
      return subscriber.reader.result(isComplete: true, listed: subscriber.reader.asOf)
    }
  }
}

extension JSONObject {
  /// When RevenueCat answered.
  fileprivate func requestDate() throws(SnapshotError) -> Instant {
    if let milliseconds = try read("request_date_ms", Read.milliseconds) { return milliseconds }
    return try require("request_date", .instant, Read.storeInstant)
  }
}
