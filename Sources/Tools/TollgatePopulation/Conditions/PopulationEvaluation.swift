import TollgateRuntime

/// The evaluation of a graph for all users at once: its values are conditions on columns.
struct PopulationEvaluation: Evaluator {
  let graph: RuleGraph
  let ask = Ask()
  let columns: PolicyColumns
  /// Whether a `grant` statement whose facts or counters are missing counts as not given, as it
  /// does for the reasons of a denial.
  var isReasoning = false
  /// The conditions that were met before: for outcomes, and for reasons.
  private var known: [[Int32: Condition]] = [[:], [:]]

  init(_ columns: PolicyColumns) {
    self.columns = columns
    graph = columns.graph
  }

  static var isThorough: Bool { false }

  /// Never inlined, or it would be into itself, without end.
  @inline(never)
  mutating func value(_ index: Int32) -> Condition {
    let place = isReasoning ? 1 : 0
    if let known = known[place][index] { return known }
    let value = combined(index)
    known[place][index] = value
    return value
  }

  mutating func holds(_ rule: Int32) -> Condition { isKept(rule) }

  mutating func held(_ entitlement: Int32) -> Condition {
    // Everybody holds the first tier.
    if entitlement == 0, graph.parts.tierCount > 0 { return .yes }
    let column = columns.held(entitlement)
    let possibly = columns.book.atLeast(column, 1)
    return Condition(surely: possibly.and(!columns.book.atLeast(column, 2)), possibly: possibly)
  }

  mutating func leaf(_ node: Node, at index: Int32) -> Condition {
    switch node {
    case .factIs(let fact, let value):
      return isAtLeast(value, fact).and(value == .max ? .yes : !isAtLeast(value + 1, fact))
    case .factAtLeast(let fact, let value): return isAtLeast(value, fact)
    case .timeSince(let fact, let after):
      return condition(columns.since(fact), isAtLeast: after)
    case .usageAtLeast(let counter, let least):
      return exceeds(counter, .added, isAtLeast: least)
    case .inRollout(let rollout):
      return !condition(
        columns.bucket(rollout), isAtLeast: Int64(graph[rollout: rollout].share))
    case .timeAtLeast(let time):
      if time <= columns.book.now.milliseconds { return .yes }
      return condition(columns.now(), isAtLeast: time)
    case .never, .always, .all, .any, .not, .entitlement, .statement: return .no
    }
  }

  mutating func exceeds(_ limit: Limit, of rule: Int32) -> Condition {
    if let ladder = graph.ladder(of: limit) { return exceedsAll(of: ladder, limit) }
    return exceeds(limit.kind, limit.counter, isRaisedByOwn: true)
  }

  /// A setting is asked for as it is, so no value of it is too little.
  mutating func exceeds(_ rung: Rung, of limit: Limit) -> Condition {
    guard limit.meter != nil, let kind = rung.kind else { return .no }
    return exceeds(kind, limit.counter, isRaisedByOwn: rung.isRaisedByOwn)
  }

  mutating func given(_ value: Condition, by condition: Int32) -> Condition {
    guard isReasoning else { return value }
    let stale = staleness(of: condition)
    return Condition(surely: value.surely, possibly: value.surely.or(value.possibly.and(stale)))
  }

  /// Where something stale is among what makes a condition unknown.
  private mutating func staleness(of index: Int32) -> Predicate {
    let value = value(index)
    let isUnknown = value.possibly.and(!value.surely)
    if isUnknown == .nothing { return .nothing }
    var stale = Predicate.nothing
    switch graph[node: index] {
    case .never, .always, .timeAtLeast, .factIs, .factAtLeast, .inRollout, .timeSince: break
    case .all(let children), .any(let children):
      for child in children.places { stale = stale.or(staleness(of: graph[edge: child])) }
    case .not(let child), .statement(_, let child): stale = staleness(of: child)
    case .entitlement(let entitlement, let giver):
      let held = held(entitlement)
      stale = held.possibly.and(!held.surely)
      if let giver { stale = stale.or(staleness(of: giver)) }
    case .usageAtLeast(let counter, _):
      // A counter that is known is unknown through its allowance alone.
      stale = !Predicate(.missing(columns.counter(counter, .added, countingStale: true)))
    }
    return isUnknown.and(stale)
  }

  func sees(_ node: Int32, _ value: Condition) -> Condition { value }

  func sees(rule: Int32, _ parts: RuleValues<Condition>) {}

  // MARK: Comparing

  /// Whether one more is above a limit: what is used, less the allowance, has reached it.
  private func exceeds(
    _ kind: Limit.Kind, _ counter: CounterIndex, isRaisedByOwn: Bool
  ) -> Condition {
    switch kind {
    case .bare, .undecided: return .yes
    case .atMost(let quantity):
      return exceeds(counter, isRaisedByOwn ? .added : .ignored, isAtLeast: quantity)
    case .allowance(let otherwise):
      // No user of the tables has used as much; and a sum with more would not fit.
      let reachable = otherwise.map { min($0, WideView.mostOtherwise) }
      return exceeds(counter, .orElse(reachable), isAtLeast: 0)
    case .ladder, .setting: return .no
    }
  }

  private func exceeds(
    _ counter: CounterIndex, _ own: WideColumn.Raise.Own, isAtLeast least: Int64
  ) -> Condition {
    let sure = columns.counter(counter, own, countingStale: true)
    let known = columns.counter(counter, own, countingStale: false)
    return Condition(
      surely: columns.book.atLeast(sure, least),
      possibly: columns.book.atLeast(known, least).or(Predicate(.missing(known))))
  }

  private func isAtLeast(_ value: Int64, _ index: FactIndex) -> Condition {
    let fact = graph[fact: index]
    let border = fact.type == .version ? columns.packed(reached: value, by: fact) : value
    if fact.type == .version, value > Int64(fact.versions.count) {
      return condition(columns.fact(index), isAtLeast: .max)
    }
    return condition(columns.fact(index), isAtLeast: border)
  }

  private func condition(_ column: ColumnIndex, isAtLeast least: Int64) -> Condition {
    let surely = columns.book.atLeast(column, least)
    guard columns.book[column].canBeMissing else {
      return Condition(surely: surely, possibly: surely)
    }
    return Condition(surely: surely, possibly: surely.or(Predicate(.missing(column))))
  }
}
