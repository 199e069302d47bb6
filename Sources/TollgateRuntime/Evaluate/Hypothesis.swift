/// What is supposed beyond what a snapshot says, to ask "what if": what is given counts for sure,
/// has always done so, and has no end.
package struct Hypothesis: Sendable {
  private var entitlements = BitSet()
  private var additions: [Product.Addition] = []
  /// The counter that has another value, as `World.counterIndex` has it; -1 for none.
  private var counter = -1
  private var state = World.CounterState.unknown

  /// Nothing beyond the snapshot.
  package init() {}

  /// A grant counts, whatever its state and dates.
  mutating func give(_ grant: PreparedGrant, in graph: RuleGraph) {
    if grant.entitlement >= 0 { give(entitlement: grant.entitlement, in: graph) }
    if grant.product >= 0 { give(product: grant.product, quantity: grant.quantity, in: graph) }
  }

  /// So many of a product have just been bought.
  mutating func give(product index: Int32, quantity: Int64 = 1, in graph: RuleGraph) {
    for entitlement in graph.parts.products[Int(index)].grants {
      give(entitlement: entitlement, in: graph)
    }
    for addition in graph.parts.products[Int(index)].adds {
      let amount = addition.amount.saturatingMultiply(quantity)
      additions.append(Product.Addition(meter: addition.meter, amount: amount))
    }
  }

  private mutating func give(entitlement: Int32, in graph: RuleGraph) {
    for given in graph.parts.entitlements[Int(entitlement)].gives { entitlements.insert(given) }
  }

  /// The total of a meter is another.
  mutating func count(_ used: Int64, of meter: Int32, in world: World) {
    counter = World.counterIndex(meter, .total)
    state = World.CounterState(used: used, resets: world.counters[counter].resets)
  }

  /// Whether an entitlement is given. Nothing is at the end of time.
  @inline(__always)
  func holds(_ entitlement: Int32, at now: Int64) -> Bool {
    entitlements.contains(entitlement) && now < .max
  }

  /// A counter: the supposed one, or that of the snapshot.
  @inline(__always)
  func counter(_ index: Int, in world: World) -> World.CounterState {
    index == counter ? state : world.counters[index]
  }

  /// Adds what is given to an allowance.
  @inline(__always)
  func raise(_ allowance: inout Allowance, of meter: Int32, at now: Int64) {
    guard !additions.isEmpty, now < .max else { return }
    for addition in additions where addition.meter == meter {
      allowance.known = allowance.known.saturatingAdd(addition.amount)
    }
  }
}
