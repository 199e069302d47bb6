extension PatternReads {
  /// What the patterns and limits read.
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
    conditionsCount = !reader.counters.isEmpty
    for record in patterns.limits {
      reader.counters.insert(
        Int32(EvaluationInput.counterIndex(record.limit.meter, record.limit.window)))
    }
    // A quota without a limit shows the total.
    for meter in parts.meters.indices {
      reader.counters.insert(Int32(EvaluationInput.counterIndex(Int32(meter), .total)))
    }
    instants = reader.instants.sorted()
    dates = reader.dates.sorted()
    counters = reader.counters.sorted()
    facts = reader.facts
  }
}

/// Walks conditions and collects what they read.
private struct ConditionReader {
  private let parts: RuleGraph.Parts
  private var isSeen: [Bool]
  var instants: Set<Int64> = []
  var dates: Set<Int32> = []
  var counters: Set<Int32> = []
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
  }

  private mutating func visit(_ index: Int32) {
    if isSeen[Int(index)] { return }
    isSeen[Int(index)] = true
    let node = parts.nodes[Int(index)]
    switch node.kind {
    case .never, .always, .inRollout: break
    case .all, .any:
      for edge in Int(node.a)..<Int(node.a) + Int(node.b) { visit(parts.edges[edge]) }
    case .not, .statement: visit(node.a)
    case .entitlement: if node.b >= 0 { visit(node.b) }
    case .usageAtLeast: counters.insert(node.a * 5 + node.b)
    case .timeAtLeast: instants.insert(node.value)
    case .timeSince:
      dates.insert(index)
      facts = true
    case .factIs, .factAtLeast: facts = true
    }
  }
}
