import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let deadEnd = LintRule(
    DiagnosticPage(
      "TG0402", "a dead end: somebody is denied, and no purchase helps", level: .warning,
      what: "Somebody is denied a target; nothing that is for sale to that person, and no "
        + "yes-or-no fact that is required, or that its `for sale` asks for, would open it.",
      why: "These people want to pay, and cannot.",
      avoid: "tiers free < pro < max\nfact installed is a date\nproduct annual\n"
        + "  grants pro\ngrant max for 7 days after installed\ncsv-export requires pro\n"
        + "cloud-sync requires max\n",
      prefer: "tiers free < pro < max\nfact installed is a date\nproduct annual\n"
        + "  grants pro\nproduct studio\n  grants max\ngrant max for 7 days after installed\n"
        + "csv-export requires pro\ncloud-sync requires max\n",
      exceptions: "A requirement that no purchase and no `grant` meets is `TG0401`, and a loss by "
        + "holding more is `TG0212`. A target that is `off` is closed on purpose."
    ), yieldsTo: ["TG0205"], followsFrom: ["TG0212", "TG0213", "TG0308"]
  ) { pass in
    for (targets, witness) in pass.survey.deadEnds {
      let rule = pass.refusal(of: witness.snapshot, targets[0], witness)
      let place = rule.map { LintTopic.rule(Int($0)) } ?? .target(targets[0])
      let span = rule.map { pass.effectSpan(of: $0) } ?? pass.span(ofTarget: targets[0])
      let example = pass.example(witness, of: targets[0]) { [pass] snapshot, now in
        !pass.decision(about: targets[0], snapshot, at: now, as: witness).offersPurchase
      }
      pass.report(sharing: [place], about: targets.map { .target($0) }) { pass, subjects in
        let names = pass.names(of: subjects.targets)
        return Diagnostic(
          code: pass.rule.code, level: pass.rule.page.level,
          headline: "some people who are denied \(names) can buy nothing that helps", span: span,
          label: "for some, nothing for sale meets this",
          help: ["sell what is missing, or ask for less"], example: example)
      }
    }
    pass.reportUndecided(whether: "a purchase helps everybody who is denied this")
  }
}
