package import TollgateRuntime
import TollgateCompiler
import TollgateWords

extension Witness {
  /// The point as a snapshot that an app could report. Variables that nobody asked about are left
  /// out.
  package var snapshot: Snapshot { WitnessedCase(self).snapshot }

  /// The time of the question.
  package var now: Instant {
    Instant(milliseconds: value(of: VariableKey(.now)) ?? scope.now)
  }

  /// The question; of several meters, the first with any amount.
  package var ask: Ask { ask(about: nil) }

  /// The question about a target.
  package func ask(about target: String?) -> Ask {
    if let value = scope.reaching { return Ask(reaching: value) }
    var amount = scope.amount ?? 1
    for (place, variable) in space.variables.enumerated() where variable.quantity.kind == .growth {
      guard target == nil || terms.meters[Int(variable.quantity.a)].name == target else { continue }
      amount = point.values[place]
      break
    }
    return Ask(.adding(amount), continuing: value(of: VariableKey(.continuing)) == 1)
  }

  /// Whether the snapshot is exactly the point: there need not be a subject for every set of
  /// buckets, and no add-on is made up for who needs one.
  package var isFaithful: Bool { WitnessedCase(self).isFaithful }

  /// Whether all counters fit into what can be counted, an allowance that some of them are
  /// below being there.
  fileprivate var canBeCounted: Bool {
    for meter in terms.meters.indices {
      let counters = knownCounters(of: Int32(meter))
      let allowance = allowance(of: Int32(meter), below: counters.map { $0.value })
      guard allowance > 0 else { continue }
      if value(of: VariableKey(.noAllowance, Int32(meter))) == 1 { return false }
      let growth = value(of: VariableKey(.growth, Int32(meter))) ?? scope.amount ?? 1
      for counter in counters {
        let (used, isTooLarge) = counter.value.addingReportingOverflow(allowance)
        if isTooLarge || used.addingReportingOverflow(growth).overflow { return false }
      }
    }
    return true
  }

  /// The counters of a meter that were asked about and are known, the allowance subtracted.
  fileprivate func knownCounters(of meter: Int32) -> [(place: Int32, window: Window, value: Int64)]
  {
    var counters: [(place: Int32, window: Window, value: Int64)] = []
    for window in terms.windows {
      guard let place = space.place(of: VariableKey(.used, meter, Int32(window.code))),
        !isMissing(place)
      else { continue }
      counters.append((place, window, point[place]))
    }
    return counters
  }

  /// The allowance, one for all windows: the one that was asked about, or the least below which no
  /// counter is less than nothing.
  fileprivate func allowance(of meter: Int32, below values: [Int64]) -> Int64 {
    if let asked = value(of: VariableKey(.allowance, meter)) { return asked }
    let lowest = values.min() ?? 0
    return lowest < 0 ? -lowest : 0
  }

  /// How often each product that adds to a setting was bought, by its term.
  var times: [Int32: Int64] {
    var times: [Int32: Int64] = [:]
    for (place, variable) in space.variables.enumerated() where variable.quantity.kind == .added {
      let adders = terms.adders(toSetting: variable.quantity.a).filter { adder in
        value(of: VariableKey(.product, adder.product)).map { $0 > 0 } ?? false
      }
      let (sum, amounts) = (point.values[place], RepeatedAmounts(adders.map { $0.amount }))
      guard let found = try? amounts.times(for: sum...sum) else { continue }
      for (adder, count) in zip(adders, found) { times[adder.product] = count }
    }
    return times
  }

  /// The value of a quantity; `nil` if no question reads it.
  func value(of quantity: VariableKey) -> Int64? {
    space.place(of: quantity).map { point[$0] }
  }

  /// Whether a quantity was asked about and is not known.
  func isMissing(_ place: Int32) -> Bool {
    space[place].canBeMissing && point[place] == space[place].range.lowerBound
  }
}

/// A witness as an app would report it. Some of its variables may be left out.
struct WitnessedCase {
  let witness: Witness
  /// A subject that has the buckets; `nil` if no question reads one or none is known.
  let subject: String?
  let isFaithful: Bool
  /// The variables that are reported.
  var given: Set<Int32>

  private var space: Space { witness.space }
  private var terms: Terms { witness.terms }

  /// A case; where `needsSubject` is not set, none is looked for.
  init(_ witness: Witness, needsSubject: Bool = true) {
    self.witness = witness
    given = Set(witness.space.variables.indices.map { Int32($0) })
    let found: (subject: String?, isFaithful: Bool) =
      needsSubject ? WitnessedCase.subject(of: witness) : (nil, true)
    subject = found.subject
    isFaithful = found.isFaithful && witness.canBeCounted
  }

  /// The value of a quantity that is reported.
  private func value(of quantity: VariableKey) -> Int64? {
    guard let place = space.place(of: quantity), given.contains(place) else { return nil }
    return witness.point[place]
  }

  /// Runs over the variables of a kind that are reported and known.
  private func forEach(_ kind: VariableKey.Kind, _ body: (VariableKey, Int64) -> Void) {
    for (index, variable) in space.variables.enumerated() where variable.quantity.kind == kind {
      let place = Int32(index)
      guard given.contains(place), !witness.isMissing(place) else { continue }
      body(variable.quantity, witness.point[place])
    }
  }

  var now: Instant {
    Instant(milliseconds: value(of: VariableKey(.now)) ?? witness.scope.now)
  }

  var snapshot: Snapshot {
    var snapshot = Snapshot(asOf: asOf, grants: grants)
    if space.variables.indices.contains(where: { isGivenBucket(Int32($0)) }) {
      snapshot.subject = subject
    }
    addUsage(to: &snapshot)
    snapshot.facts = facts
    return snapshot
  }

  private func isGivenBucket(_ place: Int32) -> Bool {
    space[place].quantity.kind == .bucket && given.contains(place)
  }

  private var asOf: Instant? {
    guard let age = value(of: VariableKey(.age)) else { return now }
    return age == .max ? nil : Instant(milliseconds: now.milliseconds.saturatingSubtract(age))
  }

  // MARK: Grants

  private var grants: [Grant] {
    var grants: [Grant] = []
    if let tier = value(of: VariableKey(.tier)), tier > 0 {
      let paid = value(of: VariableKey(.paidTier)) ?? tier
      if paid < tier { grants.append(Grant(entitlement: terms.tiers[Int(tier)], state: .trial)) }
      if paid > 0 { grants.append(Grant(entitlement: terms.tiers[Int(min(paid, tier))])) }
    }
    forEach(.entitlement) { quantity, value in
      guard value == 1 else { return }
      let isTrial = self.value(of: VariableKey(.trial, quantity.a)) == 1
      grants.append(
        Grant(
          entitlement: terms.entitlements[Int(quantity.a)], state: isTrial ? .trial : .active))
    }
    forEach(.product) { quantity, value in
      if value > 0 { grants.append(purchase(of: quantity, value)) }
    }
    forEach(.bought) { quantity, value in
      guard let number = terms.numbers[quantity]?[Int(value)], number > 0 else { return }
      let sellers = terms.sellers[quantity.a] ?? []
      if let place = grants.firstIndex(where: { grant in
        grant.product.map { sellers.contains($0) } ?? false
      }) {
        grants[place].quantity = number
      } else if let seller = sellers.first {
        grants.append(Grant(product: seller, quantity: number))
      }
    }
    forEach(.family) { quantity, value in
      guard value == 1 else { return }
      let name = terms.products[Int(quantity.a)].name
      grants.append(Grant(product: name, ownership: .familyShared))
    }
    guard let lasting = witness.lasting else { return grants }
    let end = Instant(milliseconds: now.milliseconds.saturatingAdd(lasting))
    for place in grants.indices where grants[place].until == nil { grants[place].until = end }
    return grants
  }

  /// The last value of the range counts now; those below it ended so long ago.
  private func purchase(of quantity: VariableKey, _ value: Int64) -> Grant {
    let product = terms.products[Int(quantity.a)]
    guard value <= product.grace else {
      let isTrial = self.value(of: VariableKey(.trial, quantity.a, 1)) == 1
      return Grant(
        product: product.name, state: isTrial ? .trial : .active,
        quantity: witness.times[quantity.a] ?? 1)
    }
    let end = now.milliseconds.saturatingSubtract(product.grace - value)
    return Grant(product: product.name, until: Instant(milliseconds: end))
  }

  // MARK: Usage

  private func addUsage(to snapshot: inout Snapshot) {
    for (meter, term) in terms.meters.enumerated() {
      let all = witness.knownCounters(of: Int32(meter))
      let counters = all.filter { isGiven($0.place) }
      let values = counters.map { $0.value }
      let asked = VariableKey(.allowance, Int32(meter))
      let isHeldBack = space.place(of: asked).map { !given.contains($0) } ?? false
      let allowance = witness.allowance(of: Int32(meter), below: values)
      for (_, window, value) in counters {
        let used = value.saturatingAdd(allowance)
        snapshot.usage[term.name, default: Usage()][window] = Counter(
          used, carried: carried(Int32(meter), window))
      }
      if isHeldBack { continue }
      if allowance > 0 || value(of: VariableKey(.noAllowance, Int32(meter))) == 0 {
        snapshot.allowances[term.name] = allowance
      }
    }
  }

  /// How much was carried into a window.
  private func carried(_ meter: Int32, _ window: Window) -> Int64 {
    let key = VariableKey(.carried, meter, Int32(window.code))
    guard let place = value(of: key) else { return 0 }
    return terms.carried[key]?[Int(place)] ?? 0
  }

  /// Whether a counter is reported, or it as a whole.
  private func isGiven(_ counter: Int32) -> Bool {
    let quantity = space[counter].quantity
    let whole = space.place(of: VariableKey(.whole, quantity.a, quantity.b))
    return given.contains(counter) || whole.map { given.contains($0) } ?? false
  }

  // MARK: Facts

  private var facts: [String: FactValue] {
    var facts: [String: FactValue] = [:]
    // How long ago a date was says the date, unless it is known itself.
    forEach(.since) { quantity, value in
      let date =
        quantity.isInMonths
        ? Lapse.months(-value).end(after: now.milliseconds)
        : now.milliseconds.saturatingSubtract(value)
      facts[terms.facts[Int(quantity.a)].name] = .date(Instant(milliseconds: date))
    }
    forEach(.fact) { quantity, value in
      let term = terms.facts[Int(quantity.a)]
      facts[term.name] = term.value(value)
    }
    return facts
  }
}

extension Terms.FactTerm {
  /// The value of a fact for its number.
  func value(_ number: Int64) -> FactValue {
    switch type {
    case .yesOrNo: return .yesOrNo(number == 1)
    case .number: return .number(number)
    case .date: return .date(Instant(milliseconds: number))
    case .version:
      guard number > 0 else { return .version(Version(0)) }
      return .version(versions[Int(number) - 1])
    case .choice:
      guard number >= choices.count else { return .choice(choices[Int(number)]) }
      return .choice(undeclaredChoice)
    }
  }

  /// A choice that no policy declares.
  var undeclaredChoice: String {
    var choice = "something-else"
    while choices.contains(choice) { choice += "-again" }
    return choice
  }
}

extension WitnessedCase {
  /// How many subjects are tried.
  private static let tries = 200_000

  /// A subject whose buckets lie where those of a witness do, or as many of them as can be found.
  static func subject(of witness: Witness) -> (subject: String?, isFaithful: Bool) {
    var wishes: [(rollout: String, buckets: ClosedRange<Int64>)] = []
    for (index, variable) in witness.space.variables.enumerated()
    where variable.quantity.kind == .bucket {
      let place = Int32(index)
      if witness.isMissing(place) { return (nil, true) }
      // Where all or none are in, any bucket does.
      wishes.append(
        (witness.terms.rollouts[Int(variable.quantity.a)], witness.cell[place] ?? 0...9_999))
    }
    guard !wishes.isEmpty else { return (nil, true) }
    var best = (subject: "user-1", count: -1)
    for number in 1...tries {
      let subject = "user-\(number)"
      var count = 0
      for wish in wishes {
        let bucket = Murmur3.bucket(rollout: wish.rollout, subject: subject)
        if wish.buckets.contains(Int64(bucket)) { count += 1 }
      }
      if count > best.count { best = (subject, count) }
      if count == wishes.count { return (subject, true) }
    }
    return (best.subject, false)
  }
}

extension FactValue {
  /// The value as an example names it.
  var words: String {
    switch self {
    case .yesOrNo(let value): value ? "yes" : "no"
    case .number(let value): "\(value)"
    case .date(let instant): TimeText.utc.literal(instant)
    case .version(let version): VersionText.print(version)
    case .choice(let choice): choice
    }
  }
}

extension Snapshot {
  /// The same with a product that has a trial in place of each entitlement in a trial, which a
  /// scenario cannot give: one that grants the same, and adds nothing.
  func withTrials(of graph: RuleGraph) -> Snapshot {
    var snapshot = self
    for (place, grant) in grants.enumerated() where grant.isTrial {
      guard let name = grant.entitlement,
        let held = graph.parts.entitlements.firstIndex(where: { $0.name == name })
      else { continue }
      let product = graph.parts.products.first { product in
        product.hasTrial && product.grants == [Int32(held)] && product.adds.isEmpty
          && product.packs.isEmpty && product.settingAdds.isEmpty
      }
      guard let product else { continue }
      snapshot.grants[place] = Grant(product: product.name, state: .trial, until: grant.until)
    }
    return snapshot
  }
}
