import TollgateRuntime

/// Whether a requirement can be met by what is for sale, and by the policy's own grants.
package struct CanBeMet: Question {
  let requirement: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let universe = model.universe
    var region = try model.region(of: requirement, is: true)
    let involved = model.closure(of: model.products(in: region))
    for product in involved where !model.parts.products[Int(product)].isForSale {
      let place = universe.place(of: VariableKey(.product, product))
      region = try universe.engine.fixing(place, at: 0, in: region)
    }
    let rules = try model.saleRules(for: involved, onlyForSale: true)
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

/// The products on which a target's rules depend.
package struct ProductsInvolved: Question {
  let rules: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Int32] {
    model.products(in: try model.passed(by: rules))
  }
}

/// Which products open a target for somebody.
package struct ProductsThatOpen: Question {
  let rules: [Int32]
  /// Those that are not known to open anything yet.
  let candidates: Set<Int32>

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Int32] {
    let universe = model.universe
    let passed = try model.passed(by: rules)
    var found: [Int32] = []
    for place in universe.engine.variables(of: passed) {
      let quantity = universe.space[place].quantity
      guard quantity.kind == .product, candidates.contains(quantity.a) else { continue }
      let possible = try universe.possible(passed)
      let with = try universe.engine.fixing(place, at: 1, in: possible)
      let without = try universe.engine.fixing(place, at: 0, in: passed)
      let opened = try universe.engine.without(with, without)
      if try !universe.isEmpty(opened) { found.append(quantity.a) }
    }
    return found
  }
}

/// Whether one product opens a target for nobody for whom another one does not. Each replaces what
/// it is `not with`.
package struct OpensNoMore: Question {
  let rules: [Int32]
  let product: Int32
  let other: Int32

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    let universe = model.universe
    let passed = try model.passed(by: rules)
    let places = [product, other].map { universe.place(of: VariableKey(.product, $0)) }
    let domain = try universe.domain()
    func held(_ first: Int64, _ second: Int64, in region: Region) throws(Exhausted) -> Region {
      let half = try universe.engine.fixing(places[0], at: first, in: region)
      return try universe.engine.fixing(places[1], at: second, in: half)
    }
    func replaced(by product: Int32, in region: Region) throws(Exhausted) -> Region {
      var region = region
      for replaced in model.parts.products[Int(product)].notWith {
        let place = universe.place(of: VariableKey(.product, replaced))
        region = try universe.engine.fixing(place, at: 0, in: region)
      }
      return region
    }
    let mine = try replaced(by: product, in: try held(1, 0, in: passed))
    let theirs = try replaced(by: other, in: try held(0, 1, in: passed))
    let neither = try held(0, 0, in: domain)
    let more = try universe.engine.without(mine, theirs)
    let possible = try universe.engine.and(more, neither)
    return try universe.engine.isEmpty(possible, in: universe.space)
  }
}

extension PolicyModel {
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
