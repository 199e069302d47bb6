extension Inquiry {
  /// The values of the parts of every rule about the target, in the order of the source: the same
  /// evaluation as the answer's, watched.
  package var trace: [(rule: Int32, parts: RuleTruth)] {
    var evaluation = Evaluation(
      graph: graph, input: prepared.input, now: now, ask: ask, observer: Trace())
    for rule in subject.rules { _ = evaluation.holds(rule) }
    return evaluation.observer.rules
  }

  /// The entitlements that the user surely has, without those that another one of them includes,
  /// and with the first tier only if there is nothing else.
  package var held: [Int32] {
    var evaluation = evaluation()
    var held: [Int32] = []
    for index in graph.parts.entitlements.indices {
      if evaluation.holds(entitlement: Int32(index)) { held.append(Int32(index)) }
    }
    return held.filter { entitlement in
      !held.contains { other in
        other != entitlement
          && graph[entitlement: other].gives.contains(entitlement)
      }
    }
  }

  /// The targets that are denied now and could be used with these products bought.
  package func opened(byBuying products: [Int32]) -> [Int32] {
    let after = ProductCatalog(of: self).after(buying: BitSet(products))
    var present = prepared.evaluation(at: now)
    var later = present
    later.input = after.input
    return graph.targets.filter { target in
      let rules = graph.rules(of: target)
      return present.outcome(of: rules) == .denied && later.outcome(of: rules) != .denied
    }.map { $0.index }
  }
}

extension RuleGraph {
  /// Targets in ascending order as runs: neighbours of one series are one run.
  package func runs(of targets: [Int32]) -> [ClosedRange<Int32>] {
    var runs: [ClosedRange<Int32>] = []
    let series = SeriesBounds(parts.groups)
    for target in targets {
      if let last = runs.last, last.upperBound + 1 == target,
        series.haveNeighbours(target - 1, target)
      {
        runs[runs.count - 1] = last.lowerBound...target
      } else {
        runs.append(target...target)
      }
    }
    return runs
  }
}

/// The first and the last member of each series, in order.
private struct SeriesBounds {
  private var bounds: [(first: Int32, last: Int32)] = []

  init(_ groups: [TargetGroup]) {
    for group in groups where group.isSeries {
      if let first = group.members.first, let last = group.members.last {
        bounds.append((first, last))
      }
    }
    bounds.sort { $0.first < $1.first }
  }

  /// Whether two neighbours are both members of one series.
  func haveNeighbours(_ a: Int32, _ b: Int32) -> Bool {
    var low = 0
    var high = bounds.count
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle].first <= a { low = middle + 1 } else { high = middle }
    }
    return low > 0 && b <= bounds[low - 1].last
  }
}
