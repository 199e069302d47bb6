import Foundation
import TollgateImports
import TollgatePurchases
import TollgateRuntime

/// Objects of Stripe.
enum StripeDocument {
  static let march: Int64 = seconds("2026-03-01T00:00:00Z")
  static let april: Int64 = seconds("2026-04-01T00:00:00Z")
  static let start: Int64 = seconds("2025-06-01T00:00:00Z")

  static func seconds(_ instant: Instant) -> Int64 { instant.milliseconds / 1000 }

  /// An active entitlement by its lookup key.
  static func entitlement(_ key: String, isLive: Bool = true) -> [String: Any] {
    [
      "id": "ent_test_\(key)", "object": "entitlements.active_entitlement", "feature": "feat_1",
      "livemode": isLive, "lookup_key": key,
    ]
  }

  static func list(
    _ data: [Any], url: String = "/v1/entitlements/active_entitlements", hasMore: Bool = false
  ) -> [String: Any] {
    ["object": "list", "data": data, "has_more": hasMore, "url": url]
  }

  static func summary(_ data: [Any], hasMore: Bool = false) -> [String: Any] {
    [
      "object": "entitlements.active_entitlement_summary", "customer": "cus_1", "livemode": true,
      "entitlements": list(
        data, url: "/v1/customer/cus_1/entitlements", hasMore: hasMore),
    ]
  }

  static func event(_ object: Any, type: String, at instant: Instant = now) -> String {
    Doc.text([
      "id": "evt_1", "object": "event", "api_version": "2025-03-31.basil", "livemode": true,
      "created": seconds(instant), "type": type, "data": ["object": object],
    ])
  }

  /// An item of a subscription. Newer editions of the API have the period in it.
  static func item(price: String = "price_annual", _ changes: [String: Any?] = [:]) -> [String: Any]
  {
    Doc.changing(
      [
        "id": "si_1", "object": "subscription_item", "quantity": 1,
        "current_period_start": march, "current_period_end": april,
        "price": [
          "id": price, "object": "price", "lookup_key": NSNull(), "product": "prod_1",
          "unit_amount": 1200,
        ] as [String: Any],
      ], changes)
  }

  static func subscription(
    _ status: String, items: [[String: Any]] = [item()], _ changes: [String: Any?] = [:]
  ) -> [String: Any] {
    Doc.changing(
      [
        "id": "sub_1", "object": "subscription", "customer": "cus_1", "livemode": true,
        "status": status, "created": start, "start_date": start, "cancel_at": NSNull(),
        "cancel_at_period_end": false, "canceled_at": NSNull(), "ended_at": NSNull(),
        "trial_start": NSNull(), "trial_end": NSNull(), "pause_collection": NSNull(),
        "cancellation_details": ["comment": NSNull(), "feedback": NSNull(), "reason": NSNull()],
        "default_payment_method": "pm_SECRET", "latest_invoice": "in_1",
        "items": list(items, url: "/v1/subscription_items"),
      ], changes)
  }

  static func read(_ text: String, asOf: Instant? = now) throws -> PurchaseImport {
    try Stripe.read(json: Data(text.utf8), asOf: asOf)
  }

  static func read(_ object: [String: Any], asOf: Instant? = now) throws -> PurchaseImport {
    try read(Doc.text(object), asOf: asOf)
  }
}
