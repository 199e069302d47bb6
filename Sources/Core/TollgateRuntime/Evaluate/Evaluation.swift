/// The evaluation of a graph for one user: for an ask, at a time. To ask "what if", the
/// time, the input or what is supposed is changed, and the same evaluation asked again.
package struct Evaluation<Watcher: Observer>: Evaluator {
  package let graph: RuleGraph
  package let ask: Ask
  package var observer: Watcher
  /// The data of the user.
  var input: EvaluationInput
  /// Effective now.
  var now: Int64
  /// From when on what was granted is unknown, unless it is fresh.
  var staleAt: Int64
  /// The supposition beyond the snapshot.
  var hypothesis = Hypothesis()
  /// Which `grant` statements that are unknown count as not given.
  package var notGiven = NotGiven.none

  package init(graph: RuleGraph, input: EvaluationInput, now: Int64, ask: Ask, observer: Watcher) {
    self.graph = graph
    self.input = input
    self.now = now
    self.ask = ask
    self.observer = observer
    staleAt = input.staleAt
  }

  package static var isThorough: Bool { Watcher.isThorough }

  /// The value of a condition.
  @inline(__always)
  package mutating func value(_ index: Int32) -> Truth {
    // Most rules have no dates, no `when` and no `soft`.
    switch graph[node: index] {
    case .never: .no
    case .always: .yes
    default: combinedValue(index)
    }
  }

  /// The same of any condition. Never inlined, or it would be into itself, without end.
  @inline(never)
  private mutating func combinedValue(_ index: Int32) -> Truth { combined(index) }

  // The functions below are inlined: a call would copy the whole evaluation.

  /// Whether a grant of the snapshot gives an entitlement.
  @inline(__always)
  package func held(_ entitlement: Int32) -> Truth {
    if hypothesis.holds(entitlement, at: now) { return .yes }
    var result = Truth.no
    for span in input.spans(of: entitlement) where input.spans[span].contains(now) {
      if input.spans[span].isFresh || now < staleAt { return .yes }
      result = .unknown
    }
    return result
  }

  @inline(__always)
  package func leaf(_ node: Node, at index: Int32) -> Truth {
    switch node {
    case .factIs(let fact, _), .factAtLeast(let fact, _), .timeSince(let fact, _):
      return node.isTrue(ofFact: input.facts[Int(fact)], at: now)
    case .usageAtLeast(let counter, _):
      return node.isTrue(ofUse: used(of: counter), with: allowance(of: counter.meter))
    case .inRollout(let rollout):
      return graph[rollout: rollout].contains(input.bucket(in: rollout))
    case .timeAtLeast: return node.isTrue(at: now)
    case .never, .always, .all, .any, .not, .entitlement, .statement: return .no
    }
  }

  /// The present value of a counter; nil for unknown.
  @inline(__always)
  func used(of counter: CounterIndex) -> Int64? {
    input.used(hypothesis.counter(input.places.place(ofRead: counter), in: input), at: now)
  }

  /// The allowance that raises the limits of a meter.
  @inline(__always)
  func allowance(of meter: Int32) -> Allowance {
    var allowance = input.allowance(of: meter, at: now, staleAt: staleAt)
    hypothesis.raise(&allowance, of: meter, at: now)
    return allowance
  }

  @inline(__always)
  package mutating func sees(_ node: Int32, _ value: Truth) -> Truth { observer.sees(node, value) }

  /// Whether a `grant` statement gives what it grants.
  @inline(__always)
  package mutating func given(_ value: Truth, by condition: Int32) -> Truth {
    guard notGiven != .none, value == .unknown else { return value }
    let unknowns = unknowns(below: condition)
    switch notGiven {
    case .none: return .unknown
    case .unlessStale: return unknowns.isStale ? .unknown : .no
    case .lacking: return unknowns.usage || unknowns.fact ? .no : .unknown
    }
  }

  @inline(__always)
  package mutating func sees(rule: Int32, _ parts: RuleTruth) { observer.sees(rule: rule, parts) }
}

/// Which `grant` statements that are unknown count as not given.
package enum NotGiven: Sendable, Hashable, BitwiseCopyable {
  case none
  /// Those that are unknown through facts and counters alone, as for reasons and for `refresh`.
  case unlessStale
  /// Those that lack a fact or a counter, also if something is stale, too.
  case lacking
}

extension PreparedSnapshot {
  /// The evaluation of this user's rules; never before what the snapshot has seen.
  @inline(__always)
  package func evaluation(at now: Int64, _ ask: Ask = Ask()) -> Evaluation<NoObserver> {
    Evaluation(graph: graph, input: input, now: max(now, floor), ask: ask, observer: NoObserver())
  }
}

extension Evaluation {
  /// Whether the user surely has an entitlement, by a grant or by the policy itself.
  package mutating func holds(entitlement: Int32) -> Bool {
    if let node = graph.node(ofEntitlement: entitlement) { return value(node) == .yes }
    return held(entitlement) == .yes
  }
}
