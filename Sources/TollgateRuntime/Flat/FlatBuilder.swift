/// Puts the tables of a compiled file together: what many rules say alike stands there once.
struct FlatBuilder {
  private var rules: [Int32] = []
  private var limits = Distinct<FlatLimit>()
  private var details = Distinct<FlatDetails>()
  private var needSets: [Int32] = []
  private var reminders: [Int32] = []
  private var targets: [Int32] = []
  private var targetRules: [Int32] = []
  private var targetRuleStarts: [Int32] = [0]
  private var labels: [Int32] = []
  private var localized: [Int32] = []
  private var needs = Lists()
  private var benefits = Lists()
  private var texts: [UInt8] = []
  private var knownNeeds: [[[Rule.Need]]: Piece] = [:]
  private var knownReminders: [[Reminder]: Piece] = [:]
  private var knownTexts: [[UInt8]: Piece] = [:]

  /// Records that each stand once.
  private struct Distinct<Record: WordRecord> {
    private(set) var words: [Int32] = []
    private var known: [Record: Int32] = [:]

    mutating func index(_ record: Record) -> Int32 {
      if let index = known[record] { return index }
      let index = words.append(record: record)
      known[record] = index
      return index
    }
  }

  /// Lists of words that each stand once.
  private struct Lists {
    private(set) var words: [Int32] = []
    private var known: [[Int32]: Piece] = [:]

    mutating func piece(_ list: [Int32]) -> Piece {
      if list.isEmpty { return .none }
      if let piece = known[list] { return piece }
      let piece = Piece(words.count, list.count)
      words += list
      known[list] = piece
      return piece
    }
  }

  /// The tables of the rules, targets and labels of a policy.
  init(_ parts: RuleGraph.Parts) {
    for rule in parts.rules { add(rule) }
    for target in parts.targets { add(target) }
    for label in parts.labels {
      let texts = label.texts.map { text in
        FlatText(locale: shared(text.locale), text: self.text(text.text))
      }
      labels.append(localized.append(records: texts))
    }
  }

  /// Writes the columns, in the order in which `FlatTables` reads them.
  func write(to writer: inout ByteWriter) {
    writer.column(rules)
    writer.column(limits.words)
    writer.column(details.words)
    writer.column(needSets)
    writer.column(reminders)
    writer.column(targets)
    writer.column(targetRules)
    writer.column(targetRuleStarts)
    writer.column(labels)
    writer.column(localized)
    writer.column(needs.words)
    writer.column(benefits.words)
    writer.column(texts)
  }

  private mutating func add(_ rule: Rule) {
    let details = FlatDetails(
      effect: Int32(rule.effect.rawValue),
      runningUseMayFinish: rule.runningUseMayFinish ? 1 : 0,
      isDismissible: rule.prompt.isDismissible ? 1 : 0, message: rule.message,
      snooze: rule.prompt.snooze, presentation: shared(rule.prompt.presentation),
      needs: sets(rule.needs), reminders: list(rule.reminders),
      because: shared(rule.because))
    rules.append(
      record: FlatRule(
        requirement: rule.requirement, inForce: rule.inForce, condition: rule.condition,
        soft: rule.soft, limit: rule.limit.map { limits.index(FlatLimit($0)) } ?? -1,
        details: self.details.index(details), line: rule.place.line, text: text(rule.place.text)))
  }

  private mutating func add(_ target: TargetRecord) {
    targets.append(
      record: FlatTarget(
        name: text(target.name), label: target.label, meter: target.meter,
        benefits: benefits.piece(target.benefits)))
    targetRules += target.rules
    targetRuleStarts.append(Int32(truncatingIfNeeded: targetRules.count))
  }

  private mutating func text(_ text: String) -> Piece {
    let start = texts.count
    texts.append(contentsOf: text.utf8)
    return Piece(start, texts.count - start)
  }

  /// A text that others are likely to be equal to, byte for byte.
  private mutating func shared(_ text: String) -> Piece {
    if text.isEmpty { return .none }
    let utf8 = Array(text.utf8)
    if let known = knownTexts[utf8] { return known }
    let piece = self.text(text)
    knownTexts[utf8] = piece
    return piece
  }

  private mutating func sets(_ sets: [[Rule.Need]]) -> Piece {
    if sets.isEmpty { return .none }
    if let known = knownNeeds[sets] { return known }
    let pieces = sets.map { set in needs.piece(set.map { FlatTables.word($0) }) }
    let piece = needSets.append(records: pieces)
    knownNeeds[sets] = piece
    return piece
  }

  private mutating func list(_ list: [Reminder]) -> Piece {
    if list.isEmpty { return .none }
    if let known = knownReminders[list] { return known }
    let piece = reminders.append(records: list.map { FlatReminder($0) })
    knownReminders[list] = piece
    return piece
  }
}
