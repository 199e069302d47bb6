import TollgateCompiler
import TollgateRuntime

/// Looks for products that together give all that a bundle gives, and cost less.
///
/// It chooses what the bundle gives, one by one, and tries every product that gives it; a branch
/// ends as soon as it costs as much as the bundle. So it finds parts if there are any.
struct PartSearch {
  private let list: PriceList
  private let bundle: PricedProduct
  /// The entitlements that the parts have to give.
  private let wanted: [Int32]
  private var steps: Int

  enum Outcome: Sendable, Hashable {
    /// Products by index, ascending.
    case parts([Int])
    case none
    case undecided
  }

  /// A search for the parts of a product that is for sale at a price, if there may be any.
  init?(of bundle: Int, in list: PriceList, budget: Int) {
    guard let offer = list.offers[bundle] else { return nil }
    self.list = list
    self.bundle = offer
    wanted = list.wanted(of: bundle)
    steps = budget
    // One entitlement has no parts.
    guard wanted.count > 1 || !offer.adds.isEmpty else { return nil }
    let isDominated = (open([]) ?? []).contains { isComplete([$0]) }
    if isDominated { return nil }
  }

  mutating func run() -> Outcome {
    var excluded: Set<Int> = []
    let found = search([], .zero, &excluded)
    if steps < 0 { return .undecided }
    return found.map { .parts($0.map { $0.product }.sorted()) } ?? .none
  }

  /// Parts that complete the chosen ones. `excluded` were tried before.
  private mutating func search(
    _ chosen: [PricedProduct], _ cost: ExactAmount, _ excluded: inout Set<Int>
  ) -> [PricedProduct]? {
    steps -= 1
    guard steps >= 0, let open = open(chosen) else { return nil }
    if open.isEmpty { return chosen }
    var tried: [Int] = []
    defer { for product in tried { excluded.remove(product) } }
    for candidate in open where !excluded.contains(candidate.product) {
      let total = cost.adding(candidate.price)
      guard total < bundle.price, fits(candidate, chosen) else { continue }
      if let found = search(chosen + [candidate], total, &excluded) { return found }
      excluded.insert(candidate.product)
      tried.append(candidate.product)
    }
    return nil
  }

  /// The candidates that serve the first thing that is still missing; empty when nothing is, and
  /// nothing when it cannot be had.
  private func open(_ chosen: [PricedProduct]) -> [PricedProduct]? {
    guard let missing = missing(from: chosen) else { return [] }
    let open = offers(serving: missing).filter { offer in
      !chosen.contains { $0.product == offer.product } && mayBePart(offer)
    }
    return open.isEmpty ? nil : open
  }

  private func offers(serving missing: Missing) -> [PricedProduct] {
    switch missing {
    case .entitlement(let index): list.offers(of: list.givers[index] ?? [])
    case .addition(let meter): list.offers(of: list.adders[meter] ?? [])
    case .companion(let products): list.offers(of: products)
    }
  }

  /// Whether a product costs less than the bundle in its currency and period, and keeps what it
  /// promises.
  private func mayBePart(_ offer: PricedProduct) -> Bool {
    offer.product != bundle.product && offer.currency == bundle.currency
      && offer.period == bundle.period && offer.price < bundle.price
      && offer.grace >= bundle.grace && (offer.isShared || !bundle.isShared)
  }

  private enum Missing {
    case entitlement(Int32)
    case addition(Int32)
    /// One of these has to be bought along.
    case companion([Int])
  }

  private func missing(from chosen: [PricedProduct]) -> Missing? {
    for entitlement in wanted where !chosen.contains(where: { $0.gives.contains(entitlement) }) {
      return .entitlement(entitlement)
    }
    for (meter, amount) in bundle.adds.sorted(by: { $0.key < $1.key }) {
      let sum = chosen.reduce(Int64(0)) { $0.saturatingAdd($1.adds[meter, default: 0]) }
      if sum < amount { return .addition(meter) }
    }
    for candidate in chosen {
      let companions = candidate.onlyWith
      let isAccompanied = chosen.contains { companions.contains($0.product) }
      if !companions.isEmpty, !isAccompanied { return .companion(companions) }
    }
    return nil
  }

  private func isComplete(_ chosen: [PricedProduct]) -> Bool { missing(from: chosen) == nil }

  /// Whether a product may be held beside the chosen ones.
  private func fits(_ candidate: PricedProduct, _ chosen: [PricedProduct]) -> Bool {
    chosen.allSatisfy { !excludes(candidate, $0) }
  }

  private func excludes(_ a: PricedProduct, _ b: PricedProduct) -> Bool {
    a.notWith.contains(b.product) || b.notWith.contains(a.product)
  }
}
