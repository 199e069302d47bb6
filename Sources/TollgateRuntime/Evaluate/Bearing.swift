/// What a rule depends on, or what is changed by something that is supposed: only a rule that has
/// something in common with what is changed can come to something else.
///
/// The first entitlements and meters have a bit of their own, and the others have one together.
struct Bearing: Sendable, BitwiseCopyable {
  private(set) var entitlements: UInt64 = 0
  private var allowances: UInt64 = 0
  private var totals: UInt64 = 0

  /// The bit that the others have together.
  static let others: UInt64 = 1 << 63

  /// Nothing.
  init() {}

  mutating func insert(_ thing: Thing) {
    switch thing {
    case .entitlement(let index): entitlements |= Bearing.bit(index)
    case .allowance(let meter): allowances |= Bearing.bit(meter)
    case .total(let meter): totals |= Bearing.bit(meter)
    }
  }

  private static func bit(_ index: Int32) -> UInt64 { 1 &<< UInt64(min(index, 63).magnitude) }

  mutating func formUnion(_ other: Bearing) {
    entitlements |= other.entitlements
    allowances |= other.allowances
    totals |= other.totals
  }

  /// Whether they have something in common; unknown where that can only be one of the others.
  @inline(__always)
  func meets(_ other: Bearing) -> Truth {
    let common =
      entitlements & other.entitlements | allowances & other.allowances | totals & other.totals
    if common == 0 { return .no }
    return common == Bearing.others ? .unknown : .yes
  }

  /// What a condition can depend on and something supposed can change.
  enum Thing {
    case entitlement(Int32)
    /// What raises the limits of a meter.
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
}

extension RuleGraph {
  /// What a rule depends on.
  func bearing(on rule: Int32) -> Bearing {
    var bearing = Bearing()
    forEachThing(under: rule) { bearing.insert($0) }
    return bearing
  }

  /// What is changed where a grant comes to count, or is gone.
  func bearing(of grant: PreparedGrant) -> Bearing {
    var bearing = grant.product < 0 ? Bearing() : productBearings[Int(grant.product)]
    if grant.entitlement >= 0 {
      forEachThing(givenBy: grant.entitlement) { bearing.insert($0) }
    }
    return bearing
  }

  /// Everything that a rule depends on; a thing may come several times.
  func forEachThing(under rule: Int32, _ body: (Bearing.Thing) -> Void) {
    if let limit = cores[Int(rule)].limit {
      if limit.window == .total { body(.total(limit.meter)) }
      switch limit.kind {
      case .atMost, .allowance: body(.allowance(limit.meter))
      case .bare, .undecided: break
      }
    }
    forEachThing(below: cores[Int(rule)].requirement, body)
    forEachThing(below: cores[Int(rule)].condition, body)
    forEachThing(below: cores[Int(rule)].inForce, body)
    forEachThing(below: cores[Int(rule)].soft, body)
  }

  @inline(__always)
  private func forEachThing(below node: Int32, _ body: (Bearing.Thing) -> Void) {
    if !parts.nodes[Int(node)].kind.isConstant { forEachThing(in: node, body) }
  }

  @inline(never)
  private func forEachThing(in index: Int32, _ body: (Bearing.Thing) -> Void) {
    let node = parts.nodes[Int(index)]
    switch node.kind {
    case .entitlement:
      body(.entitlement(node.a))
      if node.b >= 0 { forEachThing(below: node.b, body) }
    case .not, .statement: forEachThing(below: node.a, body)
    case .all, .any:
      for edge in Int(node.a)..<Int(node.a) + Int(node.b) {
        forEachThing(below: parts.edges[edge], body)
      }
    case .usageAtLeast:
      body(.allowance(node.a))
      if node.b == 0 { body(.total(node.a)) }
    case .never, .always, .factIs, .factAtLeast, .inRollout, .timeAtLeast, .timeSince: break
    }
  }

  /// Everything that an entitlement changes: itself and what it includes.
  func forEachThing(givenBy entitlement: Int32, _ body: (Bearing.Thing) -> Void) {
    for given in parts.entitlements[Int(entitlement)].gives { body(.entitlement(given)) }
  }
}

extension Product {
  /// Everything that a purchase of the product changes.
  func forEachThing(_ entitlements: [Entitlement], _ body: (Bearing.Thing) -> Void) {
    for entitlement in grants {
      for given in entitlements[Int(entitlement)].gives { body(.entitlement(given)) }
    }
    for addition in adds { body(.allowance(addition.meter)) }
  }

  /// What a purchase of the product changes.
  func bearing(_ entitlements: [Entitlement]) -> Bearing {
    var bearing = Bearing()
    forEachThing(entitlements) { bearing.insert($0) }
    return bearing
  }
}
