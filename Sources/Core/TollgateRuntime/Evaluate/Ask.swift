/// A question about a target: how much more of it, and whether its use is already running.
///
/// ```swift
/// let three = policy.verdict(target, ask: Ask(.adding(3)), for: prepared, at: now)
/// let running = Ask(.adding(1), continuing: true)
/// if policy.isAllowed(target, ask: running, for: prepared, at: now) { save() }
/// ```
public struct Ask: Sendable, Hashable {
  /// How a meter's value would change, or how often a feature is used that takes from meters. Any
  /// other feature ignores it.
  public var growth: Growth
  /// Whether a use that began while it was allowed is still running.
  public var isContinuing: Bool

  /// To use `growth` more; by default, one more.
  @inlinable
  public init(_ growth: Growth = .adding(1), continuing: Bool = false) {
    self.growth = growth
    isContinuing = continuing
  }

  /// Whether this is what most ask. Where it is written, the optimiser sees the answer.
  @inlinable
  var isOneMore: Bool {
    if case .adding(1) = growth { return !isContinuing }
    return false
  }

  /// Whether it is about a value to reach.
  var isReaching: Bool { growth.isReaching }

  /// How a meter's value would change.
  public enum Growth: Sendable, Hashable {
    /// By so much more than is used, in the meter's unit. Nothing or less passes every limit.
    case adding(Int64)
    /// To this value, in the unit of the meter or setting; a choice by its place among the choices,
    /// from 0.
    case reaching(Int64)
    /// To `unlimited`, which a setting may be.
    case reachingUnlimited

    /// Whether it is a value to reach.
    var isReaching: Bool {
      if case .adding = self { return false }
      return true
    }
  }
}
