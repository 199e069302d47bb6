import TollgateRuntime

/// Whether a requirement can be met by what is for sale, and by the policy's own grants.
package struct CanBeMet: Question {
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
package struct CanBeBought: Question {
  let product: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let held = try model.universe.atLeast(VariableKey(.product, product), 1)
    let rules = try model.saleRules(for: model.closure(of: [product]), onlyForSale: false)
    let region = try model.universe.engine.and(held, rules)
    return try !model.universe.isEmpty(region)
  }
}

/// Whether there is anybody to whom a product is offered.
package struct CanBeOffered: Question {
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
