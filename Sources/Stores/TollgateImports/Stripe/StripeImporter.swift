#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// Reads a customer from Stripe: active entitlements (`GET
/// /v1/entitlements/active_entitlements?customer=cus_…`), their summary in a webhook, subscriptions
/// (`GET /v1/subscriptions?customer=cus_…`), a single subscription, or an event with one of these.
///
/// ```swift
/// let imported = try StripeImporter.read(json: data, account: "ada")
/// let snapshot = imported.snapshot(policy: policy, at: .now)
/// show(policy.decide("csv-export", for: snapshot, at: .now))
/// ```
///
/// An active entitlement counts by its `lookup_key`: as the policy's entitlement or tier of that
/// name, or else as its product. Stripe reports no end. Merged with the customer's subscriptions
/// (``PurchaseImport/merge(_:)``) it lasts as long as the last of them, otherwise as long as the
/// policy trusts the snapshot; without `trust snapshots` it lasts for ever.
///
/// Each item of a subscription is a purchase of its price, and counts if the policy names it: `sold
/// as "price_…" on stripe`, or the price's `lookup_key`, or its product `prod_…`.
///
/// | `status` | state |
/// |---|---|
/// | `active` | active until `current_period_end`, which newer editions of the API have in each item |
/// | `active` with `cancel_at_period_end` or `cancel_at` | cancelled: it counts until then |
/// | `trialing` | trial until `trial_end` |
/// | `past_due` | grace until `current_period_end`, as long as Stripe's retries keep it so |
/// | `unpaid` | on hold |
/// | `paused` | paused |
/// | `canceled` | expired at `ended_at`; with an unpaid last period at the start of that |
/// | `incomplete`, `incomplete_expired` | pending, revoked |
/// | any other | nothing |
///
/// `pause_collection` changes nothing, as in Stripe. A purchase without `livemode` is from the
/// sandbox. A list with `has_more` is refused, because a paid purchase could be missing, unless its
/// further pages follow: ``read(pages:asOf:account:verification:)``.
public enum StripeImporter {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - data: JSON in UTF-8, at most 16 MiB.
  ///   - asOf: The time of the request to Stripe; an event contains its own time.
  ///   - account: The app's account that owns the purchases; by default the customer's id.
  ///   - verification: How the document was verified; by default it came from Stripe's server, or
  ///     its signature was checked.
  /// - Throws: ``SnapshotError`` with the path of the mistake, such as
  ///   `data.object.entitlements.has_more`; then nothing is read.
  public static func read(
    json data: Data, asOf: Instant? = nil, account: String? = nil,
    verification: Verification = .server
  ) throws(SnapshotError) -> PurchaseImport {
    try read(pages: [data], asOf: asOf, account: account, verification: verification)
  }

  /// Reads the pages of a list as one list.
  ///
  /// - Parameters:
  ///   - pages: All pages, in the order in which Stripe returned them: each but the last says
  ///     `has_more: true`, and no object is on two of them. A page that was left out in the middle
  ///     cannot be noticed, because a page does not name the one before it.
  /// - Throws: ``SnapshotError`` with the number of the page and the path in it, from 0, such as
  ///   `[1].data[0].id`; then nothing is read.
  public static func read(
    pages: [Data], asOf: Instant? = nil, account: String? = nil,
    verification: Verification = .server
  ) throws(SnapshotError) -> PurchaseImport {
    var result: PurchaseImport?
    for (index, data) in pages.enumerated() {
      do throws(SnapshotError) {
        let page = try read(
          DocumentReader.bytes(data), asOf: asOf, account: account, verification: verification)
        if result == nil { result = page } else { try result?.merge(page) }
        if index == pages.count - 1, result?.openList != nil {
          throw PurchaseImport.pageMissing.under(.key("has_more"))
        }
      } catch {
        throw pages.count == 1 ? error : error.under(.element(index))
      }
    }
    return result ?? PurchaseImport(account: account)
  }

  /// Reads the bytes of a document, which may be one page of several.
  package static func read(
    _ bytes: [UInt8], asOf: Instant?, account: String?, verification: Verification = .server
  ) throws(SnapshotError) -> PurchaseImport {
    try DocumentReader.document(bytes) { document throws(SnapshotError) in
      let object = try JSONObject(document)
      let isEvent = object["object"] == .text("event")
      let created = isEvent ? try object.require("created", .instant, Read.seconds) : nil
      guard let confirmed = created ?? asOf else {
        throw SnapshotError.refused(
          "it does not contain the time of the request; give that time",
          chinese: "文档不含读取时间；请另行指定")
      }
      var reader = StripeReader(
        DocumentReader(account: account, asOf: confirmed, verification: verification))
      try reader.read(object)
      return reader.result
    }
  }
}
