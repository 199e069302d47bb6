import TollgateRuntime
import TollgateSyntax

extension RuleChecker {
  /// A `grant` statement.
  func check(_ grant: GrantSyntax, of statement: StatementSyntax) {
    let entry = draft.resolve(grant.entitlement, .entitlement)
    let period = grant.period.map { self.period($0) }
    let applies = draft.expressions.applicability(grant.applies)
    guard let entry, let applies else { return }
    if let period, period == nil { return }
    let gives = draft.policy.entitlements[Int(entry.index)].gives.count
    guard draft.spend(gives, at: statement.span) else { return }
    draft.policy.grants.append(
      CheckedGrant(
        entitlement: Reference(entry.index, grant.entitlement.span), period: period ?? nil,
        applies: applies, row: draft.source.row(at: statement.span.start), span: statement.span))
  }

  /// `for DURATION after X`: X is inside, X + DURATION is not.
  private func period(_ moment: MomentSyntax) -> CheckedGrant.Period? {
    guard case .after(let length, let anchor, _) = moment else { return nil }
    let milliseconds = draft.duration(length)
    switch anchor {
    case .fact(let name):
      guard let fact = draft.dateFact(name), let milliseconds else { return nil }
      let end = CheckedMoment.after(fact: fact, milliseconds: milliseconds)
      return CheckedGrant.Period(begin: .after(fact: fact, milliseconds: 0), end: end)
    case .instant(let literal):
      guard let begin = draft.instant(literal), let milliseconds else { return nil }
      return CheckedGrant.Period(begin: .at(begin), end: .at(begin.advanced(by: milliseconds)))
    }
  }
}
