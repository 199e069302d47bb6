import TollgateSyntax

/// Workflow commands, one a line, that GitHub shows beside the lines of a change.
enum GitHubAnnotations {
  static func text(_ files: [LintedFile]) -> String {
    files.flatMap { file in file.findings.map { line($0, in: file.source) } }.joined()
  }

  private static func line(_ finding: Diagnostic, in source: Source) -> String {
    let (file, span) = source.place(of: finding.span)
    let start = file.position(at: span.start)
    let end = file.position(at: span.end)
    var properties = [("file", file.name), ("line", "\(start.line)")]
    // Columns mean something only within one line.
    if start.line == end.line {
      properties += [("col", "\(start.column)"), ("endColumn", "\(end.column)")]
    } else {
      properties.append(("endLine", "\(end.line)"))
    }
    properties.append(("title", finding.code))
    return WorkflowCommand(
      name: command(finding.level), properties: properties, message: words(finding)
    ).text
  }

  private static func command(_ level: Diagnostic.Level) -> String {
    switch level {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  private static func words(_ finding: Diagnostic) -> String {
    let example = finding.example.map { ["example: \($0.words)"] } ?? []
    let help = (finding.help + finding.edits.map { $0.title }).map { "help: \($0)" }
    return ([finding.headline] + example + help).joined(separator: "\n")
  }
}
