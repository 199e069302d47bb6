import TollgateRuntime
import TollgateSyntax

extension ExpressionChecker {
  /// `platform is ios`, `platform is one of ios, android`, `beta-tester is yes`, `exports is 3`.
  func equality(
    _ name: NameSyntax, _ values: [ValueSyntax], _ negated: Bool, _ span: Span
  ) -> CheckedExpression? {
    guard let entry = draft.resolve(name, .fact, .meter) else { return nil }
    var parts: [CheckedExpression] = []
    for value in values {
      let part =
        entry.kind == .meter
        ? usage(entry, is: value, name, span) : fact(entry, is: value, name, span)
      if let part { parts.append(part) }
    }
    guard parts.count == values.count else { return nil }
    let whole = parts.count == 1 ? parts[0] : .any(parts, span)
    return negated ? .not(whole, span) : whole
  }

  private func usage(
    _ entry: NameTable.Entry, is value: ValueSyntax, _ name: NameSyntax, _ span: Span
  ) -> CheckedExpression? {
    guard case .literal(let literal) = value else {
      draft.report(
        .fact(.meter(name.text, entry.span, isDeclared: entry.isDeclared)), at: value.span)
      return nil
    }
    return comparison(name, .equal, literal, nil, span)
  }

  private func fact(
    _ entry: NameTable.Entry, is value: ValueSyntax, _ name: NameSyntax, _ span: Span
  ) -> CheckedExpression? {
    switch (draft.policy.facts[Int(entry.index)].type, value) {
    case (.choice, .name(let choice)):
      return draft.choice(choice, of: entry.index).map { .factIs(entry.index, $0, span) }
    case (.yesOrNo, .name(let word)) where word.text == "yes" || word.text == "no":
      return .factIs(entry.index, word.text == "yes" ? 1 : 0, span)
    case (.number, .literal(let literal)) where !LiteralReader.isInstant(literal):
      return draft.count(literal).map { ExpressionChecker.equal(entry.index, $0, span) }
    default:
      draft.reportType(of: name, entry, found: found(value), at: value.span)
      return nil
    }
  }

  private static func equal(_ fact: Int32, _ value: Int64, _ span: Span) -> CheckedExpression {
    let atLeast = CheckedExpression.factAtLeast(fact, value, span)
    guard value < .max else { return atLeast }
    return .all([atLeast, .not(.factAtLeast(fact, value + 1, span), span)], span)
  }

  private func found(_ value: ValueSyntax) -> FactMistake.Found {
    switch value {
    case .name: .name
    case .literal(let literal): LiteralReader.isInstant(literal) ? .date : .number
    }
  }

  /// `installed before 2026-03-01`, `first-version since 1.4`.
  func order(
    _ name: NameSyntax, _ since: Bool, _ literal: LiteralSyntax, _ span: Span
  ) -> CheckedExpression? {
    guard let entry = draft.resolve(name, .fact) else { return nil }
    let fact = draft.policy.facts[Int(entry.index)]
    let reached: CheckedExpression?
    switch fact.type {
    case .date where LiteralReader.isInstant(literal):
      reached = draft.instant(literal).map { .factAtLeast(entry.index, $0.milliseconds, span) }
    case .version where !LiteralReader.isInstant(literal):
      reached = draft.version(literal).map { .versionAtLeast(entry.index, $0, span) }
    default:
      let found: FactMistake.Found =
        switch fact.type {
        case .date: .version
        case .version: .date
        default: .order
        }
      let place = found == .order ? name.span : literal.span
      draft.reportType(of: name, entry, found: found, at: place)
      return nil
    }
    return reached.map { since ? $0 : .not($0, span) }
  }

  /// `first-build <= 2016`, `exports > 3 per day`.
  func comparison(
    _ name: NameSyntax, _ sign: ComparisonOperator, _ literal: LiteralSyntax,
    _ windowName: WindowSyntax?, _ span: Span
  ) -> CheckedExpression? {
    let window = draft.window(windowName)
    guard let entry = draft.resolve(name, .meter, .fact) else { return nil }
    if entry.kind == .meter {
      guard let value = draft.quantity(literal, of: entry.index), let window else { return nil }
      return ExpressionChecker.compare(sign, value, span) {
        .usageAtLeast(entry.index, window, $0, span)
      }
    }
    let fact = draft.policy.facts[Int(entry.index)]
    guard fact.type == .number else {
      draft.reportType(of: name, entry, found: .comparison, at: name.span)
      return nil
    }
    if let windowName {
      draft.report(.fact(.window(name.text, fact.name.span)), at: windowName.span)
      return nil
    }
    return draft.count(literal).map { value in
      ExpressionChecker.compare(sign, value, span) { .factAtLeast(entry.index, $0, span) }
    }
  }

  /// A comparison in terms of `at least`; nothing is above the largest number.
  private static func compare(
    _ sign: ComparisonOperator, _ value: Int64, _ span: Span,
    _ atLeast: (Int64) -> CheckedExpression
  ) -> CheckedExpression {
    let above: CheckedExpression =
      value < .max ? atLeast(value + 1) : .not(.nothing(span), span)
    switch sign {
    case .more: return above
    case .atLeast: return atLeast(value)
    case .less: return .not(atLeast(value), span)
    case .atMost: return .not(above, span)
    case .equal: return .all([atLeast(value), .not(above, span)], span)
    case .notEqual: return .not(.all([atLeast(value), .not(above, span)], span), span)
    }
  }
}
