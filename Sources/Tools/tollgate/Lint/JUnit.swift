import TollgateSyntax

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
