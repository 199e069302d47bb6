import TestSupport
import Testing
import TollgateRuntime

@testable import TollgateAnalysis

/// Nothing that can be shown is taken for impossible, and little of what is asked for is not found.
@Suite struct CoverageSoundnessTests {
  /// 200 random policies, 6 asks each: whatever an ask about a user of whom everything is known
  /// shows is a goal of its rule.
  @Test(arguments: 0..<4) func whatIsShownIsAGoal(lot: Int) throws {
    for index in 0..<50 {
      let seed = UInt64(800_000 + lot * 1000 + index)
      var generator = Naive.Generator(
        seed: seed, hasLadders: index % 2 == 1, hasUses: index % 3 == 2)
      if index % 3 == 1 { generator.hasOverages = true }
      let example = try Case(generator.policy())
      var goals: [CoverageMarks]?
      var lines: [Rule.Place] = []
      for _ in 0..<6 {
        let (snapshot, ask) = generator.situation(for: example.evaluator)
        guard let inquiry = try example.decide(ask, snapshot).inquiry,
          !UnknownGrants.are(in: inquiry)
        else { continue }
        let asked = goals ?? CoverageGoals(of: inquiry.graph).all
        goals = asked
        let parts = inquiry.graph.parts
        lines = parts.rules.map { $0.place } + parts.uses.map { $0.place }
        let all = [CoverageMarks](repeating: .all, count: asked.count)
        var shown = ShownGoals(of: inquiry, goals: all)
        for (rule, marks) in shown.marks() {
          let impossible = marks.subtracting(asked[Int(rule)])
          let words = impossible.goals.map { inquiry.graph.words(for: $0, of: rule) }
          let line = lines[Int(rule)].text
          #expect(words == [], "seed \(seed): \(line)\n\(example.source)")
        }
      }
    }
  }

  /// Of what is asked for in 60 random policies, a scenario is found for 98 of 100.
  @Test func littleIsNotFound() throws {
    var total = 0
    var missing = 0
    for seed in UInt64(700_000)..<700_060 {
      var generator = Naive.Generator(seed: seed, hasLadders: seed % 2 == 1)
      let policy = try #require(CoveragePolicy(generator.policy().source()))
      total += policy.coverage.total
      missing += Suggester(policy.coverage).missing.count
    }
    #expect(total > 500)
    #expect(missing * 50 < total, "\(missing) of \(total)")
  }
}

extension CoverageMarks {
  /// Everything there is.
  fileprivate static var all: CoverageMarks {
    var marks = CoverageMarks()
    let alone: [CoverageGoal] = [
      .held, .failed, .decided, .inside, .outside, .lastForMoney, .beyondMoney, .forMoney, .taken,
    ]
    marks.formUnion(alone)
    for place in 0..<CoverageMarks.mostAlternatives {
      for goal in [CoverageGoal.met(place), .insideStep(place), .outsideStep(place), .step(place)] {
        marks.insert(goal)
      }
    }
    return marks
  }
}

/// Sees whether a `grant` statement is unknown. It counts as not given then, so that a rule may fail
/// that holds for everybody of whom all is known.
private struct UnknownGrants: Observer {
  static var isThorough: Bool { true }
  let graph: RuleGraph
  var found = false

  static func are(in inquiry: Inquiry) -> Bool {
    var evaluation = Evaluation(
      graph: inquiry.graph, input: inquiry.prepared.input, now: inquiry.now, ask: inquiry.ask,
      observer: UnknownGrants(graph: inquiry.graph))
    for rule in inquiry.subject.rules { _ = evaluation.holds(rule) }
    return evaluation.observer.found
  }

  mutating func sees(_ node: Int32, _ value: Truth) -> Truth {
    if value == .unknown, graph.parts.nodes[Int(node)].kind == .statement { found = true }
    return value
  }

  mutating func sees(rule: Int32, _ parts: RuleTruth) {}
}
