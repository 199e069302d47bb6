import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let idleReminder = LintRule(
    DiagnosticPage(
      "TG0302", "a reminder that no use reaches", level: .warning,
      what: "No allowed use reaches the reminder while the limit binds: the reminder is beyond "
        + "its limit, or another rule stops everybody before it. Or two reminders of a rule have "
        + "one value.",
      why: "Only people who have used so much already, and are denied now, are reminded.",
      avoid: "bills > 500 requires pro\n  reminder at 600\n",
      prefer: "bills > 500 requires pro\n  reminder at 450\n",
      exceptions: "At the limit itself a reminder is due with the last use that is free."
    ), yieldsTo: ["TG0201", "TG0202", "TG0203", "TG0204", "TG0301"]
  ) { pass in
    for idle in pass.survey.idleReminders {
      let rule = pass.policy.rules[Int(idle.rule)]
      let span = rule.reminders[idle.reminder].span
      let subjects: [LintTopic] = [
        .reminder(rule: Int(idle.rule), idle.reminder), .rule(Int(idle.rule)),
      ]
      let edits = pass.edits(removingClauseAt: span, title: "take the reminder away")
      if let twin = idle.twin {
        pass.report(
          "two reminders of one limit are due at one value", at: span, "the same value",
          about: subjects, related: [.init(rule.reminders[twin].span, "the first of the two")],
          help: ["keep one of them"], edits: edits)
        continue
      }
      let isBeyond = pass.isBeyondItsLimit(idle)
      pass.report(
        "no allowed use reaches the reminder at `\(pass.source.text(span))`", at: span,
        isBeyond ? "beyond the limit" : "denied before that", about: subjects,
        related: [.init(rule.subjectSpan, "its limit")],
        help: [isBeyond ? "put it at or below the limit" : "put it lower, or remove it"],
        edits: edits)
    }
    pass.reportUndecided(whether: "a use that may go ahead reaches this reminder")
  }
}

extension LintPass {
  /// Whether a reminder is at more than its own limit.
  fileprivate func isBeyondItsLimit(_ idle: Survey.IdleReminder) -> Bool {
    let rule = graph.parts.rules[Int(idle.rule)]
    guard let limit = rule.limit else { return false }
    let at = rule.reminders[idle.reminder].at
    if case .ladder(let index) = limit.kind {
      let last = graph.parts.ladders[Int(index)].quantities.last ?? 0
      switch at {
      case .quantity(let quantity): return quantity > last
      case .share(let share): return share > 10_000
      }
    }
    guard let value = rule.reminders[idle.reminder].value(under: limit) else { return false }
    switch limit.kind {
    case .atMost(let most): return value > most
    case .allowance: return true
    case .bare, .undecided, .ladder, .setting: return false
    }
  }
}
