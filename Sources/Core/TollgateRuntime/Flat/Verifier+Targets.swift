extension Verifier {
  /// Gives how long the names of all targets are.
  func verifyTargets(_ tables: FlatTables, _ pool: TextPool) throws(GraphError) -> Int64 {
    let (labels, meters) = (Extent(parts.labels.count), Extent(parts.meters.count))
    let benefits = Extent(tables.benefits.count)
    var length: Int64 = 0
    var counts = [Int](repeating: 0, count: meters.count)
    let areTargets = tables.targets.allSatisfy { _, target in
      length &+= Int64(target.name.count)
      if meters.has(target.meterNumber) {
        counts[Int(target.meterNumber)] += 1
      } else if target.meterNumber != -1 {
        return false
      }
      return pool.isText(target.name) && PlainText.isName(tables.utf8(target.name))
        && labels.hasOrNone(target.labelNumber)
        && benefits.has(target.benefits)
    }
    try require(areTargets, "a target")
    try require(counts.allSatisfy { $0 == 1 }, "a meter")
    return length
  }

  /// Slots need no check: a name is found by its own bytes only.
  func verifyNames(_ tables: FlatTables) throws(GraphError) {
    guard let lookups = tables.lookups else { return }
    let targets = Extent(tables.targets.count)
    try require(lookups.nameSlots.count == NameIndex.slotCount(for: targets.count), "a name")
    var last = Int32(-1)
    for index in lookups.otherNames {
      try require(index > last && targets.has(index), "a name")
      last = index
    }
  }

  func verifyRulesOfTargets(_ tables: FlatTables) throws(GraphError) {
    let (rules, starts) = (tables.targetRules, tables.targetRuleStarts)
    let areEnds = starts.first == 0 && starts.last.map { Int($0) } == rules.count
    try require(areEnds && starts.count == tables.targets.count + 1, "a target")
    for index in 1..<starts.count { try require(starts[index - 1] <= starts[index], "a target") }
    let all = Extent(tables.rules.count)
    try require(rules.allSatisfy { all.has($0) }, "a target")
    try require(PatternCheck(tables).map { $0.holdsForAll } ?? false, "a target")
  }
}

/// Compares what targets ask for with what others ask for that are said to be alike.
private struct PatternCheck {
  private let tables: FlatTables
  private let patterns: PatternNumbers
  /// The rules without a limit of the target that shows each pattern. No target shows
  /// two, so all together are no more than there are rules of targets.
  private var examples: [Int32] = []
  private var starts = [0]

  /// Nil if a pattern is not the pattern of the target that shows it.
  init?(_ tables: FlatTables) {
    self.tables = tables
    patterns =
      tables.lookups?.patterns
      ?? PatternNumbers(byTarget: tables.targets.map { _ in -1 }, plain: [])
    guard patterns.byTarget.count == tables.targets.count,
      patterns.plain.count <= Patterns.mostPlain
    else { return nil }
    let targets = Extent(tables.targets.count)
    for (pattern, target) in patterns.plain.enumerated() {
      guard targets.has(target),
        patterns.byTarget[Int(target)] == Int32(pattern)
      else { return nil }
      examples += tables.rules(ofTarget: Int(target)).filter { tables.rules[Int($0)].limit < 0 }
      starts.append(examples.count)
    }
  }

  /// Whether all targets of a pattern ask for the same. And a limit is read by asks for its own
  /// meter only.
  var holdsForAll: Bool {
    let (rules, firsts) = (tables.targetRules, tables.targetRuleStarts)
    let known = Extent(patterns.plain.count)
    return tables.targets.allSatisfy { target, record in
      let pattern = patterns.byTarget[target]
      guard known.hasOrNone(pattern) else { return false }
      var place = pattern < 0 ? 0 : starts[Int(pattern)]
      let end = pattern < 0 ? 0 : starts[Int(pattern) + 1]
      for index in Int(firsts[target])..<Int(firsts[target + 1]) {
        let rule = tables.rules[Int(rules[index])]
        if rule.limit >= 0 {
          guard let limit = tables.limits[Int(rule.limit)], limit.meter == record.meter else {
            return false
          }
        } else if pattern >= 0 {
          guard place < end, areAlike(rule, tables.rules[Int(examples[place])]) else {
            return false
          }
          place += 1
        }
      }
      return place == end
    }
  }

  private func areAlike(_ rule: FlatRule, _ other: FlatRule) -> Bool {
    rule.requirement == other.requirement && rule.inForce == other.inForce
      && rule.condition == other.condition && rule.soft == other.soft
      && (rule.details == other.details
        || tables.clauses[Int(rule.details)].effect == tables.clauses[Int(other.details)].effect)
  }
}
