extension Inquiry {
  /// Every way in, in the order in which they are listed, and whether there are more sets of
  /// products than are listed.
  package func waysIn(from outcome: Decision.Outcome) -> (ways: [WayIn], areMore: Bool) {
    outcome == .allowed ? ([], false) : waysIn(from: outcome, Readings(of: self))
  }

  func waysIn(
    from outcome: Decision.Outcome, _ readings: Readings
  ) -> (ways: [WayIn], areMore: Bool) {
    guard outcome != .allowed else { return ([], false) }
    var ways: [WayIn] = []
    if isRefreshWorthwhile(outcome) { ways.append(.refresh) }
    for product in productsToPay(outcome) {
      ways.append(.fixPayment(product: graph.parts.products[Int(product)].name))
    }
    let shop = Shop(inquiry: self, outcome: outcome)
    for products in shop.minimalSets() { ways.append(.buy(products.map(offer))) }
    if let instant = firstTime(readings, where: { isEnough($0, from: outcome) }) {
      ways.append(.wait(until: Instant(milliseconds: instant)))
    }
    ways += reductions(from: outcome, readings)
    return (ways, shop.areMore)
  }

  /// Whether an outcome is better than the present one in the way that a way in must be: a denial
  /// becomes a use, a warning goes away.
  func isEnough(_ other: Decision.Outcome, from outcome: Decision.Outcome) -> Bool {
    outcome == .denied ? other != .denied : other == .allowed
  }

  func offer(_ product: Int32) -> Offer {
    let product = graph.parts.products[Int(product)]
    return Offer(product: product.name, price: product.price)
  }

  /// Of the rules in the way, none is false and one is unknown; or the clock is behind.
  private func isRefreshWorthwhile(_ outcome: Decision.Outcome) -> Bool {
    if isClockBehind { return true }
    var reasoning = reasoning()
    var isAnyUnknown = false
    for failing in failing where outcome == .warned || !failing.isSoft {
      switch reasoning.holds(failing.rule) {
      case .no: return false
      case .unknown: isAnyUnknown = true
      case .yes: break
      }
    }
    return isAnyUnknown
  }

  /// The products with a grant on hold whose counting alone is enough, in order of declaration.
  private func productsToPay(_ outcome: Decision.Outcome) -> [Int32] {
    var products: [Int32] = []
    for (index, grant) in prepared.grants.enumerated()
    where grant.state == .hold && grant.product >= 0 && !products.contains(grant.product) {
      var spans = Spans(graph: graph)
      for other in prepared.grants { spans.add(other) }
      spans.addAlways(prepared.grants[index])
      let world = prepared.world.with(held: spans.heldTable, added: spans.addedTable)
      if isEnough(self.outcome(in: world), from: outcome) { products.append(grant.product) }
    }
    return products.sorted()
  }

  /// For the total of each meter that the rules read, the least to take away that is enough.
  private func reductions(from outcome: Decision.Outcome, _ readings: Readings) -> [WayIn] {
    var ways: [WayIn] = []
    for (meter, values) in readings.levels.enumerated() where !values.isEmpty {
      let used = prepared.world.counter(Int32(meter), .total).used(at: now)
      var tried = Int64.max
      for value in values.sorted(by: >) where value >= 0 && value < used && value != tried {
        tried = value
        let world = world(using: value, of: Int32(meter))
        guard isEnough(self.outcome(in: world), from: outcome) else { continue }
        ways.append(.reduce(meter: graph.parts.meters[meter].name, by: used - value))
        break
      }
    }
    return ways
  }
}
