extension Inquiry {
  /// The highest reminder that is due, of the limits that bind this user.
  func reminder(
    after outcome: Decision.Outcome, _ evaluation: inout Evaluation<NoObserver>
  ) -> DueReminder? {
    var highest: Due?
    for index in subject.rules {
      guard let limit = graph[rule: index].limit else { continue }
      let reminders = graph.parts.tables.reminders(of: index)
      guard !reminders.isEmpty, evaluation.binds(index),
        let value = valueAfter(limit, outcome), let allowed = evaluation.allowed(by: limit)?.known
      else { continue }
      let counted = counted(value, limit: limit)
      for place in reminders {
        let reminder = graph.parts.tables.reminders[place].reminder
        let at = threshold(of: reminder, limit: limit, allowed: allowed)
        guard counted >= at, at > highest?.at ?? -1 else { continue }
        highest = Due(
          rule: index, limit: limit, place: place - reminders.lowerBound, reminder: reminder,
          at: at, value: value)
      }
    }
    return highest.map { reminder($0) }
  }

  /// A reminder that is due, in numbers.
  private struct Due {
    var rule: Int32
    var limit: Limit
    /// Its place among the reminders of the rule.
    var place: Int
    var reminder: Reminder
    var at: Int64
    var value: Int64
  }

  private func reminder(_ due: Due) -> DueReminder {
    let id = reminderID(at: due.at, due.limit)
    return DueReminder(
      id: id, at: due.at, isProminent: due.reminder.isProminent,
      snoozedUntil: snoozedUntil(id, snooze: due.reminder.snooze), rule: due.rule,
      reminder: due.place, value: due.value)
  }

  /// How the app presents a denial or a warning that a rule gives for a reason; nil if there
  /// is nothing to sell.
  func prompt(of rule: Int32, for reason: Reason) -> Prompt? {
    switch reason {
    case .off, .excluded, .undeclared, .stale, .unknownUsage, .unknownFact: return nil
    case .granted, .withinLimit, .ungated, .undecided, .onHold, .pending, .limitReached,
      .revoked, .expired, .notHeld:
      break
    }
    let style = graph.parts.tables.prompt(of: rule)
    return Prompt(
      id: subject.name, presentation: style.presentation, isDismissible: style.isDismissible,
      snoozedUntil: style.isDismissible ? snoozedUntil(subject.name, snooze: style.snooze) : nil)
  }

  /// The value after the decision; nil if it is unknown.
  private func valueAfter(_ limit: Limit, _ outcome: Decision.Outcome) -> Int64? {
    let used = prepared.input.used(limit.meter, limit.window, at: now)
    switch ask.growth {
    case .reaching(let value) where outcome != .denied: return value
    case .adding(let amount) where outcome != .denied && used >= 0:
      return max(0, used.saturatingAdd(amount))
    default: return used < 0 ? nil : used
    }
  }

  /// The value that is compared with a reminder: the allowance is subtracted, but for a limit
  /// that is the allowance itself.
  private func counted(_ value: Int64, limit: Limit) -> Int64 {
    guard case .atMost = limit.kind else { return value }
    let allowance = prepared.input.allowance(of: limit.meter, at: now).total
    return value.saturatingAdd(-allowance.known)
  }

  private func threshold(of reminder: Reminder, limit: Limit, allowed: Int64) -> Int64 {
    switch reminder.at {
    case .quantity(let quantity): return quantity
    case .share(let share):
      if case .atMost(let quantity) = limit.kind { return quantity.share(share) }
      return allowed.share(share)
    }
  }

  private func reminderID(at: Int64, _ limit: Limit) -> String {
    var id = graph[meter: limit.meter].name
    id += "@"
    id += String(at)
    guard let window = limit.window.name else { return id }
    return id + "/" + window
  }

  /// Until when something that was dismissed stays away; nil if that is past.
  private func snoozedUntil(_ id: String, snooze: Int64) -> Instant? {
    let duration = snooze >= 0 ? snooze : graph.parts.promptSnooze
    guard duration >= 0, let dismissed = prepared.dismissed[id] else { return nil }
    let until = dismissed.advanced(by: duration)
    return until.milliseconds > now ? until : nil
  }
}

extension Int64 {
  /// So many hundredths of a percent of a number that is not negative, rounded up, exactly.
  package func share(_ hundredths: Int64) -> Int64 {
    let (high, low) = multipliedFullWidth(by: hundredths)
    // The quotient fits: a share is at most a few times the whole, or it saturates.
    guard high < 10_000 / 2 else { return .max }
    let (quotient, rest) = Int64(10_000).dividingFullWidth((high, low))
    return rest > 0 ? quotient.saturatingAdd(1) : quotient
  }
}
