package import TollgateCompiler
package import TollgateRuntime
import TollgateSyntax

/// Proves the claims of a policy for every fresh snapshot in which everything is known, or refutes
/// them with a smallest one.
package struct ClaimCheck {
  private let policy: CheckedPolicy
  private let graph: RuleGraph
  private let budget: Budget

  private init(_ policy: CheckedPolicy, _ graph: RuleGraph, _ budget: Budget) {
    self.policy = policy
    self.graph = graph
    self.budget = budget
  }

  /// The verdict on each claim, in the order of the source.
  package static func run(
    _ policy: CheckedPolicy, _ graph: RuleGraph, budget: Budget = Budget()
  ) -> [ClaimReport] {
    let check = ClaimCheck(policy, graph, budget)
    let reports = policy.claims.map { ClaimReport(claim: $0, verdict: check.verdict(on: $0)) }
    return (reports + policy.valueClaims.map { check.report(on: $0) })
      .sorted { $0.claim.span.start < $1.claim.span.start }
  }

  /// The engines have no variable for a value, so a claim about one is never taken for proved.
  private func report(on claim: CheckedValueClaim) -> ClaimReport {
    let plain = claim.sentence(about: graph.target(ofSetting: claim.says.setting).index)
    return ClaimReport(claim: plain, verdict: .undecided(Exhausted(.unsupported, limit: 0)))
  }

  private func verdict(on claim: CheckedClaim) -> ClaimReport.Verdict {
    switch claim.growth {
    case .reaching, .reachingUnlimited: return .undecided(Exhausted(.unsupported, limit: 0))
    case .adding, nil: break
    }
    var lowering = Lowering(policy, extending: graph.parts)
    let requirement = lowering.extend(claim.requirement)
    let applies = lowering.extend(claim.applies)
    let extended = RuleGraph(verified: lowering.extended, digest: graph.digest)
    let question = ClaimQuestion(
      claim: claim, requirement: requirement, applies: applies, graph: extended, budget: budget)
    return question.verdict()
  }
}

/// A claim beside the rules that it speaks of.
private struct ClaimQuestion {
  let claim: CheckedClaim
  let requirement: Int32
  let applies: Int32
  /// The graph of the policy, with the conditions of the claim in it.
  let graph: RuleGraph
  let budget: Budget

  private enum Proof {
    case holds
    case fails(Witness)
    case undecided(Exhausted)
  }

  /// Targets with the same rules are one question.
  func verdict() -> ClaimReport.Verdict {
    let (terms, vocabulary) = Vocabulary.alone(graph)
    var answers: [[Int32]: Proof] = [:]
    var refuted: [Int32] = []
    var smallest: (target: Int32, witness: Witness)?
    var exhausted: Exhausted?
    for target in claim.targets.members {
      // A limit is about the meter that it names, so its rules tell meters apart.
      let rules = graph.parts.targets[Int(target)].rules
      let answer = answers[rules] ?? self.answer(about: target, terms, vocabulary)
      answers[rules] = answer
      switch answer {
      case .holds: break
      case .undecided(let error): exhausted = exhausted ?? error
      case .fails(let witness):
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

  /// By diagrams, and by search where those grow too large.
  private func answer(
    about target: Int32, _ terms: Terms, _ vocabulary: Vocabulary
  ) -> Proof {
    if let end = budget.run.end { return .undecided(end) }
    let scope = Scope(isKnown: true, holding: .entitlements, amount: claim.adding)
    do throws(Exhausted) {
      let universe = Universe<Diagrams>(scope, terms: terms, budget: budget)
      return try answer(about: target, in: PolicyModel(vocabulary, in: universe))
    } catch {}
    do throws(Exhausted) {
      let universe = Universe<Search>(scope, terms: terms, budget: budget)
      return try answer(about: target, in: PolicyModel(vocabulary, in: universe))
    } catch {
      return .undecided(error)
    }
  }

  private func answer<E: Engine>(
    about target: Int32, in model: PolicyModel<E>
  ) throws(Exhausted) -> Proof {
    let universe = model.universe
    let outcome = try outcome(of: target, in: model)
    let wrong = claim.isAlways ? try universe.engine.complement(outcome) : outcome
    let isMeant = try model.region(of: requirement, is: claim.isWith)
    let isApplied = try model.region(of: applies, is: true)
    let spoken = try universe.engine.and(isMeant, isApplied)
    let region = try universe.engine.and(spoken, wrong)
    guard let witness = try universe.witness(in: region) else { return .holds }
    return .fails(witness)
  }

  /// Where the outcome is the one that the claim names.
  private func outcome<E: Engine>(
    of target: Int32, in model: PolicyModel<E>
  ) throws(Exhausted) -> Region {
    let regions = try OutcomeRegions(model, target)
    switch claim.outcome {
    case .allowed: return regions.allowed
    case .warned: return try model.universe.engine.without(regions.passed, regions.allowed)
    case .denied: return try model.universe.engine.complement(regions.passed)
    }
  }

  private func counterexample(
    _ witness: Witness, about target: Int32
  ) -> ClaimReport.Counterexample {
    let name = graph.parts.targets[Int(target)].name
    let (snapshot, ask, now) = (witness.snapshot, witness.ask(about: name), witness.now)
    let decision = graph.decide(
      Target(index: target), ask: ask, for: graph.prepare(snapshot), at: now)
    return ClaimReport.Counterexample(
      words: witness.words, decision: decision, snapshot: snapshot, ask: ask, now: now,
      scenario: witness.scenario(of: Target(index: target), in: graph))
  }
}
