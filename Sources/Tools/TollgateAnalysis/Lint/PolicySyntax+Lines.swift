package import TollgateSyntax

extension PolicySyntax {
  /// The statement that holds a place, its clauses included.
  package func statement(at offset: Int) -> StatementSyntax? {
    let low = statements.partitioningIndex { $0.span.start > offset }
    return low > 0 ? statements[low - 1] : nil
  }

  /// The lines of a statement with its clauses, and the comments and empty lines between them:
  /// what is taken away to take the statement away. Nothing, if it shares a line.
  func lines(of statement: StatementSyntax) -> Span? {
    let first = source.row(at: statement.span.start)
    let last = source.row(at: statement.end)
    let span = Span(source.span(of: first).start, source.span(of: last.next).start)
    return span.end > span.start ? span : nil
  }
}

extension StatementSyntax {
  /// Where it ends with its clauses.
  var end: Int { clauses.last?.span.end ?? span.end }
}
