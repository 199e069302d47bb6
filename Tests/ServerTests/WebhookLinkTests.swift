import Foundation
import Testing
import TollgateKit
import TollgateUsage

@testable import TollgateServer

@Suite("Webhook: links, documents, and what cannot be used")
struct WebhookLinkTests {
  private let bought = Sent.event("customer.subscription.created", at: -50, Sent.subscription())

  @Test("A link that is made later takes along what came before, and back when it is deleted")
  func links() async throws {
    let hooks = try Webhooks()
    #expect(await hooks.stripe(bought).status == 200)
    #expect(try await hooks.isPro("cus_1"))
    let path = "/v1/users/ada/links/stripe/cus_1"
    #expect(await hooks.shop.ask("DELETE", path).status == 404)
    #expect(await hooks.shop.ask("PUT", path).status == 204)
    #expect(await hooks.shop.ask("PUT", path).status == 204)
    #expect(try await hooks.isPro("ada"))
    #expect(try await !hooks.isPro("cus_1"))
    let end = Sent.event(
      "customer.subscription.deleted", at: -10, Sent.subscription("canceled", ended: -10))
    #expect(await hooks.stripe(end).text.contains("used"))
    #expect(try await !hooks.isPro("ada"))
    #expect(await hooks.stripe(bought).text.contains("repeated"))
    #expect(try await !hooks.isPro("ada"))
    #expect(await hooks.shop.ask("PUT", "/v1/users/bob/links/stripe/cus_1").status == 204)
    #expect(try await hooks.record("ada").isEmpty)
    #expect(await hooks.shop.ask("DELETE", path).status == 404)
    #expect(await hooks.shop.ask("DELETE", "/v1/users/bob/links/stripe/cus_1").status == 204)
    #expect(try await hooks.record("bob").isEmpty)
    #expect(try await hooks.record("cus_1").purchases.count == 1)
  }

  @Test("A link to an id of each service")
  func everySender() async throws {
    let hooks = try Webhooks()
    for (sender, customer) in [
      ("revenuecat", "rc-7"), ("app-store", "70"), ("google-play", "purchase-token"),
    ] {
      let path = "/v1/users/ada/links/\(sender)/\(customer)"
      #expect(await hooks.shop.ask("PUT", path).status == 204)
    }
    #expect(await hooks.shop.ask("PUT", "/v1/users/ada/links/paypal/1").status == 404)
    #expect(await hooks.revenueCat(Sent.revenueCat("RENEWAL", at: -9, user: "rc-7")).status == 200)
    #expect(await hooks.appStore(Sent.notification("DID_RENEW", at: -9)).status == 200)
    #expect(await hooks.googlePlay(Sent.notice(13, at: -9)).status == 200)
    #expect(try await hooks.record("ada").purchases.count == 3)
    let texts = try await hooks.documents("user").values.joined()
    #expect(!texts.contains("purchase-token"))
    #expect(try await hooks.documents("link").keys.allSatisfy { !$0.contains("purchase-token") })
  }

  @Test("A deleted user leaves no link and no purchase")
  func deletion() async throws {
    let hooks = try Webhooks()
    #expect(await hooks.shop.ask("PUT", "/v1/users/ada/links/revenuecat/rc-7").status == 204)
    let named = Sent.event("customer.subscription.created", at: -9, Sent.subscription(user: "ada"))
    #expect(await hooks.stripe(named).status == 200)
    #expect(await hooks.revenueCat(Sent.revenueCat("RENEWAL", at: -9, user: "rc-7")).status == 200)
    #expect(await hooks.shop.ask("DELETE", "/v1/users/ada").status == 204)
    #expect(try await hooks.documents("user").isEmpty)
    #expect(try await hooks.documents("link").isEmpty)
  }

  @Test("A user of whom there is only a link is as one who was never told")
  func onlyLink() async throws {
    let hooks = try Webhooks()
    #expect(await hooks.shop.ask("PUT", "/v1/users/ada/links/stripe/cus_9").status == 204)
    #expect(
      try await hooks.shop.value("asOf", "GET", "/v1/users/ada") == .text(hooks.now.text))
  }

  @Test("Documents of services are merged, and the newer one counts")
  func documents() async throws {
    let hooks = try Webhooks()
    let path = "/v1/users/ada/purchases/stripe"
    let list = """
      {"object":"list","url":"/v1/subscriptions","has_more":true,"data":[\(Sent.subscription())]}
      """
    #expect(await hooks.shop.ask("POST", path, list).text.contains("used"))
    #expect(try await hooks.isPro("ada"))
    #expect(await hooks.shop.ask("POST", path, list).text.contains("repeated"))
    // Older news of the same subscription, and then newer.
    let old = Sent.event(
      "customer.subscription.deleted", at: -60, Sent.subscription("canceled", ended: -60))
    #expect(await hooks.stripe(old).status == 200)
    #expect(try await hooks.isPro("ada"))
    hooks.shop.clock.move(by: 60_000)
    let new = Sent.event(
      "customer.subscription.deleted", at: 30, Sent.subscription("canceled", ended: 30))
    #expect(await hooks.stripe(new).status == 200)
    #expect(try await !hooks.isPro("ada"))
    #expect(await hooks.shop.ask("PUT", "/v1/users/bob/links/stripe/sub_1").status == 204)
    #expect(await hooks.shop.ask("POST", path, list).status == 409)
    #expect(
      await hooks.shop.ask("POST", path + "?asOf=2027-01-01T00:00:00Z", list).status == 400)
    #expect(await hooks.shop.ask("POST", path + "?asOf=soon", list).status == 400)
  }

  @Test("Purchases of testers count only where they are accepted")
  func tests() async throws {
    let sandbox = Sent.revenueCat("INITIAL_PURCHASE", at: -9)
      .replacingOccurrences(of: "PRODUCTION", with: "SANDBOX")
    let test = Sent.event("customer.subscription.created", at: -9, Sent.subscription(live: false))
    let hooks = try Webhooks()
    #expect(await hooks.revenueCat(sandbox).text.contains("test"))
    #expect(await hooks.stripe(test).text.contains("test"))
    #expect(try await hooks.documents("user").isEmpty)
    #expect(try await hooks.documents("link").isEmpty)
    let open = try Webhooks { $0.acceptsTestPurchases = true }
    #expect(await open.revenueCat(sandbox).text.contains("used"))
    #expect(await open.stripe(test).text.contains("used"))
    #expect(try await open.isPro("ada"))
    #expect(try await open.isPro("cus_1"))
  }

  @Test("The record keeps all, ignores what it does not know, and refuses a newer edition")
  func json() async throws {
    let hooks = try Webhooks()
    let summary = Sent.summary(["pro", "x"])
    for body in [
      bought, Sent.event("checkout.session.completed", at: 0, Sent.session("ada")),
      Sent.event("entitlements.active_entitlement_summary.updated", at: 0, summary),
    ] {
      #expect(await hooks.stripe(body).status == 200)
    }
    for event in [Sent.revenueCat("RENEWAL", at: 0), Sent.revenueCat("RENEWAL", at: 1)] {
      #expect(await hooks.revenueCat(event).status == 200)
    }
    #expect(
      await hooks.shop.ask("PUT", "/v1/users/ada/links/google-play/purchase-token").status == 204)
    #expect(await hooks.googlePlay(Sent.notice(13, at: -9)).status == 200)
    let record = try await hooks.record("ada")
    #expect(record.purchases.count == 4)
    #expect(try UserRecord(json: record.json) == record)
    #expect(try UserRecord(json: "{\"new\":1," + record.json.dropFirst()) == record)
    #expect(throws: SnapshotError.self) {
      try UserRecord(
        json: record.json.replacingOccurrences(
          of: "\"schema\":1,\"told", with: "\"schema\":2,\"told"))
    }
    #expect(try UserRecord(json: #"{"told":{"schema":1}}"#) == UserRecord())
  }

  @Test("Unknown kinds are answered with 200, and the log says nothing of anybody")
  func unknown() async throws {
    let hooks = try Webhooks()
    let secret = "ada@example.com"
    let stripe = Sent.event("invoice.paid", at: 0, #"{"object":"invoice","email":"\#(secret)"}"#)
    #expect(await hooks.stripe(stripe).text.contains("ignored"))
    let odd = Sent.event("a b \(secret)", at: 0, #"{"object":"x"}"#)
    #expect(await hooks.stripe(odd).text.contains("ignored"))
    let broken = Sent.subscription(user: secret).replacingOccurrences(
      of: "\"items\"", with: "\"x\"")
    #expect(
      await hooks.stripe(Sent.event("customer.subscription.updated", at: 0, broken)).text
        .contains("unreadable"))
    #expect(
      await hooks.revenueCat(Sent.revenueCat("NEW", at: 0, user: secret)).text.contains("ignored"))
    #expect(
      await hooks.revenueCat(Sent.revenueCat("TEST", at: 0, user: secret)).text.contains("ignored"))
    let lost = Sent.revenueCat("RENEWAL", at: 0, user: "")
    #expect(await hooks.revenueCat(lost).text.contains("nobody"))
    #expect(await hooks.googlePlay(Sent.notice(2, at: 0, token: secret)).text.contains("needs"))
    #expect(await hooks.googlePlay(#"{"testNotification":{"version":"1.0"}}"#).status == 200)
    #expect(await hooks.appStore(Sent.notification("ODD \(secret)", at: 0)).status == 200)
    _ = await hooks.shop.ask("POST", "/v1/webhooks/stripe", secret)
    let log = hooks.log.withLock { $0 }
    #expect(log.count == 9)
    #expect(!"\(log)".contains("example.com"))
    let metrics = hooks.shop.server.metrics.text(of: hooks.shop.server)
    #expect(metrics.contains(#"tollgate_webhooks_total{sender="stripe",result="ignored"} 2"#))
    #expect(metrics.contains(#"tollgate_webhooks_total{sender="stripe",result="refused"} 1"#))
    #expect(!metrics.contains("example.com"))
  }

  @Test("No body breaks the server")
  func hostile() async throws {
    let hooks = try Webhooks()
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    let bodies = [
      "", " ", "null", "[]", "1", "\"x\"", "{", "{}", deep, #"{"type":1}"#, #"{"event":[]}"#,
      #"{"event":{"type":{}}}"#, #"{"message":{"data":1}}"#, #"{"message":{"data":"!"}}"#,
      #"{"signedPayload":1}"#, #"{"signedPayload":"a.b.c"}"#, #"{"type":"x","type":"y"}"#,
      #"{"object":"event","type":"customer.subscription.updated","created":9e99,"data":{}}"#,
      #"{"object":"event","type":"x","created":1,"data":7}"#, "{\"type\":\"\u{0}\"}",
    ]
    for body in bodies {
      for answer in [
        await hooks.stripe(body), await hooks.revenueCat(body), await hooks.appStore(body),
        await hooks.googlePlay(body),
        await hooks.shop.ask("POST", "/v1/users/ada/purchases/stripe", body),
        await hooks.shop.ask("POST", "/v1/users/ada/purchases/revenuecat", body),
        await hooks.shop.ask("POST", "/v1/users/ada/purchases/app-store", body),
        await hooks.shop.ask("POST", "/v1/users/ada/purchases/google-play", body),
      ] {
        #expect(answer.status < 500, "\(body.prefix(80)): \(answer.text)")
      }
    }
    #expect(try await hooks.documents("user").isEmpty)
    let long = String(repeating: "x", count: 3000)
    let event = Sent.event("customer.subscription.created", at: 0, Sent.subscription(user: long))
    #expect(await hooks.stripe(event).status == 200)
    let ids = try await hooks.documents("user").keys
    #expect(ids.allSatisfy { $0.utf8.count < 220 })
    let strange = "a\\u0000b"
    let zero = Sent.event(
      "customer.subscription.created", at: 0, Sent.subscription(customer: strange))
    #expect(await hooks.stripe(zero).status == 200)
  }

  @Test("News of the future, and a store that is away, are asked for again")
  func again() async throws {
    let hooks = try Webhooks()
    let event = Sent.revenueCat("RENEWAL", at: 301)
    let early = await hooks.revenueCat(event)
    #expect(early.status == 503)
    #expect(early.headers["retry-after"] != nil)
    hooks.shop.clock.move(by: 2000)
    #expect(await hooks.revenueCat(event).status == 200)
    let away = try Webhooks(in: AwayStore())
    let answer = await away.stripe(bought)
    #expect(answer.status == 503)
    #expect(answer.headers["retry-after"] != nil)
  }
}

/// A store that does not answer.
private struct AwayStore: DocumentStore {
  func book(of person: String) async throws(UsageError) -> StoredUsage { throw .noBook }

  func apply(
    _ change: UsageChange, to person: String, at version: Int64
  ) async throws(UsageError) -> Bool { throw .noBook }

  func close() async {}

  func document(_ id: String, of kind: String) async throws(UsageError) -> StoredDocument? {
    throw .noBook
  }

  func write(
    _ text: String?, as id: String, of kind: String, at version: Int64?
  ) async throws(UsageError) -> Int64? { throw .noBook }

  func documents(
    of kind: String, after id: String, most: Int
  ) async throws(UsageError) -> [StoredDocument] { throw .noBook }

  func forget(_ person: String) async throws(UsageError) { throw .noBook }

  func check() async throws(UsageError) { throw .noBook }

  func changes() -> AsyncStream<String?> { AsyncStream { $0.finish() } }
}
