import Synchronization
import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// A budget that is spent ends every rule of the linter at once, and what is asked grows with the
/// policy, not with the pairs in it. The clock is the test's own.
@Suite struct SpentBudgetTests {
  /// The policies in which each rule fires: those of its page.
  @Test(arguments: LintRules.all)
  func aRuleWithoutTimeFindsTheSameOrIsUndecided(_ rule: LintRule) throws {
    let source = Source(name: "policy.gate", text: rule.page.avoid)
    let options = LintOptions(today: Instant(milliseconds: Scope.usualNow), isStrict: true)
    let found = Linter.lint(source, options).findings.filter { $0.code == rule.code }
    try #require(!found.isEmpty)
    var spent = options
    spent.run = RunBudget(limit: 0) { 0 }
    let left = Linter.lint(source, spent).findings
    let isTold = left.contains { $0.code == rule.code && !$0.isUndecided }
    let isOpen = left.contains { finding in
      finding.isUndecided
        && (finding.code == rule.code || finding.notes.contains { $0.hasPrefix("`\(rule.code)`") })
    }
    #expect(isTold || isOpen, "\(rule.code) says nothing")
  }

  /// The small sizes are far below the budget, so each question is asked and answered.
  @Test(arguments: WidePolicy.all.filter { !SpentBudgetTests.hard.contains($0.name) })
  func whatIsAskedGrowsWithThePolicy(_ policy: WidePolicy) {
    let counts = [12, 24, 48].map { asked(policy.text($0)) }
    let (first, second) = (counts[1] - counts[0], counts[2] - counts[1])
    // Twice as much more for twice as many more; a little beside, since few are a special case.
    #expect(second <= first * 5 / 2 + 100, "\(counts)")
  }

  /// Where each thing depends on each other: the budget ends them.
  private static let hard: Set<String> = [
    "only-with", "not-with", "for-sale", "add-ons", "bundles", "nested", "tiers",
  ]

  @Test func manyWaysToBuyOneThingAreOneQuestion() throws {
    let policy = try #require(WidePolicy.all.first { $0.name == "one-tier" })
    let source = Source(name: "policy.gate", text: policy.text(200))
    let found = Linter.lint(source).findings
    // The first product is the cheapest, so all others are pointless beside it.
    #expect(found.filter { $0.code == "TG0404" }.count == 199)
    #expect(found.allSatisfy { !$0.isUndecided })
    // A look for each offer, and no more.
    #expect(asked(policy.text(200)) - asked(policy.text(100)) <= 300)
  }

  /// How often somebody looked at the clock: once a question at least.
  private func asked(_ text: String) -> Int {
    let looks = Mutex(0)
    let run = RunBudget(limit: .max) {
      looks.withLock { $0 += 1 }
      return 0
    }
    _ = Linter.lint(Source(name: "policy.gate", text: text), LintOptions(run: run))
    return looks.withLock { $0 }
  }

  @Test(arguments: WidePolicy.all) func aSpentBudgetEndsALargePolicyAtOnce(_ policy: WidePolicy) {
    let source = Source(name: "policy.gate", text: policy.text(60))
    let found = Linter.lint(source, LintOptions(run: RunBudget(limit: 0) { 0 })).findings
    #expect(found.filter { $0.isUndecided }.count <= 1)
    #expect(found.allSatisfy { $0.level != .error }, "\(found.map { $0.headline })")
  }
}
