import TollgateRuntime
import TollgateWords

/// Ways in as people read them: the ways to buy that bring the same plan are one. Data keeps them
/// apart and in their own order.
enum WayGroup {
  /// Sets of products that bring the same; the plan's name if they bring something with a name.
  case buy(plan: String?, [[Offer]])
  /// A subscription that the user paused, and that is enough again once it goes on.
  case resume(product: String)
  /// A way that is not a purchase.
  case other(WayIn)

  /// The groups, each at the place of its first way.
  static func groups(of ways: [WayIn], _ texts: Texts) -> [WayGroup] {
    var groups: [WayGroup] = []
    var places: [[PlanContents]: Int] = [:]
    let ways = texts.simple(ways) { way in
      if case .buy(let offers) = way { offers.map { $0.product } } else { [] }
    }
    for way in ways {
      guard case .buy(let offers) = way else {
        groups.append(.other(way))
        continue
      }
      let contents = offers.map { PlanContents(of: $0, texts) }
      if let place = places[contents], case .buy(let plan, let sets) = groups[place] {
        groups[place] = .buy(plan: plan, sets + [offers])
      } else {
        places[contents] = groups.count
        let names = contents.compactMap { $0.name(texts) }
        let plan = names.count == contents.count ? names : []
        groups.append(.buy(plan: plan.isEmpty ? nil : texts.list(plan), [offers]))
      }
    }
    return groups
  }
}

/// The contents of a product: products with the same contents are the same plan, paid differently.
private struct PlanContents: Hashable {
  private var grants: [Int32] = []
  private var adds: [Product.Addition] = []
  /// A product that brings nothing is a plan of its own.
  private var product = ""

  init(of offer: Offer, _ texts: Texts) {
    guard let found = texts.product(named: offer.product),
      !found.grants.isEmpty || !found.adds.isEmpty
    else {
      product = offer.product
      return
    }
    grants = found.grants.sorted()
    adds = found.adds.sorted { ($0.meter, $0.amount) < ($1.meter, $1.amount) }
  }

  /// `Pro`, `Pro and 10 GB of storage`; `nil` if it brings nothing.
  func name(_ texts: Texts) -> String? {
    let parts =
      grants.map(texts.name(ofEntitlement:))
      + adds.map { texts.things($0.amount, ofMeter: $0.meter) }
    return parts.isEmpty ? nil : texts.list(parts)
  }
}

extension Texts {
  /// Without the sets of products that join two plans of one ladder, which nobody buys together,
  /// where a set that does not stands beside them. Data keeps every minimal set.
  func simple<Item>(_ items: [Item], _ products: (Item) -> [String]) -> [Item] {
    let isSimpleBought = items.contains { item in
      let set = products(item)
      return !set.isEmpty && plans(in: set) < 2
    }
    return isSimpleBought ? items.filter { plans(in: products($0)) < 2 } : items
  }

  /// How many of these products are plans: they grant a tier that not everybody has.
  private func plans(in products: [String]) -> Int {
    products.reduce(0) { count, name in
      let isPlan = product(named: name)?.grants.contains { isTier($0) } ?? false
      return count + (isPlan ? 1 : 0)
    }
  }

  private func isTier(_ entitlement: Int32) -> Bool {
    (graph?.parts.entitlements[Int(entitlement)].rank ?? 0) > 0
  }
}
