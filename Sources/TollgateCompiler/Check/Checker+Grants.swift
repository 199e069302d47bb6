import TollgateRuntime
import TollgateSyntax

extension Checker {
  /// A `grant` statement.
  mutating func checkGrant(_ grant: GrantSyntax, of statement: StatementSyntax) {
    let entry = resolve(grant.entitlement, .entitlement)
    let period = grant.period.map { self.period($0) }
    let applies = applicability(grant.applies)
    guard let entry, let applies else { return }
    if let period, period == nil { return }
    let gives = policy.entitlements[Int(entry.index)].gives.count
    guard spend(gives, at: statement.span) else { return }
    policy.grants.append(
      CheckedGrant(
        entitlement: Reference(entry.index, grant.entitlement.span), period: period ?? nil,
        applies: applies, line: source.line(at: statement.span.start), span: statement.span))
  }

  /// `for DURATION after X`: X is inside, X + DURATION is not.
  private mutating func period(_ moment: MomentSyntax) -> CheckedGrant.Period? {
    guard case .after(let length, let anchor, _) = moment else { return nil }
    let milliseconds = duration(length)
    switch anchor {
    case .fact(let name):
      guard let fact = dateFact(name), let milliseconds else { return nil }
      let end = CheckedMoment.after(fact: fact, milliseconds: milliseconds)
      return CheckedGrant.Period(begin: .after(fact: fact, milliseconds: 0), end: end)
    case .instant(let literal):
      guard let begin = instant(literal), let milliseconds else { return nil }
      return CheckedGrant.Period(begin: .at(begin), end: .at(begin.advanced(by: milliseconds)))
    }
  }
}
