/// Checks the tables of a compiled file, in time that is in proportion to their size: what is read
/// of them later is there, and no record of them is much longer than the file.
extension Verifier {
  /// The most that one record may come to: texts in bytes, names in requirements.
  private static let mostOfOne = 1 << 24

  func verify(_ tables: FlatTables) throws(GraphError) {
    try require(UTF8Check.isValid(tables.texts), "a text")
    try verifyLabels(tables)
    try verifyDetails(tables)
    try verifyRules(tables)
    try verifyTargets(tables)
    // Names and places stand for themselves, so together they are no longer than all texts.
    var rest = tables.texts.count
    tables.rules.forEach { rest -= Int($1.text.count) }
    tables.targets.forEach { rest -= Int($1.name.count) }
    try require(rest >= 0, "a text")
  }

  private func verifyLabels(_ tables: FlatTables) throws(GraphError) {
    /// How long all texts before each one are.
    var lengths = [0]
    let areTexts = tables.localized.allSatisfy { index, text in
      guard isText(text.locale, tables), isText(text.text, tables) else { return false }
      lengths.append(lengths[index] + Int(text.locale.count) + Int(text.text.count))
      return true
    }
    try require(areTexts, "a label")
    let areLabels = tables.labels.allSatisfy { _, label in
      guard label.count > 0, label.isInside(tables.localized.count) else { return false }
      let length = lengths[label.range.upperBound] - lengths[label.range.lowerBound]
      return length <= Verifier.mostOfOne
    }
    try require(areLabels, "a label")
    try require(tables.benefits.allSatisfy { isLabel($0) }, "a target")
  }

  private func verifyDetails(_ tables: FlatTables) throws(GraphError) {
    try require(tables.needs.allSatisfy { isSound(FlatTables.need($0)) }, "a requirement")
    /// How many names all sets before each one have.
    var counts = [0]
    let areSets = tables.needSets.allSatisfy { index, set in
      guard set.isInside(tables.needs.count) else { return false }
      counts.append(counts[index] + Int(set.count))
      return true
    }
    try require(areSets, "a requirement")
    let areReminders = tables.reminders.allSatisfy { _, record in
      isFlag(record.kind) && isFlag(record.isProminent) && isSound(record.reminder)
    }
    try require(areReminders, "a reminder")
    let areDetails = tables.details.allSatisfy { _, details in
      guard details.needs.isInside(tables.needSets.count) else { return false }
      let needs = counts[details.needs.range.upperBound] - counts[details.needs.range.lowerBound]
      return needs <= Verifier.mostOfOne && details.reminders.isInside(tables.reminders.count)
        && FlatTables.effect(details.effect) != nil && isFlag(details.runningUseMayFinish)
        && isFlag(details.isDismissible) && isLabel(details.message)
        && isText(details.presentation, tables) && isText(details.because, tables)
    }
    try require(areDetails, "a rule")
  }

  private func verifyRules(_ tables: FlatTables) throws(GraphError) {
    try require(tables.limits.allSatisfy { $0 != nil }, "a limit")
    let areRules = tables.rules.allSatisfy { _, rule in
      let isLimit = rule.limit == -1 || isIndex(rule.limit, below: tables.limits.count)
      return isLimit && isIndex(rule.details, below: tables.details.count)
        && isText(rule.text, tables) && isSound(tables.core(rule))
    }
    try require(areRules, "a rule")
  }

  private func verifyTargets(_ tables: FlatTables) throws(GraphError) {
    let starts = tables.targetRuleStarts
    let areEnds = starts.first == 0 && starts.last.map { Int($0) } == tables.targetRules.count
    try require(areEnds && starts.count == tables.targets.count + 1, "a target")
    for index in 1..<starts.count { try require(starts[index - 1] <= starts[index], "a target") }
    let areRules = tables.targetRules.allSatisfy { isIndex($0, below: tables.rules.count) }
    try require(areRules, "a target")
    let limits = meters(ofLimits: tables)
    var counts = [Int](repeating: 0, count: parts.meters.count)
    let areTargets = tables.targets.allSatisfy { index, target in
      guard target.meter == -1 || isMeter(target.meter), isText(target.name, tables),
        isLabel(target.label), target.benefits.isInside(tables.benefits.count)
      else { return false }
      if target.meter >= 0 { counts[Int(target.meter)] += 1 }
      // A limit is read by asks for its own meter only.
      for place in Int(starts[index])..<Int(starts[index + 1]) {
        let meter = limits[Int(tables.targetRules[place])]
        guard meter < 0 || meter == target.meter else { return false }
      }
      return true
    }
    try require(areTargets, "a target")
    try require(counts.allSatisfy { $0 == 1 }, "a meter")
  }

  /// The meter of the limit of each rule, or -1.
  private func meters(ofLimits tables: FlatTables) -> [Int32] {
    var meters: [Int32] = []
    meters.reserveCapacity(tables.rules.count)
    tables.rules.forEach { _, rule in
      meters.append(rule.limit < 0 ? -1 : tables.limits[Int(rule.limit)]?.meter ?? -1)
    }
    return meters
  }

  /// Whether a text lies in the pool, cut between characters.
  private func isText(_ piece: Piece, _ tables: FlatTables) -> Bool {
    guard piece.isInside(tables.texts.count) else { return false }
    return isCut(piece.range.lowerBound, tables) && isCut(piece.range.upperBound, tables)
  }

  private func isCut(_ place: Int, _ tables: FlatTables) -> Bool {
    place == tables.texts.count || tables.texts[tables.texts.startIndex + place] & 0xC0 != 0x80
  }

  private func isFlag(_ word: Int32) -> Bool { word == 0 || word == 1 }
}
