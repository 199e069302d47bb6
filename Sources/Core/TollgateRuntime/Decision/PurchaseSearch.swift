/// Finds every minimal set of products for sale whose purchase now is enough.
///
/// A minimal set grows from the empty one: while a set is not enough, some rule still fails, and
/// whatever is missing contains a product that bears on that rule. So only those are added, the
/// smaller sets first, and no set that contains one already found.
///
/// Where many sets were tried and a purchase never takes anything away, the search begins again
/// with the products without which no set is enough: a single set that needs each of its
/// products is found at once, however large it is.
struct PurchaseSearch {
  private let graph: RuleGraph
  private let catalog: ProductCatalog
  private let outcome: Decision.Outcome
  private let takers: Takers
  /// The products that are for sale to this user.
  private var offered = BitSet()
  /// Whether a product on offer excludes another one, which the user may have.
  private var areReplacements = false
  /// The sets that are enough, in the order in which they are listed.
  private(set) var found: [BitSet] = []
  /// Whether there are more sets than the search returns.
  private(set) var areMore = false

  /// How many sets are listed, and how many are tried, at the most.
  static let mostListed = 1000
  static let mostTried = 20_000
  /// How many sets are tried before the products that every set needs are looked for.
  private static let triedBeforeNeeded = 128

  /// - Parameters:
  ///   - first: The place of the first rule that is in the way now.
  ///   - standings: The results of the rules. The products that bear on a rule are noted there.
  ///   - evaluation: One with nothing supposed, as it is again afterwards.
  init(
    _ inquiry: borrowing Inquiry, from outcome: Decision.Outcome, first: Int,
    past standings: inout [RuleStanding], _ evaluation: inout Evaluation<NoObserver>
  ) {
    graph = inquiry.graph
    catalog = ProductCatalog(of: inquiry)
    self.outcome = outcome
    takers = inquiry.subject.takers
    for index in graph.parts.products.indices where catalog.isOffered(Int32(index)) {
      offered.insert(Int32(index))
      if !graph.parts.products[index].notWith.isEmpty { areReplacements = true }
    }
    if offered.isEmpty { return }
    search(from: first, &standings, &evaluation)
    evaluation.hypothesis.clear()
    evaluation.input = inquiry.prepared.input
  }

  private mutating func search(
    from first: Int, _ standings: inout [RuleStanding], _ evaluation: inout Evaluation<NoObserver>
  ) {
    var queue: [BitSet] = []
    queue.reserveCapacity(16)
    found.reserveCapacity(4)
    for product in products(bearingOn: &standings[first]) {
      queue.append(BitSet().adding(product))
    }
    var tried = 1
    guard let needed = grow(&queue, &tried, &standings, &evaluation) else { return }
    found = []
    if needed.isEmpty { return }
    queue = [needed]
    _ = grow(&queue, &tried, &standings, &evaluation)
  }

  /// Tries sets and what they grow to. Ends early with the products that every set needs, where
  /// they are worth a new beginning.
  ///
  /// - Parameter queue: The sets to try, the smaller before the larger; as large ones in order.
  private mutating func grow(
    _ queue: inout [BitSet], _ tried: inout Int, _ standings: inout [RuleStanding],
    _ evaluation: inout Evaluation<NoObserver>
  ) -> BitSet? {
    var next = 0
    while next < queue.count {
      let end = queue.count
      var isOrdered = true
      while next < end {
        let set = queue[next]
        next += 1
        guard !containsFound(set) else { continue }
        tried += 1
        if tried == PurchaseSearch.triedBeforeNeeded,
          let needed = neededProducts(standings, &evaluation)
        {
          return needed
        }
        guard tried <= PurchaseSearch.mostTried, found.count < PurchaseSearch.mostListed else {
          areMore = true
          return nil
        }
        for product in additions(to: set, &standings, &evaluation) where canAdd(product, to: set) {
          let larger = set.adding(product)
          if queue.count > end, !queue[queue.count - 1].precedes(larger) { isOrdered = false }
          queue.append(larger)
        }
      }
      if !isOrdered { queue.replaceSubrange(end..., with: queue[end...].sortedAndDistinct) }
    }
    return nil
  }

  /// The products without which no set is enough; empty if no set is. `nil` where that cannot be
  /// told: a product replaces another, or holding more may shut the user out.
  private mutating func neededProducts(
    _ standings: [RuleStanding], _ evaluation: inout Evaluation<NoObserver>
  ) -> BitSet? {
    guard !areReplacements, takers.isEmpty,
      standings.allSatisfy({ graph.growsWithPurchases($0.index) })
    else {
      return nil
    }
    suppose(offered, &evaluation)
    // Even all together are not enough.
    if evaluation.firstInTheWay(of: standings, from: outcome) != nil { return BitSet() }
    var needed = BitSet()
    var products: [Int32] = []
    for product in offered { products.append(product) }
    evaluation.hypothesis.clear()
    collectNeeded(products[...], standings, &evaluation, into: &needed)
    return needed.isEmpty ? nil : needed
  }

  /// Adds those of some products without which all others on offer are not enough; the evaluation
  /// supposes these others. Each half is asked about with the other half bought, so the purchases
  /// of all products together are few.
  private func collectNeeded(
    _ products: ArraySlice<Int32>, _ standings: [RuleStanding],
    _ evaluation: inout Evaluation<NoObserver>, into needed: inout BitSet
  ) {
    if evaluation.firstInTheWay(of: standings, from: outcome) == nil { return }
    guard products.count > 1 else {
      for product in products { needed.insert(product) }
      return
    }
    let others = evaluation.hypothesis
    let middle = products.startIndex + products.count / 2
    for (half, bought) in [
      (products[..<middle], products[middle...]), (products[middle...], products[..<middle]),
    ] {
      evaluation.hypothesis = others
      for product in bought { give(product, &evaluation) }
      collectNeeded(half, standings, &evaluation, into: &needed)
    }
  }

  /// The products to add to a set: those that bear on a rule that still fails, or that it is sold
  /// with. Empty if the set is enough; it is found then.
  private mutating func additions(
    to set: BitSet, _ standings: inout [RuleStanding], _ evaluation: inout Evaluation<NoObserver>
  ) -> BitSet {
    suppose(set, &evaluation)
    if let place = evaluation.firstInTheWay(of: standings, from: outcome) {
      return products(bearingOn: &standings[place])
    }
    for product in set where !catalog.isSold(product, with: set) {
      return BitSet(graph[product: product].onlyWith).intersection(offered)
    }
    insert(set)
    return BitSet()
  }

  /// Supposes that the user buys a set, and loses the products that it replaces.
  private func suppose(_ set: BitSet, _ evaluation: inout Evaluation<NoObserver>) {
    evaluation.hypothesis.clear()
    for product in set { give(product, &evaluation) }
    guard areReplacements else { return }
    evaluation.hypothesis.lose(catalog.losses(beside: set))
    evaluation.input = catalog.input(beside: set)
  }

  private func give(_ product: Int32, _ evaluation: inout Evaluation<NoObserver>) {
    evaluation.hypothesis.give(
      product: product, isOneMore: catalog.isOneMore(product), in: graph)
  }

  /// The products on offer that bear on a rule: by what they give, or by replacing a product that
  /// does.
  private func products(bearingOn standing: inout RuleStanding) -> BitSet {
    if let products = standing.products { return products }
    var products = BitSet()
    // Everything that the rule depends on, worked out when it is needed.
    var things: BitSet?
    for product in offered {
      var dependencies = graph.productDependencies[Int(product)]
      if areReplacements { dependencies.formUnion(catalog.losses(beside: [product])) }
      switch dependencies.meets(standing.dependencies) {
      case .no: continue
      case .unknown:
        let known = things ?? graph.things(under: standing.index, asking: takers)
        things = known
        guard catalog.bears(product, on: known) else { continue }
      case .yes: break
      }
      products.insert(product)
    }
    standing.products = products
    return products
  }

  private func containsFound(_ set: BitSet) -> Bool {
    for place in found.indices where found[place].isSubset(of: set) { return true }
    return false
  }

  private func canAdd(_ product: Int32, to set: BitSet) -> Bool {
    if set.contains(product) { return false }
    guard areReplacements else { return true }
    for other in set where graph[product: other].notWith.contains(product) {
      return false
    }
    return true
  }

  /// Lists a set that is enough: fewest products first, which is how they are tried, then the
  /// cheaper.
  private mutating func insert(_ set: BitSet) {
    found.append(set)
    var place = found.count - 1
    while place > 0, found[place - 1].count == set.count, isListed(set, before: found[place - 1]) {
      found[place] = found[place - 1]
      place -= 1
    }
    found[place] = set
  }

  private func isListed(_ a: BitSet, before b: BitSet) -> Bool {
    var others = b.makeIterator()
    for product in a {
      guard let other = others.next() else { return false }
      if product != other {
        return graph.productRanks[Int(product)] < graph.productRanks[Int(other)]
      }
    }
    return false
  }
}

extension RuleGraph {
  /// Everything that a rule depends on, by number.
  fileprivate func things(under rule: Int32, asking takers: Takers) -> BitSet {
    var things = BitSet()
    forEachDependency(under: rule) { things.insert($0.index) }
    forEachDependency(of: takers, under: rule) { things.insert($0.index) }
    return things
  }
}

extension ArraySlice<BitSet> {
  /// Each of them once, in order.
  fileprivate var sortedAndDistinct: [BitSet] {
    var distinct: [BitSet] = []
    for set in sorted(by: { $0.precedes($1) }) where set != distinct.last { distinct.append(set) }
    return distinct
  }
}
