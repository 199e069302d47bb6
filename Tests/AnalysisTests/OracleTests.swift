import Foundation
import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// The linter against brute force over every region representative, on random policies. A failure
/// names the seed: `PolicyMaker(seed:)` makes the policy again.
@Suite struct OracleTests {
  static let lots = 0..<4
  private static let policies = 42 * Cases.factor
  private static let mostPoints = 6_000

  @Test(arguments: lots) func theLinterAgreesWithBruteForce(lot: Int) {
    compare(lot: lot, isEdition2: false)
  }

  @Test(arguments: lots) func theLinterAgreesWithBruteForceAboutEdition2(lot: Int) {
    compare(lot: lot, isEdition2: true)
  }

  private func compare(lot: Int, isEdition2: Bool) {
    var counts: [String: Int] = [:]
    var failures = 0
    for index in 0..<OracleTests.policies {
      let seed = UInt64(lot * 1_000_000 + index)
      var maker = PolicyMaker(seed: seed, isEdition2: isEdition2)
      let source = Source(name: "random.gate", text: maker.policy())
      // To paste the examples takes as long as all the rest.
      let differences = differences(in: source, withExamples: index % 3 == 0, &counts)
      guard !differences.isEmpty else { continue }
      failures += 1
      guard failures <= 5 else { continue }
      Issue.record(
        "seed \(seed), edition 2: \(isEdition2)\n\(differences.joined(separator: "\n"))\n\(numbered(source))"
      )
    }
    // How often each code is found.
    if ProcessInfo.processInfo.environment["TOLLGATE_COUNTS"] != nil {
      print("lot \(lot), \(failures) failures:", counts.sorted { $0.key < $1.key })
    }
    #expect(failures == 0)
    #expect(counts["skipped", default: 0] * 3 < OracleTests.policies)
  }

  /// Where the linter and brute force disagree, or an example does not show what is found.
  private func differences(
    in source: Source, withExamples: Bool, _ counts: inout [String: Int]
  ) -> [String] {
    let parsed = PolicySyntax.parse(source)
    let compiled = Compiler.compile(parsed)
    guard let policy = compiled.policy, let graph = compiled.graph else {
      return ["it does not compile: \(compiled.diagnostics)"]
    }
    guard let oracle = Oracle(policy, graph, most: OracleTests.mostPoints) else {
      counts["skipped", default: 0] += 1
      return []
    }
    let comparison = OracleComparison(parsed.syntax, policy, graph, oracle)
    for code in Set(comparison.oracle.flatMap { $0.codes }) { counts[code, default: 0] += 1 }
    return comparison.differences + (withExamples ? comparison.mistakesInExamples : [])
  }

  /// What the comparison takes from the linter is what everybody gets, but for findings that are
  /// told together or follow from another one. (That a tier adds nothing is left out where nothing
  /// names it: a rule that is not compared here says so.)
  @Test func theLinterSaysTheSameInPublic() throws {
    let codes = OracleComparison.codes.subtracting(["TG0408"])
    for seed in UInt64(9_000_000)..<9_000_050 {
      var maker = PolicyMaker(seed: seed)
      let source = Source(name: "random.gate", text: maker.policy())
      let compiled = Compiler.compile(source)
      let (policy, graph) = (try #require(compiled.policy), try #require(compiled.graph))
      guard let oracle = Oracle(policy, graph, most: OracleTests.mostPoints) else { continue }
      let comparison = OracleComparison(PolicySyntax.parse(source).syntax, policy, graph, oracle)
      let compared = comparison.linter.map { $0.diagnostic }.filter { codes.contains($0.code) }
      let told = Linter.lint(source).findings
      for finding in told where codes.contains(finding.code) {
        #expect(compared.contains { isSame($0, finding) }, "seed \(seed): \(finding.headline)")
      }
      for finding in compared where !told.contains(where: { isSame($0, finding) }) {
        let causes = causes(of: finding.code)
        #expect(told.contains { causes.contains($0.code) }, "seed \(seed): \(finding.headline)")
      }
    }
  }

  private func isSame(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
    a.code == b.code && a.span == b.span
  }

  /// The code of a finding that may stand for one of another place, or that brings it about, in
  /// one step or in several.
  private func causes(of code: String) -> Set<String> {
    var causes: Set = [code]
    var open = [code]
    while let next = open.popLast() {
      for rule in LintRules.all where rule.code == next {
        open += rule.followsFrom.filter { causes.insert($0).inserted }
      }
    }
    return causes
  }

  private func numbered(_ source: Source) -> String {
    let text = String(decoding: source.bytes, as: UTF8.self)
    return text.split(separator: "\n").enumerated().map { "\($0 + 1)\t\($1)" }
      .joined(separator: "\n")
  }

  @Test(arguments: [false, true]) func theOracleAgreesWithTheEngine(isEdition2: Bool) {
    var failures = 0
    for index in 0..<9 * Cases.factor {
      var maker = PolicyMaker(seed: UInt64(7_000_000 + index), isEdition2: isEdition2)
      let source = Source(name: "random.gate", text: maker.policy())
      guard let graph = Compiler.compile(source).graph else { continue }
      for extent in [Extent.all, .known, .buying] {
        guard let regions = Regions(graph, extent, most: OracleTests.mostPoints) else { continue }
        for _ in 0..<8 {
          let holding = maker.random.below(regions.holdings.count)
          let point = maker.random.below(regions.space.count)
          guard regions.canBeMade(point) else { continue }
          let difference = difference(of: regions, holding, point)
          if difference.isEmpty { continue }
          failures += 1
          if failures < 4 { Issue.record("\(extent) \(difference)\n\(numbered(source))") }
        }
      }
    }
    #expect(failures == 0)
  }

  /// Where the engine decides otherwise at a point.
  private func difference(of regions: Regions, _ holding: Int, _ point: Int) -> String {
    let (snapshot, now) = regions.snapshot(holding: holding, at: point)
    let prepared = regions.graph.prepareTyped(snapshot)
    for (index, target) in regions.graph.parts.targets.enumerated() {
      let outcome = regions.outcome(of: target.rules)
      let isAllowed = regions.block(outcome.allowed, holding).contains(point)
      let passes = regions.block(outcome.passes, holding).contains(point)
      let expected = isAllowed ? "allowed" : passes ? "warned" : "denied"
      let ask = regions.ask(about: Int32(index), at: point)
      let decision = regions.graph.decide(
        Target(index: Int32(index)), ask: ask, for: prepared, at: now)
      if decision.outcome.rawValue != expected {
        return "\(target.name): oracle \(expected), engine \(decision.outcome) \(snapshot) "
          + "\(ask) \(now)"
      }
    }
    return differenceOfValues(regions, holding, point)
  }

  /// Where the engine gives another value of a setting at a point.
  private func differenceOfValues(_ regions: Regions, _ holding: Int, _ point: Int) -> String {
    guard regions.extent != .all else { return "" }
    let graph = regions.graph
    let (snapshot, now) = regions.snapshot(holding: holding, at: point)
    for setting in graph.parts.settings.indices {
      let ladder = graph.parts.ladders[Int(graph.parts.settings[setting].ladder)]
      let held = regions.levels(of: setting).filter { level in
        regions.block(regions.has(level, of: setting).yes, holding).contains(point)
      }
      // Ascending, `unlimited` last: the best is the last, or the first where smaller is better.
      guard let best = ladder.isSmallerBetter ? held.first : held.last else { continue }
      let expected = graph.value(
        best.map { .quantity($0) } ?? .unlimited, of: SettingIndex(setting))
      let target = graph.target(ofSetting: SettingIndex(setting))
      let value = graph.value(of: target, for: graph.prepareTyped(snapshot), at: now)
      if value != expected {
        return "setting \(setting): oracle \(expected), engine \(String(describing: value)) "
          + "\(snapshot) \(now)"
      }
    }
    return ""
  }
}
