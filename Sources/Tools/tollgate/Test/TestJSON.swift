import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateRuntime
import TollgateSyntax

/// The results for programs; the help of the command names every member.
struct TestJSON {
  let report: TestReport

  var text: String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("schema", 1)
      writer.array("files", report.files) { file, writer in write(file, &writer) }
      writer.object("summary") { writer in
        writer.member("files", report.files.count)
        writer.member("scenarios", report.checked(.scenario))
        writer.member("failedScenarios", report.failed(.scenario))
        writer.member("claims", report.checked(.claim))
        writer.member("failedClaims", report.failed(.claim))
        writer.member("asks", report.asks)
        writer.member("failedAsks", report.failedAsks)
      }
    }
    return writer.text
  }

  private func write(_ file: TestedFile, _ writer: inout JSONWriter) {
    let result = file.result
    writer.object { writer in
      writer.member("file", file.source.name)
      writer.member("policy", result?.policy.name)
      writer.member("fingerprint", result?.policy.fingerprint)
      let renderer = DiagnosticJSON(source: file.source)
      writer.array("diagnostics", file.diagnostics) { diagnostic, writer in
        renderer.write(diagnostic, into: &writer)
      }
      for kind in [CheckReport.Kind.scenario, .claim] {
        let reports = (result?.reports ?? []).filter { $0.kind == kind }
        writer.array("\(kind.rawValue)s", reports) { report, writer in
          write(report, result?.policy, &writer)
        }
      }
      writer.member("coverage", result?.coverage) { coverage, writer in write(coverage, &writer) }
    }
  }

  private func write(_ report: CheckReport, _ policy: Policy?, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("title", report.title)
      writer.member("file", report.file)
      writer.member("line", report.line)
      writer.member("asks", report.asks)
      writer.member("passed", report.failures.isEmpty)
      writer.array("failures", report.failures) { failure, writer in
        for one in failure.cases { write(one, of: failure, policy, &writer) }
        if failure.cases.isEmpty { writeUndecided(failure, &writer) }
      }
    }
  }

  private func writeUndecided(_ failure: CheckFailure, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("line", failure.line)
      writer.member("targets", [String]())
      writer.member("expected", nil as String?)
      writer.member("actual", failure.notes.joined(separator: "; "))
      writer.member("toPass", [String]())
      for key in ["decidedBy", "decision"] { writer.member(key, nil as String?) }
    }
  }

  private func write(
    _ one: CheckFailure.Case, of failure: CheckFailure, _ policy: Policy?,
    _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("line", failure.line)
      writer.member("targets", one.targets)
      writer.member("expected", one.expected)
      writer.member("actual", one.actual)
      writer.member("toPass", failure.toPass)
      writer.member("decidedBy", one.decidedBy) { rule, writer in
        writer.object { writer in
          writer.member("file", rule.file)
          writer.member("line", rule.line)
          writer.member("rule", rule.rule)
        }
      }
      writer.member("decision", policy) { policy, writer in
        one.decision.write(to: &writer, policy: policy)
      }
    }
  }

  private func write(_ coverage: Coverage, _ writer: inout JSONWriter) {
    let graph = coverage.graph
    writer.object { writer in
      writer.member("covered", coverage.covered)
      writer.member("total", coverage.total)
      writer.member("percentage", coverage.percentage)
      writer.key("rules")
      writer.array { writer in
        for (index, place) in coverage.places.enumerated() {
          let index = Int32(index)
          func words(_ marks: CoverageMarks) -> [String] {
            marks.goals.map { graph.words(for: $0, of: index) }
          }
          writer.object { writer in
            let (file, line) = graph.parts.place(ofRow: place.row)
            writer.member("file", file)
            writer.member("line", line)
            writer.member("rule", place.text)
            writer.member("covered", words(coverage.shown[Int(index)]))
            writer.member("missing", words(coverage.missing(index)))
          }
        }
      }
    }
  }
}

/// The results as JUnit XML, which most build servers read: a suite for each file, a case for
/// each scenario and claim, and one for the coverage if a minimum was asked for.
struct TestXML {
  let report: TestReport

  private struct Case {
    var name: String
    var file: String
    var line: Int
    var problem: (element: String, type: String, message: String, text: String)?
  }

  var text: String {
    let suites = report.files.map { ($0.source.name, cases(of: $0)) }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tollgate test\""
    text += counts(suites.flatMap { $0.1 }) + ">\n"
    for (file, cases) in suites {
      text += "  <testsuite" + attribute("name", file) + counts(cases) + ">\n"
      for one in cases { text += element(one) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private func cases(of file: TestedFile) -> [Case] {
    guard let result = file.result else { return [broken(file)] }
    var cases = result.reports.map { report in
      var one = Case(name: report.title, file: report.file, line: report.line)
      if let first = report.failures.first {
        one.problem = (
          "failure", report.kind.rawValue, message(first),
          report.failures.map(words).joined(separator: "\n")
        )
      }
      return one
    }
    if let minimum = report.minimum, let coverage = result.coverage {
      var one = Case(name: "\(minimum.text) % covered", file: file.source.name, line: 1)
      if report.isUncovered(file) {
        one.problem = ("failure", "coverage", "\(coverage.percentage) % is covered", "")
      }
      cases.append(one)
    }
    return cases
  }

  private func broken(_ file: TestedFile) -> Case {
    let errors = file.diagnostics.filter { $0.level == .error }
    let renderer = TextRenderer(source: file.source, color: false, narrated: true)
    let place = errors.first?.span.start ?? 0
    var one = Case(
      name: "it compiles", file: file.source.file(at: place).name,
      line: file.source.line(at: place))
    one.problem = (
      "error", errors.first?.code ?? "error", errors.first?.headline ?? "it does not compile",
      renderer.render(errors)
    )
    return one
  }

  private func message(_ failure: CheckFailure) -> String {
    guard let first = failure.cases.first else {
      return (["line \(failure.line)"] + failure.notes.prefix(1)).joined(separator: ": ")
    }
    return "line \(failure.line): expected \(first.expected), it is \(first.actual)"
  }

  private func words(_ failure: CheckFailure) -> String {
    var lines = ["line \(failure.line): \(failure.text)"]
    for one in failure.cases {
      lines += [
        "\(one.targets.joined(separator: ", ")): expected \(one.expected), it is \(one.actual)",
        one.decision.explanation(),
      ]
    }
    lines += failure.notes
    if !failure.toPass.isEmpty {
      lines.append("to pass: " + failure.toPass.joined(separator: "\n         "))
    }
    return lines.joined(separator: "\n")
  }

  // MARK: XML

  private func counts(_ cases: [Case]) -> String {
    func count(_ element: String) -> String {
      "\(cases.filter { $0.problem?.element == element }.count)"
    }
    return attribute("tests", "\(cases.count)") + attribute("failures", count("failure"))
      + attribute("errors", count("error"))
  }

  private func element(_ one: Case) -> String {
    let head =
      "    <testcase" + attribute("name", one.name) + attribute("classname", one.file)
      + attribute("file", one.file) + attribute("line", "\(one.line)")
    guard let problem = one.problem else { return head + "/>\n" }
    return head + ">\n      <\(problem.element)" + attribute("message", problem.message)
      + attribute("type", problem.type) + ">" + Escape.xml(problem.text)
      + "</\(problem.element)>\n    </testcase>\n"
  }

  private func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(Escape.xmlAttribute(value))\""
  }
}
