import Foundation
import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// The regions of the analysis against the engine: random policies, random points, and for each
/// rule whether the engine finds it to hold at exactly the points of its region.
@Suite struct WitnessTests {

  /// The scopes, each with a name for failures.
  static let scopes: [(name: String, scope: Scope)] = {
    var any = Scope(isKnown: false, holding: .entitlements, amount: nil)
    any.mayContinue = true
    return [
      ("known", .known), ("all", .all), ("any amount", any), ("buying", .buying),
      ("adding 3", Scope(isKnown: false, holding: .products, amount: 3)),
    ]
  }()

  @Test(arguments: 0..<4) func regionsAgreeWithTheEngine(lot: Int) throws {
    for index in 0..<3 * Cases.factor {
      let seed = UInt64(7_000_000 + lot * 100_000 + index)
      var generator = Naive.Generator(seed: seed)
      let source = generator.policy().source()
      let graph = try #require(Compiler.compile(Source(name: "random.gate", text: source)).graph)
      for (name, scope) in WitnessTests.scopes {
        let (terms, vocabulary) = Vocabulary.alone(graph)
        let universe = Universe<Diagrams>(scope, terms: terms, budget: Budget())
        try check(
          PolicyModel(vocabulary, in: universe), points: 4, &generator.random,
          "seed \(seed), \(name)\n\(source)")
        guard index % 8 == 0 else { continue }
        let other = Universe<Search>(scope, terms: terms, budget: Budget())
        try check(
          PolicyModel(vocabulary, in: other), points: 1, &generator.random,
          "seed \(seed), \(name), search\n\(source)")
      }
    }
  }

  /// Compares the regions of all rules with the engine at random points.
  private func check<E: Engine>(
    _ model: PolicyModel<E>, points: Int, _ random: inout Naive.SplitMix64, _ comment: String
  ) throws {
    var regions: [RuleRegions] = []
    for rule in model.parts.rules.indices {
      regions.append(
        RuleRegions(
          holds: try model.holds(Int32(rule)), applies: try model.applies(Int32(rule)),
          passes: try model.passes(Int32(rule))))
    }
    for _ in 0..<points {
      guard let witness = try randomWitness(in: model.universe, &random) else { continue }
      let example = WitnessedCase(witness)
      guard example.isFaithful else { continue }
      let snapshot = example.snapshot
      let graph = model.graph
      let prepared = graph.prepareTyped(snapshot)
      for target in graph.parts.targets {
        var evaluation = Evaluation(
          graph: graph, input: prepared.input,
          now: max(witness.now.milliseconds, prepared.floor), ask: witness.ask(about: target.name),
          observer: NoObserver())
        for rule in target.rules {
          let region = regions[Int(rule)]
          let isHeld = evaluation.holds(rule) == .yes
          let isPassed = isHeld || evaluation.isSoft(rule)
          let core = graph.cores[Int(rule)]
          var isApplied = evaluation.value(core.inForce).and(evaluation.value(core.condition))
          if let limit = core.limit { isApplied = isApplied.and(evaluation.exceeds(limit)) }
          let note = Comment(
            rawValue: "\(comment)\n\(graph.parts.rules[Int(rule)].place.text)\n\(snapshot)\n"
              + "\(witness.now) \(witness.ask(about: target.name))\n\(witness.words)\n"
              + "\(witness.point)\n\(model.universe.space.variables.map { $0.quantity })")
          let universe = model.universe
          try #require(try universe.contains(region.holds, witness.point) == isHeld, note)
          try #require(try universe.contains(region.passes, witness.point) == isPassed, note)
          try #require(
            try universe.contains(region.applies, witness.point) == (isApplied == .yes), note)
        }
      }
    }
  }

  /// A point of the domain, some of its variables in a random interval.
  private func randomWitness<E: Engine>(
    in universe: Universe<E>, _ random: inout Naive.SplitMix64
  ) throws -> Witness? {
    var region = try universe.domain()
    let count = universe.space.count
    for _ in 0..<min(count, random.within(1...6)) {
      let place = Int32(random.below(count))
      var cells = universe.cells(of: place)
      let range = universe.space[place].range
      if universe.space[place].canBeMissing, random.chance(30) {
        cells = [range.lowerBound...range.lowerBound]
      }
      guard let cell = random.pick(cells) else { continue }
      var part = region
      if cell.lowerBound > range.lowerBound {
        let side = try universe.engine.atLeast(place, cell.lowerBound)
        part = try universe.engine.and(part, side)
      }
      if cell.upperBound < range.upperBound {
        let side = try universe.engine.below(place, cell.upperBound + 1)
        part = try universe.engine.and(part, side)
      }
      if try !universe.engine.isEmpty(part, in: universe.space) { region = part }
    }
    return try universe.witness(in: region)
  }
}

private struct RuleRegions {
  var holds: Region
  var applies: Region
  var passes: Region
}

extension Universe {
  /// Whether a point lies in a region.
  func contains(_ region: Region, _ point: Point) throws -> Bool {
    var box = Box()
    for place in space.variables.indices {
      box[Int32(place)] = point.values[place]...point.values[place]
    }
    return try engine.covers(region, box, in: space)
  }
}
