import TollgateCompiler
import TollgateRuntime
import TollgateSyntax
import TollgateWords

extension LintRule {
  static let opensByUse = LintRule(
    DiagnosticPage(
      "TG0304", "using more opens something", level: .warning,
      what: "Somebody who is denied a target may use it with a higher count of something.",
      why: "A limit closes at a number; one that opens is often a comparison the wrong way round.",
      avoid:
        "meter exports\ncsv-export requires pro when exports < 100\nexports > 500 requires pro\n",
      prefer: "meter exports\ncsv-export requires pro when exports >= 100\n"
        + "csv-export requires nothing when exports < 100\nexports > 500 requires pro\n",
      exceptions: "A reward that is earned by use is so on purpose: allow it with that "
        + "reason."
    ), yieldsTo: ["TG0205"]
  ) { pass in
    for (targets, opening) in pass.survey.openings {
      let refusal = pass.refusal(of: opening.witness.snapshot, targets[0], opening.witness)
      let meter = pass.graph.parts.meters[Int(opening.meter)]
      let window = Window(code: opening.window)?.name
      let counter = window.map { "`\(meter.name)` per \($0)" } ?? "`\(meter.name)`"
      let value = AmountText.print(opening.value, meter.unit, .english)
      let span =
        refusal.map { pass.conditionSpan(of: $0) } ?? pass.span(ofTarget: targets[0])
      let place = refusal.map { LintTopic.rule(Int($0)) } ?? .target(targets[0])
      let example = pass.example(opening.witness, of: targets[0]) { [pass] snapshot, now in
        guard let window = Window(code: opening.window),
          let counter = snapshot.usage[meter.name]?[window]
        else { return false }
        var more = snapshot
        more.usage[meter.name]?[window] = Counter(counter.used.saturatingAdd(1))
        return pass.decision(about: targets[0], more, at: now, as: opening.witness).isAllowed
      }
      pass.report(sharing: [place, .meter(opening.meter)], about: targets.map { .target($0) }) {
        pass, subjects in
        Diagnostic(
          code: pass.rule.code, level: pass.rule.page.level,
          headline: "using more of \(counter) opens \(pass.names(of: subjects.targets))",
          span: span, label: "denied below \(value), and not from there on",
          help: ["turn the comparison round"], example: example)
      }
    }
    pass.reportUndecided(whether: "using more opens this")
  }
}
