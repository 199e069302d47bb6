/// The rules, targets and labels of a policy: columns of numbers, and one of text. They stay where
/// they are, in the bytes of a compiled file or where the compiler put them together, and an
/// element is read from there when somebody asks for it.
package final class FlatTables: Sendable {
  let rules: RecordColumn<FlatRule>
  private let limitRecords: RecordColumn<FlatLimit>
  /// Nil if the file has no such limit.
  let limits: [Limit?]
  let details: RecordColumn<FlatDetails>
  /// The details that an evaluation reads.
  let clauses: [(effect: Rule.Effect, runningUseMayFinish: Bool)]
  /// Sets of needs: each is a piece of `needs`.
  let needSets: RecordColumn<Run>
  let reminders: RecordColumn<FlatReminder>
  /// Whether one of them is about an end. Few are, and then nobody looks for one.
  package let remindsOfEnds: Bool
  let targets: RecordColumn<FlatTarget>
  /// The rules of target `t`: those in `targetRules` from `targetRuleStarts[t]` up to
  /// `targetRuleStarts[t + 1]`.
  let targetRules: [RuleIndex]
  let targetRuleStarts: [Int32]
  /// Labels: each is a piece of `localized`.
  let labels: RecordColumn<Run>
  let localized: RecordColumn<FlatText>
  let needs: [Int32]
  let benefits: [LabelIndex]
  /// UTF-8.
  let texts: ArraySlice<UInt8>
  /// The content of a file beside the tables; nil if they come from the compiler.
  let lookups: Lookups?
  /// The names of the targets: the record of a target begins with its name.
  let names: NamePool

  /// No rules, targets and labels.
  package convenience init() { self.init(FlatBuilder()) }

  /// The tables that the builder made.
  package init(_ builder: FlatBuilder) {
    rules = RecordColumn(builder.rules)
    limitRecords = RecordColumn(builder.limits)
    limits = limitRecords.map { $0.limit }
    details = RecordColumn(builder.details)
    clauses = details.map { FlatTables.clauses($0) }
    needSets = RecordColumn(builder.needSets)
    reminders = RecordColumn(builder.reminders)
    remindsOfEnds = !reminders.allSatisfy { !$1.isOfEnd }
    targets = RecordColumn(builder.targets)
    (targetRules, targetRuleStarts) = builder.relations()
    labels = RecordColumn(builder.labels)
    localized = RecordColumn(builder.localized)
    needs = builder.needs
    benefits = builder.benefits
    texts = builder.texts[...]
    lookups = nil
    names = NamePool(
      records: builder.targets.bytes, start: 0, stride: 4 * FlatTarget.width,
      texts: builder.texts, textStart: 0, count: targets.count)
  }

  /// Finds the columns in a compiled file; they are not verified yet.
  init(_ reader: inout ByteReader, in file: [UInt8]) throws(GraphError) {
    rules = try RecordColumn(&reader)
    limitRecords = try RecordColumn(&reader)
    limits = limitRecords.map { $0.limit }
    details = try RecordColumn<FlatDetails>(&reader)
    clauses = details.map { FlatTables.clauses($0) }
    needSets = try RecordColumn(&reader)
    reminders = try RecordColumn(&reader)
    remindsOfEnds = !reminders.allSatisfy { !$1.isOfEnd }
    targets = try RecordColumn(&reader)
    targetRules = try reader.column(Int32.self)
    targetRuleStarts = try reader.column(Int32.self)
    labels = try RecordColumn(&reader)
    localized = try RecordColumn(&reader)
    needs = try reader.column(Int32.self)
    benefits = try reader.column(Int32.self)
    texts = try reader.bytes(ofWidth: 1)
    lookups = try Lookups(&reader)
    names = NamePool(
      records: file, start: targets.bytes.startIndex, stride: 4 * FlatTarget.width, texts: file,
      textStart: texts.startIndex, count: targets.count)
  }

  /// Writes the columns in the order in which they are read.
  func write(to writer: inout ByteWriter) {
    writer.column(words: rules.bytes)
    writer.column(words: limitRecords.bytes)
    writer.column(words: details.bytes)
    writer.column(words: needSets.bytes)
    writer.column(words: reminders.bytes)
    writer.column(words: targets.bytes)
    writer.column(targetRules)
    writer.column(targetRuleStarts)
    writer.column(words: labels.bytes)
    writer.column(words: localized.bytes)
    writer.column(needs)
    writer.column(benefits)
    writer.fixed(UInt64(texts.count))
    writer.raw(texts)
  }

  /// Indexes that follow from the tables and take long to work out.
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

  /// The part of each rule that an evaluation reads.
  var cores: [RuleCore] {
    let (clauses, limits) = (clauses, limits)
    return rules.map { rule in
      let clauses = clauses[Int(rule.details)]
      return RuleCore(
        requirement: rule.requirement, inForce: rule.inForce, condition: rule.condition,
        soft: rule.soft, limit: rule.limit < 0 ? nil : limits[Int(rule.limit)],
        effect: clauses.effect, runningUseMayFinish: clauses.runningUseMayFinish)
    }
  }

  func text(_ piece: Run) -> String {
    String(decoding: utf8(piece), as: UTF8.self)
  }

  func utf8(_ piece: Run) -> ArraySlice<UInt8> {
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
    message = details.message.orNone
    because = tables.text(details.because)
    place = tables.place(of: rule)
  }
}

// Parts of a rule that are read without the rest.
extension FlatTables {
  func place(of rule: RuleIndex) -> Rule.Place { place(of: rules[Int(rule)]) }

  func row(of rule: RuleIndex) -> PolicyRow { PolicyRow(rules[Int(rule)].row) }

  func prompt(of rule: RuleIndex) -> PromptStyle { prompt(of: details(of: rule)) }

  /// The places of the reminders of a rule.
  func reminders(of rule: RuleIndex) -> Range<Int> { details(of: rule).reminders.range }

  /// The minimal sets of needs, each by a name.
  func needs<Name>(of rule: RuleIndex, _ name: (Rule.Need) -> Name) -> [[Name]] {
    needs(of: details(of: rule), name)
  }

  private func details(of rule: RuleIndex) -> FlatDetails {
    details[Int(rules[Int(rule)].details)]
  }

  fileprivate func needs<Name>(of details: FlatDetails, _ name: (Rule.Need) -> Name) -> [[Name]] {
    needSets[details.needs].map { set in set.range.map { name(FlatTables.need(needs[$0])) } }
  }

  fileprivate func prompt(of details: FlatDetails) -> PromptStyle {
    var prompt = PromptStyle()
    prompt.presentation = text(details.presentation)
    prompt.snooze = details.snooze == -1 ? nil : details.snooze
    prompt.isDismissible = details.isDismissible == 1
    return prompt
  }

  fileprivate func place(of rule: FlatRule) -> Rule.Place {
    Rule.Place(row: PolicyRow(rule.row), text: text(rule.text))
  }

  private static func clauses(
    _ details: FlatDetails
  ) -> (effect: Rule.Effect, runningUseMayFinish: Bool) {
    (effect(details.effect) ?? .off, details.runningUseMayFinish == 1)
  }

  /// The target of each meter.
  func targets(ofMeters count: Int) -> [Int32] {
    var found = [Int32](repeating: -1, count: count)
    targets.forEach { if $1.meterNumber >= 0 { found[Int($1.meterNumber)] = Int32($0) } }
    return found
  }

  /// Finds the target of a name.
  var nameIndex: NameIndex {
    guard let lookups else { return NameIndex(of: names) }
    return NameIndex(of: names, slots: lookups.nameSlots, others: lookups.otherNames)
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

extension ByteWriter {
  /// The meaning of the rules and targets of some tables, like `RuleGraph.Parts.meaning` of lists.
  mutating func meaning(of tables: FlatTables) {
    reserve(bytes.count + tables.texts.count + 16 * tables.rules.count)
    // Equal parts of rules are written once, and copied.
    var clauses = ByteWriter()
    var ends = [0]
    tables.details.forEach { _, details in
      clauses.clauses(details, tables)
      ends.append(clauses.bytes.count)
    }
    count(tables.rules.count)
    for index in 0..<tables.rules.count {
      let rule = tables.rules[index]
      let details = Int(rule.details)
      self.index(rule.requirement)
      self.index(rule.inForce)
      self.index(rule.condition)
      self.index(rule.soft)
      byte(tables.clauses[details].effect.rawValue)
      let limit = rule.limit < 0 ? nil : tables.limits[Int(rule.limit)]
      flag(limit != nil)
      if let limit { self.limit(limit) }
      raw(clauses.bytes[ends[details]..<ends[details + 1]])
    }
    count(tables.targets.count)
    for index in 0..<tables.targets.count {
      let target = tables.targets[index]
      text(utf8: tables.utf8(target.name))
      self.index(target.labelNumber)
      self.index(target.meterNumber)
      let rules = tables.rules(ofTarget: index)
      count(rules.count)
      for rule in rules { self.index(rule) }
      count(Int(target.benefits.count))
      for benefit in tables.benefits[target.benefits.range] { self.index(benefit) }
    }
  }

  private mutating func clauses(_ details: FlatDetails, _ tables: FlatTables) {
    flag(details.runningUseMayFinish == 1)
    list(tables.needSets[details.needs]) { writer, set in
      writer.list(tables.needs[set.range]) { $0.need(FlatTables.need($1)) }
    }
    text(utf8: tables.utf8(details.presentation))
    number(details.snooze)
    flag(details.isDismissible == 1)
    list(tables.reminders[details.reminders]) { $0.reminder($1.reminder) }
    index(details.message)
    text(utf8: tables.utf8(details.because))
  }

  private mutating func text(utf8: ArraySlice<UInt8>) {
    count(utf8.count)
    raw(utf8)
  }
}

/// So many elements, of which indices and pieces are to be inside. An index below 0 is compared as
/// a number beyond them all.
struct Extent {
  let count: Int
  private let bound: UInt32

  init(_ count: Int) {
    self.count = count
    bound = UInt32(bitPattern: Int32(clamping: count))
  }

  /// Whether it is an index.
  @inline(__always)
  func has(_ index: Int32) -> Bool { UInt32(bitPattern: index) < bound }

  /// Whether it is an index, or -1 for none.
  @inline(__always)
  func hasOrNone(_ index: Int32) -> Bool { has(index) || index == -1 }

  /// Whether all of a piece is inside.
  @inline(__always)
  func has(_ piece: Run) -> Bool {
    let start = UInt64(UInt32(bitPattern: piece.start))
    return start &+ UInt64(UInt32(bitPattern: piece.count)) <= UInt64(bound)
  }
}

/// The texts of a policy.
struct TextPool {
  private let bytes: ArraySlice<UInt8>
  let isText: Bool
  private let isASCII: Bool
  private let extent: Extent

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    extent = Extent(bytes.count)
    // Invariant: these bytes are read and no others.
    isASCII = bytes.withUnsafeBytes { UTF8Check.isASCII($0) }
    isText = isASCII || UTF8Check.isValid(bytes)
  }

  /// Whether a text is in the pool, cut between characters.
  @inline(__always)
  func isText(_ piece: Run) -> Bool {
    guard extent.has(piece) else { return false }
    return isASCII || (isCut(piece.range.lowerBound) && isCut(piece.range.upperBound))
  }

  private func isCut(_ place: Int) -> Bool {
    place == extent.count || bytes[bytes.startIndex + place] & 0xC0 != 0x80
  }
}
