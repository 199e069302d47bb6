import TollgateSyntax

/// Workflow commands, one a line, that GitHub shows beside the lines of a change.
enum GitHubAnnotations {
  static func text(_ files: [LintedFile]) -> String {
    files.flatMap { file in file.findings.map { line($0, in: file.source) } }.joined()
  }

  private static func line(_ finding: Diagnostic, in source: Source) -> String {
    let start = source.position(at: finding.span.start)
    let end = source.position(at: finding.span.end)
    var members = ["file=\(property(source.name))", "line=\(start.line)"]
    // Columns mean something only within one line.
    if start.line == end.line {
      members += ["col=\(start.column)", "endColumn=\(end.column)"]
    } else {
      members.append("endLine=\(end.line)")
    }
    members.append("title=\(finding.code)")
    return
      "::\(command(finding.level)) \(members.joined(separator: ","))::\(data(words(finding)))\n"
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

  /// A message: `%` and line breaks would end it or be read as escapes.
  private static func data(_ text: String) -> String {
    escaped(text) { $0 == "%" || $0 == "\r" || $0 == "\n" }
  }

  /// A property: what parts properties is escaped too.
  private static func property(_ text: String) -> String {
    escaped(text) { $0 == "%" || $0 == "\r" || $0 == "\n" || $0 == ":" || $0 == "," }
  }

  private static func escaped(_ text: String, _ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      guard isEscaped(scalar) else {
        escaped.unicodeScalars.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      escaped += "%" + (digits.count < 2 ? "0" : "") + digits
    }
    return escaped
  }
}
