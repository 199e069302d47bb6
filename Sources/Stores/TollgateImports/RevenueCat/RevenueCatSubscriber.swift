import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// The member `subscriber` of a RevenueCat document.
struct RevenueCatSubscriber {
  private let object: JSONObject
  private(set) var reader: DocumentReader
  /// The purchases of a product, by each of its names.
  private var purchases: [String: [String]] = [:]
  /// When each purchase ends; without those that never do.
  private var ends: [String: Instant] = [:]

  init(_ object: JSONObject, _ reader: DocumentReader) {
    self.object = object
    self.reader = reader
  }

  mutating func read() throws(SnapshotError) {
    let object = object
    // RevenueCat writes an empty id for a customer whom it has merged or never named.
    let owner = try object.read("original_app_user_id", Read.text)
    reader.setOwner(owner?.isEmpty ?? true ? nil : owner)
    try object.forEachMember(of: "subscriptions") { key, value throws(SnapshotError) in
      try subscription(key, try JSONObject(value))
    }
    try object.forEachMember(of: "non_subscriptions") { key, value throws(SnapshotError) in
      _ = try value.readList { value throws(SnapshotError) in
        try purchase(key, try JSONObject(value))
      }
    }
    try object.forEachMember(of: "entitlements") { name, value throws(SnapshotError) in
      try entitlement(name, try JSONObject(value))
    }
    try object.forEachMember(of: "other_purchases") { key, _ throws(SnapshotError) in
      reader.note(.notRead, about: key)
    }
  }

  private mutating func subscription(
    _ key: String, _ object: JSONObject
  ) throws(SnapshotError) {
    let subscription = try RevenueCatSubscription(object)
    let names = RevenueCatSubscriber.names(of: key, plan: subscription.plan)
    let store = store(try object.read("store", Read.text), of: names[0])
    let state = state(of: subscription, isKnown: store.isKnown, product: names[0])
    let isPromotional = store == .promotional
    if subscription.end == nil, !isPromotional { reader.note(.noEnd, about: names[0]) }
    let record = PurchaseRecord(
      transactionID: try object.transactionID(of: key, from: subscription.start),
      product: names[0], kind: subscription.kind(isPromotional: isPromotional), state: state,
      start: subscription.start, end: subscription.end, graceEnd: subscription.graceEnd,
      renews: subscription.renews, ownership: subscription.ownership ?? .purchased,
      revokedAt: subscription.refunded, isTrial: subscription.isTrial, method: store.method,
      verification: reader.verification,
      environment: store.environment(isSandbox: try object.isSandbox()),
      isOfferUsed: subscription.isIntroductory
    )
    try add(record, names)
  }

  /// The state at the time of the document; an unknown value opens nothing.
  private mutating func state(
    of subscription: RevenueCatSubscription, isKnown: Bool, product: String
  ) -> Grant.State {
    for (field, value) in subscription.unknown {
      reader.note(.unknownValue(field: field, value: value), about: product)
    }
    return subscription.unknown.isEmpty && isKnown ? subscription.state(at: reader.asOf) : .other
  }

  private mutating func purchase(_ key: String, _ object: JSONObject) throws(SnapshotError) {
    let start = try object.require("purchase_date", .instant, Read.storeInstant)
    let store = store(try object.read("store", Read.text), of: key)
    let refunded = try object.read("refunded_at", Read.storeInstant)
    let record = PurchaseRecord(
      transactionID: try object.transactionID(of: key, from: start),
      product: key, kind: .nonConsumable, state: refunded == nil ? .active : .refunded,
      start: start, revokedAt: refunded, method: store.method, verification: reader.verification,
      environment: store.environment(isSandbox: try object.isSandbox())
    )
    try add(record, RevenueCatSubscriber.names(of: key, plan: nil))
  }

  private mutating func add(_ record: PurchaseRecord, _ names: [String]) throws(SnapshotError) {
    try reader.add(record, alsoCalled: names)
    ends[record.transactionID] = record.end
    for name in names { purchases[name, default: []].append(record.transactionID) }
  }

  /// Adds an entitlement for each purchase of its product.
  private mutating func entitlement(
    _ name: String, _ object: JSONObject
  ) throws(SnapshotError) {
    let product = try object.require("product_identifier", .text, Read.name)
    let plan = try object.read("product_plan_identifier", Read.name)
    let names = RevenueCatSubscriber.names(of: product, plan: plan)
    guard let known = names.first(where: { purchases[$0] != nil }), let found = purchases[known]
    else {
      return reader.note(.withoutPurchase(product: product), about: name)
    }
    let end = try object.read("expires_date", Read.storeInstant)
    var isApart = false
    for id in found {
      let isEarlier = end.map { $0 < ends[id] ?? Instant(milliseconds: .max) } ?? false
      isApart = isApart || end != nil && end != ends[id]
      reader.entitlements.append(
        ImportedEntitlement(
          name: name, transactionID: id, end: isEarlier ? end : nil,
          verification: reader.verification))
    }
    // Of several purchases of a product, RevenueCat tells the end of one.
    if isApart, found.count == 1 { reader.note(.endsApart(product: known), about: name) }
  }

  /// The names of a product: `pro:annual` and `pro`.
  private static func names(of key: String, plan: String?) -> [String] {
    if let colon = key.firstIndex(of: ":"), colon != key.startIndex {
      return [key, String(key[..<colon])]
    }
    return (plan.map { ["\(key):\($0)"] } ?? []) + [key]
  }

  private mutating func store(_ name: String?, of product: String) -> RevenueCatStore {
    guard let name else {
      reader.note(.missingField("store"), about: product)
      return .untold
    }
    let store = RevenueCatStore(name)
    if store == .unknown {
      reader.note(.unknownValue(field: "store", value: name), about: product)
    }
    return store
  }
}

extension JSONObject {
  /// The store's id of a purchase, or RevenueCat's, or one made of its product and start.
  fileprivate func transactionID(
    of key: String, from start: Instant
  ) throws(SnapshotError) -> String {
    if let id = try read("store_transaction_id", Read.text), !id.isEmpty { return id }
    if let id = try read("id", Read.text), !id.isEmpty { return id }
    return "revenuecat:\(key)@\(start.milliseconds)"
  }

  fileprivate func isSandbox() throws(SnapshotError) -> Bool {
    try require("is_sandbox", .boolean, Read.boolean)
  }
}

/// A store that sold something.
enum RevenueCatStore: Hashable {
  case named(Name)
  /// A name that is none of these: it may be another store for testing.
  case unknown
  /// The document does not tell. A purchase for testing still says `is_sandbox`.
  case untold

  /// A store by RevenueCat's name.
  enum Name: String {
    case appStore = "app_store"
    case macAppStore = "mac_app_store"
    case playStore = "play_store"
    case amazon
    case stripe
    case billing = "rc_billing"
    case paddle
    case roku
    /// Samsung's Galaxy Store.
    case galaxy
    case external
    /// RevenueCat's own store for testing.
    case test = "test_store"
    /// Granted by the app's team.
    case promotional
  }

  init(_ name: String) {
    self = Name(rawValue: name).map { .named($0) } ?? .unknown
  }

  static let promotional = RevenueCatStore.named(.promotional)

  var isKnown: Bool { self != .unknown }

  var method: PaymentMethod? {
    switch self {
    case .named(.appStore), .named(.macAppStore): .appleIAP
    case .named(.playStore): .googlePlay
    case .named(.stripe): .stripe
    case .named, .unknown, .untold: nil
    }
  }

  func environment(isSandbox: Bool) -> StoreEnvironment {
    switch self {
    case .unknown: .other
    case .named(.test): .sandbox
    case .named, .untold: isSandbox ? .sandbox : .production
    }
  }
}

/// A member of `subscriptions` in a RevenueCat document.
struct RevenueCatSubscription {
  let start: Instant
  let end: Instant?
  let graceEnd: Instant?
  let refunded: Instant?
  /// The plan of a product of Google Play.
  let plan: String?
  /// Nil if unknown.
  let ownership: Grant.Ownership?
  let isTrial: Bool
  /// Whether the period has an introductory price.
  let isIntroductory: Bool
  let isPrepaid: Bool
  /// The fields with unknown values.
  private(set) var unknown: [(field: String, value: String)] = []
  private let unsubscribed: Instant?
  private let billingIssue: Instant?
  private let resumes: Instant?

  init(_ object: JSONObject) throws(SnapshotError) {
    start = try object.require("purchase_date", .instant, Read.storeInstant)
    end = try object.read("expires_date", Read.storeInstant)
    graceEnd = try object.read("grace_period_expires_date", Read.storeInstant)
    refunded = try object.read("refunded_at", Read.storeInstant)
    unsubscribed = try object.read("unsubscribe_detected_at", Read.storeInstant)
    billingIssue = try object.read("billing_issues_detected_at", Read.storeInstant)
    resumes = try object.read("auto_resume_date", Read.storeInstant)
    plan = try object.read("product_plan_identifier", Read.name)
    let period = try object.read("period_type", Read.text) ?? "normal"
    isTrial = period == "trial"
    isIntroductory = period == "intro"
    isPrepaid = period == "prepaid"
    if !RevenueCatSubscription.periods.contains(period) { unknown.append(("period_type", period)) }
    let owner = try object.read("ownership_type", Read.text) ?? "PURCHASED"
    switch owner {
    case "PURCHASED": ownership = .purchased
    case "FAMILY_SHARED": ownership = .familyShared
    default:
      ownership = .other
      unknown.append(("ownership_type", owner))
    }
  }

  private static let periods: Set = ["normal", "intro", "trial", "prepaid", "promotional"]

  /// Whether it will renew, as far as is known.
  var renews: Bool { unsubscribed == nil && billingIssue == nil && resumes == nil }

  /// The kind of purchase. A promotional purchase may have no end; any other without an end is
  /// unknown.
  func kind(isPromotional: Bool) -> PurchaseRecord.Kind {
    guard end != nil else { return isPromotional ? .nonConsumable : .other }
    return isPromotional || isPrepaid ? .nonRenewing : .subscription
  }

  /// The state at a time: first refunds, then paid time, then the store's grace after a failed
  /// payment.
  func state(at now: Instant) -> Grant.State {
    if refunded != nil { return .refunded }
    guard let end else { return .active }
    if now < end { return unsubscribed != nil ? .cancelled : isTrial ? .trial : .active }
    if let graceEnd, now < graceEnd { return .grace }
    if resumes != nil { return .paused }
    return billingIssue != nil && unsubscribed == nil ? .hold : .expired
  }
}
