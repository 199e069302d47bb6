extension Patterns {
  /// The patterns of a policy's targets, in a time that grows with the rules.
  ///
  /// The rules of target `t` are those in `targetRules` from `starts[t]` up to `starts[t + 1]`. The
  /// patterns of `favored` targets go before those that more targets have.
  init(
    _ parts: RuleGraph.Parts, cores: [RuleCore], targetRules: [Int32], starts: [Int32],
    meterTargets: [Int32], favoring favored: [Target] = []
  ) {
    var sets = PatternSets(cores)
    let count = starts.count - 1
    heads.reserveCapacity(count)
    for target in 0..<count {
      let first = limits.count
      sets.begin()
      let rules = Int(starts[target])..<Int(starts[target + 1])
      for place in rules {
        let rule = targetRules[place]
        if let limit = cores[Int(rule)].limit {
          limits.append(
            LimitRecord(limit: limit, rule: rule, position: Int32(place - rules.lowerBound)))
        } else {
          sets.add(rule)
        }
      }
      heads.append(
        TargetHead(
          pattern: sets.end(of: Int32(target)), meter: -1, firstLimit: Int32(first),
          limitCount: Int32(limits.count - first)))
    }
    for (meter, target) in meterTargets.enumerated() where target >= 0 {
      heads[Int(target)].meter = Int32(meter)
    }
    plain = sets.examples
    keepMostUsed(favoring: favored)
    slots = heads.map { head in
      if head.meter < 0 || head.pattern < 0 { return head.pattern }
      return head.meter < Patterns.mostLimits ? Int32(plain.count) + head.meter : -1
    }
    isComplete = !slots.contains(-1)
    reads = PatternReads(
      of: self, in: parts, cores: cores, targetRules: targetRules, starts: starts)
  }

  /// Gives up what is beyond the most that is worked out ahead, and the targets with it.
  private mutating func keepMostUsed(favoring favored: [Target]) {
    if limits.count > Patterns.mostLimits {
      for index in heads.indices
      where Int(heads[index].firstLimit + heads[index].limitCount) > Patterns.mostLimits {
        heads[index].pattern = -1
      }
      limits.removeLast(limits.count - Patterns.mostLimits)
    }
    guard plain.count > Patterns.mostPlain else { return }
    var uses = [Int32](repeating: 0, count: plain.count)
    for head in heads where head.pattern >= 0 { uses[Int(head.pattern)] += 1 }
    for target in favored where heads[target.place].pattern >= 0 {
      uses[Int(heads[target.place].pattern)] = .max
    }
    let ranked = uses.indices.sorted { a, b in
      uses[a] == uses[b] ? a < b : uses[a] > uses[b]
    }
    var numbers = [Int32](repeating: -1, count: uses.count)
    for (number, pattern) in ranked.prefix(Patterns.mostPlain).enumerated() {
      numbers[pattern] = Int32(number)
    }
    for index in heads.indices where heads[index].pattern >= 0 {
      heads[index].pattern = numbers[Int(heads[index].pattern)]
    }
    plain = ranked.prefix(Patterns.mostPlain).map { plain[$0] }
  }
}

/// Collects the lists of rules that targets have, those that differ in names and places only being
/// one. Most targets have none or one, and cost no search for a list.
private struct PatternSets {
  /// For each list, one target that has it.
  private(set) var examples: [Int32] = []
  private let rules: [RuleCore]
  private var kinds: [Kind: Int32] = [:]
  /// Some kinds that were seen lately, where they are found without a search.
  private var recent: [(kind: Kind, index: Int32)]
  private var empty = Int32(-1)
  private var single: [Int32] = []
  private var several: [[Int32]: Int32] = [:]
  private var listKinds: [Int32] = []

  private struct Kind: Hashable {
    var requirement: Int32
    var inForce: Int32
    var condition: Int32
    var soft: Int32
    var effect: Rule.Effect

    /// Its place in a table of 256.
    var place: Int {
      let mixed =
        UInt32(bitPattern: requirement) &* 0x9E37_79B1 ^ UInt32(bitPattern: inForce) &* 0x85EB_CA77
        ^ UInt32(bitPattern: condition) &* 0xC2B2_AE3D ^ UInt32(bitPattern: soft)
      return Int(mixed >> 24)
    }
  }

  init(_ rules: [RuleCore]) {
    self.rules = rules
    let none = Kind(requirement: -1, inForce: -1, condition: -1, soft: -1, effect: .off)
    recent = Array(repeating: (none, -1), count: 256)
  }

  mutating func begin() {
    listKinds.removeAll(keepingCapacity: true)
  }

  mutating func add(_ index: Int32) {
    let rule = rules[Int(index)]
    let kind = Kind(
      requirement: rule.requirement, inForce: rule.inForce, condition: rule.condition,
      soft: rule.soft, effect: rule.effect)
    let place = kind.place
    if recent[place].kind == kind {
      listKinds.append(recent[place].index)
      return
    }
    let known = kinds[kind] ?? Int32(single.count)
    if known == single.count {
      kinds[kind] = known
      single.append(-1)
    }
    recent[place] = (kind, known)
    listKinds.append(known)
  }

  /// The pattern of what was added since the beginning.
  mutating func end(of target: Int32) -> Int32 {
    var pattern: Int32
    switch listKinds.count {
    case 0: pattern = empty
    case 1: pattern = single[Int(listKinds[0])]
    default: pattern = several[listKinds] ?? -1
    }
    if pattern < 0 {
      pattern = Int32(examples.count)
      examples.append(target)
      switch listKinds.count {
      case 0: empty = pattern
      case 1: single[Int(listKinds[0])] = pattern
      default: several[listKinds] = pattern
      }
    }
    return pattern
  }
}
