package import TollgateKit
import TollgatePurchases
package import TollgateRuntime

/// An event that RevenueCat sends to a webhook: `{"api_version": "1.0", "event": {"type": …}}`. It
/// has one transaction as it is after the event, so it is a reading like any other.
///
/// | `type` | state |
/// |---|---|
/// | `INITIAL_PURCHASE`, `RENEWAL`, `UNCANCELLATION` | active, or trial |
/// | `SUBSCRIPTION_EXTENDED`, `REFUND_REVERSED`, `PRODUCT_CHANGE` | active, or trial |
/// | `NON_RENEWING_PURCHASE` | active, for ever without an end |
/// | `CANCELLATION`, `EXPIRATION` for `CUSTOMER_SUPPORT` | refunded |
/// | `BILLING_ISSUE`, `CANCELLATION` for `BILLING_ERROR` | active, then grace, then on hold |
/// | any other `CANCELLATION`, `SUBSCRIPTION_PAUSED` | cancelled: it counts until its end |
/// | `EXPIRATION` for `BILLING_ERROR`, `SUBSCRIPTION_PAUSED` | on hold, paused |
/// | any other `EXPIRATION` | expired |
/// | `TEMPORARY_ENTITLEMENT_GRANT` | active for a day at most: the store could not be asked |
///
/// A `PRODUCT_CHANGE` tells of the product before the change and what it renews as; the new one
/// comes with its own event.
package struct RevenueCatEvent {
  /// RevenueCat's name for the kind of event.
  package let type: String
  /// When it happened: the time of knowledge.
  package let at: Instant
  /// Whose it is; nil for a transfer.
  package let user: String?
  /// All ids of that customer.
  package let aliases: [String]
  /// From whom and to whom purchases go, for a transfer.
  package let transfer: (from: [String], to: [String])?
  package let isTest: Bool
  /// The purchase; nil for an event that tells of none.
  package let purchases: PurchaseImport?

  /// Reads the body of a webhook.
  ///
  /// - Throws: `SnapshotError` with the path of the mistake.
  package init(_ bytes: [UInt8]) throws(SnapshotError) {
    self = try DocumentReader.document(bytes) { document throws(SnapshotError) in
      try JSONObject(document).require("event", .object) { value throws(SnapshotError) in
        try RevenueCatEvent(try JSONObject(value))
      }
    }
  }

  private init(_ object: JSONObject) throws(SnapshotError) {
    type = try object.require("type", .text, Read.name)
    at = try object.require("event_timestamp_ms", .instantNumber, Read.milliseconds)
    let owner = try object.read("app_user_id", Read.text)
    user = owner?.isEmpty ?? true ? nil : owner
    let first = try object.read("original_app_user_id", Read.text)
    aliases = (try object.names("aliases") + [first ?? ""]).filter { !$0.isEmpty }
    let (from, to) = (try object.names("transferred_from"), try object.names("transferred_to"))
    transfer = type == "TRANSFER" ? (from, to) : nil
    isTest = try object.read("environment", Read.text)?.uppercased() == "SANDBOX"
    var reading = RevenueCatReading(object, type, at)
    purchases = try reading.read()
  }
}

/// Reads the purchase of an event.
private struct RevenueCatReading {
  private let object: JSONObject
  private let type: String
  private let at: Instant
  private var reader: DocumentReader

  init(_ object: JSONObject, _ type: String, _ at: Instant) {
    self.object = object
    self.type = type
    self.at = at
    reader = DocumentReader(account: nil, asOf: at, verification: .server)
  }

  private static let kinds: Set = [
    "INITIAL_PURCHASE", "RENEWAL", "CANCELLATION", "UNCANCELLATION", "NON_RENEWING_PURCHASE",
    "SUBSCRIPTION_PAUSED", "EXPIRATION", "BILLING_ISSUE", "PRODUCT_CHANGE",
    "SUBSCRIPTION_EXTENDED", "REFUND_REVERSED", "TEMPORARY_ENTITLEMENT_GRANT",
  ]
  /// How long a grant without the store's word may last, in milliseconds.
  private static let mostTemporary: Int64 = 86_400_000

  private var isTemporary: Bool { type == "TEMPORARY_ENTITLEMENT_GRANT" }

  mutating func read() throws(SnapshotError) -> PurchaseImport? {
    guard RevenueCatReading.kinds.contains(type) else { return nil }
    let product = try object.require("product_id", .text, Read.name)
    let start = try object.require("purchased_at_ms", .instantNumber, Read.milliseconds)
    let store = RevenueCatStore((try object.read("store", Read.text) ?? "").lowercased())
    let period = (try object.read("period_type", Read.text) ?? "NORMAL").lowercased()
    let (kind, end) = try kind(store, period)
    let graceEnd = try object.read("grace_period_expiration_at_ms", Read.milliseconds)
    let reason = try reason()
    let state = state(reason, end, graceEnd, isTrial: period == "trial")
    let isKnown = store.isKnown && RevenueCatReading.periods.contains(period)
    let first = try object.read("original_transaction_id", Read.text)
    let id = try transactionID(of: product, from: start)
    let isShared = try object.read("is_family_share", Read.boolean) ?? false
    let isOff = ["CANCELLATION", "EXPIRATION", "SUBSCRIPTION_PAUSED", "BILLING_ISSUE"]
    let record = PurchaseRecord(
      transactionID: id, originalID: isTemporary || first?.isEmpty ?? true ? nil : first,
      product: product, kind: kind, state: isKnown ? state : .other, start: start, end: end,
      graceEnd: graceEnd, renews: !isOff.contains(type) || state == .refunded,
      renewsAs: type == "PRODUCT_CHANGE" ? try object.read("new_product_id", Read.name) : nil,
      ownership: isShared ? .familyShared : .purchased, revokedAt: state == .refunded ? at : nil,
      isTrial: period == "trial", method: store.method, verification: reader.verification,
      environment: try environment(store), isOfferUsed: period == "intro")
    let names = product.firstIndex(of: ":").map { [String(product[..<$0])] } ?? []
    try reader.add(record, alsoCalled: names.filter { !$0.isEmpty })
    for name in try entitlements() {
      reader.entitlements.append(
        ImportedEntitlement(name: name, transactionID: id, verification: reader.verification))
    }
    return reader.result()
  }

  private static let periods: Set = ["normal", "intro", "trial", "prepaid", "promotional"]

  /// The kind of purchase, and when it ends. One without an end lasts for ever if it is no
  /// subscription; the end of a subscription must be known.
  private func kind(
    _ store: RevenueCatStore, _ period: String
  ) throws(SnapshotError) -> (PurchaseRecord.Kind, Instant?) {
    let end = try object.read("expiration_at_ms", Read.milliseconds)
    let isSingle = type == "NON_RENEWING_PURCHASE"
    guard var end else {
      // A refund of a purchase that never ends comes as a cancellation.
      let isEndless = isSingle || store == .promotional || type == "CANCELLATION"
      return (isEndless && !isTemporary ? .nonConsumable : .other, nil)
    }
    if isTemporary { end = min(end, at.advanced(by: RevenueCatReading.mostTemporary)) }
    // It is over, whatever the clocks say.
    if type == "EXPIRATION" { end = min(end, at) }
    let renews = !isSingle && !isTemporary && store != .promotional && period != "prepaid"
    return (renews ? .subscription : .nonRenewing, end)
  }

  private func reason() throws(SnapshotError) -> String? {
    switch type {
    case "CANCELLATION": try object.read("cancel_reason", Read.text)
    case "EXPIRATION": try object.read("expiration_reason", Read.text)
    case "BILLING_ISSUE": "BILLING_ERROR"
    case "SUBSCRIPTION_PAUSED": "UNSUBSCRIBE"
    default: nil
    }
  }

  private func state(
    _ reason: String?, _ end: Instant?, _ graceEnd: Instant?, isTrial: Bool
  ) -> Grant.State {
    let running: Grant.State = isTrial ? .trial : .active
    switch (type, reason) {
    case ("CANCELLATION", "CUSTOMER_SUPPORT"), ("EXPIRATION", "CUSTOMER_SUPPORT"): return .refunded
    case ("EXPIRATION", "BILLING_ERROR"): return .hold
    case ("EXPIRATION", "SUBSCRIPTION_PAUSED"): return .paused
    case ("EXPIRATION", _): return .expired
    case (_, "BILLING_ERROR"):
      guard let end, end <= at else { return running }
      return graceEnd.map { at < $0 } ?? false ? .grace : .hold
    case ("CANCELLATION", _), ("SUBSCRIPTION_PAUSED", _): return .cancelled
    default: return running
    }
  }

  /// The environment. An event must name it, because a test purchase must not count; a temporary
  /// grant does not, and is short.
  private func environment(_ store: RevenueCatStore) throws(SnapshotError) -> StoreEnvironment {
    let name = try object.read("environment", Read.text)?.uppercased()
    switch name {
    case "PRODUCTION": return store.environment(isSandbox: false)
    case "SANDBOX": return store.environment(isSandbox: true)
    case nil where isTemporary: return store.environment(isSandbox: false)
    case nil: throw SnapshotError(.missing(.text)).under(.key("environment"))
    default: return .other
    }
  }

  /// The store's id, which a subscriber's document has, too. A temporary grant must not replace the
  /// purchase that it stands for.
  private func transactionID(
    of product: String, from start: Instant
  ) throws(SnapshotError) -> String {
    let made = "revenuecat:\(product)@\(start.milliseconds)"
    if isTemporary { return made + ":temporary" }
    let id = try object.read("transaction_id", Read.text) ?? ""
    return id.isEmpty ? made : id
  }

  private func entitlements() throws(SnapshotError) -> [String] {
    let names = try object.names("entitlement_ids")
    guard names.isEmpty, let name = try object.read("entitlement_id", Read.text) else {
      return names
    }
    return name.isEmpty ? [] : [name]
  }
}

extension JSONObject {
  /// A list of texts without repetitions; empty if absent.
  fileprivate func names(_ key: String) throws(SnapshotError) -> [String] {
    let names = try read(key) { value throws(SnapshotError) in try value.readList(Read.text) }
    return (names ?? []).filter { !$0.isEmpty }.withoutRepetition
  }
}
