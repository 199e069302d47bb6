import TollgateAnalysis
import TollgateCompiler
import TollgateSyntax

/// The words for each thing that the grammar asks for.
extension CompletionContext {
  func completions(of thing: Expectation) -> [Completion] {
    switch thing {
    case .word(let word): fits(word) ? [keyword(word)] : []
    case .oneOf(let words), .rest(let words, _): words.filter { fits($0) }.map { keyword($0) }
    case .entitlement: names(.entitlement)
    case .requirement:
      (fits(.nothing) ? [keyword(.nothing)] : []) + names(.entitlement)
        + names(.fact).filter { declared.yesOrNo.contains($0.label) }
    case .meter: isAdding ? names(.meter) + numericSettings : names(.meter)
    case .product: names(.product)
    case .fact: isMoment ? names(.fact).filter { isDate($0.label) } : names(.fact)
    case .rollout: names(.rollout)
    case .target: firstWord == "series" ? [] : targets.filter { !isOwnName($0) }
    case .condition: [keyword(.not), keyword(.in)] + names(.fact) + names(.meter)
    case .given:
      [keyword(.product), keyword(.not)] + names(.entitlement) + names(.meter) + names(.setting)
        + names(.fact)
        + [.subject, .verified, .seen, .dismissed].map { keyword($0) }
    case .value: values()
    case .choice: isDeclaring ? [] : values()
    case .stepValue: values() + [keyword(.unlimited)]
    case .settingValue: isDeclaring ? [] : values() + settingWords()
    case .window: words(isPrice ? ["week", "month", "year"] : Self.windows, .unit)
    case .outcome: words(["allowed", "warned", "denied"], .value)
    case .reason: words(Self.reasons, .value)
    case .state: words(Self.states, .value)
    case .level: words(["gentle", "prominent"], .value)
    case .unit: words(["count", "bytes", "seconds", "minutes", "hours", "days"], .unit)
    case .factType: words(["a date", "a version", "a number", "yes or no"], .value)
    case .windowsRule: words(windowsRules, .value)
    case .store: words(Self.stores(in: project), .value)
    case .ladderBase: [keyword(.allowance), keyword(.undecided)]
    case .stepWith: [keyword(.with)]
    case .smallerOrEnd: words([", smaller is better"], .keyword)
    case .locale: words(otherLocales, .value)
    case .name, .quantity, .size, .duration, .percentage, .instant, .versionOrDate,
      .money, .currency, .text, .range, .tierSign, .commaOrEnd, .closing, .choiceSign:
      []
    }
  }

  var targets: [Completion] {
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
      Completion(label: $0, kind: .choice, detail: owner, text: Project.written($0) ?? $0)
    }
  }

  private var otherLocales: [String] {
    // The label before the cursor: a text, then languages each with its text.
    var written: Set<String> = []
    var tokens = expected.line[...]
    while tokens.popLast()?.kind == .text, let locale = tokens.popLast(), locale.kind == .name {
      written.insert(name(of: locale))
    }
    return Self.locales(in: project).filter { !written.contains($0) }
  }

  // MARK: The sentence

  private var firstWord: String { expected.line.first.map { text.text($0.span) } ?? "" }

  private var isPrice: Bool { firstWord == "price" }
  private var isAdding: Bool { firstWord == "adds" }
  /// Whether the sentence makes choices, and names none that are there.
  private var isDeclaring: Bool { firstWord == "setting" || firstWord == "fact" }
  /// Whether a fact is what a duration is counted from.
  private var isMoment: Bool { last == "after" }

  private func isDate(_ name: String) -> Bool {
    if case .date = declared.facts[name] ?? .date { true } else { false }
  }

  /// A group does not contain itself.
  private func isOwnName(_ item: Completion) -> Bool {
    firstWord == "group" && expected.line.count > 1 && item.label == name(of: expected.line[1])
  }

  /// The rest of each rule for windows after the words that are there.
  private var windowsRules: [String] {
    let typed = expected.line.dropFirst().map { name(of: $0) + " " }.joined()
    return [
      "follow the calendar", "follow the subscription", "begin with the first use", "roll",
    ].compactMap { FilePath($0).rest(behind: typed) }
  }

  /// The settings that are no choice: products add to them.
  private var numericSettings: [Completion] {
    names(.setting).filter { declared.measures[$0.label] != .choice }
  }

  /// Whether a condition may compare the name before the cursor.
  private var isCondition: Bool { expected.things.contains(.word(.before)) }

  /// Whether a word may follow the name before the cursor, by what the name is.
  private func fits(_ word: Word) -> Bool {
    if word == .in, expected.things.contains(.requirement) { return false }
    if word == .nothing, ["and", "or", "not", "("].contains(last) { return false }
    guard let token = expected.line.last, token.kind == .name || token.kind == .quotedName else {
      return true
    }
    if word == .are, isCondition { return false }
    guard let kind = declared.kind(last) else { return true }
    switch word {
    case .before, .since:
      switch declared.facts[last] {
      case .date, .version, .broken: return true
      case nil: return kind == .fact
      case .choice, .yesOrNo, .number: return false
      }
    case .is where isCondition || firstWord == "given":
      if case .date = declared.facts[last] { return firstWord == "given" }
      return kind == .fact || isCondition && kind == .meter
    case .is where ["expect", "always", "never"].contains(firstWord): return kind == .setting
    case .allowance where firstWord == "given": return kind == .meter
    case .until where firstWord == "given": return kind == .entitlement
    default: return true
    }
  }

  /// The values of the fact or setting that the sentence speaks of.
  private func values() -> [Completion] {
    guard let owner else { return [keyword(.yes), keyword(.no)] }
    switch (declared.facts[owner], declared.measures[owner]) {
    case (.yesOrNo, _), (nil, nil): return [keyword(.yes), keyword(.no)]
    default: return choices(of: owner)
    }
  }

  private func settingWords() -> [Completion] {
    guard let owner, declared.measures[owner] != .choice else { return [] }
    return [keyword(.unlimited)]
  }

  /// The fact, meter or setting that the sentence speaks of: the last one before the cursor, else
  /// that of the statement.
  private var owner: String? {
    for token in expected.line.reversed() where token.kind == .name || token.kind == .quotedName {
      let name = name(of: token)
      if declared.facts[name] != nil || declared.measures[name] != nil { return name }
    }
    switch statement?.kind {
    case .setting(let setting): return setting.declaration.name.text
    case .meters(let meters): return meters.first?.declaration.name.text
    case .rule(let rule):
      switch rule.subject {
      case .comparison(let comparison): return comparison.meter.text
      case .things(let things):
        if case .name(let name)? = things.items.first { return name.text }
        return nil
      }
    default: return nil
    }
  }

  // MARK: Signs and units

  /// The signs after a meter at the beginning of a rule, and after what a condition compares.
  func signs() -> [Completion] {
    let isNumber: Bool
    if case .number = declared.facts[last] { isNumber = true } else { isNumber = false }
    if isCondition {
      guard isNumber || declared.kind(last) == .meter else { return [] }
      return words([">", ">=", "<", "<="], .keyword)
    }
    guard expected.line.count == 1, declared.kind(last) == .meter else { return [] }
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
    for thing in before.things {
      switch thing {
      case .duration: units += durations
      case .window:
        units += (isPrice ? [] : ["minutes", "hours", "days"]) + ["weeks", "months", "years"]
      case .money: units += Self.currencies(in: project)
      case .quantity, .ladderBase, .stepValue, .value: units += quantityUnits()
      case .settingValue:
        units += isDeclaring ? Self.sizes + Self.durations : quantityUnits()
      case .size: units += addedUnits
      default: break
      }
    }
    if text.text(last.span) == "1" { units = units.map { Self.singular[$0] ?? $0 } }
    return words(units, .unit)
  }

  private static let singular = [
    "days": "day", "weeks": "week", "months": "month", "years": "year", "hours": "hour",
    "minutes": "minute",
  ]

  /// A trial, and a price's period, may have months.
  private var durations: [String] {
    switch firstWord {
    case "price": ["weeks", "months", "years"]
    case "trial": Self.durations + ["months", "years"]
    default: Self.durations
    }
  }

  private func quantityUnits() -> [String] {
    switch owner.flatMap({ declared.measures[$0] }) {
    case .bytes: Self.sizes
    case .seconds: Self.durations
    default: []
    }
  }

  /// The name after the unit tells the measure; before it, those of all meters and settings count.
  private var addedUnits: [String] {
    let all = Set(declared.measures.values)
    return (all.contains(.bytes) ? Self.sizes : []) + (all.contains(.seconds) ? Self.durations : [])
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
