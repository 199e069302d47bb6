/// Which targets ask for the same in the same way: their lists of rules without a limit differ in
/// names and places only.
struct PatternNumbers: Equatable {
  /// The pattern of each target, or -1 where nothing is worked out ahead.
  var byTarget: [Int32]
  /// For each pattern, one target that has it; no more than `Patterns.mostPlain`.
  var plain: [Int32]

  init(byTarget: [Int32], plain: [Int32]) {
    self.byTarget = byTarget
    self.plain = plain
  }

  /// Compares the rules of all targets but some. The patterns of `favored` targets go before those
  /// that more targets have.
  init(
    of tables: FlatTables, _ cores: [RuleCore], without excluded: [Int],
    favoring favored: [Target] = []
  ) {
    let (targetRules, starts) = (tables.targetRules, tables.targetRuleStarts)
    var sets = PatternSets(cores)
    byTarget = [Int32](repeating: -1, count: starts.count - 1)
    var excluded = excluded[...]
    for target in byTarget.indices {
      guard target != excluded.first else {
        excluded.removeFirst()
        continue
      }
      sets.begin()
      for place in Int(starts[target])..<Int(starts[target + 1]) { sets.add(targetRules[place]) }
      byTarget[target] = sets.end(of: Int32(target))
    }
    plain = sets.examples
    if plain.count > Patterns.mostPlain { keepMostUsed(favoring: favored) }
  }

  /// Gives up what is beyond the most that is worked out ahead.
  private mutating func keepMostUsed(favoring favored: [Target]) {
    var uses = [Int32](repeating: 0, count: plain.count)
    for pattern in byTarget where pattern >= 0 { uses[Int(pattern)] += 1 }
    for target in favored where byTarget[target.place] >= 0 {
      uses[Int(byTarget[target.place])] = .max
    }
    let ranked = uses.indices.sorted { a, b in
      uses[a] == uses[b] ? a < b : uses[a] > uses[b]
    }
    var numbers = [Int32](repeating: -1, count: uses.count)
    for (number, pattern) in ranked.prefix(Patterns.mostPlain).enumerated() {
      numbers[pattern] = Int32(number)
    }
    for index in byTarget.indices where byTarget[index] >= 0 {
      byTarget[index] = numbers[Int(byTarget[index])]
    }
    plain = ranked.prefix(Patterns.mostPlain).map { plain[$0] }
  }
}

/// Collects the lists of rules that targets have, rules with a limit aside. Most targets have none
/// or one, and cost no search for a list.
private struct PatternSets {
  /// For each list, one target that has it.
  private(set) var examples: [Int32] = []
  private let rules: [RuleCore]
  private var kinds: [Kind: Int32] = [:]
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

    /// Few rules differ in their effect alone.
    func hash(into hasher: inout Hasher) {
      hasher.combine(Kind.word(requirement, inForce))
      hasher.combine(Kind.word(condition, soft))
    }

    private static func word(_ one: Int32, _ other: Int32) -> UInt64 {
      UInt64(UInt32(bitPattern: one)) << 32 | UInt64(UInt32(bitPattern: other))
    }
  }

  init(_ rules: [RuleCore]) {
    self.rules = rules
  }

  mutating func begin() {
    listKinds.removeAll(keepingCapacity: true)
  }

  mutating func add(_ index: Int32) {
    let rule = rules[Int(index)]
    guard rule.limit == nil else { return }
    let kind = Kind(
      requirement: rule.requirement, inForce: rule.inForce, condition: rule.condition,
      soft: rule.soft, effect: rule.effect)
    let next = Int32(single.count)
    let number = PatternSets.number(&kinds[kind, default: -1], next)
    if number == next { single.append(-1) }
    listKinds.append(number)
  }

  /// The number of a kind, and `next` if it has none yet.
  private static func number(_ known: inout Int32, _ next: Int32) -> Int32 {
    if known < 0 { known = next }
    return known
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
