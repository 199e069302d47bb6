import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let brokenClaim = LintRule(
    DiagnosticPage(
      "TG0702", "a claim that does not hold", level: .warning,
      what: "A claim says something about every user, and it is false for one of them.",
      why: "The claim is a promise about the policy: either the rules break it, or it promises "
        + "more than was meant.",
      avoid: "entitlements pro, team\nfeature csv-export\ncsv-export requires pro\n"
        + "always csv-export allowed with team\n",
      prefer: "entitlement pro\nentitlement team includes pro\nfeature csv-export\n"
        + "csv-export requires pro\nalways csv-export allowed with team\n",
      exceptions: "A claim speaks of fresh purchase data and of users of whom everything is known."
    )
  ) { pass in
    let budget = pass.options.exactBudget
    for report in ClaimCheck.run(pass.policy, pass.graph, budget: budget) {
      let claim = ClaimCheck.words(of: report.claim, in: pass.source)
      switch report.verdict {
      case .proved: break
      case .refuted(let refutation): pass.report(claim, at: report.claim.span, refutation)
      case .undecided(let exhausted):
        pass.reportUndecided(
          whether: "`\(claim)` holds", at: report.claim.span,
          "stopped after \(exhausted.words)",
          help: ["raise `\(exhausted.option)`, or split the rules it is about"])
      }
    }
  }
}

extension LintPass {
  fileprivate mutating func report(
    _ claim: String, at span: Span, _ refutation: ClaimReport.Refutation
  ) {
    let others = refutation.targets.dropFirst()
    var notes: [String] = []
    if !others.isEmpty {
      let more = others.count > 5 ? " and \(others.count - 5) more" : ""
      let shown = others.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
      notes = ["the same goes for \(shown)\(more)"]
    }
    let example = refutation.example
    report(
      "`\(claim)` does not hold for everybody", at: span, ClaimCheck.words(of: refutation),
      notes: notes,
      help: ["change the rules, or narrow the claim with `when`, `from` or `until`"],
      example: example.map { Diagnostic.Example($0.words, scenario: $0.scenario ?? "") },
      names: others.count > 5 ? refutation.targets : [])
  }
}
