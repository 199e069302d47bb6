/// What is true of a graph in an input, for an ask, at a time: of one user. To ask "what if", the
/// time, the input or what is supposed is changed, and the same evaluation asked again.
package struct Evaluation<Watcher: Observer>: Evaluator {
  package let graph: RuleGraph
  package let ask: Ask
  package var observer: Watcher
  /// What is known.
  var input: EvaluationInput
  /// Effective now.
  var now: Int64
  /// From when on what was granted is unknown, unless it is fresh.
  var staleAt: Int64
  /// What is supposed beyond what is known.
  var hypothesis = Hypothesis()

  package init(graph: RuleGraph, input: EvaluationInput, now: Int64, ask: Ask, observer: Watcher) {
    self.graph = graph
    self.input = input
    self.now = now
    self.ask = ask
    self.observer = observer
    staleAt = input.staleAt
  }

  package static var isThorough: Bool { Watcher.isThorough }

  /// What a condition comes to.
  @inline(__always)
  package mutating func value(_ index: Int32) -> Truth {
    // Most rules have no dates, no `when` and no `soft`.
    switch graph.parts.nodes[Int(index)].kind {
    case .never: .no
    case .always: .yes
    default: combinedValue(index)
    }
  }

  /// The same of any condition. Never inlined, or it would be into itself, without end.
  @inline(never)
  private mutating func combinedValue(_ index: Int32) -> Truth { combined(index) }

  // What follows is inlined: for a call, the whole evaluation would be copied.

  /// Whether a grant of the snapshot gives an entitlement.
  @inline(__always)
  package func held(_ entitlement: Int32) -> Truth {
    if hypothesis.holds(entitlement, at: now) { return .yes }
    var result = Truth.no
    let start = Int(input.spanStarts[Int(entitlement)])
    let end = Int(input.spanStarts[Int(entitlement) + 1])
    for span in start..<end where input.spans[span].contains(now) {
      if input.spans[span].isFresh || now < staleAt { return .yes }
      result = .unknown
    }
    return result
  }

  @inline(__always)
  package func leaf(_ node: Node, at index: Int32) -> Truth {
    switch node.kind {
    case .factIs, .factAtLeast, .timeSince:
      return node.isTrue(ofFact: input.facts[Int(node.a)], at: now)
    case .usageAtLeast: return node.isTrue(ofUse: used(of: node), with: allowance(of: node.a))
    case .inRollout:
      return graph.parts.rollouts[Int(node.a)].contains(Int64(input.buckets[Int(node.a)]))
    case .timeAtLeast: return node.isTrue(at: now)
    case .never, .always, .all, .any, .not, .entitlement, .statement: return .no
    }
  }

  /// The present value of the counter that a comparison reads; -1 for unknown.
  @inline(__always)
  func used(of node: Node) -> Int64 {
    hypothesis.counter(Int(node.a) * 5 + Int(node.b), in: input).used(at: now)
  }

  /// The present value of the counter of a limit; -1 for unknown.
  @inline(__always)
  func used(of limit: Limit) -> Int64 {
    hypothesis.counter(EvaluationInput.counterIndex(limit.meter, limit.window), in: input).used(
      at: now)
  }

  /// What raises the limits of a meter.
  @inline(__always)
  func allowance(of meter: Int32) -> Allowance {
    var allowance = input.allowance(of: meter, at: now, staleAt: staleAt)
    hypothesis.raise(&allowance, of: meter, at: now)
    return allowance
  }

  @inline(__always)
  package mutating func sees(_ node: Int32, _ value: Truth) -> Truth { observer.sees(node, value) }

  @inline(__always)
  package mutating func sees(rule: Int32, _ parts: RuleTruth) { observer.sees(rule: rule, parts) }
}
