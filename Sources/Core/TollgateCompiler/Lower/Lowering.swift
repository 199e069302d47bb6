import TollgateRuntime
import TollgateSyntax

/// Turns a checked policy into the parts of a rule graph: what is declared and granted first, then
/// rules as they come, none of which is kept.
package struct Lowering {
  /// All that the policy declares and grants.
  let policy: CheckedPolicy
  var parts = RuleGraph.Parts()
  var builder = GraphBuilder()
  /// Rules, targets and labels.
  var tables = FlatBuilder()
  /// The index of each label in the graph.
  var labels: [Label: LabelIndex] = [:]
  /// The versions that each version fact is compared with; by fact.
  var versions: [Int32: ComparedVersions] = [:]
  /// The nodes of the statements that give each entitlement.
  var givers: [Int32: [Int32]] = [:]
  /// The node of each entitlement that is asked for.
  var entitlements: [Int32: Int32] = [:]
  /// The requirements of the rules so far.
  var requirements: [RequirementKey: Requirement] = [:]
  /// The content of the last of them, kept to use its memory again.
  var requirementKey = RequirementKey()
  var needs: Needs

  /// Begins with all that a policy says but its rules.
  init(_ policy: CheckedPolicy, from pages: PolicyPages) {
    self.init(policy: policy)
    tables.reserve(
      rules: pages.ruleCount,
      targets: Int(policy.featureTargetCount) + policy.meters.count + policy.settings.count,
      texts: pages.source.bytes.count)
    lowerHeader(pages.source)
    lowerDeclarations()
    lowerGrants()
    lowerSales()
    lowerTargets()
  }

  init(policy: CheckedPolicy) {
    self.policy = policy
    needs = Needs(policy: policy)
  }

  /// The verified graph of what was lowered; nil if it has more conditions than a graph can hold.
  /// All rules are known now, and with them the values that facts are compared with.
  mutating func graph(of policy: CheckedPolicy) -> RuleGraph? {
    parts.nodes = builder.nodes
    parts.edges = builder.edges
    settleFacts(policy)
    // They are taken out, so that nothing of them is copied.
    var (parts, tables) = (RuleGraph.Parts(), FlatBuilder())
    swap(&parts, &self.parts)
    swap(&tables, &self.tables)
    do throws(GraphError) {
      parts.tables = FlatTables(tables)
      return try RuleGraph(verifying: parts)
    } catch {
      return nil
    }
  }

  private mutating func lowerHeader(_ source: Source) {
    parts.name = policy.name
    parts.label = label(policy.label)
    parts.file = source.name
    lowerRows(source.layout)
    parts.trust = policy.trust
    parts.promptSnooze = policy.promptSnooze
    parts.tierCount = policy.tierCount
  }

  /// The files of a policy that is written in several.
  private mutating func lowerRows(_ layout: SourceLayout?) {
    guard let layout else { return }
    for file in layout.files { parts.rows.names.append(file.name) }
    for piece in layout.pieces {
      parts.rows.pieces.append(
        FileRows.Piece(
          row: PolicyRow(piece.row), file: Int32(clamping: piece.file),
          line: Int32(clamping: piece.line)))
    }
  }

  /// The index of a label; nil for none.
  mutating func label(_ checked: CheckedLabel?) -> LabelIndex? {
    guard let checked else { return nil }
    return index(of: checked.label)
  }

  mutating func labelList(_ list: [CheckedLabel]) -> [LabelIndex] {
    list.map { index(of: $0.label) }
  }

  /// The index of a label; equal labels are one.
  private mutating func index(of label: Label) -> LabelIndex {
    if let known = labels[label] { return known }
    let index = LabelIndex(labels.count)
    tables.add(label)
    labels[label] = index
    return index
  }
}

extension PolicyRow {
  /// The row of a text that was compiled.
  init(_ row: SourceRow) { self.init(Int32(clamping: row.number)) }
}
