import TestSupport
import Testing
import TollgateKit

/// A way in really opens: whoever takes it is allowed, or warned.
@Suite struct WaysInTests {
  @Test(arguments: Corpus.lots) func aWayInReallyOpens(lot: Int) throws {
    var taken: [String: Int] = [:]
    try EngineTests.each(in: lot) { example, snapshot, ask, decision, seed in
      for way in decision.waysIn {
        guard let (later, laterAsk) = take(way, example, snapshot, ask) else { continue }
        let outcome = try example.decide(laterAsk, later).outcome
        let isOpen = decision.outcome == .denied ? outcome != .denied : outcome == .allowed
        #expect(isOpen, "seed \(seed): \(way)\n\(ask.json(with: snapshot))\n\(example.source)")
        taken[kind(way), default: 0] += 1
      }
    }
    // The test means nothing for a kind that never occurs.
    for kind in ["buy", "wait", "reduce", "fix-payment"] { #expect(taken[kind, default: 0] > 0) }
  }

  private func kind(_ way: WayIn) -> String {
    switch way {
    case .refresh: "refresh"
    case .fixPayment: "fix-payment"
    case .buy: "buy"
    case .wait: "wait"
    case .reduce: "reduce"
    }
  }

  /// The snapshot and the ask after a way was taken; nothing where that cannot be said: a refresh
  /// brings what nobody can foresee, and a stale snapshot cannot hold one fresh purchase.
  private func take(
    _ way: WayIn, _ example: Case, _ snapshot: Naive.Snapshot, _ ask: Naive.Ask
  ) -> (Naive.Snapshot, Naive.Ask)? {
    var snapshot = snapshot
    var ask = ask
    switch way {
    case .refresh: return nil
    case .wait(let until): ask.now = Int(until.milliseconds)
    case .reduce(let meter, let amount):
      if let used = ask.usage[meter]?.total?.used {
        ask.usage[meter]?.total?.used = used - Int(amount)
      } else {
        snapshot.usage[meter]?.total?.used -= Int(amount)
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
      snapshot.grants += offers.map { Naive.Snapshot.Grant(product: $0.product) }
    }
    return (snapshot, ask)
  }

  private func isStale(
    _ example: Case, _ snapshot: Naive.Snapshot, _ ask: Naive.Ask
  ) -> Bool {
    let trust = Int(example.engine.graph.parts.trust)
    guard trust >= 0 else { return false }
    guard let asOf = snapshot.asOf else { return true }
    return max(ask.now, asOf, snapshot.latestSeen ?? asOf) - asOf >= trust
  }
}

extension Case {
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
