import Foundation
import Testing
import TollgateKit
import TollgateImports
import TollgatePurchases
import TollgateRuntime

/// Products and entitlements of documents by their names in a policy, and notes about the others.
@Suite struct NameTests {
  private func product(_ text: String, as source: String) throws -> String? {
    try Documents.read(text, as: source).snapshot().grants.first?.product
  }

  @Test func aPlanIsAProductOfItsOwnOrOneOfItsProduct() throws {
    func item(_ product: String, _ plan: String) -> String {
      GooglePlayDocument.subscription(
        "ACTIVE",
        items: [
          GooglePlayDocument.item(["productId": product, "offerDetails": ["basePlanId": plan]])
        ])
    }
    #expect(try product(item("pro", "annual"), as: "google-play") == "annual")
    #expect(try product(item("plan_any", "weekly"), as: "google-play") == "monthly")
    // The policy sells `pro:annual` and nothing else of that product.
    #expect(try product(item("pro", "weekly"), as: "google-play") == "pro:weekly")
    func subscription(_ key: String, plan: String?) -> String {
      RevenueCatDocument.subscribed(["product_plan_identifier": plan], to: key)
    }
    #expect(try product(subscription("pro", plan: "annual"), as: "revenuecat") == "annual")
    #expect(try product(subscription("pro:annual", plan: "annual"), as: "revenuecat") == "annual")
    #expect(try product(subscription("plan_any:x", plan: nil), as: "revenuecat") == "monthly")
  }

  @Test func aPriceOfStripeIsKnownByItsIdItsKeyOrItsProduct() throws {
    func price(_ id: String, key: Any, product: Any) -> String {
      let price: [String: Any] = ["id": id, "lookup_key": key, "product": product]
      return Doc.text(
        StripeDocument.subscription("active", items: [StripeDocument.item(["price": price])]))
    }
    #expect(try product(price("price_annual", key: "max-by-key", product: "p"), as: "") == "annual")
    #expect(try product(price("price_2", key: "max-by-key", product: "p"), as: "") == "top")
    #expect(
      try product(price("price_3", key: NSNull(), product: "prod_monthly"), as: "") == "monthly")
    let expanded = ["id": "prod_monthly", "object": "product"]
    #expect(try product(price("price_3", key: NSNull(), product: expanded), as: "") == "monthly")
    #expect(try product(price("price_4", key: NSNull(), product: "p"), as: "") == "price_4")
  }

  @Test func aLookupKeyIsAnEntitlementATierOrAProduct() throws {
    func opened(_ key: String, _ target: String) throws -> Bool {
      try StripeDocument.read(StripeDocument.list([StripeDocument.entitlement(key)])).opens(target)
    }
    #expect(try opened("courses", "lessons"))
    #expect(try opened("pro", "export"))
    #expect(try !opened("pro", "vault"))
    #expect(try opened("top", "vault"))
    #expect(try opened("price_annual", "export"))
    #expect(try !opened("other", "export"))
  }

  @Test func anEntitlementCountsForProductsThatThePolicyDoesNotKnow() throws {
    let active = RevenueCatDocument.active
    func opens(_ product: String, entitlement: String, _ target: String) throws -> Bool {
      let document = RevenueCatDocument.customer(
        subscriptions: [product: active],
        entitlements: [entitlement: RevenueCatDocument.entitlement(product)])
      return try RevenueCatDocument.read(document).opens(target)
    }
    #expect(try opens("old.product", entitlement: "max", "vault"))
    #expect(try opens("old.product", entitlement: "top", "vault"))
    // The policy says what its own products grant.
    #expect(try !opens("com.shop.annual", entitlement: "max", "vault"))
    #expect(try !opens("old.product", entitlement: "Premium", "export"))
  }

  @Test func anEntitlementEndsWithThePurchasesOfItsProduct() throws {
    let document = RevenueCatDocument.customer(
      subscriptions: [
        "old:monthly": Doc.changing(
          RevenueCatDocument.active,
          ["expires_date": "2026-03-10T00:00:00Z", "store_transaction_id": "GPA.1"]),
        "old:weekly": Doc.changing(
          RevenueCatDocument.active,
          ["expires_date": "2026-03-20T00:00:00Z", "store_transaction_id": "GPA.2"]),
      ],
      entitlements: [
        "pro": RevenueCatDocument.entitlement("old"),
        "max": RevenueCatDocument.entitlement("old", plan: "monthly"),
      ])
    let imported = try RevenueCatDocument.read(document)
    #expect(imported.opens("export", at: "2026-03-19T00:00:00Z"))
    #expect(!imported.opens("export", at: "2026-03-20T00:00:00Z"))
    #expect(imported.opens("vault", at: "2026-03-09T00:00:00Z"))
    #expect(!imported.opens("vault", at: "2026-03-10T00:00:00Z"))
  }

  @Test func quantitiesAreThoseThatWereNotPaidBack() throws {
    for (quantity, left) in [(3, 3), (3, 1), (1, 1)] {
      let document = GooglePlayDocument.productV2(
        product: "space", offer: ["quantity": quantity, "refundableQuantity": left])
      let snapshot = try GooglePlayDocument.read(document).snapshot(
        policy: Shop.policy, at: now, adding: Snapshot(usage: ["bills": Usage(0)]))
      #expect(snapshot.grants.first?.quantity == Int64(left))
      let most = Int64(5 + 10 * left)
      #expect(Shop.policy.decide("bills", adding: most, for: snapshot, at: now).isAllowed)
      #expect(!Shop.policy.decide("bills", adding: most + 1, for: snapshot, at: now).isAllowed)
    }
  }

  @Test func whatWillBeRenewedAsAnotherProductIsKept() throws {
    let document = GooglePlayDocument.subscription(
      "ACTIVE",
      items: [GooglePlayDocument.item(["deferredItemReplacement": ["productId": "plan_any"]])])
    let record = try GooglePlayDocument.read(document).ledger.records.first
    #expect(record?.renewsAs == "plan_any")
    #expect(record?.product == "pro:annual")
  }

  static let unknown: [(String, String, String)] = [
    (
      "revenuecat", RevenueCatDocument.subscribed(["period_type": "season"]),
      "`period_type` is \"season\""
    ),
    (
      "revenuecat", RevenueCatDocument.subscribed(["ownership_type": "LENT"]),
      "`ownership_type` is \"LENT\""
    ),
    (
      "revenuecat", RevenueCatDocument.subscribed(["store": "moon_store"]),
      "`store` is \"moon_store\""
    ),
    (
      "revenuecat", RevenueCatDocument.subscribed(["expires_date": nil]),
      "has no end date"
    ),
    ("google-play", GooglePlayDocument.subscription("DREAMING"), "SUBSCRIPTION_STATE_DREAMING"),
    (
      "google-play", GooglePlayDocument.subscription("UNSPECIFIED"),
      "SUBSCRIPTION_STATE_UNSPECIFIED"
    ),
    ("google-play", GooglePlayDocument.product(["purchaseState": 7]), "`purchaseState` is \"7\""),
    ("google-play", GooglePlayDocument.productV2("LENT"), "`purchaseState` is \"LENT\""),
    (
      "google-play",
      GooglePlayDocument.productV2(offer: ["rentOfferDetails": [:] as [String: Any]]), "a rental"
    ),
    ("stripe", Doc.text(StripeDocument.subscription("dormant")), "`status` is \"dormant\""),
  ]

  @Test("an unknown value opens nothing and has a note", arguments: unknown)
  func unknownValuesOpenNothing(source: String, document: String, note: String) throws {
    let imported = try Documents.read(document, as: source)
    #expect(!imported.opens())
    #expect(!imported.opens(environments: Set(StoreEnvironment.allCases)))
    #expect(imported.noteTexts.count == 1)
    #expect(imported.noteTexts.first?.contains(note) == true)
  }

  static let notes: [(String, String, String)] = [
    (
      "revenuecat", RevenueCatDocument.subscribed(to: "other"),
      "`other`: the policy does not have this product"
    ),
    (
      "revenuecat",
      RevenueCatDocument.customer(entitlements: ["pro": RevenueCatDocument.entitlement("gone")]),
      "`pro`: granted by \"gone\""
    ),
    (
      "revenuecat", RevenueCatDocument.customer(other: ["thing": [1]]),
      "`thing`: this part of the document is ignored"
    ),
    (
      "google-play",
      GooglePlayDocument.subscription(
        "ACTIVE", ["acknowledgementState": "ACKNOWLEDGEMENT_STATE_PENDING"]), "not acknowledged yet"
    ),
    (
      "google-play", GooglePlayDocument.product(["acknowledgementState": 0]), "not acknowledged yet"
    ),
    (
      "google-play", GooglePlayDocument.subscription("ACTIVE", ["linkedPurchaseToken": "SECRET"]),
      "it replaced another purchase"
    ),
    (
      "google-play",
      GooglePlayDocument.subscription(
        "PENDING_PURCHASE_CANCELED", ["linkedPurchaseToken": "SECRET"]), "it was never paid"
    ),
    (
      "stripe", Doc.text(StripeDocument.list([StripeDocument.entitlement("gold")])),
      "`gold`: the policy has neither an entitlement nor a product"
    ),
    (
      "stripe", Doc.text(StripeDocument.list([StripeDocument.entitlement("pro")])),
      "`pro`: it has no end date"
    ),
    (
      "stripe",
      Doc.text(
        StripeDocument.subscription(
          "active", ["pause_collection": ["behavior": "void", "resumes_at": NSNull()]])),
      "`sub_1`: payments are paused"
    ),
  ]

  @Test("each note appears once, in both languages", arguments: notes)
  func notesAreTold(source: String, document: String, note: String) throws {
    let imported = try Documents.read(document, as: source)
    #expect(imported.noteTexts.count == 1)
    #expect(imported.noteTexts.first?.hasPrefix(note) == true, "\(imported.noteTexts)")
    for note in imported.notes(policy: Shop.policy) {
      #expect(note.description(in: "zh-Hans") != note.description(in: "en"))
    }
  }
}
