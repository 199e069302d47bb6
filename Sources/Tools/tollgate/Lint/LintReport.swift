import ArgumentParser
import TollgateAnalysis
import TollgateSyntax
import TollgateWords

/// The findings of `lint`, file by file.
struct LintReport {
  private let format: LintFormat
  private let failLevel: Lint.FailLevel
  var files: [LintedFile] = []
  private var hasShown = false

  init(format: LintFormat, failingOn failLevel: Lint.FailLevel) {
    self.format = format
    self.failLevel = failLevel
  }

  /// Adds the findings of a file. The text format writes them at once.
  mutating func add(_ file: LintedFile, to output: Output) throws(Failure) {
    files.append(file)
    guard format == .text, !file.findings.isEmpty else { return }
    if hasShown { try output.write("\n") }
    hasShown = true
    try output.show(file.findings, of: file.source)
  }

  /// Writes what has to wait for the end. `failures` is what could not be read.
  func finish(_ failures: [Failure], on output: Output) throws(Failure) {
    switch format {
    case .text: break
    case .json: try output.line(json)
    case .sarif: try output.line(SARIF.text(files, failures))
    case .github: try output.write(GitHubAnnotations.text(files))
    case .junit: try output.write(JUnit.text(files, failures, failingOn: failLevel))
    }
  }

  /// For programs: our own shape.
  var json: String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("schema", 1)
      writer.array("diagnostics", files) { file, writer in
        let renderer = DiagnosticJSON(source: file.source)
        for finding in file.findings { renderer.write(finding, into: &writer) }
      }
      writer.array("suppressed", files) { file, writer in
        LintReport.writeSuppressed(of: file, into: &writer)
      }
    }
    return writer.text
  }

  private static func writeSuppressed(of file: LintedFile, into writer: inout JSONWriter) {
    let renderer = DiagnosticJSON(source: file.source)
    let allowed = file.allowed.map { ($0.finding, "comment", $0.reason as String?) }
    let baselined = file.baselined.map { ($0, "baseline", nil as String?) }
    for (finding, cause, reason) in allowed + baselined {
      writer.object { writer in
        writer.member("by", cause)
        writer.member("reason", reason)
        writer.key("diagnostic")
        renderer.write(finding, into: &writer)
      }
    }
  }

  /// Whether there is a finding at the level that makes the command fail.
  var fails: Bool {
    files.contains { $0.findings.contains { failLevel.includes($0.level) } }
  }

  /// One line: `2 errors, 1 warning in 3 files (1 allowed)`.
  var summary: String {
    let findings = files.flatMap { $0.findings }
    let found = Diagnostic.Level.allCases.compactMap { level in
      LintReport.count(findings.count { $0.level == level }, level.rawValue)
    }
    let aside = [
      LintReport.count(findings.count { $0.isUndecided }, "of them undecided", plural: ""),
      LintReport.count(files.reduce(0) { $0 + $1.allowed.count }, "allowed", plural: ""),
      LintReport.count(files.reduce(0) { $0 + $1.baselined.count }, "in the baseline", plural: ""),
    ].compactMap { $0 }
    let list = found.isEmpty ? "no findings" : found.joined(separator: ", ")
    let all = Set(files.flatMap { $0.source.files.map { FilePath($0.name) } }).count
    let place = LintReport.count(all, "file") ?? "0 files"
    return "\(list) in \(place)" + (aside.isEmpty ? "" : " (\(aside.joined(separator: ", ")))")
  }

  /// The summary, with how much of what was asked for is not in it.
  func summary(_ failures: [Failure]) -> String {
    failures.isEmpty ? summary : summary + "; \(failures.count) could not be checked"
  }

  private static func count(_ count: Int, _ word: String, plural: String = "s") -> String? {
    count == 0 ? nil : "\(AmountText.grouped(Int64(count))) \(word)\(count == 1 ? "" : plural)"
  }
}

/// How `lint` writes what it found.
enum LintFormat: String, ExpressibleByArgument, CaseIterable {
  /// For people.
  case text
  /// For programs: our own shape.
  case json
  /// SARIF 2.1.0, which code hosts and editors read.
  case sarif
  /// The commands that GitHub shows as annotations.
  case github
  /// The test report that build servers read.
  case junit
}

/// A policy, with all its files, and what was found in it.
struct LintedFile {
  var source: Source
  /// The findings to report, in the order of the text.
  var findings: [Diagnostic]
  /// The findings that comments allow.
  var allowed: [LintResult.Allowed]
  /// The findings that the baseline records.
  var baselined: [Diagnostic] = []

  /// The name of the file of a finding.
  func name(of finding: Diagnostic) -> String { source.file(at: finding.span.start).name }

  /// The findings to report, file by file.
  var parts: [(name: String, findings: [Diagnostic])] {
    source.files.indices.map { index in
      (source.files[index].name, findings.filter { source.fileIndex(at: $0.span.start) == index })
    }
  }

  /// The text of the line of a finding, white space evened out: it stays the same when the line
  /// moves.
  func line(of finding: Diagnostic) -> String {
    let line = source.text(source.lineSpan(at: finding.span.start))
    return line.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
  }
}

/// A test report as build servers read it: a suite for each file, a case for each finding. A file
/// without findings is one case that passes; so is a finding below the level that fails.
enum JUnit {
  static func text(
    _ files: [LintedFile], _ failures: [Failure], failingOn level: Lint.FailLevel
  ) -> String {
    let failed = files.reduce(0) { $0 + failing($1.findings, level) }
    let tests = files.reduce(failures.count) { sum, file in
      file.parts.reduce(sum) { $0 + max($1.findings.count, 1) }
    }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"tollgate lint\" tests=\"\(tests)\" failures=\"\(failed)\" "
    text += "errors=\"\(failures.count)\">\n"
    for file in files {
      for part in file.parts { text += suite(part, of: file, level) }
    }
    if !failures.isEmpty { text += suite(failures) }
    return text + "</testsuites>\n"
  }

  private static func failing(_ findings: [Diagnostic], _ level: Lint.FailLevel) -> Int {
    findings.count { level.includes($0.level) }
  }

  private static func suite(
    _ part: (name: String, findings: [Diagnostic]), of file: LintedFile, _ level: Lint.FailLevel
  ) -> String {
    let name = Escape.xmlAttribute(part.name)
    var text = "  <testsuite name=\"\(name)\" tests=\"\(max(part.findings.count, 1))\" "
    text += "failures=\"\(failing(part.findings, level))\" errors=\"0\">\n"
    if part.findings.isEmpty { text += "    <testcase classname=\"\(name)\" name=\"lint\"/>\n" }
    for finding in part.findings { text += testCase(finding, in: file, level) }
    return text + "  </testsuite>\n"
  }

  private static func testCase(
    _ finding: Diagnostic, in file: LintedFile, _ level: Lint.FailLevel
  ) -> String {
    let line = file.source.line(at: finding.span.start)
    let name = Escape.xmlAttribute("\(finding.code), line \(line): \(finding.headline)")
    let renderer = TextRenderer(source: file.source, color: false, narrated: true)
    let details = Escape.xml(renderer.render(finding))
    let message = Escape.xmlAttribute(finding.headline)
    let body =
      level.includes(finding.level)
      ? "<failure message=\"\(message)\" type=\"\(finding.code)\">\(details)</failure>"
      : "<system-out>\(details)</system-out>"
    return """
          <testcase classname="\(Escape.xmlAttribute(file.name(of: finding)))" name="\(name)">
            \(body)
          </testcase>

      """
  }

  /// The files that could not be read.
  private static func suite(_ failures: [Failure]) -> String {
    var text = "  <testsuite name=\"files that cannot be read\" tests=\"\(failures.count)\" "
    text += "failures=\"0\" errors=\"\(failures.count)\">\n"
    for (index, failure) in failures.enumerated() {
      text += "    <testcase classname=\"lint\" name=\"file \(index + 1)\">\n"
      let message = Escape.xmlAttribute(failure.message)
      text += "      <error message=\"\(message)\"/>\n    </testcase>\n"
    }
    return text + "  </testsuite>\n"
  }
}

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

/// A workflow command of GitHub Actions, which becomes an annotation at the line it names:
/// `::error file=…,line=…,title=…::message`
struct WorkflowCommand {
  /// `error`, `warning` or `notice`.
  var name: String
  var properties: [(key: String, value: String)]
  var message: String

  /// The line, with its end.
  var text: String {
    let list = properties.map { "\($0.key)=\(Escape.workflow($0.value, inProperty: true))" }
    let message = Escape.workflow(message, inProperty: false)
    return "::\(name) \(list.joined(separator: ","))::\(message)\n"
  }
}
