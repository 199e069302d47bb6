import TollgateSyntax

extension LintPass {
  /// A place as people speak of it: `line 12`, or `line 12 of prices.gate` where the policy has
  /// several files.
  func line(_ span: Span) -> String {
    let line = "line \(source.lineOfFile(at: span.start))"
    return source.layout == nil ? line : "\(line) of \(source.file(at: span.start).name)"
  }

  /// An edit that takes a statement away with its clauses, if it has lines of its own.
  func edits(removing span: Span, safety: Diagnostic.Edit.Safety, title: String)
    -> [Diagnostic.Edit]
  {
    guard let statement = syntax.statement(at: span.start), let lines = syntax.lines(of: statement)
    else { return [] }
    return [Diagnostic.Edit(lines, "", safety: safety, title: title)]
  }
}
