import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// Reads an object of Stripe by what its member `object` calls it.
struct StripeReader {
  private(set) var reader: DocumentReader
  /// Whether active entitlements were listed, if only none.
  private var hasEntitlements = false

  init(_ reader: DocumentReader) {
    self.reader = reader
  }

  var result: PurchaseImport {
    reader.result(listed: hasEntitlements ? reader.asOf : nil)
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
      // A list of nothing tells what it is of by where it is.
      let url = try object.read("url", Read.text) ?? ""
      if url.hasPrefix("/v1/entitlements/active_entitlements") { hasEntitlements = true }
      try readList(object)
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
    "it is none of the objects of Stripe that are read: a list of active entitlements or of "
      + "subscriptions, a subscription, an active entitlement summary, or an event with one of them",
    chinese: "不是可读取的 Stripe 对象；应为有效权益或订阅的列表、订阅、有效权益摘要，或包含它们的事件")

  private mutating func readList(_ list: JSONObject) throws(SnapshotError) {
    try list.checkIsComplete()
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
    let id = try object.require("id", .text, Read.name)
    if subscription.isCollectionPaused { reader.remark(.collectionPaused, about: id) }
    if let status = subscription.unknownStatus {
      reader.remark(.unknownValue(field: "status", value: status), about: id)
    }
    for item in subscription.items {
      try reader.add(
        subscription.record(of: item, verification: reader.verification), alsoCalled: item.names)
    }
  }

  /// A customer is an id, or an object where it is expanded.
  private mutating func belongs(to object: JSONObject) throws(SnapshotError) {
    guard let customer = try object.read("customer", Read.reference) else { return }
    if let owner = reader.owner, owner != customer {
      throw SnapshotError.refused(
        "it is about another customer than what stands before it; import each customer alone",
        chinese: "与前面的内容不属于同一个客户；请逐个客户导入"
      ).under(.key("customer"))
    }
    reader.belongs(to: customer)
  }
}

extension Read {
  /// The id of an object, which stands for it or is in it.
  static func reference(_ value: JSONValue) throws(SnapshotError) -> String {
    guard case .object = value else { return try name(value) }
    return try JSONObject(value).require("id", .text, name)
  }
}

extension JSONObject {
  /// Refuses a list that goes on elsewhere.
  func checkIsComplete() throws(SnapshotError) {
    guard try read("has_more", Read.boolean) ?? false else { return }
    throw SnapshotError.refused(
      "there is more of this list: ask for it with `limit=100`, and put its pages together",
      chinese: "列表不完整：请以 limit=100 获取，并合并所有页"
    ).under(.key("has_more"))
  }
}
