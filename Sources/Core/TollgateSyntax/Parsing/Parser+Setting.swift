extension Parser {
  /// `history "Page history" is 7 days, smaller is better`
  mutating func settingStatement() -> StatementSyntax.Kind {
    guard let declaration = declaration(.name, leads: true), !failed, expectIsBeforeValue() else {
      return .broken
    }
    let base = settingBase()
    var setting = SettingSyntax(declaration: declaration, base: base, smallerIsBetter: nil)
    // A list that is not read to its end is not judged.
    if failed, case .choices = base { setting.base = .broken }
    guard !failed else { return .setting(setting) }
    if case .choices = base { endChoices() } else if isAtEnd { ask(.smallerOrEnd) }
    if failed { setting.base = .broken }
    setting.smallerIsBetter = smallerIsBetter()
    return .setting(setting)
  }

  /// `is`; a number where it should be is read on.
  private mutating func expectIsBeforeValue() -> Bool {
    guard current?.kind == .numeral else { return expectIs() }
    report(.missingWord(.is, before: found(), place))
    return true
  }

  private mutating func settingBase() -> SettingSyntax.Base {
    guard beginsChoices() else {
      return countedValue(.settingValue, unit: .any).map { .value($0) } ?? .broken
    }
    let choices = list(while: { $0.accept(.less) }, { $0.settingChoice() })
    if isAtEnd { ask(.choiceSign) }
    return choices.isEmpty ? .broken : .choices(choices)
  }

  private mutating func settingChoice() -> DeclarationSyntax? {
    if current?.word == .unlimited { report(.reservedWord(Word.unlimited.rawValue, place)) }
    return declaration(.choice)
  }

  /// Whether a name comes next that is a choice: one of a list, if it has a meaning of its own.
  private func beginsChoices() -> Bool {
    guard let current, current.kind == .name || current.kind == .quotedName else { return false }
    switch current.word {
    case .unlimited, .undecided, .allowance:
      let next = peek()
      return next?.kind == .less || next?.kind == .text
    default: return true
    }
  }

  /// Nothing follows the choices but `, smaller is better`, which the compiler reports.
  private mutating func endChoices() {
    guard !isAtEnd, !isBeforeSmaller else { return }
    failExpecting(.choiceSign)
  }

  private var isBeforeSmaller: Bool { current?.kind == .comma && peek()?.word == .smaller }

  /// `, smaller is better`
  private mutating func smallerIsBetter() -> Span? {
    guard isBeforeSmaller else {
      if current?.kind == .comma, peek() == nil { ask(.word(.smaller)) }
      let comma = place
      _ = accept(.comma)
      if index < end, !failed, !failBigger(after: comma) { failExpecting(.smallerOrEnd) }
      return nil
    }
    advance()
    let start = index
    advance()
    return expect(.is) && expect(.better) ? span(from: start) : nil
  }

  /// Reports `bigger is better`, which every setting is by itself. Says whether it did.
  private mutating func failBigger(after comma: Span) -> Bool {
    guard let current, peek()?.word == .is else { return false }
    let word = source.text(current.span)
    switch word {
    case "bigger", "larger", "higher", "more", "greater", "longer":
      let rest = comma.joined(span(at: end - 1))
      fail(.worded(.biggerIsBetter(word, current.span, from: rest)))
      return true
    default: return false
    }
  }

  /// A value of a setting or a step.
  mutating func settingValue(_ thing: Expectation, unit: UnitRule) -> SettingValueSyntax? {
    let span = place
    switch current?.kind {
    case .numeral: return literal(thing, unit: unit).map { .literal($0) }
    case .name, .quotedName: break
    default:
      failExpecting(thing)
      return nil
    }
    if accept(.unlimited) { return .unlimited(span) }
    if accept(.undecided) { return .undecided(span) }
    if accept(.allowance) { return .allowance(span) }
    return name(.choice).map { .choice($0) }
  }

  // MARK: Values in scenarios

  /// `is at least 30 days` after a setting.
  mutating func valueSentence(
    of targets: SubjectSyntax, unit: UnitRule
  ) -> ValueSentenceSyntax? {
    advance()
    let start = index
    var bound = BoundSyntax.exactly
    if accept(.at) {
      if accept(.least) {
        bound = .atLeast(span(from: start))
      } else if accept(.most) {
        bound = .atMost(span(from: start))
      } else {
        failExpecting(.oneOf([.least, .most]))
        return nil
      }
    }
    guard let value = settingValue(.settingValue, unit: unit) else { return nil }
    return ValueSentenceSyntax(targets: targets, bound: bound, value: value)
  }

  /// `with plus when platform is web` after the sentence of a claim.
  mutating func valueClaim(isAlways: Bool, _ targets: SubjectSyntax) -> StatementSyntax.Kind {
    guard let says = valueSentence(of: targets, unit: .beforeWith), !failed else { return .broken }
    guard let isWith = withOrWithout() else { return .broken }
    return .valueClaim(
      ValueClaimSyntax(
        isAlways: isAlways, says: says, isWith: isWith, requirement: expression(.requirement),
        applies: applicability()))
  }

  /// The value after `reaching`. A choice is followed by what is expected.
  mutating func reached() -> SettingValueSyntax? {
    let isName = current?.kind == .name || current?.kind == .quotedName
    let next = peek()?.kind
    // Who asks wants the choices too, and what follows one.
    if asked != nil, isAtEnd || isName && next == nil {
      return settingValue(.settingValue, unit: .known)
    }
    guard isName, next == .name || next == .quotedName else {
      return literal(.quantity, unit: .known).map { .literal($0) }
    }
    return settingValue(.quantity, unit: .known)
  }
}
