import TollgateRuntime

extension AxisValues {
  init(_ readings: PolicyReadings, _ graph: RuleGraph, _ extent: Extent) {
    moments = AxisValues.moments(readings, graph, extent)
    subjects = AxisValues.subjects(readings, graph, extent)
    for fact in Set(readings.factBounds.keys).union(readings.choices.keys) {
      facts[fact] = AxisValues.values(of: fact, readings, graph, extent)
    }
    for meter in readings.metersWithAmounts {
      amounts[meter] = AxisValues.amounts(of: meter, readings, graph, extent)
    }
    for counter in readings.counters {
      counters[counter] = AxisValues.values(
        of: counter, readings, amounts[counter.meter] ?? [1], graph, extent)
    }
  }

  private static func subjects(
    _ readings: PolicyReadings, _ graph: RuleGraph, _ extent: Extent
  ) -> [[Int32: Bool]] {
    var subjects: [[Int32: Bool]] = [[:]]
    for rollout in readings.rollouts.sorted() {
      let share = graph.parts.rollouts[Int(rollout)].share
      let values = share <= 0 ? [false] : share >= 10_000 ? [true] : [false, true]
      subjects = subjects.flatMap { subject in
        values.map { value in subject.merging([rollout: value]) { $1 } }
      }
    }
    if extent == .all, !readings.rollouts.isEmpty { subjects.append([:]) }
    return subjects
  }

  private static func values(
    of index: Int32, _ readings: PolicyReadings, _ graph: RuleGraph, _ extent: Extent
  ) -> [Int64?] {
    let fact = graph.parts.facts[Int(index)]
    var values: Set<Int64>
    switch fact.type {
    case .yesOrNo: values = [0, 1]
    case .choice:
      values = readings.choices[index] ?? []
      let all = 0..<Int64(fact.choices.count + (fact.isOpen ? 1 : 0))
      // One stands for all that no rule names.
      if let other = all.first(where: { !values.contains($0) }) { values.insert(other) }
    case .version:
      // Every version is at least 0.
      let least: Int64 = fact.versions.first == Version(0) ? 1 : 0
      values = Set(least...Int64(fact.versions.count))
    case .number, .date:
      values = Set((readings.factBounds[index] ?? []).filter { $0 > 0 }).union([0])
    }
    let known: [Int64?] = values.sorted()
    // A missing value is what it is `otherwise`; a choice that is not declared is unknown.
    let isClosed = fact.type == .choice && !fact.isOpen
    let canBeUnknown = fact.otherwise == Fact.unknown || isClosed
    return extent == .all && canBeUnknown ? known + [nil] : known
  }

  private static func values(
    of counter: PolicyReadings.CounterName, _ readings: PolicyReadings, _ amounts: [Int64],
    _ graph: RuleGraph, _ extent: Extent
  ) -> [Int64?] {
    let sums = additions(to: counter.meter, graph, extent)
    var values: Set<Int64> = []
    for sum in sums {
      for bound in readings.usedBounds[counter] ?? [] { values.insert(bound + sum) }
      for bound in readings.afterBounds[counter] ?? [] {
        for amount in amounts { values.insert(bound + sum - amount) }
      }
    }
    if let least = values.min() { values.insert(least - 1) }
    if extent == .all, sums.count > 1, let least = values.min(), let most = values.max() {
      // What is added perhaps moves all counters of a meter alike: no value stands for another.
      values = Set(least...most)
    }
    let known: [Int64?] = values.sorted()
    return extent == .all ? known + [nil] : known
  }

  /// The least amount of a region is 1, or leads from the most that may be used before to the
  /// least that has to be used after.
  private static func amounts(
    of meter: Int32, _ readings: PolicyReadings, _ graph: RuleGraph, _ extent: Extent
  ) -> [Int64] {
    let sums = additions(to: meter, graph, extent)
    var amounts: Set<Int64> = [1]
    for (counter, bounds) in readings.afterBounds where counter.meter == meter {
      for (after, used) in pairs(bounds, readings.usedBounds[counter] ?? []) {
        for (most, least) in pairs(Set(sums), Set(sums)) {
          amounts.insert(max(1, after + most - (used + least) + 1))
        }
      }
    }
    return amounts.sorted()
  }

  private static func pairs(_ a: Set<Int64>, _ b: Set<Int64>) -> [(Int64, Int64)] {
    a.flatMap { first in b.map { (first, $0) } }
  }

  /// What products may add to a meter, where that matters: when buying, and when it is stale.
  static func additions(to meter: Int32, _ graph: RuleGraph, _ extent: Extent) -> [Int64] {
    var sums: Set<Int64> = [0]
    let isStalePossible = extent == .all && graph.parts.trust != nil
    guard extent == .buying || isStalePossible else { return [0] }
    for product in graph.parts.products {
      for addition in product.adds where addition.meter == meter {
        sums = sums.union(sums.map { $0 + addition.amount })
          .union(sums.map { $0 + 2 * addition.amount })
      }
    }
    return sums.sorted()
  }
}
