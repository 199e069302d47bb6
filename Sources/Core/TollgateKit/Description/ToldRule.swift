import TollgateRuntime

/// A rule with its conditions read, and a key that is the same for rules that say the same.
struct ToldRule {
  let rule: Rule
  let requirement: Clause
  let inForce: Clause
  let condition: Clause
  let soft: Clause
  /// The targets that may be used instead.
  let instead: [Int32]
  let key: String

  init(_ rule: Rule, instead: [Int32], _ reader: ClauseReader) {
    self.rule = rule
    self.instead = instead
    requirement = reader.clause(rule.requirement)
    inForce = reader.clause(rule.inForce)
    condition = reader.clause(rule.condition)
    soft = reader.clause(rule.soft)
    // Rules that follow each other are in the order of time.
    let phase = inForce.conjuncts.map(reader.key).joined(separator: "&")
    let clauses = [phase] + [condition, requirement, soft].map(reader.key)
    key =
      ([reader.key(of: rule.limit), "\(rule.effect.rawValue)"] + clauses
      + ToldRule.details(of: rule, reader) + instead.map { "\($0)" }).joined(separator: ";")
  }

  private static func details(of rule: Rule, _ reader: ClauseReader) -> [String] {
    [
      "\(rule.runningUseMayFinish)", rule.prompt.presentation, "\(rule.prompt.snooze ?? -1)",
      "\(rule.prompt.isDismissible)", reader.key(of: rule.message), rule.because,
    ] + rule.reminders.map(reader.key).sorted()
  }
}

extension ClauseReader {
  /// Rules about the same meter are in the order of windows, the smaller limit first.
  fileprivate func key(of limit: Limit?) -> String {
    guard let limit else { return "0" }
    let kind =
      switch limit.kind {
      case .atMost(let value): "1" + key(of: value)
      case .allowance(let otherwise): "2" + key(ofOtherwise: otherwise)
      case .undecided: "3"
      case .bare: "4"
      case .ladder(let ladder): "5" + key(of: graph.parts.ladders[Int(ladder)])
      case .setting(let setting): "6" + key(of: Int64(setting))
      }
    let meter = limit.meter.map { key(of: graph.parts.meters[Int($0)]) } ?? ""
    return "1\(limit.window.code)\(kind)\(meter)"
  }

  /// How a meter is measured and counted: meters that differ in it share no sentence.
  private func key(of meter: Meter) -> String {
    let refill = meter.refill.map { "\($0.amount) \($0.interval)" } ?? ""
    return " \(meter.unit.rawValue) \(meter.windows.rawValue) \(meter.countedPer) \(refill)"
      + " \(meter.isCountedForEver)"
  }

  /// An unknown amount comes before 0.
  private func key(ofOtherwise amount: Int64?) -> String { key(of: amount ?? -1) }

  private func key(of ladder: Ladder) -> String {
    let base =
      switch ladder.base {
      case .quantity(let quantity): "1" + key(of: quantity)
      case .allowance(let otherwise): "2" + key(ofOtherwise: otherwise)
      case .undecided: "3"
      }
    let steps = ladder.steps.map { step in
      let value =
        switch step.value {
        case .quantity(let quantity): "1" + key(of: quantity)
        case .unlimited: "2"
        }
      let parts = [step.requirement, step.inForce, step.condition].map { key(of: clause($0)) }
      return ([value] + parts).joined(separator: " ")
    }
    return ([base] + steps.sorted()).joined(separator: ";")
  }

  /// Later reminders have higher keys.
  func key(of reminder: Reminder) -> String {
    let threshold =
      switch reminder.at {
      case .quantity(let quantity): "1" + key(of: quantity)
      case .share(let share): "0" + key(of: share)
      }
    let snooze = reminder.snooze ?? -1
    return "\(threshold) \(reminder.isProminent) \(snooze) \(key(of: reminder.label))"
  }

  func key(of label: LabelIndex?) -> String {
    guard let label else { return "" }
    return graph.parts.labels[Int(label)].texts.map { "\($0.locale) \($0.text)" }
      .joined(separator: "/")
  }
}
