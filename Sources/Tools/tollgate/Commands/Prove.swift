import ArgumentParser
import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// `tollgate prove POLICY ["CLAIM"]`
struct Prove: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "prove",
    abstract: "Proves the claims of a policy for every user, or finds a counterexample.",
    discussion: """
      A claim is a line such as `always L1..L18 allowed with full` or `never csv-export allowed \
      without pro when platform is ios`. It speaks of all snapshots that are fresh and in which \
      everything is known, at all times. Without a claim, it proves the claims in the policy.

      Exit status: 0 all proved; 1 one is refuted, or undecided; 2 a policy or claim that cannot \
      be read; 64 wrong usage.
      """
  )

  @Argument(help: "The policy: a .gate file, or - for standard input.", completion: .policies)
  var policy: String

  @Argument(help: "A claim, as it is written in a policy.")
  var claim: String?

  @OptionGroup var format: FormatOptions

  @OptionGroup var budget: BudgetOptions

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let limits = try budget.begin()
    let source = try PolicyFile.source(at: policy)
    var proof = try ClaimSource(source)
    if let claim { try proof.ask(claim) }
    let reports = ClaimCheck.run(proof.policy, proof.graph, budget: limits)
    if reports.isEmpty { Console.say("\(Escape.name(source.name)) has no claims") }
    let report = ProofReport(reports: reports, proof: proof)
    switch format.format {
    case .text: try output.show(report.text)
    case .json: try output.line(report.json)
    }
    return report.isProved ? .success : .negative
  }
}
