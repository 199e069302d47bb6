import TollgateRuntime

/// Asks the engine what a plan opens, and puts the answer into a cell.
struct PlanCells {
  private let graph: RuleGraph
  private let words: PlanWords

  init(graph: RuleGraph, texts: Texts) {
    self.graph = graph
    words = PlanWords(graph: graph, texts: texts)
  }

  /// The answers about a target for each of these users, and until when they are valid. The plans
  /// have no end, so time changes the same for all users.
  func row(of target: Int32, for users: [PreparedSnapshot], at now: Instant) -> [PlanTable.Cell] {
    guard let first = users.first else { return [] }
    let inquiry = graph.decide(Target(index: target), for: first, at: now).inquiry
    let later = inquiry?.turningPoints ?? []
    return users.map { user in
      let answer = answer(target, user, now)
      let until = later.first { self.answer(target, user, $0) != answer }
      let text = words.text(answer, until: until, setting: graph.setting(of: target))
      return PlanTable.Cell(answer: answer, until: until, text: text)
    }
  }

  private func answer(
    _ target: Int32, _ user: PreparedSnapshot, _ now: Instant
  ) -> PlanTable.Cell.Content {
    let decision = graph.decide(Target(index: target), for: user, at: now)
    guard let inquiry = decision.inquiry else { return .excluded }
    if inquiry.subject.meter >= 0 { return amount(inquiry) }
    switch decision.outcome {
    case .allowed:
      let target = Target(index: target)
      return graph.value(of: target, for: user, at: now).map { .value($0) } ?? .included
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
        isSoft: isSoft)
      PlanCells.add(found, to: &limits)
    }
    guard !limits.isEmpty else { return .unlimited }
    var fold = RuleFold()
    for (place, limit) in limits.enumerated() where limit.amount == 0 && limit.condition == nil {
      fold.fail(at: place, isSoft: limit.isSoft)
    }
    return fold.outcome == .denied ? .excluded : .limited(limits)
  }

  /// Of several limits that count over the same and bind alike, only the least says something.
  private static func add(_ limit: PlanTable.Limit, to limits: inout [PlanTable.Limit]) {
    let alike = limits.firstIndex {
      $0.window == limit.window && $0.condition == limit.condition && $0.isSoft == limit.isSoft
        && ($0.amount == nil) == (limit.amount == nil) && $0.isUndecided == limit.isUndecided
    }
    guard let alike else { return limits.append(limit) }
    if let amount = limit.amount, amount < limits[alike].amount ?? .max { limits[alike] = limit }
  }
}
