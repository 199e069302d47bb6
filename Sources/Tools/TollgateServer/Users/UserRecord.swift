import TollgateImports
import Foundation
import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// All that is kept of a user, but for the counts: what callers told, and what services that sell
/// told. Its text is one document of the store.
struct UserRecord: Sendable, Hashable {
  /// A customer of a service that sells, by the service's id: there a user may have several.
  struct Source: Sendable, Hashable, Comparable {
    let sender: Sender
    let id: String

    static func < (left: Source, right: Source) -> Bool {
      (left.sender.rawValue, left.id) < (right.sender.rawValue, right.id)
    }
  }

  /// The edition of the text; a newer one is not read, because writing it back would lose a part.
  static let schema: Int64 = 1

  /// The facts, purchases and allowances that callers told.
  var told = Snapshot()
  /// Purchases as services told them, by customer.
  private(set) var purchases: [Source: SoldPurchases] = [:]
  /// The customers whose links lead to the user: what is to be forgotten with the user.
  var links: Set<Source> = []
  /// The purchases by service, worked out once for many questions.
  private var imports: [PurchaseImport] = []

  init() {}

  init(json text: String) throws(SnapshotError) {
    let object = try JSONObject(try SnapshotError.read(Array(text.utf8)))
    if let schema = object["schema"], schema != .integer(UserRecord.schema) {
      throw SnapshotError(.schema(found: schema))
    }
    told = try object.require("told", .object, Snapshot.init(json:) as SnapshotReader)
    let parts = try object.read("purchases") { value throws(SnapshotError) in
      try value.readList { value throws(SnapshotError) in
        let object = try JSONObject(value)
        return (try Source(json: object), try SoldPurchases(json: object))
      }
    }
    purchases = Dictionary(parts ?? [], uniquingKeysWith: { $1 })
    let links = try object.read("links") { value throws(SnapshotError) in
      try value.readList { value throws(SnapshotError) in try Source(json: try JSONObject(value)) }
    }
    self.links = Set(links ?? [])
    join()
  }

  private typealias SnapshotReader = (JSONValue) throws(SnapshotError) -> Snapshot

  var json: String {
    var text = #"{"schema":\#(UserRecord.schema),"told":"# + told.json()
    if !purchases.isEmpty {
      let parts = purchases.sorted { $0.key < $1.key }.map { source, sold in
        JSONValue.object(source.json + sold.json)
      }
      text += #","purchases":"# + JSONValue.list(parts).json()
    }
    if !links.isEmpty {
      text += #","links":"# + JSONValue.list(links.sorted().map { .object($0.json) }).json()
    }
    return text + "}"
  }

  /// Whether nothing is kept.
  var isEmpty: Bool { told == Snapshot() && purchases.isEmpty && links.isEmpty }

  /// Adds what a service told of a customer.
  mutating func merge(_ sold: SoldPurchases, of source: Source) {
    guard !sold.isEmpty else { return }
    purchases[source, default: SoldPurchases()].merge(sold)
    join()
  }

  /// Puts other purchases of a customer in the place of those that are known; nil for none.
  mutating func replace(_ source: Source, with sold: SoldPurchases?) {
    purchases[source] = sold.flatMap { $0.isEmpty ? nil : $0 }
    join()
  }

  private mutating func join() {
    let parts = Dictionary(grouping: purchases.sorted { $0.key < $1.key }) { $0.key.sender }
    imports = Sender.allCases.compactMap { sender in
      parts[sender].map { PurchaseImport($0.map { $0.value }) }
    }
  }

  /// Everything that is known of the user, in the terms of a policy: what was told, with the
  /// purchases that services know.
  func snapshot(
    of user: String, policy: Policy, terms: PurchaseTerms = PurchaseTerms(), at now: Instant
  ) -> Snapshot {
    var snapshot = told
    snapshot.subject = user
    var packs: [String: Int64] = [:]
    for imported in imports {
      let sold = imported.snapshot(policy: policy, terms: terms, at: now)
      snapshot.grants += sold.grants
      // Each service sold packs of its own.
      packs.merge(sold.allowances) { $0.saturatingAdd($1) }
      snapshot.asOf = [snapshot.asOf, sold.asOf].compactMap { $0 }.max()
    }
    snapshot.allowances.merge(packs) { $1 }
    // A user of whom there is nothing but a link was told nothing, and that is sure.
    if purchases.isEmpty, !links.isEmpty, told == Snapshot() { snapshot.asOf = now }
    return snapshot
  }

  /// The packs that services sold; nil if there are none, and then whoever tells of the user keeps
  /// what is left of them.
  func packs(policy: Policy, terms: PurchaseTerms) -> [PurchasedPack]? {
    guard policy.graph.parts.products.contains(where: { !$0.packs.isEmpty }) else { return nil }
    let packs = imports.flatMap { $0.ledger(for: policy).packs(policy: policy, terms: terms) }
    return packs.isEmpty
      ? nil : packs.sorted { ($0.start, $0.meter, $0.amount) < ($1.start, $1.meter, $1.amount) }
  }
}

extension UserRecord.Source {
  init(json object: JSONObject) throws(SnapshotError) {
    sender = try object.requireChoice("sender")
    id = try object.require("customer", .text, Read.text)
  }

  var json: [JSONValue.Member] {
    [JSONValue.Member("sender", .text(sender.rawValue)), JSONValue.Member("customer", .text(id))]
  }
}

/// The ids of users.
enum UserID {
  /// The longest id, in characters as JSON Schema counts them: scalars of Unicode.
  static let mostScalars = 200
  /// The JSON Schema of an id, without its description.
  static let schema = #""type": "string", "# + limits
  /// The same of an id that may be left out.
  static let schemaOrNull = #""type": ["string", "null"], "# + limits
  private static let limits =
    #""minLength": 1, "maxLength": \#(mostScalars), "pattern": "^[^\\u0000]*$""#

  /// The id, if it can be one.
  ///
  /// - Parameter name: Where it stands.
  static func checked(_ id: String, _ name: String) throws(Problem) -> String {
    guard !id.isEmpty, canBe(id) else {
      throw Problem(
        .unreadable, "\(name): an id has 1 to \(mostScalars) characters, none of them zero")
    }
    return normal(id)
  }

  /// The id in one way of writing: letters that are written in two are one id, whatever keeps it.
  static func normal(_ id: String) -> String {
    id.utf8.allSatisfy { $0 < 0x80 } ? id : id.precomposedStringWithCanonicalMapping
  }

  /// Whether a text is short enough for an id, and without a zero, which databases do not take.
  static func canBe(_ text: String) -> Bool {
    guard !text.utf8.contains(0) else { return false }
    return text.utf8.count <= mostScalars || text.unicodeScalars.count <= mostScalars
  }
}

/// JSON Merge Patch (RFC 7396): members of the patch replace those of the document, objects are merged,
/// and `null` removes a member. So a patch of one fact loses no other.
enum MergePatch {
  static func merged(_ patch: JSONValue, into document: JSONValue) -> JSONValue {
    guard case .object(let changes) = patch else { return patch }
    var members: [JSONValue.Member] = []
    if case .object(let known) = document { members = known }
    var places: [[UInt8]: Int] = [:]
    for (place, member) in members.enumerated() { places[Array(member.key.utf8)] = place }
    var removed: Set<Int> = []
    for change in changes {
      let place = places[Array(change.key.utf8)]
      if case .null = change.value {
        if let place { removed.insert(place) }
      } else if let place {
        members[place].value = merged(change.value, into: members[place].value)
      } else {
        // What was not there: nested nulls have nothing to remove.
        members.append(
          JSONValue.Member(change.key, merged(change.value, into: .object([]))))
      }
    }
    guard !removed.isEmpty else { return .object(members) }
    return .object(members.indices.filter { !removed.contains($0) }.map { members[$0] })
  }

  /// A snapshot changed by a patch.
  ///
  /// - Throws: `SnapshotError` if it is no snapshot then.
  static func patched(
    _ snapshot: Snapshot, by changes: JSONValue
  ) throws(SnapshotError) -> Snapshot {
    guard case .object(let members) = changes else { throw changes.isNot(.object) }
    // Its schema is that of the document it changes, so a patch need not name it.
    if let schema = members.first(where: { $0.key == "schema" }), schema.value != .integer(1) {
      throw SnapshotError(.schema(found: schema.value))
    }
    let document = try SnapshotError.read(Array(snapshot.json().utf8))
    return try Snapshot(json: merged(changes, into: document))
  }
}
