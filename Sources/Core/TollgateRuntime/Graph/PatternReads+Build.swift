extension PatternReads {
  /// Collects what the patterns and limits read.
  init(
    of patterns: Patterns, in parts: RuleGraph.Parts, cores: [RuleCore], targetRules: [Int32],
    starts: [Int32]
  ) {
    var reader = ConditionReader(parts)
    for target in patterns.plain {
      for place in Int(starts[Int(target)])..<Int(starts[Int(target) + 1]) {
        reader.visit(cores[Int(targetRules[place])])
      }
    }
    for record in patterns.limits { reader.visit(cores[Int(record.rule)]) }
    for setting in parts.settings { reader.visit(parts.ladders[Int(setting.ladder)]) }
    conditionsCount = !reader.counters.isEmpty
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

  mutating func visit(_ ladder: Ladder) {
    for step in ladder.steps {
      visit(step.requirement)
      visit(step.inForce)
      visit(step.condition)
    }
  }

  private mutating func visit(_ index: Int32) {
    if isSeen[Int(index)] { return }
    isSeen[Int(index)] = true
    switch parts.nodes[Int(index)] {
    case .never, .always, .inRollout: break
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
