extension Inquiry {
  /// The reminder that is due: of an end, else the highest of the limits that bind this user.
  func reminder(
    after outcome: Decision.Outcome, _ evaluation: inout Evaluation<NoObserver>
  ) -> DueReminder? {
    if graph.parts.tables.remindsOfEnds, let due = reminderOfEnd(after: outcome) { return due }
    return reminderOfAmount(after: outcome, &evaluation)
  }

  private func reminderOfAmount(
    after outcome: Decision.Outcome, _ evaluation: inout Evaluation<NoObserver>
  ) -> DueReminder? {
    var highest: Due?
    for index in subject.rules {
      guard let limit = graph[rule: index].limit else { continue }
      let reminders = graph.parts.tables.reminders(of: index)
      guard !reminders.isEmpty,
        subject.takers.isEmpty || evaluation.asks(graph[rule: index]), evaluation.binds(index),
        let value = valueAfter(limit, outcome, &evaluation),
        let scale = scale(of: limit, &evaluation)
      else { continue }
      let counted = value.saturatingAdd(-scale.allowance)
      for place in reminders {
        let record = graph.parts.tables.reminders[place]
        guard let at = threshold(of: record, scale), counted >= at else { continue }
        guard highest?.gives(wayTo: limit, at, counted, scale.whole) ?? (at > -1) else { continue }
        highest = Due(
          rule: index, limit: limit, first: reminders.lowerBound, place: place, at: at,
          value: value, counted: counted, whole: scale.whole)
      }
    }
    return highest.map { reminder($0) }
  }

  /// A reminder that is due, in numbers.
  private struct Due {
    var rule: Int32
    var limit: Limit
    /// The place of the first reminder of the rule, and its own.
    var first: Int
    var place: Int
    var at: Int64
    var value: Int64
    /// The same without what is added to the limit, and the limit that shares are of.
    var counted: Int64
    var whole: Int64?

    /// Whether another one is told before it: of one meter the higher, of several the one with the
    /// least share left.
    func gives(wayTo limit: Limit, _ at: Int64, _ counted: Int64, _ whole: Int64?) -> Bool {
      guard limit.meter != self.limit.meter else { return at > self.at }
      guard let whole, let mine = self.whole, whole > 0, mine > 0 else { return false }
      let (other, own) = (
        counted.multipliedFullWidth(by: mine), self.counted.multipliedFullWidth(by: whole)
      )
      return (other.high, other.low) > (own.high, own.low)
    }
  }

  private func reminder(_ due: Due) -> DueReminder {
    let reminder = graph.parts.tables.reminders[due.place].reminder
    let id = reminderID(due, reminder)
    return DueReminder(
      id: id, at: due.at, isProminent: reminder.isProminent,
      snoozedUntil: snoozedUntil(id, snooze: reminder.snooze), rule: due.rule,
      reminder: due.place - due.first, value: due.value)
  }

  /// How the app presents a denial or a warning that a rule gives for a reason; nil if there
  /// is nothing to sell.
  func prompt(of rule: Int32, for reason: Reason) -> Prompt? {
    switch reason {
    case .off, .excluded, .undeclared, .stale, .unknownUsage, .unknownFact: return nil
    case .overage where graph.overage(of: rule)?.isPrompted != true: return nil
    case .overage, .granted, .withinLimit, .ungated, .undecided, .onHold, .pending, .limitReached,
      .revoked, .expired, .inTrial, .notHeld:
      break
    }
    let style = graph.parts.tables.prompt(of: rule)
    let id = name
    return Prompt(
      id: id, presentation: style.presentation, isDismissible: style.isDismissible,
      snoozedUntil: style.isDismissible ? snoozedUntil(id, snooze: style.snooze) : nil)
  }

  /// The value after the decision; nil if it is unknown.
  private func valueAfter(
    _ limit: Limit, _ outcome: Decision.Outcome, _ evaluation: inout Evaluation<NoObserver>
  ) -> Int64? {
    let used = prepared.input.used(limit.counter.meter, limit.window, at: now)
    if !subject.takers.isEmpty, let meter = limit.meter, !subject.takers.asks(for: meter) {
      guard outcome != .denied else { return used }
      let taken = evaluation.taken(from: meter).possible
      return used.map { $0.saturatingAdd(taken) }
    }
    switch ask.growth {
    case .reaching(let value) where outcome != .denied: return value
    case .reachingUnlimited where outcome != .denied: return .max
    case .adding(let amount) where outcome != .denied:
      return used.map { max(0, $0.saturatingAdd(amount)) }
    default: return used
    }
  }

  /// The scale that reminders are compared with.
  private struct Scale {
    /// The quantity that shares are of; nil if it is not told.
    var whole: Int64?
    /// The amount to subtract from the value.
    var allowance: Int64
    var isLadder = false
  }

  /// The scale of a limit; nil if it is not told. The allowance is subtracted from the value, but
  /// for a limit that is the allowance itself.
  private func scale(of limit: Limit, _ evaluation: inout Evaluation<NoObserver>) -> Scale? {
    if graph.ladder(of: limit) != nil {
      var whole: Int64?
      if case .quantity(let quantity) = evaluation.reach(of: limit) { whole = quantity }
      return Scale(whole: whole, allowance: evaluation.raise(of: limit).known, isLadder: true)
    }
    guard let allowed = evaluation.allowed(by: limit)?.known else { return nil }
    guard case .atMost(let quantity) = limit.kind else {
      let carried = evaluation.carried(under: limit)?.known ?? 0
      return Scale(whole: allowed - carried, allowance: carried)
    }
    return Scale(whole: quantity, allowance: evaluation.raise(of: limit).known)
  }

  /// The value from which a reminder is due; nil for a share of nothing, and for one of an end.
  private func threshold(of reminder: FlatReminder, _ scale: Scale) -> Int64? {
    guard !reminder.isOfEnd else { return nil }
    guard reminder.isOfShare else { return reminder.at }
    guard let whole = scale.whole, whole > 0 || !scale.isLadder else { return nil }
    return whole.share(reminder.at)
  }

  /// `METER@Q`, or under a ladder `METER@P%`, whose amount differs from user to user.
  private func reminderID(_ due: Due, _ reminder: Reminder) -> String {
    var id = graph[meter: due.limit.counter.meter].name
    id += "@"
    if case .share(let share) = reminder.at, graph.ladder(of: due.limit) != nil {
      id += share.percent
    } else {
      id += String(due.at)
    }
    guard let window = due.limit.window.name else { return id }
    return id + "/" + window
  }

  /// Until when something that was dismissed stays away; nil if that is past.
  func snoozedUntil(_ id: String, snooze: Int64?) -> Instant? {
    guard let duration = snooze ?? graph.parts.promptSnooze,
      let dismissed = prepared.dismissal(of: id)
    else { return nil }
    let until = dismissed.advanced(by: duration)
    return until.milliseconds > now ? until : nil
  }
}

extension Int64 {
  /// Hundredths of a percent in their shortest form: `90%`, `12.5%`.
  package var percent: String {
    let rest = self % 100
    if rest == 0 { return "\(self / 100)%" }
    return rest % 10 == 0
      ? "\(self / 100).\(rest / 10)%" : "\(self / 100).\(rest < 10 ? "0" : "")\(rest)%"
  }

  /// So many hundredths of a percent of a number that is not negative, rounded up, exactly.
  package func share(_ hundredths: Int64) -> Int64 {
    let (share, rest) = shareAndRest(hundredths)
    return rest > 0 ? share.saturatingAdd(1) : share
  }

  /// The same, rounded down.
  package func wholeShare(_ hundredths: Int64) -> Int64 { shareAndRest(hundredths).share }

  private func shareAndRest(_ hundredths: Int64) -> (share: Int64, rest: Int64) {
    let (high, low) = multipliedFullWidth(by: hundredths)
    // The quotient fits: a share is at most a few times the whole, or it saturates.
    guard high < 10_000 / 2 else { return (.max, 0) }
    let (quotient, rest) = Int64(10_000).dividingFullWidth((high, low))
    return (quotient, rest)
  }
}
