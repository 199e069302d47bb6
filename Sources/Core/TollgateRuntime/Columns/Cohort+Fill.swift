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
      raise(addition.meter, by: addition.amount, for: users, quantities)
    }
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

  /// Tells what a server allows each user beyond the limits of a meter, or beyond the value of a
  /// setting that is a quantity, in its unit; below 0 for none.
  ///
  /// - Throws: ``CohortError`` for a name that the policy does not know, or for another number of
  ///   values than there are users.
  public mutating func allow(_ meter: String, _ allowances: [Int64]) throws(CohortError) {
    let setting = graph.raisedSetting(meter).map { graph.allowance(ofSetting: $0) }
    let index = if let setting { Int(setting) } else { Int(try self.meter(meter)) }
    try requireOneEach(allowances.count, "the allowances of `\(meter)`")
    let before = self.allowances[index]
    let changed = allowances.indices.map { user in
      var allowance = before[user]
      allowance.brought = PackedAmount(raw: max(-1, allowances[user]))
      return allowance
    }
    self.allowances[index] = AllowanceColumns(changed)
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
    for given in graph[entitlement: entitlement].gives {
      holdings[Int(given)].add(users)
    }
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
