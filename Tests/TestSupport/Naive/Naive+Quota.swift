extension Naive.Question {
  /// The limits of the meter asked for that bind this user (4.9), in source order.
  func bindingLimits() -> [Naive.NumberedRule] {
    let present = world()
    return (rules ?? []).filter { numbered in
      numbered.rule.isLimit
        && present.inForce(numbered.rule) != .no
        && present.condition(numbered.rule) != .no
        && present.requirement(numbered.rule.demand) != .yes
        && numbered.rule.ladder.map { present.reach($0) != .unlimited } ?? true
        && present.asks(numbered)
    }
  }

  /// Beside a denial the limit of the rule that denies; else the binding limit with the least
  /// remaining, or unlimited.
  func quota(after outcome: Naive.Outcome) -> Naive.Quota? {
    let present = world()
    let used = usedMeters.first { taken(from: $0, present).possible > 0 }
    guard let meter = meter ?? used else { return nil }
    let binding = bindingLimits()
    let known = binding.filter { isTold($0.rule) }
    let denying = (rules ?? []).first {
      present.value($0.rule) != .yes && !present.isSoft($0.rule)
    }
    if outcome == .denied, let own = known.first(where: { $0.line == denying?.line }) {
      return quota(of: own.rule, own.meter ?? meter, own.window)
    }
    var least: Naive.Quota?
    for quota in known.map({ quota(of: $0.rule, $0.meter ?? meter, $0.window) })
    where least.map({ rank(quota) < rank($0) }) ?? true {
      least = quota
    }
    if let least { return least }
    if let first = binding.first {
      let meter = first.meter ?? meter
      let used = present.used(meter, nil)
      return Naive.Quota(
        meter: meter, used: used, requested: requested(used, of: meter),
        resets: counter(meter, nil)?.instants.sorted().first { $0 > now })
    }
    let total = world().used(meter, nil)
    return Naive.Quota(
      meter: meter, used: total, requested: requested(total, of: meter), unlimited: true)
  }

  /// A rule about all growth is a limit of 0 only where it surely stops this user.
  private func isTold(_ rule: Naive.Rule) -> Bool {
    guard case .growth = rule.subject else { return true }
    let present = world()
    return present.inForce(rule) == .yes && present.condition(rule) == .yes
      && present.requirement(rule.demand) == .no
  }

  /// Unknown usage, an unknown limit and an undecided one rank below everything.
  private func rank(_ quota: Naive.Quota) -> Int {
    // Nothing ends it but other limits.
    if let beyond = quota.beyond, beyond.upTo == nil, quota.remaining != nil { return Int.max - 1 }
    return quota.uses ?? -1
  }

  private func quota(
    of rule: Naive.Rule,
    _ meter: String,
    _ window: Naive.Window?
  ) -> Naive.Quota {
    let present = world()
    let used = present.used(meter, window)
    let limit = limit(of: rule)
    var (remaining, over): (Int?, Int?)
    if let used, let limit { (remaining, over) = (max(0, limit - used), max(0, used - limit)) }
    let resets = counter(meter, window)?.instants.sorted().first { $0 > now }
    var quota = Naive.Quota(
      meter: meter,
      limit: limit,
      undecided: isUndecided(rule, present),
      used: used,
      requested: requested(used, of: meter),
      remaining: remaining,
      over: over,
      window: window?.rawValue,
      resets: resets
    )
    if case .limit(let limit) = rule.subject { quota.carried = present.carried(limit).low }
    quota.beyond = present.beyond(rule)
    quota.uses = uses(of: quota)
    return quota
  }

  private func requested(_ used: Int?, of name: String) -> Int? {
    if name != meter { return taken(from: name, world()).possible }
    switch ask.change ?? .adding(1) {
    case .adding(let amount): return amount
    case .reaching(let value): return used.map { value - $0 }
    case .reachingChoice, .reachingUnlimited: return nil
    }
  }

  /// The limit as people see it, the known allowance added; null if undecided or unknown.
  func limit(of rule: Naive.Rule) -> Int? {
    if let ladder = rule.ladder {
      let present = world()
      guard case .quantity(let quantity) = present.reach(ladder) else { return nil }
      return Naive.sum(quantity, present.raise(ladder).low)
    }
    switch rule.subject {
    case .features, .setting: return nil
    case .growth: return 0
    case .limit(let limit):
      switch limit.amount {
      case .undecided, .ladder:
        return nil
      case .allowance(let otherwise):
        let present = world()
        return present.wholeAllowance(limit, otherwise: otherwise).map {
          ($0 + present.carried(limit)).low
        }
      case .moreThan, .atLeast:
        return ownLimit(limit).map { Naive.sum($0, world().raise(limit).low) }
      }
    }
  }

  /// 500 for `> 500` and for `>= 501`.
  private func ownLimit(_ limit: Naive.Rule.Limit) -> Int? {
    switch limit.amount {
    case .moreThan(let quantity): return quantity
    case .atLeast(let quantity): return quantity - 1
    case .undecided, .allowance, .ladder: return nil
    }
  }

  // MARK: Reminders and prompts

  /// The highest due reminder of all limits that bind; of equal ones the first in the source.
  func reminder(after outcome: Naive.Outcome) -> Naive.Reminder? {
    var highest: Naive.Reminder?
    for numbered in bindingLimits() {
      for clause in numbered.rule.reminders {
        guard let due = due(clause, of: numbered.rule, after: outcome) else { continue }
        if highest.map({ due.goes(before: $0) }) ?? true { highest = due }
      }
    }
    return highest
  }

  private func due(
    _ clause: Naive.Rule.ReminderClause,
    of rule: Naive.Rule,
    after outcome: Naive.Outcome
  ) -> Naive.Reminder? {
    guard case .limit(let limit) = rule.subject else { return nil }
    var present = world()
    if limit.meter != meter {
      present.change = .adding(taken(from: limit.meter, present).possible)
    }
    let standing =
      outcome == .denied
      ? present.used(limit.meter, limit.window) : present.valueAfter(limit.meter, limit.window)
    guard var value = standing, let at = threshold(clause, of: limit, rule) else { return nil }
    if let ladder = rule.ladder {
      value -= present.raise(ladder).low
    } else if case .allowance = limit.amount {
      // Compared with the whole value, but for what was carried.
      value -= present.carried(limit).low
    } else {
      value -= present.raise(limit).low
    }
    guard value >= at else { return nil }
    let window = limit.window.map { "/\($0.rawValue)" } ?? ""
    var shown = "\(at)"
    if rule.ladder != nil, case .percent(let percent) = clause.threshold { shown = "\(percent)%" }
    let id = "\(limit.meter)@\(shown)\(window)"
    var whole = ownLimit(limit)
    if let ladder = rule.ladder {
      if case .quantity(let reach) = world().reach(ladder) { whole = reach } else { whole = nil }
    } else if case .allowance(let otherwise) = limit.amount {
      whole = world().wholeAllowance(limit, otherwise: otherwise)?.low
    }
    var reminder = Naive.Reminder(
      id: id,
      at: at,
      level: clause.level ?? "gentle",
      text: clause.text,
      snoozedUntil: snoozedUntil(id, clause.snoozeSeconds)
    )
    reminder.meter = limit.meter
    reminder.share = whole.map { (value, $0) }
    return reminder
  }

  /// The value of a reminder: absolute, or a share of the limit, rounded up.
  private func threshold(
    _ clause: Naive.Rule.ReminderClause,
    of limit: Naive.Rule.Limit,
    _ rule: Naive.Rule
  ) -> Int? {
    switch clause.threshold {
    case .value(let value):
      return value
    case .percent(let percent):
      var whole = ownLimit(limit)
      if let ladder = rule.ladder {
        // Nothing is a share of a limit that is 0, undecided or not told.
        guard case .quantity(let reach) = world().reach(ladder), reach > 0 else { return nil }
        whole = reach
      } else if case .allowance(let otherwise) = limit.amount {
        whole = world().wholeAllowance(limit, otherwise: otherwise)?.low
      }
      return whole.map { $0 / 100 * percent + ($0 % 100 * percent + 99) / 100 }
    }
  }

  /// Until when something dismissed stays away; null if it does not.
  func snoozedUntil(_ id: String, _ ownSnoozeSeconds: Int?) -> Int? {
    guard let dismissed = snapshot.dismissed[id] else { return nil }
    guard let snooze = ownSnoozeSeconds.map({ $0 * Naive.second }) ?? evaluator.snooze else {
      return nil
    }
    return now < dismissed + snooze ? dismissed + snooze : nil
  }

  func prompt(_ reason: String, of rule: Naive.Rule) -> Naive.Prompt? {
    if reason == "overage", rule.prompt == nil { return nil }
    let silent = ["off", "excluded", "undeclared", "stale", "unknown-usage", "unknown-fact"]
    if silent.contains(reason) { return nil }
    let clause = rule.prompt
    let isDismissible = clause?.notDismissible != true
    return Naive.Prompt(
      id: ask.target,
      as: clause?.name ?? "prompt",
      dismissible: isDismissible,
      snoozedUntil: isDismissible ? snoozedUntil(ask.target, clause?.snoozeSeconds) : nil
    )
  }
}
