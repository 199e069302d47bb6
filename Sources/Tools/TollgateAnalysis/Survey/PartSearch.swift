import TollgateCompiler
import TollgateRuntime

/// Looks for products that cost less than a bundle together, and open as much for everybody who
/// may buy it.
///
/// It looks for a target that the products chosen so far do not open as the bundle does, and tries
/// every product on which that target depends. So it finds parts if there are any.
struct PartSearch {
  private let bundle: Offer
  /// The products that may be parts, in the order of the policy.
  private let candidates: [Offer]
  /// The price of each of them in the currencies of the bundle.
  private let costs: [Int32: Cost]
  private let kinds: ProductKinds
  /// The groups that the parts have to open.
  private let places: [Int]
  private let limit: Int
  private var steps: Int

  enum Outcome: Sendable, Hashable {
    /// Products by index, ascending.
    case parts([Int32])
    case none
    case undecided(Exhausted)
  }

  /// A search for the parts of a product, if several others may cost less together.
  ///
  /// - Parameter others: The products that may be parts, and those that have nothing to do with it.
  init?(of bundle: Offer, among others: [Offer], _ kinds: ProductKinds, _ places: [Int], limit: Int)
  {
    var candidates: [Offer] = []
    var costs: [Int32: Cost] = [:]
    for offer in others where offer.index != bundle.index && offer.promisesAsMuch(as: bundle) {
      guard let cost = offer.cost(inCurrenciesOf: bundle), cost.isLess(than: bundle.cost)
      else { continue }
      candidates.append(offer)
      costs[offer.index] = cost
    }
    guard let least = Cost.leastOfTwo(candidates.compactMap { costs[$0.index] }),
      least.isLess(than: bundle.cost)
    else { return nil }
    self.candidates = candidates
    self.costs = costs
    self.bundle = bundle
    self.kinds = kinds
    // Parts may also close what the bundle has nothing to do with.
    self.places = places
    self.limit = limit
    steps = limit
  }

  mutating func run(_ pricing: inout Pricing) -> Outcome {
    do throws(Exhausted) {
      var excluded: Set<Int32> = []
      let nothing = Cost(amounts: bundle.cost.amounts.map { _ in .zero })
      guard var parts = try search([], nothing, &excluded, &pricing) else { return .none }
      for part in parts {
        let fewer = parts.filter { $0.index != part.index }
        if try missing(from: fewer, [], &pricing) == nil { parts = fewer }
      }
      return parts.count > 1 ? .parts(parts.map { $0.index }.sorted()) : .none
    } catch {
      return .undecided(error)
    }
  }

  /// Parts that complete the chosen ones. `excluded` were tried before.
  private mutating func search(
    _ chosen: [Offer], _ cost: Cost, _ excluded: inout Set<Int32>, _ pricing: inout Pricing
  ) throws(Exhausted) -> [Offer]? {
    steps -= 1
    guard steps >= 0 else { throw Exhausted(.steps, limit: limit) }
    var left: [Offer] = []
    for offer in candidates
    where !excluded.contains(offer.index) && total(cost, offer).isLess(than: bundle.cost)
      && chosen.allSatisfy({ $0.index != offer.index && !excludes($0, offer) })
    {
      left.append(offer)
    }
    guard let missing = try missing(from: chosen, left, &pricing) else { return chosen }
    var tried: [Int32] = []
    defer { for product in tried { excluded.remove(product) } }
    for offer in left where missing.contains(kinds.firsts[Int(offer.index)]) {
      let total = total(cost, offer)
      if let found = try search(chosen + [offer], total, &excluded, &pricing) { return found }
      excluded.insert(offer.index)
      tried.append(offer.index)
    }
    return nil
  }

  private func total(_ cost: Cost, _ offer: Offer) -> Cost {
    costs[offer.index].map { cost.adding($0) } ?? cost
  }

  /// The kinds of which one more has to be among the parts; `nil` if they are complete, and none
  /// if nothing that is left completes them.
  private func missing(
    from chosen: [Offer], _ left: [Offer], _ pricing: inout Pricing
  ) throws(Exhausted) -> Set<Int32>? {
    let product = kinds.firsts[Int(bundle.index)]
    let own = kinds.kinds(of: chosen.map { $0.index })
    for place in places {
      if try pricing.opens(own, as: product, place) { continue }
      let group = pricing.groups[place]
      let all = kinds.kinds(of: (chosen + left).map { $0.index })
      if group.isMonotone, try !pricing.opens(all, as: product, place, areReplacing: false) {
        return []
      }
      return Set(group.products)
    }
    if places.isEmpty { return [] }
    guard try pricing.isSold(own, whereverIsSold: product) else {
      return Set(kinds.kinds(of: chosen.flatMap { $0.product.onlyWith }))
    }
    if chosen.mayBeHeldWithAsMuch(as: bundle) { return nil }
    return Set(kinds.kinds(of: chosen.companionless(beside: bundle).flatMap { $0.onlyWith }))
  }

  private func excludes(_ a: Offer, _ b: Offer) -> Bool {
    a.product.notWith.contains(b.index) || b.product.notWith.contains(a.index)
  }
}
