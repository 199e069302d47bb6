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
        return disjunction([
          reader.read(rule.inForce, isNegated: true), reader.read(rule.condition, isNegated: true),
          reader.read(rule.requirement), reader.read(rule.soft),
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

  /// The condition under which a step of a ladder counts.
  static func counting(_ step: LadderStep, _ inquiry: Inquiry) -> OpenCondition {
    var reader = OpenConditionReader(inquiry)
    return conjunction([
      reader.read(step.inForce), reader.read(step.condition), reader.read(step.requirement),
    ])
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
    case .never, .always, .entitlement, .factIs, .factAtLeast, .usageAtLeast, .inRollout,
      .timeAtLeast, .timeSince:
      return .leaf(node: index, isNegated: isNegated)
    }
  }
}
