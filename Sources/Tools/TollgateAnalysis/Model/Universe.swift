import TollgateRuntime

/// Everything that a group of questions speaks of: an engine, the variables that were met so far,
/// and what they can be together.
package final class Universe<E: Engine> {
  package var engine: E
  package private(set) var space = Space()
  package let scope: Scope
  package let terms: Terms
  private let run: RunBudget
  /// The values with which the policy compares each variable.
  private(set) var thresholds: [Set<Int64>] = []
  private var known: (variables: Int, thresholds: Int, domain: Region)?
  private var thresholdCount = 0
  /// Regions outside of which nothing is possible.
  private var demands: [Region] = []
  /// The variables whose demands were made.
  private var demanded: Set<VariableKey> = []
  /// Whether some variable was met whose values depend on others.
  private var hangsTogether = false

  package init(_ scope: Scope, terms: Terms, budget: Budget) {
    engine = E(budget: budget)
    self.scope = scope
    self.terms = terms
    run = budget.run
  }

  /// Whether nothing was demanded for a variable before; it is from now on.
  func begins(_ quantity: VariableKey) -> Bool { demanded.insert(quantity).inserted }

  /// Nothing outside of a region is possible.
  func demand(_ region: Region) {
    demands.append(region)
    hangsTogether = true
    known = nil
  }

  /// Ends the work if the run has no time left.
  func checkTime() throws(Exhausted) { try run.check() }

  /// The variable of a quantity.
  func place(of quantity: VariableKey) -> Int32 {
    let place = space.place(of: quantity) { variable(quantity) }
    if thresholds.count < space.count {
      thresholds.append([])
      if isBound(quantity) { hangsTogether = true }
    }
    return place
  }

  /// Whether what a quantity can be may depend on others.
  private func isBound(_ quantity: VariableKey) -> Bool {
    guard quantity.kind.hangsTogether else { return false }
    switch quantity.kind {
    case .product: return !terms.products[Int(quantity.a)].notWith.isEmpty
    case .fact: return isOfSeveralTypes(quantity.a) || terms.numbers[quantity] != nil
    default: return true
    }
  }

  /// Where a quantity is at least `threshold`. One that is missing is not.
  func atLeast(_ quantity: VariableKey, _ threshold: Int64) throws(Exhausted) -> Region {
    let place = place(of: quantity)
    let range = space[place].range
    let first = space[place].canBeMissing ? range.lowerBound + 1 : range.lowerBound
    let border = max(threshold, first)
    if border > range.upperBound { return .nothing }
    if border == range.lowerBound { return .everything }
    note(border, at: place)
    return try engine.atLeast(place, border)
  }

  /// Where a quantity is known and below `threshold`.
  func below(_ quantity: VariableKey, _ threshold: Int64) throws(Exhausted) -> Region {
    let place = place(of: quantity)
    let range = space[place].range
    let isBelow: Region
    if threshold > range.upperBound {
      isBelow = .everything
    } else if threshold <= range.lowerBound {
      return .nothing
    } else {
      note(threshold, at: place)
      isBelow = try engine.below(place, threshold)
    }
    guard space[place].canBeMissing else { return isBelow }
    let isKnown = try atLeast(quantity, range.lowerBound + 1)
    return try engine.and(isBelow, isKnown)
  }

  /// Where a quantity has this value.
  func equals(_ quantity: VariableKey, _ value: Int64) throws(Exhausted) -> Region {
    try inside(quantity, value...value)
  }

  /// Where a quantity is not known.
  func missing(_ quantity: VariableKey) throws(Exhausted) -> Region {
    let place = place(of: quantity)
    guard space[place].canBeMissing else { return .nothing }
    let border = space[place].range.lowerBound + 1
    note(border, at: place)
    return try engine.below(place, border)
  }

  private func note(_ threshold: Int64, at place: Int32) {
    if thresholds[Int(place)].insert(threshold).inserted { thresholdCount += 1 }
  }

  /// The points that are possible for the variables met so far.
  func domain() throws(Exhausted) -> Region {
    guard hangsTogether else { return .everything }
    if let known, known.variables == space.count, known.thresholds == thresholdCount {
      return known.domain
    }
    let domain = try makeDomain()
    known = (space.count, thresholdCount, domain)
    return domain
  }

  /// The part of a region that can be.
  func possible(_ region: Region) throws(Exhausted) -> Region {
    let domain = try domain()
    return try engine.and(region, domain)
  }

  /// Whether nothing that can be lies in a region.
  func isEmpty(_ region: Region) throws(Exhausted) -> Bool {
    if region == .nothing { return true }
    let possible = try possible(region)
    return try engine.isEmpty(possible, in: space)
  }

  /// Whether everything that can be and lies in `a` lies in `b`.
  func isPart(_ a: Region, of b: Region) throws(Exhausted) -> Bool {
    let rest = try engine.without(a, b)
    return try isEmpty(rest)
  }

  /// The most usual point of a region; `nil` if no possible point lies in it.
  func point(in region: Region) throws(Exhausted) -> Point? {
    let possible = try possible(region)
    return try engine.point(in: possible, of: space)
  }
}

extension Terms {
  /// The products that add to a setting, by their terms, and how much one of each adds.
  func adders(toSetting setting: SettingIndex) -> [Vocabulary.Addition] {
    var adders: [Vocabulary.Addition] = []
    for (product, term) in products.enumerated() {
      var amount: Int64 = 0
      for addition in term.settingAdds where addition.setting == setting {
        amount = amount.saturatingAdd(addition.amount)
      }
      guard amount > 0 else { continue }
      adders.append(Vocabulary.Addition(product: Int32(product), amount: amount))
    }
    return adders
  }
}

extension Universe {
  /// More products than this that add to one setting are not judged.
  private static var mostAdders: Int { 12 }

  /// Where what is added to a setting is a sum of what the products that are held add, each of them
  /// once or more often.
  func additions(_ quantity: VariableKey) throws(Exhausted) -> Region {
    let adders = terms.adders(toSetting: quantity.a)
    guard adders.count <= Self.mostAdders else {
      throw Exhausted(.variables, limit: Self.mostAdders)
    }
    return try additions(quantity, adders[...], held: [])
  }

  private func additions(
    _ quantity: VariableKey, _ rest: ArraySlice<Vocabulary.Addition>, held: [Int64]
  ) throws(Exhausted) -> Region {
    guard let adder = rest.first else { return try sums(of: held, quantity) }
    let counts = try atLeast(VariableKey(.product, adder.product), 1)
    let with = try additions(quantity, rest.dropFirst(), held: held + [adder.amount])
    let without = try additions(quantity, rest.dropFirst(), held: held)
    let on = try engine.and(with, counts)
    let off = try engine.without(without, counts)
    return try engine.or(on, off)
  }

  private func sums(of held: [Int64], _ quantity: VariableKey) throws(Exhausted) -> Region {
    guard let place = space.place(of: quantity) else { return .everything }
    var region = Region.nothing
    for cell in cells(of: place) {
      guard try RepeatedAmounts(held).times(for: cell) != nil else { continue }
      region = try engine.or(region, try inside(quantity, cell))
    }
    return region
  }

  /// Gives what is added to a setting a value that the products held come to.
  func settle(added place: Int32, _ point: inout Point) {
    let adders = terms.adders(toSetting: space[place].quantity.a)
    let held = adders.filter { isHeld($0.product, at: point) }.map { $0.amount }
    let cell = cell(of: place, around: point[place])
    guard let times = try? RepeatedAmounts(held).times(for: cell) else { return }
    point[place] = RepeatedAmounts(held).sum(times)
  }

  private func isHeld(_ product: Int32, at point: Point) -> Bool {
    space.place(of: VariableKey(.product, product)).map { point[$0] > 0 } ?? false
  }
}

extension Universe {
  /// The points that are possible: plans that exclude each other, instants and what lies
  /// between them, buckets that are known together.
  func makeDomain() throws(Exhausted) -> Region {
    var domain = try engine.all(demands)
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
      let region = try triangle(shape)
      return quantity.isInMonths ? try engine.and(region, months(quantity)) : region
    case .added: return try additions(quantity)
    case .noAllowance: return try ownAllowance(quantity)
    case .bucket: return try buckets(quantity)
    case .fact: return try types(quantity)
    case .tier, .entitlement, .family, .purchase, .paidTier, .trial, .age, .used, .growth,
      .allowance, .now, .continuing, .asked, .carried, .bought:
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
    if let numbers = terms.numbers[quantity] {
      var stands = try missing(quantity)
      for number in numbers {
        stands = try engine.or(stands, try equals(quantity, number))
      }
      region = stands
    }
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

extension Universe {
  /// The variable of a quantity: what values it can have, and which are usual.
  func variable(_ quantity: VariableKey) -> Variable {
    switch quantity.kind {
    case .tier:
      return Variable(quantity, 0...Int64(max(0, terms.tiers.count - 1)), usual: 0, weight: 16)
    case .entitlement, .purchase: return Variable(quantity, 0...1, usual: 0, weight: 16)
    case .product:
      let grace = terms.products[Int(quantity.a)].grace
      return Variable(quantity, 0...(grace + 1), usual: 0, weight: 16)
    case .paidTier:
      let last = Int64(max(0, terms.tiers.count - 1))
      return Variable(quantity, 0...last, usual: last, weight: 48)
    case .trial: return Variable(quantity, 0...1, usual: 0, weight: 48)
    case .family, .continuing: return Variable(quantity, 0...1, usual: 0, weight: 64)
    case .age: return Variable(quantity, 0...Int64.max, usual: 0, weight: 96)
    case .used: return counter(quantity, usual: 0)
    case .after: return counter(quantity, usual: 1)
    case .growth: return Variable(quantity, 1...Int64.max, usual: 1, weight: 32)
    case .whole:
      var variable = missable(quantity, 0...Int64.max, missing: -1, usual: 0)
      variable.weight = 12
      return variable
    case .allowance: return Variable(quantity, 0...Int64.max, usual: 0, weight: 60)
    case .added: return Variable(quantity, 0...Int64.max, usual: 0, weight: 20)
    case .noAllowance:
      // Where everything is known, so is what a limit hangs on.
      let isNeeded = scope.isKnown && terms.meters[Int(quantity.a)].needsAllowance
      return Variable(quantity, 0...(isNeeded ? 0 : 1), usual: 0, weight: 64)
    case .fact: return fact(quantity)
    case .since:
      let longest = quantity.isInMonths ? Calendar.mostMonths : Calendar.longest
      return missable(quantity, -longest...longest, missing: -longest - 1, usual: 0)
    case .now:
      return Variable(quantity, Calendar.first...Calendar.last, usual: scope.now, weight: 80)
    case .bucket: return missable(quantity, 0...9_999, missing: -1, usual: 9_999)
    case .bought:
      let last = Int64(terms.numbers[quantity]?.count ?? 1) - 1
      return Variable(quantity, 0...last, usual: 0, weight: 24)
    case .carried:
      let last = Int64(terms.carried[quantity]?.count ?? 1) - 1
      return Variable(quantity, 0...last, usual: 0, weight: 64)
    case .asked:
      return Variable(quantity, terms.askedValues[Int(quantity.a)], usual: 0, weight: 32)
    }
  }

  /// A counter less its allowance may be below 0; below the lowest value it is missing.
  private func counter(_ quantity: VariableKey, usual: Int64) -> Variable {
    var variable = missable(quantity, -Int64.max...Int64.max, missing: .min, usual: usual)
    variable.weight = 12
    return variable
  }

  private func fact(_ quantity: VariableKey) -> Variable {
    let fact = terms.facts[Int(quantity.a)]
    switch fact.type {
    case .yesOrNo: return missable(quantity, 0...1, missing: -1, usual: 0)
    case .number: return missable(quantity, 0...Int64.max, missing: -1, usual: 0)
    case .version:
      // Nothing is below 0.0.0.
      let first: Int64 = fact.versions.first == Version(0) ? 1 : 0
      return missable(
        quantity, first...Int64(fact.versions.count), missing: first - 1, usual: first)
    case .date:
      return missable(
        quantity, Calendar.first...Calendar.last, missing: Calendar.first - 1, usual: scope.now)
    case .choice:
      // A choice that nobody declared is a value of its own: unknown to a policy whose list is
      // closed.
      let isElse = !scope.isKnown || fact.isOpen || fact.choices.isEmpty
      let last = Int64(fact.choices.count) - (isElse ? 0 : 1)
      return missable(quantity, 0...last, missing: -1, usual: 0)
    }
  }

  private func missable(
    _ quantity: VariableKey, _ range: ClosedRange<Int64>, missing: Int64, usual: Int64
  ) -> Variable {
    let isMissable = !scope.isKnown
    let first = isMissable ? missing : range.lowerBound
    return Variable(
      quantity, first...range.upperBound, canBeMissing: isMissable, usual: usual, weight: 40)
  }
}
