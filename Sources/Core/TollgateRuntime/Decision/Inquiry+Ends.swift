// The reminder of an end: "your certificates end on 1 June". A renewal is no end, nor is news that
// becomes old, nor a counter that begins anew.
extension Inquiry {
  /// The reminder of the next end that is due; nil for who is denied.
  func reminderOfEnd(after outcome: Decision.Outcome) -> DueReminder? {
    let notices = outcome == .denied ? [] : notices
    guard let longest = notices.map({ $0.lead.milliseconds }).max() else { return nil }
    var later = undisturbed
    let value = subject.setting.map { later.value(of: $0) }
    for instant in Readings(of: self).instants where instant.saturatingAdd(-now) <= longest {
      later.now = instant
      guard isWorse(&later, than: outcome, value) else { continue }
      return due(among: notices, at: instant, &later)
    }
    return nil
  }

  private struct Notice {
    var rule: RuleIndex
    /// Its place among the reminders of the rule.
    var place: Int
    var lead: Reminder.Lead
    var reminder: Reminder
  }

  /// The reminders of ends, of the rules and of the setting itself.
  private var notices: [Notice] {
    var notices: [Notice] = []
    func add(_ rule: RuleIndex) {
      let reminders = graph.parts.tables.reminders(of: rule)
      for place in reminders {
        let reminder = graph.parts.tables.reminders[place].reminder
        guard case .beforeEnd(let lead) = reminder.at else { continue }
        notices.append(
          Notice(
            rule: rule, place: place - reminders.lowerBound, lead: lead, reminder: reminder))
      }
    }
    for rule in subject.rules { add(rule) }
    if let setting = subject.setting, !subject.rules.contains(graph.rule(of: setting)) {
      add(graph.rule(of: setting))
    }
    return notices
  }

  /// As if nothing became stale, no counter changed, and every grant that renews went on.
  private var undisturbed: Evaluation<NoObserver> {
    var evaluation = evaluation()
    let going = prepared.places { grant in
      grant.renews && grant.counts.contains { $0.contains(now) }
    }
    suppose(countingGrantsAt: going, &evaluation)
    evaluation.input = evaluation.input.withCounters(asAt: now)
    if now < evaluation.staleAt { evaluation.staleAt = .max }
    return evaluation
  }

  private func isWorse(
    _ later: inout Evaluation<NoObserver>, than outcome: Decision.Outcome, _ value: Ladder.Value?
  ) -> Bool {
    switch later.outcome(of: subject.rules) {
    case .denied: return true
    case .warned where outcome == .allowed: return true
    case .warned, .allowed: break
    }
    guard let setting = subject.setting, let value else { return false }
    let then = later.value(of: setting)
    let ladder = graph[ladder: graph.parts.settings[Int(setting)].ladder]
    return then != value && ladder.isWithin(then, Reach(value))
  }

  /// Of the reminders whose own rule changes at an end, and that are near enough, the shortest.
  private func due(
    among notices: [Notice], at end: Int64, _ later: inout Evaluation<NoObserver>
  ) -> DueReminder? {
    var shortest: Notice?
    for notice in notices where notice.lead.milliseconds >= end.saturatingAdd(-now) {
      if let shortest, shortest.lead.milliseconds <= notice.lead.milliseconds { continue }
      later.now = end - 1
      let before = later.standing(of: notice.rule)
      later.now = end
      if later.standing(of: notice.rule) != before { shortest = notice }
    }
    guard let notice = shortest else { return nil }
    let id = "\(name)@\(notice.lead.text) before end"
    return DueReminder(
      id: id, ends: end, isProminent: notice.reminder.isProminent,
      snoozedUntil: snoozedUntil(id, snooze: notice.reminder.snooze), rule: notice.rule,
      reminder: notice.place)
  }
}

extension Evaluation {
  /// A rule by itself: whether it holds and is soft; the one of a setting, its value.
  fileprivate mutating func standing(of rule: RuleIndex) -> Standing {
    if case .setting(let setting)? = graph[rule: rule].limit?.kind {
      return .value(value(of: setting))
    }
    return .result(holds(rule), isSoft: isSoft(rule))
  }
}

private enum Standing: Equatable {
  case result(Truth, isSoft: Bool)
  case value(Ladder.Value)
}

extension Reach {
  fileprivate init(_ value: Ladder.Value) {
    switch value {
    case .quantity(let quantity): self = .quantity(quantity)
    case .unlimited: self = .unlimited
    }
  }
}

extension RuleGraph {
  /// The rule that a setting is: it has its texts.
  func rule(of setting: SettingIndex) -> RuleIndex { parts.settings[Int(setting)].rule }

  /// How long before an end somebody may be reminded of it.
  package var leads: Set<Int64> {
    var leads: Set<Int64> = []
    guard parts.tables.remindsOfEnds else { return leads }
    parts.tables.reminders.forEach { _, record in
      if case .beforeEnd(let lead) = record.reminder.at { leads.insert(lead.milliseconds) }
    }
    return leads
  }
}
