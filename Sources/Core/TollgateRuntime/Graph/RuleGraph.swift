/// A compiled policy: what a decision needs, and no text but names, labels and places.
///
/// It is made by the compiler or read from a compiled file, verified once, and never changes, so
/// it can be shared between threads freely.
@usableFromInline
package final class RuleGraph: Sendable {
  /// Everything that the policy says.
  package let parts: Parts
  /// The node that is the entitlement's, by entitlement; -1 where no rule asks for it.
  private let entitlementNodes: [Int32]
  /// The part of each rule that an evaluation reads.
  package let cores: [RuleCore]
  package let ladders: LadderCores
  /// The rules of target `t`: those in `targetRules` from `targetRuleStarts[t]` up to
  /// `targetRuleStarts[t + 1]`, in the order of the source.
  package let targetRules: [Int32]
  package let targetRuleStarts: [Int32]
  /// The records of the hot path.
  package let patterns: Patterns
  /// Where each counter is among those of a snapshot.
  package let counterPlaces: CounterPlaces
  /// Targets, groups, meters, facts, entitlements and products by name.
  package let names: Names
  /// The place of each product in the order in which ways in are listed.
  package let productRanks: [Int32]
  /// The data that a purchase of each product changes.
  let productDependencies: [Dependencies]
  /// SHA-256 of the canonical bytes of what the policy means.
  package let digest: [UInt8]

  /// Whether the patterns are others than those of the policy by itself.
  let isFavoring: Bool

  /// A graph of parts that were verified. Which targets ask for the same is compared where no file
  /// says it.
  package convenience init(verified parts: Parts, digest: [UInt8]) {
    self.init(verified: parts, digest: digest) { cores, excluded in
      parts.tables.lookups?.patterns ?? PatternNumbers(of: parts.tables, cores, without: excluded)
    }
  }

  /// A graph of parts that were verified; `numbers` as for `Patterns`.
  init(
    verified parts: Parts, digest: [UInt8],
    numbers: (_ cores: [RuleCore], _ excluded: [Int]) -> PatternNumbers
  ) {
    self.parts = parts
    self.digest = digest
    names = Names(parts)
    cores = parts.tables.cores
    ladders = LadderCores(parts)
    targetRules = parts.tables.targetRules
    targetRuleStarts = parts.tables.targetRuleStarts
    patterns = Patterns(
      parts, cores: cores, targetRules: targetRules, starts: targetRuleStarts,
      meterTargets: names.meterTargets, numbers: numbers)
    counterPlaces = CounterPlaces(parts, cores: cores)
    isFavoring = false
    productRanks = RuleGraph.rankProducts(parts.products)
    productDependencies = parts.products.map { $0.dependencies(parts) }
    var nodes = [Int32](repeating: -1, count: parts.entitlements.count)
    for (index, node) in parts.nodes.enumerated() {
      if case .entitlement(let entitlement, _) = node { nodes[Int(entitlement)] = Int32(index) }
    }
    entitlementNodes = nodes
  }

  private init(_ graph: RuleGraph, favoring favored: [Target]) {
    parts = graph.parts
    digest = graph.digest
    names = graph.names
    cores = graph.cores
    ladders = graph.ladders
    targetRules = graph.targetRules
    targetRuleStarts = graph.targetRuleStarts
    patterns = Patterns(
      parts, cores: cores, targetRules: targetRules, starts: targetRuleStarts,
      meterTargets: names.meterTargets
    ) { cores, excluded in
      PatternNumbers(of: graph.parts.tables, cores, without: excluded, favoring: favored)
    }
    counterPlaces = graph.counterPlaces
    isFavoring = true
    productRanks = graph.productRanks
    productDependencies = graph.productDependencies
    entitlementNodes = graph.entitlementNodes
  }

  /// The node that is an entitlement's; nil where no rule asks for it.
  @inline(__always)
  package func node(ofEntitlement index: EntitlementIndex) -> NodeIndex? {
    let node = entitlementNodes[Int(index)]
    return node < 0 ? nil : node
  }

  /// The content of the policy, as the compiler puts it together.
  package struct Parts: Sendable {
    package var name = ""
    package var label: LabelIndex?
    /// The file it came from. A place, not part of what it means.
    package var file = ""
    /// The lines of its files, where there are several.
    package var rows = FileRows()
    /// Milliseconds after which purchase data counts as unknown; nil for never.
    package var trust: Int64?
    /// Milliseconds for which a dismissed prompt stays away; nil for not at all.
    package var promptSnooze: Int64?
    /// The tiers come first, in the order of the ladder.
    package var entitlements: [Entitlement] = []
    package var tierCount = 0
    package var products: [Product] = []
    package var meters: [Meter] = []
    package var facts: [Fact] = []
    package var rollouts: [Rollout] = []
    package var statementGrants: [StatementGrant] = []
    package var nodes: [Node] = []
    package var edges: [Int32] = []
    /// The rules, targets and labels.
    package var tables = FlatTables()
    package var groups: [TargetGroup] = []
    package var ladders: [Ladder] = []
    package var settings: [Setting] = []
    /// The clauses `instead use`, by rule; ascending.
    package var insteads: [InsteadUse] = []

    package init() {}
  }

  /// The same policy with what these targets ask for worked out first when a snapshot is prepared.
  ///
  /// It makes a difference for a policy whose targets have more than 1024 different requirements:
  /// then a snapshot holds the answers for those that most targets have, and the others take a
  /// evaluation each time. Targets stay what they are; prepare snapshots again.
  package func favoring(_ targets: [Target]) -> RuleGraph {
    RuleGraph(self, favoring: targets)
  }

  /// The policy's name, as in `policy ExpenseTracker`.
  package var name: String { parts.name }

  /// Identifies what the policy means: `sha256:` and 64 hexadecimal digits. Comments, layout and
  /// places do not count. That of a compiled file is the one it was written with.
  package var fingerprint: String {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("sha256:".utf8)
    for byte in digest {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
