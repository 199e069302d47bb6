import TollgateRuntime
import TollgateSyntax

/// Checks scenarios and claims.
struct ScenarioChecker {
  let draft: Draft

  /// A scenario while it is read.
  struct ScenarioSketch {
    var snapshot = Snapshot()
    var now: Instant?
    var expectations: [CheckedExpectation] = []
    var values: [CheckedValueExpectation] = []
    /// Where each thing is given that can be given once.
    var given: [GivenKey: Span] = [:]
  }

  /// A thing that a scenario can give once.
  enum GivenKey: Hashable {
    case fact(Int32), usage(Int32, Window), allowance(Int32), settingAllowance(Int32), subject,
      verified, seen
    case dismissed(String)
  }

  /// A scenario with its clauses.
  func check(_ title: TextSyntax, of statement: StatementSyntax) {
    let sketch = readClauses(of: statement)
    let now = sketch.now ?? ScenarioChecker.newYear2026
    var snapshot = sketch.snapshot
    if sketch.given[.verified] == nil { snapshot.asOf = now }
    draft.policy.scenarios.append(
      CheckedScenario(
        title: title.value, span: statement.span, snapshot: snapshot, now: now,
        expectations: sketch.expectations, values: sketch.values))
  }

  /// 2026-01-01T00:00:00Z, the time of a scenario that names none.
  static let newYear2026 = Instant(milliseconds: 1_767_225_600_000)

  func readClauses(of statement: StatementSyntax) -> ScenarioSketch {
    var sketch = ScenarioSketch()
    for clause in statement.clauses {
      switch clause.kind {
      case .given(let givens):
        for given in givens { read(given, into: &sketch) }
      case .at(let literal):
        if let now = draft.instant(literal) { sketch.now = now }
      case .expect(let expectation):
        if let checked = check(expectation, at: clause.span) {
          sketch.expectations.append(checked)
        }
      case .expectValue(let sentence): check(sentence, at: clause.span, into: &sketch)
      default: break
      }
    }
    return sketch
  }

  private func read(_ given: GivenSyntax, into sketch: inout ScenarioSketch) {
    switch given {
    case .bare(let name, let until): read(name, until: until, into: &sketch)
    case .notFact(let name): readNot(name, into: &sketch)
    case .product(let product): read(product, into: &sketch)
    case .value(let name, let literal, let window, let resets):
      readValue(name, literal, window, resets, into: &sketch)
    case .allowance(let name, let amount): readAllowance(name, amount, into: &sketch)
    case .factIs(let name, let value): read(name, is: value, into: &sketch)
    case .subject(let text):
      guard isFirst(.subject, "subject", text.span, &sketch) else { return }
      sketch.snapshot.subject = text.value
    case .verified(let literal):
      guard isFirst(.verified, "verified", literal.span, &sketch) else { return }
      sketch.snapshot.asOf = draft.instant(literal)
    case .seen(let literal):
      guard isFirst(.seen, "seen", literal.span, &sketch) else { return }
      sketch.snapshot.latestSeen = draft.instant(literal)
    case .dismissed(let id, let at):
      guard let at = draft.instant(at), isFirst(.dismissed(id.value), id.value, id.span, &sketch)
      else { return }
      sketch.snapshot.dismissed[id.value] = at
    }
  }

  /// Remembers what is given; false, with a report, if it has been given before.
  func isFirst(
    _ key: GivenKey, _ name: String, _ span: Span, _ sketch: inout ScenarioSketch
  ) -> Bool {
    if let first = sketch.given[key] {
      draft.report(.clause(.givenTwice(name, first)), at: span)
      return false
    }
    sketch.given[key] = span
    return true
  }
}
