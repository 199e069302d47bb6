import Foundation
import Testing
import TollgateAppStore
import TollgateImports
import TollgateKit
import TollgatePurchases
import TollgateUsage

@testable import TollgateServer

@Suite("Webhook: content of events")
struct WebhookEventTests {
  private typealias Case = (event: String, state: Grant.State, kind: PurchaseRecord.Kind)

  @Test("An event of RevenueCat is the reading of a transaction")
  func states() throws {
    func cause(_ name: String, _ value: String) -> String { #","\#(name)":"\#(value)""# }
    let cases: [Case] = [
      (Sent.revenueCat("INITIAL_PURCHASE", at: 0), .active, .subscription),
      (Sent.revenueCat("RENEWAL", at: 0), .active, .subscription),
      (Sent.revenueCat("UNCANCELLATION", at: 0), .active, .subscription),
      (Sent.revenueCat("SUBSCRIPTION_EXTENDED", at: 0), .active, .subscription),
      (Sent.revenueCat("PRODUCT_CHANGE", at: 0), .active, .subscription),
      (Sent.revenueCat("SUBSCRIPTION_PAUSED", at: 0), .cancelled, .subscription),
      (Sent.revenueCat("CANCELLATION", at: 0), .cancelled, .subscription),
      (
        Sent.revenueCat("CANCELLATION", at: 0, cause("cancel_reason", "CUSTOMER_SUPPORT")),
        .refunded, .subscription
      ),
      (
        Sent.revenueCat("CANCELLATION", at: 0, cause("cancel_reason", "BILLING_ERROR")), .active,
        .subscription
      ),
      (Sent.revenueCat("BILLING_ISSUE", at: 0), .active, .subscription),
      (Sent.revenueCat("BILLING_ISSUE", at: 0, end: -1), .hold, .subscription),
      (
        Sent.revenueCat(
          "BILLING_ISSUE", at: 0, end: -1,
          ",\"grace_period_expiration_at_ms\":\((Sent.noon + 9) * 1000)"), .grace, .subscription
      ),
      (Sent.revenueCat("EXPIRATION", at: 0), .expired, .subscription),
      (
        Sent.revenueCat("EXPIRATION", at: 0, cause("expiration_reason", "BILLING_ERROR")), .hold,
        .subscription
      ),
      (
        Sent.revenueCat("EXPIRATION", at: 0, cause("expiration_reason", "SUBSCRIPTION_PAUSED")),
        .paused, .subscription
      ),
      (Sent.revenueCat("NON_RENEWING_PURCHASE", at: 0, end: nil), .active, .nonConsumable),
      (Sent.revenueCat("NON_RENEWING_PURCHASE", at: 0), .active, .nonRenewing),
      (Sent.revenueCat("TEMPORARY_ENTITLEMENT_GRANT", at: 0), .active, .nonRenewing),
      (Sent.revenueCat("INITIAL_PURCHASE", at: 0, end: nil), .active, .other),
    ]
    for (text, state, kind) in cases {
      let event = try RevenueCatEvent(Array(text.utf8))
      let record = try #require(event.purchases?.ledger.records.first, "\(text)")
      #expect(record.state == state, "\(text)")
      #expect(record.kind == kind, "\(text)")
      #expect(record.confirmed == Instant("2026-06-01T12:00:00Z"))
      #expect(record.end.map { $0.milliseconds <= (Sent.noon + 86_400) * 1000 } ?? true)
    }
    let unknown = Sent.revenueCat("RENEWAL", at: 0).replacingOccurrences(
      of: "APP_STORE", with: "NEW_STORE")
    let record = try RevenueCatEvent(Array(unknown.utf8)).purchases?.ledger.records.first
    #expect(record?.state == .other)
    let nowhere = Sent.revenueCat("RENEWAL", at: 0).replacingOccurrences(
      of: #""environment":"PRODUCTION","#, with: "")
    #expect(throws: SnapshotError.self) { try RevenueCatEvent(Array(nowhere.utf8)) }
  }

  @Test("A cancelled subscription counts until its end, a refunded one no longer")
  func time() async throws {
    let hooks = try Webhooks()
    for event in [
      Sent.revenueCat("INITIAL_PURCHASE", at: -50), Sent.revenueCat("CANCELLATION", at: -40),
    ] {
      #expect(await hooks.revenueCat(event).status == 200)
    }
    #expect(try await hooks.isPro("ada"))
    hooks.shop.clock.move(by: 5_000_000)
    #expect(try await !hooks.isPro("ada"))
  }

  @Test("An entitlement of Stripe counts by its name, until a newer list leaves it out")
  func entitlements() async throws {
    let hooks = try Webhooks()
    let kind = "entitlements.active_entitlement_summary.updated"
    #expect(await hooks.stripe(Sent.event(kind, at: -9, Sent.summary(["pro"]))).status == 200)
    #expect(try await hooks.isPro("cus_1"))
    #expect(await hooks.stripe(Sent.event(kind, at: -8, Sent.summary([]))).status == 200)
    #expect(await hooks.stripe(Sent.event(kind, at: -9, Sent.summary(["pro"]))).status == 200)
    #expect(try await !hooks.isPro("cus_1"))
    // A backend's list of the same customer, which names nobody.
    let list = #"""
      {"object":"list","url":"/v1/entitlements/active_entitlements","has_more":false,"data":[
      {"object":"entitlements.active_entitlement","id":"e","livemode":true,"lookup_key":"pro"}]}
      """#
    #expect(await hooks.shop.ask("PUT", "/v1/users/ada/links/stripe/cus_1").status == 204)
    #expect(await hooks.shop.ask("POST", "/v1/users/ada/purchases/stripe", list).status == 200)
    #expect(try await hooks.isPro("ada"))
    hooks.shop.clock.move(by: 60_000)
    #expect(await hooks.stripe(Sent.event(kind, at: 50, Sent.summary([]))).status == 200)
    #expect(try await !hooks.isPro("ada"))
  }

  @Test("A voided order ends what was bought by it, and no later renewal")
  func voided() async throws {
    let hooks = try Webhooks()
    let path = "/v1/users/ada/purchases/google-play?asOf=2026-06-01T11:30:00Z"
    let token = ["Purchase-Token": "purchase-token"]
    #expect(await hooks.shop.ask("POST", path, Sent.play(), headers: token).status == 200)
    func voided(_ order: String, _ type: Int = 1) -> String {
      """
      {"packageName":"com.example.app","eventTimeMillis":\(Sent.noon * 1000),\
      "voidedPurchaseNotification":{"purchaseToken":"purchase-token","orderId":"\(order)",\
      "productType":1,"refundType":\(type)}}
      """
    }
    #expect(await hooks.googlePlay(voided("GPA.0")).status == 200)
    #expect(await hooks.googlePlay(voided("GPA.1", 2)).status == 200)
    #expect(try await hooks.isPro("ada"))
    #expect(await hooks.googlePlay(voided("GPA.1")).status == 200)
    #expect(try await !hooks.isPro("ada"))
  }

  @Test("The App Store's page takes notifications only: a user has signed transactions, too")
  func onlyNotifications() async throws {
    let hooks = try Webhooks()
    let notice = Sent.notification("DID_RENEW", at: -9, token: "ada")
    let payload = try JSONObject(SnapshotError.read(Array(notice.utf8)))["signedPayload"]
    guard case .text(let signed)? = payload,
      let middle = signed.split(separator: ".").dropFirst().first,
      let bytes = Base64.decode(middle.utf8, .url)
    else { return #expect(Bool(false)) }
    let data = try JSONObject(SnapshotError.read(bytes))["data"]
    let inner = try #require(try data.flatMap { try JSONObject($0)["signedTransactionInfo"] })
    guard case .text(let transaction) = inner else { return #expect(Bool(false)) }
    for body in [
      transaction, "[\"\(transaction)\"]", #"{"signedTransactions":["\#(transaction)"]}"#,
      #"{"signedPayload":"\#(transaction)"}"#,
    ] {
      #expect(await hooks.appStore(body).status == 400)
    }
    #expect(await hooks.appStore(notice).status == 200)
    let wrong = try Webhooks {
      $0.webhooks.appStore = AppStoreVerifier(
        AppStoreApp(bundleID: "com.example.other", appleID: 1), signatures: AppleSignatureCheck())
    }
    #expect(await wrong.appStore(notice).status == 401)
    #expect(
      await hooks.shop.ask("POST", "/v1/users/bob/purchases/app-store", transaction).status == 200)
    #expect(try await hooks.isPro("bob"))
  }

  @Test("Each policy has its own customers, and the page of each is described")
  func pages() async throws {
    let hooks = try Webhooks()
    let body = Sent.event("customer.subscription.created", at: -9, Sent.subscription(user: "ada"))
    let header = ["Stripe-Signature": Webhooks.signature(body, at: Sent.noon)]
    #expect(
      await hooks.shop.ask("POST", "/p/Shop/v1/webhooks/stripe", body, headers: header).status
        == 200)
    #expect(
      await hooks.shop.ask("POST", "/p/Other/v1/webhooks/stripe", body, headers: header).status
        == 404)
    let page = await hooks.shop.ask("GET", "/openapi.json").text
    for id in [
      "stripeWebhook", "revenueCatWebhook", "appStoreWebhook", "googlePlayWebhook", "linkCustomer",
      "unlinkCustomer", "addPurchases",
    ] {
      #expect(page.contains(id))
    }
  }

  @Test("A pack that a service sold is used up by what is counted")
  func packs() async throws {
    let policy = """
      policy Words

      product refill
        sold as "pro_yearly"
        price 3 EUR once
        adds 2 to hearts until used up

      meter hearts

      hearts > 1 per day is not allowed
      """
    let shop = try ServedShop(policy) { $0.webhooks.revenueCat = ["x"] }
    func use(_ id: Int) async throws -> JSONValue? {
      try await shop.value(
        "outcome", "POST", "/v1/use", #"{"user":"ada","target":"hearts","id":"u\#(id)"}"#)
    }
    #expect(try await use(1) == .text("allowed"))
    #expect(try await use(2) == .text("denied"))
    let bought = Sent.revenueCat("NON_RENEWING_PURCHASE", at: -9, end: nil)
    for _ in 1...2 {
      let answer = await shop.ask(
        "POST", "/v1/webhooks/revenuecat", bought, headers: ["Authorization": "x"])
      #expect(answer.status == 200)
    }
    #expect(try await use(3) == .text("allowed"))
    #expect(try await use(4) == .text("allowed"))
    #expect(try await use(5) == .text("denied"))
  }

  @Test("Merging is associative, commutative and idempotent", arguments: 0..<200)
  func join(_ seed: Int) throws {
    var random = Seeded(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    let parts = (0..<3).map { _ in SoldPurchases.random(using: &random) }
    func merged(_ order: [Int]) -> SoldPurchases {
      order.reduce(into: SoldPurchases()) { $0.merge(parts[$1]) }
    }
    let first = merged([0, 1, 2])
    for order in permutations([0, 1, 2]) { #expect(merged(order + order) == first) }
    var (left, right) = (merged([1, 2]), parts[0])
    right.merge(left)
    left.merge(parts[0])
    #expect(left == right)
    #expect(left == first)
    let members = JSONValue.object(first.json)
    #expect(try SoldPurchases(json: try JSONObject(members)) == first)
  }
}

/// Numbers that are the same in each run.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

extension SoldPurchases {
  /// What a few events tell: of few transactions and times, so that many are the same.
  fileprivate static func random(using random: inout Seeded) -> SoldPurchases {
    func instant() -> Instant {
      Instant(milliseconds: Sent.noon * 1000 + Int64.random(in: 0..<4, using: &random))
    }
    var sold = SoldPurchases()
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let at = instant()
      let id = "t\(Int.random(in: 0..<2, using: &random))"
      let states: [Grant.State] = [.active, .expired, .pending, .refunded]
      let record = PurchaseRecord(
        transactionID: id, product: "p", kind: .nonConsumable,
        state: states.randomElement(using: &random) ?? .active, start: at, verification: .server,
        confirmed: at)
      let names = ["a", "b", "c"].filter { _ in Bool.random(using: &random) }
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        sold.merge(
          SoldPurchases(
            PurchaseImport(
              confirmed: at, ledger: (try? Ledger([record])) ?? Ledger(), isComplete: true)))
      case 1:
        let list = names.map { ImportedEntitlement(name: $0, verification: .server) }
        sold.merge(SoldPurchases(PurchaseImport(entitlements: list, listed: at)))
      case 2:
        let kind = Ending.Kind.allCases.randomElement(using: &random) ?? .hold
        sold.merge(
          SoldPurchases(Ending(kind: kind, at: at, order: Bool.random(using: &random) ? id : nil)))
      default:
        let own = names.map {
          ImportedEntitlement(name: $0, transactionID: id, verification: .server)
        }
        sold.merge(
          SoldPurchases(
            PurchaseImport(
              ledger: (try? Ledger([record])) ?? Ledger(), otherNames: ["p": names],
              entitlements: own)))
      }
    }
    return sold
  }
}
