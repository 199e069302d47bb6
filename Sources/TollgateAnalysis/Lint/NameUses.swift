import TollgateSyntax

/// The names that a policy uses, as against declares: everywhere but in the place that declares
/// them, scenarios and claims too. Names of products are not among them; they have a space of
/// their own, as the choices of facts have.
struct NameUses: Sendable {
  private(set) var names: Set<String> = []

  init(_ syntax: PolicySyntax) {
    for statement in syntax.statements {
      add(statement.kind)
      for clause in statement.clauses { add(clause.kind) }
    }
  }

  private mutating func add(_ name: NameSyntax) { names.insert(name.text) }

  private mutating func add(_ kind: StatementSyntax.Kind) {
    switch kind {
    case .entitlements(let list):
      for entitlement in list {
        for name in entitlement.includes { add(name) }
      }
    case .group(_, let items): add(items)
    case .grant(let grant):
      add(grant.entitlement)
      add(grant.period)
      add(grant.applies)
    case .rule(let rule):
      switch rule.subject {
      case .things(let subject): add(subject)
      case .comparison(let comparison): add(comparison.meter)
      }
      if case .requires(let requirement) = rule.effect { add(requirement) }
      add(rule.applies)
    case .claim(let claim):
      add(claim.targets)
      add(claim.requirement)
      add(claim.applies)
    case .valueClaim(let claim):
      add(claim.says.targets)
      add(claim.requirement)
      add(claim.applies)
    case .policy, .trust, .snooze, .tiers, .product, .meters, .setting, .features, .series, .fact,
      .rollout,
      .scenario, .broken:
      break
    }
  }

  private mutating func add(_ kind: ClauseSyntax.Kind) {
    switch kind {
    case .grants(let entitlements): for name in entitlements { add(name) }
    case .adds(_, let meter), .addsPack(_, let meter): add(meter)
    case .price(let price): if let meter = price.each { add(meter) }
    case .forSale(let sale):
      if let requirement = sale.requirement { add(requirement) }
      add(sale.applies)
    case .step(let step):
      add(step.requirement)
      add(step.applies)
    case .soft(let until): add(until)
    case .given(let givens): for given in givens { add(given) }
    case .insteadUse(let items): add(items)
    case .expect(let expectation):
      add(expectation.targets)
      add(expectation.instead ?? [])
    case .expectValue(let sentence): add(sentence.targets)
    default: break
    }
  }

  private mutating func add(_ given: GivenSyntax) {
    switch given {
    case .bare(let name, _), .notFact(let name), .value(let name, _, _, _),
      .allowance(let name, _), .factIs(let name, _):
      add(name)
    case .product, .subject, .verified, .seen, .dismissed: break
    }
  }

  private mutating func add(_ subject: SubjectSyntax) {
    add(subject.items)
    add(subject.exceptions)
  }

  private mutating func add(_ items: [SubjectItemSyntax]) {
    for item in items {
      if case .name(let name) = item { add(name) }
    }
  }

  private mutating func add(_ applies: ApplicabilitySyntax) {
    add(applies.from)
    add(applies.until)
    if let when = applies.when { add(when) }
    if let unless = applies.unless { add(unless) }
  }

  private mutating func add(_ moment: MomentSyntax?) {
    if case .after(_, .fact(let fact), _) = moment { add(fact) }
  }

  private mutating func add(_ expression: ExpressionSyntax) {
    switch expression {
    case .name(let name), .isValue(let name, _, _, _), .isOneOf(let name, _, _, _),
      .order(let name, _, _, _), .compare(let name, _, _, _, _), .inRollout(let name, _):
      add(name)
    case .not(let inner, _): add(inner)
    case .all(let parts, _), .any(let parts, _): for part in parts { add(part) }
    case .nothing, .broken: break
    }
  }
}
