import Foundation
import TollgateImports
import TollgatePurchases
import TollgateRuntime

/// Documents of Google Play's Developer API.
enum GooglePlayDocument {
  /// An item of a subscription that renews.
  static var item: [String: Any] {
    [
      "productId": "pro", "expiryTime": "2026-06-01T00:00:00.123456789Z",
      "latestSuccessfulOrderId": "GPA.3300-0000-0000-00001..2",
      "autoRenewingPlan": [
        "autoRenewEnabled": true,
        "recurringPrice": ["currencyCode": "CNY", "units": "12", "nanos": 500_000_000],
      ],
      "offerDetails": ["basePlanId": "annual", "offerTags": ["a"]],
      "offerPhase": ["basePrice": [:] as [String: Any]],
    ]
  }

  /// A subscription in a state, with these items and other fields.
  static func subscription(
    _ state: String, items: [[String: Any]] = [item], _ changes: [String: Any?] = [:]
  ) -> String {
    Doc.text(
      Doc.changing(
        [
          "kind": "androidpublisher#subscriptionPurchaseV2", "regionCode": "CN",
          "startTime": "2025-06-01T00:00:00Z", "lineItems": items,
          "subscriptionState": "SUBSCRIPTION_STATE_" + state,
          "latestOrderId": "GPA.3300-0000-0000-00001..2", "etag": "xyz",
          "acknowledgementState": "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED",
          "externalAccountIdentifiers": ["obfuscatedExternalAccountId": "a1b2"],
        ], changes))
  }

  /// An item, changed so.
  static func item(_ changes: [String: Any?]) -> [String: Any] { Doc.changing(item, changes) }

  /// A one-time product in the first edition.
  static func product(_ changes: [String: Any?] = [:]) -> String {
    Doc.text(
      Doc.changing(
        [
          "kind": "androidpublisher#productPurchase", "purchaseTimeMillis": "1735689600000",
          "purchaseState": 0, "consumptionState": 0, "developerPayload": "",
          "orderId": "GPA.3311-0000-0000-00002", "acknowledgementState": 1,
          "productId": "forever", "quantity": 1, "regionCode": "CN",
        ], changes))
  }

  /// A one-time product in the second edition; `offer` is its `productOfferDetails`.
  static func productV2(
    _ state: String = "PURCHASED", product: String = "forever", offer: [String: Any] = [:],
    _ changes: [String: Any?] = [:]
  ) -> String {
    let offer = offer.merging(["offerToken": "SECRET-offer", "quantity": 1]) { mine, _ in mine }
    return Doc.text(
      Doc.changing(
        [
          "kind": "androidpublisher#productPurchaseV2",
          "productLineItem": [["productId": product, "productOfferDetails": offer]],
          "purchaseStateContext": ["purchaseState": state],
          "orderId": "GPA.3322-0000-0000-00003", "regionCode": "CN",
          "purchaseCompletionTime": "2025-01-01T00:00:00Z",
          "acknowledgementState": "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED",
        ], changes))
  }

  static func read(_ text: String, asOf: Instant = now) throws -> PurchaseImport {
    try GooglePlay.read(json: Data(text.utf8), asOf: asOf)
  }
}
