import Foundation
import Testing
import TollgateKit
import TollgateUsage

@testable import TollgateServer

/// Each sequence of events gives the same in every order, also if every event comes twice.
@Suite("Webhook: any order")
struct WebhookOrderTests {
  /// Sends events in every order, and compares what is kept of all users with the first order.
  private func everyOrder(
    _ events: [String], _ send: (Webhooks, String) async -> ServerAnswer
  ) async throws -> Webhooks {
    var first: (hooks: Webhooks, users: [String: String], links: [String: String])?
    for order in permutations(events) {
      let hooks = try Webhooks()
      for event in order {
        #expect(await send(hooks, event).status == 200)
        #expect(await send(hooks, event).status == 200)
      }
      for event in order.reversed() { #expect(await send(hooks, event).status == 200) }
      let (users, links) = (try await hooks.documents("user"), try await hooks.documents("link"))
      if let first {
        #expect(users == first.users)
        #expect(links == first.links)
        if users != first.users { break }
      } else {
        first = (hooks, users, links)
      }
    }
    return try #require(first).hooks
  }

  @Test("Stripe: a checkout, a subscription, its entitlements, and its end")
  func stripe() async throws {
    let hooks = try await everyOrder([
      Sent.event("customer.subscription.created", at: 0, Sent.subscription("incomplete")),
      Sent.event("checkout.session.completed", at: 1, Sent.session("ada")),
      Sent.event("customer.subscription.updated", at: 2, Sent.subscription()),
      Sent.event("entitlements.active_entitlement_summary.updated", at: 2, Sent.summary(["pro"])),
      Sent.event("customer.subscription.deleted", at: 2, Sent.subscription("canceled", ended: 2)),
    ]) { await $0.stripe($1) }
    #expect(try await hooks.record("ada").purchases.count == 2)
    #expect(try await hooks.documents("user").keys.sorted() == ["Shop/ada"])
  }

  @Test("Stripe: a subscription that goes to another user")
  func stripeUser() async throws {
    let hooks = try await everyOrder([
      Sent.event("customer.subscription.created", at: 0, Sent.subscription(user: "ada")),
      Sent.event("customer.subscription.updated", at: 1, Sent.subscription(user: "bob")),
      Sent.event(
        "customer.subscription.updated", at: 2, Sent.subscription(cancels: true, user: "bob")),
      Sent.event("entitlements.active_entitlement_summary.updated", at: 1, Sent.summary(["pro"])),
    ]) { await $0.stripe($1) }
    #expect(try await !hooks.isPro("ada"))
    #expect(try await hooks.isPro("bob"))
  }

  @Test("RevenueCat: purchases, a transfer to another user and back, and an end")
  func revenueCat() async throws {
    let hooks = try await everyOrder([
      Sent.revenueCat("INITIAL_PURCHASE", at: -90),
      Sent.transfer(at: -80, from: ["ada"], to: ["$RCAnonymousID:b", "bob"]),
      Sent.revenueCat("CANCELLATION", at: -70, user: "bob", ##","cancel_reason":"UNSUBSCRIBE""##),
      Sent.transfer(at: -60, from: ["bob"], to: ["ada"]),
      Sent.revenueCat("RENEWAL", at: -50, transaction: "2", start: -50, end: 9000),
    ]) { await $0.revenueCat($1) }
    #expect(try await hooks.isPro("ada"))
    #expect(try await !hooks.isPro("bob"))
    #expect(try await hooks.documents("user").keys.sorted() == ["Shop/ada"])
  }

  @Test("RevenueCat: an anonymous customer who gets a name, a refund, and a whole document")
  func revenueCatAlias() async throws {
    let subscriber = """
      {"request_date_ms":\((Sent.noon - 20) * 1000),"subscriber":{"original_app_user_id":"ada",\
      "subscriptions":{"pro_yearly":{"purchase_date":"2026-06-01T11:50:00Z",\
      "expires_date":"2026-06-02T00:00:00Z","store":"app_store","is_sandbox":false,\
      "period_type":"normal","store_transaction_id":"3"}},"entitlements":{}}}
      """
    let anonymous = "$RCAnonymousID:1"
    let hooks = try await everyOrder([
      Sent.revenueCat("INITIAL_PURCHASE", at: -90, user: anonymous),
      Sent.revenueCat("RENEWAL", at: -50, transaction: "2", #","aliases":["\#(anonymous)","ada"]"#),
      subscriber,
      Sent.revenueCat(
        "CANCELLATION", at: -10, transaction: "3", #","cancel_reason":"CUSTOMER_SUPPORT""#),
      Sent.revenueCat("EXPIRATION", at: -5, user: anonymous, end: -6),
    ]) { await $0.revenueCat($1) }
    #expect(try await !hooks.isPro("ada"))
    #expect(try await hooks.documents("user").keys.sorted() == ["Shop/ada"])
  }

  @Test("App Store: notifications before and after the account is known")
  func appStore() async throws {
    let hooks = try await everyOrder([
      Sent.notification("SUBSCRIBED", at: -90),
      Sent.notification("DID_RENEW", at: -80, token: "ADA"),
      Sent.notification("DID_CHANGE_RENEWAL_STATUS", at: -70),
      Sent.notification("REFUND", at: -60, token: "ADA", revoked: -60),
      Sent.notification("REFUND_REVERSED", at: -50, token: "ADA"),
    ]) { await $0.appStore($1) }
    #expect(try await hooks.isPro("ada"))
    #expect(try await hooks.documents("user").keys.sorted() == ["Shop/ada"])
  }

  @Test("Google Play: notifications and documents")
  func googlePlay() async throws {
    let events = [
      "2026-06-01T11:30:00Z \(Sent.play())", Sent.notice(5, at: -1500),
      "2026-06-01T11:40:00Z \(Sent.play())", Sent.notice(13, at: -1000),
      Sent.notice(12, at: -1000),
    ]
    let hooks = try await everyOrder(events) { hooks, event in
      guard event.hasPrefix("2026") else { return await hooks.googlePlay(event) }
      let parts = event.split(separator: " ", maxSplits: 1)
      return await hooks.shop.ask(
        "POST", "/v1/users/ada/purchases/google-play?asOf=\(parts[0])", String(parts[1]),
        headers: ["Purchase-Token": "purchase-token"])
    }
    #expect(try await !hooks.isPro("ada"))
    #expect(try await hooks.documents("user").keys.sorted() == ["Shop/ada"])
    // Newer than all that was told.
    let newer = await hooks.shop.ask(
      "POST", "/v1/users/ada/purchases/google-play", Sent.play(),
      headers: ["Purchase-Token": "purchase-token"])
    #expect(newer.status == 200)
    #expect(try await hooks.isPro("ada"))
  }

  @Test("What is merged at the same moment is not lost", .timeLimit(.minutes(1)))
  func concurrent() async throws {
    let hooks = try Webhooks()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let body = Sent.event(
            "customer.subscription.created", at: 0, Sent.subscription(id: "sub_\(number)"))
          _ = await hooks.stripe(body)
        }
        if number == 20 {
          group.addTask { _ = await hooks.shop.ask("PUT", "/v1/users/ada/links/stripe/cus_1") }
        }
      }
    }
    #expect(try await hooks.record("ada").purchases.count == 40)
    #expect(try await hooks.documents("user").keys.sorted() == ["Shop/ada"])
    let links = try await hooks.documents("link").values
    #expect(links.allSatisfy { !$0.contains("unsettled") })
  }
}
