import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// The conduct of the linter, whatever its rules.
@Suite struct LinterTests {
  @Test func findingsStandInTheOrderOfTheText() {
    let found = found("tiers free < pro\nmeters b, a\nfeature x \"X\"\nfeature y \"Y\" zh \"Y\"\n")
    #expect(
      found == [
        "TG0103 pro", "TG0103 b", "TG0103 a", "TG0211 x", "TG0601 \"X\"", "TG0211 y",
      ])
  }

  /// A rule that is over has no soft period to speak of.
  @Test func oneCauseHasOneFinding() {
    let text = "x requires pro\nx requires max until 2026-01-01\n  soft until 2026-02-01\n"
    #expect(found(text) == ["TG0502 2026-01-01"])
    #expect(
      Linter.lint(Source(name: "policy.gate", text: text)).findings.map { $0.code } == ["TG0503"])
  }

  @Test func withoutADayNothingIsOver() {
    let text = "x requires pro until 2000-01-01\n"
    #expect(Linter.lint(Source(name: "policy.gate", text: text)).findings == [])
  }

  @Test func aPolicyMeansTheSameWithoutWhatStandsTwice() throws {
    func graph(_ text: String) throws -> RuleGraph {
      try #require(Compiler.compile(Source(name: "policy.gate", text: text)).graph)
    }
    let rules = "x requires a or b\ny requires a\n"
    let once = try graph(rules)
    #expect(try graph("# other words\n" + rules + "x requires b or a\n").means(once))
    for more in ["y requires b\n", "x requires b or a\n  soft\n", "z requires nothing\n"] {
      #expect(!(try graph(rules + more).means(once)), "\(more)")
    }
    #expect(!(try graph("x requires a or b\n").means(once)))
  }

  @Test func anExampleSaysHowMuchIsAskedFor() throws {
    let found = lint("m > 5 requires nothing when m < 3\nm > 5 requires a when m < 3\n")
    let finding = try #require(found.first { $0.code == "TG0208" })
    let example = try #require(finding.example)
    #expect(example.words == "a user without a with 2 m, adding 4")
    #expect(example.scenario.contains("expect m adding 4 denied because limit-reached\n"))
  }

  /// There is somebody, but no allowance is so large: the finding stays.
  @Test func anExampleThatNoSnapshotStandsForIsLeftOut() throws {
    let condition = "m < 0 per day and m >= \(Int64.max)"
    let found = lint("f requires nothing when \(condition)\nf requires a when \(condition)\n")
    let finding = try #require(found.first { $0.code == "TG0208" })
    #expect(finding.example == nil && finding.related.isEmpty)
    let other = lint("f requires nothing when m < 0 per day\nf requires a when m < 0 per day\n")
    #expect(try #require(other.first { $0.code == "TG0208" }).example != nil)
  }

  /// Rules that are looked at in a random policy never fall over, and their fixes are true.
  @Test func randomPolicies() {
    for seed in 0..<UInt64(30 * Cases.factor) {
      var generator = Naive.Generator(seed: seed)
      let source = Source(name: "policy.gate", text: generator.policy().source())
      let graph = Compiler.compile(source).graph
      #expect(graph.map { PolicyChecks.lintFailures(of: source, $0) } == [], "seed \(seed)")
    }
  }
}
