import TollgateKit
import TollgateRuntime

/// A meter as counting needs it: its name, and the counters that the policy reads.
struct MeteredTarget: Sendable {
  let name: String
  let target: Target
  let style: Meter.Windows
  /// The thing that it is counted for, as in `counted per team`; empty for the person.
  let countedPer: String
  let refill: Meter.Refill?
  /// The windows that rules read, without the total.
  var windows: [Window] = []
  /// Whether a rule reads the total, or no rule reads anything.
  var readsTotal = false

  fileprivate init(_ meter: Meter, _ target: Target) {
    name = meter.name
    self.target = target
    style = meter.windows
    countedPer = meter.countedPer
    refill = meter.refill
  }

  /// The key of the counters for a thing.
  func key(for thing: String?) -> TallyKey {
    TallyKey(meter: name, thing: countedPer.isEmpty ? "" : thing ?? "")
  }

  /// The meters of a policy, in order of declaration.
  static func all(of policy: Policy) -> [MeteredTarget] {
    let graph = policy.graph
    var meters: [MeteredTarget] = []
    var read = Array(repeating: Set<Window>(), count: graph.parts.meters.count)
    for counter in graph.countersRead {
      guard read.indices.contains(Int(counter.meter)) else { continue }
      read[Int(counter.meter)].insert(counter.window)
    }
    for (index, meter) in graph.parts.meters.enumerated() {
      var metered = MeteredTarget(
        meter, Target(index: graph.names.meterTargets[index]))
      metered.windows = read[index].subtracting([.total]).sorted()
      metered.readsTotal = read[index].contains(.total) || read[index].isEmpty
      meters.append(metered)
    }
    return meters
  }
}

extension RuleGraph {
  /// The counters that limits and conditions read.
  fileprivate var countersRead: [CounterIndex] {
    var counters: [CounterIndex] = []
    for core in cores {
      if let limit = core.limit, limit.meter >= 0 { counters.append(limit.counter) }
    }
    for node in parts.nodes {
      if case .usageAtLeast(let counter, _) = node { counters.append(counter) }
    }
    return counters
  }
}
