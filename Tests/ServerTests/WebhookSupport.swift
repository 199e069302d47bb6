import Foundation
import TollgateAppStore
import TollgateKit
import TollgatePurchases
import TollgateUsage

@testable import TollgateServer

/// A server that listens to all four services, and what they send.
struct Webhooks {
  let shop: ServedShop
  let store: any DocumentStore
  let log: Locked<[ServerEvent]>

  static let secret = "whsec_test"

  static let policy = """
    policy Shop

    tiers free < pro

    product annual
      price 12 CNY per year
      sold as "price_annual" on stripe
      sold as "pro_yearly"
      grants pro

    csv-export requires pro
    """

  init(
    in store: any DocumentStore = MemoryUsageStore(),
    _ change: (inout ServerOptions) -> Void = { _ in }
  ) throws {
    let log = Locked<[ServerEvent]>([])
    self.log = log
    self.store = store
    shop = try ServedShop(Webhooks.policy, in: store) { options in
      options.webhooks.stripe = ["whsec_old", Webhooks.secret]
      options.webhooks.revenueCat = ["Bearer shared"]
      options.webhooks.appStore = AppStoreVerifier(
        AppStoreApp(bundleID: "com.example.app", appleID: 1), signatures: CredulousCheck())
      options.webhooks.googlePlay = GooglePlayPush(
        audience: "https://gate.example.com", email: "push@example.com"
      ) { signed, signature, key in
        key == "k1" && signature == HMACSHA256.hash(signed)
      }
      options.log = { event in log.withLock { $0.append(event) } }
      change(&options)
    }
  }

  var now: Instant { shop.clock.now() }

  func record(_ user: String) async throws -> UserRecord {
    try await shop.server.users.known("Shop/\(user)").record
  }

  /// Whether a user may export, which only a purchase allows.
  func isPro(_ user: String) async throws -> Bool {
    let outcome = try await shop.value(
      "outcome", "POST", "/v1/check", #"{"user":"\#(user)","target":"csv-export"}"#)
    return outcome == .text("allowed")
  }

  /// The texts of all documents of a kind, with their ids.
  func documents(_ kind: String) async throws -> [String: String] {
    let found = try await store.documents(of: kind, after: "", most: 1000)
    return Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0.text) })
  }

  // MARK: Stripe

  static func signature(
    _ body: String, at seconds: Int64, secret: String = Webhooks.secret
  ) -> String {
    let signed = HMACSHA256.sign(Array("\(seconds).\(body)".utf8), with: Array(secret.utf8))
    return "t=\(seconds),v1=\(HMACSHA256.hex(signed))"
  }

  func stripe(_ body: String) async -> ServerAnswer {
    let header = Webhooks.signature(body, at: now.milliseconds / 1000)
    return await shop.ask(
      "POST", "/v1/webhooks/stripe", body, headers: ["Stripe-Signature": header])
  }

  // MARK: RevenueCat

  func revenueCat(_ body: String) async -> ServerAnswer {
    await shop.ask(
      "POST", "/v1/webhooks/revenuecat", body, headers: ["Authorization": "Bearer shared"])
  }

  // MARK: App Store

  func appStore(_ body: String) async -> ServerAnswer {
    await shop.ask("POST", "/v1/webhooks/app-store", body)
  }

  // MARK: Google Play

  func googlePlay(_ notice: String, token: String? = nil) async -> ServerAnswer {
    let data = Base64.encode(Array(notice.utf8), .standard)
    let body = #"{"message":{"data":"\#(data)","messageId":"1"},"subscription":"projects/p/s"}"#
    return await shop.ask(
      "POST", "/v1/webhooks/google-play", body,
      headers: ["Authorization": "Bearer \(token ?? Webhooks.token(at: now))"])
  }

  static func token(
    at now: Instant, head: String = #"{"alg":"RS256","kid":"k1"}"#,
    _ changes: [String: String?] = [:]
  ) -> String {
    let seconds = now.milliseconds / 1000
    var claims: [String: String] = [
      "iss": #""https://accounts.google.com""#, "aud": #""https://gate.example.com""#,
      "email": #""push@example.com""#, "email_verified": "true", "iat": "\(seconds - 10)",
      "exp": "\(seconds + 3590)",
    ]
    for (name, value) in changes { claims[name] = value }
    let body = "{" + claims.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
    let signed = [head, body].map { Base64.encode(Array($0.utf8), .url) }.joined(separator: ".")
    return signed + "." + Base64.encode(HMACSHA256.hash(Array(signed.utf8)), .url)
  }
}

/// Accepts every signature: the check of signatures has tests of its own.
private struct CredulousCheck: SignatureCheck {
  func check(_ signature: AppStoreSignature) async throws(AppStoreRefusal) {}
}

/// Texts as services send them, in short.
enum Sent {
  /// 2026-06-01T12:00:00Z, in seconds.
  static let noon: Int64 = 1_780_315_200
  private static let month: Int64 = 2_592_000

  /// A subscription of Stripe. Times are seconds from noon.
  static func subscription(
    _ status: String = "active", end: Int64 = month, cancels: Bool = false, user: String? = nil,
    customer: String = "cus_1", id: String = "sub_1", ended: Int64? = nil, live: Bool = true
  ) -> String {
    """
    {"object":"subscription","id":"\(id)","customer":"\(customer)","status":"\(status)",\
    "livemode":\(live),"start_date":\(noon - 100),"cancel_at_period_end":\(cancels),\
    "metadata":{\(user.map { "\"user\":\"\($0)\"" } ?? "")},\
    "ended_at":\(ended.map { String(noon + $0) } ?? "null"),\
    "items":{"object":"list","has_more":false,"data":[{"id":"si_\(id)","object":\
    "subscription_item","quantity":1,"current_period_start":\(noon - 100),\
    "current_period_end":\(noon + end),"price":{"id":"price_annual","product":"prod_1"}}]}}
    """
  }

  static func event(_ type: String, at seconds: Int64, _ object: String) -> String {
    """
    {"object":"event","id":"evt_\(type)_\(seconds)","type":"\(type)","created":\(noon + seconds),\
    "data":{"object":\(object)}}
    """
  }

  static func session(_ user: String, customer: String = "cus_1") -> String {
    """
    {"object":"checkout.session","id":"cs_1","client_reference_id":"\(user)",\
    "customer":"\(customer)","subscription":"sub_1","livemode":true}
    """
  }

  static func summary(_ names: [String], customer: String = "cus_1") -> String {
    let list = names.map {
      #"{"object":"entitlements.active_entitlement","id":"ent_\#($0)","livemode":true,"#
        + #""lookup_key":"\#($0)"}"#
    }
    return """
      {"object":"entitlements.active_entitlement_summary","customer":"\(customer)",\
      "livemode":true,"entitlements":{"object":"list","has_more":false,\
      "data":[\(list.joined(separator: ","))]}}
      """
  }

  /// An event of RevenueCat. Times are seconds from noon.
  static func revenueCat(
    _ type: String, at seconds: Int64, user: String = "ada", transaction: String = "1",
    start: Int64 = -100, end: Int64? = 5000, _ more: String = ""
  ) -> String {
    """
    {"api_version":"1.0","event":{"type":"\(type)","id":"e\(type)\(seconds)",\
    "event_timestamp_ms":\((noon + seconds) * 1000),"app_user_id":"\(user)",\
    "original_app_user_id":"\(user)","product_id":"pro_yearly","period_type":"NORMAL",\
    "purchased_at_ms":\((noon + start) * 1000),\
    "expiration_at_ms":\(end.map { String((noon + $0) * 1000) } ?? "null"),\
    "store":"APP_STORE","environment":"PRODUCTION","entitlement_ids":["pro"],\
    "transaction_id":"\(transaction)","original_transaction_id":"1"\(more)}}
    """
  }

  static func transfer(at seconds: Int64, from: [String], to: [String]) -> String {
    func list(_ ids: [String]) -> String { JSONValue.list(ids.map { .text($0) }).json() }
    return """
      {"api_version":"1.0","event":{"type":"TRANSFER","id":"t\(seconds)","store":"APP_STORE",\
      "event_timestamp_ms":\((noon + seconds) * 1000),"environment":"PRODUCTION",\
      "transferred_from":\(list(from)),"transferred_to":\(list(to))}}
      """
  }

  /// A notification of the App Store with a transaction.
  static func notification(
    _ type: String, at seconds: Int64, token: String? = nil, end: Int64 = 5000,
    revoked: Int64? = nil
  ) -> String {
    let signed = (noon + seconds) * 1000
    var transaction = """
      {"transactionId":"77","originalTransactionId":"70","bundleId":"com.example.app",\
      "productId":"pro_yearly","type":"Auto-Renewable Subscription","environment":"Production",\
      "purchaseDate":\((noon - 100) * 1000),"expiresDate":\((noon + end) * 1000),\
      "signedDate":\(signed)
      """
    if let token { transaction += #","appAccountToken":"\#(token)""# }
    if let revoked { transaction += #","revocationDate":\#((noon + revoked) * 1000)"# }
    let payload = """
      {"notificationType":"\(type)","notificationUUID":"u\(seconds)","signedDate":\(signed),\
      "data":{"bundleId":"com.example.app","appAppleId":1,"environment":"Production",\
      "signedTransactionInfo":"\(jws(transaction + "}"))"}}
      """
    return #"{"signedPayload":"\#(jws(payload))"}"#
  }

  static func jws(_ payload: String) -> String {
    let header = #"{"alg":"ES256","x5c":["AA==","AQ==","Ag=="]}"#
    return [Array(header.utf8), Array(payload.utf8), [UInt8](repeating: 7, count: 64)]
      .map { Base64.encode($0, .url) }.joined(separator: ".")
  }

  /// A notification of Google Play.
  static func notice(_ type: Int, at seconds: Int64, token: String = "purchase-token") -> String {
    """
    {"version":"1.0","packageName":"com.example.app",\
    "eventTimeMillis":"\((noon + seconds) * 1000)","subscriptionNotification":\
    {"version":"1.0","notificationType":\(type),"purchaseToken":"\(token)"}}
    """
  }

  /// A subscription of Google Play.
  static func play(_ state: String = "ACTIVE", end: String = "2026-07-01T00:00:00Z") -> String {
    """
    {"kind":"androidpublisher#subscriptionPurchaseV2","startTime":"2026-06-01T11:00:00Z",\
    "subscriptionState":"SUBSCRIPTION_STATE_\(state)","latestOrderId":"GPA.1",\
    "lineItems":[{"productId":"pro_yearly","expiryTime":"\(end)","latestSuccessfulOrderId":"GPA.1",\
    "autoRenewingPlan":{"autoRenewEnabled":true}}]}
    """
  }
}

/// Every order of the elements.
func permutations<Element>(_ elements: [Element]) -> [[Element]] {
  guard elements.count > 1 else { return [elements] }
  return elements.indices.flatMap { place -> [[Element]] in
    var rest = elements
    let first = rest.remove(at: place)
    return permutations(rest).map { [first] + $0 }
  }
}
