import TollgateCompiler
package import TollgateRuntime

/// Whether a policy whose plain limits were written as ladders says the same: everybody is decided
/// alike, has the same limit, needs the same and has the same ways in. Only the rule that is named
/// for it may be another one.
package struct Restatement {
  private let before: RuleGraph
  private let after: RuleGraph
  private let budget: Budget
  private let pair: Vocabulary.Pair

  /// It is proved for all that differs; what the budget leaves open is not the same.
  package static func isSame(
    _ before: RuleGraph, _ after: RuleGraph, budget: Budget = Budget()
  ) -> Bool {
    guard hasSameNames(before.parts, after.parts) else { return false }
    let restatement = Restatement(
      before: before, after: after, budget: budget, pair: Vocabulary.pair(before, after))
    guard before.parts.targets.indices.allSatisfy({ restatement.isSame($0) }) else { return false }
    let difference = PolicyDifference.compare(
      before, after, budget: budget, extent: .init(told: 1, counted: 1))
    // That a limit is written otherwise is listed, and was judged above.
    let limits = Set(before.parts.meters.map { "the limits of \($0.name)" })
    return difference.changes.isEmpty && difference.values.isEmpty && difference.added.isEmpty
      && difference.removed.isEmpty && difference.undecided.isEmpty
      && difference.lists.allSatisfy { limits.contains($0.subject) }
  }

  private static func hasSameNames(_ a: RuleGraph.Parts, _ b: RuleGraph.Parts) -> Bool {
    a.entitlements.map { $0.name } == b.entitlements.map { $0.name }
      && a.products.map { $0.name } == b.products.map { $0.name }
      && a.meters.map { $0.name } == b.meters.map { $0.name }
      && a.facts.map { $0.name } == b.facts.map { $0.name }
      && a.targets.map { $0.name } == b.targets.map { $0.name }
  }

  /// Whether the rules of a target are the same, but for limits that became a ladder.
  private func isSame(_ target: Int) -> Bool {
    let new = after.parts.targets[target].rules
    var old = before.parts.targets[target].rules[...]
    for index in new {
      guard let first = old.first else { return false }
      let (rule, other) = (before.parts.rules[Int(first)], after.parts.rules[Int(index)])
      if rule.reads(like: other, before.parts, after.parts) {
        old.removeFirst()
        continue
      }
      guard case .ladder(let ladder)? = other.limit?.kind, other.saysNothingElse(in: after),
        let limit = other.limit
      else { return false }
      let steps = after.parts.ladders[Int(ladder)]
      let count = old.prefix { isReplaced($0, by: limit) }.count
      let stairs = old.prefix(count).compactMap { stair($0) }
      old = old.dropFirst(count)
      // No other limit of the counter: this one is what people see.
      let hasOther = new.contains { other in
        other != index && after.parts.rules[Int(other)].limit?.counter == limit.counter
          && after.parts.rules[Int(other)].limit?.isComparison == true
      }
      guard count > 1, stairs.count == count, !hasOther,
        zip(stairs, stairs.dropFirst()).allSatisfy({ $0.quantity < $1.quantity }),
        isSame(stairs, steps)
      else { return false }
    }
    return old.isEmpty
  }

  /// Whether a rule is a plain limit of a counter that says nothing else.
  private func isReplaced(_ index: RuleIndex, by limit: Limit) -> Bool {
    let rule = before.parts.rules[Int(index)]
    guard rule.limit?.counter == limit.counter, case .atMost? = rule.limit?.kind else {
      return false
    }
    return rule.effect != .requiresNothing && rule.saysNothingElse(in: before)
  }

  private func stair(_ index: RuleIndex) -> Stair? {
    let rule = before.parts.rules[Int(index)]
    guard case .atMost(let quantity)? = rule.limit?.kind else { return nil }
    return Stair(quantity: quantity, requirement: rule.requirement, needs: rule.needs)
  }

  /// By diagrams, and by search where those grow too large.
  private func isSame(_ stairs: [Stair], _ ladder: Ladder) -> Bool {
    let scope = Scope(isKnown: false, holding: .both(products: pair.products), amount: nil)
    do throws(Exhausted) {
      return try isSame(
        stairs, ladder, in: Universe<Diagrams>(scope, terms: pair.terms, budget: budget))
    } catch {}
    do throws(Exhausted) {
      return try isSame(
        stairs, ladder, in: Universe<Search>(scope, terms: pair.terms, budget: budget))
    } catch {
      return false
    }
  }

  private func isSame<E: Engine>(
    _ stairs: [Stair], _ ladder: Ladder, in universe: Universe<E>
  ) throws(Exhausted) -> Bool {
    let (model, other) = (
      PolicyModel(pair.old, in: universe), PolicyModel(pair.new, in: universe)
    )
    return try model.says(stairs, like: ladder, in: other)
  }
}

extension Rule {
  /// Whether it is always in force, never soft, and says no more than its limit; so do its steps.
  fileprivate func saysNothingElse(in graph: RuleGraph) -> Bool {
    var always = [inForce, condition]
    for step in graph.parts.steps(of: self) { always += [step.inForce, step.condition] }
    return always.allSatisfy { graph[node: $0] == .always } && graph[node: soft] == .never
      && !runningUseMayFinish && prompt == PromptStyle() && reminders.isEmpty && message == nil
      && because.isEmpty
  }

  /// Whether two rules are written alike, steps and all. Their clauses are compared
  /// elsewhere.
  fileprivate func reads(
    like other: Rule, _ parts: RuleGraph.Parts, _ others: RuleGraph.Parts
  ) -> Bool {
    place.text == other.place.text
      && parts.steps(of: self).map { $0.place.text }
        == others.steps(of: other).map { $0.place.text }
  }
}
