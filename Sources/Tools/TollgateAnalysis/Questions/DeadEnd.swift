import TollgateRuntime

/// Somebody who is refused, and whom no purchase helps, nor a yes-or-no fact that is required or
/// that an offer asks for.
package struct DeadEnd: PolicyQuestion {
  let rules: [Int32]

  package func answer<E: Engine>(in model: PolicyModel<E>) throws(Exhausted) -> Witness? {
    // Whoever may buy some of what a limit counts may buy as many as it takes.
    let rules = self.rules.filter { rule in
      let place = Int(rule) < model.parts.rules.count ? rule : nil
      guard let place, case .bought? = model.source(of: model.parts.rules[Int(place)]) else {
        return true
      }
      return false
    }
    let universe = model.universe
    let passed = try model.passed(by: rules)
    let refused = try universe.engine.complement(passed)
    guard try !universe.isEmpty(refused) else { return nil }
    let products = model.closure(of: model.products(in: passed), replaced: true)
    var helped = try helped(by: products, passed, of: rules, in: model)
    helped = try universe.engine.or(helped, try refilled(products, in: model))
    for quantity in requiredFacts(in: model) {
      helped = try universe.engine.forSome(universe.place(of: quantity), in: helped)
    }
    var stuck = try universe.engine.without(refused, helped)
    for rule in rules {
      guard let limit = model.parts.rules[Int(rule)].limit, case .ladder(let ladder) = limit.kind
      else { continue }
      stuck = try universe.engine.without(stuck, try model.exceedsTop(of: ladder, limit))
    }
    return try universe.witness(in: stuck)
  }

  /// Where packs help: whoever may buy one buys as many as it takes, and no limit that they raise
  /// stays in the way.
  private func refilled<E: Engine>(
    _ products: [Int32], in model: PolicyModel<E>
  ) throws(Exhausted) -> Region {
    let universe = model.universe
    var helped = Region.nothing
    for index in model.vocabulary.packs {
      let meters = Set(model.parts.products[Int(index)].packs.map { $0.meter })
      let rest = rules.filter { !model.parts.rules[Int($0)].isRaised(with: meters) }
      guard rest.count < rules.count else { continue }
      let passed = try model.passed(by: rest)
      let open = try self.helped(by: products, passed, of: rest, in: model)
      let sold = try universe.engine.and(open, try model.offered(index))
      helped = try universe.engine.or(helped, sold)
    }
    return helped
  }

  /// Where some purchase leads to a use that passes some rules.
  private func helped<E: Engine>(
    by products: [Int32], _ passed: Region, of rules: [Int32], in model: PolicyModel<E>
  ) throws(Exhausted) -> Region {
    let universe = model.universe
    let records = products.map { model.parts.products[Int($0)] }
    let isPlain = records.allSatisfy {
      $0.onlyWith.isEmpty && $0.notWith.isEmpty && $0.adds.isEmpty && $0.sale == nil
    }
    guard isPlain else {
      let purchase = Purchase(of: products, in: model)
      return try purchase.leading(to: rules)
    }
    // Where every product is sold by itself, each is bought or not. Often all together are enough.
    var bought = passed
    for (product, record) in zip(products, records) where record.isForSale {
      let place = universe.place(of: VariableKey(.product, product))
      bought = try universe.engine.fixing(place, at: 1, in: bought)
    }
    if bought == .everything { return bought }
    var helped = passed
    for (product, record) in zip(products, records) where record.isForSale {
      let place = universe.place(of: VariableKey(.product, product))
      let with = try universe.engine.fixing(place, at: 1, in: helped)
      helped = try universe.engine.or(helped, with)
    }
    return helped
  }

  /// The yes-or-no facts that the rules require, and those that offers ask for.
  private func requiredFacts<E: Engine>(in model: PolicyModel<E>) -> [VariableKey] {
    var open: [Int32] = []
    for rule in rules {
      let record = model.parts.rules[Int(rule)]
      open.append(record.requirement)
      open += model.parts.steps(of: record).map { $0.requirement }
    }
    for product in model.vocabulary.offered {
      guard let sale = model.parts.products[Int(product)].sale else { continue }
      open += [sale.requirement, sale.condition]
    }
    var facts: Set<Int32> = []
    while let next = open.popLast() {
      let node = model.graph[node: next]
      switch node {
      case .factIs(let fact, _):
        if model.graph[fact: fact].type == .yesOrNo { facts.insert(fact) }
      // Nobody is asked for an entitlement that the policy itself gives.
      case .entitlement: break
      default: open += model.graph.children(of: node)
      }
    }
    return facts.sorted().map { index in
      VariableKey(
        .fact, model.vocabulary.facts[Int(index)], Int32(Fact.FactType.yesOrNo.rawValue))
    }
  }
}

/// The holdings after a purchase: the same policy with other variables for its products.
///
/// A product is held then if it is bought, or was held and nothing is bought that it is `not with`.
/// An add-on that was held and stays may be bought again, and is held twice then.
private struct Purchase<E: Engine> {
  let products: [Int32]
  let model: PolicyModel<E>
  private let after: PolicyModel<E>

  init(of products: [Int32], in model: PolicyModel<E>) {
    self.products = products
    self.model = model
    var vocabulary = model.vocabulary
    let count = Int32(vocabulary.products.count)
    for index in vocabulary.products.indices { vocabulary.products[index] += count }
    for product in products where !model.parts.products[Int(product)].adds.isEmpty {
      let again = Int32(vocabulary.products.count)
      vocabulary.products.append(product + 2 * count)
      vocabulary.add(model.parts.products[Int(product)], as: again)
    }
    after = PolicyModel(vocabulary, in: model.universe)
  }

  private var universe: Universe<E> { model.universe }
  private var count: Int32 { Int32(model.vocabulary.products.count) }

  private func held(_ product: Int32) -> VariableKey { VariableKey(.product, product) }
  private func bought(_ product: Int32) -> VariableKey { VariableKey(.purchase, product) }
  private func heldThen(_ product: Int32) -> VariableKey { VariableKey(.product, product + count) }
  private func heldTwice(_ product: Int32) -> VariableKey {
    VariableKey(.product, product + 2 * count)
  }

  /// Where a purchase leads to a use that passes all of some rules.
  func leading(to rules: [Int32]) throws(Exhausted) -> Region {
    let passed = try after.passed(by: rules)
    var region = try universe.engine.and(passed, try transition())
    for product in products {
      for quantity in [bought(product), heldThen(product), heldTwice(product)] {
        region = try universe.engine.forSome(universe.place(of: quantity), in: region)
      }
    }
    return region
  }

  /// From what is held, over what is bought, to what is held then.
  private func transition() throws(Exhausted) -> Region {
    var region = Region.everything
    for product in products {
      region = try universe.engine.and(region, try step(product))
      region = try universe.engine.and(region, try isSold(product))
    }
    return region
  }

  private func step(_ product: Int32) throws(Exhausted) -> Region {
    var stays = try universe.atLeast(held(product), 1)
    for other in excluded(by: product) {
      let isBought = try universe.atLeast(bought(other), 1)
      stays = try universe.engine.without(stays, isBought)
    }
    let isBought = try universe.atLeast(bought(product), 1)
    let once = try universe.engine.or(stays, isBought)
    let region = try same(once, heldThen(product))
    if model.parts.products[Int(product)].adds.isEmpty { return region }
    let twice = try universe.engine.and(stays, isBought)
    let isAgain = try same(twice, heldTwice(product))
    return try universe.engine.and(region, isAgain)
  }

  /// Where something is held just there where it is expected.
  private func same(_ expected: Region, _ quantity: VariableKey) throws(Exhausted) -> Region {
    let actual = try universe.atLeast(quantity, 1)
    let both = try universe.engine.and(expected, actual)
    let either = try universe.engine.or(expected, actual)
    let neither = try universe.engine.complement(either)
    return try universe.engine.or(both, neither)
  }

  /// A product is bought only if it is offered as things are now, without one that excludes it, and
  /// with one that it is sold with, bought too or held and not replaced.
  private func isSold(_ product: Int32) throws(Exhausted) -> Region {
    let record = model.parts.products[Int(product)]
    let notBought = try universe.below(bought(product), 1)
    guard record.isForSale else { return notBought }
    var allowed = try model.offered(product)
    for other in excluded(by: product) {
      let isNot = try universe.below(bought(other), 1)
      allowed = try universe.engine.and(allowed, isNot)
    }
    if !record.onlyWith.isEmpty {
      var met = Region.nothing
      for other in record.onlyWith {
        let isThere = try universe.atLeast(heldThen(other), 1)
        met = try universe.engine.or(met, isThere)
      }
      allowed = try universe.engine.and(allowed, met)
    }
    return try universe.engine.or(notBought, allowed)
  }

  private func excluded(by product: Int32) -> [Int32] {
    model.parts.products[Int(product)].notWith.filter { products.contains($0) }
  }
}

extension Rule {
  /// Whether an allowance of one of some meters raises its limit.
  func isRaised(with meters: Set<Int32>) -> Bool {
    guard let limit, let meter = limit.meter, meters.contains(meter) else { return false }
    switch limit.kind {
    case .atMost, .allowance, .ladder: return true
    case .bare, .undecided, .setting: return false
    }
  }
}
