import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

// TG0307, TG0308; TG0212 and TG0408 of values

extension Oracle {
  /// Who has what value of each setting: the people who have it or a better one, level by level.
  func values(in regions: Regions) -> [Bits] {
    graph.parts.settings.indices.flatMap { setting in
      regions.levels(of: setting).map { regions.has($0, of: setting).yes }
    }
  }

  mutating func findValues() {
    for (index, rule) in graph.parts.rules.enumerated() where rule.isOfLadder || rule.isOfSetting {
      findIdleSteps(of: index, rule)
    }
    for target in targets {
      for rule in target.rules where graph.parts.rules[Int(rule)].isOfLadder {
        findWorse(rule: Int(rule), target.members, [known.holds[Int(rule)].yes], isLadder: true)
      }
    }
    for (setting, record) in graph.parts.settings.enumerated() {
      let target = graph.target(ofSetting: SettingIndex(setting)).index
      let levels = known.levels(of: setting).map { known.has($0, of: setting).yes }
      findWorse(rule: Int(record.rule), [target], levels, isLadder: false)
    }
  }

  private mutating func findWorse(
    rule: Int, _ targets: [Int32], _ regions: [Bits], isLadder: Bool
  ) {
    let tiers = graph.parts.entitlements.indices.prefix(graph.parts.tierCount).dropFirst()
    let worse = tiers.filter { isLost(regions, steps(to: $0)) }
    for tier in worse {
      report(
        ["TG0308"], .worse(rule: rule, targets), graph.parts.entitlements[tier].name)
    }
    guard worse.isEmpty, !isLadder else { return }
    for other in graph.parts.entitlements.indices.dropFirst(graph.parts.tierCount)
    where isLost(regions, pairs(adding: Int32(other)) { _ in true }) {
      report(["TG0212"], .worse(rule: rule, targets), graph.parts.entitlements[other].name)
    }
  }

  private func isLost(_ regions: [Bits], _ pairs: [(from: Int, to: Int)]) -> Bool {
    regions.contains { region in
      pairs.contains { !(known.block(region, $0.from) - known.block(region, $0.to)).isEmpty }
    }
  }

  /// Whether values are the same on a tier as below it.
  func isIdleForValues(_ pairs: [(from: Int, to: Int)]) -> Bool {
    values(in: known).allSatisfy { region in
      pairs.allSatisfy { known.block(region, $0.from) == known.block(region, $0.to) }
    }
  }

  // MARK: Steps

  /// Steps that leave everybody as good a value, from the last to the first; one that does counts
  /// as removed.
  private mutating func findIdleSteps(of index: Int, _ rule: Rule) {
    guard !has(["TG0201", "TG0202", "TG0204"], index),
      let ladder = graph.parts.ladder(of: rule)
    else { return }
    var left = Array(ladder.steps.indices)
    for place in ladder.steps.indices.reversed() {
      let step = ladder.steps[place]
      var covered = known.none
      if case .quantity(let base) = ladder.base, isAsGood(.quantity(base), step.value, ladder) {
        covered = known.all
      }
      for other in left where other != place {
        guard isAsGood(ladder.steps[other].value, step.value, ladder) else { continue }
        covered = covered | known.counts(ladder.steps[other]).yes
      }
      guard (known.counts(step).yes - covered).isEmpty else { continue }
      left.removeAll { $0 == place }
      report(["TG0307"], .part(rule: index, policy.rules[index].steps[place].span))
    }
  }

  private func isAsGood(_ value: Ladder.Value, _ other: Ladder.Value, _ ladder: Ladder) -> Bool {
    switch (value, other) {
    case (.unlimited, _): true
    case (.quantity, .unlimited): false
    case (.quantity(let a), .quantity(let b)): ladder.isSmallerBetter ? a <= b : a >= b
    }
  }

  // MARK: Instead

  // TG0311
  mutating func findInsteads() {
    for instead in graph.parts.insteads {
      let rule = Int(instead.rule)
      guard !graph.parts.rules[rule].isOfSetting else { continue }
      let denied = targets(of: instead.rule).map { Int32($0) }
      let passes = all.outcome(of: [instead.rule]).passes
      var useless: [Int32] = []
      var dearer: [Int32] = []
      for target in instead.targets {
        let open = newUse(of: target)
        let others = denied.filter { $0 != target }
        guard !others.isEmpty else {
          useless.append(target)
          continue
        }
        guard (open - passes).isEmpty else { continue }
        let isDearer =
          !open.isEmpty
          && others.allSatisfy { other in
            let rules = graph.parts.targets[Int(other)].rules
            return (open - all.outcome(of: rules).passes).isEmpty
          }
        if isDearer { dearer.append(target) } else { useless.append(target) }
      }
      for targets in [useless, dearer] where !targets.isEmpty {
        report(["TG0311"], .insteads(rule: rule, targets))
      }
    }
  }

  /// Where one more of a target may be used, by a use that begins.
  private func newUse(of target: Int32) -> Bits {
    let record = graph.parts.targets[Int(target)]
    var points = all.space.all
    for (axis, side) in all.space.axes.enumerated() {
      guard case .amount(let meter) = side.kind, meter == record.meter else { continue }
      points = points & all.space.points(axis) { $0 == 0 }
    }
    return all.outcome(of: record.rules).passes & all.new & all.everywhere(points)
  }
}
