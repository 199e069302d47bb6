import TollgateRuntime
import TollgateSyntax

extension Checker {
  /// What a scenario says, while it is read.
  struct ScenarioDraft {
    var snapshot = Snapshot()
    var now: Instant?
    var expectations: [CheckedExpectation] = []
    /// Where each thing is given that can be given once.
    var given: [GivenKey: Span] = [:]
  }

  /// What can be given once.
  enum GivenKey: Hashable {
    case fact(Int32), usage(Int32, Window), allowance(Int32), subject, verified, seen
    case dismissed(String)
  }

  /// A scenario with its clauses.
  mutating func checkScenario(_ title: TextSyntax, of statement: StatementSyntax) {
    let draft = checkScenarioClauses(of: statement)
    let now = draft.now ?? Checker.newYear2026
    var snapshot = draft.snapshot
    if draft.given[.verified] == nil { snapshot.asOf = now }
    policy.scenarios.append(
      CheckedScenario(
        title: title.value, span: statement.span, snapshot: snapshot, now: now,
        expectations: draft.expectations))
  }

  /// 2026-01-01T00:00:00Z, the time of a scenario that names none.
  static let newYear2026 = Instant(milliseconds: 1_767_225_600_000)

  @discardableResult
  mutating func checkScenarioClauses(of statement: StatementSyntax) -> ScenarioDraft {
    var draft = ScenarioDraft()
    for clause in statement.clauses {
      switch clause.kind {
      case .given(let givens):
        for given in givens { read(given, into: &draft) }
      case .at(let literal):
        if let now = instant(literal) { draft.now = now }
      case .expect(let expectation):
        if let checked = check(expectation, at: clause.span) {
          draft.expectations.append(checked)
        }
      default: break
      }
    }
    return draft
  }

  private mutating func read(_ given: GivenSyntax, into draft: inout ScenarioDraft) {
    switch given {
    case .bare(let name, let until): read(name, until: until, into: &draft)
    case .notFact(let name): readNot(name, into: &draft)
    case .product(let product): read(product, into: &draft)
    case .value(let name, let literal, let window, let resets):
      readValue(name, literal, window, resets, into: &draft)
    case .allowance(let name, let amount):
      guard let entry = resolve(name, .meter), let amount = quantity(amount, of: entry.index),
        isFirst(.allowance(entry.index), name.text, name.span, &draft)
      else { return }
      draft.snapshot.allowances[name.text] = amount
    case .factIs(let name, let value): read(name, is: value, into: &draft)
    case .subject(let text):
      guard isFirst(.subject, "subject", text.span, &draft) else { return }
      draft.snapshot.subject = text.value
    case .verified(let literal):
      guard isFirst(.verified, "verified", literal.span, &draft) else { return }
      draft.snapshot.asOf = instant(literal)
    case .seen(let literal):
      guard isFirst(.seen, "seen", literal.span, &draft) else { return }
      draft.snapshot.latestSeen = instant(literal)
    case .dismissed(let id, let at):
      guard let at = instant(at), isFirst(.dismissed(id.value), id.value, id.span, &draft)
      else { return }
      draft.snapshot.dismissed[id.value] = at
    }
  }

  /// Remembers what is given; false, with a report, if it has been given before.
  mutating func isFirst(
    _ key: GivenKey, _ name: String, _ span: Span, _ draft: inout ScenarioDraft
  ) -> Bool {
    if let first = draft.given[key] {
      report(.clause(.givenTwice(name, first)), at: span)
      return false
    }
    draft.given[key] = span
    return true
  }
}
