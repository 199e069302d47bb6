import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

/// A comparison of plans promises nothing that some user is refused, on random policies: whatever
/// the facts and the usage are, a plain yes is a yes, and a plain no is a no.
@Suite struct PlanTests {
  @Test(arguments: Corpus.lots) func aPlainCellIsTrueOfEveryUser(lot: Int) throws {
    var seen: [String: Int] = [:]
    // One policy in five, with all its users, is enough.
    for example in Corpus.shared.lot(lot) where example.seed % 5 == 0 {
      let policy = example.value.engine
      let now = Instant(milliseconds: Int64(example.situations[0].ask.now))
      let table = policy.planTable(at: now)
      for (snapshot, _) in example.situations {
        let known = try snapshot.engineSnapshot
        for (index, column) in table.columns.enumerated() {
          let someone = PlanTests.user(known, with: column, of: policy, at: now)
          var unused = known
          unused.usage = PlanTests.nothingUsed(of: policy)
          let newcomer = PlanTests.user(unused, with: column, of: policy, at: now)
          for row in table.rows {
            // What takes from meters is included if its first use is.
            let user = PlanTests.takes(row.name, in: policy) ? newcomer : someone
            let cell = row.cells[index]
            seen[cell.answer.word, default: 0] += 1
            for decision in policy.decide(each: row.name, for: user, at: now)
            where !PlanTests.isTrue(cell, of: decision, in: policy) {
              Issue.record(
                """
                seed \(example.seed): \(column.label), \(decision.target) is \(cell.text), and the \
                decision is \(decision.outcome)
                \(example.value.source)
                """)
              return
            }
          }
        }
      }
    }
    // The test means nothing for an answer that never occurs.
    for word in ["included", "excluded", "depends", "limited", "unlimited"] {
      #expect(seen[word, default: 0] > 0, "\(word)")
    }
  }

  /// Whether something of a row takes from meters.
  private static func takes(_ name: String, in policy: Policy) -> Bool {
    policy.graph.members(of: name)?.contains { !policy.graph.uses[$0.index].isEmpty } ?? false
  }

  private static func nothingUsed(of policy: Policy) -> [String: Usage] {
    var usage: [String: Usage] = [:]
    for meter in policy.graph.parts.meters { usage[meter.name] = Usage(0) }
    for counter in policy.graph.patterns.reads.counters {
      usage[policy.graph[meter: counter.meter].name]?[counter.window] = Usage.Counter(0)
    }
    return usage
  }

  /// Somebody of whom all this is known, and who holds the plan of a column. A date that the policy
  /// gives otherwise is not known better.
  private static func user(
    _ known: Snapshot, with column: PlanTable.Column, of policy: Policy, at now: Instant
  ) -> PreparedSnapshot {
    var user = known
    user.asOf = now
    user.latestSeen = nil
    user.allowances = [:]
    for fact in policy.graph.parts.facts where fact.type == .date && fact.otherwise != Fact.unknown
    {
      user.facts[fact.name] = nil
    }
    user.grants =
      switch column.kind {
      case .nothing: []
      case .tier where column.bringsMore: column.products.prefix(1).map { Grant(product: $0.name) }
      case .tier, .entitlement: [Grant(entitlement: column.name)]
      case .product: [Grant(product: column.name)]
      }
    return policy.prepare(user)
  }

  private static func isTrue(
    _ cell: PlanTable.Cell, of decision: Decision, in policy: Policy
  ) -> Bool {
    // The policy itself may give a user more than the plan.
    let hasGrants = policy.givesByItself
    switch cell.answer {
    case .included: return decision.outcome == .allowed
    case .warned: return decision.outcome != .denied
    case .depends: return true
    case .value(let value):
      // What is known of a user may add to the value of the plan, and never takes from it.
      guard let state = decision.value else { return false }
      return hasGrants || policy.isAsGood(state.value, as: value, of: decision.target)
    case .unlimited:
      // The nearest limit may be that of a meter that it takes from.
      let isOther = decision.quota.map { $0.meter != decision.target } ?? false
      return hasGrants
        || (isOther ? decision.outcome != .denied : decision.quota?.isUnlimited == true)
    case .excluded: return hasGrants || decision.outcome == .denied
    case .limited(let limits):
      let binds = limits.contains { limit in
        limit.condition == nil && !limit.perhaps.contains { $0.isUnlimited }
      }
      return hasGrants || !binds || decision.quota?.isUnlimited == false
    }
  }
}

extension Policy {
  fileprivate var givesByItself: Bool { !graph.parts.statementGrants.isEmpty }

  /// Whether one value of a setting is as good as another.
  fileprivate func isAsGood(_ a: SettingValue, as b: SettingValue, of name: String) -> Bool {
    guard let target = graph.parts.targets.firstIndex(where: { $0.name == name }),
      let index = graph.setting(of: Int32(target))
    else { return false }
    let setting = graph.parts.settings[Int(index)]
    let isSmallerBetter = graph.parts.ladders[Int(setting.ladder)].isSmallerBetter
    switch (a, b) {
    case (.unlimited, _): return true
    case (_, .unlimited): return false
    case (.choice(_, let one), .choice(_, let other)): return one >= other
    default:
      guard let one = a.number, let other = b.number else { return false }
      return isSmallerBetter ? one <= other : one >= other
    }
  }
}
