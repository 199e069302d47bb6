import TollgateSyntax

extension LintPass {
  /// A place as people speak of it: `line 12`, or `line 12 of prices.gate` where the policy has
  /// several files.
  func line(_ span: Span) -> String {
    let line = "line \(source.line(at: span.start))"
    return source.layout == nil ? line : "\(line) of \(source.file(at: span.start).name)"
  }

  /// The lines of places: `line 3`, `lines 3 and 5`, `lines 3, 4, 5, 6 and 812 more`, file by file
  /// where the policy has several. Each is told once, and of more than `most` in a file the first.
  func lines(_ spans: [Span], most: Int = .max) -> String {
    var files: [Int] = []
    var rows: [Int: [SourceRow]] = [:]
    var known: Set<SourceRow> = []
    for span in spans {
      let (file, row) = (source.fileIndex(at: span.start), source.row(at: span.start))
      guard known.insert(row).inserted else { continue }
      if rows[file] == nil { files.append(file) }
      rows[file, default: []].append(row)
    }
    let parts = files.map { file in
      let own = rows[file] ?? []
      var words = own.prefix(own.count > most ? most - 1 : most).map { row in
        "\(source.line(at: source.span(of: row).start))"
      }
      if own.count > words.count { words.append("\(own.count - words.count) more") }
      let lines = (own.count == 1 ? "line " : "lines ") + LintPass.list(words)
      return source.layout == nil ? lines : "\(lines) of \(source.files[file].name)"
    }
    return LintPass.list(parts)
  }

  /// An edit that takes a statement away with its clauses, if it has lines of its own.
  func edits(removing span: Span, safety: Diagnostic.Edit.Safety, title: String)
    -> [Diagnostic.Edit]
  {
    guard let statement = syntax.statement(at: span.start), let lines = syntax.lines(of: statement)
    else { return [] }
    return [Diagnostic.Edit(lines, "", safety: safety, title: title)]
  }

  /// Offers to take a clause away that has lines of its own.
  func edits(removingClauseAt span: Span, title: String) -> [Diagnostic.Edit] {
    guard let statement = syntax.statement(at: span.start),
      let clause = statement.clauses.first(where: {
        $0.span.start <= span.start && span.end <= $0.span.end
      })
    else { return [] }
    let start = source.lineSpan(at: clause.span.start).start
    let end = source.span(of: source.row(at: clause.span.end).next).start
    guard end > start else { return [] }
    return [Diagnostic.Edit(Span(start, end), "", safety: .unsafe, title: title)]
  }
}
