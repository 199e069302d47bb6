import TollgateRuntime

/// The rules of one policy as regions of a universe: where a condition is surely true, and where
/// it is surely false. Elsewhere it is unknown.
package final class PolicyModel<E: Engine> {
  let universe: Universe<E>
  let vocabulary: Vocabulary
  private var yes: [Int32: Region] = [:]
  private var no: [Int32: Region] = [:]
  /// The results of rules that were worked out.
  var results: [Int32: Both] = [:]
  /// The last list of rules that was put together.
  var lastList: RuleList?
  /// Whether what no product grants may be granted by somebody else, where all that is held is
  /// bought.
  let mayBeGiven: Bool
  /// Where each product is offered.
  var offers: [Int32: Region] = [:]

  package init(_ vocabulary: Vocabulary, in universe: Universe<E>, mayBeGiven: Bool = false) {
    self.vocabulary = vocabulary
    self.universe = universe
    self.mayBeGiven = mayBeGiven
  }

  var graph: RuleGraph { vocabulary.graph }
  var parts: RuleGraph.Parts { vocabulary.graph.parts }
  var scope: Scope { universe.scope }

  /// Where a condition surely has this value.
  package func region(of index: Int32, is value: Bool) throws(Exhausted) -> Region {
    if let known = value ? yes[index] : no[index] { return known }
    let region = try make(index, value)
    if value { yes[index] = region } else { no[index] = region }
    return region
  }

  private func make(_ index: Int32, _ value: Bool) throws(Exhausted) -> Region {
    switch graph[node: index] {
    case .never: return value ? .nothing : .everything
    case .always: return value ? .everything : .nothing
    case .all(let children): return try list(children, value, isAll: value)
    case .any(let children): return try list(children, value, isAll: !value)
    case .not(let child): return try region(of: child, is: !value)
    case .statement(_, let condition): return try region(of: condition, is: value)
    case .entitlement(let entitlement, let giver):
      let region = try held(entitlement, value)
      guard let giver else { return region }
      return try universe.engine.join(region, try self.region(of: giver, is: value), isAll: !value)
    case .factIs(let index, let border): return try fact(index, border, value, isOrder: false)
    case .factAtLeast(let index, let border): return try fact(index, border, value, isOrder: true)
    case .usageAtLeast(let counter, let least): return try usage(counter, least, value)
    case .inRollout(let rollout):
      let bucket = VariableKey(.bucket, vocabulary.rollouts[Int(rollout)])
      let share = Int64(graph[rollout: rollout].share)
      return value
        ? try universe.below(bucket, share) : try universe.atLeast(bucket, share)
    case .timeAtLeast(let time):
      let now = VariableKey(.now)
      return value ? try universe.atLeast(now, time) : try universe.below(now, time)
    case .timeSince(let fact, let after): return try since(fact, after, value)
    }
  }

  private func list(
    _ children: Node.Children, _ value: Bool, isAll: Bool
  ) throws(Exhausted) -> Region {
    var regions: [Region] = []
    for child in graph[children] { regions.append(try region(of: child, is: value)) }
    return try universe.engine.join(regions, isAll: isAll)
  }

  /// So long after a date fact, or later.
  private func since(
    _ index: FactIndex, _ after: Int64, _ value: Bool
  ) throws(Exhausted) -> Region {
    let fact = graph[fact: index]
    let term = vocabulary.facts[Int(index)]
    let since = VariableKey(.since, term)
    // Several dates meet in now, so it is a variable of its own.
    _ = universe.place(of: VariableKey(.now))
    if universe.isOfSeveralTypes(term) {
      _ = universe.place(of: VariableKey(.fact, term, Int32(Fact.FactType.date.rawValue)))
    }
    let region =
      value
      ? try universe.atLeast(since, after) : try universe.below(since, after)
    // The date itself may be asked about elsewhere; they are missing together.
    guard fact.otherwise != Fact.unknown else { return region }
    let now = VariableKey(.now)
    let border = fact.otherwise.saturatingAdd(after)
    let instead =
      value ? try universe.atLeast(now, border) : try universe.below(now, border)
    let missing = try missing(since)
    let replaced = try universe.engine.and(missing, instead)
    return try universe.engine.or(region, replaced)
  }

  // MARK: Rules

  /// Where a rule is in force, its condition is true and its limit exceeded: where it asks for
  /// what it requires.
  package func applies(_ index: Int32) throws(Exhausted) -> Region {
    let rule = vocabulary.graph[rule: index]
    var region = try region(of: rule.inForce, is: true)
    let condition = try self.region(of: rule.condition, is: true)
    region = try universe.engine.and(region, condition)
    guard let limit = rule.limit else { return region }
    let exceeded = try exceeds(limit, by: index, is: true)
    return try universe.engine.and(region, exceeded)
  }

  /// The rules of a target.
  package func rules(of target: Int32) -> [Int32] {
    parts.targets[Int(target)].rules
  }
}

extension RuleGraph {
  /// The terms in which the policy uses a meter.
  func term(ofMeter meter: Int32) -> Terms.MeterTerm {
    var term = Terms.MeterTerm(
      name: parts.meters[Int(meter)].name, unit: parts.meters[Int(meter)].unit)
    let target = names.meterTargets[Int(meter)]
    for index in parts.targets[Int(target)].rules {
      let rule = self[rule: index]
      if case .allowance(otherwise: nil)? = rule.limit?.kind { term.needsAllowance = true }
      var open = [rule.inForce, rule.condition, rule.requirement, rule.soft]
      if case .ladder(let ladder)? = rule.limit?.kind {
        if parts.ladders[Int(ladder)].base == .allowance(otherwise: nil) {
          term.needsAllowance = true
        }
        for step in parts.ladders[Int(ladder)].steps {
          open += [step.requirement, step.inForce, step.condition]
        }
      }
      var seen: Set<Int32> = []
      while let next = open.popLast() {
        guard seen.insert(next).inserted else { continue }
        let node = self[node: next]
        if case .usageAtLeast(let counter, _) = node, counter.meter == meter {
          term.isReadByItsRules = true
        }
        open += children(of: node)
      }
    }
    return term
  }

  /// The conditions that a condition is made of.
  func children(of node: Node) -> [Int32] {
    switch node {
    case .all(let children), .any(let children): Array(self[children])
    case .not(let child), .statement(_, let child), .entitlement(_, let child?): [child]
    case .never, .always, .entitlement, .factIs, .factAtLeast, .usageAtLeast, .inRollout,
      .timeAtLeast, .timeSince:
      []
    }
  }
}
