import TollgateCompiler
import TollgateRuntime

/// A claim beside the rules it is about.
struct ClaimQuestion {
  let claim: CheckedClaim
  /// The claim about the value of its setting; `nil` for one about outcomes.
  let says: CheckedValueSentence?
  let requirement: Int32
  let applies: Int32
  /// The graph of the policy, with the conditions of the claim in it.
  let graph: RuleGraph
  let terms: Terms
  let vocabulary: Vocabulary
  let budget: Budget

  /// Targets with the same rules are one question.
  func verdict() -> ClaimReport.Verdict {
    var answers: [[Int32]: Asked<Witness?>] = [:]
    var refuted: [Int32] = []
    var smallest: (target: Int32, witness: Witness)?
    var exhausted: Exhausted?
    for target in claim.targets.members {
      // A limit is about the meter that it names, so its rules tell meters apart.
      let rules = rules(of: target)
      let answer = answers[rules] ?? self.answer(about: target)
      answers[rules] = answer
      switch answer {
      case .answered(nil): break
      case .undecided(let error): exhausted = exhausted ?? error
      case .answered(let witness?):
        refuted.append(target)
        if witness.isFaithful,
          witness.box.sides.count < smallest?.witness.box.sides.count ?? .max
        {
          smallest = (target, witness)
        }
      }
    }
    if !refuted.isEmpty {
      let others = refuted.filter { $0 != smallest?.target }
      let targets = (smallest.map { [$0.target] } ?? []) + others
      return .refuted(
        ClaimReport.Refutation(
          targets: targets.map { graph.parts.targets[Int($0)].name },
          example: smallest.map { counterexample($0.witness, about: $0.target) }))
    }
    return exhausted.map { .undecided($0) } ?? .proved
  }

  /// The rules of a target; whether a value is within a setting is one more.
  private func rules(of target: Int32) -> [Int32] {
    let rules = graph.parts.targets[Int(target)].rules
    guard claim.reaching != nil, let setting = graph.setting(of: target) else { return rules }
    return (rules + [graph.parts.settings[Int(setting)].rule]).sorted()
  }

  /// By diagrams, and by search where those grow too large.
  private func answer(about target: Int32) -> Asked<Witness?> {
    Asker(vocabulary, terms: terms, scope: scope(for: target), budget: budget)
      .ask(CounterWitness(question: self, target: target))
  }

  /// Add-ons of a setting are bought as often as anybody likes, and grant what they grant.
  func scope(for target: Int32) -> Scope {
    var scope = Scope(isKnown: true, holding: .entitlements, amount: claim.adding)
    scope.reaching = claim.reaching
    guard let setting = graph.setting(of: target), says != nil || claim.reaching != nil else {
      return scope
    }
    let products = Set(terms.adders(toSetting: setting).map { $0.product })
    guard !products.isEmpty else { return scope }
    scope.holding = .both(products: products)
    scope.buysOften = true
    return scope
  }

  /// Where the outcome is the one that the claim names, or the value.
  func claimed<E: Engine>(
    of target: Int32, in model: PolicyModel<E>
  ) throws(Exhausted) -> Region {
    if let says {
      return try model.has(says.value, isOrBetter: says.isOrBetter, of: says.setting)
    }
    let rules = rules(of: target)
    switch claim.outcome {
    case .allowed: return try model.allowed(by: rules)
    case .warned:
      let allowed = try model.allowed(by: rules)
      return try model.universe.engine.without(try model.passed(by: rules), allowed)
    case .denied: return try model.universe.engine.complement(try model.passed(by: rules))
    }
  }

  private func counterexample(
    _ witness: Witness, about target: Int32
  ) -> ClaimReport.Counterexample {
    let name = graph.parts.targets[Int(target)].name
    let (snapshot, now) = (witness.snapshot, witness.now)
    let ask = says == nil ? witness.ask(about: name) : Ask()
    let (subject, prepared) = (Target(index: target), graph.prepare(witness.snapshot))
    return ClaimReport.Counterexample(
      words: witness.words, decision: graph.decide(subject, ask: ask, for: prepared, at: now),
      value: says == nil ? nil : graph.value(of: subject, for: prepared, at: now),
      snapshot: snapshot, ask: ask, now: now,
      scenario: says == nil
        ? witness.scenario(of: subject, in: graph)
        : witness.scenario(ofValueOf: subject, in: graph))
  }
}

/// Somebody for whom a claim about a target does not hold; `nil` if it holds for everybody.
private struct CounterWitness: Question {
  let question: ClaimQuestion
  let target: Int32

  func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Witness? {
    let universe = model.universe
    let isSo = try question.claimed(of: target, in: model)
    let wrong = question.claim.isAlways ? try universe.engine.complement(isSo) : isSo
    let isMeant = try model.region(of: question.requirement, is: question.claim.isWith)
    let isApplied = try model.region(of: question.applies, is: true)
    let spoken = try universe.engine.and(isMeant, isApplied)
    return try universe.witness(in: try universe.engine.and(spoken, wrong))
  }
}

extension CheckedClaim {
  /// The value that it asks for with `reaching`.
  fileprivate var reaching: Ladder.Value? {
    switch growth {
    case .reaching(let value): .quantity(value)
    case .reachingUnlimited: .unlimited
    case .adding, nil: nil
    }
  }
}
