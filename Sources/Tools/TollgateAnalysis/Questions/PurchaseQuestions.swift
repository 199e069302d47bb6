import TollgateRuntime

/// The products on which the outcome of a target depends.
package struct ProductsInvolved: PolicyQuestion {
  let rules: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Int32] {
    var products: Set<Int32> = []
    for region in try model.outcomes(of: rules) { products.formUnion(model.products(in: region)) }
    return products.sorted()
  }
}

/// The products that change the outcome of a target for somebody who may buy them.
package struct ProductsThatChange: PolicyQuestion {
  let rules: [Int32]
  /// The products for which no change is known yet.
  let candidates: Set<Int32>

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Int32] {
    var found: Set<Int32> = []
    for region in try model.outcomes(of: rules) {
      for product in model.products(in: region)
      where candidates.contains(product) && !found.contains(product) {
        if try changes(product, region, in: model) { found.insert(product) }
      }
    }
    for product in candidates.sorted() where !found.contains(product) {
      if try changesAgain(product, in: model) { found.insert(product) }
    }
    return found.sorted()
  }

  /// Whether it moves somebody who holds the product to buy it once more: what it adds counts twice
  /// then.
  private func changesAgain<E: Engine>(
    _ product: Int32, in model: PolicyModel<E>
  ) throws(Exhausted) -> Bool {
    guard model.parts.products[Int(product)].isAddOn else { return false }
    let universe = model.universe
    let twice = model.holdingTwice([product])
    let again = universe.place(of: VariableKey(.product, model.twice(product)))
    let isHeld = try universe.atLeast(VariableKey(.product, product), 1)
    let buyers = try universe.engine.and(isHeld, try model.buyers(of: product))
    for region in try twice.outcomes(of: rules) {
      let with = try universe.engine.fixing(again, at: 1, in: region)
      let without = try universe.engine.fixing(again, at: 0, in: region)
      let gained = try universe.engine.without(with, without)
      let lost = try universe.engine.without(without, with)
      var changed = try universe.engine.and(try universe.engine.or(gained, lost), buyers)
      for other in model.parts.products[Int(product)].notWith {
        let place = universe.place(of: VariableKey(.product, other))
        changed = try universe.engine.fixing(place, at: 0, in: changed)
      }
      if try !universe.isEmpty(changed) { return true }
    }
    return false
  }

  /// Whether holding the product moves somebody into a region or out of it. Whoever buys it holds
  /// nothing that it replaces: the loss of that is not its own doing.
  private func changes<E: Engine>(
    _ product: Int32, _ region: Region, in model: PolicyModel<E>
  ) throws(Exhausted) -> Bool {
    let universe = model.universe
    let place = universe.place(of: VariableKey(.product, product))
    let with = try universe.engine.fixing(place, at: 1, in: region)
    let without = try universe.engine.fixing(place, at: 0, in: region)
    let gained = try universe.engine.without(with, without)
    let lost = try universe.engine.without(without, with)
    var changed = try universe.engine.or(gained, lost)
    for other in model.parts.products[Int(product)].notWith {
      let place = universe.place(of: VariableKey(.product, other))
      changed = try universe.engine.fixing(place, at: 0, in: changed)
    }
    changed = try universe.engine.and(changed, try model.newBuyers(of: product))
    return try !universe.isEmpty(changed)
  }
}

/// Whether other products, bought together, open a target for everybody for whom one product
/// does, whatever else they hold.
package struct OpensNoMore: PolicyQuestion {
  let rules: [Int32]
  let product: Int32
  let others: [Int32]
  /// Whether the others replace what they are `not with`.
  var areReplacing = true

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let universe = model.universe
    let twice = model.holdingTwice([product] + others)
    let buyers = try model.buyers(of: product)
    for region in try twice.outcomes(of: rules) {
      var mine = try twice.region(leadingTo: region, byBuying: [product])
      mine = try universe.engine.and(mine, buyers)
      let theirs = try twice.region(
        leadingTo: region, byBuying: others, areReplacing: areReplacing)
      if try !universe.isPart(mine, of: theirs) { return false }
    }
    return true
  }
}

/// Whether everybody who may buy a product may buy others together.
package struct SoldToAsMany: PolicyQuestion {
  let product: Int32
  let others: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    var buyers = try model.canBuy([product])
    if !model.parts.products[Int(product)].raisesLimits {
      let isNew = try model.universe.below(VariableKey(.product, product), 1)
      buyers = try model.universe.engine.and(buyers, isNew)
    }
    return try model.universe.isPart(buyers, of: try model.canBuy(others))
  }
}

extension PolicyModel {
  /// Where the rules let a use pass, and where they allow it: together they are the outcome.
  func outcomes(of rules: [Int32]) throws(Exhausted) -> [Region] {
    let passed = try passed(by: rules)
    let allowed = try allowed(by: rules)
    return passed == allowed ? [passed] : [passed, allowed]
  }

  /// Where a product is offered, now or before: one that is held already is so only if it adds
  /// something.
  fileprivate func buyers(of product: Int32) throws(Exhausted) -> Region {
    let region = try ever(try canBuy([product]), product)
    guard !parts.products[Int(product)].raisesLimits else { return region }
    return try universe.engine.and(region, try universe.below(VariableKey(.product, product), 1))
  }

  /// Who has bought a product without having held it, or what it replaces still being there: by
  /// all that is held as well.
  fileprivate func newBuyers(of product: Int32) throws(Exhausted) -> Region {
    let record = parts.products[Int(product)]
    var region = try canBuy([product])
    if record.sale != nil { region = try universe.possible(region) }
    let place = universe.place(of: VariableKey(.product, product))
    region = try universe.engine.fixing(place, at: 0, in: region)
    for other in record.notWith {
      let place = universe.place(of: VariableKey(.product, other))
      region = try universe.engine.forSome(place, in: region)
    }
    return try ever(region, product)
  }

  /// Where a product was bought at some time: what was bought stays, so the time, the facts and the
  /// counters that its `for sale` goes by may be others now.
  private func ever(_ region: Region, _ product: Int32) throws(Exhausted) -> Region {
    guard parts.products[Int(product)].sale != nil else { return region }
    var region = region
    for place in universe.engine.variables(of: region) {
      switch universe.space[place].quantity.kind {
      case .tier, .paidTier, .trial, .entitlement, .product, .family: break
      default: region = try universe.engine.forSome(place, in: region)
      }
    }
    return region
  }

  /// Where each of some products is held already, or is sold together with the others.
  fileprivate func canBuy(_ products: [Int32]) throws(Exhausted) -> Region {
    let replaced = replaced(by: products)
    var region = Region.everything
    for product in products {
      let record = parts.products[Int(product)]
      var sold = try companions(of: product, among: products, replaced)
      sold = try universe.engine.and(sold, try offered(product))
      if !record.raisesLimits {
        let isHeld = try universe.atLeast(VariableKey(.product, product), 1)
        sold = try universe.engine.or(sold, isHeld)
      }
      region = try universe.engine.and(region, sold)
    }
    return region
  }

  /// Where a product is there with which another one is sold.
  private func companions(
    of product: Int32, among products: [Int32], _ replaced: Set<Int32>
  ) throws(Exhausted) -> Region {
    let onlyWith = parts.products[Int(product)].onlyWith
    if onlyWith.isEmpty || onlyWith.contains(where: { products.contains($0) }) {
      return .everything
    }
    var sold = Region.nothing
    for companion in onlyWith where !replaced.contains(companion) {
      let isHeld = try universe.atLeast(VariableKey(.product, companion), 1)
      sold = try universe.engine.or(sold, isHeld)
    }
    return sold
  }

  private func replaced(by products: [Int32]) -> Set<Int32> {
    Set(products.flatMap { parts.products[Int($0)].notWith }).subtracting(products)
  }

  // MARK: After a purchase

  /// The same policy with a further variable for each add-on among some products: whether it is
  /// held twice.
  fileprivate func holdingTwice(_ products: [Int32]) -> PolicyModel {
    var vocabulary = vocabulary
    for product in products {
      guard parts.products[Int(product)].isAddOn else { continue }
      let again = Int32(vocabulary.products.count)
      vocabulary.products.append(twice(product))
      vocabulary.add(parts.products[Int(product)], as: again)
    }
    guard vocabulary.products.count > self.vocabulary.products.count else { return self }
    return PolicyModel(vocabulary, in: universe)
  }

  /// The term of a product that is held a second time; see `Terms.withPurchases`.
  fileprivate func twice(_ product: Int32) -> Int32 { product + 2 * Int32(parts.products.count) }

  /// Where buying products leads into a region, by what is held before.
  fileprivate func region(
    leadingTo region: Region, byBuying products: [Int32], areReplacing: Bool = true
  ) throws(Exhausted) -> Region {
    var region = region
    for product in areReplacing ? replaced(by: products).sorted() : [] {
      let place = universe.place(of: VariableKey(.product, product))
      region = try universe.engine.fixing(place, at: 0, in: region)
    }
    for product in products {
      let held = VariableKey(.product, product)
      region = try universe.engine.fixing(universe.place(of: held), at: 1, in: region)
      guard parts.products[Int(product)].isAddOn else { continue }
      let again = universe.place(of: VariableKey(.product, twice(product)))
      let second = try universe.engine.fixing(again, at: 1, in: region)
      let first = try universe.engine.fixing(again, at: 0, in: region)
      let isHeld = try universe.atLeast(held, 1)
      region = try universe.engine.or(
        try universe.engine.and(second, isHeld), try universe.engine.without(first, isHeld))
    }
    for product in vocabulary.products.dropFirst(parts.products.count) {
      let place = universe.place(of: VariableKey(.product, product))
      region = try universe.engine.fixing(place, at: 0, in: region)
    }
    return region
  }
}

extension Product {
  /// Whether it raises a limit or a value for as long as it is held, twice if it is held twice.
  fileprivate var isAddOn: Bool { !adds.isEmpty || !settingAdds.isEmpty }
}

/// Whether a requirement can be met by what is for sale, and by the policy's own grants.
package struct CanBeMet: PolicyQuestion {
  let requirement: Int32
  /// Whether what is no longer sold counts too: somebody may have it.
  var countsUnsold = false

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let universe = model.universe
    var region = try model.region(of: requirement, is: true)
    let involved = model.closure(of: model.products(in: region))
    for product in involved
    where !countsUnsold && !model.parts.products[Int(product)].isForSale {
      let place = universe.place(of: VariableKey(.product, product))
      region = try universe.engine.fixing(place, at: 0, in: region)
    }
    let rules = try model.saleRules(for: involved, onlyForSale: !countsUnsold)
    region = try universe.engine.and(region, rules)
    return try !universe.isEmpty(region)
  }
}

/// Whether a product can be held together with what it is sold with.
package struct CanBeBought: PolicyQuestion {
  let product: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let held = try model.universe.atLeast(VariableKey(.product, product), 1)
    let rules = try model.saleRules(for: model.closure(of: [product]), onlyForSale: false)
    let region = try model.universe.engine.and(held, rules)
    return try !model.universe.isEmpty(region)
  }
}

/// Whether there is anybody to whom a product is offered.
package struct CanBeOffered: PolicyQuestion {
  let product: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    try !model.universe.isEmpty(try model.offered(product))
  }
}

extension PolicyModel {
  /// Where a product is offered as things are: where all that its `for sale` says is surely true.
  func offered(_ product: Int32) throws(Exhausted) -> Region {
    guard let sale = parts.products[Int(product)].sale else { return .everything }
    if let known = offers[product] { return known }
    let seller = PolicyModel(vocabulary, in: universe, mayBeGiven: true)
    var region = Region.everything
    for node in [sale.requirement, sale.inForce, sale.condition] {
      region = try universe.engine.and(region, try seller.region(of: node, is: true))
    }
    offers[product] = region
    return region
  }

  /// The products that a region depends on.
  func products(in region: Region) -> [Int32] {
    var products: [Int32] = []
    for place in universe.engine.variables(of: region) {
      let quantity = universe.space[place].quantity
      if quantity.kind == .product { products.append(quantity.a) }
    }
    return products
  }

  /// Products and everything that they are, one way or another, sold with; and, where that is
  /// asked, what they replace.
  func closure(of products: [Int32], replaced: Bool = false) -> [Int32] {
    var seen = Set(products)
    var open = products
    while let next = open.popLast() {
      let record = parts.products[Int(next)]
      for other in record.onlyWith + (replaced ? record.notWith : [])
      where seen.insert(other).inserted {
        open.append(other)
      }
    }
    return seen.sorted()
  }

  /// Where every product that is held is held with one of those that it is sold with.
  func saleRules(for products: [Int32], onlyForSale: Bool) throws(Exhausted) -> Region {
    var region = Region.everything
    for product in products where !parts.products[Int(product)].onlyWith.isEmpty {
      var met = try universe.below(VariableKey(.product, product), 1)
      for other in parts.products[Int(product)].onlyWith
      where !onlyForSale || parts.products[Int(other)].isForSale {
        let isHeld = try universe.atLeast(VariableKey(.product, other), 1)
        met = try universe.engine.or(met, isHeld)
      }
      region = try universe.engine.and(region, met)
    }
    return region
  }
}
