import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

/// A way in really opens: whoever takes it is allowed, or warned.
@Suite struct WaysInTests {
  @Test(arguments: Corpus.lots) func aWayInReallyOpens(lot: Int) throws {
    var taken: [String: Int] = [:]
    try EngineTests.each(in: lot) { example, snapshot, ask, decision, seed in
      for way in decision.waysIn {
        guard let (later, laterAsk) = try take(way, example, snapshot, ask) else { continue }
        let outcome = try example.decide(laterAsk, later).outcome
        let isOpen = decision.outcome == .denied ? outcome != .denied : outcome == .allowed
        #expect(isOpen, "seed \(seed): \(way)\n\(ask.json(with: snapshot))\n\(example.source)")
        taken[kind(way), default: 0] += 1
      }
    }
    // The test means nothing for a kind that never occurs.
    for kind in ["buy", "wait", "reduce", "fix-payment"] { #expect(taken[kind, default: 0] > 0) }
  }

  /// Where all meters are `counted for ever`, the same answers but for what is to be taken away.
  @Test(arguments: Corpus.lots) func nothingIsTakenAwayThatIsCountedForEver(lot: Int) throws {
    var reductions = 0
    for example in Corpus.shared.lot(lot) {
      let lines = example.value.source.split(separator: "\n", omittingEmptySubsequences: false)
      // An undeclared meter has no clauses.
      guard lines.contains(where: { $0.hasPrefix("meter") }) else { continue }
      let changed = lines.map { $0.hasPrefix("meter") ? $0 + "\n  counted for ever" : $0 }
      let forEver = try Case(example.value.policy, writtenAs: changed.joined(separator: "\n"))
      for ((snapshot, ask), decision) in zip(example.situations, example.decisions) {
        let later = try forEver.decide(ask, snapshot)
        let told = Naive.Decision(later).waysIn
        let expected = Naive.Decision(decision).waysIn.filter { $0.kind != "reduce" }
        reductions += decision.waysIn.count - expected.count
        #expect(told == expected, "seed \(example.seed)")
        #expect(later.outcome == decision.outcome && later.reason == decision.reason)
        #expect(later.quota == decision.quota, "seed \(example.seed)")
      }
    }
    #expect(reductions > 0)
  }

  /// There is always something to report, or to ask the store for.
  @Test(arguments: Corpus.lots) func aRefreshNamesWhatIsMissing(lot: Int) throws {
    var told = 0
    try EngineTests.each(in: lot) { _, _, _, decision, seed in
      guard case .refresh(let missing)? = decision.waysIn.first else { return }
      told += 1
      #expect(
        missing.purchases || !missing.facts.isEmpty || !missing.usage.isEmpty
          || !missing.allowances.isEmpty, "seed \(seed)")
    }
    #expect(told > 0)
  }

  private func kind(_ way: WayIn) -> String {
    switch way {
    case .refresh: "refresh"
    case .fixPayment: "fix-payment"
    case .buy: "buy"
    case .trialEnds: "trial-ends"
    case .wait: "wait"
    case .reduce: "reduce"
    }
  }

  /// The snapshot and the ask after a way was taken; nothing where that cannot be said: a refresh
  /// brings what nobody can foresee, and a stale snapshot cannot hold one fresh purchase.
  private func take(
    _ way: WayIn, _ example: Case, _ snapshot: Naive.Snapshot, _ ask: Naive.Ask
  ) throws -> (Naive.Snapshot, Naive.Ask)? {
    var snapshot = snapshot
    var ask = ask
    switch way {
    case .refresh: return nil
    case .wait(let until): ask.now = Int(until.milliseconds)
    case .trialEnds(let product, let end):
      guard !isStale(example, snapshot, ask) else { return nil }
      let names = example.names(of: product)
      // It renews: what was a trial is paid for.
      for index in snapshot.grants.indices
      where snapshot.grants[index].until == Int(end.milliseconds) {
        let grant = snapshot.grants[index]
        guard let name = grant.product, names.contains(name), grant.renews == true,
          grant.state == "trial" || grant.trial == true, grant.state != "cancelled"
        else { continue }
        if grant.state == "trial" { snapshot.grants[index].state = "active" }
        snapshot.grants[index].trial = false
        break
      }
    case .reduce(let meter, let amount):
      let now = max(ask.now, snapshot.asOf ?? ask.now, snapshot.latestSeen ?? ask.now)
      if ask.usage[meter]?.total != nil {
        ask.usage[meter]?.total?.take(Int(amount), at: now)
      } else {
        snapshot.usage[meter]?.total?.take(Int(amount), at: now)
      }
    case .fixPayment(let product):
      guard !isStale(example, snapshot, ask) else { return nil }
      let names = example.names(of: product)
      for index in snapshot.grants.indices where snapshot.grants[index].state == "hold" {
        guard let name = snapshot.grants[index].product, names.contains(name) else { continue }
        snapshot.grants[index].state = "active"
        snapshot.grants[index].start = nil
        snapshot.grants[index].until = nil
      }
    case .buy(let offers):
      guard !isStale(example, snapshot, ask) else { return nil }
      let gone = offers.flatMap { example.replaced(by: $0.product) }
      snapshot.grants.removeAll { grant in grant.product.map { gone.contains($0) } ?? false }
      let bought = try offers.map { offer in
        var grant = Naive.Snapshot.Grant(product: offer.product)
        grant.quantity = try example.number(buying: offer.product, snapshot, at: ask)
        return grant
      }
      snapshot.grants += bought
      for pack in offers.flatMap({ example.packs(of: $0.product) }) {
        guard example.raise(&snapshot, by: pack) else { return nil }
      }
    }
    return (snapshot, ask)
  }

  private func isStale(
    _ example: Case, _ snapshot: Naive.Snapshot, _ ask: Naive.Ask
  ) -> Bool {
    guard let trust = example.engine.graph.parts.trust else { return false }
    guard let asOf = snapshot.asOf else { return true }
    return max(ask.now, asOf, snapshot.latestSeen ?? asOf) - asOf >= Int(trust)
  }
}

extension Naive.Counter {
  /// Takes an amount away from what it holds at a time; later it never holds more than that.
  fileprivate mutating func take(_ amount: Int, at time: Int) {
    guard let present = then.lastIndex(where: { $0.at <= time }) else {
      used -= amount
      limitFalls(from: 0, to: used)
      return
    }
    then[present].used -= amount
    limitFalls(from: present + 1, to: then[present].used)
  }

  private mutating func limitFalls(from first: Int, to most: Int) {
    for index in first..<then.count { then[index].used = min(then[index].used, most) }
  }
}

extension Case {
  /// What a product adds until it is used up.
  fileprivate func packs(of product: String) -> [Naive.Addition] {
    policy.statements.flatMap { statement -> [Naive.Addition] in
      guard case .product(let found) = statement, found.name == product else { return [] }
      return found.packs
    }
  }

  /// How many a purchase brings: the least number that is sold, or one more of what is held.
  fileprivate func number(
    buying product: String, _ snapshot: Naive.Snapshot, at ask: Naive.Ask
  ) throws -> Int? {
    for case .product(let found) in policy.statements where found.name == product {
      guard found.price?.each != nil else { return nil }
      let (line, _) = try BatchLine(json: ask.json(with: snapshot))
        .resolvingFacts(for: engine.graph)
      let catalog = ProductCatalog(
        graph: engine.graph, prepared: engine.prepare(line.snapshot ?? Snapshot()),
        at: line.at ?? Instant(milliseconds: 0))
      let index = engine.graph.names.products[product]
      let isHeld = index.map { catalog.standing(of: $0) == .held } ?? false
      return isHeld ? 1 : found.leastNumber
    }
    return nil
  }

  /// Adds a pack to the snapshot's own allowance; false where no snapshot can say it: without one,
  /// a limit `> allowance` goes by its `otherwise`, which other limits of the meter do not have.
  fileprivate func raise(_ snapshot: inout Naive.Snapshot, by pack: Naive.Addition) -> Bool {
    let own = snapshot.allowances[pack.meter]
    guard own != nil || !hasAllowanceAsLimit(pack.meter) else { return false }
    let (sum, isTooLarge) = (own ?? 0).addingReportingOverflow(pack.amount)
    snapshot.allowances[pack.meter] = isTooLarge ? .max : sum
    return true
  }

  private func hasAllowanceAsLimit(_ meter: String) -> Bool {
    policy.statements.contains { statement in
      guard case .rule(let rule) = statement, case .limit(let limit) = rule.subject,
        limit.meter == meter
      else { return false }
      switch limit.amount {
      case .allowance, .ladder(base: .allowance, _): return true
      case .moreThan, .atLeast, .undecided, .ladder: return false
      }
    }
  }

  /// A product's name and the ids it is sold as.
  func names(of product: String) -> [String] {
    let found = engine.graph.parts.products.first { $0.name == product }
    return [product] + (found?.storeIDs.map { $0.id } ?? [])
  }

  /// The names and ids of the products that a purchase replaces.
  func replaced(by product: String) -> [String] {
    let products = engine.graph.parts.products
    guard let bought = products.first(where: { $0.name == product }) else { return [] }
    return bought.notWith.flatMap { names(of: products[Int($0)].name) }
  }
}
