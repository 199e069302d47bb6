import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// A meter as counting needs it: its name, and the counters that the policy reads.
final class MeteredTarget: Sendable {
  let index: MeterIndex
  let target: Target
  let name: String
  let style: Meter.Windows
  /// The thing that it is counted for, as in `counted per team`; empty for the person.
  let countedPer: String
  let refill: Meter.Refill?
  /// The windows that rules read, without the total.
  let windows: [Window]
  /// Whether a rule reads the total, or no rule reads anything.
  let readsTotal: Bool
  /// How its packs are used up; nil if no product brings any.
  let packs: PackUse?
  /// The meters whose counters the rules of this one read, in order of declaration; it is one of
  /// them.
  let read: [Int]

  private init(_ index: MeterIndex, in graph: RuleGraph, windows read: Set<Window>) {
    let meter = graph[meter: index]
    self.index = index
    target = Target(index: graph.names.meterTargets[Int(index)])
    name = meter.name
    style = meter.windows
    countedPer = meter.countedPer
    refill = meter.refill
    windows = read.subtracting([.total]).sorted()
    readsTotal = read.contains(.total) || read.isEmpty
    packs = PackUse(of: index, in: graph)
    self.read = graph.metersRead(by: target).union([Int(index)]).sorted()
  }

  /// The key of the counters for a thing.
  func key(for thing: String?) -> TallyKey {
    TallyKey(meter: name, thing: countedPer.isEmpty ? "" : thing ?? "")
  }

  /// Whether it is counted for a person with this thing at hand.
  func isCounted(for thing: String?) -> Bool { countedPer.isEmpty || thing != nil }

  /// The meters of a policy, in order of declaration.
  static func all(of policy: Policy) -> [MeteredTarget] {
    let graph = policy.graph
    var read = Array(repeating: Set<Window>(), count: graph.parts.meters.count)
    for counter in graph.countersRead {
      guard read.indices.contains(Int(counter.meter)) else { continue }
      read[Int(counter.meter)].insert(counter.window)
    }
    return read.enumerated().map { index, windows in
      MeteredTarget(MeterIndex(index), in: graph, windows: windows)
    }
  }
}

extension RuleGraph {
  /// The counters that limits and conditions read.
  fileprivate var countersRead: [CounterIndex] {
    var counters: [CounterIndex] = []
    for core in cores {
      if let limit = core.limit, limit.meter != nil { counters.append(limit.counter) }
    }
    for node in parts.nodes {
      if case .usageAtLeast(let counter, _) = node { counters.append(counter) }
    }
    return counters
  }

  /// The meters that the rules of a target depend on.
  fileprivate func metersRead(by target: Target) -> Set<Int> {
    var meters: Set<Int> = []
    for rule in parts.targets[Int(target.index)].rules {
      forEachDependency(under: rule) { dependency in
        switch dependency {
        case .entitlement: break
        case .allowance(let meter), .total(let meter): meters.insert(Int(meter))
        }
      }
    }
    return meters.filter { parts.meters.indices.contains($0) }
  }
}
