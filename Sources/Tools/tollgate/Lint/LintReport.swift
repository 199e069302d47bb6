import TollgateAnalysis
import TollgateSyntax
import TollgateWords

/// The findings of `lint`, file by file.
struct LintReport {
  private let format: LintFormat
  private let failLevel: Lint.FailLevel
  private var files: [LintedFile] = []
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

  private var json: String {
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
