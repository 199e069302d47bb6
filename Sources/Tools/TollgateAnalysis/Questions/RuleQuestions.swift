/// Whether a rule ever asks for what it requires.
package struct CanApply: Question {
  let rule: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let applies = try model.applies(rule)
    return try !model.universe.isEmpty(applies)
  }
}

/// Whether there is somebody for whom a rule does not hold.
package struct CanFail: Question {
  let rule: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let holds = try model.holds(rule)
    return try !model.universe.isPart(.everything, of: holds)
  }
}

/// Which of a target's rules make a difference to its outcome, all others standing.
package struct NeededRules: Question {
  let rules: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Int32] {
    guard rules.count > 1 else { return rules }
    var needed: [Int32] = []
    for place in rules.indices {
      let others = try model.outcome(by: rules, withoutPlace: place)
      let own = try model.result(rules[place])
      if try !others.imply(own, model.universe) { needed.append(rules[place]) }
    }
    return needed.sorted()
  }
}

/// Whether some rules of a target leave nothing to do for another one.
package struct Implies: Question {
  let others: [Int32]
  let rule: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    var outcome = Both.everything
    for other in others { outcome = try outcome.and(try model.result(other), model.universe) }
    return try outcome.imply(try model.result(rule), model.universe)
  }
}

/// The rules of a target that leave nothing to do for another one, none of which can be left out;
/// the earlier ones where there is a choice. `nil` if even all of them leave something to do.
///
/// The shortest beginning of the list that is enough ends in a rule that is needed. With that one
/// kept, the next is looked for before it. A beginning that is enough stays so when it grows, so
/// halving finds it.
package struct Culprits: Question {
  /// The others that count, in the order of the source, up to the rule: a list that is the same
  /// for every rule of the target but for its length.
  let list: [Int32]
  /// How many of the list come before the rule.
  let before: Int
  /// The others that count after the rule.
  let after: [Int32]
  /// Those among the others that count in any case.
  let kept: Set<Int32>
  let rule: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Int32]? {
    let own = try model.result(rule)
    var found = kept
    var outcome = Both.everything
    for other in kept.sorted() {
      outcome = try outcome.and(try model.result(other), model.universe)
    }
    if try outcome.imply(own, model.universe) { return found.sorted() }
    var end = before
    if try !isEnough(end, outcome, own, in: model) {
      end += after.count
      guard try isEnough(end, outcome, own, in: model) else { return nil }
    }
    while true {
      end = try shortest(upTo: end, outcome, own, in: model) - 1
      let other = end < before ? list[end] : after[end - before]
      found.insert(other)
      outcome = try outcome.and(try model.result(other), model.universe)
      if try outcome.imply(own, model.universe) { return found.sorted() }
    }
  }

  /// The length of the shortest beginning of the others that is enough beside those found.
  private func shortest<E: Engine>(
    upTo end: Int, _ found: Both, _ own: Both, in model: PolicyModel<E>
  ) throws(Exhausted) -> Int {
    var (low, high) = (1, end)
    while low < high {
      let middle = (low + high) / 2
      if try isEnough(middle, found, own, in: model) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  private func isEnough<E: Engine>(
    _ count: Int, _ found: Both, _ own: Both, in model: PolicyModel<E>
  ) throws(Exhausted) -> Bool {
    var all = try model.outcome(byFirst: min(count, before), of: list)
    if count > before {
      for other in after[..<(count - before)] {
        all = try all.and(try model.result(other), model.universe)
      }
    }
    return try all.and(found, model.universe).imply(own, model.universe)
  }
}

/// Somebody for whom a rule that requires nothing applies, and whom another rule refuses.
package struct GatedAnyway: Question {
  let rule: Int32
  let rules: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Witness? {
    let applies = try model.applies(rule)
    let allowed = try model.allowed(by: rules)
    let refused = try model.universe.engine.without(applies, allowed)
    return try model.universe.witness(in: refused)
  }
}
