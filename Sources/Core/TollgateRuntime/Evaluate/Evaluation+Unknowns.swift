/// A piece of data that is missing, so that a condition is unknown.
package enum Lack: Sendable, Hashable {
  /// A grant of the snapshot is too old to be believed.
  case purchases
  /// The same beside a missing counter: knowing the counter alone may not be enough.
  case purchasesBeside
  case counter(CounterIndex)
  /// The allowance of a meter, which a server sets.
  case allowance(MeterIndex)
  case fact(FactIndex)
  /// The subject of a rollout.
  case subject
}

/// Takes note of missing data.
package protocol LackNotes {
  mutating func note(_ lack: Lack)
}

/// The kinds of missing data that make a condition unknown.
package struct Unknowns: LackNotes, Sendable, Hashable {
  /// A grant of the snapshot that is too old to be believed.
  package var isStale = false
  /// A counter, or an allowance that a server sets.
  package var usage = false
  /// A fact, or the subject of a rollout.
  package var fact = false

  package mutating func note(_ lack: Lack) {
    switch lack {
    case .purchases: isStale = true
    case .purchasesBeside: break
    case .counter, .allowance: usage = true
    case .fact, .subject: fact = true
    }
  }
}

extension Evaluation {
  /// The missing data that makes a rule unknown: unknown conditions reached through unknown ones
  /// only, so that knowing them could change the result of the rule.
  package mutating func unknowns(in index: Int32) -> Unknowns {
    var unknowns = Unknowns()
    collect(rule: index, into: &unknowns)
    return unknowns
  }

  /// The same, each piece, in the order in which the rule is written.
  package mutating func collect(rule index: Int32, into notes: inout some LackNotes) {
    let rule = graph[rule: index]
    let limit = rule.limit.flatMap { exceeds($0) == .unknown ? $0 : nil }
    let ladder = limit.flatMap { graph.ladder(of: $0) }
    if let limit {
      if let ladder {
        collect(Rung(baseOf: graph[ladder: ladder], at: ladder), limit, into: &notes)
      } else {
        collect(limit, into: &notes)
      }
    }
    collect(rule.requirement, into: &notes)
    collect(rule.inForce, into: &notes)
    collect(rule.condition, into: &notes)
    if let limit, let ladder { collect(stepsOf: ladder, limit, into: &notes) }
  }

  /// The same of each step of a ladder that is unknown and could be enough.
  private mutating func collect(
    stepsOf index: LadderIndex, _ limit: Limit, into notes: inout some LackNotes
  ) {
    let ladder = graph[ladder: index]
    for place in ladder.steps {
      let rung = Rung(graph[step: place], at: place, of: ladder)
      let isCounted = counts(step: place)
      guard (!isCounted).or(exceeds(rung, of: limit)) == .unknown else { continue }
      collect(rung, limit, into: &notes)
      if isCounted == .unknown {
        let step = graph[step: place]
        collect(step.requirement, into: &notes)
        collect(step.inForce, into: &notes)
        collect(step.condition, into: &notes)
      }
    }
  }

  private mutating func collect(
    _ rung: Rung, _ limit: Limit, into notes: inout some LackNotes
  ) {
    guard exceeds(rung, of: limit) == .unknown, let kind = rung.kind else { return }
    collect(kind, limit, into: &notes)
  }

  private mutating func collect(_ limit: Limit, into notes: inout some LackNotes) {
    collect(limit.kind, limit, into: &notes)
  }

  /// The data that is missing to compare a counter, or the value of a setting, with a quantity.
  private func collect(_ kind: Limit.Kind, _ limit: Limit, into notes: inout some LackNotes) {
    let allowance = allowance(of: graph.allowance(of: limit))
    let isCounted = limit.meter == nil || used(of: limit.counter) != nil || ask.isReaching
    if case .allowance(otherwise: nil) = kind, allowance.own == nil {
      notes.note(.allowance(limit.counter.meter))
      if !isCounted { notes.note(.counter(limit.counter)) }
      return
    }
    // A quantity that is compared with a known value is unknown through what is added to it.
    guard !isCounted else { return notes.note(.purchases) }
    notes.note(.counter(limit.counter))
    if allowance.perhaps > 0 { notes.note(.purchasesBeside) }
  }

  /// The missing data among what makes a condition unknown.
  mutating func unknowns(below condition: Int32) -> Unknowns {
    var unknowns = Unknowns()
    collect(condition, into: &unknowns)
    return unknowns
  }

  private mutating func collect(_ index: Int32, into notes: inout some LackNotes) {
    guard value(index) == .unknown else { return }
    switch graph[node: index] {
    case .never, .always, .timeAtLeast: break
    case .all(let children), .any(let children):
      for child in children.places { collect(graph[edge: child], into: &notes) }
    case .not(let child), .statement(_, let child): collect(child, into: &notes)
    case .entitlement(let entitlement, let giver):
      if held(entitlement) == .unknown { notes.note(.purchases) }
      if let giver { collect(giver, into: &notes) }
    case .usageAtLeast(let counter, _):
      // A counter that is known is unknown through its allowance alone.
      guard used(of: counter) == nil else { return notes.note(.purchases) }
      notes.note(.counter(counter))
      if allowance(of: counter.meter).perhaps > 0 { notes.note(.purchasesBeside) }
    case .factIs(let fact, _), .factAtLeast(let fact, _), .timeSince(let fact, _):
      notes.note(.fact(fact))
    case .inRollout: notes.note(.subject)
    }
  }
}
