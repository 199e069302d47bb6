import TollgateKit
import TollgateRuntime

/// The keys and names in a snapshot or a batch line that mean nothing to Tollgate or to the policy.
/// The engine ignores them, so that an old policy reads a new snapshot; a typo is ignored too, and
/// this finds it.
struct UnknownNames {
  let graph: RuleGraph

  /// An unknown name: where it is, and what may have been meant.
  struct Finding: Hashable {
    var place = JSONPath()
    var problem: String
    /// Whether it is no mistake of the document, and only told: a store also knows products that the
    /// policy does not have.
    var isTold = false

    /// `usage.messsages: the policy has no meter called …`
    var text: String { "\(place.text): \(problem)" }

    fileprivate func under(_ step: JSONPath.Step) -> Finding {
      Finding(place: place.under(step), problem: problem, isTold: isTold)
    }
  }

  /// The unknown names of a snapshot, in the order of the document.
  func inSnapshot(_ value: JSONValue) -> [Finding] {
    members(of: value, "snapshot", SnapshotJSON.keys) { key, value in
      switch key {
      case "grants": elements(of: value, grant)
      case "usage": names(in: value, .meter, counters)
      case "allowances": names(in: withoutSettings(value), .meter)
      case "facts": names(in: value, .fact)
      case "offers": names(in: value, .product)
      default: []
      }
    }
  }

  /// The unknown names of a batch line, in the order of the document. Its target is not among them:
  /// the decision says that it is unknown.
  func inBatchLine(_ value: JSONValue) -> [Finding] {
    members(of: value, "batch line", UnknownNames.lineKeys) { key, value in
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

  // MARK: Parts of a document

  private func grant(_ value: JSONValue) -> [Finding] {
    let isFromStore = value["id"] != .null
    return members(of: value, "grant", SnapshotJSON.grantKeys) { key, value in
      guard case .text(let name) = value else { return [] }
      switch key {
      case "product":
        return self.name(name, .product).map { finding in
          var finding = finding
          finding.isTold = isFromStore
          return finding
        }
      case "entitlement": return self.name(name, .entitlement)
      case "state": return word(name, "state", SnapshotJSON.states)
      case "ownership": return word(name, "kind of ownership", SnapshotJSON.ownerships)
      default: return []
      }
    }
  }

  private func counters(_ value: JSONValue) -> [Finding] {
    guard case .object(let windows) = value else { return [] }
    let several = windows.map { $0.key }.filter { Window(name: $0) != nil }
    return members(of: value, "usage", UnknownNames.windows + several) { _, counter in
      members(of: counter, "counter", SnapshotJSON.counterKeys) { key, steps in
        guard key == "then" else { return [] }
        return elements(of: steps) { members(of: $0, "step", SnapshotJSON.stepKeys) { _, _ in [] } }
      }
    }
  }

  // MARK: Ways through a document

  /// An object whose keys are fixed.
  private func members(
    of value: JSONValue, _ document: String, _ keys: [String],
    _ check: (String, JSONValue) -> [Finding]
  ) -> [Finding] {
    guard case .object(let members) = value else { return [] }
    return members.flatMap { member in
      guard member.value != .null else { return [Finding]() }
      let found =
        keys.contains(member.key)
        ? check(member.key, member.value) : word(member.key, "key of a \(document)", keys)
      return found.map { $0.under(.key(member.key)) }
    }
  }

  /// An object whose keys are names of the policy.
  private func names(
    in value: JSONValue, _ kind: KnownName, _ check: (JSONValue) -> [Finding] = { _ in [] }
  ) -> [Finding] {
    guard case .object(let members) = value else { return [] }
    return members.flatMap { member in
      guard member.value != .null else { return [Finding]() }
      return (name(member.key, kind) + check(member.value)).map { $0.under(.key(member.key)) }
    }
  }

  /// Allowances without those of settings: a snapshot may bring them, too.
  private func withoutSettings(_ value: JSONValue) -> JSONValue {
    guard case .object(let members) = value, !graph.parts.settings.isEmpty else { return value }
    let settings = Set(graph.parts.settings.indices.map { graph.name(ofSetting: Int32($0)) })
    return .object(members.filter { !settings.contains($0.key) })
  }

  private func elements(of value: JSONValue, _ check: (JSONValue) -> [Finding]) -> [Finding] {
    guard case .list(let values) = value else { return [] }
    return values.enumerated().flatMap { index, value in
      check(value).map { $0.under(.element(index)) }
    }
  }

  private func name(_ name: String, _ kind: KnownName) -> [Finding] {
    kind.problem(with: name, in: graph).map { [Finding(problem: $0)] } ?? []
  }

  private func word(_ word: String, _ kind: String, _ known: [String]) -> [Finding] {
    guard !known.contains(word) else { return [] }
    let shown = JSONText.quoted(word)
    // Nobody means what Tollgate writes for a word that it does not know.
    let hint = KnownName.hint(word, among: known.filter { $0 != Grant.State.other.rawValue })
    return [Finding(problem: "\(shown) is not a \(kind)\(hint)")]
  }
}

/// Tells about unknown names on standard error, each once.
struct UnknownNameWarnings {
  /// After so many warnings, one more line says that there are others.
  private static let most = 20
  private var told: Set<String> = []

  /// Warns about a finding of a document, unless the same was told before.
  mutating func warn(_ finding: UnknownNames.Finding, in document: String) {
    guard told.count <= UnknownNameWarnings.most, told.insert(finding.problem).inserted else {
      return
    }
    let isLast = told.count > UnknownNameWarnings.most
    Console.say(
      isLast ? "warning: there are more unknown names" : "warning: \(document): \(finding.text)")
  }
}
