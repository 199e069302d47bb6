import TollgateRuntime
import TollgateSyntax

extension UseCollector {
  /// Names that can only be a meter or a fact, outside of scenarios.
  mutating func enterCertainUses(_ statement: StatementSyntax) {
    switch statement.kind {
    case .rule(let rule):
      if case .comparison(let comparison) = rule.subject { use(comparison) }
      use(rule.applies)
    case .grant(let grant):
      if let period = grant.period { use(period) }
      use(grant.applies)
    case .claim(let claim): use(claim.applies)
    case .valueClaim(let claim): use(claim.applies)
    case .product, .setting: break
    default: return
    }
    for clause in statement.clauses {
      switch clause.kind {
      case .adds(let amount, let meter), .addsPack(let amount, let meter):
        useMeter(meter, amount)
      case .price(let price):
        if let meter = price.each { useMeter(meter, price.atLeast) }
      case .forSale(let sale): use(sale.applies)
      case .step(let step):
        use(step.applies)
        guard case .rule(let rule) = statement.kind, case .literal(let literal) = step.value,
          case .comparison(let comparison) = rule.subject
        else { continue }
        useMeter(comparison.meter, literal)
      case .soft(let until?): use(until)
      case .reminder(let reminder):
        guard case .rule(let rule) = statement.kind,
          case .comparison(let comparison) = rule.subject
        else { continue }
        useMeter(comparison.meter, reminder.at)
      default: break
      }
    }
  }

  private mutating func use(_ comparison: ComparisonSyntax) {
    switch comparison.quantity {
    case .literal(let literal): useMeter(comparison.meter, literal)
    case .undecided: useMeter(comparison.meter)
    case .allowance(_, let otherwise): useMeter(comparison.meter, otherwise)
    }
  }

  private mutating func use(_ applies: ApplicabilitySyntax) {
    if let from = applies.from { use(from) }
    if let until = applies.until { use(until) }
    if let when = applies.when { use(when) }
    if let unless = applies.unless { use(unless) }
  }

  private mutating func use(_ moment: MomentSyntax) {
    if case .after(_, .fact(let fact), _) = moment { useFact(fact, .date) }
  }

  /// A condition.
  private mutating func use(_ expression: ExpressionSyntax) {
    switch expression {
    case .not(let inner, _): use(inner)
    case .all(let parts, _), .any(let parts, _):
      for part in parts { use(part) }
    case .isValue(let name, let value, _, _): useChoice(name, value)
    case .isOneOf(let name, let values, _, _):
      for value in values { useChoice(name, value) }
    case .order(let name, _, let literal, _):
      useFact(name, LiteralReader.isInstant(literal) ? .date : .version)
    case .compare(let name, _, let literal, _, _): useMeter(name, literal)
    case .nothing, .name, .inRollout, .broken: break
    }
  }

  /// Names that can only be a meter or a fact, in scenarios.
  mutating func enterCertainScenarioUses(_ statement: StatementSyntax) {
    guard case .scenario = statement.kind else { return }
    for clause in statement.clauses {
      switch clause.kind {
      case .given(let givens):
        for given in givens { use(given) }
      case .expect(let expectation): useUnits(of: expectation)
      default: break
      }
    }
  }

  private mutating func use(_ given: GivenSyntax) {
    switch given {
    case .value(let name, let literal, let window, _):
      if let entry = draft.entry(name.text), entry.kind == .fact { return }
      if window == nil, LiteralReader.isInstant(literal) {
        useFact(name, .date)
      } else if window == nil, literal.numeral.utf8.filter({ $0 == UInt8(ascii: ".") }).count > 1 {
        useFact(name, .version)
      } else {
        useMeter(name, literal)
      }
    case .allowance(let meter, let amount): useMeter(meter, amount)
    case .factIs(let fact, .name(let choice)):
      let isYesOrNo = !choice.isQuoted && (choice.text == "yes" || choice.text == "no")
      useFact(fact, isYesOrNo ? .yesOrNo : .choice)
    default: break
    }
  }

  private mutating func useUnits(of expectation: ExpectationSyntax) {
    var literals: [LiteralSyntax] = []
    switch expectation.growth {
    case .adding(let literal), .reaching(.literal(let literal)): literals.append(literal)
    case .reaching, nil: break
    }
    if case .quantity(let literal) = expectation.remaining { literals.append(literal) }
    for item in expectation.targets.items {
      guard case .name(let name) = item, draft.entry(name.text)?.kind == .meter else {
        continue
      }
      for literal in literals { useMeter(name, literal) }
    }
  }
}
