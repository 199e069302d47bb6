import TollgateSyntax

/// What `lint` found, file by file.
struct LintReport {
  private let format: OutputFormat
  private var json = JSONWriter(pretty: true)
  private var found: [(source: Source, diagnostics: [Diagnostic])] = []
  private var files = 0
  private var counts: [Diagnostic.Level: Int] = [:]

  init(format: OutputFormat) {
    self.format = format
  }

  /// Takes in the findings of a file; text is written at once.
  mutating func add(
    _ diagnostics: [Diagnostic], in source: Source, to output: Output
  ) throws(Failure) {
    files += 1
    guard !diagnostics.isEmpty else { return }
    for diagnostic in diagnostics { counts[diagnostic.level, default: 0] += 1 }
    if format == .text {
      if !found.isEmpty { try output.write("\n") }
      try output.write(Style.output.renderer(for: source).render(diagnostics))
    }
    found.append((source, format == .json ? diagnostics : []))
  }

  /// Writes what has to wait for the end.
  mutating func finish(on output: Output) throws(Failure) {
    guard format == .json else { return }
    json.object { writer in
      writer.member("schema", 1)
      writer.key("diagnostics")
      writer.array { writer in
        for (source, diagnostics) in found {
          let renderer = DiagnosticJSON(source: source)
          for diagnostic in diagnostics { renderer.write(diagnostic, into: &writer) }
        }
      }
    }
    try output.line(json.text)
  }

  /// Whether there is a finding of a level, or of a more serious one.
  func fails(on level: Lint.FailLevel) -> Bool {
    switch level {
    case .error: counts[.error] != nil
    case .warning: counts[.error] != nil || counts[.warning] != nil
    case .never: false
    }
  }

  /// One line: `2 errors and 1 warning in 3 files`.
  var summary: String {
    let found = Diagnostic.Level.allCases.compactMap { level in
      counts[level].map { LintReport.count($0, level.rawValue) }
    }
    let list = found.isEmpty ? "no findings" : found.joined(separator: ", ")
    return "\(list) in \(LintReport.count(files, "file"))"
  }

  private static func count(_ count: Int, _ word: String) -> String {
    "\(count) \(word)\(count == 1 ? "" : "s")"
  }
}
