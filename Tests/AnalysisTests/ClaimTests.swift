import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// Claims: proved or refuted as brute force has it, and what is said about them.
@Suite struct ClaimTests {
  struct Compiled {
    var source: Source
    var policy: CheckedPolicy
    var graph: RuleGraph

    init(_ text: String) throws {
      source = Source(name: "policy.gate", text: text)
      let result = Compiler.compile(source)
      policy = try #require(result.policy, "\(result.diagnostics)\n\(text)")
      graph = try #require(result.graph)
    }
  }

  private func check(_ text: String) throws -> [ClaimReport] {
    let compiled = try Compiled(text)
    return ClaimCheck.run(compiled.policy, compiled.graph)
  }

  private static let lessons = """
    entitlements basic, advanced
    entitlement full includes basic
    series L1..L9
    L1..L3 requires nothing
    L4..L6 requires basic
    L7..L9 requires advanced

    """

  @Test func whatHoldsIsProved() throws {
    let reports = try check(
      ClaimTests.lessons + "always L1..L6 allowed with full\nnever L7 allowed without advanced\n")
    for report in reports {
      guard case .proved = report.verdict else {
        Issue.record("\(report)")
        continue
      }
    }
    #expect(reports.count == 2)
  }

  @Test func whatDoesNotIsRefutedWithASmallestCase() throws {
    let compiled = try Compiled(ClaimTests.lessons + "always L1..L9 allowed with full\n")
    let report = try #require(ClaimCheck.run(compiled.policy, compiled.graph).first)
    guard case .refuted(let refutation) = report.verdict else {
      Issue.record("\(report)")
      return
    }
    let example = try #require(refutation.example)
    #expect(refutation.targets == ["L7", "L8", "L9"])
    #expect(example.words == "a user who holds full without advanced")
    #expect(example.decision.outcome == .denied)
    #expect(
      example.scenario == """
        scenario "a user who holds full without advanced"
          given full
          expect L7 denied because not-held

        """)
    let findings = Linter.lint(compiled.source).findings.filter { $0.code == "TG0702" }
    let finding = try #require(findings.first)
    #expect(finding.headline == "`always L1..L9 allowed with full` does not hold for everybody")
    #expect(finding.label == "for some, L7 is denied")
    #expect(finding.example?.words == example.words)
    #expect(finding.example?.scenario == example.scenario)
    #expect(finding.notes == ["the same goes for `L8`, `L9`"])
  }

  @Test func asMuchAsIsAdded() throws {
    let policy = "entitlement pro\nmeter bills\nbills > 500 requires pro when bills >= 498\n"
    let reports = try check(
      policy + "never bills adding 2 denied without pro when bills < 499\n"
        + "never bills adding 3 denied without pro when bills < 499\n")
    guard case .proved = reports[0].verdict, case .refuted(let refutation) = reports[1].verdict
    else {
      Issue.record("\(reports)")
      return
    }
    let scenario = refutation.example?.scenario
    #expect(scenario?.contains("given bills 498\n") == true)
    #expect(
      scenario?.contains("expect bills adding 3 denied because limit-reached") == true)
  }

  @Test func aCaseThatCannotBeWrittenIsSaidToBeOne() throws {
    let compiled = try Compiled(
      "entitlement a\nf, g requires a when m < 0 per day and m >= \(Int64.max)\n"
        + "always f, g allowed with nothing\n")
    let report = try #require(ClaimCheck.run(compiled.policy, compiled.graph).first)
    guard case .refuted(let refutation) = report.verdict else {
      Issue.record("\(report)")
      return
    }
    #expect(refutation.targets == ["f", "g"] && refutation.example == nil)
    let findings = Linter.lint(compiled.source).findings.filter { $0.code == "TG0702" }
    let label = "wrong for f, in a case that no snapshot can be written for"
    #expect(findings.map { $0.label } == [label] && findings[0].example == nil)
  }

  @Test func aSmallBudgetIsUndecidedRatherThanProved() throws {
    var text = "fact n is a number\nfeature x\n"
    for index in 0..<14 { text += "fact a\(index) is yes or no\nfact b\(index) is yes or no\n" }
    for index in 0..<14 { text += "x requires not a\(index) or not b\(13 - index)\n" }
    text += "always x allowed with nothing when n > 3\n"
    let compiled = try Compiled(text)
    let budget = Budget(nodes: 8, steps: 0)
    let report = try #require(ClaimCheck.run(compiled.policy, compiled.graph, budget: budget).first)
    guard case .undecided = report.verdict else {
      Issue.record("\(report)")
      return
    }
    let findings = Linter.lint(compiled.source, LintOptions(budget: 8)).findings
    let finding = try #require(findings.first { $0.isUndecided })
    #expect(finding.headline.hasPrefix("undecided: "))
    #expect(!findings.contains { $0.code == "TG0702" && !$0.isUndecided })
  }

  // MARK: Brute force

  @Test(arguments: 0..<4) func agreesWithBruteForce(lot: Int) throws {
    for index in 0..<3 * Cases.factor {
      let seed = UInt64(13_000_000 + lot * 100_000 + index)
      var generator = Naive.Generator(
        seed: seed, hasLadders: index % 2 == 1, hasUses: index % 3 == 2)
      let policy = generator.policy()
      let graph = try #require(DifferencePropertyTests.graph(policy))
      var text = policy.source() + "\n"
      for _ in 0..<5 { text += claim(about: policy, graph, &generator.random) + "\n" }
      let compiled = try Compiled(text)
      let reports = ClaimCheck.run(compiled.policy, compiled.graph)
      #expect(reports.count == 5)
      for report in reports {
        try check(report, compiled, &generator.random, "seed \(seed)\n\(text)")
      }
    }
  }

  /// A random claim in words of the policy.
  private func claim(
    about policy: Naive.Policy, _ graph: RuleGraph, _ random: inout Naive.SplitMix64
  ) -> String {
    let place = random.below(graph.parts.targets.count)
    let target = graph.parts.targets[place]
    var requirement = "nothing"
    var condition = ""
    var rules: [Naive.Rule] = []
    for statement in policy.statements {
      if case .rule(let rule) = statement { rules.append(rule) }
    }
    if let rule = random.pick(rules), case .requires = rule.demand, random.chance(80) {
      var plain = Naive.Rule(subject: .features([.name("x")], except: []), demand: rule.demand)
      plain.when = random.chance(50) ? random.pick(rules)?.when : nil
      let line = Naive.Policy([.rule(plain)]).source().split(separator: "\n")
        .first { $0.contains("requires ") }
      requirement = line.map { String($0.dropFirst("x requires ".count)) } ?? requirement
    } else if random.chance(30) {
      condition = " from 2026-06-01"
    }
    let what =
      setting(Int32(place), graph, &random)
      ?? growth(target, &random)
      + random.one(of: " allowed", " allowed", " denied", " denied", " warned")
    return "\(random.one(of: "always", "never")) `\(target.name)`\(what) "
      + "\(random.one(of: "with", "without")) \(requirement)\(condition)"
  }

  /// Whether a value is what a claim says.
  private func isSo(
    _ says: CheckedValueSentence, _ value: SettingValue?, in graph: RuleGraph
  ) -> Bool {
    let said = graph.value(says.value, of: says.setting)
    guard says.isOrBetter, value != said else { return value == said }
    func level(_ value: SettingValue?) -> Int64 {
      if case .choice(_, let place)? = value { return Int64(place) }
      return value?.number ?? .max
    }
    let ladder = graph.parts.ladders[Int(graph.parts.settings[Int(says.setting)].ladder)]
    return ladder.isSmallerBetter ? level(value) < level(said) : level(value) > level(said)
  }

  /// How much of a meter a claim asks for.
  private func growth(_ target: TargetRecord, _ random: inout Naive.SplitMix64) -> String {
    guard target.meter != nil, random.chance(70) else { return "" }
    if random.chance(40) { return " adding \(random.within(0...4))" }
    return " reaching \(random.one(of: 0, 1, 2, 3, 5, 8, 10, 11, 501, 1001) + random.below(3))"
  }

  /// What a claim says of a setting: its value, or that one is reached; `nil` for other targets
  /// and for some claims about outcomes.
  private func setting(
    _ target: Int32, _ graph: RuleGraph, _ random: inout Naive.SplitMix64
  ) -> String? {
    guard let index = graph.setting(of: target), random.chance(85) else { return nil }
    let ladder = graph.parts.ladders[Int(graph.parts.settings[Int(index)].ladder)]
    guard case .quantity(let base) = ladder.base else { return nil }
    var values = [Ladder.Value.quantity(base)]
    for step in ladder.steps { values.append(step.value) }
    var value = random.pick(values) ?? .quantity(base)
    if case .quantity(let quantity) = value, graph.parts.settings[Int(index)].kind != .choice {
      var amounts: [Int64] = [0, 0, 1]
      for product in graph.parts.products {
        for adds in product.settingAdds where adds.setting == index {
          amounts += [adds.amount, adds.amount.saturatingAdd(adds.amount), adds.amount - 1]
        }
      }
      value = .quantity(max(0, quantity.saturatingAdd(random.pick(amounts) ?? 0)))
    }
    let words = SettingLiteral.print(graph.value(value, of: index))
    if random.chance(40) {
      return " reaching \(words) " + random.one(of: "allowed", "denied", "warned")
    }
    let orBetter = ladder.isSmallerBetter ? "at most " : "at least "
    return " is \(random.chance(60) && value != .unlimited ? orBetter : "")\(words)"
  }

  /// At the representatives of all intervals, or at some of them, the claim is what it is said to
  /// be.
  private func check(
    _ report: ClaimReport, _ compiled: Compiled, _ random: inout Naive.SplitMix64, _ note: String
  ) throws {
    let claim = report.claim
    var lowering = Lowering(compiled.policy, extending: compiled.graph.parts)
    let requirement = lowering.extend(claim.requirement)
    let applies = lowering.extend(claim.applies)
    let graph = RuleGraph(verified: lowering.extended, digest: [])
    let (terms, vocabulary) = Vocabulary.alone(graph)
    let question = ClaimQuestion(
      claim: claim, says: report.says, requirement: requirement, applies: applies, graph: graph,
      terms: terms, vocabulary: vocabulary, budget: Budget())
    func isBroken(_ target: Int32, _ snapshot: Snapshot, _ ask: Ask, _ now: Instant) -> Bool {
      let prepared = graph.prepareTyped(snapshot)
      var evaluation = Evaluation(
        graph: graph, input: prepared.input, now: max(now.milliseconds, prepared.floor), ask: ask,
        observer: NoObserver())
      let isMeant = evaluation.value(requirement) == (claim.isWith ? .yes : .no)
      guard isMeant, evaluation.value(applies) == .yes else { return false }
      if let says = report.says {
        let value = graph.value(of: Target(index: target), for: prepared, at: now)
        return isSo(says, value, in: graph) != claim.isAlways
      }
      let decision = graph.decide(Target(index: target), ask: ask, for: prepared, at: now)
      return (decision.outcome == claim.outcome) != claim.isAlways
    }
    let said = ClaimCheck.words(of: claim, in: compiled.source)
    if case .refuted(let refutation) = report.verdict {
      if let example = refutation.example {
        let target = try #require(graph.target(refutation.targets[0]))
        #expect(
          isBroken(target.index, example.snapshot, example.ask, example.now),
          "\(note)\n\(said)\n\(example.snapshot)")
      }
      return
    }
    guard case .proved = report.verdict else {
      guard case .undecided(let exhausted) = report.verdict, exhausted.resource == .unsupported
      else {
        Issue.record("undecided: \(note)")
        return
      }
      return
    }
    for target in claim.targets.members {
      let universe = Universe<Diagrams>(
        question.scope(for: target), terms: terms, budget: Budget())
      let model = PolicyModel(vocabulary, in: universe)
      _ = try question.claimed(of: target, in: model)
      _ = try model.region(of: requirement, is: true)
      _ = try model.region(of: applies, is: true)
      for witness in try universe.representatives(atMost: 30, &random) {
        let example = WitnessedCase(witness)
        guard example.isFaithful else { continue }
        let snapshot = example.snapshot
        let ask = witness.ask(about: graph.parts.targets[Int(target)].name)
        #expect(
          !isBroken(target, snapshot, ask, witness.now),
          "\(note)\n\(said)\n\(snapshot)")
      }
    }
  }
}
