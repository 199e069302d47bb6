import TestSupport
import Testing
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// The day of every lint in these tests: 2026-06-01.
let today = Instant(milliseconds: 1_780_272_000_000)

/// What the linter finds in a text, after every check that any text goes through.
func lint(_ text: String, isStrict: Bool = false) -> [Diagnostic] {
  result(of: text, isStrict: isStrict).findings
}

/// The same with what comments allow.
func result(of text: String, isStrict: Bool = false) -> LintResult {
  let source = Source(name: "policy.gate", text: text)
  #expect(PolicyChecks.failures(of: source) == [])
  return Linter.lint(source, LintOptions(today: today, isStrict: isStrict))
}

/// The codes of the findings, each with the text it points at: `TG0103 beta-tester`.
func found(_ text: String) -> [String] {
  let source = Source(name: "policy.gate", text: text)
  return lint(text).map { $0.code + " " + source.text($0.span) }
}
