import Foundation
import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// Differences against brute force: every pair of random policies is asked at the representatives
/// of the regions and at random snapshots, and the engine's decisions are what counts.
@Suite struct DifferencePropertyTests {
  static let lots = 0..<4
  static let size = 8 * Cases.factor

  @Test(arguments: lots) func agreesWithBruteForce(lot: Int) throws {
    try compare(lot: lot, hasLadders: false)
  }

  @Test(arguments: lots) func agreesWithBruteForceAboutLaddersAndSettings(lot: Int) throws {
    try compare(lot: lot, hasLadders: true)
  }

  private func compare(lot: Int, hasLadders: Bool) throws {
    for index in 0..<DifferencePropertyTests.size {
      let seed = UInt64((hasLadders ? 21_000_000 : 11_000_000) + lot * 100_000 + index)
      var generator = Naive.Generator(
        seed: seed, hasLadders: hasLadders, hasUses: index % 4 == 3)
      let policy = generator.policy()
      let old = try #require(DifferencePropertyTests.graph(policy))
      for _ in 0..<3 {
        guard let (other, new) = pairOf(policy, &generator) else { continue }
        let note = "seed \(seed)\n\(policy.source())\n--- new ---\n\(other.source())"
        // Most of the time goes into counting.
        let difference = PolicyDifference.compare(
          old, new, extent: .init(told: 3, counted: index % 8 == 0 ? 20 : 3))
        let told = Told(difference)
        // No engine judges the steps above an allowance for every amount: that is said, not told.
        for target in told.undecided {
          let isOpen = [old, new].contains {
            $0.hasLadderAboveAllowance(target) || $0.takesForEach(target)
              || $0.countsWhatIsOpen(beside: old) || $0.countsWhatIsOpen(beside: new)
          }
          #expect(isOpen, "\(note)\n\(target)")
        }
        try checkExamples(of: difference, old, new, note, withScenarios: index % 12 == 0)
        try checkRepresentatives(told, old, new, &generator.random, note)
        guard index % 12 == 0 else { continue }
        try checkSnapshots(told, (old, new), policy, other, &generator, note)
      }
    }
  }

  @Test(arguments: lots) func rewritingIsNoDifference(lot: Int) throws {
    for index in 0..<4 * Cases.factor {
      let seed = UInt64(12_000_000 + lot * 100_000 + index)
      var generator = Naive.Generator(seed: seed)
      let policy = generator.policy()
      var mutation = Mutation(random: generator.random)
      let other = mutation.rewritten(policy)
      let note = "seed \(seed)\n\(policy.source())\n--- new ---\n\(other.source())"
      let old = try #require(DifferencePropertyTests.graph(policy))
      let new = try #require(DifferencePropertyTests.graph(other), "\(note)")
      let difference = PolicyDifference.compare(old, new)
      #expect(difference.isEmpty, "\(note)\n\(difference.changes)\n\(difference.lists)")
    }
  }

  static func graph(_ policy: Naive.Policy) -> RuleGraph? {
    Compiler.compile(Source(name: "random.gate", text: policy.source())).graph
  }

  /// Another policy that compiles: a changed one, or a different one of the same names.
  private func pairOf(
    _ policy: Naive.Policy, _ generator: inout Naive.Generator
  ) -> (Naive.Policy, RuleGraph)? {
    if generator.random.chance(15) {
      let other = generator.policy()
      return DifferencePropertyTests.graph(other).map { (other, $0) }
    }
    var mutation = Mutation(random: generator.random)
    defer { generator.random = mutation.random }
    for _ in 0..<20 {
      var other = mutation.changed(policy)
      if mutation.random.chance(30) { other = mutation.changed(other) }
      guard other != policy, let graph = DifferencePropertyTests.graph(other) else { continue }
      return (other, graph)
    }
    return nil
  }

  /// Which targets a difference says lose, and which gain.
  private struct Told {
    var losers: Set<String> = []
    var winners: Set<String> = []
    var undecided: Set<String> = []

    init(_ difference: PolicyDifference) {
      for open in difference.undecided { undecided.formUnion(open.targets + open.values) }
      for change in difference.changes {
        if change.loss != nil { losers.formUnion(change.targets) }
        if change.gain != nil { winners.formUnion(change.targets) }
      }
    }
  }

  /// Every example flips, as the difference says.
  private func checkExamples(
    of difference: PolicyDifference, _ old: RuleGraph, _ new: RuleGraph, _ note: String,
    withScenarios: Bool
  ) throws {
    for change in difference.changes {
      for (side, isLoss) in [(change.loss, true), (change.gain, false)] {
        guard let side else { continue }
        #expect(!side.boxes.isEmpty && side.count >= side.boxes.count)
        guard let example = side.example else { continue }
        for target in change.targets {
          let (before, after) = outcomes(
            target, example.snapshot, example.ask, example.now, old, new)
          // A meter's ask is its own.
          guard example.target == target || old.isFeature(target) else { continue }
          #expect(
            isLoss ? after < before : after > before,
            "\(note)\n\(target) \(example.snapshot) \(side.boxes)")
        }
        if withScenarios, let scenario = example.scenario { try checkScenario(scenario, note) }
      }
    }
  }

  private func checkScenario(_ scenario: String, _ note: String) throws {
    let parts = note.components(separatedBy: "--- new ---\n")
    let text = parts[1] + "\n" + scenario
    let result = Compiler.compile(Source(name: "new.gate", text: text))
    let graph = try #require(result.graph, "\(result.diagnostics)\n\(text)")
    let checked = try #require(result.policy?.scenarios.last)
    #expect(ScenarioRunner(graph: graph).run(checked).failures.isEmpty, "\(text)")
  }

  /// At the representatives of all intervals, or at some of them where there are many.
  private func checkRepresentatives(
    _ told: Told, _ old: RuleGraph, _ new: RuleGraph, _ random: inout Naive.SplitMix64,
    _ note: String
  ) throws {
    let pair = Vocabulary.pair(old, new)
    var scope = Scope(isKnown: false, holding: .both(products: pair.products), amount: nil)
    scope.mayContinue = true
    for (index, target) in old.parts.targets.enumerated() {
      guard let other = new.names.targets[target.name] else { continue }
      guard random.chance(8), !told.undecided.contains(target.name) else { continue }
      let universe = Universe<Diagrams>(scope, terms: pair.terms, budget: Budget())
      _ = try OutcomeRegions(PolicyModel(pair.old, in: universe), Int32(index))
      _ = try OutcomeRegions(PolicyModel(pair.new, in: universe), other)
      for witness in try universe.representatives(atMost: 40, &random) {
        let example = WitnessedCase(witness)
        guard example.isFaithful else { continue }
        let snapshot = example.snapshot
        let ask = witness.ask(about: target.name)
        let (before, after) = outcomes(target.name, snapshot, ask, witness.now, old, new)
        #expect(
          before <= after || told.losers.contains(target.name),
          "\(note)\n\(target.name) loses: \(snapshot)")
        #expect(
          before >= after || told.winners.contains(target.name),
          "\(note)\n\(target.name) gains: \(snapshot)")
      }
    }
  }

  /// At random snapshots of every kind.
  private func checkSnapshots(
    _ told: Told, _ graphs: (old: RuleGraph, new: RuleGraph), _ policy: Naive.Policy,
    _ other: Naive.Policy, _ generator: inout Naive.Generator, _ note: String
  ) throws {
    let (one, two) = (try Case(policy), try Case(other))
    for _ in 0..<4 {
      var (snapshot, ask) = generator.situation(for: one.evaluator)
      for index in snapshot.grants.indices { snapshot.grants[index].quantity = nil }
      if case .reaching? = ask.change { continue }
      if told.undecided.contains(ask.target) { continue }
      let (before, after) = (try one.decide(ask, snapshot), try two.decide(ask, snapshot))
      guard graphs.old.target(ask.target) != nil, graphs.new.target(ask.target) != nil
      else { continue }
      #expect(
        before.outcome.rank <= after.outcome.rank || told.losers.contains(ask.target),
        "\(note)\n\(ask.target) loses: \(ask.json(with: snapshot))")
      #expect(
        before.outcome.rank >= after.outcome.rank || told.winners.contains(ask.target),
        "\(note)\n\(ask.target) gains: \(ask.json(with: snapshot))")
    }
  }

  private func outcomes(
    _ target: String, _ snapshot: Snapshot, _ ask: Ask, _ now: Instant, _ old: RuleGraph,
    _ new: RuleGraph
  ) -> (before: Int, after: Int) {
    let before = old.decide(target, ask: ask, for: old.prepareTyped(snapshot), at: now)
    let after = new.decide(target, ask: ask, for: new.prepareTyped(snapshot), at: now)
    return (before.outcome.rank, after.outcome.rank)
  }
}

extension Decision.Outcome {
  /// The better, the higher.
  var rank: Int {
    switch self {
    case .denied: 0
    case .warned: 1
    case .allowed: 2
    }
  }
}

extension RuleGraph {
  /// Whether a limit of a target is a ladder whose base is the snapshot's own allowance.
  fileprivate func hasLadderAboveAllowance(_ name: String) -> Bool {
    guard let target = names.targets[name] else { return false }
    return rules(of: Target(index: target)).contains { index in
      guard let ladder = parts.ladder(of: parts.rules[Int(index)]) else { return false }
      if case .allowance = ladder.base { return true }
      return false
    }
  }

  /// Whether how many are bought cannot be judged: a product that sells them adds something, too, or
  /// another policy sells them by other products.
  func countsWhatIsOpen(beside other: RuleGraph) -> Bool {
    func sellers(_ graph: RuleGraph) -> Set<String> {
      Set(graph.parts.products.filter { $0.sold != nil }.map { $0.name })
    }
    let sold = parts.products.filter { $0.sold != nil }
    return sellers(self) != sellers(other)
      || sold.contains { !$0.adds.isEmpty || !$0.settingAdds.isEmpty }
  }

  /// Whether only some uses of a target begin another one of so many: nobody judges that.
  fileprivate func takesForEach(_ name: String) -> Bool {
    guard let target = names.targets[name] else { return false }
    return uses[target].contains { (self[use: $0].each ?? 1) > 1 }
  }

  fileprivate func isFeature(_ name: String) -> Bool {
    target(name).map { !isMeter($0) } ?? false
  }
}

extension Universe {
  /// A point of each combination of intervals; random ones where there are too many.
  func representatives(
    atMost count: Int, _ random: inout Naive.SplitMix64
  ) throws -> [Witness] {
    let domain = try domain()
    var choices: [[Int64]] = []
    for place in space.variables.indices {
      let variable = space.variables[place]
      var values = cells(of: Int32(place)).map { variable.nearest(in: $0).value }
      if variable.canBeMissing { values.append(variable.range.lowerBound) }
      choices.append(values)
    }
    var total = 1
    for values in choices { total = min(total * values.count, count + 1) }
    var points: [Point] = []
    if total <= count {
      points = [Point(values: [])]
      for values in choices {
        points = points.flatMap { point in values.map { Point(values: point.values + [$0]) } }
      }
    } else {
      for _ in 0..<count {
        points.append(Point(values: choices.map { random.pick($0) ?? 0 }))
      }
    }
    var witnesses: [Witness] = []
    for point in points where try contains(domain, point) {
      witnesses.append(
        Witness(
          space: space, terms: terms, scope: scope, point: settled(point), box: Box(),
          cell: cell(around: point)))
    }
    return witnesses
  }
}
