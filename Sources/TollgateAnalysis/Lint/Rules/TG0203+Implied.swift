import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let implied = LintRule(
    DiagnosticPage(
      "TG0203", "a rule that the others already imply", level: .warning,
      what: "Without the rule every decision about its targets would be the same: other rules "
        + "stop everybody whom it stops.",
      why: "It will be kept up for nothing, or changed by somebody who expects an effect.",
      avoid: "tiers free < pro < max\ncsv-export requires max\n"
        + "csv-export, cloud-sync requires max when beta\n"
        + "cloud-sync requires max\nfact beta is yes or no\nreports requires pro\n",
      prefer: "tiers free < pro < max\ncsv-export, cloud-sync requires max\nreports requires pro\n",
      exceptions: "A limit that a stricter one makes idle is `TG0301`, a rule that stands twice "
        + "`TG0204`. Decisions for people of whom something is not known count too."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204", "TG0303"]
  ) { pass in
    for (rule, state) in pass.survey.rules.enumerated() {
      guard case .implied(let culprits) = state, !pass.isStricterLimit(culprits, than: Int32(rule))
      else { continue }
      pass.report(
        "\(pass.lines(of: culprits)) already say\(culprits.count == 1 ? "s" : "") this",
        at: pass.policy.rules[rule].subjectSpan, "changes no decision", about: [.rule(rule)],
        related: pass.places(of: culprits, "stops everybody whom the other rule stops"),
        help: ["take the rule away, or say what it should stop besides"])
    }
    pass.reportUndecided(whether: "the others already imply this rule")
  }
}

extension LintPass {
  /// Whether rules are limits on the same counter as another one, each with less.
  func isStricterLimit(_ others: [Int32], than rule: Int32) -> Bool {
    guard let limit = graph.parts.rules[Int(rule)].limit, case .atMost(let most) = limit.kind
    else { return false }
    return others.allSatisfy { other in
      guard let stricter = graph.parts.rules[Int(other)].limit,
        case .atMost(let less) = stricter.kind
      else { return false }
      return stricter.meter == limit.meter && stricter.window == limit.window && less < most
    }
  }
}
