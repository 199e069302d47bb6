import TollgateRuntime

// What was carried into the window of a counter raises its limit, so a comparison reads two numbers
// of one user. Both stay exact: the limits of a counter are lines that rise with what is carried, or
// do not, and between two amounts where such lines cross, all amounts give the same answers. So what
// is carried is one of a few amounts that stand for all.
extension PolicyModel {
  /// A region that depends on how much raises a limit: what products add to the limits of its
  /// counter, and what was carried into its window.
  func raised(
    under limit: Limit, onlyFresh: Bool = false, _ region: (Int64) throws(Exhausted) -> Region
  ) throws(Exhausted) -> Region {
    guard let rollover = graph.rollover(of: limit.counter) else {
      return try raised(by: limit.counter, onlyFresh: onlyFresh, region)
    }
    return try raised(by: limit.counter, onlyFresh: onlyFresh) { added throws(Exhausted) in
      try self.carrying(rollover, limit, and: added) { carried throws(Exhausted) in
        try region(added.saturatingAdd(carried))
      }
    }
  }

  /// A region that depends on how much was carried and counts, put together for each amount.
  private func carrying(
    _ rollover: Rollover, _ limit: Limit, and added: Int64,
    _ region: (Int64) throws(Exhausted) -> Region
  ) throws(Exhausted) -> Region {
    let plain = try region(0)
    let met = try self.region(of: rollover.requirement, is: true)
    if met == .nothing { return plain }
    let key = carriedKey(limit)
    guard let amounts = universe.terms.carried[key] else { throw Exhausted(.unsupported, limit: 0) }
    var known: [Int64: Region] = [0: plain]
    var left = Region.everything
    var result = Region.nothing
    for (whose, most) in try ends(rollover, limit, and: added) {
      var carried = Region.nothing
      for (index, amount) in amounts.enumerated() {
        let counted = min(amount, most ?? .max)
        let part: Region
        if let met = known[counted] { part = met } else { part = try region(counted) }
        known[counted] = part
        let has = try universe.equals(key, Int64(index))
        carried = try universe.engine.or(carried, try universe.engine.and(has, part))
      }
      let who = try universe.engine.and(met, whose)
      result = try universe.engine.or(result, try universe.engine.and(carried, who))
      left = try universe.engine.without(left, who)
    }
    return try universe.engine.or(result, try universe.engine.and(plain, left))
  }

  private func carriedKey(_ limit: Limit) -> VariableKey {
    VariableKey(
      .carried, vocabulary.meters[Int(limit.counter.meter)], Int32(limit.window.code))
  }

  /// How much counts at most, and for whom; nil for all of it.
  private func ends(
    _ rollover: Rollover, _ limit: Limit, and added: Int64
  ) throws(Exhausted) -> [(whose: Region, most: Int64?)] {
    let share: Int64
    switch rollover.most {
    case .all: return [(.everything, nil)]
    case .quantity(let most): return [(.everything, most)]
    case .share(let hundredths): share = hundredths
    }
    switch limit.kind {
    case .atMost(let quantity):
      return [(.everything, quantity.saturatingAdd(added).wholeShare(share))]
    case .bare, .undecided, .setting: return []
    case .allowance: throw Exhausted(.unsupported, limit: 0)
    case .ladder(let index):
      let ladder = try ladder(index)
      guard !ladder.base.isAllowance else { throw Exhausted(.unsupported, limit: 0) }
      var ends: [(whose: Region, most: Int64?)] = []
      var larger = try isUnlimited(index)
      for value in ladder.quantities.reversed() {
        let own = try isAtLeast(value, by: ladder)
        let most = value.saturatingAdd(added).wholeShare(share)
        ends.append((try universe.engine.without(own, larger), most))
        larger = try universe.engine.or(larger, own)
      }
      return ends
    }
  }

  /// Where nothing was carried into the window of a limit.
  func carriesNothing(_ limit: Limit) throws(Exhausted) -> Region {
    guard graph.rollover(of: limit.counter) != nil else { return .everything }
    return try universe.below(carriedKey(limit), 1)
  }
}

extension PolicyModel {
  /// Where as much as possible was carried into the window of a limit.
  func carriesMost(_ limit: Limit) throws(Exhausted) -> Region {
    guard let rollover = graph.rollover(of: limit.counter) else { return .everything }
    let key = carriedKey(limit)
    guard let amounts = universe.terms.carried[key] else { throw Exhausted(.unsupported, limit: 0) }
    // More than the clause carries says no more than that.
    var most = amounts.count - 1
    if case .quantity(let end) = rollover.most {
      most = amounts.lastIndex { $0 <= end } ?? most
    }
    return try universe.equals(key, Int64(most))
  }

  /// Where nothing is used of a limit that is at least 1, and no allowance raises it.
  func isUntouched(_ limit: Limit, of rule: RuleIndex) throws(Exhausted) -> Region {
    let meter = vocabulary.meters[Int(limit.counter.meter)]
    let used = VariableKey(.used, meter, Int32(limit.window.code))
    let nothing = try universe.equals(used, 0)
    taking = 1
    defer { taking = nil }
    var hasOne = try exceeds(limit, by: rule, is: false)
    // What was carried is no part of it.
    if graph.rollover(of: limit.counter) != nil,
      let carried = universe.space.place(of: carriedKey(limit))
    {
      hasOne = try universe.engine.fixing(carried, at: 0, in: hasOne)
    }
    return try universe.engine.and(nothing, hasOne)
  }
}

extension Terms {
  /// More amounts than this are not judged.
  private static let mostAmounts = 256

  /// The amounts that stand for all that may be carried into the windows of the counters of some
  /// policies, by the meters' terms.
  static func carried(in policies: [Vocabulary]) -> [VariableKey: [Int64]] {
    var borders: [VariableKey: Borders] = [:]
    for policy in policies {
      for rollover in policy.graph.parts.rollovers {
        guard let counter = policy.graph[rule: rollover.rule].limit?.counter else { continue }
        borders[key(counter, in: policy)] = Borders()
      }
    }
    if borders.isEmpty { return [:] }
    for policy in policies {
      for counter in policy.comparedCounters {
        let key = key(counter, in: policy)
        if borders[key] != nil { borders[key]?.add(counter, of: policy) }
      }
    }
    return borders.compactMapValues { $0.amounts(most: mostAmounts) }
  }

  private static func key(_ counter: CounterIndex, in policy: Vocabulary) -> VariableKey {
    VariableKey(.carried, policy.meters[Int(counter.meter)], Int32(counter.window.code))
  }

  /// The numbers with which a counter is compared, and the ends of what is carried.
  private struct Borders {
    var values: Set<Int64> = []
    var ends: Set<Int64> = []
    /// Whether all of something is carried somewhere.
    var isEndless = false

    mutating func add(_ counter: CounterIndex, of policy: Vocabulary) {
      let graph = policy.graph
      var sums: Set<Int64> = [0]
      for adder in policy.adders(to: counter).prefix(6) {
        sums.formUnion(sums.map { $0.saturatingAdd(adder.amount) })
      }
      var taken: Set<Int64> = [1]
      for (index, use) in graph.parts.uses.enumerated() where use.meter == counter.meter {
        taken.formUnion(graph.uses.amounts(of: UseIndex(index)))
      }
      for node in graph.parts.nodes {
        guard case .usageAtLeast(counter, let least) = node else { continue }
        values.formUnion(sums.map { least.saturatingAdd($0) })
      }
      for (index, rule) in graph.cores.enumerated() {
        guard let limit = rule.limit, limit.meter != nil, limit.counter == counter else { continue }
        let own = graph.parts.quantities(of: limit).flatMap { value in
          sums.map { value.saturatingAdd($0) }
        }
        let beyond = graph.overage(of: RuleIndex(index))?.most
        for value in own + (beyond.map { most in own.map { $0.saturatingAdd(most) } } ?? []) {
          values.formUnion(taken.map { value.saturatingAdd(1).saturatingSubtract($0) })
        }
        switch graph.rollover(of: RuleIndex(index))?.most {
        case .quantity(let most): ends.insert(most)
        case .share(let share): ends.formUnion(own.map { $0.wholeShare(share) })
        case .all: isEndless = true
        case nil: break
        }
      }
    }

    /// Nothing, each amount at which two lines cross, and one between each two such amounts.
    func amounts(most: Int) -> [Int64]? {
      // A line that has ended crosses those that have not.
      let later = ends.count + (isEndless ? 1 : 0) > 1 ? ends : []
      let last = isEndless ? .max : ends.max() ?? 0
      var crossings = ends
      for one in values {
        for other in values {
          crossings.insert(one.saturatingSubtract(other))
          for end in later {
            crossings.insert(one.saturatingAdd(end).saturatingSubtract(other))
          }
          guard crossings.count <= 8 * most else { return nil }
        }
      }
      var amounts: Set<Int64> = [0, 1]
      for crossing in crossings where crossing > 0 && crossing <= last {
        amounts.insert(crossing)
        amounts.insert(crossing.saturatingAdd(1))
      }
      return amounts.count <= most ? amounts.sorted() : nil
    }
  }
}

extension Vocabulary {
  /// The counters with which the policy compares something; one may be there several times.
  fileprivate var comparedCounters: Set<CounterIndex> {
    var counters: Set<CounterIndex> = []
    for rule in graph.cores {
      if let limit = rule.limit, limit.meter != nil { counters.insert(limit.counter) }
    }
    for case .usageAtLeast(let counter, _) in graph.parts.nodes { counters.insert(counter) }
    return counters
  }
}

extension RuleGraph.Parts {
  /// The quantities that a limit may be, without an allowance.
  fileprivate func quantities(of limit: Limit) -> [Int64] {
    switch limit.kind {
    case .atMost(let quantity): [quantity]
    case .allowance(let otherwise): [0, otherwise ?? 0]
    case .bare, .undecided, .setting: [0]
    case .ladder(let index): ladders[Int(index)].quantities
    }
  }
}
