import TollgateRuntime

/// The evaluation of a graph for all users at once: its values are conditions on columns.
struct PopulationEvaluation: Evaluator {
  let graph: RuleGraph
  let ask = Ask()
  let columns: PolicyColumns
  /// The amounts that the use of the target that is asked about takes from meters.
  var takers = Takers.none
  /// The amount of it that limits are compared with.
  private var amount: Int64 = 1
  /// How far beyond their limits they are compared; nil for the limits themselves.
  private var beyond: Int64?
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
      return condition(columns.since(fact, inMonths: after.isMonths), isAtLeast: after.count)
    case .usageAtLeast(let counter, let least):
      return condition(of: counter, .added, isAtLeast: least)
    case .inRollout(let rollout):
      return !condition(
        columns.bucket(rollout), isAtLeast: Int64(graph[rollout: rollout].share))
    case .timeAtLeast(let time):
      if time <= columns.book.now.milliseconds { return .yes }
      return condition(columns.now(), isAtLeast: time)
    case .never, .always, .all, .any, .not, .entitlement, .paid, .statement: return .no
    }
  }

  mutating func exceeds(_ limit: Limit, of rule: Int32) -> Condition {
    if let ladder = graph.ladder(of: limit) { return exceedsAll(of: ladder, limit) }
    return exceeds(limit.kind, limit, isRaisedByOwn: true)
  }

  mutating func exceeds(_ limit: Limit, of rule: Int32, taking taken: Taken) -> Condition {
    amount = self.amount(of: taken)
    defer { amount = 1 }
    return exceeds(limit, of: rule)
  }

  /// How much one use takes.
  func amount(of taken: Taken) -> Int64 {
    let (sure, possible) = taken.amounts(of: ask.growth, from: nil)
    if sure != possible {
      columns.book.refuse(
        "an amount for each of several is taken by some uses only, which no column says: ask "
          + "`impact`")
    }
    return possible
  }

  /// Where a use of so much would lead further beyond a limit than that, also if all that is stale
  /// counts.
  mutating func leads(
    beyond limit: Limit, of rule: RuleIndex, by more: Int64, taking amount: Int64
  ) -> Predicate {
    (self.amount, beyond) = (amount, more)
    defer { (self.amount, beyond) = (1, nil) }
    return exceeds(limit, of: rule).surely
  }

  /// Each target is asked about by itself.
  func exceeds(_ limit: Limit, of rule: Int32, bySeveral takers: Takers) -> Condition { .no }

  /// A setting is asked for as it is, so no value of it is too little.
  mutating func exceeds(_ rung: Rung, of limit: Limit) -> Condition {
    guard limit.meter != nil, let kind = rung.kind else { return .no }
    var source: Ladder.Source?
    if rung.isEach { source = graph.ladder(of: limit).flatMap { graph[ladder: $0].source } }
    return exceeds(kind, limit, isRaisedByOwn: rung.isRaisedByOwn, forEach: source)
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
    case .paid: stale = isUnknown
    case .usageAtLeast(let counter, _):
      // A counter that is known is unknown through its allowance alone.
      stale = !Predicate(.missing(columns.counter(counter, .added, countingStale: true)))
    }
    return isUnknown.and(stale)
  }

  func sees(_ node: Int32, _ value: Condition) -> Condition { value }

  func sees(rule: Int32, _ parts: RuleValues<Condition>) {}

  // MARK: Comparing

  /// Whether one more, or what a use takes, is above a limit: what is used, less the allowance, has
  /// reached it, or is no further from it than that.
  private mutating func exceeds(
    _ kind: Limit.Kind, _ limit: Limit, isRaisedByOwn: Bool, forEach source: Ladder.Source? = nil
  ) -> Condition {
    let least = (1 - amount).saturatingAdd(beyond ?? 0)
    let own = isRaisedByOwn ? WideColumn.Raise.Own.added : .ignored
    switch kind {
    case .bare, .undecided: return .yes
    case .atMost(let quantity):
      guard let source else {
        return exceeds(limit, own, isAtLeast: quantity.saturatingAdd(least))
      }
      let each = columns.each(quantity, source, countingStale: beyond != nil)
      return exceeds(limit, own, each, isAtLeast: least)
    case .allowance(let otherwise):
      return exceeds(limit, .reachable(otherwise), isAtLeast: least)
    case .ladder, .setting: return .no
    }
  }

  /// The same of what is left of a counter; less what was carried, where that counts.
  private mutating func exceeds(
    _ limit: Limit, _ own: WideColumn.Raise.Own, _ each: WideColumn.Each? = nil,
    isAtLeast least: Int64
  ) -> Condition {
    var exceeds = condition(of: limit.counter, own, each, isAtLeast: least)
    guard let rollover = graph.rollover(of: limit.counter) else { return exceeds }
    let isMet = value(rollover.requirement).surely
    if isMet == .nothing { return exceeds }
    let raisedByAll = condition(of: limit.counter, own, each, .all, isAtLeast: least)
    for (whose, most) in carries(rollover, limit) {
      let isElse = !isMet.and(whose)
      // By the least of two it is raised less than by each.
      var raised = raisedByAll
      switch most {
      case .all: break
      case .fixed(let most):
        raised = raised.or(
          condition(of: limit.counter, own, each, isAtLeast: least.saturatingAdd(most)))
      case .share(let share, of: let shared):
        raised = raised.or(
          condition(
            of: limit.counter, own, each, .share(share, of: shared), isAtLeast: least))
      }
      // A limit that is raised is never exceeded where it would not be without.
      exceeds = exceeds.and(
        Condition(surely: raised.surely.or(isElse), possibly: raised.possibly.or(isElse)))
    }
    return exceeds
  }

  private func condition(
    of counter: CounterIndex, _ own: WideColumn.Raise.Own, _ each: WideColumn.Each? = nil,
    _ carried: WideColumn.Carried? = nil, isAtLeast least: Int64
  ) -> Condition {
    let sure = columns.counter(counter, own, countingStale: true, each: each, carried: carried)
    let surely = columns.book.atLeast(sure, least)
    // Beyond a limit, only what is sure is asked for.
    if beyond != nil { return Condition(surely: surely, possibly: surely) }
    let known = columns.counter(counter, own, countingStale: false, each: each, carried: carried)
    return Condition(
      surely: surely,
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

/// A condition of a policy in three-valued logic: where it is surely so, and where it is so or
/// unknown. So the one evaluator of the engine writes the conditions of a population.
struct Condition: TruthValue {
  var surely: Predicate
  var possibly: Predicate

  static var no: Condition { Condition(surely: .nothing, possibly: .nothing) }
  static var yes: Condition { Condition(surely: .everything, possibly: .everything) }

  static prefix func ! (condition: Condition) -> Condition {
    Condition(surely: !condition.possibly, possibly: !condition.surely)
  }

  func and(_ other: Condition) -> Condition {
    Condition(surely: surely.and(other.surely), possibly: possibly.and(other.possibly))
  }

  func or(_ other: Condition) -> Condition {
    Condition(surely: surely.or(other.surely), possibly: possibly.or(other.possibly))
  }
}

/// A condition on the columns of the wide table that is so for a user, or is not.
final class Predicate: Sendable, Hashable {
  let kind: Kind
  private let hash: Int

  enum Kind: Sendable, Hashable {
    case nothing, everything
    /// The column is known, and at least this.
    case atLeast(ColumnIndex, Int64)
    /// The column is not known.
    case missing(ColumnIndex)
    case not(Predicate)
    case all(Predicate, Predicate)
    case any(Predicate, Predicate)
  }

  init(_ kind: Kind) {
    self.kind = kind
    hash = kind.hashValue
  }

  static let nothing = Predicate(.nothing)
  static let everything = Predicate(.everything)

  static prefix func ! (predicate: Predicate) -> Predicate {
    switch predicate.kind {
    case .nothing: everything
    case .everything: nothing
    case .not(let other): other
    case .atLeast, .missing, .all, .any: Predicate(.not(predicate))
    }
  }

  func and(_ other: Predicate) -> Predicate {
    switch (kind, other.kind) {
    case (.nothing, _), (_, .everything): self
    case (_, .nothing), (.everything, _): other
    default: self == other ? self : Predicate(.all(self, other))
    }
  }

  func or(_ other: Predicate) -> Predicate {
    switch (kind, other.kind) {
    case (.everything, _), (_, .nothing): self
    case (_, .everything), (.nothing, _): other
    default: self == other ? self : Predicate(.any(self, other))
    }
  }

  static func == (a: Predicate, b: Predicate) -> Bool {
    a === b || (a.hash == b.hash && a.kind == b.kind)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The place of a column in the wide table, from 0.
package typealias ColumnIndex = Int32

/// Where a target is allowed, warned about, refused, and where nobody can tell.
///
/// The four exclude each other, and each user is in one of them.
struct TargetStanding: Equatable {
  var allowed: Predicate
  var warned: Predicate
  /// A rule that is not soft is surely broken, also for the reasons of a denial.
  var refused: Predicate
  /// It is denied only because something is missing or stale.
  var unknown: Predicate

  /// A target that the policy does not have.
  static let undeclared = TargetStanding(
    allowed: .nothing, warned: .nothing, refused: .everything, unknown: .nothing)

  subscript(standing: Standing) -> Predicate {
    switch standing {
    case .denied: refused
    case .warned: warned
    case .allowed: allowed
    case .unknown: unknown
    }
  }

  /// Who stands so here, and so with another policy: all of these cases.
  func cases(
    _ after: TargetStanding, where isOne: (Standing, Standing) -> Bool
  ) -> Predicate {
    Standing.pairs.reduce(.nothing) { found, pair in
      isOne(pair.0, pair.1) ? found.or(self[pair.0].and(after[pair.1])) : found
    }
  }

  /// For whom it changes so with another policy.
  func changing(_ kind: ChangeKind, to after: TargetStanding) -> Predicate {
    cases(after) { ChangeKind(from: $0, to: $1) == kind }
  }
}

/// A rule for all users: where it fails, where it only warns then, and where it is false, also for
/// the reasons of a denial.
private struct RuleConditions {
  var fails: Predicate
  var isSoft: Predicate
  var isFalse: Predicate

  init(of rule: RuleIndex, in evaluation: inout PopulationEvaluation) {
    let holds = evaluation.settled(rule)
    fails = !holds.surely
    isSoft = evaluation.isSoft(rule)
    evaluation.isReasoning = true
    isFalse = !evaluation.settled(rule).possibly
    evaluation.isReasoning = false
    // What only counts where it is sure may turn a rule that is false into another one.
    if evaluation.asksForSure(rule) { isFalse = isFalse.or(!holds.possibly).and(fails) }
  }
}

extension TargetStanding {
  init(of target: Int32, in evaluation: inout PopulationEvaluation) {
    let graph = evaluation.graph
    evaluation.takers = graph.takers(of: CollectionOfOne(Target(index: target)))
    var denied = Predicate.nothing
    var fails = Predicate.nothing
    var refused = Predicate.nothing
    let starts = graph.targetRuleStarts
    for rule in graph.targetRules[Int(starts[Int(target)])..<Int(starts[Int(target) + 1])] {
      let standing = RuleConditions(of: rule, in: &evaluation)
      fails = fails.or(standing.fails)
      denied = denied.or(standing.fails.and(!standing.isSoft))
      refused = refused.or(standing.isFalse.and(!standing.isSoft))
    }
    self.init(
      allowed: !fails, warned: fails.and(!denied), refused: refused,
      unknown: denied.and(!refused))
  }

  /// The rules of a target, each with those users for whom it decides: the first that fails and is
  /// not soft for them, or the first that fails if all are. One that is before another goes first.
  static func deciding(
    _ target: Int32, in evaluation: inout PopulationEvaluation
  ) -> [(rule: RuleIndex, fails: Predicate)] {
    let graph = evaluation.graph
    evaluation.takers = graph.takers(of: CollectionOfOne(Target(index: target)))
    let starts = graph.targetRuleStarts
    var hard: [(RuleIndex, Predicate)] = []
    var soft: [(RuleIndex, Predicate)] = []
    for rule in graph.targetRules[Int(starts[Int(target)])..<Int(starts[Int(target) + 1])] {
      let fails = !evaluation.holds(rule).surely
      let isSoft = evaluation.isSoft(rule)
      hard.append((rule, fails.and(!isSoft)))
      soft.append((rule, fails.and(isSoft)))
    }
    return (hard + soft).filter { $0.1 != .nothing }.map { (rule: $0.0, fails: $0.1) }
  }
}
