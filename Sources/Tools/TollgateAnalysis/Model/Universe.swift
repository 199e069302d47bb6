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
  /// Whether some variable was met whose values depend on others.
  private var hangsTogether = false

  package init(_ scope: Scope, terms: Terms, budget: Budget) {
    engine = E(budget: budget)
    self.scope = scope
    self.terms = terms
    run = budget.run
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
    case .fact: return isOfSeveralTypes(quantity.a)
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
