import TollgateCompiler
import TollgateRuntime

// TG0201 to TG0204, TG0208, TG0301

extension Oracle {
  mutating func findRules() {
    var removed: Set<Int32> = []
    let same = rulesThatStandTwice()
    for (index, rule) in graph.parts.rules.enumerated() where !rule.isOfSetting {
      if known.applies(index).isEmpty {
        report(["TG0201"], .rule(index))
        removed.insert(Int32(index))
      } else if rule.effect == .requires, known.holds[index].yes == known.all {
        report(["TG0202"], .rule(index))
        removed.insert(Int32(index))
      }
      if same.contains(index) {
        report(["TG0204"], .rule(index))
        removed.insert(Int32(index))
      }
    }
    for index in graph.parts.rules.indices.reversed()
    where !graph.parts.rules[index].isOfSetting && !removed.contains(Int32(index)) {
      guard graph.parts.rules[index].effect != .requiresNothing else { continue }
      if findImplied(Int32(index), without: removed) { removed.insert(Int32(index)) }
    }
    for (index, rule) in graph.parts.rules.enumerated() where rule.effect == .requiresNothing {
      findIdle(index)
    }
  }

  /// The later one of two rules of equal meaning.
  private func rulesThatStandTwice() -> Set<Int> {
    var twice: Set<Int> = []
    for later in graph.parts.rules.indices where !graph.parts.rules[later].isOfSetting {
      let rule = meaning(later)
      if (0..<later).contains(where: { meaning($0) == rule }) { twice.insert(later) }
    }
    return twice
  }

  private struct Meaning: Equatable {
    var rule: Rule
    var targets: [Int]
  }

  private func meaning(_ index: Int) -> Meaning {
    let rule = graph.parts.rules[index]
    var bare = Rule(
      requirement: rule.requirement, inForce: rule.inForce, condition: rule.condition,
      soft: rule.soft, effect: rule.effect, limit: rule.limit)
    bare.runningUseMayFinish = rule.runningUseMayFinish
    return Meaning(rule: bare, targets: targets(of: Int32(index)))
  }

  func targets(of rule: Int32) -> [Int] {
    graph.parts.targets.indices.filter { graph.parts.targets[$0].rules.contains(rule) }
  }

  // MARK: Implied

  private mutating func findImplied(_ rule: Int32, without removed: Set<Int32>) -> Bool {
    let about = targets.filter { $0.rules.contains(rule) }
    let others = Set(about.flatMap { $0.rules }).subtracting(removed).subtracting([rule]).sorted()
    guard !about.isEmpty, isImplied(rule, by: others, about) else { return false }
    let sets = minimalSets(of: others) { isImplied(rule, by: $0, about) }
    var codes: Set<String> = []
    for set in sets {
      codes.insert(set.allSatisfy { isStricter($0, than: rule) } ? "TG0301" : "TG0203")
    }
    report(codes, .rule(Int(rule)), "by " + sets.map { lines($0) }.joined(separator: " or "), sets)
    return true
  }

  private func isImplied(_ rule: Int32, by others: [Int32], _ about: [TargetClass]) -> Bool {
    about.allSatisfy { target in
      let rest = target.rules.filter { others.contains($0) }
      return all.outcome(of: rest) == all.outcome(of: rest + [rule])
    }
  }

  private func minimalSets(of list: [Int32], _ isEnough: ([Int32]) -> Bool) -> [[Int32]] {
    let subsets = (0..<1 << list.count).map { bits in
      list.indices.filter { bits >> $0 & 1 == 1 }.map { list[$0] }
    }
    var found: [[Int32]] = []
    for set in subsets.sorted(by: { $0.count < $1.count })
    where !found.contains(where: { $0.allSatisfy(set.contains) }) && isEnough(set) {
      found.append(set)
    }
    return found
  }

  /// Whether a rule is a limit on the same counter, with a lower threshold.
  private func isStricter(_ index: Int32, than other: Int32) -> Bool {
    guard let limit = graph.parts.rules[Int(index)].limit,
      let wider = graph.parts.rules[Int(other)].limit,
      limit.meter == wider.meter, limit.window == wider.window,
      case .atMost(let quantity) = limit.kind, case .atMost(let most) = wider.kind
    else { return false }
    return quantity < most
  }

  func lines(_ rules: [Int32]) -> String {
    "lines \(rules.map { graph.parts.rules[Int($0)].place.row.number })"
  }

  // MARK: Requires nothing

  private mutating func findIdle(_ rule: Int) {
    guard !has(["TG0201"], rule) else { return }
    let applies = known.applies(rule)
    for target in targets where target.rules.contains(Int32(rule)) {
      if !(applies - target.known.allowed).isEmpty { return report(["TG0208"], .rule(rule)) }
    }
  }
}

extension Rule {
  /// Whether it is the rule of a setting, which asks for a value.
  var isOfSetting: Bool {
    guard case .setting? = limit?.kind else { return false }
    return true
  }

  /// Whether it is the rule of a ladder.
  var isOfLadder: Bool {
    guard case .ladder? = limit?.kind else { return false }
    return true
  }
}
