import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let brokenClaim = LintRule(
    DiagnosticPage(
      "TG0702", "a claim that does not hold", level: .warning,
      what: "A claim says what is true of every user, and there is a user for whom it is not.",
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
      case .refuted(let example): pass.report(claim, at: report.claim.span, example)
      case .undecided(let exhausted):
        pass.reportUndecided(
          whether: "`\(claim)` holds", at: report.claim.span,
          "stopped after \(exhausted.words)",
          help: ["raise `--budget`, or split the rules that it speaks of"])
      }
    }
  }
}

extension LintPass {
  fileprivate mutating func report(
    _ claim: String, at span: Span, _ example: ClaimReport.Counterexample
  ) {
    var notes: [String] = []
    if example.targets.count > 1 {
      let others = example.targets.dropFirst().prefix(5).map { "`\($0)`" }
      let rest = example.targets.count - 6
      let more = rest > 0 ? " and \(rest) more" : ""
      notes = ["the same goes for \(others.joined(separator: ", "))\(more)"]
    }
    report(
      "`\(claim)` does not hold for everybody", at: span,
      "for some, \(example.targets[0]) is \(example.decision.outcome.rawValue)", notes: notes,
      help: ["change the rules, or narrow the claim with `when`, `from` or `until`"],
      example: Diagnostic.Example(example.words, scenario: example.scenario ?? ""))
  }
}
