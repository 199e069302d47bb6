extension Inquiry {
  /// Every way in, in the order in which they are listed, and whether there are more sets of
  /// products than are listed.
  package func waysIn(from outcome: Decision.Outcome) -> (ways: [WayIn], areMore: Bool) {
    guard outcome != .allowed else { return ([], false) }
    let readings = Readings(of: self)
    var evaluation = evaluation()
    var standings = standings(&evaluation)
    let validUntil = validUntil(outcome, readings, &evaluation)
    return waysIn(
      from: outcome, past: &standings, readings, validUntil: validUntil, &evaluation)
  }

  /// The same with results that are known already; no rules for an allowed use.
  func waysIn(
    from outcome: Decision.Outcome, past standings: inout [RuleStanding], _ readings: Readings,
    validUntil: Int64?, _ evaluation: inout Evaluation<NoObserver>
  ) -> (ways: [WayIn], areMore: Bool) {
    guard let first = standings.firstInTheWay(from: outcome) else { return ([], false) }
    let search = PurchaseSearch(self, from: outcome, first: first, past: &standings, &evaluation)
    var ways: [WayIn] = []
    ways.reserveCapacity(search.found.count + 3)
    if isRefreshWorthwhile(outcome, standings) { ways.append(.refresh(missing(standings))) }
    for product in productsToCount(in: .hold, outcome, standings, &evaluation) {
      ways.append(.fixPayment(product: graph[product: product].name))
    }
    if asksForPaid {
      let trials = OfferedTrials(self, outcome)
      for set in search.found { ways.append(.buy(offers(set, isAfterTrial: trials.delay(set)))) }
      appendTrialEnds(outcome, standings, &evaluation, to: &ways)
    } else {
      for set in search.found { ways.append(.buy(offers(set, isAfterTrial: false))) }
    }
    if let validUntil {
      // Nothing is better before it is different.
      let later = readings.instants.drop { $0 < validUntil }
      let wait = firstTime(of: later, &evaluation) { $0.isEnough(from: outcome) }
      if let wait { ways.append(.wait(until: Instant(milliseconds: wait))) }
    }
    appendReductions(from: outcome, past: standings, readings, &evaluation, to: &ways)
    return (ways, search.areMore)
  }

  private func offers(_ products: BitSet, isAfterTrial: Bool) -> [Offer] {
    // Most sets are one product.
    if let product = products.only {
      return [Offer(product, isAfterTrial: isAfterTrial, in: graph)]
    }
    var offers: [Offer] = []
    offers.reserveCapacity(products.count)
    for product in products {
      offers.append(Offer(product, isAfterTrial: isAfterTrial, in: graph))
    }
    return offers
  }

  /// Whether a rule about the target asks for what is paid for.
  private var asksForPaid: Bool {
    guard graph.asksForPaid else { return false }
    let first = graph.paidPlace(of: 0)
    var asks = false
    for rule in subject.rules {
      graph.forEachDependency(under: rule) { dependency in
        if case .entitlement(let place) = dependency, place >= first { asks = true }
      }
    }
    return asks
  }

  /// The products whose trial renews, and whose counting as paid for alone is enough.
  private func appendTrialEnds(
    _ outcome: Decision.Outcome, _ standings: [RuleStanding],
    _ evaluation: inout Evaluation<NoObserver>, to ways: inout [WayIn]
  ) {
    var products = BitSet()
    var ends: [ProductIndex: Int64] = [:]
    for place in prepared.places(where: { $0.isInTrial(at: now) && $0.renews }) {
      let grant = prepared.grants[Int(place)]
      guard let product = grant.product, grant.until < ends[product] ?? .max else { continue }
      suppose(countingGrantsAt: [place], asPaid: true, &evaluation)
      if evaluation.isWayIn(past: standings, from: outcome) {
        products.insert(product)
        ends[product] = grant.until
      }
      evaluation.hypothesis.clear()
      evaluation.input = prepared.input
    }
    for product in products {
      guard let end = ends[product] else { continue }
      let at = Instant(milliseconds: end)
      ways.append(.trialEnds(product: graph[product: product].name, at: at))
    }
  }

  /// Of the rules in the way, none is false and one is unknown; or the clock is behind.
  private func isRefreshWorthwhile(
    _ outcome: Decision.Outcome, _ standings: [RuleStanding]
  ) -> Bool {
    if isClockBehind { return true }
    var isAnyUnknown = false
    for place in standings.indices where standings[place].isInTheWay(from: outcome) {
      if standings[place].truth == .no { return false }
      if standings[place].truth == .unknown { isAnyUnknown = true }
    }
    return isAnyUnknown
  }

  /// The names of the products whose paused grant alone is enough once it counts again: its user
  /// resumes it. It is told in words only; the ways in of data are those that a policy can name.
  package func productsToResume(from outcome: Decision.Outcome) -> [String] {
    guard outcome != .allowed, isAnyGrant(in: .paused) else { return [] }
    var evaluation = evaluation()
    let standings = standings(&evaluation)
    var names: [String] = []
    for product in productsToCount(in: .paused, outcome, standings, &evaluation) {
      names.append(graph[product: product].name)
    }
    return names
  }

  /// Whether the snapshot has a grant in a state.
  package func isAnyGrant(in state: Grant.State) -> Bool {
    for grant in prepared.grants where grant.state == state { return true }
    return false
  }

  /// The products with a grant in a state whose counting alone is enough.
  private func productsToCount(
    in state: Grant.State, _ outcome: Decision.Outcome, _ standings: [RuleStanding],
    _ evaluation: inout Evaluation<NoObserver>
  ) -> BitSet {
    var products = BitSet()
    for place in prepared.places(where: { $0.state == state }) {
      guard let product = prepared.grants[Int(place)].product, !products.contains(product)
      else { continue }
      suppose(countingGrantsAt: [place], &evaluation)
      if evaluation.isWayIn(past: standings, from: outcome) { products.insert(product) }
      evaluation.hypothesis.clear()
      // The next one may add nothing, and then leaves the input as it is.
      evaluation.input = prepared.input
    }
    return products
  }

  /// For the total of each meter that the rules read, the least to take away that is enough.
  private func appendReductions(
    from outcome: Decision.Outcome, past standings: [RuleStanding], _ readings: Readings,
    _ evaluation: inout Evaluation<NoObserver>, to ways: inout [WayIn]
  ) {
    var last: Readings.Level?
    var isFound = false
    for level in readings.levels {
      if level.meter != last?.meter { isFound = false }
      guard !isFound, level != last else { continue }
      last = level
      evaluation.hypothesis.count(level.value, of: level.meter, in: prepared.input)
      isFound = evaluation.isWayIn(past: standings, from: outcome)
      evaluation.hypothesis.clear()
      guard isFound, let used = prepared.input.used(level.meter, .total, at: now) else { continue }
      ways.append(
        .reduce(meter: graph[meter: level.meter].name, by: used - level.value))
    }
  }
}

/// The trials that a user is offered, and what is so while they run.
private struct OfferedTrials {
  private let inquiry: Inquiry
  private let outcome: Decision.Outcome
  private let catalog: ProductCatalog

  init(_ inquiry: Inquiry, _ outcome: Decision.Outcome) {
    self.inquiry = inquiry
    self.outcome = outcome
    catalog = ProductCatalog(of: inquiry)
  }

  /// Whether products are not enough while the trials of them run that this user is offered.
  func delay(_ products: BitSet) -> Bool {
    var trials = BitSet()
    for product in products where inquiry.graph[product: product].hasTrial {
      if inquiry.prepared.isOffered(trialOf: product) { trials.insert(product) }
    }
    guard !trials.isEmpty else { return false }
    var evaluation = inquiry.evaluation()
    evaluation.input = catalog.after(buying: products, inTrial: trials).input
    return !evaluation.outcome(of: inquiry.subject.rules).isEnough(from: outcome)
  }
}
