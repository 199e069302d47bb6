import TollgateRuntime

/// Whether somebody whom a rule denies may use another target instead, and if nobody may, whether
/// the target asks for all that the denied one asks for.
package struct OpensInstead: Question {
  package enum Answer: Sendable, Hashable {
    case opens
    /// Nobody who is denied may use it.
    case opensNothing
    /// The same: whoever may use it may use what was asked for too.
    case asksForMore
  }

  /// The rule that says `instead use`.
  let rule: Int32
  /// The rules of the targets that it denies, target by target.
  let denied: [[Int32]]
  /// The rules of the other target.
  let rules: [Int32]
  /// Its meter; nil for none.
  let meter: Int32?

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Answer {
    let universe = model.universe
    let open = try newUse(in: model)
    let refused = try universe.engine.complement(try model.passes(rule))
    let helped = try universe.engine.and(refused, open)
    guard try universe.isEmpty(helped) else { return .opens }
    if try universe.isEmpty(open) { return .opensNothing }
    for rules in denied {
      guard try universe.isPart(open, of: try model.passed(by: rules)) else {
        return .opensNothing
      }
    }
    return .asksForMore
  }

  /// Where a new use of one more passes the rules of the other target.
  private func newUse<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Region {
    let universe = model.universe
    let open = try model.begun(by: rules)
    guard let meter else { return open }
    let growth = VariableKey(.growth, meter)
    guard universe.space.place(of: growth) != nil else { return open }
    return try universe.engine.and(open, try universe.equals(growth, 1))
  }
}
