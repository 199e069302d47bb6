import TollgateKit
import TollgateAnalysis
import TollgateCompiler
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
        for (index, rule) in graph.parts.rules.enumerated() {
          let index = Int32(index)
          func words(_ marks: CoverageMarks) -> [String] {
            marks.goals.map { graph.words(for: $0, of: index) }
          }
          writer.object { writer in
            let (file, line) = graph.parts.place(ofRow: rule.place.row)
            writer.member("file", file)
            writer.member("line", line)
            writer.member("rule", rule.place.text)
            writer.member("covered", words(coverage.shown[Int(index)]))
            writer.member("missing", words(coverage.missing(index)))
          }
        }
      }
    }
  }
}
