import TollgateRuntime
import TollgateSyntax

extension UseCollector {
  /// Names that may be several kinds of thing: subjects, names in requirements and the
  /// bare names of scenarios.
  mutating func enterOtherUses(_ statement: StatementSyntax) {
    switch statement.kind {
    case .rule(let rule):
      if case .things(let subject) = rule.subject { use(subject) }
      if case .requires(let requirement) = rule.effect { useNames(of: requirement) }
    case .grant(let grant): useEntitlement(grant.entitlement)
    case .claim(let claim):
      use(claim.targets)
      useNames(of: claim.requirement)
    case .valueClaim(let claim): useNames(of: claim.requirement)
    case .group(_, let items): useFeatures(items)
    default: break
    }
    for clause in statement.clauses { use(clause.kind) }
  }

  private mutating func use(_ subject: SubjectSyntax) {
    useFeatures(subject.items)
    useFeatures(subject.exceptions)
  }

  private mutating func use(_ clause: ClauseSyntax.Kind) {
    switch clause {
    case .grants(let entitlements):
      for entitlement in entitlements { useEntitlement(entitlement) }
    case .step(let step): useNames(of: step.requirement)
    case .forSale(let sale):
      if let requirement = sale.requirement { useNames(of: requirement) }
    case .given(let givens):
      for given in givens {
        switch given {
        case .bare(let name, _): useEntitlement(name)
        case .product(let product): useProduct(product.product)
        default: break
        }
      }
    case .insteadUse(let items): useFeatures(items)
    case .expect(let expectation):
      use(expectation.targets)
      useFeatures(expectation.instead ?? [])
      for set in expectation.unlockedBy ?? [] {
        for product in set { useProduct(product) }
      }
    default: break
    }
  }

  private mutating func useNames(of requirement: ExpressionSyntax) {
    switch requirement {
    case .name(let name): useEntitlement(name)
    case .not(let inner, _): useNames(of: inner)
    case .all(let parts, _), .any(let parts, _):
      for part in parts { useNames(of: part) }
    default: break
    }
  }
}
