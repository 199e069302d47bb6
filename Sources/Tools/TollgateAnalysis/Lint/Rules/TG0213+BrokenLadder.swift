import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let brokenLadder = LintRule(
    DiagnosticPage(
      "TG0213", "a higher tier lacks what a lower one has", level: .warning,
      what: "A user may use a target on one tier, and not on the next one.",
      why: "A ladder promises that each step includes those below it.",
      avoid: "tiers free < pro < max\ncsv-export requires pro and not max\n"
        + "cloud-sync requires max\n",
      prefer: "tiers free < pro < max\ncsv-export requires pro\ncloud-sync requires max\n",
      exceptions: "An offer to upgrade, which only people on a lower tier should see, is "
        + "so on purpose: allow it with that reason."
    ), yieldsTo: ["TG0205", "TG0308"]
  ) { pass in
    for (targets, loss) in pass.survey.losses where loss.isTier {
      pass.report(loss, of: targets, "reaching")
    }
    pass.reportUndecided(whether: "a higher tier lacks something here")
  }
}
