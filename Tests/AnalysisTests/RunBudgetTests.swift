import Synchronization
import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// A run ends in its time, and says in one place what it left undecided. The clock is the test's
/// own: it moves on each time that somebody looks at it.
@Suite struct RunBudgetTests {
  private static let bombs = Bomb.all.filter {
    ["boxes", "facts", "holes", "sat"].contains($0.name)
  }

  @Test(arguments: bombs) func aLintThatRunsOutOfTimeHasOneUndecidedFinding(_ bomb: Bomb) throws {
    let source = Source(name: "policy.gate", text: bomb.text)
    let result = Linter.lint(source, LintOptions(run: ticking(until: 40)))
    let open = result.findings.filter { $0.isUndecided }
    #expect(open.count == 1)
    #expect(open.first?.notes.first == "the run ended after 40 ms")
    #expect(open.first?.help.first == "raise `--within`, or split the rule")
  }

  @Test func withTimeNothingIsUndecided() throws {
    let lines = Bomb.meter(40)
    let source = Source(name: "policy.gate", text: lines.joined(separator: "\n") + "\n")
    let result = Linter.lint(source, LintOptions(run: ticking(until: .max)))
    #expect(result.findings.map { $0.code } == Array(repeating: "TG0301", count: 39))
    #expect(result.findings.allSatisfy { $0.related.count == 1 })
  }

  @Test func whatTheRunHasNoTimeForIsNotProved() throws {
    let source = Source(name: "policy.gate", text: Bomb.sat(60, 200).joined(separator: "\n") + "\n")
    let compiled = Compiler.compile(source)
    let (policy, graph) = (try #require(compiled.policy), try #require(compiled.graph))
    let reports = ClaimCheck.run(policy, graph, budget: Budget(run: ticking(until: 0)))
    #expect(reports.count == 2)
    for report in reports {
      guard case .undecided(let exhausted) = report.verdict else {
        Issue.record("\(report.verdict)")
        continue
      }
      #expect(exhausted == Exhausted(.time, limit: 0))
    }
  }

  @Test func aDifferenceThatThereIsNoTimeForIsOneEntry() throws {
    let lines = ["features f, g, h", "f requires a", "g requires b", "h requires c"]
    let old = try #require(graph(lines))
    let new = try #require(graph(lines.map { $0.replacing("requires c", with: "requires a") }))
    let difference = PolicyDifference.compare(old, new, budget: Budget(run: ticking(until: 0)))
    #expect(difference.undecided.map { $0.targets } == [["f", "g", "h"]])
    #expect(difference.changes.isEmpty && difference.equal.isEmpty)
  }

  @Test func aSuggestionThatThereIsNoTimeForIsUndecidedAndNotImpossible() throws {
    let graph = try #require(self.graph(["f requires a", "m > 5 requires b"]))
    let suggester = Suggester(Coverage(of: graph), run: ticking(until: 0))
    #expect(suggester.undecided == [0, 1])
    #expect(suggester.missing.isEmpty && suggester.suggestions.isEmpty)
    #expect(suggester.exhausted == Exhausted(.time, limit: 0))
  }

  private func graph(_ lines: [String]) -> RuleGraph? {
    Compiler.compile(Source(name: "policy.gate", text: lines.joined(separator: "\n") + "\n")).graph
  }

  /// A clock that is a millisecond later at each look.
  private func ticking(until limit: Int) -> RunBudget {
    let looks = Looks()
    return RunBudget(limit: limit) { looks.next() }
  }

  private final class Looks: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }
}
