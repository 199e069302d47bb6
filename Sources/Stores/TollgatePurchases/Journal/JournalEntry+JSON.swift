public import TollgateKit
import TollgateRuntime

extension JournalEntry {
  /// Reads an entry: an object with one of these keys, which names its kind, and `"account": TEXT`
  /// where it belongs to one: `{"record": RECORD}`, `{"finished": TEXT}`, `{"failed": TEXT,
  /// "attempts": NUMBER}`, `{"confirmed": INSTANT}`, `{"begun": INTENT}`, `{"ended": INTENT}`,
  /// `{"outgoing": ITEM}`, `{"acknowledged": TEXT}`, `{"audited": AUDIT}`, `{"looked": INSTANT}`,
  /// `{"cleared": TEXT}`.
  ///
  /// - Throws: ``SnapshotError`` with the path of the mistake.
  public init(json text: String) throws(SnapshotError) {
    try self.init(json: try SnapshotError.read(Array(text.utf8)))
  }

  /// The entry as JSON, on one line. Equal entries give equal texts.
  public func json() -> String { value.json() }

  var value: JSONValue {
    switch self {
    case .record(let record): JournalEntry.object("record", record.json)
    case .finished(let id): JournalEntry.object("finished", .text(id))
    case .failed(let id, let attempts):
      JournalEntry.object("failed", .text(id), ("attempts", .integer(Int64(attempts))))
    case .confirmed(let account, let instant):
      JournalEntry.object("confirmed", .instant(instant), ("account", account.map { .text($0) }))
    case .begun(let intent): JournalEntry.object("begun", intent.json)
    case .ended(let intent): JournalEntry.object("ended", intent.json)
    case .outgoing(let item): JournalEntry.object("outgoing", item.json)
    case .acknowledged(let id): JournalEntry.object("acknowledged", .text(id))
    case .audited(let entry): JournalEntry.object("audited", entry.json)
    case .reported(let account, let instant):
      JournalEntry.object("looked", .instant(instant), ("account", account.map { .text($0) }))
    case .cleared(let account): JournalEntry.object("cleared", .text(account))
    }
  }

  /// The keys of which an entry has one.
  static let kinds = [
    "record", "finished", "failed", "confirmed", "begun", "ended", "outgoing", "acknowledged",
    "audited", "looked", "cleared",
  ]

  private static func object(
    _ kind: String, _ value: JSONValue, _ more: (String, JSONValue?)...
  ) -> JSONValue {
    .object([JSONValue.Member(kind, value)] + JSONValue.members(more))
  }

  init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    try object.checkForm(JournalEntry.kinds)
    let account = try object.read("account", Read.text)
    if let record = try object.read("record", PurchaseRecord.init(json:) as RecordReader) {
      self = .record(record)
    } else if let id = try object.read("finished", Read.text) {
      self = .finished(id)
    } else if let id = try object.read("failed", Read.text) {
      let attempts = try object.require("attempts", .wholeNumber(from: .min), Read.integer)
      self = .failed(id, attempts: Int(clamping: attempts))
    } else if let instant = try object.read("confirmed", Read.instant) {
      self = .confirmed(account: account, instant)
    } else if let intent = try object.read("begun", PurchaseIntent.init(json:)) {
      self = .begun(intent)
    } else if let intent = try object.read("ended", PurchaseIntent.init(json:)) {
      self = .ended(intent)
    } else if let item = try object.read("outgoing", SyncItem.init(json:)) {
      self = .outgoing(item)
    } else if let id = try object.read("acknowledged", Read.text) {
      self = .acknowledged(id)
    } else if let entry = try object.read("audited", AuditLog.Entry.init(json:)) {
      self = .audited(entry)
    } else if let instant = try object.read("looked", Read.instant) {
      self = .reported(account: account, instant)
    } else {
      self = .cleared(account: try object.require("cleared", .text, Read.text))
    }
  }

  private typealias RecordReader = (JSONValue) throws(SnapshotError) -> PurchaseRecord
}

extension JSONValue {
  /// The members that have a value.
  package static func members(_ members: [(String, JSONValue?)]) -> [Member] {
    members.compactMap { key, value in value.map { Member(key, $0) } }
  }
}

extension PurchaseIntent {
  /// `{"product": TEXT, "account": TEXT}`
  var json: JSONValue {
    .object(
      JSONValue.members([("product", .text(product)), ("account", account.map { .text($0) })]))
  }

  init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    self.init(
      product: try object.require("product", .text, Read.text),
      account: try object.read("account", Read.text))
  }
}

extension SyncItem {
  /// `{"id": TEXT, "account": TEXT, "tier": TEXT, "product": TEXT, "end": INSTANT,
  /// "renews": BOOLEAN, "method": TEXT}`
  var json: JSONValue {
    .object(
      JSONValue.members([
        ("id", .text(id)), ("account", account.map { .text($0) }),
        ("tier", tier.map { .text($0) }), ("product", product.map { .text($0) }),
        ("end", end.map { .instant($0) }), ("renews", .boolean(renews)),
        ("method", method.map { .text($0.rawValue) }),
      ]))
  }

  init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    self.init(
      id: try object.require("id", .text, Read.text),
      account: try object.read("account", Read.text),
      tier: try object.read("tier", Read.text),
      product: try object.read("product", Read.text),
      end: try object.read("end", Read.instant),
      renews: try object.require("renews", .boolean, Read.boolean),
      method: try object.choice("method"))
  }
}

extension AuditLog.Entry {
  /// `{"at": INSTANT, "kind": TEXT, "product": TEXT, "transaction": TEXT, "amount": TEXT,
  /// "currency": TEXT, "method": TEXT, "status": TEXT}`
  var json: JSONValue {
    .object(
      JSONValue.members([
        ("at", .instant(at)), ("kind", .text(kind.rawValue)), ("product", .text(product)),
        ("transaction", .text(transactionID)), ("amount", paid.map { .text($0.amountText) }),
        ("currency", paid.map { .text($0.currency) }),
        ("method", method.map { .text($0.rawValue) }), ("status", .text(status.rawValue)),
      ]))
  }

  init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    let status = try object.require("status", .text, Read.text)
    let kind: StatusChange.Kind = try object.requireChoice("kind")
    self.init(
      at: try object.require("at", .instant, Read.instant),
      kind: kind,
      product: try object.require("product", .text, Read.text),
      transactionID: try object.require("transaction", .text, Read.text),
      paid: try object.money(),
      method: try object.choice("method"),
      status: Grant.State(rawValue: status) ?? .other)
  }
}
