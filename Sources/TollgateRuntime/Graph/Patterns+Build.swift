extension Patterns {
  /// The patterns of a policy's targets, in a time that grows with the rules.
  package init(_ parts: RuleGraph.Parts) {
    var sets = PatternSets(parts.rules)
    heads.reserveCapacity(parts.targets.count)
    for target in parts.targets {
      let first = limits.count
      sets.begin()
      for (position, rule) in target.rules.enumerated() {
        if let limit = parts.rules[Int(rule)].limit {
          limits.append(LimitRecord(limit: limit, rule: rule, position: Int32(position)))
        } else {
          sets.add(rule)
        }
      }
      heads.append(
        TargetHead(
          pattern: sets.end(), meter: target.meter, firstLimit: Int32(first),
          limitCount: Int32(limits.count - first)))
    }
    plain = sets.examples
    keepMostUsed(sets.uses)
    slots = heads.map { head in
      if head.meter < 0 || head.pattern < 0 { return head.pattern }
      return head.meter < Patterns.mostLimits ? Int32(plain.count) + head.meter : -1
    }
    reads = PatternReads(of: self, in: parts)
  }

  /// Gives up what is beyond the most that is worked out ahead, and the targets with it.
  private mutating func keepMostUsed(_ uses: [Int32]) {
    if limits.count > Patterns.mostLimits {
      for index in heads.indices
      where Int(heads[index].firstLimit + heads[index].limitCount) > Patterns.mostLimits {
        heads[index].pattern = -1
      }
      limits.removeLast(limits.count - Patterns.mostLimits)
    }
    guard plain.count > Patterns.mostPlain else { return }
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
  private(set) var examples: [[Int32]] = []
  private(set) var uses: [Int32] = []
  private let rules: [Rule]
  private var kinds: [Kind: Int32] = [:]
  private var empty = Int32(-1)
  private var single: [Int32] = []
  private var several: [[Int32]: Int32] = [:]
  private var list: [Int32] = []
  private var listKinds: [Int32] = []

  private struct Kind: Hashable {
    var requirement: Int32
    var inForce: Int32
    var condition: Int32
    var soft: Int32
    var effect: Rule.Effect
  }

  init(_ rules: [Rule]) {
    self.rules = rules
  }

  mutating func begin() {
    list.removeAll(keepingCapacity: true)
    listKinds.removeAll(keepingCapacity: true)
  }

  mutating func add(_ index: Int32) {
    let rule = rules[Int(index)]
    let kind = Kind(
      requirement: rule.requirement, inForce: rule.inForce, condition: rule.condition,
      soft: rule.soft, effect: rule.effect)
    list.append(index)
    if let known = kinds[kind] {
      listKinds.append(known)
    } else {
      kinds[kind] = Int32(single.count)
      listKinds.append(Int32(single.count))
      single.append(-1)
    }
  }

  /// The pattern of what was added since the beginning.
  mutating func end() -> Int32 {
    var pattern: Int32
    switch listKinds.count {
    case 0: pattern = empty
    case 1: pattern = single[Int(listKinds[0])]
    default: pattern = several[listKinds] ?? -1
    }
    if pattern < 0 {
      pattern = Int32(examples.count)
      examples.append(list)
      uses.append(0)
      switch listKinds.count {
      case 0: empty = pattern
      case 1: single[Int(listKinds[0])] = pattern
      default: several[listKinds] = pattern
      }
    }
    uses[Int(pattern)] += 1
    return pattern
  }
}
