import TollgateRuntime
import TollgateSyntax

/// Gives requirements, conditions and times their meaning.
struct ExpressionChecker {
  let draft: Draft
  /// The rule that they belong to, if it is one.
  var rule: RuleSyntax?

  /// An instant, or so long after a date fact.
  func moment(_ syntax: MomentSyntax) -> CheckedMoment? {
    switch syntax {
    case .at(let literal): return draft.instant(literal).map { .at($0) }
    case .after(let length, .fact(let name), _):
      let fact = draft.dateFact(name)
      guard let lapse = draft.lapse(length, after: fact, orZero: true), let fact else { return nil }
      return .after(fact: fact, lapse)
    case .after(let length, .instant(let literal), _):
      let lapse = draft.lapse(length, orZero: true)
      guard let instant = draft.instant(literal), let lapse else { return nil }
      return .at(Instant(milliseconds: lapse.end(after: instant.milliseconds)))
    }
  }

  /// `from`, `until`, `when` and `unless`.
  func applicability(_ syntax: ApplicabilitySyntax) -> CheckedApplicability? {
    var checked = CheckedApplicability()
    if syntax.isEmpty { return checked }
    checked.fromSpan = syntax.from?.span
    checked.untilSpan = syntax.until?.span
    checked.from = syntax.from.flatMap { moment($0) }
    checked.until = syntax.until.flatMap { moment($0) }
    checked.when = syntax.when.flatMap { condition($0) }
    checked.unless = syntax.unless.flatMap { condition($0) }
    checkOrder(checked)
    // A part that could not be read leaves the whole without meaning.
    guard (checked.from == nil) == (syntax.from == nil),
      (checked.until == nil) == (syntax.until == nil),
      (checked.when == nil) == (syntax.when == nil),
      (checked.unless == nil) == (syntax.unless == nil)
    else { return nil }
    return checked
  }

  private func checkOrder(_ applies: CheckedApplicability) {
    guard let from = applies.fromSpan, let until = applies.untilSpan else { return }
    switch (applies.from, applies.until) {
    case (.at(let begin), .at(let end)) where begin >= end:
      draft.report(.fact(.intervalReversed(from: from, isEqual: begin == end)), at: until)
    case (.after(let first, let begin), .after(let second, let end))
    where first == second && begin.isMonths == end.isMonths && begin.count >= end.count:
      draft.report(.fact(.intervalReversed(from: from, isEqual: begin == end)), at: until)
    default: break
    }
  }

  /// An interval between two instants, as a scenario gives it.
  func checkOrder(
    _ from: LiteralSyntax?, _ until: LiteralSyntax?
  ) -> (Instant?, Instant?) {
    let begin = draft.instant(from)
    let end = draft.instant(until)
    if let begin, let end, begin >= end, let from, let until {
      draft.report(.fact(.intervalReversed(from: from.span, isEqual: begin == end)), at: until.span)
    }
    return (begin, end)
  }
}

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

extension ExpressionChecker {
  /// A condition; nil if a part of it has a mistake.
  func condition(_ syntax: ExpressionSyntax) -> CheckedExpression? {
    switch syntax {
    case .name(let name): return bare(name)
    case .not(let inner, let span): return condition(inner).map { .not($0, span) }
    case .all(let list, let span): return conditions(list, nil).map { .all($0, span) }
    case .any(let list, let span):
      return conditions(list, listSlip(list)).map { .any($0, span) }
    case .isValue(let name, let value, let negated, let span):
      return equality(name, [value], negated, span)
    case .isOneOf(let name, let values, let negated, let span):
      return equality(name, values, negated, span)
    case .order(let name, let since, let literal, let span):
      return order(name, since, literal, span)
    case .compare(let name, let sign, let literal, let window, let span):
      return comparison(name, sign, literal, window, span)
    case .inRollout(let name, let span):
      return draft.resolve(name, .rollout).map { .inRollout($0.index, span) }
    case .nothing(let span):
      draft.report(.fact(.nothingInside), at: span)
      return nil
    // `paid` is a word of requirements.
    case .paid, .broken: return nil
    }
  }

  private func conditions(
    _ list: [ExpressionSyntax], _ slip: NameMistake.ListSlip?
  ) -> [CheckedExpression]? {
    var checked: [CheckedExpression] = []
    var slip = slip
    for syntax in list {
      if case .name(let name) = syntax, let found = slip, found.span.end >= name.span.end,
        found.span.start <= name.span.start
      {
        // One message for the whole list, at its first bare value.
        if bareValue(name, found) { slip?.isReported = true }
        continue
      }
      if let part = condition(syntax) { checked.append(part) }
    }
    return checked.count == list.count ? checked : nil
  }

  /// A bare value in a list that was meant as `is one of`; true if it is reported now.
  private func bareValue(_ name: NameSyntax, _ slip: NameMistake.ListSlip) -> Bool {
    if slip.isReported { return false }
    draft.report(.name(.undeclaredFact(name.text, slip, asRequirement: nil)), at: name.span)
    return true
  }

  /// `platform is web or android`: names after `platform is web` that have no other meaning.
  private func listSlip(_ list: [ExpressionSyntax]) -> NameMistake.ListSlip? {
    for (index, syntax) in list.enumerated() {
      guard case .isValue(let fact, .name(let value), false, let span) = syntax else { continue }
      guard let entry = draft.entry(fact.text), entry.kind == .fact else { return nil }
      var values = [draft.source.text(value.span)]
      var end = span.end
      let checked = draft.policy.facts[Int(entry.index)]
      guard checked.type == .choice else { return nil }
      for next in list[(index + 1)...] {
        guard case .name(let name) = next, draft.entry(name.text) == nil else { break }
        values.append(draft.source.text(name.span))
        end = name.span.end
      }
      guard values.count > 1 else { continue }
      let joined = values.joined(separator: ", ")
      return NameMistake.ListSlip(
        fact: fact.text, span: Span(span.start, end),
        replacement: "\(draft.source.text(fact.span)) is one of \(joined)")
    }
    return nil
  }

  /// A name by itself: a declared yes-or-no fact.
  private func bare(_ name: NameSyntax) -> CheckedExpression? {
    guard let entry = draft.entry(name.text) else {
      guard draft.isWorthReporting(name) else { return nil }
      if let product = draft.entry(name.text, isProduct: true) {
        draft.reportKind(name, product, [.fact])
        return nil
      }
      let rewording = asRequirement(name)
      draft.report(.name(.undeclaredFact(name.text, nil, asRequirement: rewording)), at: name.span)
      return nil
    }
    if entry.isDisputed { return nil }
    switch entry.kind {
    case .fact: return draft.yesOrNo(name, entry)
    case .entitlement:
      let rewording = asRequirement(name)
      draft.report(
        .name(.entitlementInCondition(name.text, entry.span, asRequirement: rewording)),
        at: name.span)
    default: draft.reportKind(name, entry, [.fact])
    }
    return nil
  }

  /// How the rule that is checked would say `when premium` with its requirement, where the name is
  /// its whole condition. `ads are off when premium`: `ads require not premium`.
  private func asRequirement(_ name: NameSyntax) -> NameMistake.Rewording? {
    guard let rule, rule.applies.from == nil, rule.applies.until == nil else {
      return nil
    }
    let written = draft.source.text(name.span)
    let wanted: String
    switch (rule.applies.when, rule.applies.unless) {
    case (.name(let when)?, nil) where when.span == name.span: wanted = "not \(written)"
    case (nil, .name(let unless)?) where unless.span == name.span: wanted = written
    default: return nil
    }
    switch rule.effect {
    case .off(let span), .notAllowed(let span):
      let verb = draft.source.text(span).hasPrefix("are") ? "require" : "requires"
      return NameMistake.Rewording(span: span.joined(name.span), text: "\(verb) \(wanted)")
    case .ladder: return nil
    case .requires(let requirement):
      if case .nothing = requirement { return nil }
      let isList = if case .all = requirement { true } else { false }
      let text = draft.source.text(requirement.span)
      return NameMistake.Rewording(
        span: requirement.span.joined(name.span),
        text: "\(isList ? "(\(text))" : text) or \(wanted)")
    }
  }
}

extension ExpressionChecker {
  /// The requirement of a rule or a claim: entitlements and yes-or-no facts; nil if a part of it
  /// has a mistake.
  func requirement(_ syntax: ExpressionSyntax) -> CheckedExpression? {
    if case .nothing(let span) = syntax { return .nothing(span) }
    let checked = part(ofRequirement: syntax)
    if checked?.asksForPaid == true { checkMarks(of: syntax) }
    return checked
  }

  private func part(ofRequirement syntax: ExpressionSyntax) -> CheckedExpression? {
    switch syntax {
    case .nothing(let span):
      draft.report(.fact(.nothingInside), at: span)
      return nil
    case .name(let name): return required(name)
    case .not(let inner, let span):
      return part(ofRequirement: inner).map { .not($0, span) }
    case .paid(let inner, _, let span): return paid(inner, span)
    case .all(let list, let span):
      return parts(ofRequirement: list).map { .all($0, span) }
    case .any(let list, let span):
      return parts(ofRequirement: list).map { .any($0, span) }
    case .isValue, .isOneOf, .order, .compare, .inRollout, .broken:
      // The parser has reported that a requirement cannot compare.
      return nil
    }
  }

  private func parts(ofRequirement list: [ExpressionSyntax]) -> [CheckedExpression]? {
    var checked: [CheckedExpression] = []
    checked.reserveCapacity(list.count)
    for syntax in list {
      if let part = part(ofRequirement: syntax) { checked.append(part) }
    }
    return checked.count == list.count ? checked : nil
  }

  private static let required: [NameKind] = [.entitlement, .fact]

  private func required(_ name: NameSyntax) -> CheckedExpression? {
    guard let entry = draft.resolve(name, anyOf: ExpressionChecker.required) else { return nil }
    if entry.kind == .entitlement { return .entitlement(entry.index, name.span) }
    return draft.yesOrNo(name, entry)
  }
}
