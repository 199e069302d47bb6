/// How the limit of a rule goes on for money: `then 0.05 USD for each credit with pro`.
package struct Overage: Sendable, Hashable {
  package var rule: RuleIndex
  /// with …; always true for everybody.
  package var requirement: NodeIndex
  /// One for each currency, each for so much of the meter. The first is what is charged.
  package var prices: [Price]
  /// How much more than the limit at most, in the meter's unit; nil for any amount.
  package var most: Int64?
  /// The money that pays for that, in the first currency, where the policy says it as money.
  package var mostMoney: String?
  /// Whether the rule says how a denial is presented.
  package var isPrompted: Bool

  package init(
    rule: RuleIndex, requirement: NodeIndex, prices: [Price], most: Int64?, mostMoney: String?,
    isPrompted: Bool
  ) {
    self.rule = rule
    self.requirement = requirement
    self.prices = prices
    self.most = most
    self.mostMoney = mostMoney
    self.isPrompted = isPrompted
  }

  /// How much of the meter one price pays for, in its unit.
  package var each: Int64 { prices.first?.each?.of ?? 1 }
}

extension RuleGraph {
  /// How the limit of a rule goes on for money; nil if it does not.
  package func overage(of rule: RuleIndex) -> Overage? {
    overagePlace(of: rule).map { parts.overages[$0] }
  }

  /// The place of that among all of them, which ascend by their rules.
  func overagePlace(of rule: RuleIndex) -> Int? {
    var (low, high) = (0, parts.overages.count)
    while low < high {
      let middle = (low + high) / 2
      if parts.overages[middle].rule < rule { low = middle + 1 } else { high = middle }
    }
    return low < parts.overages.count && parts.overages[low].rule == rule ? low : nil
  }
}

extension Verifier {
  /// Each is that of another rule with a limit on a meter, and has sound prices in one period, for
  /// as much of that meter.
  func verifyOverages() throws(GraphError) {
    var last = Int32(-1)
    var meters: Set<MeterIndex> = []
    for overage in parts.overages {
      let isNext = overage.rule > last && isIndex(overage.rule, below: parts.tables.rules.count)
      try require(isNext && isNode(overage.requirement), "what goes beyond a limit")
      last = overage.rule
      let place = parts.tables.rules[Int(overage.rule)].limit
      guard place >= 0, let limit = parts.tables.limits[Int(place)], let meter = limit.meter,
        isMeter(meter), meters.insert(meter).inserted, limit.kind != .bare,
        limit.kind != .undecided, let first = overage.prices.first
      else { throw .impossible("what goes beyond a limit") }
      let name = parts.meters[Int(meter)].name
      for (index, price) in overage.prices.enumerated() {
        let isSound =
          isMoney(price) && price.period == first.period && price.each?.of == first.each?.of
          && price.each?.meter == name && price.perMonth == nil && overage.each > 0
          && !overage.prices[..<index].contains { $0.currency == price.currency }
        try require(isSound, "what goes beyond a limit")
      }
      let isPaidAgain = first.period != .use
      let isEnd = overage.most ?? 1 > 0 && (overage.mostMoney == nil || overage.most != nil)
      try require(isEnd && isPaidAgain == (limit.window == .total), "what goes beyond a limit")
      guard let money = overage.mostMoney else { continue }
      try require(
        isMoney(Price(amount: money, currency: first.currency, period: .use)),
        "what goes beyond a limit")
    }
  }
}
