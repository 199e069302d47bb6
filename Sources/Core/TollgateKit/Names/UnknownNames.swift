public import TollgateRuntime
import TollgateWords

/// The keys and names in a snapshot or a batch line that mean nothing to Tollgate or to the policy.
/// The engine ignores them, so that an old policy reads a new snapshot; a typo is ignored too, and
/// this finds it.
package struct UnknownNames {
  private let graph: RuleGraph

  /// The names that a policy knows.
  package init(graph: RuleGraph) {
    self.graph = graph
  }

  /// The unknown names of a snapshot, in the order of the document.
  package func inSnapshot(_ value: JSONValue) -> [UnknownName] {
    members(of: value, .keyOfSnapshot, Snapshot.members) { kind, value in
      switch kind {
      case .grants: elements(of: value, grant)
      case .usage: names(in: value, .meter, counters)
      case .allowances: names(in: withoutSettings(value), .meter)
      case .facts: names(in: value, .fact)
      case .offers: names(in: value, .product)
      default: []
      }
    }
  }

  /// The unknown names of a batch line, in the order of the document. Its target is not among them:
  /// the decision says that it is unknown.
  package func inBatchLine(_ value: JSONValue) -> [UnknownName] {
    members(of: value, .keyOfLine, UnknownNames.lineKeys) { key, value in
      switch key {
      case "snapshot": inSnapshot(value)
      case "usage": names(in: value, .meter, counters)
      case "facts": names(in: value, .fact)
      default: []
      }
    }
  }

  private static let lineKeys = [
    "target", "adding", "reaching", "continuing", "at", "facts", "usage", "snapshot",
  ]
  private static let windows = ["total"] + Window.Unit.allCases.map { $0.name }
  private static let states = Grant.State.allCases.map { $0.rawValue }
  private static let ownerships = Grant.Ownership.allCases.map { $0.rawValue }

  // MARK: Parts of a document

  private func grant(_ value: JSONValue) -> [UnknownName] {
    // A store gives an id.
    let isFromStore =
      if case .object(let members) = value {
        members.contains { $0.key == "id" && $0.value != .null }
      } else {
        false
      }
    return members(of: value, .keyOfGrant, Grant.members) { kind, value in
      guard case .text(let name) = value else { return [] }
      switch kind {
      case .product:
        return self.name(name, .product).map { finding in
          var finding = finding
          finding.isFromStore = isFromStore
          return finding
        }
      case .entitlement: return self.name(name, .entitlement)
      case .state: return word(name, .state, UnknownNames.states)
      case .ownership: return word(name, .ownership, UnknownNames.ownerships)
      default: return []
      }
    }
  }

  private func counters(_ value: JSONValue) -> [UnknownName] {
    guard case .object(let windows) = value else { return [] }
    let several = windows.map { $0.key }.filter { Window(name: $0) != nil }
    return members(of: value, .keyOfUsage, UnknownNames.windows + several) { _, counter in
      members(of: counter, .keyOfCounter, SnapshotJSON.counterKeys) { key, steps in
        guard key == "then" else { return [] }
        return elements(of: steps) {
          members(of: $0, .keyOfStep, SnapshotJSON.stepKeys) { _, _ in [] }
        }
      }
    }
  }

  // MARK: Ways through a document

  /// An object whose members are listed.
  private func members(
    of value: JSONValue, _ document: DocumentWord, _ list: [Member],
    _ check: (Member.Kind, JSONValue) -> [UnknownName]
  ) -> [UnknownName] {
    eachMember(of: value) { member in
      list.first { member.isCalled($0.key) }.map { check($0.kind, member.value) }
        ?? word(member.key, document, list.map { $0.key })
    }
  }

  /// An object whose keys are fixed.
  private func members(
    of value: JSONValue, _ document: DocumentWord, _ keys: [String],
    _ check: (String, JSONValue) -> [UnknownName]
  ) -> [UnknownName] {
    eachMember(of: value) { member in
      keys.contains { member.isCalled($0) }
        ? check(member.key, member.value) : word(member.key, document, keys)
    }
  }

  /// An object whose keys are names of the policy.
  private func names(
    in value: JSONValue, _ kind: KnownName, _ check: (JSONValue) -> [UnknownName] = { _ in [] }
  ) -> [UnknownName] {
    eachMember(of: value) { member in name(member.key, kind) + check(member.value) }
  }

  /// All members of an object that have a value.
  private func eachMember(
    of value: JSONValue, _ check: (JSONValue.Member) -> [UnknownName]
  ) -> [UnknownName] {
    guard case .object(let members) = value else { return [] }
    var found: [UnknownName] = []
    for member in members {
      if case .null = member.value { continue }
      let names = check(member)
      // Nearly always there is none, and nothing is allocated.
      if !names.isEmpty { found += names.map { $0.under(.key(member.key)) } }
    }
    return found
  }

  /// Allowances without those of settings: a snapshot may bring them, too.
  private func withoutSettings(_ value: JSONValue) -> JSONValue {
    guard case .object(let members) = value, !graph.parts.settings.isEmpty else { return value }
    let settings = Set(graph.parts.settings.indices.map { graph.name(ofSetting: Int32($0)) })
    return .object(members.filter { !settings.contains($0.key) })
  }

  private func elements(of value: JSONValue, _ check: (JSONValue) -> [UnknownName]) -> [UnknownName]
  {
    guard case .list(let values) = value else { return [] }
    var found: [UnknownName] = []
    for (index, value) in values.enumerated() {
      let names = check(value)
      if !names.isEmpty { found += names.map { $0.under(.element(index)) } }
    }
    return found
  }

  private func name(_ name: String, _ kind: KnownName) -> [UnknownName] {
    guard let english = kind.problem(with: name, in: graph, .english),
      let chinese = kind.problem(with: name, in: graph, .chinese)
    else { return [] }
    return [UnknownName(english: english, chinese: chinese)]
  }

  private func word(_ word: String, _ kind: DocumentWord, _ known: [String]) -> [UnknownName] {
    guard !known.contains(word) else { return [] }
    let shown = JSONText.quoted(word)
    // Nobody means what Tollgate writes for a word that it does not know.
    let meant = known.filter { $0 != Grant.State.other.rawValue }
    return [
      UnknownName(
        english: "\(shown) is not a \(kind.english)" + KnownName.hint(word, among: meant),
        chinese: "\(shown) 不是\(kind.chinese)" + KnownName.hint(word, among: meant, .chinese))
    ]
  }
}

/// The kinds of words that a document has by itself.
private enum DocumentWord {
  case keyOfSnapshot, keyOfLine, keyOfGrant, keyOfUsage, keyOfCounter, keyOfStep, state, ownership

  var english: String {
    switch self {
    case .keyOfSnapshot: "key of a snapshot"
    case .keyOfLine: "key of a batch line"
    case .keyOfGrant: "key of a grant"
    case .keyOfUsage: "key of a usage"
    case .keyOfCounter: "key of a counter"
    case .keyOfStep: "key of a step"
    case .state: "state"
    case .ownership: "kind of ownership"
    }
  }

  var chinese: String {
    switch self {
    case .keyOfSnapshot: "快照的键"
    case .keyOfLine: "批处理行的键"
    case .keyOfGrant: "授权的键"
    case .keyOfUsage: "用量的键"
    case .keyOfCounter: "计数的键"
    case .keyOfStep: "计数步骤的键"
    case .state: "购买状态"
    case .ownership: "拥有方式"
    }
  }
}

/// A key or a name in a snapshot that means nothing to Tollgate or to a policy. The engine ignores
/// it, so that an old policy reads a new snapshot; a typo is ignored too, and this tells it.
///
/// ```swift
/// for name in gate.policy.unknownNames(in: gate.snapshot) { log("\(name)") }
/// ```
public struct UnknownName: Sendable, Hashable {
  package var place = JSONPath()
  /// The problem in English, without its place.
  package let english: String
  /// The same in Chinese.
  package let chinese: String
  /// Whether it may be no mistake: a store also knows products that the policy does not have.
  public package(set) var isFromStore = false

  init(english: String, chinese: String) {
    self.english = english
    self.chinese = chinese
  }

  /// Its place, from the top of the snapshot: `usage.messsages`.
  public var path: String { place.text }

  func under(_ step: JSONPath.Step) -> UnknownName {
    var moved = self
    moved.place = place.under(step)
    return moved
  }
}

extension UnknownName: CustomStringConvertible {
  /// Its place, and what may have been meant: Simplified Chinese for `zh…`, else English.
  public func description(in locale: String) -> String {
    Language(locale) == .chinese ? "\(path)：\(chinese)" : "\(path): \(english)"
  }

  /// The same in English.
  public var description: String { description(in: "en") }
}

extension Policy {
  /// The names in a user's data that this policy does not know, as `tollgate check` tells them; in
  /// the order in which a snapshot is written.
  ///
  /// ```swift
  /// for name in gate.policy.unknownNames(in: gate.snapshot) { log(name.description) }
  /// ```
  public func unknownNames(in snapshot: Snapshot) -> [UnknownName] {
    // What a snapshot writes can be read.
    (try? unknownNames(inSnapshot: snapshot.json())) ?? []
  }

  /// The keys and names in a snapshot of JSON that Tollgate or this policy does not know, in the
  /// order of the document.
  ///
  /// - Throws: A ``SnapshotError`` for a text that is not JSON.
  public func unknownNames(inSnapshot json: String) throws(SnapshotError) -> [UnknownName] {
    UnknownNames(graph: graph).inSnapshot(try SnapshotError.read(Array(json.utf8)))
  }
}
