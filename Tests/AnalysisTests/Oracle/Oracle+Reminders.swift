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
    guard let meter = limit.meter else { return true }
    let binds = known[rule.inForce].yes & known[rule.condition].yes & known[rule.requirement].no
    let passes = binds & target.known.passes
    let counter = PolicyReadings.CounterName(meter: meter, window: limit.window)
    switch limit.kind {
    case .bare, .undecided, .setting: return true
    case .ladder(let ladder): return isDue(reminder, by: Int(ladder), counter, passes)
    case .atMost(let quantity):
      let bound = reminder.value(of: quantity)
      return !(passes & known.usage(counter, afterUse: true) { _ in bound }.yes).isEmpty
    case .allowance(let otherwise):
      guard case .share(let share) = reminder.at, share > 10_000 else { return true }
      // Above the whole allowance: only where more than it passes, with an allowance of 0.
      let due = known.usage(counter, afterUse: true) { hasOwn in
        hasOwn ? 1 : otherwise.map { max(reminder.value(of: $0), $0 + 1) }
      }
      return !(passes & due.yes).isEmpty
    }
  }
}

extension Oracle {
  /// Whether a reminder of a ladder is due somewhere: at a quantity, or at a share of what the base
  /// and the steps that count give.
  private func isDue(
    _ reminder: Reminder, by index: Int, _ counter: PolicyReadings.CounterName, _ passes: Bits
  ) -> Bool {
    let ladder = graph.parts.ladders[index]
    if case .allowance = ladder.base { return true }
    var left = passes
    for step in ladder.steps where step.value == .unlimited { left = left - known.counts(step).yes }
    for quantity in Set(ladder.written).sorted(by: >) {
      var isOwn = ladder.base == .quantity(quantity) ? known.all : known.none
      for step in ladder.steps where step.value == .quantity(quantity) {
        isOwn = isOwn | known.counts(step).yes
      }
      let bound = reminder.value(of: quantity)
      let due = left & isOwn & known.usage(counter, afterUse: true) { _ in bound }.yes
      if quantity > 0 || reminder.isAtQuantity, !due.isEmpty { return true }
      left = left - isOwn
    }
    // Without a limit that is told, a quantity is due by itself.
    guard case .quantity(let quantity) = reminder.at else { return false }
    return !(left & known.usage(counter, afterUse: true) { _ in quantity }.yes).isEmpty
  }
}

extension Reminder {
  fileprivate var isAtQuantity: Bool {
    if case .quantity = at { return true }
    return false
  }
}
