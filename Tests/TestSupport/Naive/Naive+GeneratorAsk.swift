extension Naive.Generator {
  /// An ask about this snapshot: targets that rules are about, values at the edges of limits,
  /// `now` at instants at which something changes.
  public mutating func ask(
    for evaluator: Naive.Evaluator,
    _ snapshot: Naive.Snapshot
  ) -> Naive.Ask {
    var ask = Naive.Ask(target: target(evaluator), now: instant())
    ask.continuing = random.chance(12)
    if random.chance(12) { ask.facts = facts(for: evaluator, chance: 50) }
    if random.chance(12) {
      ask.usage = usage(for: evaluator, chance: 50, snapshot.allowances)
    }
    ask.change = change(evaluator, snapshot, ask)
    ask.now = now(evaluator, snapshot, ask)
    return ask
  }

  /// A snapshot and an ask about it, now and then with what was shown dismissed before.
  public mutating func situation(
    for evaluator: Naive.Evaluator
  ) -> (snapshot: Naive.Snapshot, ask: Naive.Ask) {
    var snapshot = snapshot(for: evaluator)
    let ask = ask(for: evaluator, snapshot)
    dismiss(in: &snapshot, ask, evaluator)
    return (snapshot, ask)
  }

  /// Dismisses what this ask would show, around the length of a snooze ago.
  public mutating func dismiss(
    in snapshot: inout Naive.Snapshot,
    _ ask: Naive.Ask,
    _ evaluator: Naive.Evaluator
  ) {
    guard random.chance(40) else { return }
    let decision = evaluator.decide(ask, snapshot)
    let now = max(ask.now, snapshot.asOf ?? ask.now, snapshot.latestSeen ?? ask.now)
    let clauses = evaluator.rules.flatMap { numbered in
      numbered.rule.reminders.map(\.snoozeSeconds) + [numbered.rule.prompt?.snoozeSeconds]
    }
    let snoozes = clauses.compactMap { $0 }.map { $0 * Naive.second } + [evaluator.snooze ?? 0]
    for id in [decision.reminder?.id, decision.prompt?.id].compactMap({ $0 }) {
      let snooze = random.pick(snoozes) ?? 0
      snapshot.dismissed[id] = now - snooze + random.one(of: -1, 0, 1, 1000, snooze)
    }
  }

  // MARK: Targets

  private mutating func target(_ evaluator: Naive.Evaluator) -> String {
    if random.chance(4) {
      let unknown = ["nowhere", "L99", "L1..L99", "p1", "e1", "c1"]
      return random.pick(unknown.filter { !evaluator.knows($0) }) ?? "nowhere"
    }
    if random.chance(75), let numbered = random.pick(evaluator.rules) {
      if let meter = numbered.meter { return meter }
      if random.chance(25), let target = askable(numbered.rule) { return target }
      return random.pick(numbered.covers.sorted()) ?? "nowhere"
    }
    if !evaluator.settings.isEmpty, random.chance(35) {
      return random.pick(evaluator.settings.keys.sorted()) ?? "nowhere"
    }
    let all = evaluator.features.sorted() + evaluator.groups.keys.sorted() + evaluator.meterNames
    return random.pick(all) ?? "nowhere"
  }

  /// A group or a range of a rule, asked about as a whole.
  private mutating func askable(_ rule: Naive.Rule) -> String? {
    guard case .features(let items, _) = rule.subject else { return nil }
    switch random.pick(items) {
    case .name(let name)?: return name
    case .range(let prefix, let from, let through)?:
      return "\(prefix)\(from)..\(prefix)\(through)"
    case .everything?, nil: return nil
    }
  }

  // MARK: Adding and reaching

  private mutating func change(
    _ evaluator: Naive.Evaluator,
    _ snapshot: Naive.Snapshot,
    _ ask: Naive.Ask
  ) -> Naive.Ask.Change? {
    if let setting = evaluator.settings[ask.target]?.setting, random.chance(65) {
      return reach(setting, evaluator, snapshot)
    }
    guard evaluator.meters[ask.target] != nil else {
      return random.chance(5) ? .adding(random.below(3)) : nil
    }
    let usage = ask.usage[ask.target] ?? snapshot.usage[ask.target]
    let counters = [usage?.total] + Naive.Window.allCases.map { usage?[$0] }
    let used = random.pick(counters.compactMap { $0?.used }) ?? 0
    let written = edge(evaluator, ask.target, snapshot.allowances)
    let edge = raised(written, ask.target, evaluator, usage)
    switch random.below(20) {
    case 0...5: return nil
    case 6: return .adding(0)
    case 7: return .adding(1)
    case 8: return .adding(2)
    case 9...12: return .adding(max(0, min(edge - used, Int.max - 1) + random.within(-1...1)))
    case 13: return random.chance(20) ? .adding(Int.max) : .adding(3)
    case 14: return .reaching(used)
    case 15: return .reaching(max(0, used - 1))
    case 16: return .reaching(min(used, Int.max - 1) + 1)
    case 17: return .reaching(0)
    default: return .reaching(max(0, min(edge, Int.max - 1) + random.within(-1...1)))
    }
  }

  // MARK: Now

  private mutating func now(
    _ evaluator: Naive.Evaluator,
    _ snapshot: Naive.Snapshot,
    _ ask: Naive.Ask
  ) -> Int {
    let latest = max(snapshot.asOf ?? 0, snapshot.latestSeen ?? 0)
    let instants = evaluator.instants(ask, snapshot)
    let ahead = instants.filter { $0 >= latest }
    switch random.below(20) {
    case 0: return latest == 0 ? instant() : latest - 5 * Naive.minute
    case 1: return latest == 0 ? instant() : latest - 5 * Naive.minute - 1
    case 2...3: return latest == 0 ? instant() : latest
    case 4...13: return (random.pick(ahead) ?? instant()) + random.one(of: -1, 0, 0, 0, 1)
    case 14...15: return (random.pick(instants) ?? instant()) + random.within(-1...1)
    default: return instant()
    }
  }
}

extension Naive.Evaluator {
  /// Whether a name is a target.
  func knows(_ target: String) -> Bool {
    meters[target] != nil || settings[target] != nil || members(of: target) != nil
  }
}
