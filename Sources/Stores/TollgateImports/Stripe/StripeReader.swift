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
