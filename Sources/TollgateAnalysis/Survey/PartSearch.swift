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
  private let products: [Product]
  private var groups: [PricedGroup]
  private let budget: Budget
  private var steps: Int

  /// Targets with the same rules that depend on products.
  struct PricedGroup {
    var rules: [Int32]
    /// The products on which they depend, with those that replace them.
    var products: Set<Int32>
    /// Whether holding more never closes them.
    var isMonotone: Bool
    var asker: Asker
    var known: [Set<Int32>: Bool] = [:]
  }

  enum Outcome: Sendable, Hashable {
    /// Products by index, ascending.
    case parts([Int32])
    case none
    case undecided(Exhausted)
  }

  /// A search for the parts of a product, if several others may cost less together.
  init?(
    of bundle: Offer, among offers: [Offer], _ products: [Product], _ groups: [PricedGroup],
    budget: Budget
  ) {
    var candidates: [Offer] = []
    var costs: [Int32: Cost] = [:]
    for offer in offers where offer.index != bundle.index && offer.promisesAsMuch(as: bundle) {
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
    self.products = products
    // Parts may also close what the bundle has nothing to do with.
    self.groups = groups.filter { $0.products.contains(bundle.index) || !$0.isMonotone }
    self.budget = budget
    steps = max(1, budget.nodes / 100)
  }

  mutating func run() -> Outcome {
    do throws(Exhausted) {
      var excluded: Set<Int32> = []
      let nothing = Cost(amounts: bundle.cost.amounts.map { _ in .zero })
      guard var parts = try search([], nothing, &excluded) else { return .none }
      for part in parts {
        let fewer = parts.filter { $0.index != part.index }
        if try isComplete(fewer) { parts = fewer }
      }
      return parts.count > 1 ? .parts(parts.map { $0.index }.sorted()) : .none
    } catch {
      return .undecided(error)
    }
  }

  /// Parts that complete the chosen ones. `excluded` were tried before.
  private mutating func search(
    _ chosen: [Offer], _ cost: Cost, _ excluded: inout Set<Int32>
  ) throws(Exhausted) -> [Offer]? {
    steps -= 1
    guard steps >= 0 else { throw Exhausted(.steps, limit: max(1, budget.nodes / 100)) }
    var left: [Offer] = []
    for offer in candidates
    where !excluded.contains(offer.index) && total(cost, offer).isLess(than: bundle.cost)
      && chosen.allSatisfy({ $0.index != offer.index && !excludes($0, offer) })
    {
      left.append(offer)
    }
    guard let missing = try missing(from: chosen, left) else { return chosen }
    var tried: [Int32] = []
    defer { for product in tried { excluded.remove(product) } }
    for offer in left where missing.contains(offer.index) {
      let total = total(cost, offer)
      if let found = try search(chosen + [offer], total, &excluded) { return found }
      excluded.insert(offer.index)
      tried.append(offer.index)
    }
    return nil
  }

  private func total(_ cost: Cost, _ offer: Offer) -> Cost {
    costs[offer.index].map { cost.adding($0) } ?? cost
  }

  private mutating func isComplete(_ chosen: [Offer]) throws(Exhausted) -> Bool {
    try missing(from: chosen, []) == nil
  }

  /// The products of which one more has to be among the parts; `nil` if they are complete, and
  /// none if nothing that is left completes them.
  private mutating func missing(
    from chosen: [Offer], _ left: [Offer]
  ) throws(Exhausted) -> Set<Int32>? {
    let own = chosen.map { $0.index }
    for place in groups.indices {
      if try opens(own, place) { continue }
      let all = own + left.map { $0.index }
      if groups[place].isMonotone, try !opens(all, place, areReplacing: false) { return [] }
      return groups[place].products
    }
    guard let asker = groups.first?.asker else { return [] }
    let isSold = try decided(
      asker.ask(SoldToAsMany(product: bundle.index, others: own)))
    guard isSold else { return Set(chosen.flatMap { $0.product.onlyWith }) }
    if chosen.mayBeHeldWithAsMuch(as: bundle, among: products) { return nil }
    return Set(
      chosen.companionless(beside: bundle, among: products).flatMap {
        products[Int($0)].onlyWith
      })
  }

  /// Whether products open the targets of a group as the bundle does.
  private mutating func opens(
    _ parts: [Int32], _ place: Int, areReplacing: Bool = true
  ) throws(Exhausted) -> Bool {
    let group = groups[place]
    let relevant = parts.filter { group.products.contains($0) }
    let key = Set(relevant)
    if areReplacing, let known = group.known[key] { return known }
    let question = OpensNoMore(
      rules: group.rules, product: bundle.index, others: relevant, areReplacing: areReplacing)
    let answer = try decided(group.asker.ask(question))
    if areReplacing { groups[place].known[key] = answer }
    return answer
  }

  private func decided(_ answer: Asked<Bool>) throws(Exhausted) -> Bool {
    switch answer {
    case .answered(let answer): return answer
    case .undecided(let exhausted): throw exhausted
    }
  }

  private func excludes(_ a: Offer, _ b: Offer) -> Bool {
    a.product.notWith.contains(b.index) || b.product.notWith.contains(a.index)
  }
}
