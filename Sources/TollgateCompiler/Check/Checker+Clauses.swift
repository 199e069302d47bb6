import TollgateSyntax

extension Checker {
  /// Each clause stands where it belongs, and once where it may stand once.
  mutating func checkClausePlaces(_ statement: StatementSyntax) {
    guard !statement.clauses.isEmpty, let home = StatementName(statement.kind) else { return }
    var first: [ClauseName: Span] = [:]
    for clause in statement.clauses {
      guard let name = ClauseName(clause.kind) else { continue }
      guard name.home.contains(home) else {
        report(.clause(.misplaced(name, under: home)), at: clause.span)
        continue
      }
      if name == .benefit, declaresSeveral(statement) {
        report(.clause(.benefitOfSeveral), at: clause.span)
      }
      if !name.repeats, let earlier = first[name] {
        report(.clause(.twice(name, earlier)), at: clause.span)
      }
      if first[name] == nil { first[name] = clause.span }
    }
  }

  private func declaresSeveral(_ statement: StatementSyntax) -> Bool {
    switch statement.kind {
    case .entitlements(let list): list.count > 1
    case .features(let list): list.count > 1
    default: false
    }
  }

  /// The clauses below a line that could not be read: what they belong to is not known, but
  /// mistakes of their own are mistakes all the same.
  mutating func checkClausesOfUnread(_ statement: StatementSyntax) {
    var product = CheckedProduct(
      name: CheckedName(text: "", span: statement.span, isDeclared: false), span: statement.span)
    for clause in statement.clauses { read(clause, into: &product) }
    var rule = CheckedRule(
      subject: .targets(TargetSet()), subjectSpan: statement.span, effect: .off(statement.span),
      line: 0, text: "", span: statement.span)
    checkClauses(of: statement, nil, into: &rule)
    checkScenarioClauses(of: statement)
  }
}
