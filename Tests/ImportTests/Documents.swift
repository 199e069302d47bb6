import Foundation
import TollgateImports
import TollgateRuntime

/// Documents of every source, by the names that `tollgate snapshot --from` has for them.
enum Documents {
  static func read(_ text: String, as source: String) throws -> PurchaseImport {
    try read(Data(text.utf8), as: source)
  }

  static func read(_ data: Data, as source: String) throws -> PurchaseImport {
    switch source {
    case "revenuecat": try RevenueCat.read(json: data)
    case "google-play": try GooglePlay.read(json: data, asOf: now)
    default: try Stripe.read(json: data, asOf: now)
    }
  }

  /// One document of each shape that is read.
  static let all: [(source: String, text: String)] = [
    ("revenuecat", revenueCat),
    ("google-play", GooglePlayDocument.subscription("ACTIVE")),
    ("google-play", GooglePlayDocument.product()),
    ("google-play", GooglePlayDocument.productV2()),
    (
      "google-play",
      "[\(GooglePlayDocument.subscription("CANCELED")), \(GooglePlayDocument.product())]"
    ),
    ("stripe", Doc.text(StripeDocument.list([StripeDocument.entitlement("pro")]))),
    (
      "stripe",
      StripeDocument.event(
        StripeDocument.summary([StripeDocument.entitlement("pro")]),
        type: "entitlements.active_entitlement_summary.updated")
    ),
    (
      "stripe",
      Doc.text(
        StripeDocument.list([StripeDocument.subscription("past_due")], url: "/v1/subscriptions"))
    ),
  ]

  private static let revenueCat = RevenueCatDocument.customer(
    subscriptions: [
      "com.shop.annual": Doc.changing(
        RevenueCatDocument.active,
        [
          "grace_period_expires_date": "2026-06-05T00:00:00Z",
          "billing_issues_detected_at": "2026-02-01T00:00:00Z",
        ])
    ],
    purchases: ["com.shop.forever": [RevenueCatDocument.purchase]],
    entitlements: ["pro": RevenueCatDocument.entitlement("com.shop.annual")])
}
