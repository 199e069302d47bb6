import TollgateRuntime

/// The unknown parts of a condition. The engine works out the values; this only keeps the parts
/// that it could not know.
indirect enum OpenCondition: Hashable {
  case yes
  case no
  /// A condition without parts, or that it is not so.
  case leaf(node: Int32, isNegated: Bool)
  case all([OpenCondition])
  case any([OpenCondition])

  /// The condition under which a denied question would be allowed or warned.
  static func allowing(_ inquiry: Inquiry) -> OpenCondition {
    var reader = OpenConditionReader(inquiry)
    return conjunction(
      inquiry.subject.rules.map { index in
        let rule = inquiry.graph[rule: index]
        let fits = rule.limit.map { reader.fitting($0, of: index) } ?? .no
        if fits == .yes { return .yes }
        return disjunction([
          reader.read(rule.inForce, isNegated: true), reader.read(rule.condition, isNegated: true),
          reader.read(rule.requirement), reader.read(rule.soft), fits, reader.goingOn(index),
        ])
      })
  }

  /// The condition under which a rule binds; one that is not soft now must not only warn, either.
  static func binding(_ rule: Rule, isSoft: Bool, _ inquiry: Inquiry) -> OpenCondition {
    var reader = OpenConditionReader(inquiry)
    return conjunction([
      reader.read(rule.inForce), reader.read(rule.condition),
      reader.read(rule.requirement, isNegated: true),
      isSoft ? .yes : reader.read(rule.soft, isNegated: true),
    ])
  }

  /// The condition under which a requirement is met.
  static func reading(_ requirement: NodeIndex, _ inquiry: Inquiry) -> OpenCondition {
    var reader = OpenConditionReader(inquiry)
    return reader.read(requirement)
  }

  /// The condition under which a step of a ladder counts.
  static func counting(_ step: LadderStep, _ inquiry: Inquiry) -> OpenCondition {
    var reader = OpenConditionReader(inquiry)
    return reader.counting(step)
  }

  /// The parts that are no whole of the same kind, each once.
  static func conjunction(_ parts: [OpenCondition]) -> OpenCondition {
    join(parts, neutral: .yes, final: .no) { part in
      if case .all(let parts) = part { parts } else { nil }
    } make: {
      .all($0)
    }
  }

  static func disjunction(_ parts: [OpenCondition]) -> OpenCondition {
    join(parts, neutral: .no, final: .yes) { part in
      if case .any(let parts) = part { parts } else { nil }
    } make: {
      .any($0)
    }
  }

  private static func join(
    _ parts: [OpenCondition], neutral: OpenCondition, final: OpenCondition,
    inner: (OpenCondition) -> [OpenCondition]?,
    make: ([OpenCondition]) -> OpenCondition
  ) -> OpenCondition {
    var kept: [OpenCondition] = []
    var seen: Set<OpenCondition> = []
    for part in parts where part != neutral {
      if part == final { return final }
      for piece in inner(part) ?? [part] where seen.insert(piece).inserted { kept.append(piece) }
    }
    if kept.count <= 1 { return kept.first ?? neutral }
    return make(kept)
  }
}

/// Reads a condition down to its unknown parts. A gift of the policy to some users counts as
/// not given, as it does for reasons: who holds it holds more than the plan.
private struct OpenConditionReader {
  private let graph: RuleGraph
  private var evaluation: Evaluation<NoObserver>

  init(_ inquiry: Inquiry) {
    graph = inquiry.graph
    evaluation = inquiry.reasoning()
  }

  /// The condition under which what a use takes surely fits within a limit: none of its uses takes
  /// more than the limit lets pass.
  mutating func fitting(_ limit: Limit, of rule: RuleIndex) -> OpenCondition {
    guard let meter = limit.meter else { return .no }
    if evaluation.isExceeded(limit, of: rule) == .no { return .yes }
    let uses = evaluation.takers.each.flatMap { taker in
      taker.uses.map { (use: graph[use: $0], taker: taker) }
    }.filter { $0.use.meter == meter }
    // A limit of its own is for one more.
    let one = Taken(amount: 1, each: nil, target: nil)
    if uses.isEmpty { return fitting(one, in: limit, of: rule) }
    return .conjunction(uses.map { fitting($0.use, of: $0.taker, in: limit, of: rule) })
  }

  /// The same for one use: it takes nothing, or an amount that fits.
  private mutating func fitting(
    _ use: Use, of taker: Taker, in limit: Limit, of rule: RuleIndex
  ) -> OpenCondition {
    var ways = [read(use.inForce, isNegated: true), read(use.condition, isNegated: true)]
    let ladder = graph.parts.ladders[Int(use.ladder)]
    if case .quantity(let amount) = ladder.base {
      let taken = Taken(amount: amount, each: use.each, target: taker.meter)
      ways.append(fitting(taken, in: limit, of: rule))
    }
    for step in ladder.steps {
      guard case .quantity(let amount) = step.value else { continue }
      let taken = Taken(amount: amount, each: use.each, target: taker.meter)
      ways.append(.conjunction([counting(step), fitting(taken, in: limit, of: rule)]))
    }
    return .disjunction(ways)
  }

  /// The same for one amount: the limit as it surely is lets it pass, or one of its steps does.
  private mutating func fitting(
    _ taken: Taken, in limit: Limit, of rule: RuleIndex
  ) -> OpenCondition {
    if taken.amount == 0 || evaluation.exceeds(limit, of: rule, taking: taken) == .no {
      return .yes
    }
    guard let index = graph.ladder(of: limit) else { return .no }
    let amount = taken.amounts(of: evaluation.ask.growth, from: nil).possible
    let raise = evaluation.raise(of: limit).known
    var ways: [OpenCondition] = []
    for step in graph.parts.ladders[Int(index)].steps {
      if case .quantity(let most) = step.value, amount > most.saturatingAdd(raise) { continue }
      ways.append(counting(step))
    }
    return .disjunction(ways)
  }

  /// The condition under which one goes on beyond the limit of a rule for money.
  mutating func goingOn(_ rule: RuleIndex) -> OpenCondition {
    guard let overage = graph.overage(of: rule), evaluation.holdsForMoney(rule) == .unknown else {
      return .no
    }
    return read(overage.requirement)
  }

  /// The condition under which a step of a ladder counts.
  mutating func counting(_ step: LadderStep) -> OpenCondition {
    .conjunction([read(step.inForce), read(step.condition), read(step.requirement)])
  }

  mutating func read(_ index: Int32, isNegated: Bool = false) -> OpenCondition {
    switch evaluation.value(index) {
    case .yes: return isNegated ? .no : .yes
    case .no: return isNegated ? .yes : .no
    case .unknown: break
    }
    switch graph[node: index] {
    case .all(let children):
      let parts = graph[children].map { read($0, isNegated: isNegated) }
      return isNegated ? .disjunction(parts) : .conjunction(parts)
    case .any(let children):
      let parts = graph[children].map { read($0, isNegated: isNegated) }
      return isNegated ? .conjunction(parts) : .disjunction(parts)
    case .not(let child): return read(child, isNegated: !isNegated)
    case .statement(_, let condition): return read(condition, isNegated: isNegated)
    case .never, .always, .entitlement, .paid, .factIs, .factAtLeast, .usageAtLeast, .inRollout,
      .timeAtLeast, .timeSince:
      return .leaf(node: index, isNegated: isNegated)
    }
  }
}
