import Foundation
import Testing
import TollgateKit
import TollgateImports
import TollgatePurchases
import TollgateRuntime

/// Documents with gaps: a part that cannot give anything is noted, and everything else counts.
@Suite struct GapTests {
  @Test("Google: a deferred change of plan has an item that has not begun")
  func deferredItem() throws {
    let later = GooglePlayDocument.item(["productId": "max", "expiryTime": nil])
    for items in [[GooglePlayDocument.item, later], [later, GooglePlayDocument.item]] {
      let document = GooglePlayDocument.subscription("ACTIVE", items: items)
      let imported = try GooglePlayDocument.read(document)
      #expect(imported.opens("export"))
      #expect(!imported.opens("vault"))
      #expect(imported.ledger.records.count == 1)
      #expect(
        imported.noteTexts == [
          "`max:annual`: its first period has not begun; it opens nothing"
        ])
    }
  }

  @Test("Google: a product that the document does not name is the one that was asked about")
  func unnamedProduct() throws {
    let document = Data(GooglePlayDocument.product(["productId": nil]).utf8)
    let imported = try GooglePlayImporter.read(json: document, asOf: now, product: "forever")
    #expect(imported.opens())
    let error = #expect(throws: SnapshotError.self) {
      try GooglePlayImporter.read(json: document, asOf: now)
    }
    #expect(error?.path == "productId")
    #expect(error?.description(in: "en").contains("which product was asked about") == true)
    // What the document says counts.
    let named = Data(GooglePlayDocument.product().utf8)
    let other = try GooglePlayImporter.read(json: named, asOf: now, product: "space")
    #expect(other.ledger.records.map { $0.product } == ["forever"])
  }

  @Test("RevenueCat: Galaxy is a store")
  func galaxy() throws {
    let imported = try RevenueCatDocument.read(
      RevenueCatDocument.subscribed(["store": "galaxy"]))
    #expect(imported.opens())
    #expect(imported.noteTexts == [])
  }

  @Test("RevenueCat: a purchase whose store is not told counts, with a note")
  func untoldStore() throws {
    let documents = [
      RevenueCatDocument.subscribed(["store": nil]),
      RevenueCatDocument.customer(purchases: [
        "com.shop.forever": [Doc.changing(RevenueCatDocument.purchase, ["store": nil])]
      ]),
    ]
    for (document, product) in zip(documents, ["com.shop.annual", "com.shop.forever"]) {
      let imported = try RevenueCatDocument.read(document)
      #expect(imported.opens())
      #expect(
        imported.noteTexts == ["`\(product)`: `store` is missing; the purchase counts without it"])
      #expect(imported.ledger.records.map { $0.environment } == [.production])
    }
    let endless = RevenueCatDocument.subscribed(["store": nil, "expires_date": nil])
    #expect(try !RevenueCatDocument.read(endless).opens(), "only a gift lasts for ever")
    let test = RevenueCatDocument.subscribed(["store": nil, "is_sandbox": true])
    #expect(try !RevenueCatDocument.read(test).opens())
  }

  @Test("Google, Stripe: what decides nothing may be missing, with a note")
  func undecidedFields() throws {
    let product = try GooglePlayDocument.read(
      GooglePlayDocument.product(["purchaseTimeMillis": nil]))
    #expect(product.opens())
    #expect(product.noteTexts.count == 1)
    let items = [StripeDocument.item(["current_period_start": nil])]
    let active = StripeDocument.subscription("active", items: items, ["id": nil])
    let stripe = try Documents.read(Doc.text(active), as: "stripe")
    #expect(stripe.opens())
    #expect(
      stripe.noteTexts == [
        "`id` is missing; the purchase counts without it",
        "`price_annual`: `current_period_start` is missing; the purchase counts without it",
      ])
    let unpaid = Doc.text(StripeDocument.subscription("past_due", items: items))
    #expect(throws: SnapshotError.self) { try Documents.read(unpaid, as: "stripe") }
  }

  /// The fields without which nobody can tell what was bought, of which kind, until when, and
  /// whether it was a test.
  private static let deciding: Set<String> = [
    "request_date", "subscriber", "purchase_date", "is_sandbox", "product_identifier",
    "lineItems", "productId", "subscriptionState", "productLineItem", "purchaseState",
    "purchaseStateContext", "object", "data", "id", "price", "status", "livemode", "items",
    "current_period_start", "current_period_end", "lookup_key", "entitlements", "created",
  ]

  @Test("a document is refused only for a missing field that decides something")
  func everyField() throws {
    for (source, text) in Documents.all {
      let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
      for (field, cut) in GapTests.cuts(document) where !GapTests.deciding.contains(field) {
        #expect(throws: Never.self, "\(source) without \(field)") {
          try Documents.read(Doc.text(cut), as: source)
        }
      }
    }
  }

  /// The document without one of its fields, for each field.
  private static func cuts(_ value: Any) -> [(field: String, document: Any)] {
    if let list = value as? [Any] {
      return list.indices.flatMap { index in
        cuts(list[index]).map { cut in
          var list = list
          list[index] = cut.document
          return (cut.field, list)
        }
      }
    }
    guard let object = value as? [String: Any] else { return [] }
    return object.flatMap { key, value in
      [(key, Doc.changing(object, [key: Any?.none]))]
        + cuts(value).map { ($0.field, Doc.changing(object, [key: $0.document])) }
    }
  }

  @Test("RevenueCat: what a family member bought opens nothing where the policy does not share it")
  func familyShared() throws {
    func read(_ product: String) throws -> PurchaseImport {
      try RevenueCatDocument.read(
        RevenueCatDocument.subscribed(["ownership_type": "FAMILY_SHARED"], to: product))
    }
    let own = try read("com.shop.annual")
    #expect(!own.opens())
    #expect(
      own.noteTexts == [
        "`com.shop.annual`: bought by a family member, and the policy does not say "
          + "`shared with family`; it opens nothing"
      ])
    let shared = try read("com.shop.shared")
    #expect(shared.opens())
    #expect(shared.noteTexts == [])
  }

  @Test("RevenueCat: an empty owner is no owner")
  func emptyOwner() throws {
    let document = RevenueCatDocument.subscribed().replacingOccurrences(of: "user-42", with: "")
    let imported = try RevenueCatDocument.read(document)
    #expect(imported.owner == nil)
    #expect(imported.opens())
  }

  @Test(
    "RevenueCat: of an entitlement's end and its purchase's the earlier one counts",
    arguments: [
      ("2026-03-10T00:00:00Z", "2026-03-10T00:00:00Z", true),
      ("2026-06-01T00:00:00Z", "2026-06-01T00:00:00Z", false),
      ("2027-01-01T00:00:00Z", "2026-06-01T00:00:00Z", true),
    ])
  func entitlementEnds(own: String, counts: String, isNoted: Bool) throws {
    let document = RevenueCatDocument.customer(
      subscriptions: ["old.product": RevenueCatDocument.active],
      entitlements: [
        "pro": Doc.changing(RevenueCatDocument.entitlement("old.product"), ["expires_date": own])
      ])
    let imported = try RevenueCatDocument.read(document)
    let end = try #require(Instant(counts))
    #expect(imported.opens(at: end.advanced(by: -1)))
    #expect(!imported.opens(at: end))
    #expect(imported.noteTexts.contains { $0.contains("the earlier end counts") } == isNoted)
  }

  // MARK: Pages of Stripe

  private static func page(
    _ keys: String..., hasMore: Bool, url: String = "/v1/entitlements/active_entitlements"
  ) -> Data {
    let data = keys.map { StripeDocument.entitlement($0) }
    return Data(Doc.text(StripeDocument.list(data, url: url, hasMore: hasMore)).utf8)
  }

  @Test("Stripe: the pages of a list are one list")
  func pages() throws {
    let pages = [
      Self.page("gold", "silver", hasMore: true), Self.page("tin", hasMore: true),
      Self.page("pro", hasMore: false),
    ]
    let imported = try StripeImporter.read(pages: pages, asOf: now)
    #expect(imported.opens())
    #expect(imported.entitlements.map { $0.name } == ["gold", "silver", "tin", "pro"])
    let alone = try StripeImporter.read(json: Self.page("pro", hasMore: false), asOf: now)
    #expect(imported.listed == alone.listed)
  }

  static let gaps: [[Data]] = [
    // The last page is missing, also where it comes first.
    [page("gold", hasMore: true)],
    [page("pro", hasMore: false), page("gold", hasMore: true)],
    // The same page again, and an object on two pages.
    [page("gold", hasMore: true), page("gold", hasMore: true), page("pro", hasMore: false)],
    [page("gold", hasMore: true), page("pro", "gold", hasMore: false)],
    // Another list, a page without a content, and no list.
    [page("gold", hasMore: true), page("pro", hasMore: false, url: "/v1/subscriptions")],
    [page("gold", hasMore: true), page(hasMore: false)],
    [page(hasMore: true)],
    [page("gold", hasMore: true), Data(Doc.text(StripeDocument.subscription("active")).utf8)],
  ]

  @Test("Stripe: pages that do not join are refused", arguments: gaps)
  func pagesDoNotJoin(pages: [Data]) {
    let error = #expect(throws: SnapshotError.self) {
      try StripeImporter.read(pages: pages, asOf: now)
    }
    #expect(error?.description(in: "en").contains("the list is incomplete") == true)
    #expect(error?.description(in: "zh-Hans").contains("列表不完整") == true)
  }
}
