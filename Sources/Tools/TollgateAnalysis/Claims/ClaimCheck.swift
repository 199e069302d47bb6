package import TollgateCompiler
package import TollgateRuntime
package import TollgateSyntax
import TollgateWords

/// Proves the claims of a policy for every fresh snapshot in which everything is known, or refutes
/// them with a smallest one.
package struct ClaimCheck {
  /// The verdict on each claim, in the order of the source.
  package static func run(
    _ policy: CheckedPolicy, _ graph: RuleGraph, budget: Budget = Budget()
  ) -> [ClaimReport] {
    var lowering = Lowering(policy, extending: graph.parts)
    var asked: [(claim: CheckedClaim, says: CheckedValueSentence?)] = policy.claims.map {
      ($0, nil)
    }
    for claim in policy.valueClaims {
      let target = graph.target(ofSetting: claim.says.setting).index
      asked.append((claim.sentence(about: target), claim.says))
    }
    let nodes = asked.map { claim, _ in
      (requirement: lowering.extend(claim.requirement), applies: lowering.extend(claim.applies))
    }
    let extended = RuleGraph(verified: lowering.extended, digest: graph.digest)
    let (terms, vocabulary) = Vocabulary.alone(extended)
    let reports = zip(asked, nodes).map { asked, nodes in
      let question = ClaimQuestion(
        claim: asked.claim, says: asked.says, requirement: nodes.requirement,
        applies: nodes.applies, graph: extended, terms: terms, vocabulary: vocabulary,
        budget: budget)
      return ClaimReport(
        claim: asked.claim, says: asked.says,
        verdict: budget.run.end.map { .undecided($0) } ?? question.verdict())
    }
    return reports.sorted { $0.claim.span.start < $1.claim.span.start }
  }
}

extension ClaimCheck {
  /// For whom a claim is wrong.
  package static func words(of refutation: ClaimReport.Refutation) -> String {
    guard let example = refutation.example else {
      return "wrong for \(refutation.targets[0]), in a case that no snapshot can be written for"
    }
    let actual = example.value.map { SettingLiteral.print($0) }
    return "for some, \(refutation.targets[0]) is \(actual ?? example.decision.outcome.rawValue)"
  }

  /// A claim as it is written, white space evened out.
  package static func words(of claim: CheckedClaim, in source: Source) -> String {
    source.oneLine(claim.span)
  }
}

extension Source {
  /// A piece of a policy without its comments, white space evened out.
  package func oneLine(_ span: Span) -> String {
    var words: [Substring] = []
    for line in text(span).split(whereSeparator: { $0.isNewline }) {
      let code = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
      words += code.split(whereSeparator: { $0 == " " || $0 == "\t" })
    }
    return words.joined(separator: " ")
  }
}

extension Exhausted {
  /// The resource that ran out: `50000 steps`.
  package var words: String {
    switch resource {
    case .nodes: "\(limit) nodes"
    case .steps: "\(limit) steps"
    case .variables: "\(limit) variables"
    case .unsupported: "a claim that the prover does not support"
    case .time: "the \(AmountText.duration(Int64(limit), .english)) of the run"
    }
  }

  /// Why an answer is missing.
  package var ending: String {
    switch resource {
    case .nodes, .steps, .variables: "the budget of \(limit) \(resource.rawValue) ran out"
    case .unsupported:
      "what products add to a meter cannot be judged here"
    case .time: "the run ended after \(AmountText.duration(Int64(limit), .english))"
    }
  }

  /// The option that gives more of it.
  package var option: String { resource == .time ? "--within" : "--budget" }

  /// Advice for somebody who wants the answer.
  package var help: String {
    resource == .unsupported
      ? "show it with scenarios" : "raise `\(option)`, or split the rule"
  }
}

/// The verdict on a claim.
package struct ClaimReport: Sendable {
  /// The claim; of one about a value, its place and for whom it is.
  package var claim: CheckedClaim
  /// The claim about the value of its setting; `nil` for one about outcomes.
  package var says: CheckedValueSentence?
  package var verdict: Verdict

  package enum Verdict: Sendable {
    /// It is so for every user.
    case proved
    case refuted(Refutation)
    /// The budget ran out before that was known.
    case undecided(Exhausted)
  }

  package struct Refutation: Sendable {
    /// Every target for which the claim is wrong; the case is about the first.
    package var targets: [String]
    /// `nil` if no snapshot shows the case.
    package var example: Counterexample?
  }

  /// The smallest case in which it is otherwise.
  package struct Counterexample: Sendable {
    package var words: String
    package var decision: Decision
    /// The value of the setting, where the claim is about it.
    package var value: SettingValue?
    package var snapshot: Snapshot
    package var ask: Ask
    package var now: Instant
    /// As a statement that can be pasted into the policy.
    package var scenario: String?
  }
}

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
    let rules = vocabulary.rules(of: target)
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
    let (subject, prepared) = (Target(index: target), graph.prepareTyped(witness.snapshot))
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
private struct CounterWitness: PolicyQuestion {
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
