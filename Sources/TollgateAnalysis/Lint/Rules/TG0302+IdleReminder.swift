import TollgateCompiler
import TollgateSyntax

extension LintRule {
  static let idleReminder = LintRule(
    DiagnosticPage(
      "TG0302", "a reminder that can never be due", level: .warning,
      what: "Nobody whom the limit binds can use so much: the reminder lies beyond its limit, or "
        + "another rule stops everybody before. Or two reminders of a rule have one value.",
      why: "Somebody waits for a message that never comes.",
      avoid: "bills > 500 requires pro\n  reminder at 600\n",
      prefer: "bills > 500 requires pro\n  reminder at 450\n",
      exceptions: "At the limit itself a reminder is due with the last use that is free."
    ), yieldsTo: ["TG0201", "TG0202", "TG0203", "TG0204", "TG0301"]
  ) { pass in
    for idle in pass.survey.idleReminders {
      let rule = pass.policy.rules[Int(idle.rule)]
      let span = rule.reminders[idle.reminder].span
      let subjects: [LintSubject] = [
        .reminder(rule: Int(idle.rule), idle.reminder), .rule(Int(idle.rule)),
      ]
      if let twin = idle.twin {
        pass.report(
          "two reminders of this limit are due at one value", at: span, "the same value",
          about: subjects, related: [.init(rule.reminders[twin].span, "the first of the two")],
          help: ["keep one of them"])
      } else {
        pass.report(
          "the reminder at \(pass.source.text(span)) can never be due", at: span,
          "nobody gets so far", about: subjects,
          related: [.init(rule.subjectSpan, "its limit")],
          help: ["put it at or below the limit"])
      }
    }
    pass.reportUndecided(whether: "this reminder can ever be due")
  }
}
