package import TollgateCompiler
package import TollgateRuntime
import TollgateSyntax

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
