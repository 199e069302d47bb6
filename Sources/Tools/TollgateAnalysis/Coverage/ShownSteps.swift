import TollgateRuntime

/// The goals that one decision shows of the steps of a ladder or a setting.
struct ShownSteps {
  let inquiry: Inquiry
  let limit: Limit
  let ladder: Ladder
  /// Reasons count a `grant` statement that cannot be known as not given.
  private var reasoning: Evaluation<NoObserver>
  /// The user's limit or value without what allowances add; `nil` if it is not surely known.
  private let reach: Reach?

  init(of inquiry: Inquiry, _ limit: Limit, _ ladder: Ladder) {
    self.inquiry = inquiry
    self.limit = limit
    self.ladder = ladder
    reasoning = inquiry.reasoning()
    var evaluation = inquiry.evaluation()
    let surely = reasoning.reach(of: limit)
    let isSure =
      surely == reasoning.reach(of: limit, counting: .unknown)
      && surely == evaluation.reach(of: limit)
    reach = isSure ? surely : nil
  }

  /// The goals at a side of the limit: of the base, or of the steps that are it.
  mutating func goals(at side: CoverageGoal) -> [CoverageGoal] {
    guard case .quantity(let last)? = reach else { return [] }
    var goals: [CoverageGoal] = []
    for place in steps(giving: .quantity(last)) {
      goals.append(side == .inside ? .insideStep(place) : .outsideStep(place))
    }
    switch ladder.base {
    case .quantity(let base): if base == last { goals.append(side) }
    case .allowance: if goals.isEmpty { goals.append(side) }
    case .undecided: break
    }
    return goals
  }

  /// The steps without a limit that count, where a counter is raised beyond all quantities.
  mutating func unlimited() -> [CoverageGoal] {
    let quota = inquiry.quota(of: limit)
    guard let requested = quota.requested, requested > 0 else { return [] }
    if let top = ladder.top {
      let highest = top.saturatingAdd(inquiry.evaluation().raise(of: limit).perhaps)
      guard let used = quota.used, used.saturatingAdd(requested) > highest else { return [] }
    }
    return steps(giving: .unlimited).map { .step($0) }
  }

  /// The steps of a setting that give the user's value, where it is the one that is asked for.
  mutating func values() -> [CoverageGoal] {
    let raise = inquiry.evaluation().raise(of: limit)
    switch (reach, inquiry.ask.growth) {
    case (.unlimited, .reachingUnlimited): return steps(giving: .unlimited).map { .step($0) }
    case (.quantity(let value), .reaching(let asked)):
      guard asked == value || asked == value.saturatingAdd(raise.known) else { return [] }
      return steps(giving: .quantity(value)).map { .step($0) }
    default: return []
    }
  }

  /// The steps that surely count and have a value; none if the base is as good.
  private mutating func steps(giving value: Ladder.Value) -> [Int] {
    guard let index = inquiry.graph.ladder(of: limit) else { return [] }
    if case .quantity(let base) = ladder.base, !ladder.isBetter(value, than: .quantity(base)) {
      return []
    }
    var steps: [Int] = []
    for (place, number) in inquiry.graph[ladder: index].steps.enumerated()
    where ladder.steps[place].value == value && reasoning.counts(step: number) == .yes {
      steps.append(place)
    }
    return steps
  }
}
