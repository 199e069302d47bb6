import TollgateRuntime

/// The rules of one policy as regions of a universe: where a condition is surely true, and where
/// it is surely false. Elsewhere it is unknown.
package final class PolicyModel<E: Engine> {
  let universe: Universe<E>
  let vocabulary: Vocabulary
  private var yes: [Int32: Region] = [:]
  private var no: [Int32: Region] = [:]
  /// The results of rules that were worked out.
  var results: [Int32: Both] = [:]
  /// The last list of rules that was put together.
  var lastList: RuleList?
  /// Whether what no product grants may be granted by somebody else, where all that is held is
  /// bought.
  let mayBeGiven: Bool
  /// Where each product is offered.
  var offers: [Int32: Region] = [:]
  /// How much one use takes from the meter whose limit is asked about; nil for an ask for the meter.
  var taking: Int64?
  /// How many there are of what ladders count, while that is asked about; nil inside for not known.
  var numbers: [Ladder.Source: Int64?] = [:]
  /// How much more than limits allow is asked about.
  var beyond: Int64 = 0

  package init(_ vocabulary: Vocabulary, in universe: Universe<E>, mayBeGiven: Bool = false) {
    self.vocabulary = vocabulary
    self.universe = universe
    self.mayBeGiven = mayBeGiven
  }

  var graph: RuleGraph { vocabulary.graph }
  var parts: RuleGraph.Parts { vocabulary.graph.parts }
  var scope: Scope { universe.scope }

  /// Where a condition surely has this value.
  package func region(of index: Int32, is value: Bool) throws(Exhausted) -> Region {
    if let known = value ? yes[index] : no[index] { return known }
    let region = try make(index, value)
    if value { yes[index] = region } else { no[index] = region }
    return region
  }

  private func make(_ index: Int32, _ value: Bool) throws(Exhausted) -> Region {
    switch graph[node: index] {
    case .never: return value ? .nothing : .everything
    case .always: return value ? .everything : .nothing
    case .all(let children): return try list(children, value, isAll: value)
    case .any(let children): return try list(children, value, isAll: !value)
    case .not(let child): return try region(of: child, is: !value)
    case .statement(_, let condition): return try region(of: condition, is: value)
    case .entitlement(let entitlement, let giver):
      let region = try held(entitlement, value)
      guard let giver else { return region }
      return try universe.engine.join(region, try self.region(of: giver, is: value), isAll: !value)
    case .paid(let entitlement): return try paid(entitlement, value)
    case .factIs(let index, let border): return try fact(index, border, value, isOrder: false)
    case .factAtLeast(let index, let border): return try fact(index, border, value, isOrder: true)
    case .usageAtLeast(let counter, let least): return try usage(counter, least, value)
    case .inRollout(let rollout):
      let bucket = VariableKey(.bucket, vocabulary.rollouts[Int(rollout)])
      let share = Int64(graph[rollout: rollout].share)
      return value
        ? try universe.below(bucket, share) : try universe.atLeast(bucket, share)
    case .timeAtLeast(let time):
      let now = VariableKey(.now)
      return value ? try universe.atLeast(now, time) : try universe.below(now, time)
    case .timeSince(let fact, let after): return try since(fact, after, value)
    }
  }

  private func list(
    _ children: Node.Children, _ value: Bool, isAll: Bool
  ) throws(Exhausted) -> Region {
    var regions: [Region] = []
    for child in graph[children] { regions.append(try region(of: child, is: value)) }
    return try universe.engine.join(regions, isAll: isAll)
  }

  /// So long after a date fact, or later.
  private func since(
    _ index: FactIndex, _ after: Lapse, _ value: Bool
  ) throws(Exhausted) -> Region {
    let fact = graph[fact: index]
    let term = vocabulary.facts[Int(index)]
    let since = VariableKey(.since, term, after.isMonths ? 1 : 0)
    // Several dates meet in now, so it is a variable of its own.
    _ = universe.place(of: VariableKey(.now))
    let other = VariableKey(.since, term, after.isMonths ? 0 : 1)
    let isCountedTwice = universe.space.place(of: other) != nil
    if universe.isOfSeveralTypes(term) || isCountedTwice {
      _ = universe.place(of: VariableKey(.fact, term, Int32(Fact.FactType.date.rawValue)))
    }
    let region =
      value
      ? try universe.atLeast(since, after.count) : try universe.below(since, after.count)
    // The date itself may be asked about elsewhere; they are missing together.
    guard fact.otherwise != Fact.unknown else { return region }
    let now = VariableKey(.now)
    let border = after.end(after: fact.otherwise)
    let instead =
      value ? try universe.atLeast(now, border) : try universe.below(now, border)
    let missing = try missing(since)
    let replaced = try universe.engine.and(missing, instead)
    return try universe.engine.or(region, replaced)
  }

  // MARK: Rules

  /// Where a rule is in force, its condition is true and its limit exceeded: where it asks for
  /// what it requires.
  package func applies(_ index: Int32) throws(Exhausted) -> Region {
    let rule = vocabulary.graph[rule: index]
    var region = try region(of: rule.inForce, is: true)
    let condition = try self.region(of: rule.condition, is: true)
    region = try universe.engine.and(region, condition)
    guard let limit = rule.limit else { return region }
    let exceeded = try exceeds(limit, by: index, is: true)
    return try universe.engine.and(region, exceeded)
  }

  /// The rules of a target.
  package func rules(of target: Int32) -> [Int32] {
    vocabulary.rules(of: target)
  }
}

extension RuleGraph {
  /// The terms in which the policy uses a meter.
  func term(ofMeter meter: Int32) -> Terms.MeterTerm {
    var term = Terms.MeterTerm(
      name: parts.meters[Int(meter)].name, unit: parts.meters[Int(meter)].unit)
    let target = names.meterTargets[Int(meter)]
    for index in parts.targets[Int(target)].rules {
      let rule = self[rule: index]
      if case .allowance(otherwise: nil)? = rule.limit?.kind { term.needsAllowance = true }
      var open = [rule.inForce, rule.condition, rule.requirement, rule.soft]
      if case .ladder(let ladder)? = rule.limit?.kind {
        if parts.ladders[Int(ladder)].base == .allowance(otherwise: nil) {
          term.needsAllowance = true
        }
        for step in parts.ladders[Int(ladder)].steps {
          open += [step.requirement, step.inForce, step.condition]
        }
      }
      var seen: Set<Int32> = []
      while let next = open.popLast() {
        guard seen.insert(next).inserted else { continue }
        let node = self[node: next]
        if case .usageAtLeast(let counter, _) = node, counter.meter == meter {
          term.isReadByItsRules = true
        }
        open += children(of: node)
      }
    }
    return term
  }

  /// The conditions that a condition is made of.
  func children(of node: Node) -> [Int32] {
    switch node {
    case .all(let children), .any(let children): Array(self[children])
    case .not(let child), .statement(_, let child), .entitlement(_, let child?): [child]
    case .never, .always, .entitlement, .paid, .factIs, .factAtLeast, .usageAtLeast, .inRollout,
      .timeAtLeast, .timeSince:
      []
    }
  }
}

extension PolicyModel {
  /// Where a grant of the snapshot surely gives an entitlement, or surely does not.
  func held(_ entitlement: Int32, _ value: Bool) throws(Exhausted) -> Region {
    if entitlement == 0, parts.tierCount > 0 { return value ? .everything : .nothing }
    let granted = try granted(entitlement)
    if !value { return try universe.engine.complement(granted) }
    let fresh = try fresh()
    return try universe.engine.and(granted, fresh)
  }

  /// Where the purchase data is young enough to be believed.
  func fresh() throws(Exhausted) -> Region {
    guard !scope.isKnown, let trust = parts.trust else { return .everything }
    return try universe.below(VariableKey(.age), trust)
  }

  /// Where some grant that counts is for an entitlement.
  private func granted(_ entitlement: Int32) throws(Exhausted) -> Region {
    var regions: [Region] = []
    let isGiven = mayBeGiven && vocabulary.productGivers[Int(entitlement)].isEmpty
    if scope.holding != .products || isGiven {
      if let lowest = vocabulary.tierGivers[Int(entitlement)] {
        regions.append(try universe.atLeast(VariableKey(.tier), Int64(lowest)))
      }
      for giver in vocabulary.givers[Int(entitlement)] {
        let quantity = VariableKey(.entitlement, vocabulary.entitlements[Int(giver)])
        regions.append(try universe.atLeast(quantity, 1))
      }
    }
    for product in vocabulary.productGivers[Int(entitlement)] {
      regions.append(try counts(product))
    }
    return try universe.engine.any(regions)
  }

  /// Where a grant that is no trial surely gives an entitlement, or surely does not.
  private func paid(_ entitlement: Int32, _ value: Bool) throws(Exhausted) -> Region {
    let granted = try paid(entitlement)
    if !value { return try universe.engine.complement(granted) }
    let fresh = try fresh()
    return try universe.engine.and(granted, fresh)
  }

  private func paid(_ entitlement: Int32) throws(Exhausted) -> Region {
    var regions: [Region] = []
    let isGiven = mayBeGiven && vocabulary.productGivers[Int(entitlement)].isEmpty
    if scope.holding != .products || isGiven {
      if let lowest = vocabulary.tierGivers[Int(entitlement)] {
        // Nobody has the first tier by a grant of a tier alone.
        let border = Int64(max(1, lowest))
        let held = try universe.atLeast(VariableKey(.tier), border)
        regions.append(
          scope.mayBeInTrial
            ? try universe.engine.and(held, universe.atLeast(VariableKey(.paidTier), border))
            : held)
      }
      let isFirst = entitlement == 0 && parts.tierCount > 0
      let givers = vocabulary.givers[Int(entitlement)]
      for giver in isFirst && !givers.contains(0) ? givers + [0] : givers {
        let term = vocabulary.entitlements[Int(giver)]
        let held = try universe.atLeast(VariableKey(.entitlement, term), 1)
        regions.append(try withoutTrial(held, VariableKey(.trial, term)))
      }
    }
    for product in vocabulary.productGivers[Int(entitlement)] {
      regions.append(try counts(product, isPaid: true))
    }
    return try universe.engine.any(regions)
  }

  private func withoutTrial(
    _ region: Region, _ trial: VariableKey
  ) throws(Exhausted) -> Region {
    guard scope.mayBeInTrial else { return region }
    return try universe.engine.and(region, universe.below(trial, 1))
  }

  /// Where a product is held and counts.
  ///
  /// - Parameter isPaid: Whether only a purchase counts that is not in a trial.
  func counts(_ index: Int32, isPaid: Bool = false) throws(Exhausted) -> Region {
    switch scope.holding {
    case .entitlements: return .nothing
    case .products:
      return try universe.atLeast(VariableKey(.product, vocabulary.products[Int(index)]), 1)
    case .both(let products):
      var region = Region.nothing
      for term in terms(of: index) where products.contains(term) {
        let counts = try counts(index, as: term, isPaid)
        region = try universe.engine.or(region, counts)
      }
      return region
    }
  }

  /// The terms of a product.
  func terms(of product: Int32) -> [Int32] {
    [vocabulary.products[Int(product)]] + vocabulary.aliases[Int(product)]
  }

  private func counts(
    _ index: Int32, as term: Int32, _ isPaid: Bool
  ) throws(Exhausted) -> Region {
    let product = parts.products[Int(index)]
    let longest = universe.terms.products[Int(term)].grace
    // The values between are the times since it ended; the longest grace is over at 0.
    var region = try universe.atLeast(
      VariableKey(.product, term),
      longest.saturatingAdd(1).saturatingSubtract(longest > 0 ? product.grace : 0))
    if isPaid {
      // A trial gets no grace, so who is in it has paid.
      let ended = try universe.below(VariableKey(.product, term), longest.saturatingAdd(1))
      let known = try universe.below(VariableKey(.trial, term, 1), 1)
      region = try universe.engine.and(region, universe.engine.or(ended, known))
    }
    guard product.isSharedWithFamily, universe.terms.products[Int(term)].isSharedByOne
    else { return region }
    let isShared = try universe.atLeast(VariableKey(.family, term), 1)
    return try universe.engine.or(region, isShared)
  }
}

extension PolicyModel {
  /// A comparison of a fact with a value: with one of its choices, or with yes or no
  /// (`isOrder` is false), or with a border that it has reached or not.
  func fact(
    _ index: FactIndex, _ number: Int64, _ value: Bool, isOrder: Bool
  ) throws(Exhausted) -> Region {
    let fact = graph[fact: index]
    let term = vocabulary.facts[Int(index)]
    let quantity = VariableKey(.fact, term, Int32(fact.type.rawValue))
    let border = self.term(of: number, fact: index)
    var region: Region
    if isOrder {
      region =
        value ? try universe.atLeast(quantity, border) : try universe.below(quantity, border)
    } else {
      let equal = try universe.equals(quantity, border)
      region = value ? equal : try others(than: equal, quantity, fact: index)
    }
    guard fact.otherwise != Fact.unknown else { return region }
    let isMet = isOrder ? fact.otherwise >= number : fact.otherwise == number
    guard isMet == value else { return region }
    let missing = try missing(quantity)
    region = try universe.engine.or(region, missing)
    return region
  }

  /// The users who report no value for a fact. In a comparison of two policies that give the fact
  /// different types, they report none of either type.
  func missing(_ quantity: VariableKey) throws(Exhausted) -> Region {
    let name = universe.terms.facts[Int(quantity.a)].name
    var region = try universe.missing(quantity)
    for (index, other) in universe.terms.facts.enumerated()
    where other.name == name && Int32(index) != quantity.a {
      let second = VariableKey(.fact, Int32(index), Int32(other.type.rawValue))
      let isMissing = try universe.missing(second)
      region = try universe.engine.and(region, isMissing)
    }
    return region
  }

  /// Where a fact is known to this policy and has another value.
  private func others(
    than equal: Region, _ quantity: VariableKey, fact index: Int32
  ) throws(Exhausted) -> Region {
    let fact = parts.facts[Int(index)]
    let known = try universe.atLeast(quantity, 0)
    var region = try universe.engine.without(known, equal)
    guard fact.type == .choice, !fact.isOpen, !fact.choices.isEmpty else { return region }
    // A choice that this policy does not know is unknown to it.
    let term = universe.terms.facts[Int(quantity.a)]
    let mine = Set(vocabulary.choices[Int(index)])
    for other in 0...Int64(term.choices.count) where !mine.contains(other) {
      let strange = try universe.equals(quantity, other)
      region = try universe.engine.without(region, strange)
    }
    return region
  }

  /// A policy's own number for a choice or a version, as the term's.
  private func term(of value: Int64, fact: Int32) -> Int64 {
    switch parts.facts[Int(fact)].type {
    case .choice:
      let choices = vocabulary.choices[Int(fact)]
      return choices.indices.contains(Int(clamping: value)) ? choices[Int(value)] : value
    case .version:
      let versions = vocabulary.versions[Int(fact)]
      let place = Int(clamping: value.saturatingSubtract(1))
      return versions.indices.contains(place) ? versions[place] : value
    case .date, .yesOrNo, .number: return value
    }
  }
}

/// A value of a setting, and where a user surely has it.
struct ValueRegion {
  var value: Ladder.Value
  var region: Region
}

extension PolicyModel {
  /// The values of a setting and who has which: each user has exactly one. The snapshot's own
  /// allowance, which raises the value in any policy alike, is 0 here.
  func values(of setting: SettingIndex) throws(Exhausted) -> [ValueRegion] {
    let index = parts.settings[Int(setting)].ladder
    var plain: [(value: Ladder.Value, region: Region)] = []
    if let source = parts.ladders[Int(index)].source {
      for (who, number) in try numberCases(source) {
        // What is surely had of a number that is not known.
        let had = parts.ladders[Int(index)].counting(
          number ?? (parts.ladders[Int(index)].isSmallerBetter ? Ladder.mostCounted : 0))
        for (value, region) in try values(of: had) {
          plain.append((value, try universe.engine.and(region, who)))
        }
      }
    } else {
      plain = try values(of: parts.ladders[Int(index)])
    }
    let ladder = parts.ladders[Int(index)]
    let sums = try sums(addedTo: setting)
    var regions: [Ladder.Value: Region] = [:]
    for (value, region) in plain {
      guard case .quantity(let quantity) = value else {
        regions[value] = try universe.engine.or(regions[value] ?? .nothing, region)
        continue
      }
      for (sum, isSum) in sums {
        try universe.checkTime()
        let total = Ladder.Value.quantity(quantity.saturatingAdd(sum))
        let part = try universe.engine.and(region, isSum)
        regions[total] = try universe.engine.or(regions[total] ?? .nothing, part)
      }
    }
    return regions.keys.sorted { ladder.isAsGood($1, as: $0) && $0 != $1 }
      .map { ValueRegion(value: $0, region: regions[$0] ?? .nothing) }
  }

  /// The values without what products add, the best first: each one without those before it.
  private func values(
    of ladder: Ladder
  ) throws(Exhausted) -> [(value: Ladder.Value, region: Region)] {
    guard case .quantity(let base) = ladder.base else { return [] }
    var counted: [Ladder.Value: Region] = [.quantity(base): .everything]
    for step in ladder.steps where !ladder.isAsGood(.quantity(base), as: step.value) {
      try universe.checkTime()
      let counts = try counts(step, is: true)
      counted[step.value] = try universe.engine.or(counted[step.value] ?? .nothing, counts)
    }
    var values: [(value: Ladder.Value, region: Region)] = []
    var covered = Region.nothing
    let order = counted.keys.sorted { ladder.isAsGood($0, as: $1) && $0 != $1 }
    for value in order {
      let region = counted[value] ?? .nothing
      values.append((value, try universe.engine.without(region, covered)))
      covered = try universe.engine.or(covered, region)
    }
    return values
  }

  /// The sums that products surely add to the value of a setting, and where each is the sum.
  private func sums(addedTo setting: SettingIndex) throws(Exhausted) -> [(Int64, Region)] {
    var sums: [Int64: Region] = [0: .everything]
    for (product, record) in parts.products.enumerated() where isHeldAsProduct(Int32(product)) {
      for addition in record.settingAdds where addition.setting == setting {
        let counts = try universe.engine.and(try counts(Int32(product)), try fresh())
        var next: [Int64: Region] = [:]
        for (sum, region) in sums {
          try universe.checkTime()
          let without = try universe.engine.without(region, counts)
          next[sum] = try universe.engine.or(next[sum] ?? .nothing, without)
          let more = sum.saturatingAdd(addition.amount)
          let with = try universe.engine.and(region, counts)
          next[more] = try universe.engine.or(next[more] ?? .nothing, with)
        }
        sums = next
      }
    }
    return sums.keys.sorted().map { ($0, sums[$0] ?? .nothing) }
  }

  /// Where an ask beyond the value of a setting is surely only warned about. Beyond a value that has
  /// no limit there is nothing to ask for.
  func isWarned(
    beyond setting: SettingIndex, _ values: [ValueRegion]
  ) throws(Exhausted) -> Region {
    let rule = vocabulary.graph[rule: parts.settings[Int(setting)].rule]
    let isSoft = try region(of: rule.soft, is: true)
    let unlimited = values.first { $0.value == .unlimited }?.region ?? .nothing
    return try universe.engine.without(isSoft, unlimited)
  }
}

extension Ladder {
  /// Whether one value is as good as another one, or better.
  func isAsGood(_ value: Value, as other: Value) -> Bool {
    switch (value, other) {
    case (.unlimited, _): true
    case (.quantity, .unlimited): false
    case (.quantity(let mine), .quantity(let theirs)):
      isSmallerBetter ? mine <= theirs : mine >= theirs
    }
  }
}

/// Counters with no allowance subtracted.
extension PolicyModel {
  /// The variable of a whole counter. The rest of it without its allowance, and of the meter's
  /// other counters, depends on it.
  func whole(_ limit: Limit) -> VariableKey {
    let meter = vocabulary.meters[Int(limit.counter.meter)]
    _ = universe.place(of: VariableKey(.allowance, meter))
    for window in universe.terms.windows {
      _ = universe.place(of: VariableKey(.used, meter, Int32(window.code)))
      _ = universe.place(of: VariableKey(.whole, meter, Int32(window.code)))
    }
    return VariableKey(.whole, meter, Int32(limit.window.code))
  }

  /// Where the ask surely raises a whole counter above a step under an allowance, or surely does
  /// not. Only what products add raises such a step.
  func exceedsByWhole(
    _ quantity: Int64, _ limit: Limit, is value: Bool
  ) throws(Exhausted) -> Region {
    try requireWhole(of: limit)
    return try raised(under: limit, onlyFresh: !value) { added throws(Exhausted) in
      let allowed = quantity.saturatingAdd(added).saturatingAdd(self.beyond)
      return try self.whole(limit, after: allowed, value)
    }
  }

  /// Where a whole counter after the use is above a value, or known and not above it.
  private func whole(
    _ limit: Limit, after allowed: Int64, _ isAbove: Bool
  ) throws(Exhausted) -> Region {
    let counter = whole(limit)
    let border = allowed.saturatingSubtract(scope.amount ?? 1)
    if border == .max || allowed == .max {
      guard !isAbove else { return .nothing }
      return try universe.engine.complement(try universe.missing(counter))
    }
    return isAbove
      ? try universe.atLeast(counter, border + 1) : try universe.below(counter, border + 1)
  }

  /// Where a whole counter after the use has a value.
  func whole(_ limit: Limit, is value: Int64) throws(Exhausted) -> Region {
    try requireWhole(of: limit)
    let counter = whole(limit)
    return try universe.equals(counter, value.saturatingSubtract(scope.amount ?? 1))
  }

  /// Whole counters are judged where the amount that is asked for does not matter, and what
  /// products add is known by what is held.
  func requireWhole(of limit: Limit) throws(Exhausted) {
    let meter = vocabulary.meters[Int(limit.counter.meter)]
    let isOpen = scope.amount == nil && universe.terms.meters[Int(meter)].isReadByItsRules
    let adders = vocabulary.adders(to: limit.counter)
    let isRaised = scope.holding != .products && !adders.isEmpty
    if isOpen || isRaised { throw Exhausted(.unsupported, limit: 0) }
  }
}

// The value of a setting is told by the values that are within it: a variable is the value that is
// asked for, and what a user has is a border on it. So one region tells the value of every user,
// and whoever has more has a larger part of it.

extension PolicyModel {
  /// Where a value that is asked for is surely beyond the value of a setting, or surely within it.
  func isBeyondValue(of index: SettingIndex, is value: Bool) throws(Exhausted) -> Region {
    let place = parts.settings[Int(index)].ladder
    let adders = vocabulary.settingAdders[Int(index)]
    return try counting(parts.ladders[Int(place)].source) { () throws(Exhausted) in
      let ladder = try self.ladder(place)
      return try self.raised(by: adders, onlyFresh: !value) { added throws(Exhausted) in
        try self.isBeyond(ladder, is: value) { rung throws(Exhausted) in
          try self.reaches(rung, of: index, ladder, added)
        }
      }
    }
  }

  /// Where no value of a setting's ladder that counts is enough, or surely one is: the one place
  /// that tells the value of a setting from its steps, whatever is enough. `reaches` tells where
  /// one value is.
  func isBeyond(
    _ ladder: Ladder, is value: Bool, reaches: (Ladder.Value) throws(Exhausted) -> Region
  ) throws(Exhausted) -> Region {
    // The base of a setting is a quantity.
    guard case .quantity(let base) = ladder.base else { return value ? .nothing : .everything }
    var region = try reaches(.quantity(base))
    if value { region = try universe.engine.complement(region) }
    for step in ladder.steps {
      let counts = try counts(step, is: !value)
      let reached = try reaches(step.value)
      region =
        value
        ? try universe.engine.and(
          region, try universe.engine.or(counts, try universe.engine.complement(reached)))
        : try universe.engine.or(region, try universe.engine.and(counts, reached))
    }
    return region
  }

  /// Where a value of a setting, with what products add to it, is as good as the one asked for.
  private func reaches(
    _ value: Ladder.Value, of setting: SettingIndex, _ ladder: Ladder, _ added: Int64
  ) throws(Exhausted) -> Region {
    guard case .quantity(let quantity) = value else { return .everything }
    let asked = VariableKey(.asked, setting)
    if ladder.isSmallerBetter { return try universe.atLeast(asked, quantity) }
    // Only `unlimited` reaches the last value of all.
    let border = min(quantity.saturatingAdd(added), .max - 1) + 1
    return try universe.below(asked, border)
  }
}
