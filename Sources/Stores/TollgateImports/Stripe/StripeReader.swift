import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// Reads a Stripe object by the kind in its member `object`.
struct StripeReader {
  private(set) var reader: DocumentReader
  /// Whether active entitlements were listed, even an empty list.
  private var hasEntitlements = false

  init(_ reader: DocumentReader) {
    self.reader = reader
  }

  /// The list on the top, if it is a page of several; see ``PurchaseImport/openList``.
  private var list: String?
  private var hasMore = false
  private var listedIDs: Set<String> = []

  var result: PurchaseImport {
    var result = reader.result(listed: hasEntitlements ? reader.asOf : nil)
    result.list = list
    result.openList = hasMore ? list : nil
    result.listedIDs = listedIDs
    return result
  }

  mutating func read(_ object: JSONObject) throws(SnapshotError) {
    guard object["object"] == .text("event") else { return try readContent(object) }
    try object.require("data", "object", .object) { value throws(SnapshotError) in
      try readContent(try JSONObject(value))
    }
  }

  /// Everything but an event.
  private mutating func readContent(_ object: JSONObject) throws(SnapshotError) {
    switch try object.require("object", .text, Read.name) {
    case "list":
      // The address tells the kind of an empty list.
      let url = try object.read("url", Read.text) ?? ""
      if url.hasPrefix("/v1/entitlements/active_entitlements") { hasEntitlements = true }
      try readPage(object, of: url)
    case "entitlements.active_entitlement_summary":
      try belongs(to: object)
      hasEntitlements = true
      _ = try object.require("entitlements", .object) { value throws(SnapshotError) in
        try readList(try JSONObject(value))
      }
    case "subscription": try subscription(object)
    default: throw StripeReader.unknown.under(.key("object"))
    }
  }

  private static let unknown = SnapshotError.refused(
    "it is not a Stripe object that can be read: expected a list of active entitlements or of "
      + "subscriptions, a subscription, an active entitlement summary, or an event with one of them",
    chinese: "无法读取该 Stripe 对象；应为有效权益或订阅的列表、订阅、有效权益摘要，或包含它们的事件")

  /// A list that was asked for: its further pages may come as further documents.
  private mutating func readPage(_ page: JSONObject, of url: String) throws(SnapshotError) {
    list = url
    hasMore = try page.read("has_more", Read.boolean) ?? false
    try page.forEach(in: "data") { value throws(SnapshotError) in
      let id = try JSONObject(value).read("id", Read.name)
      if let id { listedIDs.insert(id) }
    }
    guard !hasMore || !listedIDs.isEmpty else {
      throw PurchaseImport.pageMissing.under(.key("has_more"))
    }
    try readElements(page)
  }

  private mutating func readList(_ list: JSONObject) throws(SnapshotError) {
    try list.checkIsComplete()
    try readElements(list)
  }

  private mutating func readElements(_ list: JSONObject) throws(SnapshotError) {
    guard list.has("data") else { throw SnapshotError(.missing(.list)).under(.key("data")) }
    try list.forEach(in: "data") { value throws(SnapshotError) in
      let element = try JSONObject(value)
      switch try element.require("object", .text, Read.name) {
      case "entitlements.active_entitlement": try entitlement(element)
      case "subscription": try subscription(element)
      default: throw StripeReader.unknown.under(.key("object"))
      }
    }
  }

  private mutating func entitlement(_ object: JSONObject) throws(SnapshotError) {
    hasEntitlements = true
    let isLive = try object.require("livemode", .boolean, Read.boolean)
    reader.entitlements.append(
      ImportedEntitlement(
        name: try object.require("lookup_key", .text, Read.name),
        id: try object.read("id", Read.name), environment: isLive ? .production : .sandbox,
        verification: reader.verification))
  }

  private mutating func subscription(_ object: JSONObject) throws(SnapshotError) {
    try belongs(to: object)
    let subscription = try StripeSubscription(object)
    let id = try object.read("id", Read.name)
    if id == nil { reader.note(.missingField("id")) }
    if subscription.isCollectionPaused { reader.note(.collectionPaused, about: id) }
    if let status = subscription.unknownStatus {
      reader.note(.unknownValue(field: "status", value: status), about: id)
    }
    for item in subscription.items {
      if item.start == nil { reader.note(.missingField("current_period_start"), about: item.price) }
      try reader.add(
        subscription.record(of: item, verification: reader.verification), alsoCalled: item.names)
    }
  }

  /// The customer is an id, or an object if expanded.
  private mutating func belongs(to object: JSONObject) throws(SnapshotError) {
    guard let customer = try object.read("customer", Read.reference) else { return }
    if let owner = reader.owner, owner != customer {
      throw SnapshotError.refused(
        "it belongs to another customer than the parts before it; import each customer separately",
        chinese: "与前面的内容不属于同一客户；请为每位客户单独导入"
      ).under(.key("customer"))
    }
    reader.setOwner(customer)
  }
}

extension Read {
  /// The id of an object, given alone or inside the object.
  static func reference(_ value: JSONValue) throws(SnapshotError) -> String {
    guard case .object = value else { return try name(value) }
    return try JSONObject(value).require("id", .text, name)
  }
}

extension JSONObject {
  /// Refuses a list that has more pages.
  func checkIsComplete() throws(SnapshotError) {
    guard try read("has_more", Read.boolean) ?? false else { return }
    throw SnapshotError.refused(
      "the list is incomplete: request it with `limit=100`, and join its pages",
      chinese: "列表不完整：请使用 limit=100 请求，并合并所有页"
    ).under(.key("has_more"))
  }
}

/// A Stripe subscription.
struct StripeSubscription {
  let items: [StripeItem]
  let isCollectionPaused: Bool
  /// The status, if unknown.
  var unknownStatus: String? { Status(rawValue: status) == nil ? status : nil }
  private let status: String
  private let start: Instant
  private let isLive: Bool
  private let trialEnd: Instant?
  private let endsEarly: Instant?
  private let ended: Instant?
  private let isUnpaidAtEnd: Bool
  private let isCancelled: Bool

  private enum Status: String {
    case active, trialing, unpaid, paused, canceled, incomplete
    case pastDue = "past_due"
    case incompleteExpired = "incomplete_expired"
  }

  init(_ object: JSONObject) throws(SnapshotError) {
    status = try object.require("status", .text, Read.name)
    isLive = try object.require("livemode", .boolean, Read.boolean)
    let created = try object.read("created", Read.seconds)
    guard let start = try object.read("start_date", Read.seconds) ?? created else {
      throw SnapshotError(.missing(.wholeNumber(from: 0))).under(.key("start_date"))
    }
    self.start = start
    trialEnd = try object.read("trial_end", Read.seconds)
    endsEarly = try object.read("cancel_at", Read.seconds)
    ended = try object.read("ended_at", Read.seconds)
    isCancelled =
      try object.read("cancel_at_period_end", Read.boolean) ?? false || endsEarly != nil
    isCollectionPaused = object.has("pause_collection")
    isUnpaidAtEnd =
      try object.read("cancellation_details", "reason", Read.text) == "payment_failed"
    // Only an unpaid period ends where it began.
    let isUnpaid = Status(rawValue: status) == .pastDue || isUnpaidAtEnd
    items = try StripeItem.items(of: object, isStartRead: isUnpaid)
  }

  /// An item as a purchase record.
  func record(of item: StripeItem, verification: Verification) -> PurchaseRecord {
    let (state, end, graceEnd) = period(of: item)
    let isTrial = trialEnd.map { $0 >= end } ?? false
    return PurchaseRecord(
      transactionID: item.id, product: item.price, kind: .subscription, state: state,
      start: start, end: end, graceEnd: graceEnd, renews: !isCancelled,
      isTrial: isTrial, quantity: item.quantity, method: .stripe,
      verification: verification, environment: isLive ? .production : .sandbox,
      isOfferUsed: trialEnd != nil && !isTrial
    )
  }

  /// The state, the end of the paid time, and the end of the time that Stripe adds to it.
  private func period(
    of item: StripeItem
  ) -> (state: Grant.State, end: Instant, graceEnd: Instant?) {
    let end = min(item.end, endsEarly ?? item.end)
    switch Status(rawValue: status) {
    case .active: return (isCancelled ? .cancelled : .active, end, nil)
    case .trialing:
      return (isCancelled ? .cancelled : .trial, min(end, trialEnd ?? end), nil)
    case .pastDue: return (.grace, item.start ?? start, end)
    // Its periods continue without payment, so none of them counts as paid.
    case .unpaid: return (.hold, start, nil)
    case .paused: return (.paused, trialEnd ?? end, nil)
    case .canceled:
      let ended = ended ?? end
      return (.expired, isUnpaidAtEnd ? min(ended, item.start ?? start) : ended, nil)
    case .incomplete: return (.pending, end, nil)
    case .incompleteExpired: return (.revoked, end, nil)
    case nil: return (.other, end, nil)
    }
  }
}

/// An item of a Stripe subscription: a price and a quantity.
struct StripeItem {
  let id: String
  let price: String
  /// Further names of the price in a policy: its lookup key, its product.
  let names: [String?]
  let quantity: Int64
  /// Nil if the document does not tell, and nothing depends on it.
  let start: Instant?
  let end: Instant

  static func items(
    of subscription: JSONObject, isStartRead: Bool
  ) throws(SnapshotError) -> [StripeItem] {
    try subscription.require("items", .object) { value throws(SnapshotError) in
      let list = try JSONObject(value)
      try list.checkIsComplete()
      return try list.require("data", .list) { value throws(SnapshotError) in
        try value.readList { item throws(SnapshotError) in
          try StripeItem(try JSONObject(item), of: subscription, isStartRead: isStartRead)
        }.filter { $0.quantity > 0 }
      }
    }
  }

  /// The period of the item, or in older versions of the API that of the subscription.
  private init(
    _ object: JSONObject, of subscription: JSONObject, isStartRead: Bool
  ) throws(SnapshotError) {
    func instant(_ key: String) throws(SnapshotError) -> Instant? {
      let whole = try subscription.read(key, Read.seconds)
      return try object.read(key, Read.seconds) ?? whole
    }
    func required(_ key: String) throws(SnapshotError) -> Instant {
      if let instant = try instant(key) { return instant }
      throw SnapshotError(.missing(.wholeNumber(from: 0))).under(.key(key))
    }
    id = try object.require("id", .text, Read.name)
    price = try object.require("price", "id", .text, Read.name)
    names = [
      try object.read("price", "lookup_key", Read.name),
      try object.read("price", "product", Read.reference),
    ]
    // A metered item has no quantity.
    quantity = try object.read("quantity", Read.amount) ?? 1
    let key = "current_period_start"
    start = isStartRead ? try required(key) : try instant(key)
    end = try required("current_period_end")
  }
}
