import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let freeUse = LintRule(
    DiagnosticPage(
      "TG0313", "a use of a meter without a limit", level: .warning,
      what: "A use takes from a meter, and no rule limits that meter.",
      why: "The use costs nothing: whoever has taken a million may take one more.",
      avoid: "meter credits\nfeature image\nimage uses 4 credits\n",
      prefer: "meter credits\nfeature image\nimage uses 4 credits\ncredits at most 20 per month\n",
      exceptions:
        "A meter that only counts, for a bill or for statistics, needs no limit: allow the "
        + "finding with that reason."
    )
  ) { pass in
    var told: Set<Int32> = []
    for uses in pass.policy.uses {
      for amount in uses.amounts {
        let target = pass.policy.target(ofMeter: amount.meter)
        guard pass.graph.parts.targets[Int(target)].rules.isEmpty,
          told.insert(amount.meter).inserted
        else { continue }
        let name = pass.policy.meters[Int(amount.meter)].name.text
        pass.report(
          "no rule limits `\(name)`, so this use costs nothing", at: amount.span,
          "is taken from what has no limit", about: [.target(target)],
          help: ["write a limit, such as `\(name) at most 100 per month`"])
      }
    }
  }
}
