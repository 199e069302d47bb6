package import TollgateSyntax

/// The clauses that a statement may have, by their first words.
package enum ClausesOfStatement {
  /// Those that may still be written: `price`, `sold as`. A clause that may be there only once is
  /// left out where it is there.
  package static func missing(in statement: StatementSyntax) -> [String] {
    guard let home = StatementName(statement.kind) else { return [] }
    var present: Set<ClauseName> = []
    for clause in statement.clauses {
      if let name = ClauseName(clause.kind) { present.insert(name) }
    }
    var words: [String] = []
    for name in ClauseName.allCases where name.home.contains(home) && name != .step {
      guard name.repeats || !present.contains(name) else { continue }
      words.append(name.words)
    }
    return words
  }
}
