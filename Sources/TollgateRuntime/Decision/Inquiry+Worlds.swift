extension Inquiry {
  /// The world in which these grants count, whatever their states and dates.
  func world(counting counts: (PreparedGrant) -> Bool) -> World? {
    guard prepared.grants.contains(where: counts) else { return nil }
    var spans = Spans(graph: graph)
    for grant in prepared.grants {
      spans.add(grant)
      if counts(grant) { spans.addAlways(grant) }
    }
    return prepared.world.with(held: spans.heldTable, added: spans.addedTable)
  }

  /// The world in which these products have just been bought.
  func world(buying products: [Int32]) -> World {
    Storefront(of: self).world(buying: products)
  }

  /// The world in which a counter has another value.
  func world(using value: Int64, of meter: Int32) -> World {
    var counters = prepared.world.counters
    let index = World.counterIndex(meter, .total)
    counters[index] = World.CounterState(used: value, resets: counters[index].resets)
    return prepared.world.with(counters: counters)
  }
}
