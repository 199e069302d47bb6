import Foundation
import TollgateRuntime

extension StateTests {
  /// Cut to milliseconds.
  private static let june = Instant(
    milliseconds: ("2026-06-01T00:00:00Z" as Instant).milliseconds + 123)
  private static let february: Instant = "2026-02-01T00:00:00Z"
  private static var nothing: [String: Any] { [:] }

  private static func row(
    _ number: Int, _ name: String, opens: Bool, _ state: Grant.State?, until: Instant? = june,
    isTrial: Bool = false, _ document: String
  ) -> Row {
    Row(
      number: number, name: name, source: .googlePlay, document: document, opens: opens,
      state: state, until: until, isTrial: isTrial)
  }

  /// A subscription with one item, changed so.
  private static func item(
    _ state: String, _ changes: [String: Any?], _ others: [String: Any?] = [:]
  ) -> String {
    GooglePlayDocument.subscription(state, items: [GooglePlayDocument.item(changes)], others)
  }

  /// A subscription that ended in February.
  private static func ended(_ state: String, _ others: [String: Any?] = [:]) -> String {
    item(state, ["expiryTime": "2026-02-01T00:00:00Z"], others)
  }

  private static var unpaid: [String: Any] {
    [
      "productId": "pro", "offerDetails": ["basePlanId": "annual"],
      "autoRenewingPlan": ["autoRenewEnabled": true],
    ]
  }

  static let googlePlay: [Row] = subscriptions + products

  private static let subscriptions: [Row] = [
    row(0, "none", opens: false, nil, until: nil, "[]"),
    row(
      1, "pending", opens: false, .pending, until: nil,
      GooglePlayDocument.subscription("PENDING", items: [unpaid], ["startTime": nil])),
    row(
      2, "pending, cancelled", opens: false, .revoked, until: now,
      GooglePlayDocument.subscription(
        "PENDING_PURCHASE_CANCELED", items: [unpaid], ["startTime": nil])),
    row(
      3, "trial", opens: true, .trial, isTrial: true,
      item("ACTIVE", ["offerPhase": ["freeTrial": nothing]])),
    row(
      4, "intro", opens: true, .active,
      item("ACTIVE", ["offerPhase": ["introductoryPrice": nothing]])),
    row(5, "active", opens: true, .active, GooglePlayDocument.subscription("ACTIVE")),
    row(
      6, "a higher price not agreed to", opens: true, .active,
      item(
        "ACTIVE",
        [
          "autoRenewingPlan": [
            "autoRenewEnabled": true,
            "priceChangeDetails": [
              "priceChangeMode": "PRICE_INCREASE", "priceChangeState": "OUTSTANDING",
            ],
          ]
        ])),
    row(
      7, "another product at the end", opens: true, .active,
      item("ACTIVE", ["deferredItemReplacement": ["productId": "basic"]])),
    row(
      7, "taken away at the end", opens: true, .active,
      item("ACTIVE", ["deferredItemRemoval": nothing])),
    row(
      8, "cancelled (T3)", opens: true, .cancelled,
      GooglePlayDocument.subscription(
        "CANCELED",
        [
          "canceledStateContext": [
            "userInitiatedCancellation": ["cancelTime": "2026-02-20T00:00:00Z"]
          ]
        ])),
    row(
      9, "prepaid", opens: true, .active,
      item(
        "ACTIVE",
        [
          "autoRenewingPlan": nil,
          "prepaidPlan": ["allowExtendAfterTime": "2026-05-01T00:00:00Z"],
        ])),
    row(
      10, "grace", opens: true, .grace,
      GooglePlayDocument.subscription("IN_GRACE_PERIOD", ["inGracePeriodStateContext": nothing])),
    row(
      11, "on hold", opens: false, .hold, until: february,
      ended("ON_HOLD", ["onHoldStateContext": nothing])),
    row(
      12, "paused", opens: false, .paused, until: february,
      ended("PAUSED", ["pausedStateContext": ["autoResumeTime": "2026-05-01T00:00:00Z"]])),
    row(
      13, "expired, cancelled by the person", opens: false, .expired, until: february,
      ended("EXPIRED", ["canceledStateContext": ["userInitiatedCancellation": nothing]])),
    row(
      14, "expired, cancelled by Google", opens: false, .expired, until: february,
      ended("EXPIRED", ["canceledStateContext": ["systemInitiatedCancellation": nothing]])),
    row(
      15, "expired, cancelled by the developer", opens: false, .expired, until: february,
      ended("EXPIRED", ["canceledStateContext": ["developerInitiatedCancellation": nothing]])),
    row(
      16, "revoked before its end (T4)", opens: false, .expired,
      GooglePlayDocument.subscription("EXPIRED")),
    row(
      19, "replaced", opens: false, nil, until: nil,
      GooglePlayDocument.subscription(
        "CANCELED", ["canceledStateContext": ["replacementCancellation": nothing]])),
    row(
      22, "in instalments", opens: true, .active,
      item(
        "ACTIVE",
        [
          "autoRenewingPlan": [
            "autoRenewEnabled": true,
            "installmentDetails": ["initialCommittedPaymentsCount": 12],
          ]
        ])),
    row(23, "unverified", opens: false, nil, until: nil, GooglePlayDocument.subscription("ACTIVE")),
  ]

  private static let products: [Row] = [
    row(
      1, "one-time, pending", opens: false, .pending, until: nil,
      GooglePlayDocument.product(["purchaseState": 2])),
    row(
      1, "one-time v2, pending", opens: false, .pending, until: nil,
      GooglePlayDocument.productV2("PENDING", ["purchaseCompletionTime": nil])),
    row(
      16, "one-time, cancelled", opens: false, .revoked, until: nil,
      GooglePlayDocument.product(["purchaseState": 1])),
    row(
      16, "one-time, all of it paid back", opens: false, .refunded, until: nil,
      GooglePlayDocument.product(["refundableQuantity": 0])),
    row(
      16, "one-time v2, cancelled", opens: false, .revoked, until: nil,
      GooglePlayDocument.productV2("CANCELLED")),
    row(
      17, "one-time v2, paid back in part", opens: true, .active, until: nil,
      GooglePlayDocument.productV2(offer: ["quantity": 3, "refundableQuantity": 1])),
    row(20, "lifetime", opens: true, .active, until: nil, GooglePlayDocument.product()),
    row(20, "lifetime v2", opens: true, .active, until: nil, GooglePlayDocument.productV2()),
    row(
      20, "a consumable that was consumed", opens: false, nil, until: nil,
      GooglePlayDocument.product(["consumptionState": 1])),
    row(
      21, "by a promotion's code", opens: true, .active, until: nil,
      GooglePlayDocument.product(["purchaseType": 1, "orderId": nil])),
  ]
}
