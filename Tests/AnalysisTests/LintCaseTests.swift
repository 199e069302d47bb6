import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// The cases of `LintCase`, against the linter and against brute force.
@Suite struct LintCaseTests {
  @Test(arguments: LintCase.all) func theLinterFinds(example: LintCase) throws {
    let source = Source(name: "policy.gate", text: example.text)
    #expect(PolicyChecks.failures(of: source) == [])
    let comparison = try comparison(example)
    #expect(comparison.linterTerms == example.expected.sorted(), "\(example.text)")
    #expect(comparison.mistakesInExamples == [], "\(example.text)")
  }

  @Test(arguments: LintCase.all) func bruteForceFinds(example: LintCase) throws {
    let comparison = try comparison(example)
    #expect(comparison.oracleTerms == example.expected.sorted(), "\(example.text)")
  }

  private func comparison(_ example: LintCase) throws -> OracleComparison {
    let parsed = PolicySyntax.parse(Source(name: "policy.gate", text: example.text))
    let compiled = Compiler.compile(parsed)
    let policy = try #require(compiled.policy, "\(compiled.diagnostics)")
    let graph = try #require(compiled.graph)
    let oracle = try #require(Oracle(policy, graph, most: 200_000))
    return OracleComparison(parsed.syntax, policy, graph, oracle)
  }

  @Test func everyCodeHasTwoThatTriggerItAndANearMiss() {
    for code in OracleComparison.codes {
      let number = code.dropFirst(2)
      let triggers = LintCase.all.filter { $0.expected.contains { $0.hasPrefix(code) } }
      let misses = LintCase.all.filter { example in
        example.description.hasPrefix(number) && !example.expected.contains { $0.hasPrefix(code) }
      }
      #expect(triggers.count >= 2 && misses.count >= 2, "\(code)")
    }
  }
}
