import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// Who gains and who loses which value of a setting.
@Suite struct DifferenceValueTests {
  private func compare(_ old: String, _ new: String) throws -> PolicyDifference {
    try PolicyDifference.compare(
      DifferenceTests.graph(old), DifferenceTests.graph(new))
  }

  /// `history loss 30 days → 7 days: with plus`
  private func lines(_ difference: PolicyDifference) -> [String] {
    difference.values.map { change in
      let (old, new) = (
        change.old.map { SettingLiteral.print($0) }, change.new.map { SettingLiteral.print($0) }
      )
      return "\(change.setting) \(change.direction.rawValue) \(old ?? "none") → \(new ?? "none"): "
        + change.side.boxes.joined(separator: "; ")
    }
  }

  @Test func aStepThatGivesLess() throws {
    let difference = try compare(
      "setting history is 7 days\n  30 days with plus\n  90 days with business\n",
      "setting history is 7 days\n  10 days with plus\n  90 days with business\n")
    #expect(lines(difference) == ["history loss 30 days → 10 days: with plus, without business"])
    let change = try #require(difference.values.first)
    #expect(
      change.side.sources == [
        PolicyDifference.Source(
          old: PolicyDifference.SourceLine(number: 2, text: "30 days with plus", rule: 0),
          new: PolicyDifference.SourceLine(number: 2, text: "10 days with plus", rule: 0))
      ])
    #expect(change.side.example?.before.value?.value == .seconds(30 * 86_400))
    #expect(change.side.example?.after.value?.value == .seconds(10 * 86_400))
    #expect(change.side.example?.scenario?.contains("expect history is 10 days\n") == true)
    #expect(difference.hasLosses && !difference.hasGains)
    #expect(difference.equal.isEmpty && difference.changes.isEmpty)
  }

  @Test func aStepThatIsGoneAndAHigherBase() throws {
    let difference = try compare(
      "setting history is 7 days\n  30 days with plus\n", "setting history is 14 days\n")
    #expect(
      lines(difference) == [
        "history gain 7 days → 14 days: without plus", "history loss 30 days → 14 days: with plus",
      ])
    #expect(difference.hasLosses && difference.hasGains)
  }

  @Test func stepsThatSayTheSameInAnotherWayAreNoDifference() throws {
    let difference = try compare(
      "setting history is 7 days\n  30 days with plus or pro\n  1 day with pro\n",
      "setting history is 7 days\n  30 days with pro\n  30 days with plus\n")
    #expect(lines(difference) == [])
    #expect(difference.equal == ["history"])
    #expect(difference.isEmpty, "\(difference.lists)")
  }

  @Test func whereSmallerIsBetterLessIsAGain() throws {
    let difference = try compare(
      "setting delay is 60 seconds, smaller is better\n  10 seconds with plus\n",
      "setting delay is 60 seconds, smaller is better\n  5 seconds with plus\n")
    #expect(lines(difference) == ["delay gain 10s → 5s: with plus"])
  }

  @Test func unlimitedIsBetterThanAnyNumber() throws {
    let difference = try compare(
      "setting size is 5 MB\n  unlimited with plus\n", "setting size is 5 MB\n  9 MB with plus\n")
    #expect(lines(difference) == ["size loss unlimited → 9 MB: with plus"])
  }

  @Test func choicesAreComparedByTheirOrder() throws {
    let difference = try compare(
      "setting quality is low < standard < high\n  high with plus\n",
      "setting quality is low < standard < high < ultra\n  standard with plus\n  ultra with pro\n")
    #expect(
      lines(difference) == [
        "quality gain low → ultra: with pro, without plus",
        "quality loss high → standard: with plus, without pro",
        "quality gain high → ultra: with plus, with pro",
      ])
    let turned = try compare(
      "setting quality is low < high\n  high with plus\n",
      "setting quality is high < low\n  low with plus\n")
    #expect(
      lines(turned) == [
        "quality other low → high: without plus", "quality other high → low: with plus",
      ])
    #expect(turned.hasLosses && turned.hasGains)
  }

  @Test func valuesOfAnotherKindCannotBeCompared() throws {
    let difference = try compare("setting history is 7 days\n", "setting history is 7 GB\n")
    #expect(lines(difference) == ["history other 7 days → 7 GB: everybody"])
  }

  @Test func aSettingThatBecomesAFeatureHasNoValueAnyMore() throws {
    let difference = try compare(
      "setting history is 7 days\n", "feature history\nhistory requires nothing\n")
    #expect(lines(difference) == ["history loss 7 days → none: everybody"])
  }

  @Test func whatProductsAddCounts() throws {
    let head = "setting history is 7 days\n"
    let difference = try compare(
      head + "product more\n  adds 30 days to history\n",
      head + "product more\n  adds 10 days to history\n")
    #expect(lines(difference) == ["history loss 37 days → 17 days: with more"])
    #expect(
      difference.lists.map { "\($0.subject): \($0.old ?? "none") → \($0.new ?? "none")" }
        == ["what more adds: 30 days to history → 10 days to history"])
  }

  @Test func aConditionOfAStep() throws {
    let fact = "fact platform is ios or web\n"
    let difference = try compare(
      fact + "setting history is 7 days\n  30 days with plus\n",
      fact + "setting history is 7 days\n  30 days with plus when platform is ios\n")
    #expect(
      lines(difference) == [
        "history loss 30 days → 7 days: with plus, platform web or anything else; with plus, "
          + "platform not reported"
      ])
  }

  @Test func whatThereIsNoTimeForIsUndecided() throws {
    let old = try DifferenceTests.graph("setting history is 7 days\n  30 days with plus\n")
    let new = try DifferenceTests.graph("setting history is 7 days\n  10 days with plus\n")
    let run = RunBudget(limit: 1) { 1 }
    let difference = PolicyDifference.compare(old, new, budget: Budget(run: run))
    #expect(difference.undecided.map { $0.values } == [["history"]])
    #expect(difference.values.isEmpty && difference.equal.isEmpty)
  }

  @Test func theTextsBelowASettingAreListed() throws {
    let difference = try compare(
      "setting history is 7 days\n  30 days with plus\n  message \"A\"\n",
      "setting history is 7 days\n  30 days with plus\n  message \"B\"\n")
    #expect(difference.lists.map { $0.subject } == ["the messages of history"])
  }

  // MARK: Against brute force

  static let lots = 0..<4

  /// Whoever has another value is told, and every example has the values that are told. What
  /// products add by both policies is left out: it is on top of both values.
  @Test(arguments: lots) func agreesWithBruteForce(lot: Int) throws {
    var differing = 0
    for index in 0..<8 * Cases.factor {
      let seed = UInt64(17_000_000 + lot * 100_000 + index)
      var generator = Naive.Generator(seed: seed, hasLadders: true)
      // Of the first few enough have another value; those with `paid` and `then` come after them.
      if index < 6 { (generator.hasPaid, generator.hasOverages) = (false, false) }
      let policy = generator.policy()
      var mutation = Mutation(random: generator.random)
      var other = policy
      for _ in 0..<3 { other = mutation.changed(other) }
      guard let old = DifferencePropertyTests.graph(policy),
        let new = DifferencePropertyTests.graph(other), !old.parts.settings.isEmpty
      else { continue }
      let note = "seed \(seed)\n\(policy.source())\n--- new ---\n\(other.source())"
      let difference = PolicyDifference.compare(old, new, extent: .init(told: 3, counted: 3))
      if old.countsWhatIsOpen(beside: new) || new.countsWhatIsOpen(beside: old) { continue }
      #expect(difference.undecided.allSatisfy { $0.values.isEmpty }, "\(note)")
      for change in difference.values { check(change, note) }
      for _ in 0..<10 {
        let told = try told(difference, &generator, (policy, other), note)
        differing += told
      }
    }
    #expect(differing >= 2)
  }

  private func check(_ change: PolicyDifference.ValueChange, _ note: String) {
    guard let example = change.side.example else { return }
    #expect(example.before.value?.value == change.old, "\(note)\n\(change)")
    #expect(example.after.value?.value == change.new, "\(note)\n\(change)")
  }

  /// Every sum of what some of these products add to a setting, a product as often as it is named.
  private func sums(
    addedTo setting: String, in graph: RuleGraph, by products: [String]
  ) -> Set<Int64> {
    var sums: Set<Int64> = [0]
    for name in products {
      let product = graph.parts.products.first { $0.name == name }
      for addition in product?.settingAdds ?? []
      where graph.name(ofSetting: addition.setting) == setting {
        sums.formUnion(sums.map { $0.saturatingAdd(addition.amount) })
      }
    }
    return sums
  }

  private func isRaised(
    _ value: SettingValue?, to other: SettingValue, _ sums: Set<Int64>
  ) -> Bool {
    guard let number = value?.number, let raised = other.number else { return value == other }
    return sums.contains(raised - number)
  }

  /// How many settings differ at a random snapshot; each must be told.
  private func told(
    _ difference: PolicyDifference, _ generator: inout Naive.Generator,
    _ policies: (old: Naive.Policy, new: Naive.Policy), _ note: String
  ) throws -> Int {
    let (one, two) = (try Case(policies.old), try Case(policies.new))
    var (snapshot, ask) = generator.situation(for: one.evaluator)
    for index in snapshot.grants.indices { snapshot.grants[index].quantity = nil }
    let held = snapshot.grants.compactMap { $0.product }
    let isHeldTwice = Set(held).count < held.count
    var count = 0
    let graph = try #require(DifferencePropertyTests.graph(policies.old))
    // Values are told of fresh purchase data; how long it is fresh is a change of its own.
    let newGraph = try #require(DifferencePropertyTests.graph(policies.new))
    guard graph.parts.trust == newGraph.parts.trust else { return 0 }
    let products = graph.parts.products.map { $0.name }
    for setting in graph.parts.settings.indices {
      let name = graph.name(ofSetting: SettingIndex(setting))
      ask.target = name
      ask.change = nil
      snapshot.allowances[name] = nil
      let (before, after) = (
        try one.decide(ask, snapshot).value, try two.decide(ask, snapshot).value
      )
      guard let before, let after, before.value != after.value else { continue }
      count += 1
      let sums = sums(addedTo: name, in: graph, by: products)
      let isTold = difference.values.contains { change in
        guard change.setting == name else { return false }
        // A difference speaks of one of each product; each further one adds to both values.
        if isHeldTwice {
          return isRaised(
            change.old, to: before.value, self.sums(addedTo: name, in: graph, by: held))
            && isRaised(
              change.new, to: after.value, self.sums(addedTo: name, in: newGraph, by: held))
        }
        if change.old == before.value, change.new == after.value { return true }
        guard let old = change.old?.number, let one = before.value.number else {
          // Nothing is on top of `unlimited`: only the other value has what products add.
          return change.old == before.value && isRaised(change.new, to: after.value, sums)
        }
        guard let new = change.new?.number, let two = after.value.number else {
          return change.new == after.value && isRaised(change.old, to: before.value, sums)
        }
        return new - old == two - one
      }
      #expect(
        isTold, "\(note)\n\(name): \(before.value) → \(after.value)\n\(ask.json(with: snapshot))")
    }
    return count
  }
}
