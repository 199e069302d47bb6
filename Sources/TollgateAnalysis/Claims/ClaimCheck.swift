package import TollgateCompiler
package import TollgateRuntime
import TollgateSyntax

/// Proves the claims of a policy for every fresh snapshot in which everything is known, or refutes
/// them with a smallest one.
package struct ClaimCheck {
  private let policy: CheckedPolicy
  private let graph: RuleGraph
  private let budget: Budget

  /// The verdict on each claim, in the order of the source.
  package static func run(
    _ policy: CheckedPolicy, _ graph: RuleGraph, budget: Budget = Budget()
  ) -> [ClaimReport] {
    let check = ClaimCheck(policy: policy, graph: graph, budget: budget)
    var reports = policy.claims.map { check.report(on: $0, saying: nil) }
    for claim in policy.valueClaims {
      let target = graph.target(ofSetting: claim.says.setting).index
      reports.append(check.report(on: claim.sentence(about: target), saying: claim.says))
    }
    return reports.sorted { $0.claim.span.start < $1.claim.span.start }
  }

  private func report(
    on claim: CheckedClaim, saying says: CheckedValueSentence?
  ) -> ClaimReport {
    var lowering = Lowering(policy, extending: graph.parts)
    let requirement = lowering.extend(claim.requirement)
    let applies = lowering.extend(claim.applies)
    let extended = RuleGraph(verified: lowering.extended, digest: graph.digest)
    let question = ClaimQuestion(
      claim: claim, says: says, requirement: requirement, applies: applies, graph: extended,
      budget: budget)
    return ClaimReport(claim: claim, says: says, verdict: question.verdict())
  }
}
