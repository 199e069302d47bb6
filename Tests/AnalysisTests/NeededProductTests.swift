import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// Ways in that many products make together.
@Suite struct NeededProductTests {
  @Test(arguments: [2, 15, 60]) func aSetThatNeedsEachOfItsProductsIsFound(_ count: Int) throws {
    let (_, graph) = try compiled(Bomb.needed(count))
    let decision = graph.decide(
      "f", for: graph.prepareTyped(Snapshot()), at: Instant(milliseconds: 0))
    let sets = decision.waysIn.compactMap { way -> [String]? in
      guard case .buy(let offers) = way else { return nil }
      return offers.map { $0.product }
    }
    #expect(sets == [(0..<count).map { "p\($0)" }])
    #expect(decision.flags == [])
  }

  @Test func aProductThatEveryWayNeedsIsBesideThoseToChooseFrom() throws {
    var lines = Bomb.needed(12)
    lines += ["entitlement other", "product q", "  grants other", "f requires other or e0 or e1"]
    lines[lines.firstIndex { $0.hasPrefix("f requires e0") }!] =
      "f requires " + (1..<12).map { "e\($0)" }.joined(separator: " and ") + " and (e0 or other)"
    let (_, graph) = try compiled(lines)
    let decision = graph.decide(
      "f", for: graph.prepareTyped(Snapshot()), at: Instant(milliseconds: 0))
    let sizes = decision.waysIn.compactMap { way -> Int? in
      guard case .buy(let offers) = way else { return nil }
      return offers.count
    }
    #expect(sizes == [12, 12])
    #expect(decision.flags == [])
  }

  @Test func aScenarioDoesNotSayNothingUnlocksWhereNotAllSetsWereTried() throws {
    let bomb = try #require(Bomb.all.first { $0.name == "pairs" })
    let (policy, graph) = try compiled(
      [bomb.text, "scenario \"too many\"", "  expect f denied unlocked by nothing"])
    let report = ScenarioRunner(graph: graph).run(policy.scenarios[0])
    let actual = report.failures.flatMap { $0.differences.map { $0.actual } }
    #expect(actual == ["not all combinations of products tried"])
  }

  private func compiled(_ lines: [String]) throws -> (CheckedPolicy, RuleGraph) {
    let source = Source(name: "policy.gate", text: lines.joined(separator: "\n") + "\n")
    let compiled = Compiler.compile(source)
    return (try #require(compiled.policy, "\(compiled.diagnostics)"), try #require(compiled.graph))
  }
}
