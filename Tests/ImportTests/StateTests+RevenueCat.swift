import Foundation
import TollgateRuntime

extension StateTests {
  private static let june: Instant = "2026-06-01T00:00:00Z"
  private static let february: Instant = "2026-02-01T00:00:00Z"

  private static func row(
    _ number: Int, _ name: String, opens: Bool, _ state: Grant.State?, until: Instant? = june,
    isTrial: Bool = false, _ document: String
  ) -> Row {
    Row(
      number: number, name: name, source: .revenueCat, document: document, opens: opens,
      state: state, until: until, isTrial: isTrial)
  }

  /// A subscription that ended in February, changed so.
  private static func ended(_ changes: [String: Any?] = [:]) -> String {
    RevenueCatDocument.subscribed(
      ["expires_date": "2026-02-01T00:00:00Z"].merging(changes) { $1 })
  }

  static let revenueCat: [Row] = [
    row(0, "none", opens: false, nil, until: nil, RevenueCatDocument.customer()),
    row(
      3, "trial", opens: true, .trial, isTrial: true,
      RevenueCatDocument.subscribed(["period_type": "trial"])),
    row(
      3, "trial cancelled", opens: true, .cancelled, isTrial: true,
      RevenueCatDocument.subscribed([
        "period_type": "trial", "unsubscribe_detected_at": "2026-02-20T00:00:00Z",
      ])),
    row(4, "intro", opens: true, .active, RevenueCatDocument.subscribed(["period_type": "intro"])),
    row(5, "active", opens: true, .active, RevenueCatDocument.subscribed()),
    row(
      5, "a billing issue before the end (T2)", opens: true, .active,
      RevenueCatDocument.subscribed(["billing_issues_detected_at": "2026-02-28T00:00:00Z"])),
    row(
      8, "cancelled", opens: true, .cancelled,
      RevenueCatDocument.subscribed(["unsubscribe_detected_at": "2026-02-20T00:00:00Z"])),
    row(
      9, "prepaid", opens: true, .active,
      RevenueCatDocument.subscribed(["period_type": "prepaid"])),
    row(
      10, "grace (T1)", opens: true, .grace, until: "2026-03-05T00:00:00Z",
      ended([
        "billing_issues_detected_at": "2026-02-01T00:00:00Z",
        "grace_period_expires_date": "2026-03-05T00:00:00Z",
      ])),
    row(
      11, "grace over", opens: false, .hold, until: february,
      ended([
        "billing_issues_detected_at": "2026-02-01T00:00:00Z",
        "grace_period_expires_date": "2026-02-17T00:00:00Z",
      ])),
    row(
      12, "paused", opens: false, .paused, until: february,
      ended(["auto_resume_date": "2026-05-01T00:00:00Z"])),
    row(
      12, "to be paused at the end", opens: true, .active,
      RevenueCatDocument.subscribed(["auto_resume_date": "2026-07-01T00:00:00Z"])),
    row(
      13, "expired", opens: false, .expired, until: february,
      ended(["unsubscribe_detected_at": "2026-01-20T00:00:00Z"])),
    row(
      14, "expired after a billing issue", opens: false, .expired, until: february,
      ended([
        "unsubscribe_detected_at": "2026-02-10T00:00:00Z",
        "billing_issues_detected_at": "2026-02-01T00:00:00Z",
      ])),
    row(
      16, "refunded with an end to come (T4)", opens: false, .refunded,
      RevenueCatDocument.subscribed(["refunded_at": "2026-02-20T00:00:00Z"])),
    row(
      16, "one-time, refunded", opens: false, .refunded, until: nil,
      RevenueCatDocument.customer(purchases: [
        "com.shop.forever": [
          Doc.changing(RevenueCatDocument.purchase, ["refunded_at": "2026-02-20T00:00:00Z"])
        ]
      ])),
    row(
      18, "family, shared by the policy", opens: true, .active,
      RevenueCatDocument.subscribed(["ownership_type": "FAMILY_SHARED"], to: "com.shop.shared")),
    row(
      18, "family, not shared by the policy", opens: false, .active,
      RevenueCatDocument.subscribed(["ownership_type": "FAMILY_SHARED"])),
    row(
      18, "family, taken back", opens: false, .refunded,
      RevenueCatDocument.subscribed(
        ["ownership_type": "FAMILY_SHARED", "refunded_at": "2026-02-20T00:00:00Z"],
        to: "com.shop.shared")),
    row(
      20, "lifetime", opens: true, .active, until: nil,
      RevenueCatDocument.customer(purchases: ["com.shop.forever": [RevenueCatDocument.purchase]])),
    row(
      21, "promotional, by the entitlement", opens: true, .active,
      RevenueCatDocument.customer(
        subscriptions: [
          "rc_promo_pro_yearly": Doc.changing(
            RevenueCatDocument.active, ["store": "promotional", "store_transaction_id": nil])
        ], entitlements: ["pro": RevenueCatDocument.entitlement("rc_promo_pro_yearly")])),
    row(
      21, "promotional, for ever", opens: true, .active, until: nil,
      RevenueCatDocument.customer(
        subscriptions: [
          "rc_promo_pro_lifetime": Doc.changing(
            RevenueCatDocument.active, ["store": "promotional", "expires_date": nil])
        ],
        entitlements: [
          "pro": Doc.changing(
            RevenueCatDocument.entitlement("rc_promo_pro_lifetime"), ["expires_date": nil])
        ])),
    row(
      22, "a plan of a product", opens: true, .active,
      RevenueCatDocument.subscribed(
        ["store": "play_store", "product_plan_identifier": "annual"], to: "pro")),
    row(23, "unverified", opens: false, nil, until: nil, RevenueCatDocument.subscribed()),
  ]
}
