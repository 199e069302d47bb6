import TollgateRuntime
import TollgateWords

/// Puts the products on a paywall for one user.
struct PaywallBuilder {
  private let catalog: ProductCatalog
  private let now: Instant
  private let listings: Listings
  private let denied: [Target]
  /// How much there is of each meter, in order of declaration.
  private let quotas: [(target: Target, quota: Quota)]

  private var graph: RuleGraph { catalog.graph }

  init(graph: RuleGraph, snapshot: PreparedSnapshot, now: Instant, listings: Listings) {
    catalog = ProductCatalog(graph: graph, prepared: snapshot, at: now)
    self.now = now
    self.listings = listings
    denied = graph.targets.filter { !graph.isAllowed($0, for: snapshot, at: now) }
    quotas = graph.names.meterTargets.compactMap { index in
      let target = Target(index: index)
      return graph.decide(target, for: snapshot, at: now).quota.map { (target, $0) }
    }
  }

  func product(_ index: Int32) -> Paywall.Product {
    let after = catalog.after(buying: [index])
    let opened = denied.filter { graph.isAllowed($0, for: after, at: now) }
    let raises = raises(after)
    let state = state(of: index, opensMore: !opened.isEmpty || !raises.isEmpty)
    return Paywall.Product(
      listing: listings.listing(index),
      state: state,
      isPurchasable: isPurchasable(index, state),
      opens: graph.runs(of: opened.map(\.index), listings.texts),
      raises: raises,
      replaces: catalog.replaced(by: index).map { graph.parts.products[Int($0)].name }
    )
  }

  private func state(of index: Int32, opensMore: Bool) -> Paywall.State {
    switch catalog.standing(of: index) {
    case .held: return .owned
    case .onHold: return .onHold
    case .pending: return .pending
    case .notHeld:
      let isCovered = catalog.covers(index, opensMore: opensMore, forGood: false)
      return isCovered ? .covered : .notOwned
    }
  }

  private func isPurchasable(_ index: Int32, _ state: Paywall.State) -> Bool {
    guard catalog.isOffered(index), catalog.isSold(index, with: [index]) else { return false }
    return state != .covered || !catalog.covers(index, opensMore: false, forGood: true)
  }

  /// The meters of which there would be more.
  private func raises(_ after: PreparedSnapshot) -> [Paywall.Raise] {
    quotas.compactMap { target, quota in
      let later = graph.decide(target, for: after, at: now).quota
      guard !quota.isUnlimited, let later, later.isMore(than: quota) else { return nil }
      let record = graph.parts.targets[Int(target.index)]
      let text =
        later.limit.map { listings.texts.quantity($0, ofMeter: record.meter) }
        ?? listings.words("unlimited", "不限量")
      return Paywall.Raise(
        meter: record.name, label: listings.texts.label(record.label) ?? record.name,
        limit: later.limit, text: text)
    }
  }
}

extension Quota {
  /// Whether it is surely more than another of the same meter, which has a limit.
  fileprivate func isMore(than other: Quota) -> Bool {
    if isUnlimited { return true }
    guard let limit, window == other.window else { return false }
    guard let before = other.limit else { return other.isUndecided }
    return limit > before
  }
}
