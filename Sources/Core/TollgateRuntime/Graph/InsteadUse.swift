/// The targets that the clause `instead use` of a rule names.
package struct InsteadUse: Sendable, Hashable {
  package var rule: RuleIndex
  /// Each once, in the order written.
  package var targets: [Int32]

  package init(rule: RuleIndex, targets: [Int32]) {
    self.rule = rule
    self.targets = targets
  }
}

extension RuleGraph {
  /// The targets to use instead of those that this rule denies, in the order written.
  package func instead(of rule: RuleIndex) -> [Int32] {
    var (low, high) = (0, parts.insteads.count)
    while low < high {
      let middle = (low + high) / 2
      if parts.insteads[middle].rule < rule { low = middle + 1 } else { high = middle }
    }
    guard low < parts.insteads.count, parts.insteads[low].rule == rule else { return [] }
    return parts.insteads[low].targets
  }
}
