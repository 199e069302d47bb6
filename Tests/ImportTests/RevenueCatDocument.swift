import Foundation
import TollgateImports
import TollgatePurchases

/// Documents of RevenueCat, in the shape of `GET /v1/subscribers/{app_user_id}`.
enum RevenueCatDocument {
  /// A subscription that renews, with every field that RevenueCat writes.
  static var active: [String: Any] {
    [
      "auto_resume_date": NSNull(), "billing_issues_detected_at": NSNull(),
      "display_name": "Pro", "expires_date": "2026-06-01T00:00:00Z",
      "grace_period_expires_date": NSNull(), "is_sandbox": false,
      "management_url": "https://example.com/manage", "metadata": NSNull(),
      "original_purchase_date": "2024-06-01T00:00:00Z", "ownership_type": "PURCHASED",
      "period_type": "normal", "price": ["amount": 12.0, "currency": "CNY"],
      "product_plan_identifier": NSNull(), "purchase_date": "2025-06-01T00:00:00Z",
      "refunded_at": NSNull(), "store": "app_store", "store_transaction_id": "2000000100",
      "unsubscribe_detected_at": NSNull(),
    ]
  }

  /// A purchase that is not a subscription.
  static var purchase: [String: Any] {
    [
      "display_name": "Forever", "id": "d3f1a2", "is_sandbox": false,
      "original_purchase_date": "2025-01-01T00:00:00Z",
      "price": ["amount": 38.0, "currency": "CNY"], "purchase_date": "2025-01-01T00:00:00Z",
      "store": "app_store", "store_transaction_id": "2000000200",
    ]
  }

  /// A customer with these purchases.
  static func customer(
    subscriptions: [String: Any] = [:], purchases: [String: [Any]] = [:],
    entitlements: [String: Any] = [:], other: [String: Any] = [:],
    at date: String = "2026-03-01T08:00:00Z"
  ) -> String {
    Doc.text([
      "schema_version": "4", "request_date": date,
      "subscriber": [
        "original_app_user_id": "user-42", "first_seen": "2024-01-01T00:00:00Z",
        "last_seen": "2026-03-01T00:00:00Z", "management_url": NSNull(),
        "original_application_version": "1.0", "original_purchase_date": NSNull(),
        "subscriptions": subscriptions, "non_subscriptions": purchases,
        "entitlements": entitlements, "other_purchases": other,
        "subscriber_attributes": ["$email": ["value": "a@b.c", "updated_at_ms": 1]],
      ],
    ])
  }

  /// A customer with one subscription, changed so.
  static func subscribed(
    _ changes: [String: Any?] = [:], to product: String = "com.shop.annual",
    at date: String = "2026-03-01T08:00:00Z"
  ) -> String {
    customer(subscriptions: [product: Doc.changing(active, changes)], at: date)
  }

  /// An entitlement of a product.
  static func entitlement(_ product: String, plan: String? = nil) -> [String: Any] {
    [
      "product_identifier": product, "expires_date": "2026-06-01T00:00:00Z",
      "purchase_date": "2025-06-01T00:00:00Z", "product_plan_identifier": plan ?? NSNull(),
    ]
  }

  static func read(_ text: String) throws -> PurchaseImport {
    try RevenueCatImporter.read(json: Data(text.utf8))
  }
}
