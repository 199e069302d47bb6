/// The rules, targets and labels of a policy as they lie in its compiled file: columns of numbers,
/// and one of text. They stay where they are, however many there are: what is asked of them is read
/// from the bytes of the file.
package final class FlatTables: Sendable {
  let rules: RecordColumn<FlatRule>
  /// Nothing where there is no such limit.
  let limits: [Limit?]
  let details: RecordColumn<FlatDetails>
  /// What an evaluation reads of the details.
  let clauses: [(effect: Rule.Effect, runningUseMayFinish: Bool)]
  /// Sets of needs: each is a piece of `needs`.
  let needSets: RecordColumn<Piece>
  let reminders: RecordColumn<FlatReminder>
  let targets: RecordColumn<FlatTarget>
  /// The rules of target `t`: those in `targetRules` from `targetRuleStarts[t]` up to
  /// `targetRuleStarts[t + 1]`.
  let targetRules: [Int32]
  let targetRuleStarts: [Int32]
  /// Labels: each is a piece of `localized`.
  let labels: RecordColumn<Piece>
  let localized: RecordColumn<FlatText>
  let needs: [Int32]
  let benefits: [LabelIndex]
  /// UTF-8.
  let texts: ArraySlice<UInt8>
  /// What a file keeps beside; nothing where the tables were put together just now.
  let lookups: Lookups?
  /// All bytes of the file.
  private let file: [UInt8]

  /// Finds the columns that were written; they are not verified yet.
  init(_ reader: inout ByteReader, in file: [UInt8], withLookups: Bool) throws(GraphError) {
    self.file = file
    rules = try RecordColumn(&reader)
    limits = try RecordColumn<FlatLimit>(&reader).map { $0.limit }
    details = try RecordColumn<FlatDetails>(&reader)
    clauses = details.map { details in
      (FlatTables.effect(details.effect) ?? .off, details.runningUseMayFinish == 1)
    }
    needSets = try RecordColumn(&reader)
    reminders = try RecordColumn(&reader)
    targets = try RecordColumn(&reader)
    targetRules = try reader.column(Int32.self)
    targetRuleStarts = try reader.column(Int32.self)
    labels = try RecordColumn(&reader)
    localized = try RecordColumn(&reader)
    needs = try reader.column(Int32.self)
    benefits = try reader.column(Int32.self)
    texts = try reader.bytes(ofWidth: 1)
    lookups = withLookups ? try Lookups(&reader) : nil
  }

  /// What follows from the tables and takes long to work out.
  struct Lookups: Sendable {
    /// Where the names of targets are found, and those among them that are looked up as texts.
    let nameSlots: [UInt32]
    let otherNames: [Int32]
    /// Which targets ask for the same.
    let patterns: PatternNumbers

    init(_ reader: inout ByteReader) throws(GraphError) {
      nameSlots = try reader.column(UInt32.self)
      otherNames = try reader.column(Int32.self)
      patterns = PatternNumbers(
        byTarget: try reader.column(Int32.self), plain: try reader.column(Int32.self))
    }
  }

  /// What an evaluation reads of each rule.
  var cores: [RuleCore] {
    let (clauses, limits) = (clauses, limits)
    return rules.map { rule in
      let clauses = clauses[Int(rule.details)]
      return RuleCore(
        requirement: rule.requirement, inForce: rule.inForce, condition: rule.condition,
        soft: rule.soft, limit: rule.limit < 0 ? nil : limits[Int(rule.limit)],
        runningUseMayFinish: clauses.runningUseMayFinish, effect: clauses.effect)
    }
  }

  /// The names of the targets, where they lie: a target's record begins with that of its name.
  var names: NamePool {
    NamePool(
      file: file, places: targets.start, stride: 4 * FlatTarget.width, texts: texts.startIndex,
      count: targets.count)
  }

  func text(_ piece: Piece) -> String {
    String(decoding: utf8(piece), as: UTF8.self)
  }

  func utf8(_ piece: Piece) -> ArraySlice<UInt8> {
    texts[texts.startIndex + piece.range.lowerBound..<texts.startIndex + piece.range.upperBound]
  }

  func rules(ofTarget index: Int) -> ArraySlice<Int32> {
    targetRules[Int(targetRuleStarts[index])..<Int(targetRuleStarts[index + 1])]
  }
}

extension Rule: FlatRecord {
  package static func count(in tables: FlatTables) -> Int { tables.rules.count }

  package init(_ tables: FlatTables, at index: Int) {
    let rule = tables.rules[index]
    let details = tables.details[Int(rule.details)]
    self.init(
      requirement: rule.requirement, inForce: rule.inForce, condition: rule.condition,
      soft: rule.soft, effect: FlatTables.effect(details.effect) ?? .off,
      limit: rule.limit < 0 ? nil : tables.limits[Int(rule.limit)])
    runningUseMayFinish = details.runningUseMayFinish == 1
    needs = tables.needs(of: details) { $0 }
    prompt = tables.prompt(of: details)
    reminders = tables.reminders[details.reminders].map { $0.reminder }
    message = details.message
    because = tables.text(details.because)
    place = tables.place(of: rule)
  }
}

extension FlatTables {
  func details(of rule: Int32) -> FlatDetails { details[Int(rules[Int(rule)].details)] }

  func needs<Name>(of details: FlatDetails, _ name: (Rule.Need) -> Name) -> [[Name]] {
    needSets[details.needs].map { set in set.range.map { name(FlatTables.need(needs[$0])) } }
  }

  func prompt(of details: FlatDetails) -> PromptStyle {
    var prompt = PromptStyle()
    prompt.presentation = text(details.presentation)
    prompt.snooze = details.snooze
    prompt.isDismissible = details.isDismissible == 1
    return prompt
  }

  func place(of rule: FlatRule) -> Rule.Place {
    Rule.Place(line: rule.line, text: text(rule.text))
  }
}

extension FlatTables {
  static func effect(_ code: Int32) -> Rule.Effect? {
    UInt8(exactly: code).flatMap { Rule.Effect(rawValue: $0) }
  }

  static func need(_ word: Int32) -> Rule.Need {
    word & 1 == 0 ? .entitlement(word >> 1) : .fact(word >> 1)
  }

  static func word(_ need: Rule.Need) -> Int32 {
    switch need {
    case .entitlement(let index): index << 1
    case .fact(let index): index << 1 | 1
    }
  }
}

extension TargetRecord: FlatRecord {
  package static func count(in tables: FlatTables) -> Int { tables.targets.count }

  package init(_ tables: FlatTables, at index: Int) {
    let target = tables.targets[index]
    self.init(
      name: tables.text(target.name), label: target.label, meter: target.meter,
      rules: Array(tables.rules(ofTarget: index)),
      benefits: Array(tables.benefits[target.benefits.range]))
  }
}

extension Label: FlatRecord {
  package static func count(in tables: FlatTables) -> Int { tables.labels.count }

  package init(_ tables: FlatTables, at index: Int) {
    self.init(
      tables.localized[tables.labels[index]].map { text in
        Localized(locale: tables.text(text.locale), text: tables.text(text.text))
      })
  }
}
