import TollgateRuntime

/// The content of a decision without the places of its rules: two decisions that agree in
/// it look the same to a person.
struct DecisionContent: Hashable, Sendable {
  private var outcome: Decision.Outcome
  private var reason: Reason
  private var isClockBehind: Bool
  private var quota: Quota?
  private var blockers: [Failure]
  private var waysIn: [WayIn]
  private var areMore: Bool
  private var reminder: Notice?
  private var prompt: Prompt?
  private var validUntil: Instant?
  private var value: SettingState?

  private struct Failure: Hashable, Sendable {
    var reason: Reason
    var needs: [[String]]
    var isSoft: Bool
    var charge: Charge?
    var message: Label?
  }

  private struct Notice: Hashable, Sendable {
    var id: String
    var at: Int64?
    var ends: Instant?
    var value: Int64?
    var isProminent: Bool
    var text: Label?
    var snoozedUntil: Instant?
  }

  init(of decision: Decision) {
    let parts = decision.inquiry?.graph.parts
    func label(_ index: LabelIndex?) -> Label? {
      guard let parts, let index else { return nil }
      return parts.labels[Int(index)]
    }
    outcome = decision.outcome
    reason = decision.reason
    isClockBehind = decision.isClockBehind
    let details = decision.details
    quota = details.quota
    blockers = details.blockers.map { blocker in
      Failure(
        reason: blocker.reason,
        needs: blocker.needs,
        isSoft: blocker.isSoft,
        charge: blocker.charge,
        message: label(parts?.rules[Int(blocker.index)].message)
      )
    }
    waysIn = details.waysIn
    areMore = details.flags.contains(.moreWaysIn)
    reminder = details.reminder.map { due in
      Notice(
        id: due.id,
        at: due.at,
        ends: due.ends,
        value: due.value,
        isProminent: due.isProminent,
        text: label(parts?.rules[Int(due.rule)].reminders[due.reminder].label),
        snoozedUntil: due.snoozedUntil
      )
    }
    prompt = details.prompt
    validUntil = details.validUntil
    value = details.value
  }
}

extension PolicyStore.State {
  /// The longest time, in milliseconds, for which a clock is trusted to go on as it goes: devices
  /// sleep, and people set them.
  static let longestTrust: Int64 = 15 * 60 * 1000

  /// The first instant after `now` at which anything about any decision may change by time alone, or
  /// 15 minutes later: every instant that the snapshot and the policy's conditions name counts. One
  /// too many is harmless, one too few would be a change missed.
  package func nextLook(after now: Instant) -> Instant {
    nextLook(after: now, with: prepared, and: [])
  }

  /// The same for what was known for one question, and for these instants.
  func nextLook(
    after now: Instant, with prepared: PreparedSnapshot, and others: [Instant]
  ) -> Instant {
    var next = now.advanced(by: Self.longestTrust).milliseconds
    let leads = policy.graph.leads
    func consider(_ instant: Int64) {
      if instant > now.milliseconds, instant < next { next = instant }
      for lead in leads {
        let due = instant.saturatingAdd(-lead)
        if due > now.milliseconds, due < next { next = due }
      }
    }
    // From then on the clock is not flagged as behind.
    consider(prepared.floor.saturatingAdd(-5 * 60 * 1000))
    consider(prepared.input.staleAt)
    for counter in prepared.input.counters {
      prepared.input.eachFall(of: counter, consider)
    }
    for grant in prepared.grants {
      consider(grant.until)
      for span in grant.counts {
        consider(span.start)
        consider(span.until)
      }
    }
    for node in policy.graph.parts.nodes {
      switch node {
      case .timeAtLeast(let time): consider(time)
      case .timeSince(let fact, let after):
        let date = prepared.input.facts[Int(fact)]
        if date != Fact.unknown { consider(after.end(after: date)) }
      default: break
      }
    }
    for instant in others { consider(instant.milliseconds) }
    return Instant(milliseconds: next)
  }
}

extension Decision {
  /// The first instant after `now` at which anything about the decision may change by time alone,
  /// not only its outcome, or 15 minutes later.
  func nextLook(after now: Instant, in state: PolicyStore.State) -> Instant {
    let own = [reminder?.snoozedUntil, prompt?.snoozedUntil, validUntil].compactMap { $0 }
    return state.nextLook(after: now, with: inquiry?.prepared ?? state.prepared, and: own)
  }
}
