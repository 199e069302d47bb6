import TollgateCompiler
public import TollgateRuntime
import TollgateSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif

// A member of a snapshot is named once, in a `visit` below: it is read, written, described by the
// schema and known to the search for unknown names from there. The members are apart from the types,
// which can change while JSON keeps its promise: members may be added, never changed.

extension Snapshot {
  /// Goes through all that is read or written, in order.
  fileprivate mutating func visit(
    _ visitor: inout some MemberVisitor
  ) throws(SnapshotError) {
    try visitor.schema()
    try visitor.text("subject", .text, about: "The user; rollouts depend on it.", &subject)
    try visitor.instant("asOf", about: "When the purchase data was last confirmed.", &asOf)
    try visitor.instant(
      "latestSeen", about: "The latest time that the app has seen; an earlier one is wrong.",
      &latestSeen)
    // A grant of nothing cannot be read back.
    var written: [Grant]? = grants.filter { $0.product != nil || $0.entitlement != nil }
    if written?.isEmpty == true { written = nil }
    try visitor.visit("grants", .grants, "", &written, Grant.list) { $0.list($1) }
    grants = written ?? []
    try visitor.table("usage", .usage, &usage, Usage.init(json:)) { $1.write(to: &$0) }
    try visitor.table(
      "allowances", .allowances,
      about: "By meter. Of packs: what was left when the window began, and what was bought since.",
      &allowances, Read.amount
    ) { $0.integer($1) }
    try visitor.table("facts", .facts, &facts, FactValue.init(json:)) { $1.write(to: &$0) }
    try visitor.table(
      "dismissed", .instants, about: "When reminders and prompts were dismissed, by id.",
      &dismissed, Read.instant
    ) { $0.instant($1) }
    try visitor.table(
      "offers", .offers,
      about: "Whether the store offers a trial or an introductory price, by product; "
        + "else the grants tell.",
      &offers, Read.boolean
    ) { $0.boolean($1) }
  }

  /// All members, in order.
  package static let members: [Member] = {
    var list = MemberList()
    var none = Snapshot()
    try? none.visit(&list)
    return list.members
  }()
}

extension Grant {
  /// Goes through all that is read or written, in order. A word of a store that Tollgate does not
  /// know is `other`.
  fileprivate mutating func visit(
    _ visitor: inout some MemberVisitor
  ) throws(SnapshotError) {
    try visitor.text(
      "product", .product, about: "The policy's name or an id of a store.", &product)
    try visitor.text("entitlement", .entitlement, &entitlement)
    var word = state == .active ? nil : state.rawValue
    try visitor.text(
      "state", .state, about: "`active` unless given; `other` is one that Tollgate does not know.",
      &word)
    state = word.map { State(rawValue: $0) ?? .other } ?? .active
    try visitor.instant("start", &start)
    try visitor.instant("until", &until)
    var trial = isTrial == (state == .trial) ? nil : isTrial
    try visitor.boolean("trial", &trial)
    isTrial = trial ?? (state == .trial)
    var isUsed = isOfferUsed ? true : nil
    try visitor.boolean(
      "offerUsed", about: "Whether the buyer had a trial or an introductory price before.", &isUsed)
    isOfferUsed = isUsed ?? false
    try visitor.boolean("renews", &renews)
    word = ownership == .purchased ? nil : ownership.rawValue
    try visitor.text("ownership", .ownership, about: "`purchased` unless given.", &word)
    ownership = word.map { Ownership(rawValue: $0) ?? .other } ?? .purchased
    var count = quantity == 1 ? nil : quantity
    try visitor.visit("quantity", .quantity, "1 unless given.", &count, Read.quantity) {
      $0.integer($1)
    }
    quantity = count ?? 1
    try visitor.text("id", .text, &id)
  }

  /// All members, in order.
  package static let members: [Member] = {
    var list = MemberList()
    var none = Grant()
    try? none.visit(&list)
    return list.members
  }()
}

/// Goes through the members of an object.
private protocol MemberVisitor {
  /// A member that may be missing, and is nil then.
  mutating func visit<Value>(
    _ key: String, _ kind: Member.Kind, _ about: String, _ value: inout Value?,
    _ read: (JSONValue) throws(SnapshotError) -> Value,
    _ write: (inout JSONWriter, Value) -> Void
  ) throws(SnapshotError)
}

extension MemberVisitor {
  fileprivate mutating func schema() throws(SnapshotError) {
    var schema: Int64? = SnapshotJSON.schema
    try visit("schema", .version, "", &schema, Read.integer) { $0.integer($1) }
  }

  fileprivate mutating func text(
    _ key: String, _ kind: Member.Kind, about: String = "", _ value: inout String?
  ) throws(SnapshotError) {
    try visit(key, kind, about, &value, Read.text) { $0.string($1) }
  }

  fileprivate mutating func instant(
    _ key: String, about: String = "", _ value: inout Instant?
  ) throws(SnapshotError) {
    try visit(key, .instant, about, &value, Read.instant) { $0.instant($1) }
  }

  fileprivate mutating func boolean(
    _ key: String, about: String = "", _ value: inout Bool?
  ) throws(SnapshotError) {
    try visit(key, .boolean, about, &value, Read.boolean) { $0.boolean($1) }
  }

  /// An object of names, sorted; an empty one is left out.
  fileprivate mutating func table<Value>(
    _ key: String, _ kind: Member.Kind, about: String = "", _ table: inout [String: Value],
    _ read: (JSONValue) throws(SnapshotError) -> Value,
    _ write: (inout JSONWriter, Value) -> Void
  ) throws(SnapshotError) {
    var value = table.isEmpty ? nil : table
    try visit(key, kind, about, &value) { value throws(SnapshotError) in
      try value.readTable(read)
    } _: { writer, table in
      writer.object { writer in
        for (name, value) in table.sorted(by: { $0.key < $1.key }) {
          writer.key(name)
          write(&writer, value)
        }
      }
    }
    table = value ?? [:]
  }
}

private struct MemberReader: MemberVisitor {
  let object: JSONObject

  func visit<Value>(
    _ key: String, _ kind: Member.Kind, _ about: String, _ value: inout Value?,
    _ read: (JSONValue) throws(SnapshotError) -> Value,
    _ write: (inout JSONWriter, Value) -> Void
  ) throws(SnapshotError) {
    value = try object.read(key, read)
  }
}

private struct MemberWriter: MemberVisitor {
  var writer: JSONWriter

  mutating func visit<Value>(
    _ key: String, _ kind: Member.Kind, _ about: String, _ value: inout Value?,
    _ read: (JSONValue) throws(SnapshotError) -> Value,
    _ write: (inout JSONWriter, Value) -> Void
  ) {
    guard let value else { return }
    writer.key(key)
    write(&writer, value)
  }
}

/// A member of an object in JSON, for schemas and checks.
package struct Member: Sendable {
  package let key: String
  package let kind: Kind
  /// The meaning of the value, in a sentence; empty if its key says it.
  package let about: String

  /// The values that a member has.
  package enum Kind: Sendable {
    case version, text, product, entitlement, state, ownership, instant, boolean, quantity
    case grants, usage, allowances, facts, instants, offers
  }
}

private struct MemberList: MemberVisitor {
  var members: [Member] = []

  mutating func visit<Value>(
    _ key: String, _ kind: Member.Kind, _ about: String, _ value: inout Value?,
    _ read: (JSONValue) throws(SnapshotError) -> Value,
    _ write: (inout JSONWriter, Value) -> Void
  ) {
    members.append(Member(key: key, kind: kind, about: about))
  }
}

/// The schema of snapshots.
package enum SnapshotJSON {
  /// The one that is read and written.
  package static let schema: Int64 = 1

  package static let counterKeys = ["used", "carried", "resets", "then"]
  package static let stepKeys = ["at", "used", "carried"]

  /// The instant, or the nearest one that can be read back: in the years 1 to 9999.
  package static func readable(_ instant: Instant) -> Instant {
    min(max(instant, Instant.readable.lowerBound), Instant.readable.upperBound)
  }
}

extension JSONObject {
  /// The object at the top of a document of schema 1.
  package init(document value: JSONValue) throws(SnapshotError) {
    try self.init(value)
    guard case .integer(SnapshotJSON.schema)? = self["schema"] else {
      let found = self["schema"].map { $0.outline }
      throw SnapshotError(.schema(found: found)).under(.key("schema"))
    }
  }
}

extension Snapshot {
  #if canImport(Foundation)
    /// Reads a snapshot from JSON, schema 1.
    ///
    /// `{"schema": 1, "subject": TEXT, "asOf": INSTANT, "latestSeen": INSTANT, "grants": [GRANT],
    /// "usage": {METER: USAGE}, "allowances": {METER: NUMBER}, "facts": {FACT: VALUE},
    /// "dismissed": {ID: INSTANT}, "offers": {PRODUCT: BOOLEAN}}`; all but `schema` may be missing, and `null` is the same as
    /// missing. A grant has `product`, `entitlement` or both, and may have `state`, `start`, `until`,
    /// `trial`, `offerUsed`, `renews`, `ownership`, `quantity` (from 1) and `id`; a usage is the total, or an
    /// object with `total` and the names of windows, such as `day` and `3 hours`, each a number,
    /// `{"used": NUMBER, "resets": INSTANT}` or
    /// `{"used": NUMBER, "then": [{"at": INSTANT, "used": NUMBER}]}`, each with `"carried": NUMBER`
    /// where something was carried into the window. Numbers are whole, from 0 to 2^63−1, in the meter's
    /// unit, and written with digits alone; instants are ISO 8601 with `Z` or an offset, or a date
    /// alone for midnight UTC, to the millisecond. Unknown keys are ignored; a grant with an unknown
    /// state or ownership opens nothing.
    ///
    /// Texts under `facts` are ``FactValue/choice(_:)``. The policy knows whether one is a date or a
    /// version, and reads it so when it decides.
    ///
    /// - Parameter data: UTF-8, at most 16 MiB, nested at most 64 deep, no key twice in an object.
    /// - Throws: ``SnapshotError`` with the path of the problem, such as `grants[2].until`.
    public init(json data: Data) throws(SnapshotError) {
      // One byte more than the limit is enough to refuse it.
      try self.init(json: [UInt8](data.prefix(JSONReader.mostBytes + 1)))
    }
  #endif

  /// Reads a snapshot from JSON, schema 1.
  public init(json text: String) throws(SnapshotError) {
    try self.init(json: Array(text.utf8))
  }

  /// Reads a snapshot from the bytes of JSON, schema 1.
  package init(json bytes: [UInt8]) throws(SnapshotError) {
    try self.init(json: try SnapshotError.read(bytes))
  }

  package init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(document: value)
    self.init()
    var reader = MemberReader(object: object)
    try visit(&reader)
  }
}

extension JSONObject {
  /// A member that is an object of names; empty if it is absent.
  package func table<Value>(
    _ key: String,
    _ value: (JSONValue) throws(SnapshotError) -> Value
  ) throws(SnapshotError) -> [String: Value] {
    try read(key) { table throws(SnapshotError) in try table.readTable(value) } ?? [:]
  }

  /// The member `usage`.
  func usage() throws(SnapshotError) -> [String: Usage] {
    try table("usage", Usage.init(json:))
  }

  /// The member `facts`.
  func facts() throws(SnapshotError) -> [String: FactValue] {
    try table("facts", FactValue.init(json:))
  }
}

extension Grant {
  fileprivate static func list(_ value: JSONValue) throws(SnapshotError) -> [Grant] {
    try value.readList(Grant.init(json:))
  }

  private init(json value: JSONValue) throws(SnapshotError) {
    let object = try JSONObject(value)
    self.init()
    var reader = MemberReader(object: object)
    try visit(&reader)
    guard product != nil || entitlement != nil else { throw SnapshotError(.grantsNothing) }
  }
}

extension Usage {
  fileprivate init(json value: JSONValue) throws(SnapshotError) {
    self.init()
    guard case .object = value else {
      guard case .integer(let total) = value, total >= 0 else { throw value.isNot(.usage) }
      self.total = Counter(total)
      return
    }
    let object = try JSONObject(value)
    // Of two members with one key the first counts, as everywhere.
    for member in object.members {
      let window = member.key == "total" ? .total : Window(name: member.key)
      guard let window, self[window] == nil else { continue }
      self[window] = try object.read(member.key, Counter.init(json:))
    }
  }
}

extension Counter {
  fileprivate init(json value: JSONValue) throws(SnapshotError) {
    guard case .object = value else {
      guard case .integer(let used) = value, used >= 0 else { throw value.isNot(.counter) }
      self.init(used)
      return
    }
    let object = try JSONObject(value)
    let used = try object.require("used", .wholeNumber(from: 0), Read.amount)
    let carried = try object.read("carried", Read.amount) ?? 0
    let resets = try object.read("resets", Read.instant)
    guard let steps = try object.read("then", Counter.steps) else {
      self.init(used, carried: carried, resets: resets)
      return
    }
    guard resets == nil else { throw SnapshotError(.twoFalls) }
    do throws(CounterError) {
      try self.init(used, carried: carried, then: steps)
    } catch {
      throw SnapshotError(.steps(error)).under(.key("then"))
    }
  }

  /// The steps of the member `then`.
  private static func steps(_ value: JSONValue) throws(SnapshotError) -> [Step] {
    try value.readList { value throws(SnapshotError) in
      let object = try JSONObject(value)
      return Step(
        at: try object.require("at", .instant, Read.instant),
        used: try object.require("used", .wholeNumber(from: 0), Read.amount),
        carried: try object.read("carried", Read.amount) ?? 0)
    }
  }
}

extension FactValue {
  fileprivate init(json value: JSONValue) throws(SnapshotError) {
    switch value {
    case .boolean(let isTrue): self = .yesOrNo(isTrue)
    case .integer(let number) where number >= 0: self = .number(number)
    case .text(let text): self = .choice(text)
    default: throw value.isNot(.fact)
    }
  }
}

extension Snapshot {
  /// The snapshot in JSON, schema 1, on one line, or with each member on its own line.
  /// ``init(json:)-(String)`` reads it back; dates and versions are then texts.
  ///
  /// Missing values and defaults are left out, names are sorted, and instants are UTC. An instant
  /// outside the years 1 to 9999 becomes the first or the last instant of them. Other values that a
  /// snapshot does not allow, such as a negative counter, are written unchanged; readers refuse them.
  public func json(pretty: Bool = false) -> String {
    var writer = JSONWriter(pretty: pretty)
    var snapshot = self
    writer.members { visitor in try? snapshot.visit(&visitor) }
    return writer.text
  }
}

extension JSONWriter {
  /// An instant that can be read back.
  mutating func instant(_ instant: Instant) {
    string(InstantText.print(SnapshotJSON.readable(instant)))
  }

  /// A member that is an instant, or `null`.
  mutating func member(_ name: String, _ instant: Instant?) {
    key(name)
    if let instant { self.instant(instant) } else { null() }
  }

  /// A member that is a list of lists of texts.
  mutating func member(_ name: String, _ lists: [[String]]) {
    array(name, lists) { texts, writer in
      writer.array { for text in texts { $0.string(text) } }
    }
  }

  fileprivate mutating func member(_ name: String, ifAny instant: Instant?) {
    if let instant { member(name, instant) }
  }

  fileprivate mutating func list(_ grants: [Grant]) {
    array { writer in
      for grant in grants {
        var grant = grant
        writer.members { visitor in try? grant.visit(&visitor) }
      }
    }
  }

  /// An object whose members a visitor writes, which cannot fail.
  fileprivate mutating func members(_ write: (inout MemberWriter) -> Void) {
    object { writer in
      var visitor = MemberWriter(writer: JSONWriter(pretty: false))
      swap(&visitor.writer, &writer)
      write(&visitor)
      swap(&visitor.writer, &writer)
    }
  }
}

extension Usage {
  /// A total alone is a number.
  fileprivate func write(to writer: inout JSONWriter) {
    if let total, total == Counter(total.used), self == Usage(total: total) {
      return writer.integer(total.used)
    }
    writer.object { writer in
      for window in windows {
        guard let counter = self[window] else { continue }
        writer.key(window.name ?? "total")
        counter.write(to: &writer)
      }
    }
  }
}

extension Counter {
  fileprivate func write(to writer: inout JSONWriter) {
    if resets == nil, then.isEmpty, carried == 0 { return writer.integer(used) }
    writer.object { writer in
      writer.member("used", number: used)
      if carried != 0 { writer.member("carried", number: carried) }
      writer.member("resets", ifAny: resets)
      guard !then.isEmpty else { return }
      writer.array("then", then) { step, writer in step.write(to: &writer) }
    }
  }
}

extension Counter.Step {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("at", at)
      writer.member("used", number: used)
      if carried != 0 { writer.member("carried", number: carried) }
    }
  }
}

extension FactValue {
  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .yesOrNo(let isTrue): writer.boolean(isTrue)
    case .number(let number): writer.integer(number)
    case .date(let instant): writer.instant(instant)
    case .version(let version): writer.string(VersionText.print(version))
    case .choice(let text): writer.string(text)
    }
  }
}
