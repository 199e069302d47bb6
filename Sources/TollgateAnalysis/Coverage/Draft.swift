import TollgateCompiler
import TollgateRuntime

/// A user in the making, and what is asked of a target: what a search changes step by step.
struct Draft: Hashable, Sendable {
  /// Entitlements that are given, ascending.
  var entitlements: [Int32] = []
  /// Facts by index.
  var facts: [Int32: FactValue] = [:]
  /// Counters by their place in a input.
  var usage: [Int: Int64] = [:]
  /// Allowances by meter.
  var allowances: [Int32: Int64] = [:]
  var subject: String?
  var now = Draft.newYear2026
  var adding: Int64 = 1
  var isContinuing = false

  /// The time of a scenario that names none: 2026-01-01T00:00:00Z.
  static let newYear2026 = Instant(milliseconds: 1_767_225_600_000)

  /// The decision that it leads to.
  func decision(about target: Int32, _ graph: RuleGraph) -> Decision {
    graph.decide(
      Target(index: target), ask: Ask(.adding(adding), continuing: isContinuing),
      for: graph.prepare(snapshot(graph)),
      at: now)
  }

  private func snapshot(_ graph: RuleGraph) -> Snapshot {
    var snapshot = Snapshot(subject: subject, asOf: now)
    let parts = graph.parts
    for index in entitlements {
      snapshot.grants.append(Grant(entitlement: parts.entitlements[Int(index)].name))
    }
    for (index, value) in facts { snapshot.facts[parts.facts[Int(index)].name] = value }
    for (place, used) in usage {
      let meter = parts.meters[place / 5].name
      let window = Window(rawValue: UInt8(place % 5)) ?? .total
      snapshot.usage[meter, default: Usage()][window] = Counter(used)
    }
    for (index, allowance) in allowances {
      snapshot.allowances[parts.meters[Int(index)].name] = allowance
    }
    return snapshot
  }

  /// The drafts that know one thing less.
  var simpler: [Draft] {
    var drafts: [Draft] = []
    func add(_ change: (inout Draft) -> Void) {
      var draft = self
      change(&draft)
      drafts.append(draft)
    }
    for index in entitlements.indices { add { $0.entitlements.remove(at: index) } }
    for fact in facts.keys.sorted() { add { $0.facts[fact] = nil } }
    for counter in usage.keys.sorted() { add { $0.usage[counter] = nil } }
    for meter in allowances.keys.sorted() { add { $0.allowances[meter] = nil } }
    if isContinuing { add { $0.isContinuing = false } }
    if subject != nil { add { $0.subject = nil } }
    if now != Draft.newYear2026 { add { $0.now = Draft.newYear2026 } }
    return drafts
  }
}
