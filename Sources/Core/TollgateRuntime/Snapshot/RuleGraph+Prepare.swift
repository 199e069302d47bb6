/// Data supposed beyond the snapshot, to ask "what if": what is given counts for sure,
/// has always done so, and has no end.
package struct Hypothesis: Sendable {
  private var entitlements = BitSet()
  /// The data that it changes.
  private(set) var changes = Dependencies()
  /// The addition to one allowance, by its place, which is all that most products add; nil for none.
  private var addition: Product.Addition?
  /// The additions to other allowances.
  private var otherAdditions: [Product.Addition] = []
  /// The additions of bought packs to the snapshot's own allowances, by their places.
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

  /// A grant counts, whatever its state and dates: as a trial, or as one that is paid for. A pack
  /// adds nothing by its grant.
  mutating func give(_ grant: PreparedGrant, isTrial: Bool, in graph: RuleGraph) {
    if let entitlement = grant.entitlement {
      give(entitlement: entitlement, inTrial: isTrial, in: graph)
    }
    if let product = grant.product {
      hold(product, quantity: grant.quantity, inTrial: isTrial, in: graph)
    }
  }

  /// A product has just been bought.
  ///
  /// - Parameter isOneMore: Whether the user has one that counts, so that this is one more.
  mutating func give(product: Int32, isOneMore: Bool = false, in graph: RuleGraph) {
    hold(product, quantity: 1, inTrial: false, in: graph)
    if !graph.countedMeters.isEmpty, !isOneMore, let sold = graph[product: product].sold {
      add(sold.least - 1, to: sold.place)
    }
    for pack in graph[product: product].packs {
      graph.forEachAllowance(raisedBy: pack) {
        packs.append(Product.Addition(meter: $0, amount: pack.amount))
      }
    }
  }

  private mutating func hold(
    _ product: Int32, quantity: Int64, inTrial: Bool, in graph: RuleGraph
  ) {
    let dependencies = graph.productDependencies[Int(product)]
    changes.formUnion(dependencies)
    if dependencies.entitlements < Dependencies.others, !(inTrial && graph.asksForPaid) {
      entitlements.formUnion(below64: dependencies.entitlements)
    } else {
      for entitlement in graph[product: product].grants {
        give(entitlement: entitlement, inTrial: inTrial, in: graph)
      }
    }
    add(product, quantity: quantity, in: graph)
  }

  private mutating func give(entitlement: Int32, inTrial: Bool, in graph: RuleGraph) {
    graph.forEachPlace(givenBy: entitlement, inTrial: inTrial) { given in
      entitlements.insert(given)
      changes.insert(.entitlement(given))
    }
  }

  /// The grants of this are gone; the input is another, too.
  mutating func lose(_ lost: Dependencies) { changes.formUnion(lost) }

  private mutating func add(_ product: Int32, quantity: Int64, in graph: RuleGraph) {
    if !graph.countedMeters.isEmpty, let sold = graph[product: product].sold {
      add(quantity, to: sold.place)
    }
    guard graph[product: product].addsSomething else { return }
    for addition in graph[product: product].adds {
      let amount = addition.amount.saturatingMultiply(quantity)
      graph.forEachAllowance(raisedBy: addition) { add(amount, to: $0) }
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

extension RuleGraph {
  /// A snapshot in the terms of this policy. Names that the policy does not know are passed over;
  /// a fact whose value is of another type than the policy says is unknown. So a text that means a
  /// date has to be one already: `Policy.prepare` reads it, and `resolvingFacts` does and tells what
  /// cannot be read.
  ///
  /// The values of the policy's conditions are worked out on the way, for many asks. For a single
  /// one, ``prepareOnce(_:)`` is cheaper.
  package func prepareTyped(_ snapshot: Snapshot) -> PreparedSnapshot {
    prepareOnce(snapshot).settling()
  }

  /// A snapshot in the terms of this policy, for a few asks: nothing is worked out ahead.
  package func prepareOnce(_ snapshot: Snapshot) -> PreparedSnapshot {
    var grants: [PreparedGrant] = []
    grants.reserveCapacity(snapshot.grants.count)
    var idleOffers: [ProductIndex] = []
    for grant in snapshot.grants {
      if let prepared = PreparedGrant(grant, in: self, asOf: snapshot.asOf) {
        grants.append(prepared)
      } else if grant.hadOffer, let product = grant.product.flatMap({ names.products[$0] }) {
        idleOffers.append(product)
      }
    }
    var spans = Spans(graph: self)
    for grant in grants { spans.add(grant) }
    let input = EvaluationInput(
      staleAt: staleAt(asOf: snapshot.asOf),
      held: spans.heldTable,
      added: spans.addedTable,
      allowances: allowances(of: snapshot),
      counters: counters(snapshot.usage),
      places: counterPlaces,
      facts: factValues(snapshot.facts),
      buckets: buckets(of: snapshot.subject)
    )
    let floor = max(
      snapshot.asOf?.milliseconds ?? .min, snapshot.latestSeen?.milliseconds ?? .min)
    return PreparedSnapshot(
      graph: self, input: input, grants: grants, floor: floor, dismissed: snapshot.dismissed,
      offers: .known(said: snapshot.offers, idle: idleOffers),
      isStoreAsked: snapshot.asOf != nil)
  }

  /// The same snapshot with the data of the thing at hand: its counters and facts go before
  /// the snapshot's, counter by counter.
  ///
  /// Other counters cost little. Where conditions read facts, other facts mean that nothing is
  /// worked out ahead.
  package func prepareTyped(
    _ prepared: PreparedSnapshot, usage: [String: Usage] = [:], facts: [String: FactValue] = [:]
  ) -> PreparedSnapshot {
    guard !usage.isEmpty || !facts.isEmpty else { return prepared }
    var counters = prepared.input.table
    set(usage, in: &counters)
    guard !facts.isEmpty, patterns.reads.facts else {
      return counting(counters, in: prepared, facts: facts)
    }
    let input = prepared.input.with(counters: counters, facts: values(facts, in: prepared))
    return prepared.with(input: input)
  }

  /// The same snapshot with one counter of a meter changed, as after a use. Nothing changes for a
  /// target that is no meter.
  package func prepare(
    _ prepared: PreparedSnapshot, counting target: Target, in window: Window = .total,
    _ counter: Counter
  ) -> PreparedSnapshot {
    guard let meter = patterns.heads[Int(target.index)].meter else { return prepared }
    var counters = prepared.input.table
    set(counter, of: CounterIndex(meter, window), in: &counters)
    return counting(counters, in: prepared)
  }

  /// The same snapshot with some counters changed, for a few asks: nothing is worked out ahead.
  /// Counters that no rule reads are passed over.
  package func prepareOnce(
    _ prepared: PreparedSnapshot, counting changed: [(counter: CounterIndex, state: Counter)]
  ) -> PreparedSnapshot {
    var counters = prepared.input.table
    for (counter, state) in changed { set(state, of: counter, in: &counters) }
    return prepared.with(input: prepared.input.with(counters: counters))
  }

  private func counting(
    _ counters: CounterTable, in prepared: PreparedSnapshot,
    facts: [String: FactValue] = [:]
  ) -> PreparedSnapshot {
    let input = prepared.input.with(
      counters: counters, facts: facts.isEmpty ? nil : values(facts, in: prepared))
    guard prepared.isSettled else { return prepared.with(input: input) }
    let preparedAnswers = prepared.preparedAnswers.after(
      counting: prepared.with(input: input), prepared.input)
    return prepared.with(input: input, preparedAnswers: preparedAnswers)
  }

  private func values(_ facts: [String: FactValue], in prepared: PreparedSnapshot) -> [Int64] {
    var values = prepared.input.facts
    for (name, value) in facts {
      guard let index = names.facts[name] else { continue }
      values[Int(index)] = self[fact: index].encode(value)
    }
    return values
  }

  /// From when on what was granted is unknown.
  func staleAt(asOf: Instant?) -> Int64 {
    guard let trust = parts.trust else { return .max }
    guard let asOf else { return .min }
    return asOf.milliseconds.saturatingAdd(trust)
  }

  private func allowances(of snapshot: Snapshot) -> [PackedAmount] {
    var values = [PackedAmount](repeating: PackedAmount(nil), count: allowanceCount)
    for (name, allowance) in snapshot.allowances {
      let amount = PackedAmount(max(0, allowance))
      if let meter = names.meter(name, in: parts) {
        forEachAllowance(ofMeter: meter) { values[Int($0)] = amount }
      }
      if let setting = raisedSetting(name) {
        values[Int(self.allowance(ofSetting: setting))] = amount
      }
    }
    return values
  }

  /// The setting of this name, if an allowance raises it: it is a quantity, the more the better.
  func raisedSetting(_ name: String) -> SettingIndex? {
    guard !parts.settings.isEmpty, let target = target(name),
      let setting = setting(of: target.index), parts.isRaised(setting: setting)
    else { return nil }
    return setting
  }

  private func counters(_ usage: [String: Usage]) -> CounterTable {
    let states = [EvaluationInput.CounterState](repeating: .unknown, count: counterPlaces.count)
    var counters = CounterTable(states: states, steps: [])
    set(usage, in: &counters)
    return counters
  }

  private func set(_ usage: [String: Usage], in counters: inout CounterTable) {
    for (name, use) in usage {
      guard let meter = names.meter(name, in: parts) else { continue }
      use.forEach { window, counter in
        set(counter, of: CounterIndex(meter, window), in: &counters)
      }
    }
  }

  /// Sets a counter, and what was carried into its window. One that no rule reads is passed over.
  @inline(__always)
  private func set(_ state: Counter, of counter: CounterIndex, in table: inout CounterTable) {
    table.set(state, at: counterPlaces.place(of: counter))
    if hasOwnWindows, let place = counterPlaces.place(ofCarried: counter) {
      table.set(carriedBy: state, at: place)
    }
  }

  private func factValues(_ facts: [String: FactValue]) -> [Int64] {
    var values: [Int64] = []
    values.reserveCapacity(parts.facts.count)
    for fact in parts.facts {
      if let value = facts[fact.name] {
        values.append(fact.encode(value))
      } else {
        values.append(fact.otherwise)
      }
    }
    return values
  }

  private func buckets(of subject: String?) -> [PackedBucket] {
    var buckets: [PackedBucket] = []
    for rollout in parts.rollouts {
      guard let subject else {
        buckets.append(PackedBucket(nil))
        continue
      }
      let bucket = Murmur3.bucket(rollout: rollout.name, subject: subject)
      buckets.append(PackedBucket(Int64(bucket)))
    }
    return buckets
  }
}

extension Fact {
  /// The number for a value of this fact; `unknown` if the type does not fit or
  /// the choice is not one of those declared.
  package func encode(_ value: FactValue) -> Int64 {
    switch (type, value) {
    case (.yesOrNo, .yesOrNo(let value)): return value ? 1 : 0
    case (.number, .number(let value)): return value < 0 ? Fact.unknown : value
    case (.date, .date(let value)): return value.milliseconds
    case (.version, .version(let value)):
      var reached: Int64 = 0
      for version in versions where version <= value { reached += 1 }
      return reached
    case (.choice, .choice(let value)):
      if let index = choices.firstIndex(of: value) { return Int64(index) }
      return isOpen ? Int64(choices.count) : Fact.unknown
    default: return Fact.unknown
    }
  }
}

extension RuleGraph {
  /// A user who has these entitlements and these products and of whom nothing else is known. They
  /// were bought just now. It never goes stale, and ends at no date; counters, the subject and
  /// facts are unknown, also a fact that says what it is `otherwise`. Only a date that is given so
  /// is known: it is the calendar of the policy.
  ///
  /// - Parameter inTrial: Whether nothing of it is paid for yet.
  package func prepare(
    holding entitlements: [Int32], products: [Int32] = [], inTrial: Bool = false
  ) -> PreparedSnapshot {
    let nobody = prepareTyped(Snapshot())
    var spans = Spans(graph: self)
    for entitlement in entitlements { spans.addHeld(entitlement, inTrial: inTrial) }
    for product in products { spans.addBought(product, inTrial: inTrial) }
    var facts: [Int64] = []
    facts.reserveCapacity(parts.facts.count)
    for fact in parts.facts { facts.append(fact.type == .date ? fact.otherwise : Fact.unknown) }
    let input = nobody.input.with(facts: facts, staleAt: .max)
      .with(held: spans.heldTable, added: spans.addedTable)
    return nobody.with(input: input)
  }
}
