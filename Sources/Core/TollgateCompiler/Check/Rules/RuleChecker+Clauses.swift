import TollgateRuntime
import TollgateSyntax

extension RuleChecker {
  /// Reads the clauses of a rule; those that belong elsewhere are reported elsewhere.
  func checkClauses(
    of statement: StatementSyntax, _ rule: RuleSyntax?, into checked: inout CheckedRule
  ) {
    for clause in statement.clauses {
      switch clause.kind {
      case .reminder(let reminder):
        let at = rule.flatMap { threshold(reminder, $0, clause) }
        let read = read(reminder)
        if let at, var read {
          read.at = at
          checked.reminders.append(read)
        }
      case .soft(let until):
        checked.softSpan = clause.span
        checked.soft =
          until.map { draft.expressions.moment($0).map { .until($0) } ?? .never } ?? .always
      case .runningUseMayFinish: checked.runningUseMayFinish = true
      case .prompt(let prompt): read(prompt, into: &checked.prompt)
      case .message(let label): checked.message = draft.message(label)
      case .because(let text): checked.because = text.value
      case .insteadUse(let items): checked.instead = instead(items, at: clause.span)
      default: break
      }
    }
  }

  /// The targets after `instead use`, each once, in the order written.
  private func instead(_ items: [SubjectItemSyntax], at span: Span) -> [Int32] {
    var found: [Int32] = []
    var seen: Set<Int32> = []
    for item in items {
      guard
        let targets = draft.targets.targets(
          SubjectSyntax(items: [item], exceptions: [], span: item.span)),
        draft.spend(min(targets.count, CheckedRule.mostInstead), at: span)
      else { continue }
      guard found.count + targets.count <= CheckedRule.mostInstead else {
        draft.report(.counting(.tooManyInstead(found.count + targets.count)), at: span)
        return []
      }
      for target in targets.members where seen.insert(target).inserted { found.append(target) }
    }
    return found
  }

  private func read(_ prompt: PromptSyntax, into style: inout PromptStyle) {
    if let presentation = prompt.presentation { style.presentation = presentation.text }
    if let snooze = prompt.snooze { style.snooze = draft.duration(snooze, orZero: true) }
    style.isDismissible = prompt.isDismissible
  }

  /// Everything of a reminder but when it is due.
  private func read(_ reminder: ReminderSyntax) -> CheckedReminder? {
    let level = reminder.level.map { draft.word($0, .level) ?? "" } ?? "gentle"
    let snooze = reminder.snooze.flatMap { draft.duration($0, orZero: true) }
    let label = draft.message(reminder.label)
    guard !level.isEmpty, (snooze == nil) == (reminder.snooze == nil) else { return nil }
    return CheckedReminder(
      at: .quantity(0), isProminent: level == "prominent", snooze: snooze, label: label,
      span: reminder.at.span)
  }

  /// When a reminder is due: it needs a comparison with a quantity that is decided.
  private func threshold(
    _ reminder: ReminderSyntax, _ rule: RuleSyntax, _ clause: ClauseSyntax
  ) -> Reminder.Threshold? {
    guard case .comparison(let comparison) = rule.subject else {
      draft.report(.clause(.reminderWithoutLimit), at: clause.span)
      return nil
    }
    let isLadder = if case .ladder = rule.effect { true } else { false }
    let isShare = LiteralReader.isPercentage(reminder.at)
    switch comparison.quantity {
    case .undecided where !isLadder || !isShare:
      draft.report(.clause(.reminderWithoutQuantity), at: clause.span)
      return nil
    case .allowance where isLadder && !isShare:
      draft.report(.clause(.reminderOnAllowance), at: clause.span)
      return nil
    default: break
    }
    if isShare {
      return draft.percentage(reminder.at, most: RuleChecker.mostReminderShare).map { .share($0) }
    }
    guard let entry = draft.entry(comparison.meter.text), entry.kind == .meter else {
      return nil
    }
    return draft.quantity(reminder.at, of: entry.index).map { .quantity($0) }
  }

  /// 1,000%: usage may be above the limit after a change to a smaller plan.
  static let mostReminderShare: Int64 = 100_000
}
