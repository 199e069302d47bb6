import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

/// A reminder of an end tells the first instant at which a target is worse, on random policies:
/// here each later instant is asked for by itself, with a snapshot in which nothing else happens.
@Suite struct EndTests {
  @Test(arguments: Corpus.lots) func aReminderTellsTheFirstEnd(lot: Int) throws {
    var told = 0
    for example in Corpus.shared.lot(lot) where example.seed % 2 == 0 || told == 0 {
      let text = EndTests.reminding(example.value.source)
      let reminding = try Case(example.value.policy, writtenAs: text)
      for (snapshot, ask) in example.situations where ask.usage.isEmpty && ask.facts.isEmpty {
        let question = Question(
          policy: reminding.engine, snapshot: try snapshot.engineSnapshot, ask: ask)
        guard question.isClear else { continue }
        let due = try reminding.decide(ask, snapshot).reminder?.ends
        if due != nil { told += 1 }
        #expect(
          due == question.end, "seed \(example.seed) \(ask.json(with: snapshot))\n\(text)")
      }
    }
    #expect(told > 0)
  }

  /// The same policy with a reminder below each rule that asks for something.
  private static func reminding(_ source: String) -> String {
    var lines: [Substring] = []
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(line)
      let isRule =
        line.contains(" requires ") && !line.hasPrefix(" ") && !line.contains(" requires nothing")
      if isRule || line.hasPrefix("setting ") { lines.append("  reminder 3 days before it ends") }
    }
    return lines.joined(separator: "\n")
  }
}

/// A question, asked again and again while nothing happens but that time passes.
private struct Question {
  let policy: Policy
  let snapshot: Snapshot
  let ask: Naive.Ask

  private static let lead: Int64 = 3 * 86_400_000

  private var now: Int64 {
    max(
      Int64(ask.now), snapshot.asOf?.milliseconds ?? .min, snapshot.latestSeen?.milliseconds ?? .min
    )
  }

  /// Whether a look at the snapshot says what goes on: no news is old, and no renewal late.
  var isClear: Bool {
    let isLate = snapshot.grants.contains { grant in
      grant.renews == true && grant.until.map { $0.milliseconds <= now } ?? false
    }
    return !isLate && !policy.prepare(snapshot).isStale(at: Instant(milliseconds: now))
  }

  /// The same user, for whom nothing is used up or given back and every renewal comes.
  private var lasting: PreparedSnapshot {
    var lasting = snapshot
    for index in lasting.grants.indices
    where lasting.grants[index].renews == true && lasting.grants[index].state != .cancelled {
      lasting.grants[index].until = nil
    }
    let prepared = policy.prepare(snapshot)
    for (name, usage) in snapshot.usage {
      guard let meter = policy.graph.names.meter(name, in: policy.graph.parts) else { continue }
      for window in usage.windows {
        let used =
          policy.graph.patterns.reads.counters.contains(CounterIndex(meter, window))
          ? prepared.input.used(meter, window, at: now) : nil
        lasting.usage[name]?[window] = used.map { Usage.Counter($0) } ?? usage[window]
      }
    }
    // No news becomes old; what is old already, of which nothing counts yet, stays so.
    let isOld = now >= prepared.input.staleAt
    return isOld ? policy.prepare(lasting) : policy.prepare(lasting).believed
  }

  private func decision(_ prepared: PreparedSnapshot, at time: Int64) -> Decision {
    policy.graph.decide(
      ask.target, ask: ask.engineAsk, for: prepared, at: Instant(milliseconds: time))
  }

  /// The first instant within three days at which the outcome or the value is worse, if a rule with
  /// a reminder changes just then.
  var end: Instant? {
    let present = policy.graph.decide(
      ask.target, ask: ask.engineAsk, for: policy.prepare(snapshot),
      at: Instant(milliseconds: now))
    guard let inquiry = present.inquiry, present.outcome != .denied else { return nil }
    let lasting = lasting
    let before = decision(lasting, at: now)
    for point in inquiry.turningPoints where point.milliseconds - now <= Question.lead {
      let (then, just) = (
        decision(lasting, at: point.milliseconds), decision(lasting, at: point.milliseconds - 1)
      )
      let isLower = isLower(then, than: before)
      guard rank(then.outcome) < rank(present.outcome) || isLower else { continue }
      let isChanged =
        inquiry.subject.rules.contains { rule in
          policy.graph.parts.rules[Int(rule)].reminders.contains { $0.isOfEnd }
            && state(of: rule, then) != state(of: rule, just)
        } || inquiry.subject.setting != nil && value(then) != value(just)
      return isChanged ? point : nil
    }
    return nil
  }

  private func rank(_ outcome: Decision.Outcome) -> Int {
    switch outcome {
    case .allowed: 2
    case .warned: 1
    case .denied: 0
    }
  }

  /// How a rule fails; nil if it does not.
  private func state(of rule: RuleIndex, _ decision: Decision) -> Bool? {
    decision.blockers.first { $0.index == rule }?.isSoft
  }

  private func value(_ decision: Decision) -> Ladder.Value? {
    guard let inquiry = decision.inquiry, let setting = inquiry.subject.setting else { return nil }
    var evaluation = inquiry.evaluation()
    return evaluation.value(of: setting)
  }

  private func isLower(_ decision: Decision, than before: Decision) -> Bool {
    guard let inquiry = decision.inquiry, let setting = inquiry.subject.setting,
      let now = value(decision), let then = value(before), now != then
    else { return false }
    let graph = policy.graph
    switch (now, then) {
    case (.unlimited, _): return false
    case (_, .unlimited): return true
    case (.quantity(let one), .quantity(let other)):
      let ladder = graph.parts.ladders[Int(graph.parts.settings[Int(setting)].ladder)]
      return ladder.isSmallerBetter ? one > other : one < other
    }
  }
}
