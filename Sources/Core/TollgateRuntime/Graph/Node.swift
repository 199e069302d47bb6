/// A condition of the graph. Equal conditions are one node, and a node's children come before it,
/// so there are no cycles and a pass from the front sees every child first.
package enum Node: Sendable, Hashable {
  case never, always
  /// All of its children are true.
  case all(Children)
  /// One of its children is true.
  case any(Children)
  case not(NodeIndex)
  /// The user has the entitlement: by a grant of the snapshot, or by a `grant` statement of the
  /// policy, which is the case if the other node is true.
  case entitlement(EntitlementIndex, givenBy: NodeIndex?)
  /// The `grant` statement gives what it grants, because the condition is true.
  case statement(Int32, NodeIndex)
  /// The fact has this value.
  case factIs(FactIndex, Int64)
  /// The fact is at least this value: a date in milliseconds, a number, or the rank of a version
  /// among the versions that the policy compares it with.
  case factAtLeast(FactIndex, Int64)
  /// The present value of the counter is at least this.
  case usageAtLeast(CounterIndex, Int64)
  /// The subject is in the rollout.
  case inRollout(RolloutIndex)
  /// Now is at or after this time.
  case timeAtLeast(Int64)
  /// Now is at or after the date fact plus so many milliseconds.
  case timeSince(FactIndex, Int64)

  /// The children of a node, which are together among the edges of the graph.
  package struct Children: Sendable, Hashable, BitwiseCopyable {
    package var start: Int32
    package var count: Int32

    package init(start: Int32 = 0, count: Int32 = 0) {
      self.start = start
      self.count = count
    }

    /// Their places among the edges.
    @inline(__always)
    package var places: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  /// Whether it is always the same. Most rules have no dates, no condition and no `soft`.
  @inline(__always)
  var isConstant: Bool {
    switch self {
    case .never, .always: true
    default: false
    }
  }
}

/// The value of a condition in three-valued logic: for one user, or for many at once. Two values
/// are equal if they are equal for every user.
package protocol TruthValue: Sendable, Hashable {
  /// No, for every user.
  static var no: Self { get }
  /// Yes, for every user.
  static var yes: Self { get }
  static prefix func ! (value: Self) -> Self
  func and(_ other: Self) -> Self
  func or(_ other: Self) -> Self
}

/// Three-valued truth. The raw values make `and` a minimum, `or` a maximum.
package enum Truth: UInt8, TruthValue, BitwiseCopyable {
  case no = 0
  case unknown = 1
  case yes = 2

  package init(_ value: Bool) {
    self = value ? .yes : .no
  }

  package static prefix func ! (value: Truth) -> Truth {
    switch value {
    case .no: .yes
    case .unknown: .unknown
    case .yes: .no
    }
  }

  package func and(_ other: Truth) -> Truth {
    rawValue < other.rawValue ? self : other
  }

  package func or(_ other: Truth) -> Truth {
    rawValue > other.rawValue ? self : other
  }
}
