import TollgateRuntime
import TollgateSyntax

/// Checks that each clause belongs to the statement above it.
struct ClausePlaces {
  let draft: Draft

  /// Reports a clause that does not belong to its statement, or is written too often.
  func check(_ statement: StatementSyntax) {
    guard !statement.clauses.isEmpty, let home = StatementName(statement.kind) else { return }
    var first: [ClauseName: Span] = [:]
    for clause in statement.clauses {
      guard let name = ClauseName(clause.kind) else { continue }
      guard name.home.contains(home) else {
        report(name, under: home, at: clause.span)
        continue
      }
      if name == .step, !takesSteps(statement) {
        draft.report(.clause(.stepWithoutLadder(home)), at: clause.span)
        continue
      }
      if name == .benefit, declaresSeveral(statement) {
        draft.report(.clause(.benefitOfSeveral), at: clause.span)
      }
      if !name.repeats, let earlier = first[name] {
        draft.report(.clause(.twice(name, earlier)), at: clause.span)
      }
      if first[name] == nil { first[name] = clause.span }
    }
    if let sale = first[.forSale], let noSale = first[.notForSale] {
      let isFirst = sale.start < noSale.start
      draft.report(
        .clause(.saleAgainstNoSale(isFirst ? sale : noSale)), at: isFirst ? noSale : sale)
    }
  }

  private func report(_ name: ClauseName, under home: StatementName, at span: Span) {
    draft.report(
      .clause(name == .step ? .stepWithoutLadder(home) : .misplaced(name, under: home)), at: span)
  }

  private func takesSteps(_ statement: StatementSyntax) -> Bool {
    guard case .rule(let rule) = statement.kind else { return true }
    if case .ladder = rule.effect { return true }
    return false
  }

  private func declaresSeveral(_ statement: StatementSyntax) -> Bool {
    switch statement.kind {
    case .entitlements(let list): list.count > 1
    case .features(let list): list.count > 1
    default: false
    }
  }
}
