import TollgateRuntime

/// A question about all users of a policy, with an exact answer, such as "does this rule ever refuse
/// anybody?". It is written once, and both engines can answer it.
package protocol PolicyQuestion {
  associatedtype Answer
  func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Answer
}

/// The result of asking. A question that the budget could not decide is never taken for fine.
package enum Asked<Answer> {
  case answered(Answer)
  case undecided(Exhausted)

  package var answer: Answer? {
    if case .answered(let answer) = self { return answer }
    return nil
  }
}

/// Answers questions about one policy in one scope: by diagrams, and by search where those grow
/// too large. Questions about the same rules share what was worked out for one of them.
package final class Asker {
  private let vocabulary: Vocabulary
  private let terms: Terms
  private let scope: Scope
  private let budget: Budget
  private var diagrams: PolicyModel<Diagrams>?
  private var search: PolicyModel<Search>?
  /// Whether the diagrams are too large; then there is no use in asking them again.
  private var isTooLarge = false

  package init(_ vocabulary: Vocabulary, terms: Terms, scope: Scope, budget: Budget) {
    self.vocabulary = vocabulary
    self.terms = terms
    self.scope = scope
    self.budget = budget
  }

  package func ask<Q: PolicyQuestion>(_ question: Q) -> Asked<Q.Answer> {
    if let end = budget.run.end { return .undecided(end) }
    if !isTooLarge {
      let model =
        diagrams ?? PolicyModel(vocabulary, in: Universe(scope, terms: terms, budget: budget))
      diagrams = model
      do throws(Exhausted) {
        return .answered(try question.answer(in: model))
      } catch {
        isTooLarge = true
      }
    }
    let model =
      search ?? PolicyModel(vocabulary, in: Universe(scope, terms: terms, budget: budget))
    search = model
    do throws(Exhausted) {
      return .answered(try question.answer(in: model))
    } catch {
      return .undecided(error)
    }
  }
}

/// Whether a condition is true for everybody, or for nobody; `nil` if it depends.
package struct Constant: PolicyQuestion {
  let node: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool? {
    let isTrue = try model.region(of: node, is: true)
    if try model.universe.isEmpty(isTrue) { return false }
    return try model.universe.isPart(.everything, of: isTrue) ? true : nil
  }
}

/// Which of some alternatives add nothing to the others, from the last to the first; each that
/// adds nothing counts as gone.
package struct IdleAlternatives: PolicyQuestion {
  let nodes: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Int] {
    let universe = model.universe
    var own: [Region] = []
    var before: [Region] = [.nothing]
    for node in nodes {
      let region = try model.region(of: node, is: true)
      own.append(region)
      before.append(try universe.engine.or(before[before.count - 1], region))
    }
    var idle: [Int] = []
    var after = Region.nothing
    for place in nodes.indices.reversed() {
      let others = try universe.engine.or(before[place], after)
      if try universe.isPart(own[place], of: others) {
        idle.append(place)
      } else {
        after = try universe.engine.or(after, own[place])
      }
    }
    return idle.sorted()
  }
}

/// Which steps of a ladder never count, from the last to the first: whoever meets one has as good a
/// value by the base or by other steps. Each that is found counts as gone.
package struct IdleSteps: PolicyQuestion {
  let ladder: Ladder

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Int] {
    guard let source = ladder.source else { return try idle(in: model) }
    // A step is idle if it is so however many there are.
    let key = model.vocabulary.key(of: source)
    guard let numbers = model.universe.terms.numbers[key] else {
      throw Exhausted(.unsupported, limit: 0)
    }
    var idle = Set(ladder.steps.indices)
    for number in numbers where number > 0 {
      idle.formIntersection(try IdleSteps(ladder: ladder.counting(number)).idle(in: model))
    }
    return idle.sorted()
  }

  private func idle<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Int] {
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

/// Whether somebody whom a rule denies may use another target instead, and if nobody may, whether
/// the target asks for all that the denied one asks for.
package struct OpensInstead: PolicyQuestion {
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

/// Whether a rule ever asks for what it requires.
package struct CanApply: PolicyQuestion {
  let rule: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let applies = try model.applies(rule)
    return try !model.universe.isEmpty(applies)
  }
}

/// Whether there is somebody for whom a rule does not hold.
package struct CanFail: PolicyQuestion {
  let rule: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let holds = try model.holds(rule)
    return try !model.universe.isPart(.everything, of: holds)
  }
}

/// Which of a target's rules make a difference to its outcome, all others standing.
package struct NeededRules: PolicyQuestion {
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
package struct Implies: PolicyQuestion {
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
package struct Culprits: PolicyQuestion {
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
package struct GatedAnyway: PolicyQuestion {
  let rule: Int32
  let rules: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Witness? {
    let applies = try model.applies(rule)
    let allowed = try model.allowed(by: rules)
    let refused = try model.universe.engine.without(applies, allowed)
    return try model.universe.witness(in: refused)
  }
}
