import TollgateCompiler
import TollgateRuntime
import TollgateSyntax
import TollgateWords

extension Project {
  /// `free: 5 uses per month, pro: 125 uses per month` after `image uses 4 credits`, with the place
  /// after which each is shown.
  func useHints(
    in span: Span, of path: FilePath, _ policy: CheckedPolicy
  ) -> [(Span, String)] {
    guard !policy.uses.isEmpty, let graph = compiled.graph else { return [] }
    var users = PlanUsers(graph)
    return policy.uses.compactMap { statement in
      guard isIn(statement.span, path), let amount = statement.amounts.first?.span else {
        return nil
      }
      let end = place(of: amount).span.end
      guard span.start <= end, end <= span.end else { return nil }
      return UseLimit(of: statement, in: graph)?.words(&users).map { (amount, $0) }
    }
  }
}

/// Users who have a plan, and of whom nothing else is known; each is made once.
private struct PlanUsers {
  private let graph: RuleGraph
  private var known: [EntitlementIndex?: PreparedSnapshot] = [:]

  init(_ graph: RuleGraph) { self.graph = graph }

  /// - Parameter plan: nil for who bought nothing.
  mutating func user(of plan: EntitlementIndex?) -> PreparedSnapshot {
    if let user = known[plan] { return user }
    let user = graph.prepare(holding: plan.map { [$0] } ?? [])
    known[plan] = user
    return user
  }
}

/// A target that takes one amount of one meter, which has one limit: how many uses that is.
private struct UseLimit {
  private let graph: RuleGraph
  private let target: Int32
  private let use: Use
  private let limit: Limit
  /// The entitlements that have a say in it, tiers first.
  private let plans: [EntitlementIndex]

  /// Nil where no number would be exact: it may depend on more than the plan.
  init?(of statement: CheckedUses, in graph: RuleGraph) {
    guard statement.amounts.count == 1, graph.parts.statementGrants.isEmpty,
      let target = statement.targets.ranges.first?.lowerBound, graph.uses[target].count == 1,
      let index = graph.uses[target].first
    else { return nil }
    let (use, own) = (graph[use: index], graph.parts.targets[Int(target)])
    let isOneForAll = statement.targets.ranges.joined().allSatisfy {
      graph.uses[$0] == [index] && graph.parts.targets[Int($0)].rules == own.rules
    }
    let meter = graph.parts.targets[Int(graph.names.meterTargets[Int(use.meter)])]
    guard isOneForAll, own.meter == nil || own.rules.isEmpty, meter.rules.count == 1,
      graph.isAlways(use.inForce), graph.isAlways(use.condition),
      let limit = graph[rule: meter.rules[0]].limit
    else { return nil }
    var steps = graph.parts.ladders[Int(use.ladder)].steps
    if let ladder = graph.ladder(of: limit) {
      guard graph.parts.ladders[Int(ladder)].source == nil else { return nil }
      steps += graph.parts.ladders[Int(ladder)].steps
    }
    var plans: Set<EntitlementIndex> = []
    for step in steps {
      guard graph.isAlways(step.inForce), graph.isAlways(step.condition),
        let asked = graph.alternatives(step.requirement)
      else { return nil }
      plans.formUnion(asked)
    }
    for rule in own.rules + meter.rules {
      let rule = graph.parts.rules[Int(rule)]
      guard graph.isAlways(rule.inForce), graph.isAlways(rule.condition) else { return nil }
      if graph.ladder(of: rule.limit ?? limit) != nil, rule.limit != nil { continue }
      guard let asked = graph.alternatives(rule.requirement) else { return nil }
      plans.formUnion(asked)
    }
    if graph.parts.tierCount > 0 { plans.remove(0) }
    (self.graph, self.target, self.use, self.limit) = (graph, target, use, limit)
    self.plans = plans.sorted()
  }

  /// `free: 5 uses per month, pro: 125 uses per month`; the same for everybody is told once.
  func words(_ users: inout PlanUsers) -> String? {
    var told: [(name: String, uses: String)] = []
    for plan in [nil] + plans.map(Optional.some) {
      guard let uses = uses(of: users.user(of: plan)) else { continue }
      let tier = graph.parts.tierCount > 0 ? graph.parts.entitlements[0].name : "everybody"
      told.append((plan.map { graph.parts.entitlements[Int($0)].name } ?? tier, uses))
    }
    guard told.contains(where: { $0.uses != Self.unlimited }) else { return nil }
    if told.count == plans.count + 1, told.allSatisfy({ $0.uses == told[0].uses }) {
      return told[0].uses
    }
    let shown = told.prefix(4).map { "\($0.name): \($0.uses)" }.joined(separator: ", ")
    return told.count > 4 ? shown + ", …" : shown
  }

  private static let unlimited = "unlimited"

  /// `125 uses per month` of a user who has used nothing; nil for who may not use it, or where that
  /// is not known.
  private func uses(of user: PreparedSnapshot) -> String? {
    var counters = [(counter: limit.counter, state: Counter(0))]
    let own = graph.parts.targets[Int(target)].meter
    if let own { counters.append((CounterIndex(own, .total), Counter(0))) }
    let user = graph.prepareOnce(user, counting: counters)
    let decision = graph.decide(Target(index: target), for: user, at: Instant(milliseconds: 0))
    let meter = graph[meter: use.meter].name
    guard decision.outcome != .denied else { return nil }
    let taken = decision.uses.first { $0.meter == meter }?.amount ?? 0
    guard taken > 0, let quota = decision.quota, !quota.isUnlimited else { return Self.unlimited }
    guard quota.meter == meter, let limit = quota.limit else { return nil }
    let count = limit / taken
    let per = ConditionText(.english).window(quota.window)
    guard let own, let each = use.each else {
      return "\(AmountText.grouped(count)) \(count == 1 ? "use" : "uses")\(per)"
    }
    let (name, unit) = (graph[meter: own].name, graph[meter: own].unit)
    let amount = count.saturatingMultiply(each)
    return AmountText.things(amount, unit, named: name, .english) + per
  }
}

extension RuleGraph {
  fileprivate func isAlways(_ node: NodeIndex) -> Bool { self[node: node] == .always }

  /// The entitlements any one of which is enough; none for what nobody or everybody meets, nil for
  /// anything else.
  fileprivate func alternatives(_ node: NodeIndex) -> [EntitlementIndex]? {
    switch self[node: node] {
    case .always, .never: return []
    case .entitlement(let entitlement, _): return [entitlement]
    case .any(let children):
      var all: [EntitlementIndex] = []
      for child in self[children] {
        guard let asked = alternatives(child) else { return nil }
        all += asked
      }
      return all
    default: return nil
    }
  }
}
