import TollgateKit
import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// The results as workflow commands of GitHub Actions, which become annotations at the lines
/// they name.
struct WorkflowCommands {
  let report: TestReport

  var text: String {
    report.files.map(commands).joined()
  }

  private func commands(for file: TestedFile) -> String {
    guard let result = file.result else { return errors(in: file) }
    var text = ""
    for report in result.reports {
      for failure in report.failures {
        text += command(
          "error", report.file, failure.line,
          title: "\(report.kind.rawValue): \(report.title)", words(failure, of: report))
      }
    }
    if report.showsCoverage, let coverage = result.coverage { text += missing(coverage) }
    if report.isUncovered(file), let coverage = result.coverage, let minimum = report.minimum {
      text += command(
        "error", file.source.name, 1, title: "coverage",
        "\(coverage.percentage) % is covered, less than \(minimum.text) %")
    }
    return text
  }

  private func errors(in file: TestedFile) -> String {
    var text = ""
    for error in file.diagnostics where error.level == .error {
      let line = file.source.line(at: error.span.start)
      let name = file.source.file(at: error.span.start).name
      let message = ([error.headline] + error.help).joined(separator: "\n")
      text += command("error", name, line, title: error.code, message)
    }
    return text
  }

  private func words(_ failure: CheckFailure, of report: CheckReport) -> String {
    var lines: [String] = []
    for one in failure.cases {
      lines.append("\(one.targets.joined(separator: ", ")): expected \(one.expected)")
      lines.append("it is \(one.actual)")
      if let rule = one.decidedBy {
        lines.append("decided by \(report.line(of: rule)): \(rule.rule)")
      }
    }
    lines += failure.notes
    if !failure.toPass.isEmpty { lines += ["to pass:"] + failure.toPass }
    return lines.joined(separator: "\n")
  }

  private func missing(_ coverage: Coverage) -> String {
    var text = ""
    for (index, rule) in coverage.graph.parts.rules.enumerated() {
      let missing = coverage.missing(Int32(index)).goals
      guard !missing.isEmpty else { continue }
      let words = missing.map { coverage.graph.words(for: $0, of: Int32(index)) }
      let (file, line) = coverage.graph.parts.place(ofRow: rule.place.row)
      text += command(
        "warning", file, line, title: "not covered",
        "no scenario shows: \(words.joined(separator: ", "))")
    }
    return text
  }

  private func command(
    _ level: String, _ file: String, _ line: Int, title: String, _ message: String
  ) -> String {
    WorkflowCommand(
      name: level,
      properties: [("file", file), ("line", "\(line)"), ("title", title)],
      message: message
    ).text
  }
}
