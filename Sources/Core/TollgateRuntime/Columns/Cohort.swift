/// Many users at one time, in columns: the data of each user, in the terms of one policy. It
/// answers one question about all of them at once, a fraction of a nanosecond for each.
///
/// ```swift
/// var cohort = policy.cohort(count: users.count, at: now)
/// try cohort.grant(product: "annual", until: paidUntil)
/// try cohort.use("bills", billCounts)
/// let outcomes = cohort.outcomes(of: csvExport)
/// print(outcomes.allowedCount)
/// ```
///
/// A cohort is filled from snapshots, or from a backend's own arrays, in which the same place is
/// the same user. Empty cells are unknown, and never allowed. Everything that depends on time is
/// worked out when it is filled in, so a question about another time needs another cohort.
public struct Cohort: Sendable {
  /// The policy in whose terms it is.
  package let graph: RuleGraph
  /// How many users there are.
  public let count: Int
  /// The time that is asked about.
  public let now: Instant
  /// Effective now: never before what a user's snapshot has seen.
  var times: Column
  /// By entitlement; where conditions ask for it, then those that are paid for.
  var holdings: [EntitlementColumn]
  /// In the order of `CounterPlaces`; -1 for unknown.
  var counters: [Column]
  /// By meter, then by setting.
  var allowances: [AllowanceColumns]
  /// By fact; `Fact.unknown` for a missing one.
  var facts: [Column]
  /// By rollout; -1 for unknown.
  var buckets: [Column]

  /// Users of whom nothing is known; a fact has the value that it has `otherwise`.
  package init(count: Int, at now: Instant, in graph: RuleGraph) {
    self.graph = graph
    self.count = max(0, count)
    self.now = now
    let parts = graph.parts
    times = Column(same: now.milliseconds)
    holdings = (0..<graph.heldCount).map {
      EntitlementColumn(everybody: $0 == 0 && parts.tierCount > 0)
    }
    let carried = graph.counterPlaces.firstCarried
    counters = (0..<graph.counterPlaces.count).map { Column(same: $0 < carried ? -1 : 0) }
    allowances = Array(repeating: AllowanceColumns(), count: graph.allowanceCount)
    facts = parts.facts.map { Column(same: $0.otherwise) }
    buckets = Array(repeating: Column(same: -1), count: parts.rollouts.count)
  }

  /// How many blocks of users there are.
  var blockCount: Int { (count + TruthBlock.width - 1) / TruthBlock.width }
}

extension RuleGraph {
  /// The users that these snapshots are about, at a time; user `i` is that of the snapshot `i`.
  /// The snapshots have to be prepared for this policy.
  package func cohort(of snapshots: [PreparedSnapshot], at now: Instant) -> Cohort {
    var builder = CohortBuilder(for: self, at: now)
    for snapshot in snapshots { builder.add(snapshot) }
    return builder.cohort
  }
}

// A backend's own arrays: one value for each user, in the same order. They are true at the time of
// the cohort, and never stale.
extension Cohort {
  /// Gives an entitlement, and what it includes.
  ///
  /// - Parameter until: When it ends for each user, this instant outside; a time that is past for
  ///   users who do not have it, `Instant(milliseconds: .max)` for no end.
  /// - Throws: ``CohortError`` for a name that the policy does not know, or for another number of
  ///   values than there are users.
  public mutating func grant(
    entitlement: String, until: [Instant]
  ) throws(CohortError) {
    guard let index = graph.names.entitlements[entitlement] else {
      throw .unknown(entitlement, kind: "entitlement")
    }
    try requireOneEach(until.count, "the grants of `\(entitlement)`")
    give(index, to: users(holdingUntil: until, grace: 0))
  }

  /// Gives what a product grants, and adds what it adds to allowances, as one that is active: also
  /// for the `grace` of the product after its end.
  ///
  /// - Parameters:
  ///   - product: Its name in the policy, or the id that a store sells it as.
  ///   - until: When it ends for each user, this instant outside; a time that is past for those
  ///     who do not have it, `Instant(milliseconds: .max)` for no end.
  ///   - quantities: How many of it each user has; one where nothing is said.
  /// - Throws: ``CohortError`` for a name that the policy does not know, or for another number of
  ///   values than there are users.
  public mutating func grant(
    product: String, until: [Instant], quantities: [Int64]? = nil
  ) throws(CohortError) {
    guard let index = graph.names.products[product] else {
      throw .unknown(product, kind: "product")
    }
    try requireOneEach(until.count, "the grants of `\(product)`")
    if let quantities { try requireOneEach(quantities.count, "the quantities of `\(product)`") }
    let bought = graph[product: index]
    let users = users(holdingUntil: until, grace: bought.grace)
    for entitlement in bought.grants { give(entitlement, to: users) }
    for addition in bought.adds {
      graph.forEachAllowance(raisedBy: addition) {
        raise($0, by: addition.amount, for: users, quantities)
      }
    }
    if let sold = bought.sold { raise(sold.place, by: 1, for: users, quantities) }
    for addition in bought.settingAdds {
      let place = graph.allowance(ofSetting: addition.setting)
      raise(place, by: addition.amount, for: users, quantities)
    }
  }

  /// Tells how much of a meter each user has used, in the meter's unit; below 0 for unknown.
  ///
  /// - Parameters:
  ///   - meter: Its name.
  ///   - used: The values of the counters at the time of the cohort.
  ///   - window: Their window; by default, the total.
  /// - Throws: ``CohortError`` for a name that the policy does not know, or for another number of
  ///   values than there are users.
  public mutating func use(
    _ meter: String, _ used: [Int64], per window: Usage.Window = .total
  ) throws(CohortError) {
    let index = try self.meter(meter)
    try requireOneEach(used.count, "the counters of `\(meter)`")
    let areSound = used.allSatisfy { $0 >= -1 }
    guard let place = graph.counterPlaces.place(of: CounterIndex(index, window)) else { return }
    counters[place] = Column(areSound ? used : used.map { max(-1, $0) })
  }

  /// Tells how much each user carried into the window of a meter, in its unit.
  ///
  /// - Throws: ``CohortError`` for a name that the policy does not know, or for another number of
  ///   values than there are users.
  public mutating func carry(
    _ meter: String, _ carried: [Int64], per window: Usage.Window
  ) throws(CohortError) {
    let counter = CounterIndex(try self.meter(meter), window)
    try requireOneEach(carried.count, "what was carried of `\(meter)`")
    guard let place = graph.counterPlaces.place(ofCarried: counter) else { return }
    counters[place] = Column(carried.map { max(0, $0) })
  }

  /// Tells what a server allows each user beyond the limits of a meter, or beyond the value of a
  /// setting that is a quantity, in its unit; below 0 for none.
  ///
  /// - Throws: ``CohortError`` for a name that the policy does not know, or for another number of
  ///   values than there are users.
  public mutating func allow(_ meter: String, _ allowances: [Int64]) throws(CohortError) {
    let setting = graph.raisedSetting(meter).map { graph.allowance(ofSetting: $0) }
    var places: [Int32] = []
    if let setting {
      places = [setting]
    } else {
      graph.forEachAllowance(ofMeter: try self.meter(meter)) { places.append($0) }
    }
    try requireOneEach(allowances.count, "the allowances of `\(meter)`")
    for place in places {
      let before = self.allowances[Int(place)]
      let changed = allowances.indices.map { user in
        var allowance = before[user]
        allowance.brought = PackedAmount(raw: max(-1, allowances[user]))
        return allowance
      }
      self.allowances[Int(place)] = AllowanceColumns(changed)
    }
  }

  /// Reports a fact about each user; nil for a user who has only what the fact is `otherwise`. A
  /// value of another type than the policy says is unknown, and so is a choice that it does not
  /// list.
  ///
  /// - Throws: ``CohortError`` for a name that the policy does not know, or for another number of
  ///   values than there are users.
  public mutating func report(_ fact: String, _ values: [FactValue?]) throws(CohortError) {
    guard let index = graph.names.facts[fact] else { throw .unknown(fact, kind: "fact") }
    try requireOneEach(values.count, "the values of `\(fact)`")
    let declared = graph[fact: index]
    facts[Int(index)] = Column(
      values.map { value in value.map { declared.encode($0) } ?? declared.otherwise })
  }

  /// Tells who the users are, for the rollouts of the policy.
  ///
  /// - Throws: ``CohortError`` for another number of subjects than there are users.
  public mutating func identify(_ subjects: [String]) throws(CohortError) {
    try requireOneEach(subjects.count, "the subjects")
    for (index, rollout) in graph.parts.rollouts.enumerated() {
      buckets[index] = Column(
        subjects.map { Int64(Murmur3.bucket(rollout: rollout.name, subject: $0)) })
    }
  }

  // MARK: Who and what

  private func meter(_ name: String) throws(CohortError) -> Int32 {
    guard let index = graph.names.meter(name, in: graph.parts) else {
      throw .unknown(name, kind: "meter")
    }
    return index
  }

  private func requireOneEach(_ count: Int, _ values: String) throws(CohortError) {
    if count != self.count { throw .count(of: values, expected: self.count, found: count) }
  }

  /// The users whose grant has not ended, nor its grace.
  private func users(holdingUntil until: [Instant], grace: Int64) -> [TruthBlock.Bits] {
    (0..<blockCount).map { block in
      let start = block * TruthBlock.width
      let users = start..<min(start + TruthBlock.width, count)
      // A block at a time, which stays in the cache.
      let ends = until[users].map { $0.milliseconds.saturatingAdd(max(0, grace)) }
      if let now = times.shared {
        return now == .max ? .none : Column(ends).isAtLeast(now + 1, block: 0)
      }
      var bits = TruthBlock.Bits.none
      for user in users { bits[user: user - start] = times[user] < ends[user - start] }
      return bits
    }
  }

  private mutating func give(_ entitlement: Int32, to users: [TruthBlock.Bits]) {
    graph.forEachPlace(givenBy: entitlement, inTrial: false) { holdings[Int($0)].add(users) }
  }

  private mutating func raise(
    _ place: Int32, by amount: Int64, for users: [TruthBlock.Bits], _ quantities: [Int64]?
  ) {
    let before = allowances[Int(place)]
    let raised = (0..<count).map { user in
      var allowance = before[user]
      let isHeld = users[user / TruthBlock.width][user: user % TruthBlock.width]
      let quantity = isHeld ? max(0, quantities?[user] ?? 1) : 0
      allowance.known = allowance.known.saturatingAdd(
        amount.saturatingMultiply(quantity))
      return allowance
    }
    allowances[Int(place)] = AllowanceColumns(raised)
  }
}

/// Why a column cannot be filled in.
///
/// ```swift
/// do {
///   try cohort.use("bills", billCounts)
/// } catch {
///   log("\(error)")  // bills are 999, for 1000 users; give one for each
/// }
/// ```
public enum CohortError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The policy has no entitlement, product, meter or fact of this name.
  case unknown(String, kind: String)
  /// There are more values, or fewer, than users.
  case count(of: String, expected: Int, found: Int)

  /// The error in a sentence for developers.
  public var description: String {
    switch self {
    case .unknown(let name, let kind): "the policy has no \(kind) called `\(name)`"
    case .count(let values, let expected, let found):
      "\(values) are \(found), for \(expected) users; give one for each"
    }
  }
}

extension Cohort {
  /// The outcome about a target for every user, which is the one that
  /// a decision has for each of them.
  public func outcomes(of target: Target, ask: Ask = Ask()) -> Outcomes {
    var subject = graph.subject(target.index)
    subject.add(ask, in: graph)
    return outcomes(of: subject, ask: ask)
  }

  /// The outcome about a name for every user: a target, or all members of a group or a range
  /// at once. A name that the policy does not know is denied to everybody.
  public func outcomes(of name: String, ask: Ask = Ask()) -> Outcomes {
    if let target = graph.target(name) { return outcomes(of: target, ask: ask) }
    guard let subject = graph.subject(name) else {
      return Outcomes(count: count, denied: Array(repeating: .all, count: blockCount), warned: [])
    }
    return outcomes(of: subject, ask: ask)
  }

  private func outcomes(of subject: AskedTarget, ask: Ask) -> Outcomes {
    let rules = subject.rules
    var evaluation = BlockEvaluation(cohort: self, ask: ask, takers: subject.takers)
    var denied: [TruthBlock.Bits] = []
    var warned: [TruthBlock.Bits] = []
    denied.reserveCapacity(blockCount)
    warned.reserveCapacity(blockCount)
    for block in 0..<blockCount {
      evaluation.block = block
      let fold = evaluation.fold(rules)
      denied.append(fold.denied)
      warned.append(fold.warned)
    }
    return Outcomes(count: count, denied: denied, warned: warned)
  }

  /// The outcomes about one target for many users.
  public struct Outcomes: Sendable {
    /// How many users there are.
    public let count: Int
    /// By block. A user who is denied may be in `warned` too. Bits after the last user mean
    /// nothing.
    private let denied: [TruthBlock.Bits]
    private let warned: [TruthBlock.Bits]

    init(count: Int, denied: [TruthBlock.Bits], warned: [TruthBlock.Bits]) {
      self.count = count
      self.denied = denied
      self.warned = warned
    }

    /// The outcome for a user, counted from 0.
    public subscript(user: Int) -> Decision.Outcome {
      precondition(user >= 0 && user < count, "there is no such user")
      let (block, place) = user.quotientAndRemainder(dividingBy: TruthBlock.width)
      if denied[block][user: place] { return .denied }
      return isWarned(block)[user: place] ? .warned : .allowed
    }

    /// How many users are allowed without a warning.
    public var allowedCount: Int { count - deniedCount - warnedCount }

    /// How many users are warned, and allowed.
    public var warnedCount: Int { total { isWarned($0) } }

    /// How many users are denied.
    public var deniedCount: Int { total { denied[$0] } }

    /// The users for whom the outcome is this one, ascending.
    public func users(_ outcome: Decision.Outcome) -> [Int] {
      (0..<count).filter { self[$0] == outcome }
    }

    private func isWarned(_ block: Int) -> TruthBlock.Bits {
      block < warned.count ? warned[block] & ~denied[block] : .none
    }

    private func total(_ bits: (Int) -> TruthBlock.Bits) -> Int {
      var total = 0
      for block in denied.indices {
        let rest = count - block * TruthBlock.width
        let known = rest < TruthBlock.width ? bits(block) & .first(rest) : bits(block)
        total += known.bitCount
      }
      return total
    }
  }
}

extension BlockEvaluation {
  /// The outcomes of some rules for the users of the block.
  mutating func fold(_ rules: ArraySlice<RuleIndex>) -> BlockFold {
    var fold = BlockFold()
    for rule in rules {
      let fails = ~holds(rule).surely
      if fails.isEmpty { continue }
      // A rule of which it is unknown whether it is soft is not soft.
      fold.fail(fails, soft: value(graph[rule: rule].soft).surely | isOverage(rule))
      if fold.isDecided { break }
    }
    return fold
  }
}

extension Cohort {
  /// One user of the columns: a snapshot about whom every condition has the same value, at the time
  /// of the cohort. The purchases themselves are not in the columns, so a decision may give another
  /// reason for what was not bought.
  package func user(_ index: Int) -> PreparedSnapshot {
    let (block, place) = index.quotientAndRemainder(dividingBy: TruthBlock.width)
    var held = SpanTable<EvaluationInput.HeldSpan>()
    for column in holdings {
      let truth = column.truth(block: block)
      if truth.possibly[user: place] {
        held.spans.append(Cohort.span(isFresh: truth.surely[user: place]))
      }
      held.starts.append(Int32(held.spans.count))
    }
    var added = SpanTable<EvaluationInput.AddedSpan>()
    let allowances = allowances.map { $0[index] }
    for allowance in allowances {
      for (amount, isFresh) in [(allowance.known, true), (allowance.perhaps, false)]
      where amount != 0 {
        added.spans.append(
          EvaluationInput.AddedSpan(span: Cohort.span(isFresh: isFresh), amount: amount))
      }
      added.starts.append(Int32(added.spans.count))
    }
    let input = EvaluationInput(
      // A grant that is not fresh is stale.
      staleAt: .min, held: held, added: added, allowances: allowances.map { $0.brought },
      counters: CounterTable(
        states: counters.map {
          EvaluationInput.CounterState(used: PackedAmount(raw: $0[index]).value)
        }, steps: []),
      places: graph.counterPlaces, facts: facts.map { $0[index] },
      buckets: buckets.map { PackedBucket(PackedAmount(raw: $0[index]).value) })
    return PreparedSnapshot(
      graph: graph, input: input, grants: [], floor: times[index], dismissed: [:])
  }

  private static func span(isFresh: Bool) -> EvaluationInput.HeldSpan {
    var span = Spans.always
    span.isFresh = isFresh
    return span
  }
}
