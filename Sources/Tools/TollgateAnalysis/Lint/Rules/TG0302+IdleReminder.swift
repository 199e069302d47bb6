import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let idleReminder = LintRule(
    DiagnosticPage(
      "TG0302", "a reminder that no use reaches", level: .warning,
      what: "No allowed use reaches the reminder while the limit binds: the reminder is beyond "
        + "its limit, or another rule stops everybody before it. Or two reminders of a rule have "
        + "one value. Or a reminder is of an end, and nothing that its rule asks for ends.",
      why: "Nobody is reminded, or only people who are denied now.",
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
    for index in pass.policy.rules.indices { pass.reportEnds(ofRule: index) }
  }
}

extension LintPass {
  /// Reports the reminders of an end that never comes, and the second of two that come at once.
  fileprivate mutating func reportEnds(ofRule index: Int) {
    let rule = policy.rules[index]
    var first: [Int64: Span] = [:]
    for (place, reminder) in rule.reminders.enumerated() {
      guard case .beforeEnd(let lead) = reminder.at else { continue }
      let span = reminder.span
      let subjects: [LintTopic] = [.reminder(rule: index, place), .rule(index)]
      let edits = edits(removingClauseAt: span, title: "take the reminder away")
      if let earlier = first[lead.milliseconds] {
        report(
          "two reminders of one end come at one time", at: span, "the same time", about: subjects,
          related: [.init(earlier, "the first of the two")], help: ["keep one of them"],
          edits: edits)
      } else if !graph.mayEnd(Int32(index)) {
        report(
          "this reminder never comes, because nothing here ends", at: span,
          "of what never ends", about: subjects,
          related: [.init(rule.subjectSpan, "asks for no entitlement, and knows no date")],
          help: ["remove it"], edits: edits)
      }
      first[lead.milliseconds] = first[lead.milliseconds] ?? span
    }
  }
}

extension RuleGraph {
  /// Whether time alone can change what a rule says: what it asks for is granted for a time, or it
  /// has a date.
  func mayEnd(_ rule: RuleIndex) -> Bool {
    var mayEnd = false
    forEachDependency(under: rule) { dependency in
      switch dependency {
      case .entitlement: mayEnd = true
      case .allowance(let meter): mayEnd = mayEnd || isAdded(to: meter)
      case .total: break
      }
    }
    if mayEnd { return true }
    let core = self[rule: rule]
    var nodes = [core.requirement, core.inForce, core.condition, core.soft]
    if let limit = core.limit, let ladder = ladder(of: limit) {
      for place in self[ladder: ladder].steps {
        nodes += [self[step: place].requirement, self[step: place].inForce]
        nodes.append(self[step: place].condition)
      }
    }
    return nodes.contains { readsDate($0) }
  }

  /// Whether a product adds to an allowance, for as long as it is held.
  private func isAdded(to allowance: Int32) -> Bool {
    parts.products.contains { product in
      product.adds.contains { $0.meter == allowance }
        || product.settingAdds.contains { Int32(parts.meters.count) + $0.setting == allowance }
    }
  }

  private func readsDate(_ index: NodeIndex) -> Bool {
    switch self[node: index] {
    case .timeAtLeast, .timeSince: true
    case .not(let child), .statement(_, let child): readsDate(child)
    case .all(let children), .any(let children): self[children].contains { readsDate($0) }
    case .never, .always, .entitlement, .paid, .factIs, .factAtLeast, .usageAtLeast, .inRollout:
      false
    }
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
      case .beforeEnd: return false
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
