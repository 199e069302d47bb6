#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateKit
public import TollgatePurchases
import TollgateRuntime

/// Reads what RevenueCat knows of a customer: the answer of its REST API v1 to
/// `GET /v1/subscribers/{app_user_id}`, which its apps keep as `CustomerInfo`.
///
/// Every subscription and every other purchase becomes a record of its product; a product of
/// Google Play is `product:plan`, and counts as `product` where the policy does not know the plan.
/// An entitlement is joined with the purchases of its product, and counts by its own name for
/// products that the policy does not know, such as `rc_promo_pro_monthly`.
///
/// | in the document | state |
/// |---|---|
/// | `refunded_at` | refunded |
/// | `expires_date` to come, `unsubscribe_detected_at` | cancelled |
/// | `expires_date` to come, `period_type` `trial` | trial |
/// | `expires_date` to come | active, also with `billing_issues_detected_at` |
/// | `grace_period_expires_date` to come | grace, until then |
/// | over, `auto_resume_date` | paused |
/// | over, `billing_issues_detected_at` without `unsubscribe_detected_at` | on hold |
/// | over | expired |
/// | no `expires_date`, `store` `promotional` | active, for ever |
/// | no `expires_date` in any other store | nothing: the end is not known |
/// | `non_subscriptions` | active, for ever |
///
/// To come and over are meant as of `request_date`, which is when the document was true. Prepaid
/// and promotional periods do not renew. What is a `test_store`'s or `is_sandbox` is sandbox. A
/// `period_type`, `store` or `ownership_type` that is not known here opens nothing; one that is
/// missing is `normal`, a real store, `PURCHASED`, as RevenueCat's own SDK has it.
///
/// A document tells everything: of two of the same person the newer one counts alone.
public enum RevenueCatImporter {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - data: JSON in UTF-8, at most 16 MiB.
  ///   - account: Whom the app files the purchases under; `original_app_user_id` unless told.
  ///   - verification: How far the document may be believed: it came from RevenueCat's server
  ///     unless told. What a device hands over proves nothing: it is `waiting`.
  /// - Throws: ``SnapshotError`` with the path of what is wrong, such as
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
