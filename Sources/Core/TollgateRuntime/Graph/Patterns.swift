/// The part of a policy that the hot path reads, in flat records: targets that ask for the same
/// things in the same way have one pattern, so that the answer to a pattern is worked out once for
/// a user (``PreparedAnswers``), however many targets there are.
package struct Patterns: Sendable {
  /// The slot of each target in what is worked out ahead: for a feature that of its pattern, for a
  /// meter its own, after the patterns; -1 if nothing is worked out.
  package var slots: [Int32] = []
  /// Whether every target has a slot.
  package var isComplete = true
  /// By target.
  package var heads: [TargetHead] = []
  /// For each pattern, one target that has it: the answer is that of its rules without a limit.
  package var plain: [Int32] = []
  /// The rules with a limit, target by target, in the order of the source.
  package var limits: [LimitRecord] = []
  /// How many settings have a slot of their own, after those of the meters.
  package var settingCount = 0
  /// The targets that take from meters and have a slot of their own, after those of the settings.
  package var takers: [Int32] = []
  /// The data that the conditions of all these read.
  package var reads = PatternReads()

  /// The most patterns that are worked out ahead: those that the most targets have. A target with
  /// another is decided from the graph each time.
  package static let mostPlain = 1024
  /// The most rules with a limit, and the most meters, that are worked out ahead.
  package static let mostLimits = 256
}

/// Where a target's rules are.
package struct TargetHead: Sendable, BitwiseCopyable {
  /// The pattern of its rules without a limit, or -1 where nothing is worked out ahead.
  package var pattern: Int32
  /// The meter, or -1 for a feature: there is a head for each target, so it is small.
  private var meterOrNone: Int32
  /// Its rules with a limit, as a range of `Patterns.limits`.
  package var firstLimit: Int32 = 0
  package var limitCount: Int32 = 0

  init(pattern: Int32, meter: MeterIndex? = nil) {
    self.pattern = pattern
    meterOrNone = meter ?? -1
  }

  /// The meter; nil for a feature.
  @inline(__always)
  package var meter: MeterIndex? { meterOrNone < 0 ? nil : meterOrNone }
}

/// A rule with a limit.
package struct LimitRecord: Sendable, BitwiseCopyable {
  package var limit: Limit
  package var rule: Int32
  /// Its place among the target's rules.
  package var position: Int32
}

/// The instants, counters and facts that conditions read.
package struct PatternReads: Sendable {
  /// The instants that conditions name, ascending, each once.
  package var instants: [Int64] = []
  /// Times after a date fact: the nodes.
  package var dates: [Int32] = []
  /// The counters that conditions and limits read, in no order.
  package var counters: [CounterIndex] = []
  /// Whether a condition reads a counter.
  package var conditionsCount = false
  /// Whether a condition reads a fact.
  package var facts = false
}

extension Patterns {
  /// The patterns of a policy's targets, in a time that grows with the rules.
  ///
  /// `numbers` tells which targets ask for the same, of all targets but some.
  init(
    _ parts: RuleGraph.Parts, cores: [RuleCore], _ uses: TargetUses, meterTargets: [Int32],
    numbers: (_ cores: [RuleCore], _ excluded: [Int]) -> PatternNumbers
  ) {
    let (targetRules, starts) = (parts.tables.targetRules, parts.tables.targetRuleStarts)
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
    var beyond = meters.filter { $0.head.endOfLimits > Patterns.mostLimits }.map { $0.target }
    let takers = uses.targets
    if !takers.isEmpty { beyond = Set(beyond + takers.map { Int($0) }).sorted() }
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
    add(takers, after: parts.meters.count)
    isComplete = !slots.contains(-1)
    reads = PatternReads(of: self, in: parts, cores: cores, uses, meterTargets)
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

  /// Gives targets that take from meters slots after those of the settings, for one more of each.
  private mutating func add(_ targets: [Int32], after meterCount: Int) {
    takers = Array(targets.prefix(Patterns.mostLimits))
    let first = plain.count + min(meterCount, Patterns.mostLimits) + settingCount
    for (place, target) in takers.enumerated() { slots[Int(target)] = Int32(first + place) }
  }

  /// Which pattern each target has.
  var numbers: PatternNumbers {
    PatternNumbers(byTarget: heads.map { $0.pattern }, plain: plain)
  }
}

extension TargetHead {
  fileprivate var endOfLimits: Int { Int(firstLimit) + Int(limitCount) }
}

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

extension PatternReads {
  /// Collects what the patterns and limits read.
  init(
    of patterns: Patterns, in parts: RuleGraph.Parts, cores: [RuleCore], _ uses: TargetUses,
    _ meterTargets: [Int32]
  ) {
    var reader = ConditionReader(parts)
    let (targetRules, starts) = (parts.tables.targetRules, parts.tables.targetRuleStarts)
    for target in patterns.plain {
      for place in Int(starts[Int(target)])..<Int(starts[Int(target) + 1]) {
        reader.visit(cores[Int(targetRules[place])])
      }
    }
    var taken: Set<CounterIndex> = []
    for target in patterns.takers {
      var targets = [target]
      for use in uses[target] {
        let use = parts.uses[Int(use)]
        reader.visit(use, parts.ladders[Int(use.ladder)])
        targets.append(meterTargets[Int(use.meter)])
      }
      for rule in targets.flatMap({ parts.tables.rules(ofTarget: Int($0)) }) {
        reader.visit(cores[Int(rule)])
        if let limit = cores[Int(rule)].limit { taken.insert(limit.counter) }
      }
    }
    for record in patterns.limits { reader.visit(cores[Int(record.rule)]) }
    for setting in parts.settings { reader.visit(parts.ladders[Int(setting.ladder)]) }
    for overage in parts.overages { reader.visit(overage.requirement) }
    for rollover in parts.rollovers { reader.visit(rollover.requirement) }
    conditionsCount = !reader.counters.isEmpty
    reader.counters.formUnion(taken)
    for record in patterns.limits {
      reader.counters.insert(record.limit.counter)
    }
    // A quota without a limit shows the total.
    for meter in parts.meters.indices {
      reader.counters.insert(CounterIndex(Int32(meter)))
    }
    instants = reader.instants.sorted()
    dates = reader.dates.sorted()
    counters = Array(reader.counters)
    facts = reader.facts
  }
}

/// Walks conditions and collects what they read.
private struct ConditionReader {
  private let parts: RuleGraph.Parts
  private var isSeen: [Bool]
  var instants: Set<Int64> = []
  var dates: Set<Int32> = []
  var counters: Set<CounterIndex> = []
  var facts = false

  init(_ parts: RuleGraph.Parts) {
    self.parts = parts
    isSeen = [Bool](repeating: false, count: parts.nodes.count)
  }

  mutating func visit(_ rule: RuleCore) {
    visit(rule.requirement)
    visit(rule.inForce)
    visit(rule.condition)
    visit(rule.soft)
    if case .ladder(let ladder)? = rule.limit?.kind { visit(parts.ladders[Int(ladder)]) }
  }

  mutating func visit(_ use: Use, _ ladder: Ladder) {
    visit(use.inForce)
    visit(use.condition)
    visit(ladder)
  }

  mutating func visit(_ ladder: Ladder) {
    if case .fact? = ladder.source { facts = true }
    for step in ladder.steps {
      visit(step.requirement)
      visit(step.inForce)
      visit(step.condition)
    }
  }

  mutating func visit(_ index: Int32) {
    if isSeen[Int(index)] { return }
    isSeen[Int(index)] = true
    switch parts.nodes[Int(index)] {
    case .never, .always, .inRollout, .paid: break
    case .all(let children), .any(let children):
      for child in children.places { visit(parts.edges[child]) }
    case .not(let child), .statement(_, let child): visit(child)
    case .entitlement(_, let giver): if let giver { visit(giver) }
    case .usageAtLeast(let counter, _): counters.insert(counter)
    case .timeAtLeast(let time): instants.insert(time)
    case .timeSince:
      dates.insert(index)
      facts = true
    case .factIs, .factAtLeast: facts = true
    }
  }
}
