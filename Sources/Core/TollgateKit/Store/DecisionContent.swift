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
    var message: Label?
  }

  private struct Notice: Hashable, Sendable {
    var id: String
    var at: Int64
    var value: Int64
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
        message: label(parts?.rules[Int(blocker.index)].message)
      )
    }
    waysIn = details.waysIn
    areMore = details.flags.contains(.moreWaysIn)
    reminder = details.reminder.map { due in
      Notice(
        id: due.id,
        at: due.at,
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
