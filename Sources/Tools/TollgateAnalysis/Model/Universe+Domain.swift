import TollgateRuntime

extension Universe {
  /// The points that are possible: plans that exclude each other, instants and what lies
  /// between them, buckets that are known together.
  func makeDomain() throws(Exhausted) -> Region {
    var domain = Region.everything
    // Triangles come last: they go by all that was asked about, and the others ask too.
    for isTriangle in [false, true] {
      for place in space.variables.indices {
        let quantity = space.variables[place].quantity
        guard isTriangle == (Triangle(of: quantity) != nil) else { continue }
        let part = try constraint(on: quantity)
        domain = try engine.and(domain, part)
      }
    }
    return domain
  }

  private func constraint(on quantity: VariableKey) throws(Exhausted) -> Region {
    switch quantity.kind {
    case .product: return try plans(quantity)
    case .since, .after, .whole:
      guard let shape = Triangle(of: quantity) else { return .everything }
      return try triangle(shape)
    case .added: return try additions(quantity)
    case .noAllowance: return try ownAllowance(quantity)
    case .bucket: return try buckets(quantity)
    case .fact: return try types(quantity)
    case .tier, .entitlement, .family, .purchase, .age, .used, .growth, .allowance, .now,
      .continuing, .asked:
      return .everything
    }
  }

  /// Plans that exclude each other are not held together.
  private func plans(_ quantity: VariableKey) throws(Exhausted) -> Region {
    guard scope.holding == .products else { return .everything }
    var region = Region.everything
    for other in terms.products[Int(quantity.a)].notWith where other < quantity.a {
      let second = VariableKey(.product, other)
      guard space.place(of: second) != nil else { continue }
      let one = try below(quantity, 1)
      let two = try below(second, 1)
      let either = try engine.or(one, two)
      region = try engine.and(region, either)
    }
    return region
  }

  /// Without an allowance of its own, a counter is not below 0, unless a product that nothing asks
  /// about may add one.
  private func ownAllowance(_ quantity: VariableKey) throws(Exhausted) -> Region {
    let isRaised = terms.products.indices.contains { product in
      terms.products[product].raises.contains(quantity.a) && !scope.counts(Int32(product))
    }
    if isRaised { return .everything }
    var region = try below(quantity, 1)
    var counted = Region.everything
    let whole = VariableKey(.allowance, quantity.a)
    if space.place(of: whole) != nil { counted = try below(whole, 1) }
    for window in terms.windows {
      let counter = VariableKey(.used, quantity.a, Int32(window.code))
      guard space.place(of: counter) != nil else { continue }
      let isCounted = try atLeast(counter, 0)
      let isMissing = try missing(counter)
      let either = try engine.or(isCounted, isMissing)
      counted = try engine.and(counted, either)
    }
    region = try engine.or(region, counted)
    return region
  }

  /// A subject has a bucket in every rollout, or in none.
  private func buckets(_ quantity: VariableKey) throws(Exhausted) -> Region {
    var region = Region.everything
    for other in space.variables
    where other.quantity.kind == .bucket && other.quantity.a < quantity.a {
      let these = [try missing(quantity), try missing(other.quantity)]
      let both = try engine.all(these)
      let either = try engine.any(these)
      let difference = try engine.without(either, both)
      region = try engine.without(region, difference)
    }
    return region
  }

  /// Whether two policies take a fact for different types of thing.
  func isOfSeveralTypes(_ fact: Int32) -> Bool {
    let name = terms.facts[Int(fact)].name
    return terms.facts.indices.contains { $0 != Int(fact) && terms.facts[$0].name == name }
  }

  /// A fact that two policies take for different types of thing has one value, of one type.
  private func types(_ quantity: VariableKey) throws(Exhausted) -> Region {
    var region = Region.everything
    let name = terms.facts[Int(quantity.a)].name
    for other in space.variables
    where other.quantity.kind == .fact && other.quantity.a < quantity.a
      && terms.facts[Int(other.quantity.a)].name == name
    {
      let these = [try missing(quantity), try missing(other.quantity)]
      let either = try engine.any(these)
      region = try engine.and(region, either)
    }
    return region
  }
}
