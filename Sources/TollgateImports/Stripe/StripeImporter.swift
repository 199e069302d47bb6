#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import TollgateKit
public import TollgatePurchases
public import TollgateRuntime

/// Reads what Stripe says of a customer: active entitlements
/// (`GET /v1/entitlements/active_entitlements?customer=cus_…`), their summary in a webhook,
/// subscriptions (`GET /v1/subscriptions?customer=cus_…`), a single subscription, or an event with
/// one of these.
///
/// An active entitlement is held by its `lookup_key`: as the entitlement or tier of the policy of
/// that name, or else as its product. Stripe does not say until when. Merged with the customer's
/// subscriptions (``PurchaseImport/merge(_:)``) it lasts no longer than the last of them, otherwise
/// as long as the policy trusts the snapshot; a policy without `trust snapshots` trusts it for ever.
///
/// Each item of a subscription is a purchase of its price, and counts where the policy names it:
/// `sold as "price_…" on stripe`, or the price's `lookup_key`, or its product `prod_…`.
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
/// `pause_collection` changes nothing, as for Stripe. What is not `livemode` is sandbox. A list with
/// `has_more` is refused: what it leaves out may be what was paid for.
public enum StripeImporter {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - data: JSON in UTF-8, at most 16 MiB.
  ///   - asOf: When it was read from Stripe; an event says so itself.
  ///   - account: Whom the app files the purchases under; the customer's id unless told.
  ///   - verification: How far the document may be believed: it came from Stripe's server, or its
  ///     signature was checked, unless told.
  /// - Throws: ``SnapshotError`` with the path of what is wrong, such as
  ///   `data.object.entitlements.has_more`; then nothing is read.
  public static func read(
    json data: Data, asOf: Instant? = nil, account: String? = nil,
    verification: Verification = .server
  ) throws(SnapshotError) -> PurchaseImport {
    try read(DocumentReader.bytes(data), asOf: asOf, account: account, verification: verification)
  }

  /// Reads the bytes of a document.
  package static func read(
    _ bytes: [UInt8], asOf: Instant?, account: String?, verification: Verification = .server
  ) throws(SnapshotError) -> PurchaseImport {
    try DocumentReader.document(bytes) { document throws(SnapshotError) in
      let object = try JSONObject(document)
      let isEvent = object["object"] == .text("event")
      let created = isEvent ? try object.require("created", .instant, Read.seconds) : nil
      guard let confirmed = created ?? asOf else {
        throw SnapshotError.refused(
          "it does not say when it was read from Stripe, so that has to be told",
          chinese: "文档未说明读取时间，须另行给出")
      }
      var reader = StripeReader(
        DocumentReader(account: account, asOf: confirmed, verification: verification))
      try reader.read(object)
      return reader.result
    }
  }
}
