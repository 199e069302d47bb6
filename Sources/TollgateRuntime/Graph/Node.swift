/// A condition of the graph. Equal conditions are one node, and a node's children come before it,
/// so there are no cycles and a pass from the front sees every child first.
package struct Node: Sendable, Hashable {
  package var kind: Kind
  package var a: Int32
  package var b: Int32
  package var value: Int64

  package init(_ kind: Kind, a: Int32 = 0, b: Int32 = 0, value: Int64 = 0) {
    self.kind = kind
    self.a = a
    self.b = b
    self.value = value
  }

  package enum Kind: UInt8, Sendable, CaseIterable {
    case never, always
    /// `b` children in `edges` from `a`.
    case all, any
    /// The child `a`.
    case not
    /// The entitlement `a` is held: by a grant of the snapshot, or because the node `b` is true
    /// (the policy's own grants of it; -1 for none).
    case entitlement
    /// The grant statement `b` of the policy gives what it grants: the child `a`.
    case statement
    /// The fact `a` has the value `value`.
    case factIs
    /// The fact `a` is at least `value` (a date in milliseconds, a number, or the rank of a
    /// version among the versions that the policy compares it with).
    case factAtLeast
    /// The present value of the counter of meter `a` in window `b` is at least `value`.
    case usageAtLeast
    /// The subject is in the rollout `a`.
    case inRollout
    /// Now is at or after `value`.
    case timeAtLeast
    /// Now is at or after the date fact `a` plus `value` milliseconds.
    case timeSince

    /// Whether it is always the same. So are most dates, conditions and softness of rules: there
    /// are none.
    @inline(__always)
    var isConstant: Bool { self == .never || self == .always }
  }
}

/// What a condition comes to, in three-valued logic: for one user, or for many at once. Two are
/// equal if they are for every user.
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
