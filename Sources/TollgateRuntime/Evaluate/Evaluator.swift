/// The evaluator, the only one there is: how the parts of a condition and of a rule hang together.
///
/// Who conforms says what the parts come to: for one user (``Evaluation``), or for a block of users
/// at once (``BlockEvaluation``). Everything here is inlined into them, so that each is compiled
/// for its own kind of truth.
package protocol Evaluator {
  /// What a condition comes to.
  associatedtype Value: TruthValue
  /// Whether every part is to be evaluated, also where the answer is already clear.
  static var isThorough: Bool { get }

  var graph: RuleGraph { get }
  var ask: Ask { get }
  /// What a condition comes to: its ``combined(_:)``.
  mutating func value(_ index: Int32) -> Value
  /// Whether a grant of what is known of the user gives an entitlement.
  mutating func held(_ entitlement: Int32) -> Value
  /// What a condition without parts comes to.
  mutating func leaf(_ node: Node, at index: Int32) -> Value
  /// Whether the ask would raise a counter's value above the limit of a rule.
  mutating func exceeds(_ limit: Limit, of rule: Int32) -> Value
  /// A condition without parts, or a `grant` statement, has this value. What is returned counts.
  mutating func sees(_ node: Int32, _ value: Value) -> Value
  /// A rule was evaluated.
  mutating func sees(rule: Int32, _ parts: RuleValues<Value>)
}

extension Evaluator {
  /// What a condition comes to by its parts.
  @inline(__always)
  mutating func combined(_ index: Int32) -> Value {
    let node = graph.parts.nodes[Int(index)]
    switch node.kind {
    case .never: return .no
    case .always: return .yes
    case .all: return all(node)
    case .any: return any(node)
    case .not: return !value(node.a)
    case .entitlement: return entitlement(node, at: index)
    case .statement: return sees(index, value(node.a))
    case .factIs, .factAtLeast, .usageAtLeast, .inRollout, .timeAtLeast, .timeSince:
      return sees(index, leaf(node, at: index))
    }
  }

  @inline(__always)
  private mutating func all(_ node: Node) -> Value {
    var result = Value.yes
    for edge in Int(node.a)..<Int(node.a) + Int(node.b) {
      result = result.and(value(graph.parts.edges[edge]))
      if result == .no, !Self.isThorough { return .no }
    }
    return result
  }

  @inline(__always)
  private mutating func any(_ node: Node) -> Value {
    var result = Value.no
    for edge in Int(node.a)..<Int(node.a) + Int(node.b) {
      result = result.or(value(graph.parts.edges[edge]))
      if result == .yes, !Self.isThorough { return .yes }
    }
    return result
  }

  @inline(__always)
  private mutating func entitlement(_ node: Node, at index: Int32) -> Value {
    var result = held(node.a)
    if node.b >= 0, result != .yes || Self.isThorough { result = result.or(value(node.b)) }
    return sees(index, result)
  }

  /// Whether a rule holds: it does not apply, or its requirement is met.
  @inline(__always)
  mutating func isKept(_ index: Int32) -> Value {
    let place = Int(index)
    let isFinishing = ask.isContinuing && graph.cores[place].runningUseMayFinish
    if isFinishing, !Self.isThorough { return .yes }
    var parts = RuleValues<Value>(
      inForce: value(graph.cores[place].inForce), condition: .yes, exceeds: .yes,
      requirement: .no, holds: .yes)
    if parts.inForce == .no, !Self.isThorough { return .yes }
    parts.condition = value(graph.cores[place].condition)
    if parts.condition == .no, !Self.isThorough { return .yes }
    if let limit = graph.cores[place].limit { parts.exceeds = exceeds(limit, of: index) }
    if parts.exceeds == .no, !Self.isThorough { return .yes }
    parts.requirement = value(graph.cores[place].requirement)
    parts.holds = (!parts.inForce).or(!parts.condition).or(!parts.exceeds).or(parts.requirement)
    if isFinishing { parts.holds = .yes }
    sees(rule: index, parts)
    return parts.holds
  }
}

/// What the parts of a rule came to.
package struct RuleValues<Value: TruthValue>: Sendable, Hashable {
  package var inForce: Value
  package var condition: Value
  /// Whether the ask exceeds its limit; yes where the rule has none.
  package var exceeds: Value
  package var requirement: Value
  /// Whether it holds.
  package var holds: Value
}

/// What the parts of a rule came to for one user.
package typealias RuleTruth = RuleValues<Truth>
