import TollgateRuntime

/// One of several plain limits of a meter in a window: whoever does not meet what it requires is
/// stopped at its quantity.
struct Stair: Sendable, Hashable {
  var quantity: Int64
  var requirement: NodeIndex
  var needs: [[Rule.Need]]
}

/// Whether plain limits, ascending, and a ladder of the same meter and window say the same.
struct SaysTheSame: Question {
  let stairs: [Stair]
  let ladder: Ladder

  func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    try model.says(stairs, like: ladder, in: model)
  }
}

extension PolicyModel {
  /// Whether the same people pass each quantity by limits and by a ladder, known or not, and need
  /// the same for it. Then everybody is decided alike and has the same limit: the first quantity
  /// that they do not surely pass.
  func says(
    _ stairs: [Stair], like ladder: Ladder, in other: PolicyModel<E>
  ) throws(Exhausted) -> Bool {
    guard case .quantity(let base) = ladder.base, base == stairs.first?.quantity,
      ladder.quantities.allSatisfy({ value in
        value <= base || stairs.contains { $0.quantity == value }
      })
    else { return false }
    for stair in stairs {
      let steps = ladder.steps(above: stair.quantity)
      guard !steps.contains(where: { $0.asksForNothing }),
        stair.needs == StepNeeds(steps, in: other.graph).minimal
      else { return false }
      for value in [true, false] {
        let passes = try region(of: stair.requirement, is: value)
        let helps = try other.gives(moreThan: stair.quantity, by: ladder, is: value)
        guard try universe.isPart(passes, of: helps), try universe.isPart(helps, of: passes)
        else { return false }
      }
    }
    return true
  }
}

extension Ladder {
  /// The steps that give more than a quantity.
  func steps(above quantity: Int64) -> [LadderStep] {
    steps.filter { $0.value.isMore(than: quantity) }
  }
}

extension Ladder.Value {
  func isMore(than quantity: Int64) -> Bool {
    if case .quantity(let value) = self { return value > quantity }
    return true
  }
}

extension Limit {
  /// Whether it compares the meter with a value; a bare meter does not.
  var isComparison: Bool { kind != .bare }
}
