package import TollgateAnalysis
import TollgateRuntime
package import TollgateSyntax

/// A failing scenario in words, for people who read test output.
package enum ScenarioWords {
  package static func describe(
    _ failure: ScenarioReport.Failure, in source: Source
  ) -> String {
    let line = source.line(at: failure.span.start)
    let differences = failure.differences
      .map { "expected `\($0.expected)`, is `\($0.actual)`" }
      .joined(separator: "; ")
    return "line \(line): \(failure.decision.target): \(differences)"
  }
}
