/// Makes the tables of a policy: what many rules say alike is there once.
///
/// The compiler adds targets, rules and labels as it reads them. A target's rules are known when
/// all rules are.
package struct FlatBuilder: Sendable {
  private(set) var rules = Words()
  private var distinctLimits = Distinct<FlatLimit>()
  private var distinctDetails = Distinct<FlatDetails>()
  private(set) var needSets = Words()
  private(set) var reminders = Words()
  private(set) var targets = Words()
  /// For each rule the targets that it is about: its index, the first target, and the end.
  private var subjects: [Int32] = []
  private(set) var labels = Words()
  private(set) var localized = Words()
  private var needLists = Lists()
  private var benefitLists = Lists()
  private(set) var texts: [UInt8] = []
  private var knownNeeds: [[[Rule.Need]]: Run] = [:]
  private var knownReminders: [[Reminder]: Run] = [:]
  private var knownTexts: [[UInt8]: Run] = [:]
  private var lastText = (text: "", piece: Run.none)

  /// Records, each once.
  private struct Distinct<Record: WordRecord>: Sendable {
    private(set) var words = Words()
    private var known: [Record: Int32] = [:]

    mutating func index(_ record: Record) -> Int32 {
      if let index = known[record] { return index }
      let index = words.append(record: record)
      known[record] = index
      return index
    }
  }

  /// Lists of words, each once.
  private struct Lists: Sendable {
    private(set) var words: [Int32] = []
    private var known: [[Int32]: Run] = [:]

    mutating func piece(_ list: [Int32]) -> Run {
      if list.isEmpty { return .none }
      if let piece = known[list] { return piece }
      let piece = Run(words.count, list.count)
      words += list
      known[list] = piece
      return piece
    }
  }

  package init() {}

  /// The tables of these rules, targets and labels.
  init(
    _ rules: some Sequence<Rule>, _ targets: some Sequence<TargetRecord>,
    _ labels: some Sequence<Label>
  ) {
    for rule in rules { add(rule, needing: needs(rule.needs)) }
    for (index, target) in targets.enumerated() {
      add(target)
      for rule in target.rules { relate(Int(rule), to: Int32(index)..<Int32(index) + 1) }
    }
    for label in labels { add(label) }
  }

  var limits: Words { distinctLimits.words }
  var details: Words { distinctDetails.words }
  var needs: [Int32] { needLists.words }
  var benefits: [LabelIndex] { benefitLists.words }

  /// Makes room for so many rules and targets, and for so many bytes of their names and texts.
  package mutating func reserve(rules count: Int, targets targetCount: Int, texts size: Int) {
    rules.reserveCapacity(count * FlatRule.width)
    subjects.reserveCapacity(count * 3)
    targets.reserveCapacity(targetCount * FlatTarget.width)
    texts.reserveCapacity(size)
  }

  /// How many rules there are.
  package var ruleCount: Int { rules.count(of: FlatRule.self) }

  /// The needs of a rule, for `add`.
  package struct NeedSets: Sendable {
    fileprivate var sets: Run
  }

  /// The minimal sets of names that would meet a requirement.
  package mutating func needs(_ sets: [[Rule.Need]]) -> NeedSets {
    if sets.isEmpty { return NeedSets(sets: .none) }
    if let known = knownNeeds[sets] { return NeedSets(sets: known) }
    let pieces = sets.map { set in needLists.piece(set.map { FlatTables.word($0) }) }
    let piece = needSets.append(records: pieces)
    knownNeeds[sets] = piece
    return NeedSets(sets: piece)
  }

  /// Adds a rule with its needs.
  package mutating func add(_ rule: Rule, needing needs: NeedSets) {
    let details = FlatDetails(
      effect: Int32(rule.effect.rawValue),
      runningUseMayFinish: rule.runningUseMayFinish ? 1 : 0,
      isDismissible: rule.prompt.isDismissible ? 1 : 0, message: rule.message ?? -1,
      snooze: rule.prompt.snooze ?? -1, presentation: shared(rule.prompt.presentation),
      needs: needs.sets, reminders: list(rule.reminders), because: shared(rule.because))
    rules.append(
      record: FlatRule(
        requirement: rule.requirement, inForce: rule.inForce, condition: rule.condition,
        soft: rule.soft, limit: rule.limit.map { distinctLimits.index(FlatLimit($0)) } ?? -1,
        details: distinctDetails.index(details), row: rule.place.row.number,
        text: text(rule.place.text))
    )
  }

  /// Notes that a rule is about these targets. The rules of a target are noted in their order.
  package mutating func relate(_ rule: Int, to targets: Range<Int32>) {
    subjects.append(Int32(truncatingIfNeeded: rule))
    subjects.append(targets.lowerBound)
    subjects.append(targets.upperBound)
  }

  /// Adds a target; its rules are those that are related to it.
  package mutating func add(_ target: TargetRecord) {
    targets.append(
      record: FlatTarget(
        name: text(target.name), labelNumber: target.label ?? -1, meterNumber: target.meter ?? -1,
        benefits: benefitLists.piece(target.benefits)))
  }

  package mutating func add(_ label: Label) {
    let texts = label.texts.map { text in
      FlatText(locale: shared(text.locale), text: self.text(text.text))
    }
    labels.append(localized.append(records: texts))
  }

  /// The rules of all targets, and where those of each begin.
  func relations() -> (rules: [RuleIndex], starts: [Int32]) {
    let count = targets.count(of: FlatTarget.self)
    var starts = [Int32](repeating: 0, count: count + 1)
    for place in stride(from: 0, to: subjects.count, by: 3) {
      for target in subjects[place + 1]..<subjects[place + 2] { starts[Int(target) + 1] &+= 1 }
    }
    for target in 0..<count { starts[target + 1] &+= starts[target] }
    var rules = [Int32](repeating: 0, count: Int(starts[count]))
    var ends = starts
    for place in stride(from: 0, to: subjects.count, by: 3) {
      for target in subjects[place + 1]..<subjects[place + 2] {
        rules[Int(ends[Int(target)])] = subjects[place]
        ends[Int(target)] &+= 1
      }
    }
    return (rules, starts)
  }

  private mutating func text(_ text: String) -> Run {
    let start = texts.count
    texts.append(contentsOf: text.utf8)
    return Run(start, texts.count - start)
  }

  /// A text that others are likely to be equal to, byte for byte.
  private mutating func shared(_ text: String) -> Run {
    if text.isEmpty { return .none }
    // As a rule it is what the rule before has.
    if text.utf8.elementsEqual(lastText.text.utf8) { return lastText.piece }
    let utf8 = Array(text.utf8)
    let piece = knownTexts[utf8] ?? self.text(text)
    knownTexts[utf8] = piece
    lastText = (text, piece)
    return piece
  }

  private mutating func list(_ list: [Reminder]) -> Run {
    if list.isEmpty { return .none }
    if let known = knownReminders[list] { return known }
    let piece = reminders.append(records: list.map { FlatReminder($0) })
    knownReminders[list] = piece
    return piece
  }
}
