import TollgateRuntime
import TollgateSyntax

/// Enters what is declared, and reads what the declarations say about it.
struct DeclarationChecker {
  let draft: Draft

  /// Reads the rest of the declarations, when all names are known.
  func checkDeclarations() {
    checkHeader()
    checkIncludes()
    checkFacts()
    for statement in draft.pages.statements([.products, .entitlements, .rollouts, .withClauses]) {
      switch statement.kind {
      case .product(let product): checkProduct(product, of: statement)
      case .entitlements(let list):
        checkBenefits(of: list.map { $0.declaration }, .entitlement, statement)
      case .meters(let meters): checkClauses(of: meters, statement)
      case .features(let list): checkBenefits(of: list, .feature, statement)
      case .rollout(let rollout, let share):
        guard let share = draft.percentage(share, most: 10_000) else { continue }
        guard let index = draft.own(rollout.name, .rollout) else { continue }
        draft.policy.rollouts[index].share = Int32(share)
      default: break
      }
    }
    checkGroups()
  }

  private func checkHeader() {
    var first: [StatementName: Span] = [:]
    for statement in draft.pages.statements(.header) {
      guard let name = StatementName(statement.kind) else { continue }
      if draft.source.fileIndex(at: statement.span.start) > 0 {
        draft.report(.use(.header(name)), at: statement.span)
        continue
      }
      switch statement.kind {
      case .policy(let name, let label):
        let label = draft.label(label)
        if first[.policy] == nil {
          draft.policy.name = name.text
          draft.policy.nameSpan = name.span
          draft.policy.label = label
        }
      case .trust(let length):
        let duration = draft.duration(length)
        if first[.trust] == nil { draft.policy.trust = duration }
      case .snooze(let length):
        let duration = draft.duration(length, orZero: true)
        if first[.snooze] == nil { draft.policy.promptSnooze = duration }
      default: continue
      }
      if let span = first[name] {
        draft.report(.clause(.statementTwice(name, span)), at: statement.span)
      } else {
        first[name] = statement.span
      }
    }
  }

  private func checkBenefits(
    of list: [DeclarationSyntax], _ kind: NameKind, _ statement: StatementSyntax
  ) {
    guard list.count == 1 else { return }
    let benefits = statement.clauses.compactMap { clause -> CheckedLabel? in
      guard case .benefit(let label) = clause.kind else { return nil }
      return draft.label(label)
    }
    guard let index = draft.own(list[0].name, kind) else { return }
    if kind == .feature {
      draft.policy.features[index].benefits = benefits
    } else {
      draft.policy.entitlements[index].benefits = benefits
    }
  }
}
