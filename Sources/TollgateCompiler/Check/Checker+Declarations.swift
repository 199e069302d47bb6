import TollgateRuntime
import TollgateSyntax

extension Checker {
  /// What the declarations say about the things they declare.
  mutating func checkDeclarations() {
    checkHeader()
    checkIncludes()
    checkFacts()
    for statement in pages.statements([.products, .entitlements, .rollouts, .withClauses]) {
      switch statement.kind {
      case .product(let product): checkProduct(product, of: statement)
      case .entitlements(let list): checkBenefits(of: list.map { $0.declaration }, statement)
      case .features(let list): checkBenefits(ofFeatures: list, statement)
      case .rollout(let rollout, let share):
        guard let share = percentage(share, most: 10_000) else { continue }
        guard let index = own(rollout.name, .rollout) else { continue }
        policy.rollouts[index].share = Int32(share)
      default: break
      }
    }
    checkGroups()
  }

  private mutating func checkHeader() {
    var first: [StatementName: Span] = [:]
    for statement in pages.statements(.header) {
      guard let name = StatementName(statement.kind) else { continue }
      switch statement.kind {
      case .policy(let name, let label):
        let label = self.label(label)
        if first[.policy] == nil {
          policy.name = name.text
          policy.nameSpan = name.span
          policy.label = label
        }
      case .trust(let length):
        let duration = duration(length)
        if first[.trust] == nil { policy.trust = duration }
      case .snooze(let length):
        let duration = duration(length, orZero: true)
        if first[.snooze] == nil { policy.promptSnooze = duration }
      default: continue
      }
      if let span = first[name] {
        report(.clause(.statementTwice(name, span)), at: statement.span)
      } else {
        first[name] = statement.span
      }
    }
  }

  private mutating func checkBenefits(of list: [DeclarationSyntax], _ statement: StatementSyntax) {
    guard list.count == 1 else { return }
    let benefits = benefits(of: statement)
    guard let index = own(list[0].name, .entitlement) else { return }
    policy.entitlements[index].benefits = benefits
  }

  private mutating func checkBenefits(
    ofFeatures list: [DeclarationSyntax], _ statement: StatementSyntax
  ) {
    guard list.count == 1 else { return }
    let benefits = benefits(of: statement)
    guard let index = own(list[0].name, .feature) else { return }
    policy.features[index].benefits = benefits
  }

  private mutating func benefits(of statement: StatementSyntax) -> [CheckedLabel] {
    var benefits: [CheckedLabel] = []
    for clause in statement.clauses {
      guard case .benefit(let label) = clause.kind, let checked = self.label(label) else {
        continue
      }
      benefits.append(checked)
    }
    return benefits
  }
}
