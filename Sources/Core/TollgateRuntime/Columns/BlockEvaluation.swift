/// The evaluation of a graph for a block of users at once.
struct BlockEvaluation: Evaluator {
  let cohort: Cohort
  let ask: Ask
  let takers: Takers
  /// The block that is asked about.
  var block = 0
  /// The conditions on one number that were met before: by node; that of a rule's limit by `~rule`,
  /// which is no node.
  private var steps: [Int64: Steps] = [:]
  /// The same by what a use takes.
  private var takenSteps: [Taken: [Int64: Steps]] = [:]
  /// The amount of a use that limits are compared with; nil for the ask itself.
  private var taken: Taken?

  init(cohort: Cohort, ask: Ask, takers: Takers = .none) {
    self.cohort = cohort
    self.ask = ask
    self.takers = takers
  }

  static var isThorough: Bool { false }

  var graph: RuleGraph { cohort.graph }

  /// Never inlined, or it would be into itself, without end.
  @inline(never)
  mutating func value(_ index: Int32) -> TruthBlock { combined(index) }

  mutating func holds(_ rule: Int32) -> TruthBlock { isKept(rule) }

  func held(_ entitlement: Int32) -> TruthBlock {
    cohort.holdings[Int(entitlement)].truth(block: block)
  }

  mutating func leaf(_ node: Node, at index: Int32) -> TruthBlock {
    switch node {
    case .factIs(let fact, let value): return isEqual(cohort.facts[Int(fact)], value)
    case .factAtLeast(let fact, _):
      return truth(Int64(index), of: cohort.facts[Int(fact)], from: Fact.unknown + 1) {
        node.isTrue(ofFact: $0, at: 0)
      }
    case .timeSince(let fact, let after):
      return timeSince(node, after, cohort.facts[Int(fact)], at: index)
    case .usageAtLeast(let counter, _): return usage(node, counter, at: index)
    case .inRollout(let rollout):
      let share = graph[rollout: rollout]
      return truth(Int64(index), of: cohort.buckets[Int(rollout)]) {
        share.contains(PackedAmount(raw: $0).value)
      }
    case .timeAtLeast:
      return truth(Int64(index), of: cohort.times, from: .min + 1) { node.isTrue(at: $0) }
    case .never, .always, .all, .any, .not, .entitlement, .paid, .statement: return .no
    }
  }

  mutating func exceeds(_ limit: Limit, of rule: Int32) -> TruthBlock {
    if let ladder = graph.ladder(of: limit) { return exceedsAll(of: ladder, limit) }
    if carries(limit) { return eachUser(taking: taken) { $0.exceeds(limit) } }
    let counter = cohort.counters[graph.counterPlaces.place(ofRead: limit.counter)]
    let allowances = cohort.allowances[Int(graph.allowance(of: limit.counter))]
    guard let growth = growthOfAll else {
      return eachUser { user in
        exceeds(user) {
          limit.kind.isExceeded(
            by: .adding($0), used: PackedAmount(raw: counter[user]).value, with: allowances[user])
        }
      }
    }
    if let allowance = allowances.shared {
      return truth(~Int64(rule), of: counter) {
        limit.kind.isExceeded(by: growth, used: PackedAmount(raw: $0).value, with: allowance)
      }
    }
    return eachUser { user in
      limit.kind.isExceeded(
        by: growth, used: PackedAmount(raw: counter[user]).value, with: allowances[user])
    }
  }

  mutating func exceeds(_ rung: Rung, of limit: Limit) -> TruthBlock {
    if rung.isEach || carries(limit) {
      return eachUser(taking: taken) { $0.exceeds(rung, of: limit) }
    }
    let allowances = cohort.allowances[Int(graph.allowance(of: limit))]
    guard limit.meter != nil else {
      let growth = ask.growth
      if let allowance = allowances.shared {
        return TruthBlock(rung.isExceeded(byReaching: growth, with: allowance))
      }
      return eachUser { rung.isExceeded(byReaching: growth, with: allowances[$0]) }
    }
    let counter = cohort.counters[graph.counterPlaces.place(ofRead: limit.counter)]
    guard let growth = growthOfAll else {
      return eachUser { user in
        exceeds(user) {
          rung.isExceeded(
            by: .adding($0), used: PackedAmount(raw: counter[user]).value, with: allowances[user])
        }
      }
    }
    if let allowance = allowances.shared {
      return truth(rung.number, of: counter) {
        rung.isExceeded(by: growth, used: PackedAmount(raw: $0).value, with: allowance)
      }
    }
    return eachUser {
      rung.isExceeded(
        by: growth, used: PackedAmount(raw: counter[$0]).value, with: allowances[$0])
    }
  }

  mutating func exceeds(_ limit: Limit, of rule: Int32, taking taken: Taken) -> TruthBlock {
    comparing(taken) { $0.exceeds(limit, of: rule) }
  }

  /// The amount that several targets take together differs from user to user.
  mutating func exceeds(_ limit: Limit, of rule: Int32, bySeveral takers: Takers) -> TruthBlock {
    let (cohort, ask) = (cohort, ask)
    return eachUser { user in
      var evaluation = cohort.user(user).evaluation(at: .min, ask, takers: takers)
      return evaluation.exceeds(limit, of: rule, bySeveral: takers)
    }
  }

  /// Whether what is unused of a limit rolls over, so that each user is asked about by itself.
  private func carries(_ limit: Limit) -> Bool {
    graph.hasOwnWindows && limit.meter != nil && graph.rollover(of: limit.counter) != nil
  }

  /// Compares each user by itself with what the ask is for, or with what a use takes.
  private func eachUser(
    taking taken: Taken?, _ compare: (inout Evaluation<NoObserver>) -> Truth
  ) -> TruthBlock {
    let (cohort, ask) = (cohort, ask)
    return eachUser { user in
      var evaluation = cohort.user(user).evaluation(at: .min, ask, takers: takers)
      guard taken != nil else { return compare(&evaluation) }
      return exceeds(user) { amount in
        evaluation.ask.growth = .adding(amount)
        return compare(&evaluation)
      }
    }
  }

  /// The users for whom a failing rule holds for money, each asked about by itself.
  func isOverage(_ rule: RuleIndex) -> TruthBlock.Bits {
    guard graph.hasOverages, graph.overagePlace(of: rule) != nil else { return .none }
    return holdsForMoney(rule, asking: takers).surely
  }

  func holdsForMoney(_ rule: RuleIndex, asking takers: Takers) -> TruthBlock {
    let (cohort, ask) = (cohort, ask)
    return eachUser { user in
      var evaluation = cohort.user(user).evaluation(at: .min, ask, takers: takers)
      return evaluation.holdsForMoney(rule)
    }
  }

  /// Compares limits with what a use takes.
  mutating func comparing(
    _ taken: Taken?, _ compare: (inout BlockEvaluation) -> TruthBlock
  ) -> TruthBlock {
    guard let taken else { return compare(&self) }
    let own = steps
    steps = takenSteps[taken] ?? [:]
    self.taken = taken
    defer {
      takenSteps[taken] = steps
      steps = own
      self.taken = nil
    }
    return compare(&self)
  }

  /// How a counter would grow, where it is the same for all users.
  private var growthOfAll: Ask.Growth? {
    guard let taken else { return ask.growth }
    guard taken.target == nil else { return nil }
    return .adding(taken.amounts(of: ask.growth, from: nil).possible)
  }

  /// Whether what a use of one user takes goes beyond: surely, or by what is possible.
  private func exceeds(_ user: Int, _ compare: (Int64) -> Truth) -> Truth {
    let target = taken?.target.map { graph.counterPlaces.place(ofRead: CounterIndex($0)) }
    let used = target.flatMap { PackedAmount(raw: cohort.counters[$0][user]).value }
    guard let amounts = taken?.amounts(of: ask.growth, from: used) else { return .unknown }
    let possibly = compare(amounts.possible)
    if amounts.sure == amounts.possible { return possibly }
    return compare(amounts.sure).or(possibly.and(.unknown))
  }

  func given(_ value: TruthBlock, by condition: Int32) -> TruthBlock { value }

  func sees(_ node: Int32, _ value: TruthBlock) -> TruthBlock { value }

  func sees(rule: Int32, _ parts: RuleValues<TruthBlock>) {}

  // MARK: Conditions without parts

  private func isEqual(_ column: Column, _ value: Int64) -> TruthBlock {
    var equal = column.isAtLeast(value, block: block)
    if value < .max { equal &= ~column.isAtLeast(value + 1, block: block) }
    guard column.least == Fact.unknown else { return TruthBlock(surely: equal, possibly: equal) }
    let unknown = ~column.isAtLeast(Fact.unknown + 1, block: block)
    return TruthBlock(surely: equal & ~unknown, possibly: equal | unknown)
  }

  private mutating func timeSince(
    _ node: Node, _ after: Lapse, _ fact: Column, at index: NodeIndex
  ) -> TruthBlock {
    let times = cohort.times
    // A month after 31 January at 9:00 is before a month after 30 January at 10:00.
    guard let now = times.shared, !after.isMonths || fact.shared != nil else {
      return eachUser { user in node.isTrue(ofFact: fact[user], at: times[user]) }
    }
    return truth(Int64(index), of: fact, from: Fact.unknown + 1) {
      node.isTrue(ofFact: $0, at: now)
    }
  }

  private mutating func usage(
    _ node: Node, _ read: CounterIndex, at index: NodeIndex
  ) -> TruthBlock {
    let counter = cohort.counters[graph.counterPlaces.place(ofRead: read)]
    let allowances = cohort.allowances[Int(graph.allowance(of: read))]
    guard let allowance = allowances.shared else {
      return eachUser { user in
        node.isTrue(ofUse: PackedAmount(raw: counter[user]).value, with: allowances[user])
      }
    }
    return truth(Int64(index), of: counter) {
      node.isTrue(ofUse: PackedAmount(raw: $0).value, with: allowance)
    }
  }

  // MARK: Columns

  /// A condition on one number, which rises or falls with it.
  private mutating func truth(
    _ key: Int64, of column: Column, from first: Int64 = 0, _ condition: (Int64) -> Truth
  ) -> TruthBlock {
    if let number = column.shared { return TruthBlock(condition(number)) }
    if let known = steps[key] { return known.truth(of: column, block: block) }
    let found = Steps(from: first, condition)
    steps[key] = found
    return found.truth(of: column, block: block)
  }

  /// A condition on several numbers that differ from user to user.
  private func eachUser(_ condition: (Int) -> Truth) -> TruthBlock {
    var truth = TruthBlock.no
    let start = block * TruthBlock.width
    for user in start..<min(start + TruthBlock.width, cohort.count) {
      switch condition(user) {
      case .no: break
      case .unknown: truth.possibly[user: user - start] = true
      case .yes:
        truth.surely[user: user - start] = true
        truth.possibly[user: user - start] = true
      }
    }
    return truth
  }
}

/// The values of a condition for a block of 1024 users: a bit for each, twice.
///
/// Both bit sets together are three-valued: a user for whom it is possible but not sure is one of
/// whom it is unknown. So `and`, `or` and `not` are operations on words.
package struct TruthBlock: TruthValue {
  /// A bit for each user of a block. User `i` is bit `i / 128` of byte `i % 128`, so that a loop
  /// over 128 neighbours fills the bytes in order, and the compiler makes vectors of it.
  package typealias Bits = SIMD16<UInt64>

  /// How many bytes and how many users a block has.
  package static let byteCount = 128
  package static let width = 8 * byteCount

  /// For whom it is surely so.
  package var surely: Bits
  /// For whom it is so, or unknown.
  package var possibly: Bits

  @inline(__always)
  package init(surely: Bits, possibly: Bits) {
    self.surely = surely
    self.possibly = possibly
  }

  /// The same for every user.
  @inline(__always)
  package init(_ truth: Truth) {
    surely = truth == .yes ? .all : .none
    possibly = truth == .no ? .none : .all
  }

  /// Where the bit of a user of a block is.
  @inline(__always)
  fileprivate static func place(of user: Int) -> (word: Int, bit: UInt64) {
    let byte = user % byteCount
    return (byte / 8, UInt64(byte % 8 * 8 + user / byteCount))
  }

  @inline(__always)
  package static var no: TruthBlock { TruthBlock(.no as Truth) }

  @inline(__always)
  package static var yes: TruthBlock { TruthBlock(.yes as Truth) }

  @inline(__always)
  package static prefix func ! (value: TruthBlock) -> TruthBlock {
    TruthBlock(surely: ~value.possibly, possibly: ~value.surely)
  }

  @inline(__always)
  package func and(_ other: TruthBlock) -> TruthBlock {
    TruthBlock(surely: surely & other.surely, possibly: possibly & other.possibly)
  }

  @inline(__always)
  package func or(_ other: TruthBlock) -> TruthBlock {
    TruthBlock(surely: surely | other.surely, possibly: possibly | other.possibly)
  }

  @inline(__always)
  package static func == (a: TruthBlock, b: TruthBlock) -> Bool {
    ((a.surely ^ b.surely) | (a.possibly ^ b.possibly)).isEmpty
  }
}

extension TruthBlock.Bits {
  @inline(__always)
  package static var none: TruthBlock.Bits { TruthBlock.Bits(repeating: 0) }

  @inline(__always)
  static var all: TruthBlock.Bits { TruthBlock.Bits(repeating: .max) }

  /// Whether no bit is set.
  @inline(__always)
  package var isEmpty: Bool {
    let eight = lowHalf | highHalf
    let four = eight.lowHalf | eight.highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y == 0
  }

  /// How many bits are set.
  package var bitCount: Int {
    var count = 0
    for index in 0..<scalarCount { count += self[index].nonzeroBitCount }
    return count
  }

  /// The users whose bits are set, in no order.
  package var users: [Int] {
    var users: [Int] = []
    for word in 0..<scalarCount {
      var rest = self[word]
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        users.append(bit % 8 * TruthBlock.byteCount + word * 8 + bit / 8)
        rest &= rest - 1
      }
    }
    return users
  }

  /// Whether the bit of a user of the block is set.
  package subscript(user user: Int) -> Bool {
    get {
      let (word, bit) = TruthBlock.place(of: user)
      return self[word] >> bit & 1 != 0
    }
    set {
      let (word, bit) = TruthBlock.place(of: user)
      if newValue { self[word] |= 1 << bit } else { self[word] &= ~(1 << bit) }
    }
  }

  /// The bits of the first users of a block.
  package static func first(_ count: Int) -> TruthBlock.Bits {
    var bits = none
    for user in 0..<Swift.min(count, TruthBlock.width) { bits[user: user] = true }
    return bits
  }
}
