package import TollgateRuntime

/// Turns a checked policy into the parts of a rule graph.
package struct Lowering {
  let policy: CheckedPolicy
  var parts = RuleGraph.Parts()
  var builder = GraphBuilder()
  /// The index of each label in the graph.
  var labels: [Label: LabelIndex] = [:]
  /// The versions that each version fact is compared with, ascending; by fact.
  var versions: [Int32: [Version]] = [:]
  /// The nodes of the statements that give each entitlement.
  var givers: [Int32: [Int32]] = [:]
  /// The node of each entitlement that is asked for.
  var entitlements: [Int32: Int32] = [:]
  var needs: Needs

  /// The parts of the graph of a policy.
  package static func lower(_ policy: CheckedPolicy, file: String) -> RuleGraph.Parts {
    var lowering = Lowering(policy: policy)
    lowering.lowerHeader(file: file)
    lowering.collectVersions()
    lowering.lowerDeclarations()
    lowering.lowerGrants()
    lowering.lowerTargets()
    lowering.lowerRules()
    lowering.parts.nodes = lowering.builder.nodes
    lowering.parts.edges = lowering.builder.edges
    return lowering.parts
  }

  init(policy: CheckedPolicy) {
    self.policy = policy
    needs = Needs(policy: policy)
  }

  private mutating func lowerHeader(file: String) {
    parts.name = policy.name
    parts.label = label(policy.label)
    parts.file = file
    parts.trust = policy.trust ?? -1
    parts.promptSnooze = policy.promptSnooze ?? -1
    parts.tierCount = policy.tierCount
  }

  /// The index of a label; equal labels are one.
  mutating func label(_ checked: CheckedLabel?) -> LabelIndex {
    guard let checked else { return -1 }
    if let known = labels[checked.label] { return known }
    let index = LabelIndex(parts.labels.count)
    parts.labels.append(checked.label)
    labels[checked.label] = index
    return index
  }

  mutating func labelList(_ list: [CheckedLabel]) -> [LabelIndex] {
    var indices: [LabelIndex] = []
    for checked in list { indices.append(label(checked)) }
    return indices
  }
}
