import TollgateCompiler
import TollgateRuntime
import TollgateSyntax
import TollgateWords

extension LintRule {
  static let dearOverage = LintRule(
    DiagnosticPage(
      "TG0411", "going beyond a limit is dearer than the next plan", level: .note,
      what: "Who has one product and uses more than it includes pays, from a number on, more than "
        + "who has another product that grants all of it.",
      why:
        "A customer who finds out feels cheated. Say the number before: cap what is paid beyond, "
        + "or let the app offer the other product there.",
      avoid: "tiers free < pro < team\nproduct pro-monthly\n  grants pro\n"
        + "  price 12 USD per month\nproduct team-monthly\n  grants team\n"
        + "  price 20 USD per month\nmeter credits\ncredits at most 20 per month\n"
        + "  100 with pro\n  1_000 with team\n  then 0.05 USD for each credit with pro\n",
      prefer: "tiers free < pro < team\nproduct pro-monthly\n  grants pro\n"
        + "  price 12 USD per month\nproduct team-monthly\n  grants team\n"
        + "  price 20 USD per month\nmeter credits\ncredits at most 20 per month\n"
        + "  100 with pro\n  1_000 with team\n"
        + "  then 0.05 USD for each credit with pro, at most 8 USD\n",
      exceptions: "Only prices in one currency and for one period are compared, and only what a "
        + "product includes by itself. Prices for each of a number are not."
    )
  ) { pass in
    for overage in pass.graph.parts.overages {
      for product in pass.policy.products.indices {
        guard let found = pass.cheaper(than: product, overage) else { continue }
        pass.report(overage, found)
        break
      }
    }
  }
}

/// Another product that is cheaper from a number on, and how many units the first pays for before.
private struct CheaperProduct {
  var product: Int
  var other: Int
  var from: Int64
  var most: Int64
}

extension LintPass {
  fileprivate mutating func report(_ overage: Overage, _ found: CheaperProduct) {
    let rule = policy.rules[Int(overage.rule)]
    guard let clause = rule.overage, let meter = graph[rule: overage.rule].limit?.meter else {
      return
    }
    let (product, other) = (policy.products[found.product], policy.products[found.other])
    let record = graph.parts.meters[Int(meter)]
    // The first byte above 150 GB is read by nobody.
    let from =
      record.unit == .count
      ? "from \(AmountText.grouped(found.from)) `\(record.name)` on"
      : "above \(AmountText.print(found.from - 1, record.unit, .english)) of `\(record.name)`"
    let most = found.most.saturatingMultiply(overage.each)
    report(
      "\(from), `\(other.name.text)` is cheaper than "
        + "`\(product.name.text)` with what is paid beyond its limit",
      at: clause.span, "dearer than `\(other.name.text)` from there on",
      about: [.rule(Int(overage.rule))],
      related: [product, other].compactMap { product in
        product.priceSpan.map { .init($0, "the price of `\(product.name.text)`") }
      },
      help: [
        most > 0
          ? "write `, at most \(AmountText.print(most, record.unit, .english)) more`, so that "
            + "nobody pays more than for `\(other.name.text)`"
          : "ask less for each, or let the denial offer `\(other.name.text)`"
      ])
  }

  /// The cheapest product that grants all that another one grants, if it is cheaper from a number on
  /// for everybody who uses as much.
  fileprivate func cheaper(than product: Int, _ overage: Overage) -> CheaperProduct? {
    guard let charged = overage.prices.first, let own = price(of: product, in: charged),
      let times = times(overage, charged, in: own.period), let room = room(of: product, overage),
      let limit = room.limit, let beyond = room.beyond
    else { return nil }
    let unit = MoneyAmount(charged.amount).times(times)
    var best: (amount: MoneyAmount, found: CheaperProduct)?
    for other in policy.products.indices where other != product && grantsAll(other, of: product) {
      guard let price = price(of: other, in: charged), price.period == own.period,
        let theirs = self.room(of: other, overage)
      else { continue }
      let amount = MoneyAmount(price.amount)
      guard MoneyAmount(own.amount) < amount, best.map({ amount < $0.amount }) ?? true else {
        continue
      }
      let most = amount.pays(for: unit, besides: MoneyAmount(own.amount))
      let from = limit.saturatingAdd(most.saturatingMultiply(overage.each)).saturatingAdd(1)
      let end = beyond.upTo ?? .max
      guard from <= end, from < .max, isCheaper(theirs, from: from, to: end, most, limit, overage)
      else { continue }
      best = (
        amount, CheaperProduct(product: product, other: other, from: from, most: most)
      )
    }
    return best?.found
  }

  /// Whether who has the other product pays less wherever the first one lets its users go.
  private func isCheaper(
    _ theirs: Room, from: Int64, to end: Int64, _ most: Int64, _ limit: Int64, _ overage: Overage
  ) -> Bool {
    guard let included = theirs.limit else { return theirs.isUnlimited }
    guard from <= included else { return false }
    if end <= included { return true }
    // Beyond its own limit it costs as much for each: what it includes more has to stay enough.
    guard let beyond = theirs.beyond, beyond.upTo ?? .max >= end else { return false }
    return (included - limit) / overage.each > most
  }

  /// How much a product includes of a meter, and how far its users may go.
  private struct Room {
    var limit: Int64?
    var isUnlimited: Bool
    var beyond: Quota.Beyond?
  }

  /// That of who has nothing but a product, and used nothing; nil where facts decide.
  private func room(of product: Int, _ overage: Overage) -> Room? {
    guard let limit = graph[rule: overage.rule].limit, let meter = limit.meter else { return nil }
    let now = Instant(milliseconds: Scope.usualNow)
    let name = graph.parts.meters[Int(meter)].name
    var usage = Usage()
    for window in graph.counterPlaces.windows { usage[window] = Usage.Counter(0) }
    let snapshot = Snapshot(
      asOf: now, grants: [Grant(product: graph.parts.products[product].name)],
      usage: [name: usage])
    let target = Target(index: policy.target(ofMeter: meter))
    let decision = graph.decide(target, for: graph.prepareTyped(snapshot), at: now)
    guard let quota = decision.quota, quota.isUnlimited || quota.window == limit.window,
      quota.isUnlimited || quota.limit != nil
    else { return nil }
    return Room(limit: quota.limit, isUnlimited: quota.isUnlimited, beyond: quota.beyond)
  }

  /// The price of a product that everybody may buy by itself, in the currency of another price.
  private func price(of product: Int, in other: Price) -> Price? {
    let record = graph.parts.products[product]
    guard record.isForSale, record.onlyWith.isEmpty, record.sale == nil else { return nil }
    return record.prices.first {
      $0.currency == other.currency && $0.each == nil && $0.period != .once && $0.period != .use
    }
  }

  /// How often what goes beyond a limit is paid while a product is paid once; nil where the one is
  /// no part of the other.
  private func times(_ overage: Overage, _ price: Price, in period: Price.Period) -> Int64? {
    var part = price.period
    if part == .use, let window = graph[rule: overage.rule].limit?.window {
      switch window.unit {
      case .week: part = .weeks(Int64(window.number))
      case .month: part = .months(Int64(window.number))
      case .year: part = .months(12 * Int64(window.number))
      case .minute, .hour, .day, nil: return nil
      }
    }
    switch (period, part) {
    case (.months(let whole), .months(let count)), (.weeks(let whole), .weeks(let count)):
      return count > 0 && whole % count == 0 ? whole / count : nil
    default: return nil
    }
  }

  /// Whether a product grants and adds at least what another one does.
  private func grantsAll(_ product: Int, of other: Int) -> Bool {
    let records = graph.parts.products
    func given(_ product: Int) -> Set<Int32> {
      Set(records[product].grants.flatMap { graph.parts.entitlements[Int($0)].gives })
    }
    return given(product).isSuperset(of: given(other))
      && Set(records[product].adds).isSuperset(of: records[other].adds)
      && Set(records[product].settingAdds).isSuperset(of: records[other].settingAdds)
      && records[other].packs.isEmpty
  }
}
