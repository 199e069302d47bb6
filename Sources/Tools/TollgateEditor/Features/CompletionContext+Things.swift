import TollgateAnalysis
import TollgateCompiler
import TollgateSyntax

/// The words for each thing that the grammar asks for.
extension CompletionContext {
  func completions(of thing: Expectation) -> [Completion] {
    switch thing {
    case .word(.smaller): words(["smaller is better"], .keyword)
    case .word(.uses) where usesVerb != nil: words(["uses left"], .keyword)
    case .word(.offer): words(["offer used"], .keyword)
    case .word(let word): fits(word) ? [keyword(word)] : []
    case .oneOf(let words), .rest(let words, _): words.filter { fits($0) }.map { keyword($0) }
    case .entitlement: names(.entitlement)
    case .requirement:
      (fits(.nothing) ? [keyword(.nothing)] : []) + names(.entitlement)
        + names(.fact).filter { declared.yesOrNo.contains($0.label) }
        + (last != "paid" ? [keyword(.paid)] : [])
    case .meter:
      (isAdding ? names(.meter) + numericSettings : taken(names(.meter)))
    case .product: names(.product)
    case .fact: facts
    case .rollout: names(.rollout)
    case .target: firstWord == "series" ? [] : targets.filter { !isOwnName($0) }
    case .condition: [keyword(.not), keyword(.in)] + names(.fact) + names(.meter)
    case .given: [keyword(.product), keyword(.not)] + givens
    case .value: values()
    case .choice: isDeclaring ? [] : values()
    case .stepValue: values() + (isBelowSmaller ? [] : [keyword(.unlimited)])
    case .settingValue: isDeclaring ? [] : values() + settingWords()
    case .window: words(isPrice || firstWord == "then" ? periods : Self.windows, .unit)
    case .outcome: words(["allowed", "warned", "denied"], .value)
    case .reason: words(Self.reasons, .value)
    case .state: words(Self.states, .value)
    case .level: words(["gentle", "prominent"], .value)
    case .unit: words(["count", "bytes", "seconds", "minutes", "hours", "days"], .unit)
    case .factType: words(["a date", "a version", "a number", "yes or no"], .value)
    case .windowsRule: words(windowsRules, .value)
    case .billing: words(["yearly"], .value)
    case .unitOfEach: words(addedUnits + unitsOfOne, .unit)
    case .unitBeyond: words(onesOfLimit, .unit)
    case .moreOrCurrency: words(["more"], .keyword)
    case .counted: countedNames
    case .store: words(Self.stores(in: project), .value)
    case .ladderBase: [keyword(.allowance), keyword(.undecided)]
    case .stepWith: [keyword(.with)]
    case .smallerOrEnd: words([", smaller is better"], .keyword)
    case .locale: words(otherLocales, .value)
    case .name: words(invented, .value)
    case .quantity, .size, .amount, .duration, .percentage, .instant, .versionOrDate, .money,
      .currency,
      .text, .range, .tierSign, .commaOrEnd, .closing, .choiceSign, .timeOfDay, .mostBeyond,
      .mostCarried:
      []
    }
  }

  var targets: [Completion] {
    let features = [keyword(.everything)] + names(.feature) + names(.group)
    if firstWord == "group" || expected.line.contains(where: { text.text($0.span) == "except" }) {
      return features
    }
    return features + (isListOfRule ? [] : names(.meter)) + names(.setting)
  }

  /// Where a line with `uses` begins to say what is taken.
  private var usesVerb: Int? {
    expected.line.firstIndex { ["uses", "use"].contains(text.text($0.span)) }
  }

  /// The meters that a line with `uses`, or a step below it, does not take from already; one of it by
  /// its singular, too.
  private func taken(_ meters: [Completion]) -> [Completion] {
    let written = Set(usesVerb.map { expected.line[$0...].map { text.text($0.span) } } ?? [])
    let left = meters.filter {
      !written.contains($0.label) && !written.contains(String($0.label.dropLast()))
    }
    guard last == "1" else { return left }
    let singular = left.filter {
      $0.label.hasSuffix("s") && $0.label == $0.text
        && declared.kind(String($0.label.dropLast())) == nil
    }
    return left
      + singular.map {
        let name = String($0.label.dropLast())
        return Completion(label: name, kind: $0.kind, detail: $0.detail, text: name)
      }
  }

  /// `for each byte`, `for each hour`
  private var unitsOfOne: [String] {
    let units = addedUnits
    return (units.contains("GB") ? ["byte"] : []) + (units.contains("h") ? ["hour"] : [])
  }

  /// The things that a price beyond a limit may be for: `credit`, or `GB` where that is measured.
  private var onesOfLimit: [String] {
    let units = quantityUnits()
    guard units.isEmpty, case .rule(let rule) = statement?.kind,
      case .comparison(let comparison) = rule.subject
    else { return units.filter { $0 != "days" && $0 != "weeks" } }
    let meter = comparison.meter.text
    return [meter.hasSuffix("s") ? String(meter.dropLast()) : meter]
  }

  /// The currency of the first price of the line.
  var firstCurrency: [String] {
    let words = expected.line.map { text.text($0.span) }
    return words.first { $0.utf8.count == 3 && Currencies.contains($0) }.map { [$0] } ?? []
  }

  /// Whether a rule has several subjects: a limit has one meter.
  private var isListOfRule: Bool {
    guard let first = expected.line.first, !expected.line.dropFirst().isEmpty else { return false }
    switch Word(rawValue: text.text(first.span)) {
    case .expect, .always, .never, .instead: return false
    default: return true
    }
  }

  /// The facts of which a day is meant, or those that may be said not to be.
  /// The things that a quantity may be for each of: meters that are sold, and number facts.
  private var countedNames: [Completion] {
    var counted: Set<String> = []
    for statement in project.syntax.statements {
      if case .fact(let fact) = statement.kind, case .number = fact.type {
        counted.insert(fact.declaration.name.text)
      }
      for clause in statement.clauses {
        if case .price(let price) = clause.kind, let meter = price.each {
          counted.insert(meter.text)
        }
      }
    }
    return (names(.meter) + names(.fact)).filter { counted.contains($0.label) }
  }

  private var facts: [Completion] {
    if isMoment { return names(.fact).filter { isDate($0.label) } }
    let given = givenBefore
    return names(.fact).filter {
      declared.yesOrNo.contains($0.label) && !given.contains($0.label)
    }
  }

  /// All that a scenario may give: facts and entitlements once, and first what it has not given.
  private var givens: [Completion] {
    let given = givenBefore
    func isNew(_ item: Completion) -> Bool { !given.contains(item.label) }
    let amounts =
      names(.meter)
      + numericSettings.filter { !declared.smallerIsBetter.contains($0.label) }
    return names(.entitlement).filter(isNew) + amounts.filter(isNew)
      + names(.fact).filter(isNew) + amounts.filter { !isNew($0) }
      + [.subject, .verified, .seen, .dismissed].map { keyword($0) }
  }

  /// The names that the scenario gives before the cursor.
  private var givenBefore: Set<String> {
    var names: Set<String> = []
    for clause in statement?.clauses ?? [] {
      guard case .given(let givens) = clause.kind else { continue }
      for given in givens {
        guard let name = given.name, name.span.end < end else { continue }
        names.insert(name.text)
      }
    }
    return names
  }

  /// The words that a policy makes up where they stand: how a prompt is shown, and what counters
  /// belong to. Those of the policy are offered again.
  private var invented: [String] {
    let word = last
    var names: [String]
    switch (firstWord, word) {
    case ("prompt", "as"): names = ["paywall", "banner"]
    case ("counted", "per"): names = []
    default: return []
    }
    for statement in project.syntax.statements {
      for clause in statement.clauses {
        let name: NameSyntax?
        switch clause.kind {
        case .prompt(let prompt): name = word == "as" ? prompt.presentation : nil
        case .countedPer(let thing): name = word == "per" ? thing : nil
        default: name = nil
        }
        if let name, !names.contains(name.text) { names.append(name.text) }
      }
    }
    return names
  }

  func keyword(_ word: Word) -> Completion {
    Completion(label: word.rawValue, kind: .keyword, detail: "", text: word.rawValue)
  }

  func words(_ words: [String], _ kind: Completion.Kind) -> [Completion] {
    words.map { Completion(label: $0, kind: kind, detail: "", text: $0) }
  }

  func names(_ kind: NameKind) -> [Completion] {
    let details = policy.map { project.details(of: kind, in: $0) } ?? [:]
    return project.names.names(of: kind, without: end).map { name in
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

  var firstWord: String { expected.line.first.map { text.text($0.span) } ?? "" }

  var isPrice: Bool { firstWord == "price" || firstWord == "introductory" }
  /// The periods of a price; of an introductory one, those that are parts of the product's own.
  var periods: [String] {
    for clause in statement?.clauses ?? [] where firstWord == "introductory" {
      guard case .price(let price) = clause.kind else { continue }
      let own: String?
      switch price.period {
      case .per(let unit): own = unit.text
      case .perMany(let many): own = many.unit?.text
      case .once, nil: own = nil
      }
      switch own {
      case "week", "weeks": return ["week"]
      case "month" where price.billing == nil: return ["month"]
      case "months": return ["month"]
      case "month", "year", "years": return ["month", "year"]
      default: break
      }
    }
    return ["week", "month", "year"]
  }

  private var isAdding: Bool { firstWord == "adds" }
  /// Whether the sentence makes choices, and names none that are there.
  var isDeclaring: Bool { firstWord == "setting" || firstWord == "fact" }
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
      "follow the calendar", "follow the subscription", "begin with the first use", "begin at",
      "roll",
    ].compactMap { FilePath($0).rest(behind: typed) }
  }

  /// The settings that are no choice: products add to them.
  private var numericSettings: [Completion] {
    names(.setting).filter { declared.measures[$0.label] != .choice }
  }

  /// Whether a condition may compare the name before the cursor.
  var isCondition: Bool { expected.things.contains(.word(.before)) }

  /// Whether a word may follow the name before the cursor, by what the name is.
  private func fits(_ word: Word) -> Bool {
    if word == .off, expected.line.contains(where: { $0.kind == .more || $0.kind == .moreOrEqual })
    {
      return false
    }
    if word == .least || word == .most, last == "at", let owner, declared.kind(owner) == .setting {
      return declared.smallerIsBetter.contains(owner) == (word == .most)
    }
    if word == .in, expected.things.contains(.requirement) { return false }
    // Only what a meter uses is taken for each so many.
    if word == .for, usesVerb != nil, firstWord != "expect" {
      return declared.kind(firstWord) == .meter
    }
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
    case .allowance where firstWord == "given":
      return kind == .meter || kind == .setting && declared.measures[last] != .choice
    case .until where firstWord == "given": return kind == .entitlement
    default: return true
    }
  }

  /// The values of the fact or setting that the sentence speaks of.
  private func values() -> [Completion] {
    guard let owner else { return [keyword(.yes), keyword(.no)] }
    if declared.kind(owner) == .meter { return [] }
    if case .yesOrNo = declared.facts[owner] { return [keyword(.yes), keyword(.no)] }
    let known = choices(of: owner)
    let isDeclared = declared.facts[owner] != nil || declared.measures[owner] != nil
    return known.isEmpty && !isDeclared ? [keyword(.yes), keyword(.no)] : known
  }

  private func settingWords() -> [Completion] {
    guard let owner, declared.kind(owner) == .setting, declared.measures[owner] != .choice,
      !declared.smallerIsBetter.contains(owner)
    else { return [] }
    return [keyword(.unlimited)]
  }

  /// Whether the line is a step of a setting of which the least value is the best.
  var isBelowSmaller: Bool {
    if case .setting(let setting) = statement?.kind {
      setting.smallerIsBetter != nil
    } else {
      false
    }
  }

  /// The fact, meter or setting that the sentence speaks of: the last one before the cursor, else
  /// that of the statement.
  var owner: String? {
    for token in expected.line.reversed() where token.kind == .name || token.kind == .quotedName {
      let name = name(of: token)
      switch declared.kind(name) {
      case .fact, .meter, .setting: return name
      default: if declared.facts[name] != nil || declared.measures[name] != nil { return name }
      }
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
}

extension GivenSyntax {
  /// The name of the thing that is given, apart from products.
  fileprivate var name: NameSyntax? {
    switch self {
    case .bare(let name, _), .notFact(let name), .value(let name, _, _, _, _),
      .allowance(let name, _),
      .factIs(let name, _):
      name
    case .product, .subject, .verified, .seen, .dismissed: nil
    }
  }
}
