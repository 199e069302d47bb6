import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let unusableMeter = LintRule(
    DiagnosticPage(
      "TG0310", "a meter that nobody can ever use", level: .warning,
      what: "The rules stop every use of the meter, from the first one on, whatever a user has "
        + "bought: mostly a limit of 0 for all.",
      why: "The app counts something that nobody may have. Mostly a number is missing.",
      avoid: "meter exports\nexports > 0 is not allowed\n",
      prefer: "meter exports\nexports > 10 is not allowed\n",
      exceptions: "A meter that nobody is meant to use says `is off`. A product that "
        + "`adds` to the meter, and a limit that is the snapshot's `allowance`, are ways to use it."
    ), yieldsTo: ["TG0205"], followsFrom: ["TG0201", "TG0202", "TG0210"]
  ) { pass in
    for target in pass.survey.unused {
      let name = pass.graph.parts.targets[Int(target)].name
      let rules = pass.graph.parts.targets[Int(target)].rules
      let first = rules.first { pass.graph.parts.rules[Int($0)].limit != nil } ?? rules[0]
      pass.report(
        "nobody can ever use `\(name)`", at: pass.policy.rules[Int(first)].subjectSpan,
        rules.count == 1 ? "stops even the first use" : "with the other rules, stops every use",
        about: [.target(target)], causes: rules.map { .rule(Int($0)) },
        related: pass.places(of: rules.filter { $0 != first }, "another rule about it"),
        help: ["raise the limit, or say `\(name) is off`"])
    }
    pass.reportUndecided(whether: "anybody can ever use this")
  }
}
