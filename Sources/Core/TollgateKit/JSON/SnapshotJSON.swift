import TollgateCompiler
public import TollgateRuntime
import TollgateSyntax

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#elseif canImport(Foundation)
  public import Foundation
#endif

/// The shape of a snapshot in JSON. It is apart from `Snapshot` itself, which can change while JSON
/// keeps its promise: fields may be added, never changed.
package enum SnapshotJSON {
  /// The schema that is read and written.
  package static let schema: Int64 = 1

  /// The keys of a snapshot, of a grant, and of the words that a grant may have: all that is read or
  /// written. `other` is what Tollgate writes for a word of a store that it does not know.
  package static let keys = [
    "schema", "subject", "asOf", "latestSeen", "grants", "usage", "allowances", "facts",
    "dismissed", "offers",
  ]
  package static let grantKeys = [
    "product", "entitlement", "state", "start", "until", "trial", "offerUsed", "renews",
    "ownership", "quantity", "id",
  ]
  package static let states = Grant.State.allCases.map { $0.rawValue }
  package static let ownerships = Grant.Ownership.allCases.map { $0.rawValue }
  package static let counterKeys = ["used", "resets", "then"]
  package static let stepKeys = ["at", "used"]

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
    /// `{"used": NUMBER, "then": [{"at": INSTANT, "used": NUMBER}]}`. Numbers are whole, from 0 to 2^63−1, in the meter's
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
    self.init(
      subject: try object.read("subject", Read.text),
      asOf: try object.read("asOf", Read.instant),
      latestSeen: try object.read("latestSeen", Read.instant),
      grants: try object.read("grants", Grant.list) ?? [],
      usage: try object.usage(),
      allowances: try object.table("allowances", Read.amount),
      facts: try object.facts(),
      dismissed: try object.table("dismissed", Read.instant),
      offers: try object.table("offers", Read.boolean)
    )
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
    let state = try object.read("state", Read.text).map { State(rawValue: $0) ?? .other }
    let ownership = try object.read("ownership", Read.text)
    self.init(
      product: try object.read("product", Read.text),
      entitlement: try object.read("entitlement", Read.text),
      state: state ?? .active,
      start: try object.read("start", Read.instant),
      until: try object.read("until", Read.instant),
      isTrial: try object.read("trial", Read.boolean),
      renews: try object.read("renews", Read.boolean),
      ownership: ownership.map { Ownership(rawValue: $0) ?? .other } ?? .purchased,
      quantity: try object.read("quantity", Read.quantity) ?? 1,
      id: try object.read("id", Read.text),
      isOfferUsed: try object.read("offerUsed", Read.boolean) ?? false
    )
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
    let resets = try object.read("resets", Read.instant)
    guard let steps = try object.read("then", Counter.steps) else {
      self.init(used, resets: resets)
      return
    }
    guard resets == nil else { throw SnapshotError(.twoFalls) }
    do throws(CounterError) {
      try self.init(used, then: steps)
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
        used: try object.require("used", .wholeNumber(from: 0), Read.amount))
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
    writer.object { writer in
      writer.member("schema", number: SnapshotJSON.schema)
      if let subject { writer.member("subject", subject) }
      writer.member("asOf", ifAny: asOf)
      writer.member("latestSeen", ifAny: latestSeen)
      writer.list("grants", grants.filter { $0.product != nil || $0.entitlement != nil }) {
        $0.write(to: &$1)
      }
      writer.table("usage", usage) { $0.write(to: &$1) }
      writer.table("allowances", allowances) { $1.integer($0) }
      writer.table("facts", facts) { $0.write(to: &$1) }
      writer.table("dismissed", dismissed) { $1.instant($0) }
      writer.table("offers", offers) { $1.boolean($0) }
    }
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

  /// A member that is a list; an empty list is left out.
  fileprivate mutating func list<Element>(
    _ name: String,
    _ elements: [Element],
    _ write: (Element, inout JSONWriter) -> Void
  ) {
    guard !elements.isEmpty else { return }
    key(name)
    array { writer in
      for element in elements { write(element, &writer) }
    }
  }

  /// A member that is an object of names, sorted; an empty object is left out.
  fileprivate mutating func table<Value>(
    _ name: String,
    _ table: [String: Value],
    _ write: (Value, inout JSONWriter) -> Void
  ) {
    guard !table.isEmpty else { return }
    key(name)
    object { writer in
      for (name, value) in table.sorted(by: { $0.key < $1.key }) {
        writer.key(name)
        write(value, &writer)
      }
    }
  }
}

extension Grant {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      if let product { writer.member("product", product) }
      if let entitlement { writer.member("entitlement", entitlement) }
      if state != .active { writer.member("state", state.rawValue) }
      writer.member("start", ifAny: start)
      writer.member("until", ifAny: until)
      if isTrial != (state == .trial) { writer.member("trial", isTrial) }
      if isOfferUsed { writer.member("offerUsed", true) }
      if let renews { writer.member("renews", renews) }
      if ownership != .purchased { writer.member("ownership", ownership.rawValue) }
      if quantity != 1 {
        writer.member("quantity", number: quantity)
      }
      if let id { writer.member("id", id) }
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
    if resets == nil, then.isEmpty { return writer.integer(used) }
    writer.object { writer in
      writer.member("used", number: used)
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
