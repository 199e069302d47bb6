import TollgateImports
import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// Everything that one customer of a service bought, as far as its documents and events told.
/// Merging is idempotent, commutative and associative: a replay changes nothing, events may come in
/// any order, and of two readings of a transaction the newer one counts.
struct SoldPurchases: Sendable, Hashable {
  /// The newest reading of each transaction. Records have no account: they are kept by customer.
  private(set) var ledger = Ledger()
  /// The rest that documents say of a transaction, by its id.
  private(set) var details: [String: Details] = [:]
  /// When a document listed all purchases of the customer; nil if none did. Readings that are older
  /// are not kept.
  private(set) var whole: Instant?
  /// The newest list of entitlements that belong to no transaction; nil if none came.
  private(set) var listed: Listed?
  /// Messages that end purchases without telling more of them, by order; "" for all orders.
  private(set) var endings: [String: Ending] = [:]

  /// The rest that documents say of a transaction beside its record.
  struct Details: Sendable, Hashable {
    /// When the newest document of the transaction was made.
    var at: Instant
    /// Further names of its product.
    var names: [String] = []
    /// The service's own entitlements.
    var entitlements: [Entitlement] = []
  }

  /// An entitlement that a service reports.
  struct Entitlement: Sendable, Hashable {
    var name: String
    var end: Instant?
    var id: String?
    var environment = StoreEnvironment.production
  }

  /// A list of entitlements.
  struct Listed: Sendable, Hashable {
    var at: Instant
    var entitlements: [Entitlement]
  }

  /// A message that a purchase has ended, of a service whose messages have no content.
  struct Ending: Sendable, Hashable {
    /// In the order that decides between two of one instant.
    enum Kind: String, Sendable, CaseIterable { case paused, hold, expired, revoked, refunded }

    var kind: Kind
    var at: Instant
    /// The order that it is about; nil for all of the purchase.
    var order: String?
  }

  init() {}

  /// The purchases of a document.
  init(_ imported: PurchaseImport) {
    let named = Dictionary(grouping: imported.entitlements) { $0.transactionID }
    for var record in imported.ledger.records {
      record.account = nil
      let entitlements = (named[record.transactionID] ?? []).map(Entitlement.init)
      insert(
        record,
        Details(
          at: record.confirmed, names: imported.otherNames[record.product] ?? [],
          entitlements: entitlements.sorted { $0.sortKey < $1.sortKey }))
    }
    whole = imported.isComplete ? imported.confirmed : nil
    if !imported.isComplete, let at = imported.listed {
      let entitlements = (named[nil] ?? []).map(Entitlement.init)
      listed = Listed(at: at, entitlements: entitlements.sorted { $0.sortKey < $1.sortKey })
    }
  }

  /// A message that something has ended.
  init(_ ending: Ending) {
    endings = [ending.order ?? "": ending]
  }

  /// Records, with all that is known beside them.
  init(
    _ records: [PurchaseRecord], details: [String: Details] = [:], whole: Instant? = nil,
    listed: Listed? = nil, endings: [Ending] = []
  ) {
    for var record in records {
      record.account = nil
      var known = details[record.transactionID] ?? Details(at: record.confirmed)
      known.at = record.confirmed
      insert(record, known)
    }
    self.whole = whole
    self.listed = listed
    for ending in endings { join(ending) }
  }

  var isEmpty: Bool {
    ledger.records.isEmpty && whole == nil && listed == nil && endings.isEmpty
  }

  /// The latest time that anything in it is of; nil for nothing.
  var latest: Instant? {
    (details.values.map { $0.at } + endings.values.map { $0.at }
      + [whole, listed?.at].compactMap { $0 })
      .max()
  }

  // MARK: Merging

  /// Adds all that another one knows.
  mutating func merge(_ other: SoldPurchases) {
    let newest = [whole, other.whole].compactMap { $0 }.max()
    forget(before: newest)
    var other = other
    other.forget(before: newest)
    whole = newest
    for record in other.ledger.records {
      insert(record, other.details[record.transactionID] ?? Details(at: record.confirmed))
    }
    join(other.listed)
    for ending in other.endings.values { join(ending) }
  }

  /// Forgets what a newer list of all purchases replaces.
  private mutating func forget(before instant: Instant?) {
    guard let instant, whole != instant else { return }
    self = filtered { $0 > instant }
    whole = nil
  }

  private mutating func insert(_ record: PurchaseRecord, _ new: Details) {
    // A record that a ledger cannot take counts nowhere; readers have refused it.
    do throws(SnapshotError) { try ledger.insert(record) } catch { return }
    guard let known = details[record.transactionID], known.at >= new.at else {
      details[record.transactionID] = new
      return
    }
    if known.at == new.at { details[record.transactionID] = known.joined(with: new) }
  }

  private mutating func join(_ other: Listed?) {
    guard let other else { return }
    guard let known = listed, known.at >= other.at else { return listed = other }
    guard known.at == other.at else { return }
    let all = Set(known.entitlements).union(other.entitlements)
    listed?.entitlements = all.sorted { $0.sortKey < $1.sortKey }
  }

  private mutating func join(_ ending: Ending) {
    let order = ending.order ?? ""
    if let known = endings[order], known.rank >= ending.rank { return }
    endings[order] = ending
  }

  // MARK: Parts

  /// The part that is known from documents whose time is so.
  func filtered(_ isWanted: (Instant) -> Bool) -> SoldPurchases {
    var result = SoldPurchases()
    for record in ledger.records where isWanted(record.confirmed) {
      var known = details[record.transactionID] ?? Details(at: record.confirmed)
      // Details are of the newest reading.
      if known.at != record.confirmed { known = Details(at: record.confirmed) }
      result.insert(record, known)
    }
    if let whole, isWanted(whole) { result.whole = whole }
    if let listed, isWanted(listed.at) { result.listed = listed }
    result.endings = endings.filter { isWanted($0.value.at) }
    return result
  }

  /// Without the purchases of testers.
  var withoutTests: SoldPurchases {
    var result = self
    let kept = ledger.records.filter { $0.environment == .production }
    result.ledger = Ledger()
    result.details = [:]
    for record in kept {
      result.insert(record, details[record.transactionID] ?? Details(at: record.confirmed))
    }
    if let listed {
      let real = listed.entitlements.filter { $0.environment == .production }
      // An empty list of a tester must not end what was bought.
      result.listed =
        real.isEmpty && !listed.entitlements.isEmpty
        ? nil : Listed(at: listed.at, entitlements: real)
    }
    return result
  }
}

extension SoldPurchases.Details {
  /// Two documents of one instant: both count.
  fileprivate func joined(with other: Self) -> Self {
    let isMine =
      names.count == other.names.count
      ? !names.lexicographicallyPrecedes(other.names) : names.count > other.names.count
    return SoldPurchases.Details(
      at: at, names: isMine ? names : other.names,
      entitlements: Set(entitlements).union(other.entitlements).sorted { $0.sortKey < $1.sortKey })
  }
}

extension SoldPurchases.Entitlement {
  fileprivate init(_ imported: ImportedEntitlement) {
    self.init(
      name: imported.name, end: imported.end, id: imported.id, environment: imported.environment)
  }

  fileprivate var sortKey: [String] {
    [name, id ?? "", environment.rawValue, end.map { "\($0.milliseconds)" } ?? ""]
  }

  fileprivate func imported(_ transactionID: String?) -> ImportedEntitlement {
    ImportedEntitlement(
      name: name, transactionID: transactionID, end: end, id: id, environment: environment,
      verification: .server)
  }
}

extension [String] {
  fileprivate static func < (left: Self, right: Self) -> Bool {
    left.lexicographicallyPrecedes(right)
  }
}

extension SoldPurchases.Ending {
  fileprivate var rank: (Int64, Int) {
    (at.milliseconds, Kind.allCases.firstIndex(of: kind) ?? 0)
  }

  /// A reading as it is after the message; one that is newer than the message says it better.
  fileprivate func applied(to record: PurchaseRecord) -> PurchaseRecord {
    guard record.confirmed <= at else { return record }
    if let order, record.transactionID != order, !record.transactionID.hasPrefix(order + "/") {
      return record
    }
    var ended = record
    ended.confirmed = at
    ended.graceEnd = nil
    if kind != .revoked, kind != .refunded { ended.end = ended.end.map { min($0, at) } }
    switch kind {
    case .paused: ended.state = .paused
    case .hold: ended.state = .hold
    case .expired: ended.state = .expired
    case .revoked: (ended.state, ended.revokedAt) = (.revoked, at)
    case .refunded: (ended.state, ended.revokedAt) = (.refunded, at)
    }
    return ended
  }
}

extension PurchaseImport {
  /// All that a user bought at a service under one or more ids.
  init(_ parts: [SoldPurchases]) {
    var ledger = Ledger()
    var details: [String: (product: String, details: SoldPurchases.Details)] = [:]
    for part in parts {
      for record in part.ledger.records {
        let ended = part.endings.values.sorted { $0.rank < $1.rank }
          .reduce(record) { $1.applied(to: $0) }
        do throws(SnapshotError) { try ledger.insert(ended) } catch { continue }
        guard let known = part.details[record.transactionID] else { continue }
        if let other = details[record.transactionID], other.details.at > known.at { continue }
        details[record.transactionID] = (record.product, known)
      }
    }
    var names: [String: (at: Instant, names: [String])] = [:]
    var entitlements: [ImportedEntitlement] = []
    for (id, known) in details.sorted(by: { $0.key < $1.key }) {
      entitlements += known.details.entitlements.map { $0.imported(id) }
      guard !known.details.names.isEmpty else { continue }
      if let other = names[known.product], other.at > known.details.at { continue }
      names[known.product] = (known.details.at, known.details.names)
    }
    let lists = parts.compactMap { $0.listed }
    entitlements += lists.flatMap { $0.entitlements.map { $0.imported(nil) } }
    self.init(
      confirmed: (parts.compactMap { $0.whole } + lists.map { $0.at }).max(), ledger: ledger,
      otherNames: names.mapValues { $0.names }, entitlements: entitlements,
      listed: lists.map { $0.at }.max())
  }
}

// The JSON of what a customer bought, as it is in the record of a user. Unknown members are
// ignored.
extension SoldPurchases {
  /// Reads what ``json`` wrote.
  init(json object: JSONObject) throws(SnapshotError) {
    let ledger = try object.read("ledger") { value throws(SnapshotError) in
      try Ledger(json: value.json())
    }
    let details = try object.read("details") { value throws(SnapshotError) in
      try value.readTable(Details.init(json:))
    }
    let endings = try object.read("endings") { value throws(SnapshotError) in
      try value.readList(Ending.init(json:))
    }
    self.init(
      ledger?.records ?? [], details: details ?? [:], whole: try object.read("whole", Read.instant),
      listed: try object.read("listed", Listed.init(json:)), endings: endings ?? [])
  }

  /// Its members.
  var json: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let value = try? JSONReader.read(Array(ledger.json().utf8)), !ledger.records.isEmpty {
      members.append(JSONValue.Member("ledger", value))
    }
    let told = details.filter { !$0.value.names.isEmpty || !$0.value.entitlements.isEmpty }
    if !told.isEmpty {
      members.append(
        JSONValue.Member(
          "details",
          .object(
            told.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value.json) })))
    }
    if let whole { members.append(JSONValue.Member("whole", .instant(whole))) }
    if let listed { members.append(JSONValue.Member("listed", listed.json)) }
    if !endings.isEmpty {
      let list = endings.sorted { $0.key < $1.key }.map { $0.value.json }
      members.append(JSONValue.Member("endings", .list(list)))
    }
    return members
  }
}

extension SoldPurchases.Details {
  /// The time is that of the record.
  fileprivate init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    let names = try object.read("names") { value throws(SnapshotError) in
      try value.readList(Read.text)
    }
    let entitlements = try object.read("entitlements") { value throws(SnapshotError) in
      try value.readList(SoldPurchases.Entitlement.init(json:))
    }
    self.init(
      at: Instant(milliseconds: 0), names: names ?? [], entitlements: entitlements ?? [])
  }

  fileprivate var json: JSONValue {
    .object([
      JSONValue.Member("names", .list(names.map { .text($0) })),
      JSONValue.Member("entitlements", .list(entitlements.map { $0.json })),
    ])
  }
}

extension SoldPurchases.Listed {
  fileprivate init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    at = try object.require("at", .instant, Read.instant)
    entitlements = try object.require("entitlements", .list) { value throws(SnapshotError) in
      try value.readList(SoldPurchases.Entitlement.init(json:))
    }
  }

  fileprivate var json: JSONValue {
    .object([
      JSONValue.Member("at", .instant(at)),
      JSONValue.Member("entitlements", .list(entitlements.map { $0.json })),
    ])
  }
}

extension SoldPurchases.Entitlement {
  fileprivate init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    name = try object.require("name", .text, Read.text)
    end = try object.read("end", Read.instant)
    id = try object.read("id", Read.text)
    let place = try object.read("environment", Read.text)
    environment = place.map { StoreEnvironment(rawValue: $0) ?? .other } ?? .production
  }

  fileprivate var json: JSONValue {
    var members = [JSONValue.Member("name", .text(name))]
    if let end { members.append(JSONValue.Member("end", .instant(end))) }
    if let id { members.append(JSONValue.Member("id", .text(id))) }
    if environment != .production {
      members.append(JSONValue.Member("environment", .text(environment.rawValue)))
    }
    return .object(members)
  }
}

extension SoldPurchases.Ending {
  fileprivate init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    kind = try object.requireChoice("kind")
    at = try object.require("at", .instant, Read.instant)
    order = try object.read("order", Read.text)
  }

  fileprivate var json: JSONValue {
    var members = [
      JSONValue.Member("kind", .text(kind.rawValue)), JSONValue.Member("at", .instant(at)),
    ]
    if let order { members.append(JSONValue.Member("order", .text(order))) }
    return .object(members)
  }
}
