/// The data that a rule depends on, or that a hypothesis changes: only a rule that has
/// something in common with a change can have another result.
///
/// The first entitlements and meters have a bit of their own, and the others have one together.
struct Dependencies: Sendable, BitwiseCopyable {
  private(set) var entitlements: UInt64 = 0
  private var allowances: UInt64 = 0
  private var totals: UInt64 = 0

  /// The bit that the others have together.
  static let others: UInt64 = 1 << 63

  /// Nothing.
  init() {}

  mutating func insert(_ dependency: Dependency) {
    switch dependency {
    case .entitlement(let index): entitlements |= Dependencies.bit(index)
    case .allowance(let meter): allowances |= Dependencies.bit(meter)
    case .total(let meter): totals |= Dependencies.bit(meter)
    }
  }

  private static func bit(_ index: Int32) -> UInt64 { 1 &<< UInt64(min(index, 63).magnitude) }

  mutating func formUnion(_ other: Dependencies) {
    entitlements |= other.entitlements
    allowances |= other.allowances
    totals |= other.totals
  }

  /// Whether they have something in common; unknown where that can only be one of the others.
  @inline(__always)
  func meets(_ other: Dependencies) -> Truth {
    let common =
      entitlements & other.entitlements | allowances & other.allowances | totals & other.totals
    if common == 0 { return .no }
    return common == Dependencies.others ? .unknown : .yes
  }
}

/// The data that a condition can depend on and a supposition can change.
package enum Dependency {
  case entitlement(Int32)
  /// The allowance of a meter, or, after the meters, of a setting's value.
  case allowance(Int32)
  /// The total of a meter.
  case total(Int32)

  /// A number for each.
  var index: Int32 {
    switch self {
    case .entitlement(let index): 3 &* index
    case .allowance(let meter): 3 &* meter &+ 1
    case .total(let meter): 3 &* meter &+ 2
    }
  }
}

extension RuleGraph {
  /// The data that a rule depends on, asked about by these targets.
  func dependencies(on rule: Int32, asking takers: Takers) -> Dependencies {
    var dependencies = Dependencies()
    forEachDependency(under: rule) { dependencies.insert($0) }
    if !takers.isEmpty {
      forEachDependency(of: takers, under: rule) { dependencies.insert($0) }
    }
    return dependencies
  }

  /// Everything that the amount depends on which some targets take from the meter of a rule.
  func forEachDependency(of takers: Takers, under rule: Int32, _ body: (Dependency) -> Void) {
    guard let meter = cores[Int(rule)].limit?.meter else { return }
    for taker in takers.each {
      for index in taker.uses where self[use: index].meter == meter {
        let use = self[use: index]
        forEachDependency(below: use.condition, body)
        forEachDependency(below: use.inForce, body)
        forEachDependency(ofSteps: use.ladder, body)
        if use.each != nil, let target = taker.meter { body(.total(target)) }
      }
    }
  }

  /// The data that changes when a grant begins to count, or is gone.
  func dependencies(of grant: PreparedGrant) -> Dependencies {
    var dependencies = grant.product.map { productDependencies[Int($0)] } ?? Dependencies()
    if let entitlement = grant.entitlement {
      forEachDependency(givenBy: entitlement) { dependencies.insert($0) }
    }
    return dependencies
  }

  /// Everything that a rule depends on; a thing may come several times.
  package func forEachDependency(under rule: Int32, _ body: (Dependency) -> Void) {
    if let limit = cores[Int(rule)].limit {
      if limit.window == .total, let meter = limit.meter { body(.total(meter)) }
      switch limit.kind {
      case .atMost, .allowance: body(.allowance(limit.counter.meter))
      case .bare, .undecided: break
      case .ladder, .setting: forEachDependency(ofLadder: limit, body)
      }
    }
    forEachDependency(below: cores[Int(rule)].requirement, body)
    forEachDependency(below: cores[Int(rule)].condition, body)
    forEachDependency(below: cores[Int(rule)].inForce, body)
    forEachDependency(below: cores[Int(rule)].soft, body)
    if hasOverages { forEachDependency(beyond: rule, body) }
    if hasOwnWindows { forEachDependency(carryingUnder: rule, body) }
  }

  @inline(never)
  private func forEachDependency(carryingUnder rule: RuleIndex, _ body: (Dependency) -> Void) {
    guard let rollover = rollover(of: rule) else { return }
    forEachDependency(below: rollover.requirement, body)
  }

  @inline(never)
  private func forEachDependency(beyond rule: RuleIndex, _ body: (Dependency) -> Void) {
    guard let overage = overage(of: rule) else { return }
    forEachDependency(below: overage.requirement, body)
  }

  private func forEachDependency(ofLadder limit: Limit, _ body: (Dependency) -> Void) {
    // What is added to one window of a meter counts as added to the meter.
    body(.allowance(limit.meter ?? allowance(of: limit)))
    guard let ladder = ladder(of: limit) else { return }
    if case .bought(let meter)? = self[ladder: ladder].source {
      body(.allowance(allowance(ofBought: meter)))
    }
    forEachDependency(ofSteps: ladder, body)
  }

  private func forEachDependency(ofSteps ladder: LadderIndex, _ body: (Dependency) -> Void) {
    for place in self[ladder: ladder].steps {
      forEachDependency(below: self[step: place].requirement, body)
      forEachDependency(below: self[step: place].condition, body)
      forEachDependency(below: self[step: place].inForce, body)
    }
  }

  @inline(__always)
  private func forEachDependency(below node: Int32, _ body: (Dependency) -> Void) {
    if !self[node: node].isConstant { forEachDependency(in: node, body) }
  }

  @inline(never)
  private func forEachDependency(in index: Int32, _ body: (Dependency) -> Void) {
    switch self[node: index] {
    case .entitlement(let entitlement, let giver):
      body(.entitlement(entitlement))
      if let giver { forEachDependency(below: giver, body) }
    case .paid(let entitlement): body(.entitlement(paidPlace(of: entitlement)))
    case .not(let child), .statement(_, let child): forEachDependency(below: child, body)
    case .all(let children), .any(let children):
      for child in children.places { forEachDependency(below: self[edge: child], body) }
    case .usageAtLeast(let counter, _):
      body(.allowance(counter.meter))
      if counter.window == .total { body(.total(counter.meter)) }
    case .never, .always, .factIs, .factAtLeast, .inRollout, .timeAtLeast, .timeSince: break
    }
  }

  /// Everything that an entitlement changes: itself and what it includes.
  func forEachDependency(givenBy entitlement: Int32, _ body: (Dependency) -> Void) {
    forEachPlace(givenBy: entitlement, inTrial: false) { body(.entitlement($0)) }
  }
}

// What a user has is kept by entitlement. Where conditions ask for it, what is paid for is kept
// after that, in the same order, as if it were more entitlements.
extension RuleGraph {
  /// How many places there are.
  package var heldCount: Int { parts.entitlements.count << (asksForPaid ? 1 : 0) }

  /// The place of an entitlement that is paid for.
  @inline(__always)
  package func paidPlace(of entitlement: EntitlementIndex) -> Int32 {
    Int32(truncatingIfNeeded: parts.entitlements.count) &+ entitlement
  }

  /// The places of what an entitlement brings, by a grant that is in a trial or not.
  @inline(__always)
  func forEachPlace(
    givenBy entitlement: EntitlementIndex, inTrial: Bool, _ body: (Int32) -> Void
  ) {
    let gives = self[entitlement: entitlement].gives
    for given in gives { body(given) }
    guard asksForPaid, !inTrial else { return }
    for given in gives { body(paidPlace(of: given)) }
  }
}

extension Product {
  /// Everything that a purchase of the product changes.
  func forEachDependency(
    _ parts: RuleGraph.Parts, _ asksForPaid: Bool, _ body: (Dependency) -> Void
  ) {
    for entitlement in grants {
      for given in parts.entitlements[Int(entitlement)].gives {
        body(.entitlement(given))
        if asksForPaid { body(.entitlement(Int32(parts.entitlements.count) + given)) }
      }
    }
    for addition in adds { body(.allowance(addition.meter)) }
    for pack in packs { body(.allowance(pack.meter)) }
    if soldPlace >= 0 { body(.allowance(soldPlace)) }
    for addition in settingAdds {
      body(.allowance(Int32(parts.meters.count) + addition.setting))
    }
  }

  /// The data that a purchase of the product changes.
  func dependencies(_ parts: RuleGraph.Parts, _ asksForPaid: Bool) -> Dependencies {
    var dependencies = Dependencies()
    forEachDependency(parts, asksForPaid) { dependencies.insert($0) }
    return dependencies
  }
}
