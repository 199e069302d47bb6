import TollgateRuntime
import TollgateSyntax

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
    case .broken: return nil
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
