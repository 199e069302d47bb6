import Foundation
import TollgateRuntime

extension StateTests {
  private static let april: Instant = "2026-04-01T00:00:00Z"
  private static let march: Instant = "2026-03-01T00:00:00Z"
  private static let start: Instant = "2025-06-01T00:00:00Z"

  private static func row(
    _ number: Int, _ name: String, opens: Bool, _ state: Grant.State?, until: Instant? = april,
    isTrial: Bool = false, _ object: [String: Any]
  ) -> Row {
    Row(
      number: number, name: name, source: .stripe, document: Doc.text(object), opens: opens,
      state: state, until: until, isTrial: isTrial)
  }

  private static func subscription(
    _ status: String, _ changes: [String: Any?] = [:]
  ) -> [String: Any] {
    StripeDocument.subscription(status, changes)
  }

  private static let thirdOfMarch = StripeDocument.seconds("2026-03-03T00:00:00Z")

  static let stripe: [Row] = [
    row(0, "none", opens: false, nil, until: nil, StripeDocument.list([])),
    row(1, "incomplete", opens: false, .pending, until: nil, subscription("incomplete")),
    row(2, "incomplete, expired", opens: false, .revoked, subscription("incomplete_expired")),
    row(
      3, "trial", opens: true, .trial, until: "2026-03-03T00:00:00Z", isTrial: true,
      subscription("trialing", ["trial_end": thirdOfMarch])),
    row(
      3, "trial, cancelled", opens: true, .cancelled, until: "2026-03-03T00:00:00Z", isTrial: true,
      subscription("trialing", ["trial_end": thirdOfMarch, "cancel_at_period_end": true])),
    row(
      4, "with a discount", opens: true, .active,
      subscription("active", ["discounts": ["di_1"]])),
    row(5, "active", opens: true, .active, subscription("active")),
    row(
      5, "active, with the period beside the items", opens: true, .active,
      StripeDocument.subscription(
        "active",
        items: [
          StripeDocument.item(["current_period_start": nil, "current_period_end": nil])
        ],
        [
          "current_period_start": StripeDocument.march, "current_period_end": StripeDocument.april,
        ])),
    row(
      7, "another price scheduled", opens: true, .active,
      subscription("active", ["schedule": "sub_sched_1"])),
    row(
      8, "cancelled", opens: true, .cancelled,
      subscription("active", ["cancel_at_period_end": true])),
    row(
      8, "cancelled for a day before the period ends", opens: true, .cancelled,
      until: "2026-03-03T00:00:00Z", subscription("active", ["cancel_at": thirdOfMarch])),
    row(10, "past due", opens: true, .grace, subscription("past_due")),
    row(
      11, "unpaid", opens: false, .hold, until: start, subscription("unpaid")),
    row(
      12, "paused when the trial ended", opens: false, .paused, until: march, isTrial: true,
      subscription("paused", ["trial_end": StripeDocument.march])),
    row(
      13, "cancelled at once", opens: false, .expired, until: march,
      subscription("canceled", ["ended_at": StripeDocument.march])),
    row(
      14, "cancelled as nobody paid", opens: false, .expired, until: march,
      subscription(
        "canceled",
        [
          "ended_at": StripeDocument.seconds("2026-03-01T06:00:00Z"),
          "cancellation_details": ["reason": "payment_failed"],
        ])),
    row(
      19, "items swapped", opens: true, .active,
      StripeDocument.subscription(
        "active",
        items: [
          StripeDocument.item([
            "price": ["id": "price_9", "lookup_key": "max-by-key", "product": "prod_9"]
          ])
        ])),
    row(23, "unverified", opens: false, nil, until: nil, subscription("active")),
  ]
}
