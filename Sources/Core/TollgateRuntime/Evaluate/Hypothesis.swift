/// Data supposed beyond the snapshot, to ask "what if": what is given counts for sure,
/// has always done so, and has no end.
package struct Hypothesis: Sendable {
  private var entitlements = BitSet()
  /// The data that it changes.
  private(set) var changes = Dependencies()
  /// The addition to the allowance of one meter, which is all that most products add; nil for none.
  private var addition: Product.Addition?
  /// The additions to other meters.
  private var otherAdditions: [Product.Addition] = []
  /// The additions of bought packs to the snapshot's own allowances.
  private var packs: [Product.Addition] = []
  /// The counter that has another value, by its place in `CounterPlaces`; nil for none.
  private var counted: (place: Int, state: EvaluationInput.CounterState)?

  /// Nothing beyond the snapshot.
  package init() {}

  /// Whether it raises an allowance.
  var isAdding: Bool { addition != nil || !packs.isEmpty }

  /// Supposes nothing any more.
  mutating func clear() {
    entitlements = BitSet()
    changes = Dependencies()
    addition = nil
    if !otherAdditions.isEmpty { otherAdditions = [] }
    if !packs.isEmpty { packs = [] }
    counted = nil
  }

  /// A grant counts, whatever its state and dates. A pack adds nothing by its grant.
  mutating func give(_ grant: PreparedGrant, in graph: RuleGraph) {
    if let entitlement = grant.entitlement { give(entitlement: entitlement, in: graph) }
    if let product = grant.product { hold(product, quantity: grant.quantity, in: graph) }
  }

  /// A product has just been bought.
  mutating func give(product: Int32, in graph: RuleGraph) {
    hold(product, quantity: 1, in: graph)
    if !graph[product: product].packs.isEmpty { packs += graph[product: product].packs }
  }

  private mutating func hold(_ product: Int32, quantity: Int64, in graph: RuleGraph) {
    let dependencies = graph.productDependencies[Int(product)]
    changes.formUnion(dependencies)
    if dependencies.entitlements < Dependencies.others {
      entitlements.formUnion(below64: dependencies.entitlements)
    } else {
      for entitlement in graph[product: product].grants {
        give(entitlement: entitlement, in: graph)
      }
    }
    add(product, quantity: quantity, in: graph)
  }

  private mutating func give(entitlement: Int32, in graph: RuleGraph) {
    for given in graph[entitlement: entitlement].gives {
      entitlements.insert(given)
      changes.insert(.entitlement(given))
    }
  }

  /// The grants of this are gone; the input is another, too.
  mutating func lose(_ lost: Dependencies) { changes.formUnion(lost) }

  private mutating func add(_ product: Int32, quantity: Int64, in graph: RuleGraph) {
    guard graph[product: product].raisesLimits else { return }
    for addition in graph[product: product].adds {
      add(addition.amount.saturatingMultiply(quantity), to: addition.meter)
    }
    for addition in graph[product: product].settingAdds {
      add(
        addition.amount.saturatingMultiply(quantity),
        to: graph.allowance(ofSetting: addition.setting))
    }
  }

  private mutating func add(_ amount: Int64, to meter: Int32) {
    guard let first = addition, first.meter != meter else {
      addition = Product.Addition(
        meter: meter, amount: (addition?.amount ?? 0).saturatingAdd(amount))
      return
    }
    otherAdditions.append(Product.Addition(meter: meter, amount: amount))
  }

  /// The total of a meter is another.
  mutating func count(_ used: Int64, of meter: Int32, in input: EvaluationInput) {
    changes.insert(.total(meter))
    counted = (
      place: input.places.place(ofRead: CounterIndex(meter)),
      state: EvaluationInput.CounterState(used: used)
    )
  }

  /// Whether an entitlement is given. Nothing is at the end of time.
  @inline(__always)
  func holds(_ entitlement: Int32, at now: Int64) -> Bool {
    entitlements.contains(entitlement) && now < .max
  }

  /// A counter: the supposed one, or that of the snapshot.
  @inline(__always)
  func counter(_ index: Int, in input: EvaluationInput) -> EvaluationInput.CounterState {
    if let counted, counted.place == index { return counted.state }
    return input.counters[index]
  }

  /// Adds what is given to an allowance.
  @inline(__always)
  func raise(_ allowance: inout Allowance, of meter: Int32, at now: Int64) {
    guard isAdding, now < .max else { return }
    if let addition, addition.meter == meter {
      allowance.known = allowance.known.saturatingAdd(addition.amount)
    }
    for addition in otherAdditions where addition.meter == meter {
      allowance.known = allowance.known.saturatingAdd(addition.amount)
    }
    for pack in packs where pack.meter == meter {
      allowance.packs = allowance.packs.saturatingAdd(pack.amount)
    }
  }
}
