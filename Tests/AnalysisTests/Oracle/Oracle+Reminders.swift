import TollgateRuntime

// TG0302

extension Oracle {
  mutating func findReminders() {
    for (index, rule) in graph.parts.rules.enumerated() {
      guard let limit = rule.limit, !rule.reminders.isEmpty,
        !has(["TG0201", "TG0202", "TG0203", "TG0204", "TG0301"], index)
      else { continue }
      for (position, reminder) in rule.reminders.enumerated() {
        let isTwin = rule.reminders[..<position].contains { same($0, reminder, limit) }
        if isTwin || !canBeDue(reminder, of: index, limit) {
          report(["TG0302"], .reminder(rule: index, position))
        }
      }
    }
  }

  private func same(_ a: Reminder, _ b: Reminder, _ limit: Limit) -> Bool {
    guard case .atMost(let quantity) = limit.kind else { return a.at == b.at }
    return a.value(of: quantity) == b.value(of: quantity)
  }

  /// Whether there is a use that passes while the limit binds, after which the reminder is due.
  private func canBeDue(_ reminder: Reminder, of index: Int, _ limit: Limit) -> Bool {
    let rule = graph.parts.rules[index]
    guard let target = targets.first(where: { $0.rules.contains(Int32(index)) }) else {
      return false
    }
    let binds = known[rule.inForce].yes & known[rule.condition].yes & known[rule.requirement].no
    let passes = binds & target.known.passes
    let counter = PolicyReadings.CounterName(meter: limit.meter, window: limit.window)
    switch limit.kind {
    case .bare, .undecided, .ladder, .setting: return true
    case .atMost(let quantity):
      let bound = reminder.value(of: quantity)
      return !(passes & known.usage(counter, afterUse: true) { _ in bound }.yes).isEmpty
    case .allowance(let otherwise):
      guard case .share(let share) = reminder.at, share > 10_000 else { return true }
      // Above the whole allowance: only where more than it passes, with an allowance of 0.
      let due = known.usage(counter, afterUse: true) { hasOwn in
        hasOwn ? 1 : otherwise < 0 ? nil : max(reminder.value(of: otherwise), otherwise + 1)
      }
      return !(passes & due.yes).isEmpty
    }
  }
}
