import TollgateRuntime

/// Which steps of a ladder never count, from the last to the first: whoever meets one has as good a
/// value by the base or by other steps. Each that is found counts as gone.
package struct IdleSteps: Question {
  let ladder: Ladder

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Int] {
    var left = Set(ladder.steps.indices)
    for place in ladder.steps.indices.reversed() {
      if try isIdle(place, beside: left, in: model) { left.remove(place) }
    }
    return ladder.steps.indices.filter { !left.contains($0) }
  }

  private func isIdle<E: Engine>(
    _ place: Int, beside others: Set<Int>, in model: PolicyModel<E>
  ) throws(Exhausted) -> Bool {
    let step = ladder.steps[place]
    if case .quantity(let base) = ladder.base, ladder.isAsGood(.quantity(base), as: step.value) {
      return true
    }
    var covered = Region.nothing
    for other in others.sorted() where other != place {
      guard ladder.isAsGood(ladder.steps[other].value, as: step.value) else { continue }
      let counts = try model.counts(ladder.steps[other], is: true)
      covered = try model.universe.engine.or(covered, counts)
    }
    return try model.universe.isPart(try model.counts(step, is: true), of: covered)
  }
}
