/// Finds every minimal set of products for sale whose purchase now is enough.
///
/// A minimal set grows from the empty one: while a set is not enough, some rule still fails, and
/// whatever is missing contains a product that bears on that rule. So only those are added, the
/// smaller sets first, and no set that contains one already found.
struct Shop {
  private let graph: RuleGraph
  private let storefront: Storefront
  private let rules: [Int32]
  private let outcome: Decision.Outcome
  /// Evaluates the rules with each set bought.
  private var evaluation: Evaluation<Silence>
  /// The products that are for sale to this user.
  private var offered = BitSet()
  /// Whether a product on offer may not stand beside something that is held.
  private var areReplacements = false
  /// Of the products on offer, those that bear on each rule that was in the way.
  private var bearings: [(rule: Int32, products: BitSet)] = []
  /// The sets that are enough, in the order in which they are listed.
  private(set) var found: [BitSet] = []
  /// Whether there are more than are found.
  private(set) var areMore = false

  /// How many sets are listed, and how many are tried, at the most.
  static let mostListed = 1000
  static let mostTried = 20_000

  /// - Parameters:
  ///   - evaluation: One with nothing supposed.
  ///   - rule: The first rule that is in the way now.
  init(
    inquiry: Inquiry, _ evaluation: Evaluation<Silence>, from outcome: Decision.Outcome,
    inTheWay rule: Int32
  ) {
    graph = inquiry.graph
    storefront = Storefront(of: inquiry)
    rules = inquiry.subject.rules
    self.outcome = outcome
    self.evaluation = evaluation
    for index in graph.parts.products.indices where storefront.isOffered(Int32(index)) {
      offered.insert(Int32(index))
      if !graph.parts.products[index].notWith.isEmpty { areReplacements = true }
    }
    if !offered.isEmpty { search(from: rule) }
  }

  private mutating func search(from rule: Int32) {
    // The sets to try, the smaller before the larger; as large ones in order.
    var queue: [BitSet] = []
    queue.reserveCapacity(16)
    found.reserveCapacity(4)
    bearings.reserveCapacity(4)
    for product in products(bearingOn: rule) { queue.append([product]) }
    var tried = 1
    var next = 0
    while next < queue.count {
      let end = queue.count
      var isOrdered = true
      while next < end {
        let set = queue[next]
        next += 1
        guard !containsFound(set) else { continue }
        tried += 1
        guard tried <= Shop.mostTried, found.count < Shop.mostListed else {
          areMore = true
          return
        }
        for product in additions(to: set) where canAdd(product, to: set) {
          let larger = set.adding(product)
          if queue.count > end, !queue[queue.count - 1].precedes(larger) { isOrdered = false }
          queue.append(larger)
        }
      }
      if !isOrdered { queue.replaceSubrange(end..., with: queue[end...].sortedAndDistinct) }
    }
  }

  /// What may be added to a set: what bears on a rule that still fails, or on what it is sold
  /// with. Nothing where the set is enough; it is found then.
  private mutating func additions(to set: BitSet) -> BitSet {
    evaluation.hypothesis = Hypothesis()
    for product in set { evaluation.hypothesis.give(product: product, in: graph) }
    if areReplacements { evaluation.world = storefront.world(beside: set) }
    if let rule = evaluation.firstInTheWay(of: rules[...], from: outcome) {
      return products(bearingOn: rule)
    }
    for product in set where !storefront.isSold(product, with: set) {
      return BitSet(graph.parts.products[Int(product)].onlyWith).intersection(offered)
    }
    insert(set)
    return BitSet()
  }

  private mutating func products(bearingOn rule: Int32) -> BitSet {
    for place in bearings.indices where bearings[place].rule == rule {
      return bearings[place].products
    }
    let products = Bearing(on: rule, graph: graph)
      .products(of: offered, replacing: storefront.prepared.grants)
    bearings.append((rule, products))
    return products
  }

  private func containsFound(_ set: BitSet) -> Bool {
    for place in found.indices where found[place].isSubset(of: set) { return true }
    return false
  }

  private func canAdd(_ product: Int32, to set: BitSet) -> Bool {
    if set.contains(product) { return false }
    for other in set where graph.parts.products[Int(other)].notWith.contains(product) {
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

extension ArraySlice<BitSet> {
  /// Each of them once, in order.
  fileprivate var sortedAndDistinct: [BitSet] {
    var distinct: [BitSet] = []
    for set in sorted(by: { $0.precedes($1) }) where set != distinct.last { distinct.append(set) }
    return distinct
  }
}
