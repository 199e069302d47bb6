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
      let duration = draft.duration(length, orZero: true)
      guard let fact = draft.dateFact(name), let duration else { return nil }
      return .after(fact: fact, milliseconds: duration)
    case .after(let length, .instant(let literal), _):
      let duration = draft.duration(length, orZero: true)
      guard let instant = draft.instant(literal), let duration else { return nil }
      return .at(instant.advanced(by: duration))
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
    where first == second && begin >= end:
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
