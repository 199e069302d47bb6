/// The evaluator, the only one there is: it says how the parts of a condition and of a rule
/// combine.
///
/// A conforming type gives the values of the parts: for one user (``Evaluation``), or for a block
/// of users at once (``BlockEvaluation``). Everything here is inlined into them, so that each is
/// compiled for its own kind of truth.
package protocol Evaluator {
  /// The value of a condition.
  associatedtype Value: TruthValue
  /// Whether every part is to be evaluated, also where the answer is already clear.
  static var isThorough: Bool { get }

  var graph: RuleGraph { get }
  var ask: Ask { get }
  /// The amounts that the use of the targets that are asked for takes from meters.
  var takers: Takers { get }
  /// The value of a condition: its ``combined(_:)``.
  mutating func value(_ index: Int32) -> Value
  /// Whether a grant of the user gives an entitlement; or, at its `RuleGraph.paidPlace(of:)`, one
  /// that is not in a trial.
  mutating func held(_ entitlement: Int32) -> Value
  /// The value of a condition without parts.
  mutating func leaf(_ node: Node, at index: Int32) -> Value
  /// Whether a `grant` statement gives what it grants, where its condition has this value.
  mutating func given(_ value: Value, by condition: Int32) -> Value
  /// Whether the ask would raise a counter's value above the limit of a rule.
  mutating func exceeds(_ limit: Limit, of rule: Int32) -> Value
  /// The same by an amount that the use takes from the meter of the limit.
  mutating func exceeds(_ limit: Limit, of rule: Int32, taking taken: Taken) -> Value
  /// The same by what the uses of several targets take together.
  mutating func exceeds(_ limit: Limit, of rule: Int32, bySeveral takers: Takers) -> Value
  /// Whether the ask goes beyond one value of a ladder.
  mutating func exceeds(_ rung: Rung, of limit: Limit) -> Value
  /// A condition without parts, or a `grant` statement, has this value. The returned value counts.
  mutating func sees(_ node: Int32, _ value: Value) -> Value
  /// A rule was evaluated.
  mutating func sees(rule: Int32, _ parts: RuleValues<Value>)
}

extension Evaluator {
  /// The value of a condition by its parts.
  @inline(__always)
  package mutating func combined(_ index: Int32) -> Value {
    let node = graph[node: index]
    switch node {
    case .never: return .no
    case .always: return .yes
    case .all(let children): return all(children)
    case .any(let children): return any(children)
    case .not(let child): return !value(child)
    case .entitlement(let entitlement, let giver): return has(entitlement, giver, at: index)
    case .paid(let entitlement): return sees(index, held(graph.paidPlace(of: entitlement)))
    case .statement(_, let condition):
      return sees(index, given(value(condition), by: condition))
    case .factIs, .factAtLeast, .usageAtLeast, .inRollout, .timeAtLeast, .timeSince:
      return sees(index, leaf(node, at: index))
    }
  }

  @inline(__always)
  private mutating func all(_ children: Node.Children) -> Value {
    var result = Value.yes
    for child in children.places {
      result = result.and(value(graph[edge: child]))
      if result == .no, !Self.isThorough { return .no }
    }
    return result
  }

  @inline(__always)
  private mutating func any(_ children: Node.Children) -> Value {
    var result = Value.no
    for child in children.places {
      result = result.or(value(graph[edge: child]))
      if result == .yes, !Self.isThorough { return .yes }
    }
    return result
  }

  @inline(__always)
  private mutating func has(
    _ entitlement: EntitlementIndex, _ giver: NodeIndex?, at index: NodeIndex
  ) -> Value {
    var result = held(entitlement)
    if let giver, result != .yes || Self.isThorough { result = result.or(value(giver)) }
    return sees(index, result)
  }

  /// Whether a rule holds: it does not apply, or its requirement is met.
  @inline(__always)
  package mutating func isKept(_ index: Int32) -> Value {
    let place = Int(index)
    let isFinishing = ask.isContinuing && graph.cores[place].runningUseMayFinish
    if isFinishing, !Self.isThorough { return .yes }
    var parts = RuleValues<Value>(
      inForce: .yes, condition: .yes, exceeds: .yes, requirement: .no, holds: .yes)
    if !graph.appliesAlways(at: place) {
      parts.inForce = value(graph.cores[place].inForce)
      if parts.inForce == .no, !Self.isThorough { return .yes }
      parts.condition = value(graph.cores[place].condition)
      if parts.condition == .no, !Self.isThorough { return .yes }
    }
    if let limit = graph.cores[place].limit { parts.exceeds = isExceeded(limit, of: index) }
    if parts.exceeds == .no, !Self.isThorough { return .yes }
    parts.requirement = value(graph.cores[place].requirement)
    parts.holds = (!parts.inForce).or(!parts.condition).or(!parts.exceeds).or(parts.requirement)
    if isFinishing { parts.holds = .yes }
    sees(rule: index, parts)
    return parts.holds
  }
}

/// The values of the parts of a rule.
package struct RuleValues<Value: TruthValue>: Sendable, Hashable {
  package var inForce: Value
  package var condition: Value
  /// Whether the ask exceeds its limit; yes where the rule has none.
  package var exceeds: Value
  package var requirement: Value
  /// Whether it holds.
  package var holds: Value
}

/// The values of the parts of a rule for one user.
package typealias RuleTruth = RuleValues<Truth>

/// Sees an evaluation while it happens, and may put another value in the place of a condition to
/// ask "what if". One that does nothing costs nothing.
package protocol Observer {
  /// Whether every part is to be evaluated, also where the answer is already clear.
  static var isThorough: Bool { get }
  /// A condition without parts, or a `grant` statement, has this value. The returned value counts.
  mutating func sees(_ node: Int32, _ value: Truth) -> Truth
  /// A rule was evaluated.
  mutating func sees(rule: Int32, _ parts: RuleTruth)
}

/// Lets an evaluation alone.
package struct NoObserver: Observer {
  package static var isThorough: Bool { false }

  package init() {}

  @inline(__always)
  package mutating func sees(_ node: Int32, _ value: Truth) -> Truth { value }

  @inline(__always)
  package mutating func sees(rule: Int32, _ parts: RuleTruth) {}
}

/// Evaluates as if some of the conditions were false.
struct Without: Observer {
  static var isThorough: Bool { false }
  let nodes: Set<Int32>

  mutating func sees(_ node: Int32, _ value: Truth) -> Truth {
    nodes.contains(node) ? .no : value
  }

  mutating func sees(rule: Int32, _ parts: RuleTruth) {}
}

/// Keeps the value of every part of every rule.
package struct Trace: Observer {
  package static var isThorough: Bool { true }
  package private(set) var conditions: [Int32: Truth] = [:]
  package private(set) var rules: [(rule: Int32, parts: RuleTruth)] = []

  package init() {}

  package mutating func sees(_ node: Int32, _ value: Truth) -> Truth {
    conditions[node] = value
    return value
  }

  package mutating func sees(rule: Int32, _ parts: RuleTruth) {
    rules.append((rule, parts))
  }
}
