public import TollgateKit
public import TollgateRuntime

/// An amount that was bought until it is used up.
///
/// ```swift
/// let packs = ledger.packs(policy: policy, account: account)
/// for pack in packs { show("\(pack.amount) more \(pack.meter)") }
/// ```
public struct PurchasedPack: Sendable, Hashable {
  /// The meter that it is for, by its name in the policy.
  public var meter: String
  /// How much, in the meter's unit.
  public var amount: Int64
  /// When it was bought, by the store's clock.
  public var start: Instant

  /// An amount that was bought.
  public init(meter: String, amount: Int64, start: Instant) {
    self.meter = meter
    self.amount = amount
    self.start = start
  }
}

/// How the packs of a meter are used up.
package enum PackUse: Sendable, Hashable {
  /// Nothing begins anew, so what was bought raises the limit for good.
  case never
  /// When a window ends, by what its limit did not cover.
  case atEnd(Window)
  /// At each use, by what the limit does not cover: the counter falls little by little.
  case atUse(Window)

  /// Nil for a meter without packs, and for one whose limit the app sets as an allowance.
  package init?(of index: MeterIndex, in graph: RuleGraph) {
    let isBrought = graph.parts.products.contains { product in
      product.packs.contains { $0.meter == index }
    }
    guard isBrought else { return nil }
    let limits = graph.cores.compactMap { $0.limit }.filter { $0.meter == index }
    guard !limits.contains(where: { graph.isSetByApp($0) }) else { return nil }
    let meter = graph[meter: index]
    let window = limits.lazy.map { $0.window }.first { $0 != .total }
    if meter.refill != nil {
      self = .atUse(.total)
    } else if let window {
      self = meter.windows == .roll ? .atUse(window) : .atEnd(window)
    } else {
      self = .never
    }
  }
}

extension RuleGraph {
  /// Whether the app sets a limit as an allowance.
  fileprivate func isSetByApp(_ limit: Limit) -> Bool {
    if let index = ladder(of: limit) { return self[ladder: index].base.isAllowance }
    if case .allowance = limit.kind { return true }
    return false
  }
}

extension Ledger {
  /// The amount bought in all for each meter whose counter never begins anew: what belongs into the
  /// snapshot's own allowance.
  func allowances(
    policy: Policy, terms: PurchaseTerms, account: String?
  ) -> [String: Int64] {
    var allowances: [String: Int64] = [:]
    for pack in packs(policy: policy, terms: terms, account: account) {
      guard let meter = policy.graph.names.meter(pack.meter, in: policy.graph.parts),
        PackUse(of: meter, in: policy.graph) == .never
      else { continue }
      allowances[pack.meter] = (allowances[pack.meter] ?? 0).saturatingAdd(pack.amount)
    }
    return allowances
  }

  /// The packs that were bought (`adds 100 to credits until used up`), the first one first, each
  /// transaction that counts with its quantity. Whatever was paid back is left out. How much of them is
  /// left depends on what was used: whoever counts works it out.
  ///
  /// The parameters are those of ``snapshot(policy:terms:account:at:adding:)``.
  public func packs(
    policy: Policy, terms: PurchaseTerms = PurchaseTerms(), account: String? = nil
  ) -> [PurchasedPack] {
    let graph = policy.graph
    guard graph.parts.products.contains(where: { !$0.packs.isEmpty }) else { return [] }
    var found: [PurchasedPack] = []
    forEachPack(graph, policy, terms, account) { record, pack in
      found.append(
        PurchasedPack(
          meter: graph[meter: pack.meter].name,
          amount: pack.amount.saturatingMultiply(record.quantity), start: record.start))
    }
    return found.sorted { ($0.start, $0.meter, $0.amount) < ($1.start, $1.meter, $1.amount) }
  }

  /// The products and meters of packs of which somebody must count how much is left.
  package func usedPacks(
    policy: Policy, terms: PurchaseTerms, account: String?
  ) -> [(product: String, meter: String)] {
    let graph = policy.graph
    var found: [(product: String, meter: String)] = []
    forEachPack(graph, policy, terms, account) { record, pack in
      guard let use = PackUse(of: pack.meter, in: graph), use != .never else { return }
      found.append((record.product, graph[meter: pack.meter].name))
    }
    return found.sorted { $0 < $1 }
  }

  private func forEachPack(
    _ graph: RuleGraph, _ policy: Policy, _ terms: PurchaseTerms, _ account: String?,
    _ body: (PurchaseRecord, Product.Addition) -> Void
  ) {
    for reading in effective(terms, account: account) {
      let record = reading.counted(by: terms)
      let name = policy.name(ofProduct: record.product)
      guard terms.environments.contains(record.environment), record.isPaid,
        let index = graph.names.products[name],
        record.ownership == .purchased || graph[product: index].isSharedWithFamily
      else { continue }
      for pack in graph[product: index].packs { body(record, pack) }
    }
  }
}

extension PurchaseRecord {
  /// Whether it was paid for and not paid back, whether or not it is over.
  fileprivate var isPaid: Bool {
    guard !isRevoked, environment != .other, ownership != .other else { return false }
    switch state {
    case .active, .trial, .grace, .cancelled, .hold, .paused, .expired: return true
    case .pending, .refunded, .revoked, .other: return false
    }
  }
}
