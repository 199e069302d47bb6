extension Inquiry {
  /// Every way in, in the order in which they are listed, and whether there are more sets of
  /// products than are listed.
  package func waysIn(from outcome: Decision.Outcome) -> (ways: [WayIn], areMore: Bool) {
    guard outcome != .allowed else { return ([], false) }
    let readings = Readings(of: self)
    var evaluation = evaluation()
    let failing = failing(&evaluation)
    let validUntil = validUntil(outcome, readings, &evaluation)
    return waysIn(
      from: outcome, failing: failing, readings, validUntil: validUntil, &evaluation)
  }

  /// The same, of what is known already: the rules that fail, none for an allowed use.
  func waysIn(
    from outcome: Decision.Outcome, failing: [FailingRule], _ readings: Readings,
    validUntil: Int64?, _ evaluation: inout Evaluation<Silence>
  ) -> (ways: [WayIn], areMore: Bool) {
    guard let first = failing.first(where: { outcome == .warned || !$0.isSoft }) else {
      return ([], false)
    }
    let shop = Shop(inquiry: self, evaluation, from: outcome, inTheWay: first.index)
    var ways: [WayIn] = []
    ways.reserveCapacity(shop.found.count + 3)
    if isRefreshWorthwhile(outcome, failing) { ways.append(.refresh) }
    for product in productsToPay(outcome, &evaluation) {
      ways.append(.fixPayment(product: graph.parts.products[Int(product)].name))
    }
    for set in shop.found { ways.append(.buy(offers(set))) }
    if let validUntil {
      // Nothing is better before it is different.
      let later = readings.instants.drop { $0 < validUntil }
      let wait = firstTime(of: later, &evaluation) { isEnough($0, from: outcome) }
      if let wait { ways.append(.wait(until: Instant(milliseconds: wait))) }
    }
    appendReductions(from: outcome, readings, &evaluation, to: &ways)
    return (ways, shop.areMore)
  }

  /// Whether an outcome is better than the present one in the way that a way in must be: a denial
  /// becomes a use, a warning goes away.
  private func isEnough(_ other: Decision.Outcome, from outcome: Decision.Outcome) -> Bool {
    outcome == .denied ? other != .denied : other == .allowed
  }

  private func offers(_ products: BitSet) -> [Offer] {
    var offers: [Offer] = []
    offers.reserveCapacity(products.count)
    for index in products {
      let product = graph.parts.products[Int(index)]
      offers.append(Offer(product: product.name, price: product.price))
    }
    return offers
  }

  /// Of the rules in the way, none is false and one is unknown; or the clock is behind.
  private func isRefreshWorthwhile(
    _ outcome: Decision.Outcome, _ failing: [FailingRule]
  ) -> Bool {
    if isClockBehind { return true }
    var isAnyUnknown = false
    for rule in failing where outcome == .warned || !rule.isSoft {
      if rule.truth == .no { return false }
      if rule.truth == .unknown { isAnyUnknown = true }
    }
    return isAnyUnknown
  }

  /// The products with a grant on hold whose counting alone is enough.
  private func productsToPay(
    _ outcome: Decision.Outcome, _ evaluation: inout Evaluation<Silence>
  ) -> BitSet {
    var products = BitSet()
    for grant in prepared.grants
    where grant.state == .hold && grant.product >= 0 && !products.contains(grant.product) {
      evaluation.hypothesis = Hypothesis()
      evaluation.hypothesis.give(grant, in: graph)
      if evaluation.firstInTheWay(of: subject.rules[...], from: outcome) == nil {
        products.insert(grant.product)
      }
    }
    evaluation.hypothesis = Hypothesis()
    return products
  }

  /// For the total of each meter that the rules read, the least to take away that is enough.
  private func appendReductions(
    from outcome: Decision.Outcome, _ readings: Readings,
    _ evaluation: inout Evaluation<Silence>, to ways: inout [WayIn]
  ) {
    var last: Readings.Level?
    var isFound = false
    for level in readings.levels {
      if level.meter != last?.meter { isFound = false }
      guard !isFound, level != last else { continue }
      last = level
      evaluation.hypothesis = Hypothesis()
      evaluation.hypothesis.count(level.value, of: level.meter, in: prepared.world)
      guard evaluation.firstInTheWay(of: subject.rules[...], from: outcome) == nil else { continue }
      isFound = true
      let used = prepared.world.counter(level.meter, .total).used(at: now)
      ways.append(
        .reduce(meter: graph.parts.meters[Int(level.meter)].name, by: used - level.value))
    }
    evaluation.hypothesis = Hypothesis()
  }
}
