import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// Works out what fits at the cursor.
struct CompletionContext {
  let project: Project
  let path: FilePath
  /// The files that a `use` statement may name.
  let files: [FilePath]
  /// The offset in the policy at which the word under the cursor begins.
  let end: Int
  /// The statement at the cursor, up to the word that is being written.
  let text: Source
  let expected: ExpectedAtEnd
  let statement: StatementSyntax?
  let declared: DeclaredNames
  /// The meaning of the policy, as far as it has one: it has the labels and prices of names.
  let policy: CheckedPolicy?

  init(project: Project, path: FilePath, files: [FilePath], cut: Int) {
    self.project = project
    self.path = path
    self.files = files
    let end = max(0, cut)
    self.end = end
    let file = project.source.fileIndex(at: max(0, end - 1))
    let found = project.syntax.statements.last {
      // A broken line that is indented is one of the statement above.
      if case .broken = $0.kind, project.source.isIndented(at: $0.span.start) { return false }
      return $0.span.start < end && project.source.fileIndex(at: $0.span.start) == file
    }
    let start = found.map { project.source.lineSpan(at: $0.span.start).start }
    statement = found
    text = Source(
      name: "", bytes: Array(project.source.bytes[min(start ?? 0, end)..<end]))
    expected = ExpectedAtEnd(of: text)
    declared = DeclaredNames(project)
    policy = project.meaning ?? CompletionContext.policy(of: project, without: found, end)
  }

  /// The policy without the statement at the cursor, which is not finished yet: a file may be opened
  /// with a mistake in it.
  private static func policy(
    of project: Project, without statement: StatementSyntax?, _ cursor: Int
  ) -> CheckedPolicy? {
    var bytes = project.source.bytes
    let line = project.source.lineSpan(at: cursor)
    let start = min(statement?.span.start ?? line.start, line.start)
    for place in start..<line.end where bytes[place] != 0x0A && bytes[place] != 0x0D {
      bytes[place] = 0x20
    }
    return Compiler.compile(Source(name: "", bytes: bytes), mending: false).policy
  }

  func items() -> [Completion] {
    switch expected.place {
    case .comment: return []
    case .text: return usedFiles() + timeZones()
    case .lineStart: return allowed(lineStart())
    case .sentence: break
    }
    if let words = begunWords() { return words }
    var items = units()
    if declared.isTarget(last), let words = begunClause() { items += words }
    for thing in expected.things { items += completions(of: thing) }
    items += signs()
    // Of a meter and of several targets one says “tokens use”, too.
    let isSeveral = expected.line.contains { text.text($0.span) == "," }
    let mayUse = declared.kind(last) == .meter || isSeveral
    if mayUse, items.contains(where: { $0.label == "uses" }) {
      items.append(keyword(.use))
    }
    // A name is chosen more often than a word that may stand in its place.
    let names = items.filter { $0.kind != .keyword }
    let words = items.filter { $0.kind == .keyword }
    return allowed(unique(names + words + unitsOfUnknown()))
  }

  private func unique(_ items: [Completion]) -> [Completion] {
    var seen: Set<String> = []
    return items.filter { seen.insert($0.label).inserted }
  }

  /// Without what the grammar refuses: a part that is there already, or a word that is none here.
  /// Names of one kind are alike.
  private func allowed(_ items: [Completion]) -> [Completion] {
    var known: [NameKind: Bool] = [:]
    return items.filter { item in
      switch item.kind {
      case .snippet: return true
      case .name(let kind):
        let isAllowed = known[kind] ?? isAllowed(item.text)
        known[kind] = isAllowed
        return isAllowed
      default: return isAllowed(item.text)
      }
    }
  }

  /// Whether no error stands at a word whatever follows it. Of a sentence that is not finished some
  /// are told at its last word.
  private func isAllowed(_ word: String) -> Bool {
    for more in ["", " x", " 1", " requires x", " with x", " \"x\"", " each of x", " left 1"] {
      let bytes = text.bytes + Array((word + more).utf8)
      let end = text.bytes.count + word.utf8.count
      let isRefused = PolicySyntax.parse(Source(name: "", bytes: bytes)).diagnostics.contains {
        $0.span.start >= text.bytes.count && $0.span.end <= end && $0.span.end > $0.span.start
      }
      if !isRefused { return true }
    }
    return false
  }

  // MARK: Lines

  /// A new line: the clauses that the statement above may still have, then the statements.
  private func lineStart() -> [Completion] {
    var items: [Completion] = []
    if let statement, isBelowStatement {
      for words in ClausesOfStatement.missing(in: statement)
      where words != "then" || !hasPrice(meterOf: statement) {
        items.append(Completion(label: words, kind: .keyword, detail: "clause", text: words + " "))
      }
      if case .setting(let setting) = statement.kind {
        items += choices(of: setting.declaration.name.text)
      }
      if mayHaveUnlimitedStep(statement) { items.append(keyword(.unlimited)) }
      if case .uses(let uses) = statement.kind, uses.amounts.count == 1 {
        items.append(keyword(.nothing))
      }
    }
    let blanks = blanks
    items += Snippet.all.map {
      Completion(label: $0.label, kind: .snippet, detail: $0.detail, text: $0.text(blanks))
    }
    for word in Word.allCases where word.leadsStatement || word == .setting || word == .use {
      items.append(keyword(word))
    }
    return unique(items + targets)
  }

  /// Whether some limit of the same meter goes on for money: only one may.
  private func hasPrice(meterOf statement: StatementSyntax) -> Bool {
    project.syntax.statements.contains { other in
      guard let meter = other.comparedMeter, meter == statement.comparedMeter else { return false }
      return other.clauses.contains { if case .overage = $0.kind { true } else { false } }
    }
  }

  /// Names of the policy: a plan that not everybody has, and a meter that counts things.
  private var blanks: Snippet.Names {
    let plans = names(.entitlement)
    let meters = names(.meter)
    let plain = meters.first { declared.measures[$0.label] ?? .plain == .plain } ?? meters.first
    return Snippet.Names(
      feature: names(.feature).first?.text ?? "csv-export", meter: plain?.text ?? "bills",
      entitlement: (plans.count > 1 ? plans[1] : plans.first)?.text ?? "pro")
  }

  private func mayHaveUnlimitedStep(_ statement: StatementSyntax) -> Bool {
    switch statement.kind {
    case .rule(let rule): if case .ladder = rule.effect { true } else { false }
    case .setting(let setting):
      if case .choices = setting.base { false } else { setting.smallerIsBetter == nil }
    default: false
    }
  }

  /// Whether no empty line is between the statement and the cursor.
  private var isBelowStatement: Bool {
    let bytes = text.bytes
    for index in bytes.indices.dropFirst() where bytes[index] == 0x0A {
      var place = index - 1
      while place > 0, bytes[place] == 0x20 || bytes[place] == 0x0D { place -= 1 }
      if bytes[place] == 0x0A { return false }
    }
    return true
  }

  // MARK: Words

  /// The word before the cursor, without backquotes; empty if it is none.
  var last: String { expected.line.last.map { name(of: $0) } ?? "" }

  func name(of token: Token) -> String { Project.withoutBackquotes(text.text(token.span)) }

  /// A line of one word that is a sentence of its own only before certain words: the grammar takes
  /// it for a name as long as they are missing.
  private func begunClause() -> [Completion]? {
    guard expected.line.count == 1, let first = expected.line.first else { return nil }
    switch text.text(first.span) {
    case "setting", "refills", "then": return []
    case "use":
      return usedFiles().map {
        Completion(label: $0.label, kind: .file, detail: "", text: "\"\($0.text)\"")
      }
    case "counted": return [keyword(.per), keyword(.for)]
    case "windows": return completions(of: .windowsRule)
    case "instead": return [keyword(.use)]
    case "unused": return [keyword(.rolls)]
    case "introductory": return [keyword(.price)]
    case "for": return [keyword(.sale)]
    default: return nil
    }
  }

  /// The words after one that the grammar takes for a name as long as they are missing.
  private func begunWords() -> [Completion]? {
    guard let first = expected.line.first else { return nil }
    if !declared.isTarget(last), let words = begunClause() { return words }
    if isBehindPaid { return names(.entitlement).filter { $0.label != "paid" } }
    let words = expected.line.map { text.text($0.span) }
    switch (words.first, words.last) {
    case ("fact", "a") where words.count > 3:
      return self.words(["date", "version", "number"], .value)
    case ("fact", "or") where words.count > 3:
      let isYes = words[words.count - 2] == "yes"
      return self.words(isYes ? ["no", "anything else"] : ["anything else"], .value)
    case (_, "at") where words.count == 2 && declared.mayBeMeter(words[0]):
      return [keyword(.most)]
    default: break
    }
    // `low` below a setting begins a step.
    if expected.line.count == 1, case .setting(let setting) = statementAbove?.kind,
      project.names.choices(of: setting.declaration.name.text).contains(last)
    {
      return [keyword(.with)]
    }
    guard text.text(first.span) == "given", expected.line.count > 1 else { return nil }
    let before = expected.line[expected.line.count - 2]
    guard before.kind == .comma || ["given", "and"].contains(text.text(before.span)) else {
      return nil
    }
    // These are names unless a text or an instant follows.
    return ["subject", "verified", "seen", "dismissed"].contains(last) && declared.kind(last) == nil
      ? [] : nil
  }

  /// Whether `paid` stands before the cursor, where a requirement begins: the grammar takes it for a
  /// name as long as none follows.
  private var isBehindPaid: Bool {
    guard let last = expected.line.last, text.text(last.span) == "paid" else { return false }
    // Without a declaration the line itself makes it an entitlement.
    let known = policy?.entitlements.first { $0.name.text == "paid" }
    if known?.name.isDeclared == true { return false }
    let before = Source(name: "", bytes: Array(text.bytes[..<last.span.start]))
    return ExpectedAtEnd(of: before).things.contains(.requirement)
  }

  /// The statement above the line of the cursor: a line that is begun may look like one itself.
  private var statementAbove: StatementSyntax? {
    let start = project.source.lineSpan(at: end).start
    let file = project.source.fileIndex(at: max(0, end - 1))
    return project.syntax.statements.last {
      $0.span.start < start && project.source.fileIndex(at: $0.span.start) == file
    }
  }

  // MARK: Files

  /// The files that a `use` statement may name: those below the folder of its own.
  private func usedFiles() -> [Completion] {
    guard let first = expected.line.first, text.text(first.span) == "use" else { return [] }
    // What is typed of the path already, up to its last `/`.
    let bytes = text.bytes
    let start = (bytes.lastIndex(of: 0x22) ?? bytes.count - 1) + 1
    let typed = expected.place == .text ? text.text(Span(start, bytes.count)) : ""
    return (project.paths + files).sorted().compactMap { other in
      guard other != path, let name = other.rest(behind: path.folder + typed), !name.isEmpty else {
        return nil
      }
      return Completion(label: name, kind: .file, detail: "", text: name)
    }.uniqueByLabel
  }
}

extension CompletionContext {
  /// The names after `windows begin at 20:00 in "`.
  private func timeZones() -> [Completion] {
    guard firstWord == "windows", expected.line.contains(where: { text.text($0.span) == "in" }),
      let quote = text.bytes.lastIndex(of: 0x22)
    else { return [] }
    let typed = text.text(Span(quote + 1, text.bytes.count))
    return TimeZoneNames.all.compactMap { name in
      FilePath(name).rest(behind: typed).map {
        Completion(label: $0, kind: .value, detail: "", text: $0)
      }
    }
  }
}

extension StatementSyntax {
  /// The meter of a limit.
  fileprivate var comparedMeter: String? {
    guard case .rule(let rule) = kind, case .comparison(let limit) = rule.subject else {
      return nil
    }
    return limit.meter.text
  }
}

extension [Completion] {
  fileprivate var uniqueByLabel: [Completion] {
    var seen: Set<FilePath> = []
    return filter { seen.insert(FilePath($0.label)).inserted }
  }
}

/// The signs and units that may follow a name or a number.
extension CompletionContext {
  /// The signs after a meter at the beginning of a rule, and after what a condition compares.
  func signs() -> [Completion] {
    let isNumber: Bool
    if case .number = declared.facts[last] { isNumber = true } else { isNumber = false }
    if isCondition {
      guard isNumber || declared.kind(last) == .meter else { return [] }
      return words([">", ">=", "<", "<="], .keyword)
    }
    guard expected.line.count == 1, declared.mayBeMeter(last) else { return [] }
    return words([">", ">=", "at most"], .keyword)
  }

  /// The units after a numeral, by what the numeral measures.
  func units() -> [Completion] {
    guard let last = expected.line.last, last.kind == .numeral,
      // `30s` has its unit, and an instant needs none.
      text.bytes[last.span.end - 1].isDigit, !text.text(last.span).utf8.contains(0x2D)
    else { return [] }
    let before = ExpectedAtEnd(
      of: Source(name: "", bytes: Array(text.bytes[..<last.span.start])))
    // A line that begins with a number is a step.
    var units = expected.line.count == 1 ? quantityUnits() : []
    // The grammar takes `then` for a name as long as no number follows.
    if expected.line.count == 2, firstWord == "then" { units += currencies }
    for thing in before.things {
      switch thing {
      case .duration: units += durations
      case .window where firstWord == "introductory": units += periods.map { $0 + "s" }
      case .window:
        units += (isPrice ? [] : ["minutes", "hours", "days"]) + ["weeks", "months", "years"]
      case .money: units += currencies
      case .unitBeyond: units += quantityUnits()
      case .mostBeyond: units += quantityUnits() + firstCurrency
      case .mostCarried: units += quantityUnits()
      case .quantity, .ladderBase, .stepValue, .value: units += quantityUnits()
      case .settingValue:
        units += isDeclaring ? Self.sizes + Self.durations + Self.months : quantityUnits()
      case .size, .amount, .unitOfEach: units += addedUnits
      default: break
      }
    }
    units = units.filter { fits(last, in: $0) }
    if text.text(last.span) == "1" { units = units.map { Self.singular[$0] ?? $0 } }
    return words(units, .unit)
  }

  private static let singular = [
    "days": "day", "weeks": "week", "months": "month", "years": "year", "hours": "hour",
    "minutes": "minute",
  ]

  /// A trial, a price's period, and what is counted from a date may have months.
  private var durations: [String] {
    switch firstWord {
    case "price":
      return expected.line.contains { text.text($0.span) == "every" }
        ? Self.months : ["weeks"] + Self.months
    case "introductory" where isPriceOfPeriod: return periods.map { $0 + "s" }
    case "trial", "introductory": return Self.durations + Self.months
    default:
      if isLapse {
        return (declared.mayCount(.seconds) ? Self.durations : [])
          + (declared.mayCount(.months) ? Self.months : [])
      }
      return Self.durations
    }
  }

  private static let months = ["months", "years"]

  /// Whether an introductory price says its period: it lasts whole ones.
  private var isPriceOfPeriod: Bool { expected.line.contains { text.text($0.span) == "per" } }

  /// Whether the last numeral may say how long after a date: `from 3 months after installed`.
  private var isLapse: Bool {
    guard let before = expected.line.dropLast().last else { return false }
    switch text.text(before.span) {
    case "from", "until": return true
    case "for": return firstWord == "grant"
    default: return false
    }
  }

  /// A price has each currency once.
  private var currencies: [String] {
    let written = Set(expected.line.map { text.text($0.span) })
    var all = Self.currencies(in: project)
    // An introductory price is in the currencies of the price.
    for clause in statement?.clauses ?? [] where firstWord == "introductory" {
      guard case .price(let price) = clause.kind, !price.amounts.isEmpty else { continue }
      all = price.amounts.compactMap { $0.unit?.text }
    }
    return all.filter { !written.contains($0) }
  }

  /// The units of a meter that nothing is known about: it may count anything.
  func unitsOfUnknown() -> [Completion] {
    guard let numeral = expected.line.last, numeral.kind == .numeral, let owner,
      declared.kind(owner) == .meter, declared.mayHaveAnyUnit(owner),
      text.bytes[numeral.span.end - 1].isDigit
    else { return [] }
    let before = Source(name: "", bytes: Array(text.bytes[..<numeral.span.start]))
    let things = ExpectedAtEnd(of: before).things
    guard things.contains(.quantity) || things.contains(.ladderBase) else { return [] }
    return words((Self.sizes + Self.durations).filter { fits(numeral, in: $0) }, .unit)
  }

  /// Whether an amount in a unit is a whole number, and not too large.
  private func fits(_ numeral: Token, in unit: String) -> Bool {
    let whole = text.text(numeral.span).utf8.prefix { $0 != 0x2E }
    if whole.count < numeral.span.end - numeral.span.start, unit == "B" || unit == "s" {
      return false
    }
    let digits: Int
    switch unit {
    case "B", "s", "seconds": digits = 0
    case "min", "minutes": digits = 2
    case "KB", "KiB", "h", "hours": digits = 4
    case "days", "weeks": digits = 6
    case "MB", "MiB": digits = 7
    case "GB", "GiB": digits = 10
    case "TB", "TiB": digits = 13
    default: return true
    }
    return whole.count + digits <= 18
  }

  func quantityUnits() -> [String] {
    switch owner.flatMap({ declared.measures[$0] }) {
    case .bytes: Self.sizes
    case .seconds: Self.durations
    // An amount is whole in the unit of its meter.
    case .minutes: Self.durations.filter { $0 != "s" && $0 != "seconds" }
    case .hours: ["h", "days", "weeks", "hours"]
    case .days: ["days", "weeks"]
    case .months: Self.months
    case .plain, .choice, nil: []
    }
  }

  /// The name after the unit tells the measure; before it, those of all meters and settings count.
  var addedUnits: [String] {
    let all = Set(declared.measures.values)
    return (all.contains(.bytes) ? Self.sizes : [])
      + (all.isDisjoint(with: [.seconds, .minutes, .hours, .days]) ? [] : Self.durations)
      + (all.contains(.months) ? Self.months : [])
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
