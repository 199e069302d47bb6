import TollgateRuntime
import TollgateSyntax

/// The versions that a fact is compared with. The app's version becomes the number of them that it
/// has reached, so a decision compares small integers.
struct ComparedVersions: Sendable {
  /// In the order in which they were met.
  private(set) var versions: [Version] = []
  private var places: [Version: Int] = [:]

  init() {}

  /// Versions that ascend, so that the place of each is its rank.
  init(ascending: [Version]) {
    for version in ascending { _ = place(of: version) }
  }

  /// The place of a version, counted from 1.
  mutating func place(of version: Version) -> Int64 {
    if let place = places[version] { return Int64(place) }
    versions.append(version)
    places[version] = versions.count
    return Int64(versions.count)
  }
}

extension Lowering {
  /// Gives facts the choices and versions that rules and claims compare them with, and conditions
  /// the ranks of versions for their places.
  mutating func settleFacts(_ policy: CheckedPolicy) {
    for claim in policy.claims { collect(claim.applies) }
    for claim in policy.valueClaims { collect(claim.applies) }
    for (index, checked) in policy.facts.enumerated() {
      parts.facts[index].choices = checked.choices
      parts.facts[index].versions = versions[Int32(index)]?.versions.sorted() ?? []
      switch checked.otherwise {
      case .integer(let value): parts.facts[index].otherwise = value
      case .version(let version):
        parts.facts[index].otherwise = Int64(parts.facts[index].versions.reached(by: version))
      case nil: break
      }
    }
    guard !versions.isEmpty else { return }
    for (index, node) in parts.nodes.enumerated() {
      guard case .factAtLeast(let fact, let place) = node, let met = versions[fact]?.versions
      else { continue }
      let reached = parts.facts[Int(fact)].versions.reached(by: met[Int(place) - 1])
      parts.nodes[index] = .factAtLeast(fact, Int64(reached))
    }
  }

  private mutating func collect(_ applies: CheckedApplicability) {
    if let when = applies.when { collect(when) }
    if let unless = applies.unless { collect(unless) }
  }

  private mutating func collect(_ expression: CheckedExpression) {
    switch expression {
    case .versionAtLeast(let fact, let version, _):
      _ = versions[fact, default: ComparedVersions()].place(of: version)
    case .not(let inner, _): collect(inner)
    case .all(let list, _), .any(let list, _):
      for part in list { collect(part) }
    default: break
    }
  }
}

extension [Version] {
  /// How many of these versions, which ascend, a version has reached.
  func reached(by version: Version) -> Int {
    partitioningIndex { $0 > version }
  }
}
