import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// A part of an AuthZEN request: who wants to do something, what, and with what.
struct AccessEntity: Sendable {
  enum Role: String, Sendable, CaseIterable {
    case subject, resource, action

    /// The names of its own members.
    fileprivate var names: [String] { self == .action ? ["name"] : ["type", "id"] }
  }

  let role: Role
  /// `type` and `id`, or `name`.
  private(set) var members: [String: String] = [:]
  private let properties: [JSONValue.Member]

  /// The name of an action; empty for the others.
  var name: String { members["name"] ?? "" }
  var type: String { members["type"] ?? "" }
  /// Empty in a search for it.
  var id: String { members["id"] ?? "" }

  /// Reads a part.
  ///
  /// - Parameter isSought: Whether a search asks for its id, which is passed over then.
  init(_ value: JSONValue, _ role: Role, isSought: Bool = false) throws(SnapshotError) {
    let object = try JSONObject(value)
    self.role = role
    for name in role.names where !isSought || name != "id" {
      members[name] = try object.require(name, .text, Read.text)
    }
    properties = try object.members(of: "properties") ?? []
  }

  /// An action, which a search tries.
  init(action name: String) {
    role = .action
    members = ["name": name]
    properties = []
  }

  /// The same part with another id.
  func with(id: String) -> AccessEntity {
    var entity = self
    entity.members["id"] = id
    return entity
  }

  /// The property with a name; nil for none.
  func property(_ name: String) -> JSONValue? {
    properties.first { $0.isCalled(name) }?.value
  }

  /// The values that a fact may be by its name alone.
  fileprivate var values: [JSONValue.Member] { properties }

  /// The values that a fact may be by its name behind the role. Own members go before properties.
  fileprivate var ownValues: [JSONValue.Member] {
    properties.filter { members[$0.key] == nil }
      + members.map { JSONValue.Member($0.key, .text($0.value)) }
  }
}

extension JSONObject {
  /// The members of an object; nil if it is absent.
  func members(of name: String) throws(SnapshotError) -> [JSONValue.Member]? {
    try read(name) { value throws(SnapshotError) in try JSONObject(value).members }
  }

  /// An object; nil if it is absent.
  func object(_ name: String) throws(SnapshotError) -> JSONObject? {
    try read(name) { value throws(SnapshotError) in try JSONObject(value) }
  }
}

/// The facts that a request tells, of those that the policy declares:
///
/// | fact | is |
/// |---|---|
/// | `subject.id`, `subject.type`, `resource.id`, `resource.type`, `action.name` | this member |
/// | `subject.role`, `resource.status`, `action.soft`, `context.ip` | this property or member |
/// | `role` | the property of the subject, resource or action, or the member of the context |
///
/// Of several properties with the name the subject's goes first, then the resource's. A value of
/// another type than the fact's is passed over, like one that the policy has no fact for.
enum AccessFacts {
  static func read(
    _ entities: [AccessEntity], context: [JSONValue.Member], for graph: RuleGraph
  ) -> [String: FactValue] {
    guard !graph.parts.facts.isEmpty else { return [:] }
    var facts: [String: FactValue] = [:]
    func note(_ name: String, _ value: JSONValue) {
      guard graph.names.facts[name] != nil, let value = fact(name, value, graph) else { return }
      facts[name] = value
    }
    // What goes first is noted last: a name alone never hides what stands in its own place.
    for member in context { note(member.key, member.value) }
    for role in AccessEntity.Role.allCases.reversed() {
      for entity in entities where entity.role == role {
        for member in entity.values { note(member.key, member.value) }
      }
    }
    for member in context { note("context.\(member.key)", member.value) }
    for entity in entities {
      for member in entity.ownValues { note("\(entity.role.rawValue).\(member.key)", member.value) }
    }
    return facts
  }

  private static func fact(
    _ name: String, _ value: JSONValue, _ graph: RuleGraph
  ) -> FactValue? {
    let document = JSONValue.object([
      .init("target", .text("")), .init("facts", .object([.init(name, value.withWholeNumbers)])),
    ])
    guard let read = try? BatchLine(json: document) else { return nil }
    let (line, problems) = read.resolvingFacts(for: graph)
    return problems.isEmpty ? line.facts[name] : nil
  }

  /// The choices that a policy declares for a fact; none for any other fact.
  static func choices(of name: String, in graph: RuleGraph) -> [String] {
    graph.names.facts[name].map { graph.parts.facts[Int($0)].choices } ?? []
  }
}

/// May this subject do this with this resource? A request of AuthZEN, read.
struct AccessRequest: Sendable {
  /// The members of a request; of an evaluation in a batch, those at the top where it has none.
  struct Parts: Sendable {
    var entities: [AccessEntity.Role: AccessEntity] = [:]
    var context: [JSONValue.Member]?

    /// - Parameter sought: The part that a search asks for.
    init(_ object: JSONObject, sought: AccessEntity.Role? = nil) throws(SnapshotError) {
      for role in AccessEntity.Role.allCases where role != .action || sought != .action {
        entities[role] = try object.read(role.rawValue) { value throws(SnapshotError) in
          try AccessEntity(value, role, isSought: role == sought)
        }
      }
      context = try object.members(of: "context")
    }

    /// An evaluation of a batch: what it does not say is said at the top. Nothing else at the top is
    /// looked at, so a part there that no evaluation needs may be empty.
    init(_ evaluation: JSONObject, or top: JSONObject) throws(SnapshotError) {
      var members: [JSONValue.Member] = []
      for name in AccessEntity.Role.allCases.map({ $0.rawValue }) + ["context"] {
        guard let value = evaluation[name] ?? top[name] else { continue }
        members.append(JSONValue.Member(name, value))
      }
      try self.init(try JSONObject(.object(members)))
    }

    /// The part with a role.
    ///
    /// - Throws: `SnapshotError` if it is missing.
    func require(_ role: AccessEntity.Role) throws(SnapshotError) -> AccessEntity {
      guard let entity = entities[role] else {
        throw SnapshotError(.missing(.object)).under(.key(role.rawValue))
      }
      return entity
    }
  }

  var subject: AccessEntity
  var resource: AccessEntity
  var action: AccessEntity
  let context: [JSONValue.Member]

  init(_ parts: Parts) throws(SnapshotError) {
    self.init(
      subject: try parts.require(.subject), resource: try parts.require(.resource),
      action: try parts.require(.action), context: parts.context ?? [])
  }

  init(
    subject: AccessEntity, resource: AccessEntity, action: AccessEntity,
    context: [JSONValue.Member]
  ) {
    self.subject = subject
    self.resource = resource
    self.action = action
    self.context = context
  }

  /// The name that is asked about.
  func target(in graph: RuleGraph, _ names: ServerOptions.AuthZENTarget) -> String {
    if names == .resource { return resource.id }
    let isResource =
      graph.members(of: action.name) == nil && graph.members(of: resource.id) != nil
    return isResource ? resource.id : action.name
  }

  /// The question in the terms of a policy.
  func line(for graph: RuleGraph, _ names: ServerOptions.AuthZENTarget) throws -> BatchLine {
    var ask = Ask()
    if let count = resource.property("count"), count != .null {
      guard case .integer(let amount) = count.withWholeNumbers else {
        throw Problem(.unreadable, "resource.properties.count: expected a whole number")
      }
      ask = Ask(.adding(amount))
    }
    return BatchLine(
      target: target(in: graph, names), ask: ask,
      facts: AccessFacts.read([subject, resource, action], context: context, for: graph))
  }

  /// The question with what is known of the subject. The resource is the thing of a meter that is
  /// counted for each of them.
  func question(
    _ state: ServedPolicy.State, _ served: ServedPolicy, _ server: DecisionServer
  ) async throws -> Question {
    let user = try UserID.checked(subject.id, "subject.id")
    let line = try line(for: state.policy.graph, server.options.authZEN)
    return try await Question(line, by: user, thing: resource.id, state, served, server)
  }
}

extension Decision {
  /// Writes the decision as AuthZEN has it; the context says why, every way in with its prices, and
  /// until when it holds.
  func writeAccess(to writer: inout JSONWriter) {
    let details = details
    writer.object { writer in
      writer.member("decision", isAllowed)
      writer.object("context") { writer in
        writer.member("target", target)
        writer.member("outcome", outcome.rawValue)
        writer.member("reason", reason.rawValue)
        writer.array("waysIn", details.waysIn) { $0.write(in: nil, to: &$1) }
        writer.member("validUntil", details.validUntil?.text)
      }
    }
  }
}

/// How a batch goes on after a decision.
enum AccessSemantic: String, Sendable, CaseIterable {
  case all = "execute_all"
  case untilDenial = "deny_on_first_deny"
  case untilPermission = "permit_on_first_permit"

  /// The one that the options of a batch name.
  init(_ options: JSONObject?) throws(SnapshotError) {
    let names = AccessSemantic.allCases.map { $0.rawValue }
    let semantic = try options?.read("evaluations_semantic") { value throws(SnapshotError) in
      guard let semantic = AccessSemantic(rawValue: try Read.text(value)) else {
        throw value.isNot(.oneOf(names))
      }
      return semantic
    }
    self = semantic ?? .all
  }

  func ends(after isAllowed: Bool) -> Bool {
    switch self {
    case .all: false
    case .untilDenial: !isAllowed
    case .untilPermission: isAllowed
    }
  }
}
