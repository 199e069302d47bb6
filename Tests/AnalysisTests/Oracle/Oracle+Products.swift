import TollgateCompiler
import TollgateRuntime

// TG0401 to TG0404, TG0406

extension Oracle {
  private var products: [Product] { graph.parts.products }

  mutating func findProducts() {
    guard !products.isEmpty else { return }
    for (index, rule) in graph.parts.rules.enumerated()
    where rule.effect == .requires && !canBeBought(rule.requirement) {
      report(["TG0401"], .rule(index))
    }
    for target in targets where isDeadEnd(target) {
      let isExplained =
        target.rules.contains { has(["TG0401"], Int($0)) }
        || findings.contains {
          $0.codes == ["TG0205"] && $0.subject == .targets(target.members)
        }
      if !isExplained { report(["TG0402"], .targets(target.members)) }
    }
    var changesNothing: Set<Int> = []
    for index in products.indices where !changesSomething(index) {
      changesNothing.insert(index)
      report(["TG0403"], .product(index))
    }
    findDominated(changesNothing)
    for index in products.indices where products[index].isForSale && !canBeHeld(index) {
      report(["TG0406"], .product(index))
    }
  }

  /// The sets of products that may be held together.
  private var sets: [[Int]] { Regions.heldTogether(graph) }

  /// The holding in which so many of each product are held.
  private func place(ofCounts counts: [Int]) -> Int {
    buying.holdings.firstIndex { $0.products == counts } ?? 0
  }

  private func place(_ set: [Int]) -> Int {
    place(ofCounts: products.indices.map { set.contains($0) ? 1 : 0 })
  }

  private func place(buying purchase: [Int], holding set: [Int]) -> Int {
    place(ofCounts: Regions.buying(purchase, holding: set, graph))
  }

  /// Whether what a product is `only with` is among others.
  private func isSold(_ product: Int, with others: [Int]) -> Bool {
    let wanted = products[product].onlyWith
    return wanted.isEmpty || others.contains { wanted.contains(Int32($0)) }
  }

  // MARK: Rules and targets

  private func canBeBought(_ requirement: Int32) -> Bool {
    let met = buying[requirement].yes
    return sets.contains { set in
      let isBought = set.allSatisfy { products[$0].isForSale && isSold($0, with: set) }
      return isBought && !buying.block(met, place(set)).isEmpty
    }
  }

  private func isDeadEnd(_ target: TargetClass) -> Bool {
    let rules = withoutOff(target.rules)
    let passes = buying.outcome(of: rules).passes
    let facts = factsToChange(rules)
    return sets.contains { set in
      var stuck = buying.space.all - spread(buying.block(passes, place(set)), facts)
      for purchase in sets {
        if stuck.isEmpty { return false }
        guard purchase.allSatisfy({ products[$0].isForSale }) else { continue }
        let stays = set.filter { held in
          !purchase.contains { products[$0].notWith.contains(Int32(held)) }
        }
        guard purchase.allSatisfy({ isSold($0, with: purchase + stays) }) else { continue }
        let after = buying.block(passes, place(buying: purchase, holding: set))
        stuck = stuck - spread(after, facts)
      }
      return !stuck.isEmpty
    }
  }

  /// The axes of the yes-or-no facts that the requirements of some rules name.
  private func factsToChange(_ rules: [Int32]) -> [Int] {
    var facts: Set<Int32> = []
    for rule in rules {
      if case .requires(let requirement) = policy.rules[Int(rule)].effect {
        facts.formUnion(requirement.factNames)
      }
    }
    return facts.compactMap { buying.space.axis(.fact($0)) }
  }

  /// The points from which a set can be reached by changing the values of some axes.
  private func spread(_ bits: Bits, _ axes: [Int]) -> Bits {
    var result = bits
    let space = buying.space
    for axis in axes {
      // A yes-or-no fact has two values.
      let stride = space.strides[axis]
      let low = space.points(axis) { $0 == 0 }
      let fromHigh = result.shifted(down: stride) & low
      result = result | fromHigh | (result & low).shifted(up: stride)
    }
    return result
  }

  // MARK: Products

  private func changesSomething(_ product: Int) -> Bool {
    sets.contains { set in
      guard !set.contains(product), isSold(product, with: set),
        !set.contains(where: { products[product].notWith.contains(Int32($0)) })
      else { return false }
      let (before, after) = (place(set), place((set + [product]).sorted()))
      return targets.contains { target in
        [target.buying.passes, target.buying.allowed].contains {
          buying.block($0, before) != buying.block($0, after)
        }
      }
    }
  }

  /// TG0404, with the names of all products of which one may be named.
  private mutating func findDominated(_ idle: Set<Int>) {
    var better: [Int: [Int]] = [:]
    for index in products.indices where !idle.contains(index) {
      let found = products.indices.filter { other in
        isAsGood(other, as: index)
          && (other < index || idle.contains(other) || !isAsGood(index, as: other))
      }
      if !found.isEmpty { better[index] = found }
    }
    for (index, found) in better.sorted(by: { $0.key < $1.key }) {
      let worthy = found.filter { better[$0] == nil }
      let names = (worthy.isEmpty ? found : worthy).map { products[$0].name }
      report(["TG0404"], .product(index), names.joined(separator: " "))
    }
  }

  /// Whether one product costs no more than another one and is as good for whoever may buy that.
  private func isAsGood(_ better: Int, as product: Int) -> Bool {
    guard better != product, isNotDearer(better, product), promisesAsMuch(better, product) else {
      return false
    }
    return sets.allSatisfy { set in
      guard isOffered(product, holding: set) else { return true }
      guard isOffered(better, holding: set) || set.contains(better) else { return false }
      let (a, b) = (place(buying: [product], holding: set), place(buying: [better], holding: set))
      return targets.allSatisfy { target in
        [target.buying.passes, target.buying.allowed].allSatisfy { outcome in
          (buying.block(outcome, a) - buying.block(outcome, b)).isEmpty
        }
      }
    }
  }

  /// Whether somebody who holds a set may buy a product.
  private func isOffered(_ product: Int, holding set: [Int]) -> Bool {
    if set.contains(product), products[product].adds.isEmpty { return false }
    return isSold(
      product, with: set.filter { !products[product].notWith.contains(Int32($0)) })
  }

  /// What does not depend on the rules.
  private func promisesAsMuch(_ better: Int, _ product: Int) -> Bool {
    let (a, b) = (products[better], products[product])
    let isFreer = a.notWith.allSatisfy { Int($0) == product || b.notWith.contains($0) }
    let isCompanion = products.indices.allSatisfy { other in
      let wanted = products[other].onlyWith
      return other == better || !wanted.contains(Int32(product)) || wanted.contains(Int32(better))
    }
    let stores = Set(a.storeIDs.map { $0.store })
    let isSoldAsWidely =
      stores.isEmpty || stores.contains("")
      || (!b.storeIDs.isEmpty && b.storeIDs.allSatisfy { stores.contains($0.store) })
    return isFreer && isCompanion && isSoldAsWidely && a.grace >= b.grace
      && max(a.trial, 0) >= max(b.trial, 0)
      && (a.isSharedWithFamily || !b.isSharedWithFamily)
  }

  /// Whether both are for sale at a price that can be compared, and one's is not higher.
  private func isNotDearer(_ better: Int, _ product: Int) -> Bool {
    guard products[better].isForSale, products[product].isForSale,
      let price = products[better].price, let other = products[product].price,
      price.currency == other.currency, price.period == other.period,
      let amount = Double(price.amount), let otherAmount = Double(other.amount)
    else { return false }
    return amount <= otherAmount
  }

  private func canBeHeld(_ product: Int) -> Bool {
    sets.contains { set in
      set.contains(product) && set.allSatisfy { isSold($0, with: set) }
    }
  }
}

extension CheckedExpression {
  /// The yes-or-no facts that it names.
  var factNames: [Int32] {
    switch self {
    case .factIs(let fact, _, _): [fact]
    case .not(let inner, _): inner.factNames
    case .all(let list, _), .any(let list, _): list.flatMap { $0.factNames }
    default: []
    }
  }
}
