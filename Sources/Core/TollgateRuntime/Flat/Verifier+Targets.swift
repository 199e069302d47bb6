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

/// Checks the tables of a compiled file, in time that is in proportion to their size: what is read
/// of them later is there, and no record of them is much longer than the file.
extension Verifier {
  /// The greatest size of one record: its texts in bytes, its requirements in names.
  private static let mostOfOne = 1 << 24

  /// - Returns: How long all texts of each label are.
  func verify(_ tables: FlatTables) throws(GraphError) -> [Int64] {
    let pool = TextPool(tables.texts)
    try require(pool.isText && PlainText.isPlain(tables.texts), "a text")
    let labels = try verifyLabels(tables, pool)
    try verifyDetails(tables, pool)
    // No two names or places share a text, so together they are no longer than all texts.
    let lengths = try verifyRules(tables, pool) + verifyTargets(tables, pool)
    try require(lengths <= Int64(tables.texts.count), "a text")
    try verifyNames(tables)
    try verifyRulesOfTargets(tables)
    return labels
  }

  /// Gives how long all texts of each label are.
  private func verifyLabels(
    _ tables: FlatTables, _ pool: TextPool
  ) throws(GraphError) -> [Int64] {
    /// How long all texts before each one are.
    var lengths: [Int64] = [0]
    var own: Int64 = 0
    let areTexts = tables.localized.allSatisfy { index, text in
      guard pool.isText(text.locale), pool.isText(text.text) else { return false }
      own += Int64(text.text.count)
      lengths.append(lengths[index] + Int64(text.locale.count) + Int64(text.text.count))
      return true
    }
    // No two of them share a text, so together they are no longer than all texts.
    try require(areTexts && own <= Int64(tables.texts.count), "a label")
    let localized = Extent(tables.localized.count)
    var labels: [Int64] = []
    let areLabels = tables.labels.allSatisfy { _, label in
      guard label.count > 0, localized.has(label) else { return false }
      let length = lengths[label.range.upperBound] - lengths[label.range.lowerBound]
      labels.append(length)
      return length <= Verifier.mostOfOne
    }
    try require(areLabels, "a label")
    try require(tables.benefits.allSatisfy { isIndex($0, below: parts.labels.count) }, "a target")
    return labels
  }

  private func verifyDetails(_ tables: FlatTables, _ pool: TextPool) throws(GraphError) {
    try require(tables.needs.allSatisfy { isSound(FlatTables.need($0)) }, "a requirement")
    /// How many names all sets before each one have.
    var counts: [Int64] = [0]
    let needs = Extent(tables.needs.count)
    let areSets = tables.needSets.allSatisfy { index, set in
      guard needs.has(set) else { return false }
      counts.append(counts[index] + Int64(set.count))
      return true
    }
    try require(areSets, "a requirement")
    let areReminders = tables.reminders.allSatisfy { _, record in
      record.isKindKnown && isFlag(record.isProminent) && isSound(record.reminder)
    }
    try require(areReminders, "a reminder")
    let (sets, reminders) = (Extent(tables.needSets.count), Extent(tables.reminders.count))
    let areDetails = tables.details.allSatisfy { _, details in
      guard sets.has(details.needs) else { return false }
      let needs = counts[details.needs.range.upperBound] - counts[details.needs.range.lowerBound]
      return needs <= Verifier.mostOfOne && reminders.has(details.reminders)
        && FlatTables.effect(details.effect) != nil && isFlag(details.runningUseMayFinish)
        && isFlag(details.isDismissible) && isLabel(details.message.orNone)
        && isDurationOrNone(details.snooze == -1 ? nil : details.snooze)
        && isNameOrNone(details.presentation, tables, pool) && pool.isText(details.because)
    }
    try require(areDetails, "a rule")
  }

  /// Gives how long the texts of all rules are.
  private func verifyRules(_ tables: FlatTables, _ pool: TextPool) throws(GraphError) -> Int64 {
    let areLimits = tables.limits.allSatisfy { limit in limit.map { isSound($0) } ?? false }
    try require(areLimits, "a limit")
    let (nodes, limits) = (Extent(parts.nodes.count), Extent(tables.limits.count))
    let details = Extent(tables.details.count)
    var length: Int64 = 0
    let areRules = tables.rules.allSatisfy { _, rule in
      length &+= Int64(rule.text.count)
      return nodes.has(rule.requirement) && nodes.has(rule.inForce) && nodes.has(rule.condition)
        && nodes.has(rule.soft) && rule.row >= 0 && limits.hasOrNone(rule.limit)
        && details.has(rule.details)
        && pool.isText(rule.text)
    }
    try require(areRules, "a rule")
    return length
  }

  private func isNameOrNone(_ piece: Run, _ tables: FlatTables, _ pool: TextPool) -> Bool {
    guard pool.isText(piece) else { return false }
    return piece.count == 0 || PlainText.isName(tables.utf8(piece))
  }

  private func isFlag(_ word: Int32) -> Bool { word == 0 || word == 1 }
}

/// How much the texts of a policy are when each is counted as often as it is used. A file in which
/// few bytes are used very often is refused: a page that shows them all would not fit into memory.
extension Verifier {
  /// In bytes: 64 MiB.
  static let mostShown: Int64 = 1 << 26

  /// - Parameter labels: How long all texts of each label are.
  func verifySizes(_ tables: FlatTables, labels: [Int64]) throws(GraphError) {
    // In the tables none is -1, beside them it is nil.
    func length(_ label: Int32?) -> Int64 {
      label.flatMap { $0.orNone }.map { labels[Int($0)] } ?? 0
    }
    func length(_ list: [LabelIndex]) -> Int64 { list.reduce(0) { $0 + length($1) } }
    var reminders: [Int64] = [0]
    tables.reminders.forEach { index, reminder in
      reminders.append(reminders[index] + length(reminder.label))
    }
    let details = tables.details.map { details in
      Int64(details.because.count) + Int64(details.presentation.count) + length(details.message)
        + reminders[details.reminders.range.upperBound]
        - reminders[details.reminders.range.lowerBound]
    }
    var benefits: [Int64] = [0]
    for label in tables.benefits { benefits.append(benefits[benefits.count - 1] + length(label)) }
    // A sum ends as soon as it is too great, so it never overflows.
    var total: Int64 = 0
    let areRules = tables.rules.allSatisfy { _, rule in
      total += details[Int(rule.details)]
      return total <= Verifier.mostShown
    }
    try require(areRules, "the size of its texts")
    let areTargets = tables.targets.allSatisfy { _, target in
      let range = target.benefits.range
      total += length(target.label) + benefits[range.upperBound] - benefits[range.lowerBound]
      return total <= Verifier.mostShown
    }
    try require(areTargets, "the size of its texts")
    for entitlement in parts.entitlements {
      total += length(entitlement.label) + length(entitlement.benefits)
      try require(total <= Verifier.mostShown, "the size of its texts")
    }
    for product in parts.products {
      total += length(product.label) + length(product.benefits)
      try require(total <= Verifier.mostShown, "the size of its texts")
    }
  }
}
