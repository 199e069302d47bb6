package import TollgateRuntime

extension RuleGraph {
  /// Whether another policy means the same: each decides alike for every snapshot and has the same
  /// texts. A rule written twice says no more than once.
  package func means(_ other: RuleGraph) -> Bool {
    // A compiled file may carry a fingerprint that is not its own, so that alone says nothing.
    if digest == other.digest, parts.meaning() == other.parts.meaning() { return true }
    return parts.withoutTwins().meaning() == other.parts.withoutTwins().meaning()
  }
}

extension RuleGraph.Parts {
  /// The same without rules written twice, clauses and all, for the same targets.
  func withoutTwins() -> RuleGraph.Parts {
    var subjects = [[Int32]](repeating: [], count: rules.count)
    for (target, record) in targets.enumerated() {
      for rule in record.rules { subjects[Int(rule)].append(Int32(target)) }
    }
    var kept: [Rule] = []
    var known: Set<Twin> = []
    /// The new index of each rule; nil for one that goes.
    var places: [Int32?] = []
    for (index, rule) in rules.enumerated() {
      let isNew = known.insert(Twin(rule: rule.bare, targets: subjects[index])).inserted
      places.append(isNew ? Int32(kept.count) : nil)
      if isNew { kept.append(rule) }
    }
    var parts = self
    parts.replace(
      rules: kept,
      targets: targets.map { target in
        var target = target
        target.rules = target.rules.compactMap { places[Int($0)] }
        return target
      })
    return parts
  }

  private struct Twin: Hashable {
    var rule: Rule
    var targets: [Int32]
  }
}

extension Rule {
  /// The rule without its place and the order in which its names are written: all that it says,
  /// and its clauses say.
  var bare: Rule {
    var bare = self
    bare.place = Place()
    bare.needs = []
    return bare
  }
}
