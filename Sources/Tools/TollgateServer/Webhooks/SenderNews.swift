import TollgateAppStore
import TollgateImports
import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// News of a service, in terms that are the same for all services.
struct SenderNews: Sendable {
  /// Purchases of one customer.
  struct Part: Sendable {
    var customer: String
    var sold: SoldPurchases
  }

  /// A customer is another one, or a user.
  struct Hint: Sendable {
    var customer: String
    var same: SenderLink.Same
  }

  /// Purchases go from a customer to another one.
  struct Transfer: Sendable {
    var from: String
    var move: SenderLink.Move
  }

  let sender: Sender
  /// The service's name for the kind of news, for the log: it holds nothing of anybody.
  let kind: String
  var parts: [Part] = []
  var hints: [Hint] = []
  var transfers: [Transfer] = []
  /// Why the news do not say all that there is to know; nil if they do.
  var note: Note?
  /// Whether all of it is about a test.
  var isTest = false

  /// The reason why news are not all that there is to know.
  enum Note: String, Sendable {
    /// A kind of which nothing follows for what a user may do.
    case notUsed = "ignored"
    /// A test purchase.
    case test
    /// It says that something changed, and not what.
    case needsDocument = "needs-document"
    /// It is of a known kind, and cannot be read.
    case unreadable
    /// It belongs to nobody.
    case nobody

    var words: String {
      switch self {
      case .notUsed: "a webhook of this kind changes nothing"
      case .test: "a webhook is about a test purchase, which does not count"
      case .needsDocument: "a webhook needs the purchase's document"
      case .unreadable: "a webhook cannot be read; it needs the purchase's document"
      case .nobody: "a webhook names no customer"
      }
    }
  }

  init(_ sender: Sender, _ kind: String, note: Note? = nil) {
    self.sender = sender
    self.kind = SenderNews.shown(kind)
    self.note = note
  }

  /// A name as the log shows it; another text could be anything.
  private static func shown(_ kind: String) -> String {
    let isName = kind.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
      default: false
      }
    }
    return isName && (1...80).contains(kind.utf8.count) ? kind : "other"
  }

  var isEmpty: Bool { parts.isEmpty && hints.isEmpty && transfers.isEmpty }

  /// The latest time that anything in it is of.
  var latest: Instant? {
    (parts.compactMap { $0.sold.latest } + hints.map { $0.same.at } + transfers.map { $0.move.at })
      .max()
  }

  mutating func add(_ sold: SoldPurchases, of customer: String?) {
    guard let customer = sender.id(customer) else { return note = note ?? .nobody }
    guard !sold.isEmpty else { return }
    parts.append(Part(customer: customer, sold: sold))
  }

  /// Notes that a customer is another one, or a user.
  mutating func hint(
    _ customer: String?, is other: String?, _ rank: SenderLink.Same.Rank, at instant: Instant
  ) {
    guard let customer = sender.id(customer), let other = sender.id(other), customer != other
    else { return }
    hints.append(
      Hint(customer: customer, same: SenderLink.Same(to: other, rank: rank, at: instant)))
  }

  /// The news without purchases of testers.
  var withoutTests: SenderNews {
    var result = self
    result.parts = parts.compactMap { part in
      let sold = part.sold.withoutTests
      return sold.isEmpty ? nil : Part(customer: part.customer, sold: sold)
    }
    // Who it is matters only for what is bought.
    if isTest || !parts.isEmpty && result.parts.isEmpty {
      (result.parts, result.hints, result.transfers, result.note) = ([], [], [], .test)
    }
    return result
  }
}

extension ServerOptions {
  /// The conditions under which a purchase counts.
  var purchaseTerms: PurchaseTerms {
    PurchaseTerms(
      verifiedBy: .server,
      environments: acceptsTestPurchases ? [.production, .sandbox, .xcode] : [.production],
      hasServer: true)
  }
}

// Stripe's events and documents. A subscription belongs to the user in its metadata, or else to its
// customer; a checkout says which user a customer is.
extension SenderNews {
  /// Reads an event.
  ///
  /// - Throws: `SnapshotError` for a text that is no event.
  static func stripe(event body: [UInt8]) throws(SnapshotError) -> SenderNews {
    let event = try JSONObject(try SnapshotError.read(body))
    let kind = try event.require("type", .text, Read.text)
    // Thin events of newer editions of the API hold no object, and a time as a text.
    guard event["object"] == .text("event"), let data = event["data"] else {
      return SenderNews(.stripe, kind, note: .notUsed)
    }
    let created = try event.require("created", .instant, SenderNews.seconds)
    let value = try JSONObject(data).require("object", .object) { value in value }
    // Times are whole seconds, and nothing comes after the end of a subscription: it is the last of
    // what happened in its second.
    let isLast = kind == "customer.subscription.deleted"
    var news = SenderNews(.stripe, kind)
    do throws(SnapshotError) {
      let instant = isLast ? created.advanced(by: 999) : created
      try news.addStripe(try JSONObject(value), value, at: instant)
    } catch {
      // It would be the same if it were sent again.
      news = SenderNews(.stripe, kind, note: .unreadable)
    }
    return news
  }

  /// Reads a document that the API returned: a subscription, a list of them, active entitlements,
  /// or an event.
  ///
  /// - Parameters:
  ///   - customer: Whose it is, where the document does not say.
  ///   - instant: When it was read; an event knows its own time.
  static func stripe(
    document body: [UInt8], of customer: String, at instant: Instant
  ) throws(SnapshotError) -> SenderNews {
    let value = try SnapshotError.read(body)
    let object = try JSONObject(value)
    guard object["object"] != .text("event") else { return try stripe(event: body) }
    var news = SenderNews(.stripe, "document")
    guard case .list(let elements)? = object["data"], object["object"] == .text("list"),
      let first = elements.first, try JSONObject(first)["object"] == .text("subscription")
    else {
      try news.addStripe(object, value, at: instant, of: customer)
      return news
    }
    for element in elements { try news.addStripe(try JSONObject(element), element, at: instant) }
    return news
  }

  /// Adds an object by its kind.
  private mutating func addStripe(
    _ object: JSONObject, _ value: JSONValue, at instant: Instant, of other: String? = nil
  ) throws(SnapshotError) {
    let told = try object.read("customer", SenderNews.reference)
    let customer = told ?? other
    switch object["object"] {
    case .text("subscription"):
      let id = try object.read("id", Read.text)
      let metadata = try object.read("metadata") { value throws(SnapshotError) in
        try JSONObject(value)
      }
      let plain = try metadata?.read("user", Read.text)
      let named = try metadata?.read("tollgate_user", Read.text) ?? plain
      let sold = SoldPurchases(
        try StripeImporter.read(Array(value.json().utf8), asOf: instant, account: nil))
      hint(id, is: named ?? customer, named == nil ? .owner : .named, at: instant)
      hint(customer, is: named, .named, at: instant)
      add(sold, of: id ?? customer)
    case .text("checkout.session"):
      let named = try object.read("client_reference_id", Read.text)
      let id = try object.read("subscription", SenderNews.reference)
      hint(customer, is: named, .named, at: instant)
      hint(id, is: named, .named, at: instant)
      if named == nil || customer == nil { note = .notUsed }
    case .text("entitlements.active_entitlement_summary"), .text("list"):
      let imported = try StripeImporter.read(
        Array(value.json().utf8), asOf: instant, account: nil)
      add(SoldPurchases(imported), of: customer)
    default: note = .notUsed
    }
    if object["livemode"] == .boolean(false) { isTest = true }
  }

  private static func seconds(_ value: JSONValue) throws(SnapshotError) -> Instant {
    try instant(value, milliseconds: Read.integer(value).saturatingMultiply(1000))
  }

  /// An instant that a date can name.
  static func instant(
    _ value: JSONValue, milliseconds: Int64
  ) throws(SnapshotError) -> Instant {
    let instant = Instant(milliseconds: milliseconds)
    guard SnapshotJSON.readable(instant) == instant else { throw value.isNot(.instantNumber) }
    return instant
  }

  /// The id of an object, alone or inside the object.
  private static func reference(_ value: JSONValue) throws(SnapshotError) -> String {
    guard case .object = value else { return try Read.text(value) }
    return try JSONObject(value).require("id", .text, Read.text)
  }
}

// RevenueCat's events and documents. The app user id is the user; an id that RevenueCat made itself
// is the user with whom it shares a customer.
extension SenderNews {
  /// The most ids of one customer that are looked at.
  private static let mostAliases = 50

  /// Reads the body of a webhook.
  ///
  /// - Throws: `SnapshotError` for a text that is no event.
  static func revenueCat(event body: [UInt8]) throws(SnapshotError) -> SenderNews {
    let document = try JSONObject(try SnapshotError.read(body))
    let value = document["event"]
    let kind = try value.map { value throws(SnapshotError) in
      try JSONObject(value).require("type", .text, Read.text)
    }
    // A relay may send the subscriber's document along, which says more than the event.
    if document["subscriber"] != nil {
      return try revenueCat(document: body, of: nil, kind: kind ?? "subscriber")
    }
    guard let kind else { throw SnapshotError(.missing(.object)).under(.key("event")) }
    do throws(SnapshotError) {
      return revenueCat(try RevenueCatEvent(body), kind)
    } catch {
      // It would be the same if it were sent again.
      return SenderNews(.revenueCat, kind, note: .unreadable)
    }
  }

  /// Reads a subscriber's document.
  ///
  /// - Parameter customer: Whose it is; nil for the app user id in it.
  static func revenueCat(
    document body: [UInt8], of customer: String?, kind: String = "document"
  ) throws(SnapshotError) -> SenderNews {
    let imported = try RevenueCatImporter.read(body, account: nil)
    var news = SenderNews(.revenueCat, kind)
    news.add(SoldPurchases(imported), of: customer ?? imported.owner)
    return news
  }

  private static func revenueCat(_ event: RevenueCatEvent, _ kind: String) -> SenderNews {
    var news = SenderNews(.revenueCat, kind)
    // A tester must not move purchases that were paid.
    news.isTest = event.isTest
    if let (from, to) = event.transfer {
      guard let target = to.first(where: { !isAnonymous($0) }) ?? to.first,
        let target = Sender.revenueCat.id(target)
      else { return SenderNews(.revenueCat, kind, note: .nobody) }
      for source in from.prefix(mostAliases) where !to.contains(source) {
        guard let source = Sender.revenueCat.id(source), source != target else { continue }
        let move = SenderLink.Move(at: event.at, to: target)
        news.transfers.append(Transfer(from: source, move: move))
      }
      return news
    }
    guard let purchases = event.purchases else {
      return SenderNews(.revenueCat, kind, note: .notUsed)
    }
    let aliases = event.aliases.prefix(mostAliases)
    let named =
      event.user.flatMap { isAnonymous($0) ? nil : $0 } ?? aliases.first { !isAnonymous($0) }
    let user = named ?? event.user
    news.add(SoldPurchases(purchases), of: event.user ?? user)
    // Ids that RevenueCat made belong to one customer for good; of two ids that the app gave, each
    // stays its own user.
    for alias in Set(aliases).union(event.user.map { [$0] } ?? []) where isAnonymous(alias) {
      news.hint(alias, is: named, .named, at: event.at)
    }
    return news
  }

  /// Whether RevenueCat made the id, because the app gave none.
  private static func isAnonymous(_ id: String) -> Bool { id.hasPrefix("$RCAnonymousID:") }
}

// The App Store's notifications and documents. A purchase belongs to its `appAccountToken`, which
// the app gave, or else to the first transaction of its subscription.
extension SenderNews {
  /// Reads a notification: `{"signedPayload": …}`, and nothing else, because a user has signed
  /// transactions as well, and could send an old one.
  static func appStore(
    notification body: [UInt8], _ verifier: AppStoreVerifier
  ) async throws -> SenderNews {
    let document = try JSONObject(try SnapshotError.read(body))
    let payload = try document.require("signedPayload", .text, Read.text)
    let text = JSONValue.object([JSONValue.Member("signedPayload", .text(payload))]).json()
    let reading = try await read(Array(text.utf8), verifier)
    guard let reading else { return SenderNews(.appStore, "notification", note: .test) }
    let kind = reading.notifications.first?.kind.rawValue ?? "notification"
    var news = SenderNews(.appStore, kind)
    news.addAppStore(reading)
    if news.isEmpty {
      news.note = reading.withoutLength.isEmpty ? .notUsed : .needsDocument
    }
    return news
  }

  /// Nil for what Apple signed for testers of the app, where they are not accepted.
  private static func read(
    _ bytes: [UInt8], _ verifier: AppStoreVerifier
  ) async throws(AppStoreError) -> AppStoreReading? {
    do throws(AppStoreError) {
      return try await verifier.forServer().read(bytes)
    } catch {
      guard case .environment = error.refusal else { throw error }
      return nil
    }
  }

  /// Reads a document of the App Store Server API.
  static func appStore(
    document body: [UInt8], _ verifier: AppStoreVerifier
  ) async throws -> SenderNews {
    var news = SenderNews(.appStore, "document")
    news.addAppStore(try await verifier.forServer().read(body))
    return news
  }

  private mutating func addAppStore(_ reading: AppStoreReading) {
    var sold: [String: SoldPurchases] = [:]
    for record in reading.records {
      let first = record.originalID ?? record.transactionID
      // A purchase that gets its token later is the same.
      if let token = record.account {
        hint(first, is: token, .named, at: record.confirmed)
      }
      sold[first, default: SoldPurchases()].merge(SoldPurchases([record]))
    }
    for (first, purchases) in sold.sorted(by: { $0.key < $1.key }) { add(purchases, of: first) }
  }
}

// Google Play's notifications and documents. A notification names the token of a purchase and says
// that something happened; only what ends a purchase follows from it alone.
extension SenderNews {
  /// Reads what Cloud Pub/Sub pushes: `{"message": {"data": …}, "subscription": …}`.
  ///
  /// - Throws: `SnapshotError` for a text that is no push.
  static func googlePlay(
    push body: [UInt8], packageName: String?
  ) throws(SnapshotError) -> SenderNews {
    let push = try JSONObject(try SnapshotError.read(body))
    let data = try push.require("message", .object) { value throws(SnapshotError) in
      try JSONObject(value).require("data", .text, Read.text)
    }
    guard let bytes = Base64.decode(data.utf8, .standard) else {
      throw SnapshotError(.refused("expected base64", chinese: "应为 base64")).under(.key("data"))
    }
    let notice = try JSONObject(try SnapshotError.read(bytes))
    let content = GooglePlayNotice(notice)
    if let packageName, notice["packageName"] != .text(packageName) {
      return SenderNews(.googlePlay, content.kind, note: .notUsed)
    }
    do throws(SnapshotError) {
      return try content.news(notice)
    } catch {
      return SenderNews(.googlePlay, content.kind, note: .unreadable)
    }
  }

  /// Reads a document of the Developer API.
  ///
  /// - Parameters:
  ///   - token: The purchase's token, by which notifications find it; nil if it is not known.
  static func googlePlay(
    document body: [UInt8], token: String?, of user: String, at instant: Instant
  ) throws(SnapshotError) -> SenderNews {
    let imported = try GooglePlayImporter.read(body, asOf: instant, account: nil)
    var news = SenderNews(.googlePlay, "document")
    news.add(SoldPurchases(imported), of: token.map(Sender.token) ?? user)
    return news
  }
}

/// A real-time developer notification.
private struct GooglePlayNotice {
  private static let names = [
    "subscriptionNotification", "oneTimeProductNotification", "voidedPurchaseNotification",
    "testNotification",
  ]
  /// Google's names for what happens to subscriptions.
  private static let subscriptionKinds: [Int64: String] = [
    1: "RECOVERED", 2: "RENEWED", 3: "CANCELED", 4: "PURCHASED", 5: "ON_HOLD",
    6: "IN_GRACE_PERIOD", 7: "RESTARTED", 8: "PRICE_CHANGE_CONFIRMED", 9: "DEFERRED",
    10: "PAUSED", 11: "PAUSE_SCHEDULE_CHANGED", 12: "REVOKED", 13: "EXPIRED",
    17: "ITEMS_CHANGED", 18: "CANCELLATION_SCHEDULED", 19: "PRICE_CHANGE_UPDATED",
    20: "PENDING_PURCHASE_CANCELED", 22: "PRICE_STEP_UP_CONSENT_UPDATED",
  ]
  private static let ends: [Int64: SoldPurchases.Ending.Kind] = [
    5: .hold, 10: .paused, 12: .revoked, 13: .expired,
  ]
  /// Those after which a user may do what it did before.
  private static let indifferent: Set<Int64> = [8, 11, 18, 19, 22]

  private let name: String?
  private let content: JSONObject?
  private let type: Int64?

  init(_ notice: JSONObject) {
    name = GooglePlayNotice.names.first { notice[$0] != nil }
    content = name.flatMap { notice[$0] }.flatMap { try? JSONObject($0) }
    type = content.flatMap { try? $0.read("notificationType", Read.integer) }
  }

  var kind: String {
    switch (name, type) {
    case ("subscriptionNotification", let type?):
      "SUBSCRIPTION_" + (GooglePlayNotice.subscriptionKinds[type] ?? String(type))
    case ("oneTimeProductNotification", 1): "ONE_TIME_PRODUCT_PURCHASED"
    case ("oneTimeProductNotification", 2): "ONE_TIME_PRODUCT_CANCELED"
    default: name ?? "notification"
    }
  }

  func news(_ notice: JSONObject) throws(SnapshotError) -> SenderNews {
    guard let content, let name else { return SenderNews(.googlePlay, kind, note: .notUsed) }
    guard name != "testNotification" else { return SenderNews(.googlePlay, kind, note: .notUsed) }
    if name == "subscriptionNotification", let type, GooglePlayNotice.indifferent.contains(type) {
      return SenderNews(.googlePlay, kind, note: .notUsed)
    }
    // Whatever follows from the notification alone, the rest is in the document.
    var news = SenderNews(.googlePlay, kind, note: .needsDocument)
    guard let ending = try ending(name, content, at: notice.time()) else { return news }
    let token = try content.require("purchaseToken", .text, Read.text)
    news.add(SoldPurchases(ending), of: Sender.token(token))
    return news
  }

  private func ending(
    _ name: String, _ content: JSONObject, at instant: Instant
  ) throws(SnapshotError) -> SoldPurchases.Ending? {
    switch name {
    case "subscriptionNotification":
      return type.flatMap { GooglePlayNotice.ends[$0] }.map { .init(kind: $0, at: instant) }
    case "voidedPurchaseNotification":
      // Of a part that was refunded, only the document knows how much is left.
      guard try content.read("refundType", Read.integer) ?? 1 == 1 else { return nil }
      let order = try content.read("orderId", Read.text)
      return .init(kind: .refunded, at: instant, order: order.flatMap { $0.isEmpty ? nil : $0 })
    default: return nil
    }
  }
}

extension JSONObject {
  /// When it happened, in milliseconds, as a text or as a number.
  fileprivate func time() throws(SnapshotError) -> Instant {
    try require("eventTimeMillis", .instantNumber) { value throws(SnapshotError) in
      if case .text(let text) = value {
        guard text.utf8.count <= 20, let number = Int64(text) else {
          throw value.isNot(.instantNumber)
        }
        return try SenderNews.instant(value, milliseconds: number)
      }
      return try SenderNews.instant(value, milliseconds: Read.integer(value))
    }
  }
}
