import TollgateRuntime

/// The products on which the outcome of a target depends.
package struct ProductsInvolved: Question {
  let rules: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> [Int32] {
    var products: Set<Int32> = []
    for region in try model.outcomes(of: rules) { products.formUnion(model.products(in: region)) }
    return products.sorted()
  }
}

/// The products that change the outcome of a target for somebody who may buy them.
package struct ProductsThatChange: Question {
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
    return found.sorted()
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
    changed = try universe.engine.and(changed, try model.canBuy([product]))
    for absent in [product] + model.parts.products[Int(product)].notWith {
      let place = universe.place(of: VariableKey(.product, absent))
      changed = try universe.engine.fixing(place, at: 0, in: changed)
    }
    return try !universe.isEmpty(changed)
  }
}

/// Whether other products, bought together, open a target for everybody for whom one product
/// does, whatever else they hold.
package struct OpensNoMore: Question {
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
package struct SoldToAsMany: Question {
  let product: Int32
  let others: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Bool {
    try model.universe.isPart(try model.buyers(of: product), of: try model.canBuy(others))
  }
}

extension PolicyModel {
  /// Where the rules let a use pass, and where they allow it: together they are the outcome.
  func outcomes(of rules: [Int32]) throws(Exhausted) -> [Region] {
    let passed = try passed(by: rules)
    let allowed = try allowed(by: rules)
    return passed == allowed ? [passed] : [passed, allowed]
  }

  /// Where a product is offered: one that is held already is so only if it adds something.
  fileprivate func buyers(of product: Int32) throws(Exhausted) -> Region {
    let region = try canBuy([product])
    guard parts.products[Int(product)].adds.isEmpty else { return region }
    return try universe.engine.and(region, try universe.below(VariableKey(.product, product), 1))
  }

  /// Where each of some products is held already, or is sold together with the others.
  fileprivate func canBuy(_ products: [Int32]) throws(Exhausted) -> Region {
    let replaced = replaced(by: products)
    var region = Region.everything
    for product in products {
      let record = parts.products[Int(product)]
      if record.onlyWith.isEmpty || record.onlyWith.contains(where: { products.contains($0) }) {
        continue
      }
      var sold = Region.nothing
      for companion in record.onlyWith where !replaced.contains(companion) {
        let isHeld = try universe.atLeast(VariableKey(.product, companion), 1)
        sold = try universe.engine.or(sold, isHeld)
      }
      if record.adds.isEmpty {
        let isHeld = try universe.atLeast(VariableKey(.product, product), 1)
        sold = try universe.engine.or(sold, isHeld)
      }
      region = try universe.engine.and(region, sold)
    }
    return region
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
      let additions = parts.products[Int(product)].adds
      guard !additions.isEmpty else { continue }
      let again = Int32(vocabulary.products.count)
      vocabulary.products.append(twice(product))
      for addition in additions {
        vocabulary.adders[Int(addition.meter)].append(
          Vocabulary.Addition(product: again, amount: addition.amount))
      }
    }
    guard vocabulary.products.count > self.vocabulary.products.count else { return self }
    return PolicyModel(vocabulary, in: universe)
  }

  /// The term of a product that is held a second time; see `Terms.withPurchases`.
  private func twice(_ product: Int32) -> Int32 { product + 2 * Int32(parts.products.count) }

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
      guard !parts.products[Int(product)].adds.isEmpty else { continue }
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
