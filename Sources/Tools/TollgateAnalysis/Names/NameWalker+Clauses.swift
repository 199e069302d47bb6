import TollgateCompiler
import TollgateSyntax

extension NameWalker {
  mutating func add(_ kind: ClauseSyntax.Kind) {
    switch kind {
    case .grants(let entitlements): for name in entitlements { use(name, .entitlement) }
    case .adds(_, let meter), .addsPack(_, let meter): use(meter, likely: .meter)
    case .price(let price): if let meter = price.each { use(meter, .meter) }
    case .forSale(let sale):
      if let requirement = sale.requirement { add(requirement, .entitlement) }
      add(sale.applies)
    case .onlyWith(let products), .notWith(let products):
      for name in products { use(name, .product) }
    case .step(let step): addStep(step)
    case .soft(let until): add(until)
    case .insteadUse(let items): add(items)
    case .given(let givens): for given in givens { add(given) }
    case .expect(let expectation): add(expectation)
    case .expectValue(let sentence): add(sentence)
    default: break
    }
  }

  private mutating func add(_ given: GivenSyntax) {
    switch given {
    case .bare(let name, let until):
      use(name, until == nil ? nil : .entitlement, likely: .entitlement)
    case .notFact(let name): use(name, .fact)
    case .product(let product): use(product.product, .product)
    case .value(let name, let value, _, _):
      let isCounted = value.numeral.utf8.allSatisfy { $0 != 0x2D && $0 != 0x2E }
      use(name, likely: isCounted || value.unit != nil ? .meter : .fact)
    case .allowance(let name, _): use(name, .meter)
    case .factIs(let name, let value):
      use(name, .fact)
      if case .name(let word) = value { choice(word, of: name.text) }
    case .subject, .verified, .seen, .dismissed: break
    }
  }

  private mutating func add(_ expectation: ExpectationSyntax) {
    add(expectation.targets)
    add(expectation.growth, expectation.targets)
    add(expectation.instead ?? [])
    for set in expectation.unlockedBy ?? [] {
      for name in set { use(name, .product) }
    }
  }
}
