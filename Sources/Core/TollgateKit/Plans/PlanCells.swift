import TollgateRuntime

/// Asks the engine what a plan opens, and puts the answer into a cell.
struct PlanCells {
  private let graph: RuleGraph
  private let words: PlanWords
  private let patience: Patience

  init(graph: RuleGraph, texts: Texts, patience: Patience = Patience()) {
    self.graph = graph
    self.patience = patience
    words = PlanWords(graph: graph, texts: texts)
  }

  /// An answer; for a setting, with its value and what is perhaps better.
  struct Answer: Equatable {
    var content: PlanTable.Cell.Content
    var value: SettingValue?
    var perhaps: [PlanTable.Perhaps] = []
  }

  /// The answers about a target for each of these users, and until when they are valid. The plans
  /// have no end, so time changes the same for all users. Once the time of the table is over, fewer.
  func row(of target: Int32, for users: [PreparedSnapshot], at now: Instant) -> [PlanTable.Cell] {
    guard let first = users.first else { return [] }
    let inquiry = graph.decide(Target(index: target), for: first, at: now).inquiry
    let later = inquiry?.turningPoints ?? []
    let setting = graph.setting(of: target)
    let unit = setting.flatMap { graph.parts.settings[Int($0)].kind.unit }
    return users.compactMap { user in
      guard patience.isLeft else { return nil }
      let answer = answer(target, user, now)
      var change: (until: Instant, answer: Answer)?
      for instant in later where change == nil {
        let next = self.answer(target, user, instant)
        if next != answer { change = (instant, next) }
      }
      let then = change.map { words.text($0.answer, setting: setting) }
      return PlanTable.Cell(
        answer: answer.content, until: change?.until, then: then,
        text: words.text(answer, until: change?.until, then: then, setting: setting),
        value: answer.value, perhaps: answer.perhaps, unit: unit)
    }
  }

  private func answer(_ target: Int32, _ user: PreparedSnapshot, _ now: Instant) -> Answer {
    let decision = graph.decide(Target(index: target), for: user, at: now)
    guard let inquiry = decision.inquiry else { return Answer(content: .excluded) }
    if inquiry.subject.meter != nil { return Answer(content: amount(inquiry)) }
    var answer = Answer(content: content(of: decision, inquiry))
    if let setting = inquiry.subject.setting, answer.content != .excluded {
      let value = graph.value(of: Target(index: target), for: user, at: now)
      if answer.content == .included, let value { answer.content = .value(value) }
      answer.value = value
      answer.perhaps = PossibleSteps(inquiry, Limit(setting: setting), words).list
    }
    return answer
  }

  private func content(of decision: Decision, _ inquiry: Inquiry) -> PlanTable.Cell.Content {
    switch decision.outcome {
    case .allowed: return .included
    case .warned: return .warned
    case .denied:
      let residue = OpenCondition.allowing(inquiry)
      return residue == .no ? .excluded : .depends(on: words.condition(residue))
    }
  }

  /// The limits of a meter that bind.
  private func amount(_ inquiry: Inquiry) -> PlanTable.Cell.Content {
    var evaluation = inquiry.reasoning()
    var limits: [PlanTable.Limit] = []
    for index in inquiry.subject.rules where evaluation.binds(index) {
      let rule = graph.parts.rules[Int(index)]
      guard let limit = rule.limit else { continue }
      let isSoft = evaluation.isSoft(index)
      let residue = OpenCondition.binding(rule, isSoft: isSoft, inquiry)
      let found = words.limit(
        inquiry.quota(of: limit), meter: limit.meter,
        condition: residue == .yes ? nil : words.condition(residue),
        isSoft: isSoft, perhaps: PossibleSteps(inquiry, limit, words).list)
      PlanCells.add(found, to: &limits)
    }
    guard !limits.isEmpty else { return .unlimited }
    var fold = RuleFold()
    for (place, limit) in limits.enumerated() where limit.isNothing {
      fold.fail(at: place, isSoft: limit.isSoft)
    }
    return fold.outcome == .denied ? .excluded : .limited(limits)
  }

  /// Of several limits that count over the same and bind alike, only the least says something.
  private static func add(_ limit: PlanTable.Limit, to limits: inout [PlanTable.Limit]) {
    let alike = limits.firstIndex {
      $0.window == limit.window && $0.condition == limit.condition && $0.isSoft == limit.isSoft
        && ($0.amount == nil) == (limit.amount == nil) && $0.isUndecided == limit.isUndecided
        && $0.perhaps.isEmpty && limit.perhaps.isEmpty
    }
    guard let alike else { return limits.append(limit) }
    if let amount = limit.amount, amount < limits[alike].amount ?? .max { limits[alike] = limit }
  }
}

extension PlanTable.Limit {
  /// Whether it surely lets nothing pass.
  fileprivate var isNothing: Bool { amount == 0 && condition == nil && perhaps.isEmpty }
}
