import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// Works out what fits at the cursor.
struct CompletionContext {
  let project: Project
  let path: FilePath
  /// The statement at the cursor, up to the word that is being written.
  let text: Source
  let expected: ExpectedAtEnd
  let statement: StatementSyntax?
  /// The meaning of the policy, as far as it has one: it has the labels and prices of names.
  let policy: CheckedPolicy?

  /// - Parameter cut: The offset in the policy at which the word under the cursor begins.
  init(project: Project, path: FilePath, cut: Int) {
    self.project = project
    self.path = path
    let end = max(0, cut)
    let file = project.source.fileIndex(at: max(0, end - 1))
    let found = project.syntax.statements.last {
      $0.span.start < end && project.source.fileIndex(at: $0.span.start) == file
    }
    // The lines above a broken line tell its meaning.
    let start = found.map { project.source.lineSpan(at: $0.span.start).start }
    statement = found
    text = Source(
      name: "", bytes: Array(project.source.bytes[min(start ?? 0, end)..<end]))
    expected = ExpectedAtEnd(of: text)
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
    case .text: return files()
    case .lineStart: return lineStart()
    case .sentence: break
    }
    let units = self.units()
    if !units.isEmpty { return units }
    var items: [Completion] = []
    for thing in expected.things { items += completions(of: thing) }
    // A name is chosen more often than a word that may stand in its place.
    let names = items.filter { $0.kind != .keyword }
    return unique(names + items.filter { $0.kind == .keyword } + signs())
  }

  private func unique(_ items: [Completion]) -> [Completion] {
    var seen: Set<String> = []
    return items.filter { seen.insert($0.label).inserted }
  }

  // MARK: Lines

  /// A new line: the clauses that the statement above may still have, then the statements.
  private func lineStart() -> [Completion] {
    var items: [Completion] = []
    if let statement, isBelowStatement {
      for words in ClausesOfStatement.missing(in: statement) {
        items.append(Completion(label: words, kind: .keyword, detail: "clause", text: words + " "))
      }
      if case .setting(let setting) = statement.kind {
        items += choices(of: setting.declaration.name.text)
      }
    }
    items += Snippet.all.map {
      Completion(label: $0.label, kind: .snippet, detail: $0.detail, text: $0.text)
    }
    for word in Word.allCases where word.leadsStatement || word == .setting || word == .use {
      items.append(keyword(word))
    }
    for kind in [NameKind.feature, .group, .meter] { items += names(kind) }
    return unique(items)
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

  // MARK: Things

  private func completions(of thing: Expectation) -> [Completion] {
    switch thing {
    case .word(let word): [keyword(word)]
    case .oneOf(let words), .rest(let words, _): words.map { keyword($0) }
    case .entitlement: names(.entitlement)
    case .requirement: [keyword(.nothing)] + names(.entitlement)
    case .meter: names(.meter) + names(.setting)
    case .product: names(.product)
    case .fact: names(.fact)
    case .rollout: names(.rollout)
    case .target: targets
    case .condition:
      [keyword(.not), keyword(.in)] + names(.fact) + names(.entitlement)
        + names(.meter)
    case .given:
      [keyword(.product), keyword(.not)] + names(.entitlement) + names(.meter)
        + names(.fact)
    case .value, .choice: values()
    case .settingValue, .stepValue: values() + [keyword(.unlimited)]
    case .window: words(Self.windows, .unit)
    case .outcome: words(["allowed", "warned", "denied"], .value)
    case .reason: words(Self.reasons, .value)
    case .state: words(Self.states, .value)
    case .level: words(["gentle", "prominent"], .value)
    case .unit: words(["count", "bytes", "seconds", "minutes", "hours", "days"], .unit)
    case .factType: words(["a date", "a version", "a number", "yes or no"], .value)
    case .windowsRule:
      words(
        ["follow the calendar", "follow the subscription", "begin with the first use", "roll"],
        .value)
    case .store: words(Self.stores(in: project), .value)
    case .ladderBase: [keyword(.allowance), keyword(.undecided)]
    case .stepWith: [keyword(.with)]
    case .smallerOrEnd: words([", smaller is better"], .keyword)
    case .locale: words(Self.locales(in: project), .value)
    case .name, .quantity, .size, .duration, .percentage, .instant, .versionOrDate,
      .money, .currency, .text, .range, .tierSign, .commaOrEnd, .closing, .choiceSign:
      []
    }
  }

  private var targets: [Completion] {
    [keyword(.everything)] + names(.feature) + names(.group) + names(.meter) + names(.setting)
  }

  func keyword(_ word: Word) -> Completion {
    Completion(label: word.rawValue, kind: .keyword, detail: "", text: word.rawValue)
  }

  func words(_ words: [String], _ kind: Completion.Kind) -> [Completion] {
    words.map { Completion(label: $0, kind: kind, detail: "", text: $0) }
  }

  func names(_ kind: NameKind) -> [Completion] {
    let details = policy.map { project.details(of: kind, in: $0) } ?? [:]
    return project.names.names(of: kind).map { name in
      Completion(
        label: name, kind: .name(kind), detail: details[name] ?? kind.word,
        text: Project.written(name) ?? name)
    }
  }

  func choices(of owner: String) -> [Completion] {
    project.names.choices(of: owner).map {
      Completion(label: $0, kind: .choice, detail: owner, text: $0)
    }
  }

  /// The values of the fact or setting that the sentence speaks of.
  private func values() -> [Completion] {
    var owner: String?
    for token in expected.line where token.kind == .name || token.kind == .quotedName {
      let name = Project.withoutBackquotes(text.text(token.span))
      if !project.names.choices(of: name).isEmpty { owner = name }
    }
    if owner == nil, case .setting(let setting) = statement?.kind {
      owner = setting.declaration.name.text
    }
    let choices = owner.map { self.choices(of: $0) } ?? []
    return choices.isEmpty ? [keyword(.yes), keyword(.no)] : choices
  }

  // MARK: Signs, units, files

  /// The signs after a meter at the beginning of a rule.
  private func signs() -> [Completion] {
    guard expected.line.count == 1, let only = expected.line.first else { return [] }
    let name = Project.withoutBackquotes(text.text(only.span))
    guard project.names.names(of: .meter).contains(name) else { return [] }
    return words([">", ">=", "at most"], .keyword)
  }

  /// The units after a numeral, by what the numeral measures.
  private func units() -> [Completion] {
    guard let last = expected.line.last, last.kind == .numeral else { return [] }
    let before = ExpectedAtEnd(
      of: Source(name: "", bytes: Array(text.bytes[..<last.span.start])))
    var units: [String] = []
    for thing in before.things {
      switch thing {
      case .duration: units += Self.durations
      case .money: units += Self.currencies(in: project)
      case .quantity, .size, .ladderBase, .stepValue, .settingValue: units += quantityUnits()
      default: break
      }
    }
    guard !units.isEmpty else { return [] }
    var items = words(units, .unit)
    for thing in expected.things { items += completions(of: thing) }
    return unique(items)
  }

  private func quantityUnits() -> [String] {
    guard let first = expected.line.first(where: { $0.kind == .name }),
      let policy = project.compiled.policy
    else { return Self.sizes + Self.durations }
    let name = text.text(first.span)
    for meter in policy.meters where meter.name.text == name {
      switch meter.unit {
      case .count: return []
      case .bytes: return Self.sizes
      case .seconds, .minutes, .hours, .days: return Self.durations
      }
    }
    return Self.sizes + Self.durations
  }

  /// The files that a `use` statement may name: those of the policy around it.
  private func files() -> [Completion] {
    guard let first = expected.line.first, text.text(first.span) == "use" else { return [] }
    let folder = path.folder
    var items: [Completion] = []
    for other in project.paths where other != path {
      guard let name = other.rest(behind: folder) else { continue }
      items.append(Completion(label: name, kind: .file, detail: "", text: name))
    }
    return items
  }
}
