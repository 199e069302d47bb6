package import TollgateSyntax

/// The clauses that a statement may have, by their first words.
package enum ClausesOfStatement {
  /// Those that may still be written: `price`, `sold as`. A clause that may be there only once is
  /// left out where it is there.
  package static func missing(in statement: StatementSyntax) -> [String] {
    guard let home = StatementName(statement.kind) else { return [] }
    let present = Set(statement.clauses.compactMap { ClauseName($0.kind) })
    return ClauseName.allCases.filter { name in
      name.home.contains(home) && name != .step && (name.repeats || !present.contains(name))
    }.map { $0.words }
  }
}
