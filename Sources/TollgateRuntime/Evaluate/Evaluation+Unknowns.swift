/// The missing data that makes a condition unknown.
package struct Unknowns: Sendable, Hashable {
  /// A grant of the snapshot that is too old to be believed.
  package var isStale = false
  /// A counter, or an allowance that a server sets.
  package var usage = false
  /// A fact, or the subject of a rollout.
  package var fact = false
}

extension Evaluation {
  /// The missing data that makes a rule unknown: unknown conditions reached through unknown ones
  /// only, so that knowing them could change the result of the rule.
  package mutating func unknowns(in index: Int32) -> Unknowns {
    let rule = graph[rule: index]
    var unknowns = Unknowns()
    collect(rule.inForce, into: &unknowns)
    collect(rule.condition, into: &unknowns)
    collect(rule.requirement, into: &unknowns)
    guard let limit = rule.limit, exceeds(limit) == .unknown else { return unknowns }
    if let ladder = graph.ladder(of: limit) {
      collect(ladder, limit, into: &unknowns)
    } else if allowed(by: limit) == nil || (used(of: limit.counter) == nil && !isReaching) {
      unknowns.usage = true
    } else {
      unknowns.isStale = true
    }
    return unknowns
  }

  /// The same of a ladder: of its base, and of each step that is unknown and could be enough.
  private mutating func collect(
    _ index: LadderIndex, _ limit: Limit, into unknowns: inout Unknowns
  ) {
    let ladder = graph[ladder: index]
    collect(Rung(baseOf: ladder, at: index), limit, into: &unknowns)
    for place in ladder.steps {
      let rung = Rung(graph[step: place], at: place, of: ladder)
      let isCounted = counts(step: place)
      guard (!isCounted).or(exceeds(rung, of: limit)) == .unknown else { continue }
      collect(rung, limit, into: &unknowns)
      if isCounted == .unknown {
        let step = graph[step: place]
        collect(step.inForce, into: &unknowns)
        collect(step.condition, into: &unknowns)
        collect(step.requirement, into: &unknowns)
      }
    }
  }

  private mutating func collect(_ rung: Rung, _ limit: Limit, into unknowns: inout Unknowns) {
    guard exceeds(rung, of: limit) == .unknown else { return }
    let isCounted = limit.meter == nil || used(of: limit.counter) != nil || isReaching
    // A quantity that is compared with a known value is unknown through what is added to it.
    if case .allowance(otherwise: nil)? = rung.kind,
      allowance(of: graph.allowance(of: limit)).own == nil
    {
      unknowns.usage = true
    } else if isCounted {
      unknowns.isStale = true
    } else {
      unknowns.usage = true
    }
  }

  /// Whether something stale is among what makes a condition unknown.
  mutating func isUnknownThroughStaleness(_ condition: Int32) -> Bool {
    var unknowns = Unknowns()
    collect(condition, into: &unknowns)
    return unknowns.isStale
  }

  private var isReaching: Bool { ask.isReaching }

  private mutating func collect(_ index: Int32, into unknowns: inout Unknowns) {
    guard value(index) == .unknown else { return }
    switch graph[node: index] {
    case .never, .always, .timeAtLeast: break
    case .all(let children), .any(let children):
      for child in children.places { collect(graph[edge: child], into: &unknowns) }
    case .not(let child), .statement(_, let child): collect(child, into: &unknowns)
    case .entitlement(let entitlement, let giver):
      if held(entitlement) == .unknown { unknowns.isStale = true }
      if let giver { collect(giver, into: &unknowns) }
    case .usageAtLeast(let counter, _):
      // A counter that is known is unknown through its allowance alone.
      if used(of: counter) != nil { unknowns.isStale = true } else { unknowns.usage = true }
    case .factIs, .factAtLeast, .inRollout, .timeSince: unknowns.fact = true
    }
  }
}
