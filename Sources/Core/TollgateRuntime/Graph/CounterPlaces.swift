/// Where each counter is in a list that has those of all meters: first, meter by meter, the total,
/// the day, the week, the month and the year; then those of the other windows that rules read.
package struct CounterPlaces: Sendable {
  private let meterCount: Int
  /// In ascending order of their keys.
  private let others: [CounterIndex]

  /// The counters that the conditions and limits of a policy read.
  init(_ parts: RuleGraph.Parts, cores: [RuleCore]) {
    var found: Set<CounterIndex> = []
    for place in cores.indices {
      if let limit = cores[place].limit, !limit.window.isCommon { found.insert(limit.counter) }
    }
    for node in parts.nodes {
      if case .usageAtLeast(let counter, _) = node, !counter.window.isCommon {
        found.insert(counter)
      }
    }
    meterCount = parts.meters.count
    others = found.sorted { $0.key < $1.key }
  }

  /// How many counters there are.
  package var count: Int { meterCount * Window.commonCount + others.count }

  /// The windows that the counters have, the total first, each once.
  package var windows: [Window] {
    var windows = Set(Window.common)
    for counter in others { windows.insert(counter.window) }
    return windows.sorted()
  }

  /// The place of a counter; nil for one that no rule reads.
  @inline(__always)
  package func place(of counter: CounterIndex) -> Int? {
    let place = place(ofRead: counter)
    return place < 0 ? nil : place
  }

  /// The place of a counter that a rule or a quota reads, which has one: that is not checked again.
  @inline(__always)
  package func place(ofRead counter: CounterIndex) -> Int {
    if counter.window.isCommon {
      return Int(counter.meter) * Window.commonCount + Int(counter.window.code)
    }
    return otherPlace(of: counter)
  }

  /// The place of a counter of an uncommon window; -1 for one that no rule reads.
  @inline(never)
  private func otherPlace(of counter: CounterIndex) -> Int {
    let key = counter.key
    var (low, high) = (0, others.count)
    while low < high {
      let middle = (low + high) / 2
      if others[middle].key < key { low = middle + 1 } else { high = middle }
    }
    guard low < others.count, others[low].key == key else { return -1 }
    return meterCount * Window.commonCount + low
  }
}

extension CounterIndex {
  fileprivate var key: Int64 { Int64(meter) << 16 | Int64(window.code) }
}
