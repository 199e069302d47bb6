import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// Examples as people read them, and as scenarios.
@Suite struct WitnessScenarioTests {
  @Test(arguments: 0..<2) func pastedScenariosPass(lot: Int) throws {
    var count = 0
    for index in 0..<15 * Cases.factor {
      let seed = UInt64(9_000_000 + lot * 100_000 + index)
      var generator = Naive.Generator(seed: seed)
      let source = generator.policy().source()
      let graph = try #require(compiled(source))
      for (name, scope) in WitnessTests.scopes {
        let (terms, vocabulary) = Vocabulary.alone(graph)
        let universe = Universe<Diagrams>(scope, terms: terms, budget: Budget())
        let model = PolicyModel(vocabulary, in: universe)
        let target = generator.random.below(graph.parts.targets.count)
        let allowed = try model.allowed(by: model.rules(of: Int32(target)))
        let denied = try universe.engine.complement(allowed)
        for region in [allowed, denied] {
          guard let witness = try universe.witness(in: region), witness.isFaithful,
            let scenario = witness.scenario(of: Target(index: Int32(target)), in: graph)
          else { continue }
          count += 1
          let report = try #require(try run(scenario, in: source), "seed \(seed), \(name)")
          #expect(report.failures.isEmpty, "seed \(seed), \(name)\n\(source)\n\(scenario)")
        }
      }
    }
    #expect(count > 100 * Cases.factor)
  }

  /// What comes of a scenario at the end of a policy.
  private func run(_ scenario: String, in source: String) throws -> ScenarioReport? {
    let text = source + "\n" + scenario
    let result = Compiler.compile(Source(name: "random.gate", text: text))
    guard let graph = result.graph, let checked = result.policy?.scenarios.last else {
      Issue.record("\(result.diagnostics)\n\(text)")
      return nil
    }
    return ScenarioRunner(graph: graph).run(checked)
  }

  private func compiled(_ source: String) -> RuleGraph? {
    Compiler.compile(Source(name: "random.gate", text: source)).graph
  }

  /// The example of who is denied, in words and as a scenario.
  private func denied(
    _ target: String, _ source: String, _ scope: Scope = .known
  ) throws -> (words: String, scenario: String?) {
    let graph = try #require(compiled(source))
    let (terms, vocabulary) = Vocabulary.alone(graph)
    let universe = Universe<Diagrams>(scope, terms: terms, budget: Budget())
    let model = PolicyModel(vocabulary, in: universe)
    let index = try #require(graph.target(target))
    let allowed = try model.allowed(by: model.rules(of: index.index))
    let region = try universe.engine.complement(allowed)
    let witness = try #require(try universe.witness(in: region))
    return (witness.words, witness.scenario(of: index, in: graph))
  }

  @Test func aLimit() throws {
    let (words, scenario) = try denied(
      "bills",
      """
      tiers free < pro
      meter bills
      fact platform is ios, android or web
      bills > 500 requires pro when platform is android
      """)
    #expect(words == "a free user with 500 bills, platform android")
    #expect(
      scenario == """
        scenario "a free user with 500 bills, platform android"
          given bills 500, platform is android
          expect bills denied because limit-reached

        """)
  }

  @Test func wordsOfTheLanguageStandInBackquotes() throws {
    let (words, scenario) = try denied(
      "export",
      """
      entitlement `price`
      feature export
      fact `date` is yes or no
      fact installed is a date
      meter storage in bytes
      export requires `price` or not `date` from 2026-06-01 when storage >= 10 GB
      export requires `price` unless installed since 2026-03-01
      """)
    #expect(words == "a user without price, installed 2026-01-01")
    #expect(scenario?.contains("expect export denied because not-held") == true)
  }

  @Test func whatIsUnknown() throws {
    let (words, scenario) = try denied(
      "export",
      """
      trust snapshots for 24h
      entitlement pro
      feature export
      export requires pro
      """, .all)
    #expect(words == "a user without pro")
    #expect(scenario?.contains("expect export denied because not-held") == true)
  }

  @Test func rolloutsNameASubject() throws {
    let (words, scenario) = try denied(
      "export",
      """
      entitlement pro
      feature export
      rollout new-paywall is 25% of users
      export requires pro when in new-paywall
      """)
    #expect(words == "a user without pro, in new-paywall")
    #expect(scenario?.contains("given subject \"user-") == true)
  }
}
