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
