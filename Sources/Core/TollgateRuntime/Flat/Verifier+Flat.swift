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
      isFlag(record.kind) && isFlag(record.isProminent) && isSound(record.reminder)
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

  private func isNameOrNone(_ piece: Piece, _ tables: FlatTables, _ pool: TextPool) -> Bool {
    guard pool.isText(piece) else { return false }
    return piece.count == 0 || PlainText.isName(tables.utf8(piece))
  }

  private func isFlag(_ word: Int32) -> Bool { word == 0 || word == 1 }
}
