import TollgateRuntime

extension Regions {
  /// Everything that can be held, once each.
  static func holdings(
    of graph: RuleGraph, _ extent: Extent, _ readings: PolicyReadings
  ) -> [Holding] {
    extent == .buying ? bought(graph) : given(graph, extent, readings)
  }

  /// What who holds an entitlement holds, as bits.
  static func gives(_ entitlement: Int32, _ graph: RuleGraph) -> UInt64 {
    graph.parts.entitlements[Int(entitlement)].gives.reduce(0) { $0 | 1 << UInt64($1) }
  }

  /// Any set of entitlements, with what they include; fresh, or stale where that can be.
  private static func given(
    _ graph: RuleGraph, _ extent: Extent, _ readings: PolicyReadings
  ) -> [Holding] {
    let meters = graph.parts.meters.count
    var sets: Set<UInt64> = [0]
    for entitlement in graph.parts.entitlements.indices {
      if entitlement == 0, graph.parts.tierCount > 0 { continue }
      sets.formUnion(sets.map { $0 | gives(Int32(entitlement), graph) })
    }
    var holdings = sets.sorted().map { set in
      var holding = Holding(added: Array(repeating: 0, count: meters))
      holding.addedToSettings = Array(repeating: 0, count: graph.parts.settings.count)
      holding.entitlements = set
      return holding
    }
    guard extent == .all, graph.parts.trust != nil else { return holdings }
    for holding in holdings {
      for added in additions(to: holding, graph, readings) {
        var stale = holding
        stale.isStale = true
        stale.added = added
        if holding.entitlements != 0 || added.contains(where: { $0 > 0 }) {
          holdings.append(stale)
        }
      }
    }
    return holdings
  }

  /// What stale add-ons may add: none, one or two of each whose entitlements are held.
  private static func additions(
    to holding: Holding, _ graph: RuleGraph, _ readings: PolicyReadings
  ) -> [[Int64]] {
    let read = Set(readings.counters.map { $0.meter })
    var found: Set<[Int64]> = [holding.added]
    for product in graph.parts.products
    where product.adds.contains(where: { read.contains($0.meter) }) {
      let granted = product.grants.reduce(0) { $0 | gives($1, graph) }
      guard granted & ~holding.entitlements == 0 else { continue }
      for sums in found {
        for times in [Int64(1), 2] {
          var more = sums
          for addition in product.adds { more[Int(addition.meter)] += times * addition.amount }
          found.insert(more)
        }
      }
    }
    return found.sorted { $0.lexicographicallyPrecedes($1) }
  }

  // MARK: Buying

  /// Every set of products that may be held together, and what buying leads to from there: an
  /// add-on may be bought again.
  private static func bought(_ graph: RuleGraph) -> [Holding] {
    let products = graph.parts.products
    var counts: Set<[Int]> = []
    let sets = heldTogether(graph)
    for set in sets {
      for purchase in sets {
        counts.insert(buying(purchase, holding: set, graph))
      }
      counts.insert(products.indices.map { set.contains($0) ? 1 : 0 })
    }
    return counts.sorted { $0.lexicographicallyPrecedes($1) }.map { holding(of: $0, graph) }
  }

  /// The sets of products without two that are `not with` each other.
  static func heldTogether(_ graph: RuleGraph) -> [[Int]] {
    var sets: [[Int]] = [[]]
    for (index, product) in graph.parts.products.enumerated() {
      sets += sets.filter { set in !set.contains { product.notWith.contains(Int32($0)) } }
        .map { $0 + [index] }
    }
    return sets
  }

  /// How many of each product are held after a purchase: what it is `not with` is replaced.
  static func buying(_ purchase: [Int], holding: [Int], _ graph: RuleGraph) -> [Int] {
    let products = graph.parts.products
    var counts = products.indices.map { index in
      let isReplaced = purchase.contains { products[$0].notWith.contains(Int32(index)) }
      return holding.contains(index) && !isReplaced ? 1 : 0
    }
    for product in purchase {
      let isAddOn = !products[product].adds.isEmpty || !products[product].settingAdds.isEmpty
      counts[product] = isAddOn ? counts[product] + 1 : 1
    }
    return counts
  }

  private static func holding(of counts: [Int], _ graph: RuleGraph) -> Holding {
    var holding = Holding(added: Array(repeating: 0, count: graph.parts.meters.count))
    holding.addedToSettings = Array(repeating: 0, count: graph.parts.settings.count)
    holding.products = counts
    for (product, count) in zip(graph.parts.products, counts) where count > 0 {
      for grant in product.grants { holding.entitlements |= gives(grant, graph) }
      for addition in product.adds {
        holding.added[Int(addition.meter)] += Int64(count) * addition.amount
      }
      for addition in product.settingAdds {
        holding.addedToSettings[Int(addition.setting)] += Int64(count) * addition.amount
      }
    }
    return holding
  }
}
