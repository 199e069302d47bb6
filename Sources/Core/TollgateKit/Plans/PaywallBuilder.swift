import TollgateRuntime
import TollgateWords

/// Puts the products on a paywall for one user.
struct PaywallBuilder {
  private let catalog: ProductCatalog
  /// The products that are surely for sale to the user, also where the news of the purchases is too
  /// old.
  private let seller: ProductCatalog
  private let now: Instant
  private let listings: Listings
  private let denied: [Target]
  /// How much there is of each meter, in order of declaration.
  private let quotas: [(target: Target, quota: Quota)]
  /// The user of the paywall, before any purchase: by the last news, however old it is.
  private let snapshot: PreparedSnapshot

  private var graph: RuleGraph { catalog.graph }

  init(graph: RuleGraph, snapshot: PreparedSnapshot, now: Instant, listings: Listings) {
    seller = ProductCatalog(graph: graph, prepared: snapshot, at: now)
    let snapshot = snapshot.isStale(at: now) ? snapshot.believed : snapshot
    catalog = ProductCatalog(graph: graph, prepared: snapshot, at: now)
    self.now = now
    self.snapshot = snapshot
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
    let improves = improvements(after)
    let opensMore = !opened.isEmpty || !raises.isEmpty || !improves.isEmpty
    let state = state(of: index, opensMore: opensMore)
    return Paywall.Product(
      listing: listings.listing(index, hasTrial: snapshot.isOffered(trialOf: index)),
      state: state,
      isPurchasable: isPurchasable(index, state),
      opens: graph.runs(of: opened.map { $0.index }, listings.texts),
      raises: raises,
      improves: improves,
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
    guard seller.isOffered(index), seller.isSold(index, with: [index]) else { return false }
    return state != .covered || !catalog.covers(index, opensMore: false, forGood: true)
  }

  /// The meters of which there would be more.
  private func raises(_ after: PreparedSnapshot) -> [Paywall.Raise] {
    quotas.compactMap { target, quota in
      let later = graph.decide(target, for: after, at: now).quota
      guard !quota.isUnlimited, let later, later.isMore(than: quota) else { return nil }
      let record = graph.parts.targets[Int(target.index)]
      let texts = listings.texts
      let text =
        later.limit.map {
          texts.counted(texts.quantity($0, ofMeter: record.meter), per: record.meter)
        }
        ?? listings.words("unlimited", "不限量")
      return Paywall.Raise(
        meter: record.name, label: listings.texts.label(record.label) ?? record.name,
        limit: later.limit, text: text)
    }
  }
}

extension PaywallBuilder {
  /// The settings whose value would be better.
  private func improvements(_ after: PreparedSnapshot) -> [Paywall.Improvement] {
    graph.parts.settings.indices.compactMap { index in
      let setting = SettingIndex(index)
      let target = graph.target(ofSetting: setting)
      guard let before = graph.value(of: target, for: snapshot, at: now),
        let later = graph.value(of: target, for: after, at: now),
        later.isBetter(than: before, smallerIsBetter: isSmallerBetter(setting))
      else { return nil }
      return Paywall.Improvement(
        setting: graph.name(ofSetting: setting), label: listings.texts.name(ofSetting: setting),
        value: later, text: listings.texts.words(later, of: setting),
        unit: graph.parts.settings[index].kind.unit)
    }
  }

  private func isSmallerBetter(_ setting: SettingIndex) -> Bool {
    let ladder = graph.parts.settings[Int(setting)].ladder
    return graph.parts.ladders[Int(ladder)].isSmallerBetter
  }
}

extension SettingValue {
  /// Whether it is better than another value of the same setting.
  fileprivate func isBetter(than other: SettingValue, smallerIsBetter: Bool) -> Bool {
    switch (self, other) {
    case (_, .unlimited): return false
    case (.unlimited, _): return true
    case (.choice(_, let place), .choice(_, let before)): return place > before
    default:
      guard let number, let before = other.number else { return false }
      return smallerIsBetter ? number < before : number > before
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
