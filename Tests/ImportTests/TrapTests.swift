import Foundation
import Testing
import TollgateKit
import TollgateImports
import TollgatePurchases
import TollgateRuntime

/// The traps of real SDKs, as far as documents can set them. T1 to T4 are in the table of
/// `StateTests`; T5 concerns the device.
@Suite struct TrapTests {
  @Test("T6 each item has its own end, and all have one state")
  func linesEndApart() throws {
    let long = GooglePlayDocument.item
    let short = GooglePlayDocument.item([
      "productId": "max", "expiryTime": "2026-03-10T00:00:00Z",
    ])
    let document = GooglePlayDocument.subscription("ACTIVE", items: [long, short])
    let imported = try GooglePlayDocument.read(document)
    #expect(imported.ledger.records.count == 2)
    #expect(imported.opens("vault", at: "2026-03-09T00:00:00Z"))
    #expect(!imported.opens("vault", at: "2026-03-10T00:00:00Z"))
    #expect(imported.opens("export", at: "2026-03-10T00:00:00Z"))
  }

  @Test("T7 any of several purchases is enough")
  func anyGrantIsEnough() throws {
    let document = RevenueCatDocument.customer(
      subscriptions: [
        "com.shop.annual": Doc.changing(
          RevenueCatDocument.active, ["refunded_at": "2026-02-20T00:00:00Z"])
      ], purchases: ["com.shop.forever": [RevenueCatDocument.purchase]])
    #expect(try RevenueCatDocument.read(document).opens())
  }

  static let testPurchases: [(String, String)] = [
    ("revenuecat", RevenueCatDocument.subscribed(["is_sandbox": true])),
    ("revenuecat", RevenueCatDocument.subscribed(["store": "test_store"])),
    (
      "revenuecat",
      RevenueCatDocument.customer(purchases: [
        "com.shop.forever": [Doc.changing(RevenueCatDocument.purchase, ["is_sandbox": true])]
      ])
    ),
    (
      "google-play",
      GooglePlayDocument.subscription("ACTIVE", ["testPurchase": [:] as [String: Any]])
    ),
    ("google-play", GooglePlayDocument.product(["purchaseType": 0])),
    (
      "google-play",
      GooglePlayDocument.productV2("PURCHASED", ["testPurchaseContext": ["fopType": "TEST"]])
    ),
    ("stripe", Doc.text(StripeDocument.subscription("active", ["livemode": false]))),
    ("stripe", Doc.text(StripeDocument.list([StripeDocument.entitlement("pro", isLive: false)]))),
  ]

  @Test(
    "T8 what was bought for testing opens nothing, unless it is asked for", arguments: testPurchases
  )
  func testPurchasesDoNotCount(source: String, document: String) throws {
    let imported = try Documents.read(document, as: source)
    #expect(!imported.opens())
    #expect(imported.opens(environments: [.sandbox]))
    #expect(imported.opens(environments: [.production, .sandbox]))
    #expect(imported.noteTexts.contains { $0.contains("a test purchase") })
  }

  @Test("T9 a lapsed trial has no grace, a paid period has the policy's")
  func noGraceAfterATrial() throws {
    for (period, isOpen) in [("trial", false), ("normal", true)] {
      let document = RevenueCatDocument.subscribed(
        ["period_type": period, "expires_date": "2026-02-27T00:00:00Z"], to: "com.shop.kept")
      #expect(try RevenueCatDocument.read(document).opens() == isOpen)
    }
    let item = StripeDocument.item(price: "price_kept")
    let paused = StripeDocument.subscription(
      "canceled", items: [item],
      [
        "trial_end": StripeDocument.march, "ended_at": StripeDocument.march,
      ])
    #expect(try !StripeDocument.read(paused).opens())
    let paid = StripeDocument.subscription(
      "canceled", items: [item], ["ended_at": StripeDocument.march])
    #expect(try StripeDocument.read(paid).opens())
  }

  @Test("T9 the policy's grace does not keep an unpaid subscription")
  func noGraceForPeriodsThatNobodyPaid() throws {
    let unpaid = StripeDocument.subscription(
      "unpaid", items: [StripeDocument.item(price: "price_kept")])
    #expect(try !StripeDocument.read(unpaid).opens())
    let held = GooglePlayDocument.item([
      "productId": "kept", "expiryTime": "2026-03-02T00:00:00Z",
    ])
    let hold = GooglePlayDocument.subscription("ON_HOLD", items: [held])
    #expect(try !GooglePlayDocument.read(hold).opens(at: "2026-03-03T00:00:00Z"))
    let never = GooglePlayDocument.subscription(
      "PENDING_PURCHASE_CANCELED",
      items: [["productId": "kept", "offerDetails": ["basePlanId": "annual"]]])
    #expect(try !GooglePlayDocument.read(never).opens(at: now))
  }

  @Test("T10 a store's grace and the policy's are never added")
  func gracesDoNotAdd() throws {
    let document = RevenueCatDocument.subscribed(
      [
        "expires_date": "2026-02-26T00:00:00Z",
        "billing_issues_detected_at": "2026-02-26T00:00:00Z",
        "grace_period_expires_date": "2026-03-02T00:00:00Z",
      ], to: "com.shop.kept")
    let imported = try RevenueCatDocument.read(document)
    #expect(imported.opens(at: "2026-03-01T23:59:59Z"))
    // The store gives a grace until March 2, the policy five days: never both in a row.
    #expect(!imported.opens(at: "2026-03-03T00:00:00Z"))
    let over = RevenueCatDocument.subscribed(
      [
        "expires_date": "2026-02-26T00:00:00Z",
        "billing_issues_detected_at": "2026-02-26T00:00:00Z",
        "grace_period_expires_date": "2026-02-28T00:00:00Z",
      ], to: "com.shop.kept")
    #expect(try RevenueCatDocument.read(over).opens(at: "2026-03-02T23:59:59Z"))
    #expect(try !RevenueCatDocument.read(over).opens(at: "2026-03-03T00:00:00Z"))
  }

  @Test("T11 of two documents only the newer one counts")
  func theNewerDocumentCounts() throws {
    let before = RevenueCatDocument.customer(
      subscriptions: [
        "com.shop.top": Doc.changing(
          RevenueCatDocument.active, ["expires_date": "2027-01-01T00:00:00Z"])
      ], at: "2026-02-01T00:00:00Z")
    let after = RevenueCatDocument.subscribed(["store_transaction_id": "2000000300"])
    for documents in [[before, after], [after, before]] {
      var imported = try RevenueCatDocument.read(documents[0])
      try imported.merge(RevenueCatDocument.read(documents[1]))
      #expect(imported.opens("export"))
      #expect(!imported.opens("vault"))
      #expect(imported.snapshot().grants.count == 1)
      #expect(imported.snapshot().asOf == now)
    }
  }

  @Test("T11 of two readings of a purchase the newer one counts, also in an app's own ledger")
  func theNewerReadingCounts() throws {
    let active = try GooglePlayDocument.read(
      GooglePlayDocument.subscription("ACTIVE"), asOf: "2026-02-01T00:00:00Z")
    let revoked = try GooglePlayDocument.read(GooglePlayDocument.subscription("EXPIRED"))
    for imports in [[active, revoked], [revoked, active]] {
      var ledger = Ledger()
      for imported in imports { ledger.merge(imported.ledger(for: Shop.policy)) }
      let snapshot = ledger.snapshot(policy: Shop.policy, account: "a1b2", at: now)
      #expect(!Shop.policy.decide("export", for: snapshot, at: now).isAllowed)
    }
  }
}
