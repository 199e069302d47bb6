import TollgateKit
import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

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
