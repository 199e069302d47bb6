extension Parser {
  /// Whether `at most` comes next.
  var isAtLadder: Bool { current?.word == .at && peek()?.word == .most }

  /// `at most 10 per day until 2027-01-01` after a subject, which must be one meter.
  mutating func ladder(on subject: SubjectSyntax, from start: Int) -> StatementSyntax.Kind {
    guard subject.items.count == 1, subject.exceptions.isEmpty,
      case .name(let meter) = subject.items[0]
    else {
      fail(.ladderOfSeveral(subject.span))
      return .broken
    }
    let words = index
    advance()
    advance()
    let effect = span(from: words)
    if current?.word == .unlimited {
      fail(.unlimitedBase(place))
      return .broken
    }
    guard let quantity = limitQuantity(.ladderBase) else { return .broken }
    var each: NameSyntax?
    if case .literal = quantity, isAtEnd { ask(.word(.for)) }
    if case .literal = quantity, isAtEach {
      each = eachOf()
      if each == nil { return .broken }
    }
    let window = window()
    if window == nil, failWindowHabit() { return .broken }
    let comparison = ComparisonSyntax(
      meter: meter, isInclusive: false, quantity: quantity, each: each, window: window,
      span: span(from: start))
    let applies = applicability()
    checkLadderEnd(effect)
    return .rule(
      RuleSyntax(subject: .comparison(comparison), effect: .ladder(effect), applies: applies))
  }

  /// Reports a requirement or a step in the first line of a ladder.
  private mutating func checkLadderEnd(_ atMost: Span) {
    guard !failed, let current else { return }
    let next = peek()
    switch current.word {
    case .requires, .require: fail(.ladderLine(found(), place, atMost: atMost))
    case .is, .are, .with: fail(.ladderLine(found(), place, atMost: nil))
    default:
      guard current.kind == .comma, next?.kind == .numeral || next?.word == .unlimited else {
        return
      }
      fail(.ladderLine(found(), place, atMost: nil))
    }
  }

  // MARK: Steps

  /// The statement above, as far as steps care.
  private enum StepHome {
    case ladder
    case setting(choices: [DeclarationSyntax])
    case uses
    case other
  }

  private var stepHome: StepHome {
    switch statements.last?.kind {
    case .rule(let rule):
      if case .ladder = rule.effect { return .ladder }
      return .other
    case .setting(let setting):
      if case .choices(let choices) = setting.base { return .setting(choices: choices) }
      return .setting(choices: [])
    case .uses: return .uses
    default: return .other
    }
  }

  /// Whether steps may follow.
  var isBelowLadder: Bool {
    if case .other = stepHome { false } else { true }
  }

  /// Whether a line is a step: a value and `with`, or a value below a ladder or a setting.
  func isStep(_ range: Range<Int>) -> Bool {
    let lexemes = reader.lexemes
    let first = lexemes[range.lowerBound]
    let second = range.count > 1 ? lexemes[range.lowerBound + 1] : nil
    switch first.kind {
    case .numeral:
      let third = range.count > 2 ? lexemes[range.lowerBound + 2] : nil
      if second?.word == .with || second?.kind == .name && third?.word == .with { return true }
      guard isBelowLadder else { return false }
      return isStepVerb(second) || second?.kind == .name && isStepVerb(third)
        || !Lines(lexemes: lexemes).looksLikeRule(range)
    case .name, .quotedName: return isNamedStep(first, second)
    default: return false
    }
  }

  /// Whether a step was meant: nothing that begins with a quantity requires anything.
  private func isStepVerb(_ lexeme: Lexeme?) -> Bool {
    lexeme?.word == .requires || lexeme?.word == .require
  }

  /// A step that begins with `unlimited`, or with a choice.
  private func isNamedStep(_ first: Lexeme, _ second: Lexeme?) -> Bool {
    let isBeforeName = second.map { $0.kind == .name && $0.word == nil } ?? false
    if first.word == .unlimited {
      if second?.word == .with { return true }
      return isBelowLadder && (isBeforeName || second == nil)
    }
    switch stepHome {
    case .other: return false
    case .uses: return first.word == .nothing && (second == nil || second?.word == .with)
    case .ladder: return second?.word == .with && first.word?.isLead != true
    case .setting(let choices):
      if isBeforeName { return isChoice(first, of: choices) }
      guard second?.word == .with else { return false }
      return first.word?.isLead != true || isChoice(first, of: choices)
    }
  }

  private func isChoice(_ lexeme: Lexeme, of choices: [DeclarationSyntax]) -> Bool {
    var text = source.text(lexeme.span)
    if lexeme.kind == .quotedName { text = String(text.dropFirst().dropLast()) }
    return choices.contains { $0.name.text == text }
  }

  /// `100 with plus from 2026-03-01`
  mutating func step() -> ClauseSyntax.Kind {
    if case .uses = stepHome { return amountStep() }
    guard let value = countedValue(.stepValue, unit: .beforeWith), !failed else { return .broken }
    if current?.word == .per {
      fail(.stepWindow(place))
      return .broken
    }
    guard expectWith() else { return .broken }
    return .step(
      StepSyntax(
        value: value, requirement: expression(.requirement), applies: applicability()))
  }

  /// Whether `for each` comes next.
  var isAtEach: Bool {
    current?.word == .for && (peek()?.word == .each || asked != nil && peek() == nil)
  }

  /// `for each of seats`; nil, with a report, if it could not be read.
  ///
  /// - Parameter isStep: Whether `with` follows the name.
  mutating func eachOf(isStep: Bool = false) -> NameSyntax? {
    advance()
    guard expect(.each) else { return nil }
    if let current, current.kind == .name, current.word == nil {
      report(.missingWord(.of, before: found(), place))
    } else {
      guard expect(.of) else { return nil }
    }
    // A thing may be called `with`, but another one follows it then.
    if isStep, current?.word == .with, peek()?.word != .with {
      failExpecting(.counted)
      return nil
    }
    return name(.counted)
  }

  /// A value of a step or a setting, which may be for each of something.
  mutating func countedValue(_ thing: Expectation, unit: UnitRule) -> SettingValueSyntax? {
    guard let value = settingValue(thing, unit: unit), !failed else { return nil }
    guard case .literal(let literal) = value else { return value }
    if isAtEnd { ask(.word(.for)) }
    guard isAtEach else { return value }
    return eachOf(isStep: thing == .stepValue).map { .each(literal, of: $0) }
  }

  /// `with`; a name where it should be is read on.
  mutating func expectWith() -> Bool {
    if accept(.with) { return true }
    if current?.word == .requires || current?.word == .require || current?.word == .for {
      report(.worded(.stepVerb(found(), place)))
      advance()
      return true
    }
    guard let current, current.word == nil, current.kind == .name || current.kind == .quotedName
    else {
      failExpecting(.stepWith)
      return false
    }
    if current.kind == .name, let near = nearest([.with], to: place) {
      report(.misspelt(source.text(place), near, place))
      advance()
    } else {
      report(.missingWord(.with, before: found(), place))
    }
    return true
  }
}
