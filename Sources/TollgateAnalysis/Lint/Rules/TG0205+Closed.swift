import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let closed = LintRule(
    DiagnosticPage(
      "TG0205", "a target that nobody can open", level: .warning,
      what: "Whatever somebody holds, at whatever time, some rule about the target fails; and that "
        + "is not because a rule says `is off`.",
      why: "People will see a lock that no purchase opens.",
      avoid: "entitlements basic, expert\ncsv-export requires basic\n"
        + "csv-export requires expert and not basic\n",
      prefer: "entitlements basic, expert\ncsv-export requires basic and expert\n",
      exceptions: "What is meant to be closed says `is off`."
    )
  ) { pass in
    for targets in pass.survey.closed {
      let rules = pass.graph.parts.targets[Int(targets[0])].rules
      pass.report(
        "nobody can open \(pass.names(of: targets))", at: pass.span(ofTarget: targets[0]),
        "closed for everybody", about: targets.map { .target($0) },
        related: pass.places(of: rules, "not met by anybody whom the other rules let in"),
        help: ["mend one of the rules, or say `is off`"])
    }
    pass.reportUndecided(whether: "anybody can open this")
  }
}
