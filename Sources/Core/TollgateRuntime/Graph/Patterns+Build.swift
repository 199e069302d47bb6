extension Patterns {
  /// The patterns of a policy's targets, in a time that grows with the rules.
  ///
  /// The rules of target `t` are those in `targetRules` from `starts[t]` up to `starts[t + 1]`.
  /// `numbers` tells which targets ask for the same, of all targets but some.
  init(
    _ parts: RuleGraph.Parts, cores: [RuleCore], targetRules: [Int32], starts: [Int32],
    meterTargets: [Int32], numbers: (_ cores: [RuleCore], _ excluded: [Int]) -> PatternNumbers
  ) {
    var meters: [(target: Int, head: TargetHead)] = []
    for (meter, target) in meterTargets.enumerated() where target >= 0 {
      let head = TargetHead(pattern: -1, meter: MeterIndex(meter))
      meters.append((Int(target), head))
    }
    // Only a meter has rules with a limit.
    meters.sort { $0.target < $1.target }
    for index in meters.indices {
      let rules = Int(starts[meters[index].target])..<Int(starts[meters[index].target + 1])
      meters[index].head.firstLimit = Int32(limits.count)
      for place in rules {
        guard let limit = cores[Int(targetRules[place])].limit else { continue }
        let position = Int32(place - rules.lowerBound)
        limits.append(LimitRecord(limit: limit, rule: targetRules[place], position: position))
      }
      meters[index].head.limitCount = Int32(limits.count) - meters[index].head.firstLimit
    }
    limits.removeLast(max(0, limits.count - Patterns.mostLimits))
    let beyond = meters.filter { $0.head.endOfLimits > Patterns.mostLimits }.map { $0.target }
    var numbers = numbers(cores, beyond)
    for target in beyond { numbers.byTarget[target] = -1 }
    plain = numbers.plain
    slots = numbers.byTarget
    heads = numbers.byTarget.map { TargetHead(pattern: $0) }
    for (target, head) in meters {
      heads[target] = head
      heads[target].pattern = slots[target]
      guard slots[target] >= 0, let meter = head.meter else { continue }
      slots[target] = meter < Patterns.mostLimits ? Int32(plain.count) + meter : -1
    }
    addSettings(parts)
    isComplete = !slots.contains(-1)
    reads = PatternReads(
      of: self, in: parts, cores: cores, targetRules: targetRules, starts: starts)
  }

  /// Gives the settings slots after those of the meters: a step that counts is a reason.
  private mutating func addSettings(_ parts: RuleGraph.Parts) {
    settingCount = min(parts.settings.count, Patterns.mostLimits)
    let first = plain.count + min(parts.meters.count, Patterns.mostLimits)
    for setting in parts.settings.indices {
      let target = slots.count - parts.settings.count + setting
      guard slots[target] >= 0 else { continue }
      slots[target] = setting < settingCount ? Int32(first + setting) : -1
    }
  }

  /// Which pattern each target has.
  var numbers: PatternNumbers {
    PatternNumbers(byTarget: heads.map { $0.pattern }, plain: plain)
  }
}

extension TargetHead {
  fileprivate var endOfLimits: Int { Int(firstLimit) + Int(limitCount) }
}
