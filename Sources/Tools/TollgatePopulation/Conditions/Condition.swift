import TollgateRuntime

/// A condition of a policy in three-valued logic: where it is surely so, and where it is so or
/// unknown. So the one evaluator of the engine writes the conditions of a population.
struct Condition: TruthValue {
  var surely: Predicate
  var possibly: Predicate

  static var no: Condition { Condition(surely: .nothing, possibly: .nothing) }
  static var yes: Condition { Condition(surely: .everything, possibly: .everything) }

  static prefix func ! (condition: Condition) -> Condition {
    Condition(surely: !condition.possibly, possibly: !condition.surely)
  }

  func and(_ other: Condition) -> Condition {
    Condition(surely: surely.and(other.surely), possibly: possibly.and(other.possibly))
  }

  func or(_ other: Condition) -> Condition {
    Condition(surely: surely.or(other.surely), possibly: possibly.or(other.possibly))
  }
}
