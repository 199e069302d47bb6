import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let idleStep = LintRule(
    DiagnosticPage(
      "TG0307", "a step that never counts", level: .warning,
      what:
        "Whoever meets this step of a ladder, of a setting or of what a use takes has as good a value "
        + "by another step, or everybody has it.",
      why: "Mostly a number is too low, or a step is left over from an older price list.",
      avoid: "entitlements plus, business\nmeter guests\nguests at most 10\n  8 with plus\n"
        + "  250 with business\n",
      prefer: "entitlements plus, business\nmeter guests\nguests at most 10\n  100 with plus\n"
        + "  250 with business\n",
      exceptions: "A base that is `undecided`, or the snapshot's `allowance`, is not compared with "
        + "the steps."
    ), yieldsTo: ["TG0201", "TG0202", "TG0204"]
  ) { pass in
    for (index, rule) in pass.policy.rules.enumerated() where !rule.steps.isEmpty {
      guard let ladder = pass.graph.parts.ladder(of: pass.graph.parts.rules[index]) else {
        continue
      }
      guard let idle = pass.ask(IdleSteps(ladder: ladder)) else {
        pass.reportUndecided(
          whether: "each step of this ladder counts", at: rule.subjectSpan,
          about: [.rule(index)])
        continue
      }
      for place in idle {
        let step = rule.steps[place]
        pass.report(
          "`\(step.text)` never counts", at: step.span,
          "whoever meets it has as good a value without it", about: [.rule(index)],
          help: pass.isLess(step, ofRule: Int32(index))
            ? [
              "if less is better, write `, smaller is better` at the end of the setting's own line",
              "else change its value, or take the step away",
            ] : ["change its value, or take the step away"])
      }
    }
    pass.reportIdleAmounts()
  }
}

extension LintPass {
  /// The steps of an amount of a use that never count.
  fileprivate mutating func reportIdleAmounts() {
    var place = 0
    for uses in policy.uses {
      defer { place += uses.amounts.count }
      guard !uses.steps.isEmpty else { continue }
      let ladder = graph.parts.ladders[Int(graph.parts.uses[place].ladder)]
      guard let idle = ask(IdleSteps(ladder: ladder)) else {
        reportUndecided(whether: "each line below counts", at: uses.targetsSpan, about: [])
        continue
      }
      for step in idle.map({ uses.steps[$0] }) {
        report(
          "`\(step.text)` never counts", at: step.span,
          "whoever meets it pays as little without it", about: [],
          help: ["change its amount, or take the line away"])
      }
    }
  }
}

extension LintPass {
  /// Whether a step gives less of a setting than everybody has: mostly less is meant to be better.
  fileprivate func isLess(_ step: CheckedStep, ofRule rule: Int32) -> Bool {
    guard let place = graph.setting(ofRule: rule), case .quantity(let value) = step.value else {
      return false
    }
    let setting = policy.settings[Int(place)]
    return setting.choices.isEmpty && !setting.isSmallerBetter && value < setting.base
  }
}
