public import TollgateKit
import TollgateRuntime

/// The state after all entries of a journal.
///
/// ```swift
/// let state = JournalState(replaying: try await journal.entries())
/// show(state.ledger.records.count)
/// ```
public struct JournalState: Sendable, Hashable {
  /// All purchases.
  public private(set) var ledger = Ledger()
  /// The transactions that were finished with the store.
  public private(set) var finished: Set<String> = []
  /// The number of failed attempts at each unfinished transaction.
  public private(set) var failures: [String: Int] = [:]
  /// The purchases that were begun without a network and have not ended, the oldest first.
  public private(set) var intents: [PurchaseIntent] = []
  /// The changes that the app's server has not acknowledged, the oldest first.
  public private(set) var outbox: [SyncItem] = []
  /// The log of changes.
  public private(set) var audit = AuditLog()
  /// The last checkpoint of each account, the earliest first. A ledger only grows, so each
  /// checkpoint's ledger is contained in the next one's.
  private(set) var checkpoints: [Checkpoint] = []

  /// The ledger when an account's changes were last reported.
  struct Checkpoint: Sendable, Hashable {
    var account: String?
    var at: Instant
    var ledger: Ledger

    /// Takes back what a clock that was in the future wrote.
    mutating func limit(to instant: Instant) {
      at = min(at, instant)
      ledger.limit(to: instant)
    }
  }

  /// Creates the state after these entries.
  public init(replaying entries: [JournalEntry] = []) {
    for entry in entries { apply(entry) }
  }

  /// Applies an entry.
  public mutating func apply(_ entry: JournalEntry) {
    switch entry {
    case .record(let record): apply(record)
    case .confirmed(let account, let instant):
      ledger.answer(account: account, at: instant)
      for index in checkpoints.indices { checkpoints[index].limit(to: instant) }
    case .finished(let id):
      finished.insert(id)
      failures[id] = nil
    case .failed(let id, let attempts): failures[id] = attempts
    case .begun(let intent):
      if !intents.contains(intent) { intents.append(intent) }
    case .ended(let intent): intents.removeAll { $0 == intent }
    case .outgoing(let item):
      if !outbox.contains(where: { $0.id == item.id }) { outbox.append(item) }
    case .acknowledged(let id): outbox.removeAll { $0.id == id }
    case .audited(let entry):
      audit.add(entry)
      ledger.see(entry.at)
    case .reported(let account, let instant):
      ledger.see(instant)
      // A report of an earlier time takes nothing back: only an answer does.
      let last = checkpoints.first { $0.account == account }?.at ?? instant
      checkpoints.removeAll { $0.account == account }
      checkpoints.append(
        Checkpoint(account: account, at: max(instant, last), ledger: ledger))
    case .cleared(let account): clear(account)
    }
  }

  private mutating func apply(_ record: PurchaseRecord) {
    // An invalid record never came into a journal.
    guard (try? ledger.insert(record)) != nil else { return }
    if record.verification == .invalid { failures[record.transactionID] = nil }
  }

  /// Forgets an account; the log keeps its entries.
  private mutating func clear(_ account: String) {
    for record in ledger.records where record.account == account {
      finished.remove(record.transactionID)
      failures[record.transactionID] = nil
    }
    ledger.clear(account: account)
    checkpoints.removeAll { $0.account == account }
    for index in checkpoints.indices { checkpoints[index].ledger.clear(account: account) }
    intents.removeAll { $0.account == account }
    outbox.removeAll { $0.account == account }
  }

  /// The fewest entries that give the same state, always in the same order. The log goes before the
  /// answers: its times may be those of a clock that was in the future.
  public var entries: [JournalEntry] {
    var entries = audit.entries.map { JournalEntry.audited($0) }
    var known = Ledger()
    for checkpoint in checkpoints {
      entries += checkpoint.ledger.entries(beyond: known)
      entries.append(.reported(account: checkpoint.account, checkpoint.at))
      known = checkpoint.ledger
    }
    entries += ledger.entries(beyond: known)
    entries += finished.sorted().map { .finished($0) }
    entries += failures.sorted { $0.key < $1.key }.map { .failed($0.key, attempts: $0.value) }
    entries += intents.map { .begun($0) }
    entries += outbox.map { .outgoing($0) }
    return entries
  }
}

extension Ledger {
  /// Creates the ledger of a journal.
  public init(replaying entries: [JournalEntry]) {
    self = JournalState(replaying: entries).ledger
  }

  /// The entries that turn another ledger, which this one contains, into this one.
  fileprivate func entries(beyond known: Ledger) -> [JournalEntry] {
    let records = records.filter { record in
      let key = Key(transactionID: record.transactionID, verification: record.effectiveVerification)
      return known.readings[key] != record
    }
    // The last answer comes last: no other is of a later time.
    let syncs = syncs.filter { known.syncs[$0.key] != $0.value }
      .sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return records.map { .record($0) }
      + syncs.map { .confirmed(account: $0.key.isEmpty ? nil : $0.key, $0.value) }
  }
}

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
