import TollgateRuntime

/// The steps of a ladder that may count, and would give more than the user surely has.
struct PossibleSteps {
  private let inquiry: Inquiry
  private let limit: Limit
  private let words: PlanWords
  private var evaluation: Evaluation<NoObserver>

  private var graph: RuleGraph { inquiry.graph }

  init(_ inquiry: Inquiry, _ limit: Limit, _ words: PlanWords) {
    self.inquiry = inquiry
    self.limit = limit
    self.words = words
    evaluation = inquiry.reasoning()
  }

  /// In the order of the policy. None where the limit itself is not known.
  var list: [PlanTable.Perhaps] {
    guard let index = graph.ladder(of: limit) else { return [] }
    var evaluation = evaluation
    let reach = evaluation.reach(of: limit)
    guard reach != .unlimited, reach != .unknown else { return [] }
    let core = graph[ladder: index]
    var list: [PlanTable.Perhaps] = []
    for (step, place) in zip(graph.parts.ladders[Int(index)].steps, core.steps)
    where evaluation.counts(step: place) == .unknown && !core.isWithin(step.value, reach) {
      let condition = OpenCondition.counting(step, inquiry)
      list.append(perhaps(step.value, words.condition(condition)))
    }
    return list
  }

  /// A step with what the allowance of the plan adds.
  private func perhaps(_ value: Ladder.Value, _ condition: String) -> PlanTable.Perhaps {
    var raised = value
    if case .quantity(let quantity) = value {
      raised = .quantity(quantity.saturatingAdd(evaluation.raise(of: limit).known))
    }
    if case .setting(let setting) = limit.kind {
      return words.perhaps(graph.value(raised, of: setting), of: setting, condition)
    }
    var amount: Int64?
    if case .quantity(let quantity) = raised { amount = quantity }
    return words.perhaps(amount, ofMeter: limit.meter, limit.window, condition)
  }
}
