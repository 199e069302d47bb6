extension Naive {
  /// What is supposed otherwise than the snapshot has it.
  struct Hypothesis {
    /// `grant` statements of unknown value count as not given, unless something stale is among
    /// what makes them so (4.6).
    var unknownGrantsAreNotGiven = false
    /// So do those that lack a fact or a counter and are stale besides.
    var lackingGrantsAreNotGiven = false
    /// Stale grants count.
    var staleCounts = false
    /// Snapshot grants (by index) that count, fresh, whatever their state and dates.
    var counting: Set<Int> = []
    /// Snapshot grants (by index) that are gone.
    var gone: Set<Int> = []
    /// Snapshot grants (by index) in a trial that count as paid for.
    var paying: Set<Int> = []
    /// Products (by index) bought now.
    var bought: [Int] = []
    /// Those of them (by index) whose trial has begun.
    var tried: Set<Int> = []
    /// Names in requirements that are made false.
    var falsified: Set<String> = []
    /// The total of a meter.
    var total: Int?
    var totalOf: String?
  }

  /// An allowance: what is sure, and what it is if all stale grants count.
  struct Span {
    var low: Int
    var high: Int
  }

  /// One snapshot at one instant under one hypothesis: everything that rules can read.
  struct EvaluationInput {
    let question: Question
    let time: Int
    let hypothesis: Hypothesis
    /// What the ask does to the meter that is looked at, where that is not what it says.
    var change: Ask.Change?
    /// Whether each snapshot grant counts.
    var standings: [Truth] = []
    /// Whether each `grant` statement gives.
    var given: [Truth] = []

    init(_ question: Question, at time: Int, supposing hypothesis: Hypothesis = Hypothesis()) {
      self.question = question
      self.time = time
      self.hypothesis = hypothesis
      let isStale = isStale
      standings = question.holdings.indices.map { standing(of: $0, isStale: isStale) }
      given = evaluator.policyGrants.map { grant in
        let value = self.value(of: grant)
        guard value == .unknown, hypothesis.unknownGrantsAreNotGiven else { return value }
        let doubts = doubts(grant)
        if hypothesis.lackingGrantsAreNotGiven {
          return doubts.contains { $0 != .staleGrant } ? .no : .unknown
        }
        return doubts.contains(.staleGrant) ? .unknown : .no
      }
    }

    var evaluator: Evaluator {
      question.evaluator
    }

    // MARK: Entitlements and allowances (4.2 to 4.4)

    var isStale: Bool {
      guard let trust = evaluator.trust else { return false }
      guard let asOf = question.snapshot.asOf else { return true }
      return time - asOf >= trust
    }

    private func standing(of index: Int, isStale: Bool) -> Truth {
      if hypothesis.gone.contains(index) { return .no }
      if hypothesis.counting.contains(index) || hypothesis.paying.contains(index) { return .yes }
      let holding = question.holdings[index]
      guard holding.counts(at: time, asOf: question.snapshot.asOf) else { return .no }
      return isStale && !hypothesis.staleCounts ? .unknown : .yes
    }

    func holds(_ entitlement: String) -> Truth {
      if entitlement == evaluator.firstTier { return .yes }
      return max(holdsByPurchase(entitlement), holdsByGrant(entitlement))
    }

    /// Through the snapshot's grants, and what is bought; in a trial, it is not paid for.
    func holdsByPurchase(_ entitlement: String, isPaid: Bool = false) -> Truth {
      var result = Truth.no
      for (index, holding) in question.holdings.enumerated()
      where holding.gives.contains(entitlement) {
        if isPaid, holding.isInTrial, !hypothesis.paying.contains(index) { continue }
        result = max(result, standings[index])
      }
      for product in hypothesis.bought
      where evaluator.productBrings[product].contains(entitlement) {
        if isPaid, hypothesis.tried.contains(product) { continue }
        result = .yes
      }
      return result
    }

    /// Through `grant` statements.
    func holdsByGrant(_ entitlement: String) -> Truth {
      var result = Truth.no
      for (grant, value) in zip(evaluator.policyGrants, given)
      where evaluator.brings[grant.entitlement]?.contains(entitlement) == true {
        result = max(result, value)
      }
      return result
    }

    /// What products add to the limits of a meter that have a window; nil for the total.
    func addOns(_ meter: String, _ window: Window? = nil) -> Span {
      var span = Span(low: 0, high: 0)
      for (holding, standing) in zip(question.holdings, standings) where standing != .no {
        for addition in holding.adds where addition.raises(meter, window) {
          span.high = Naive.sum(span.high, addition.amount)
          if standing == .yes { span.low = Naive.sum(span.low, addition.amount) }
        }
      }
      for product in hypothesis.bought {
        for addition in evaluator.products[product].adds
        where addition.raises(meter, window) {
          span.high = Naive.sum(span.high, addition.amount)
          span.low = Naive.sum(span.low, addition.amount)
        }
      }
      return span
    }

    /// What the packs that are bought add to the snapshot's own allowance; a grant adds nothing.
    func packs(_ meter: String) -> Int {
      var sum = 0
      for product in hypothesis.bought {
        for pack in evaluator.products[product].packs where pack.meter == meter {
          sum = Naive.sum(sum, pack.amount)
        }
      }
      return sum
    }

    /// The snapshot's own allowance and what products add.
    func allowance(_ meter: String, _ window: Window? = nil) -> Span {
      let own = Naive.sum(question.snapshot.allowances[meter] ?? 0, packs(meter))
      return allowance(meter, window, own: own)
    }

    func allowance(_ meter: String, _ window: Window?, own: Int) -> Span {
      let addOns = addOns(meter, window)
      return Span(low: Naive.sum(own, addOns.low), high: Naive.sum(own, addOns.high))
    }

    /// The whole limit of `> allowance`; null is unknown.
    func wholeAllowance(_ limit: Rule.Limit, otherwise: Int?) -> Span? {
      (question.snapshot.allowances[limit.meter] ?? otherwise).map {
        allowance(limit.meter, limit.window, own: Naive.sum($0, packs(limit.meter)))
      }
    }

    /// Whether a `grant` statement gives.
    private func value(of grant: PolicyGrant) -> Truth {
      var parts = [begun(grant.from), notOver(grant.until), met(grant.when)]
      parts.append(met(grant.unless, ifAbsent: .no).negated)
      if let span = grant.span { parts.append(lies(in: span)) }
      return parts.min() ?? .yes
    }

    /// `for D after X`: from X on, until D later.
    func lies(in span: PolicyGrant.Span) -> Truth {
      switch span {
      case .afterInstant(let seconds, let start):
        return Truth(start <= time && time < start + seconds * Naive.second)
      case .afterMonths(let months, let fact):
        guard let start = question.instant(0, after: fact) else { return .unknown }
        return Truth(start <= time && time < Naive.Text.months(months, after: start))
      case .afterFact(let seconds, let fact):
        guard let start = question.instant(0, after: fact) else { return .unknown }
        return Truth(start <= time && time < start + seconds * Naive.second)
      }
    }

    // MARK: Clock, counters, conditions

    func begun(_ from: Moment?) -> Truth {
      guard let from else { return .yes }
      return question.instant(from).map { Truth($0 <= time) } ?? .unknown
    }

    func notOver(_ until: Moment?) -> Truth {
      guard let until else { return .yes }
      return question.instant(until).map { Truth(time < $0) } ?? .unknown
    }

    /// What a counter holds; 0 once its reset has passed, null if it is missing.
    func used(_ meter: String, _ window: Window?) -> Int? {
      if let total = hypothesis.total, window == nil, meter == hypothesis.totalOf { return total }
      guard let counter = question.counter(meter, window) else { return nil }
      return counter.value(at: time)
    }

    func met(_ condition: Condition?, ifAbsent: Truth = .yes) -> Truth {
      guard let condition else { return ifAbsent }
      switch condition {
      case .choiceIs(let fact, let choice):
        return test(fact) { $0 == .choice(choice) }
      case .choiceIsNot(let fact, let choice):
        return test(fact) { $0 != .choice(choice) }
      case .choiceIsOneOf(let fact, let choices):
        return test(fact) { value in choices.contains { value == .choice($0) } }
      case .flag(let fact):
        return test(fact) { $0 == .flag(true) }
      case .before(let fact, let constant):
        return test(fact) { Naive.isBefore($0, constant) }
      case .since(let fact, let constant):
        return test(fact) { !Naive.isBefore($0, constant) }
      case .number(let fact, let comparison, let constant):
        return test(fact) { value in
          if case .number(let number) = value { return comparison.holds(number, constant) }
          return false
        }
      case .rollout(let name):
        return isIn(rollout: name)
      case .meter(let meter, let comparison, let constant, let window):
        return compare(meter, window, comparison, constant)
      case .all(let parts):
        return parts.map { met($0) }.min() ?? .yes
      case .any(let parts):
        return parts.map { met($0) }.max() ?? .no
      case .not(let part):
        return met(part).negated
      }
    }

    private func test(_ fact: String, _ isMet: (FactValue) -> Bool) -> Truth {
      question.fact(fact).map { Truth(isMet($0)) } ?? .unknown
    }

    private func isIn(rollout name: String) -> Truth {
      guard let subject = question.snapshot.subject else { return .unknown }
      guard let share = evaluator.rollouts[name] else { return .unknown }
      return Truth(Naive.bucket(rollout: name, subject: subject) < share)
    }

    /// A comparison inside a condition: the present value, allowance subtracted.
    private func compare(
      _ meter: String,
      _ window: Window?,
      _ comparison: Comparison,
      _ constant: Int
    ) -> Truth {
      // No counter is beyond 2^63−1, so this is known whatever it holds.
      if constant == Int.max, comparison == .more { return .no }
      if constant == Int.max, comparison == .atMost { return .yes }
      guard let used = used(meter, window) else { return .unknown }
      let allowance = allowance(meter, window)
      let atLeast = comparison.holds(used - allowance.low, constant)
      let atMost = comparison.holds(used - allowance.high, constant)
      // Anything between the two ends may be the value.
      let isBetween = used - allowance.high <= constant && constant <= used - allowance.low
      if comparison == .equal, isBetween, allowance.low != allowance.high { return .unknown }
      return atLeast == atMost ? Truth(atLeast) : .unknown
    }
  }

  /// Dates by instant, versions part by part.
  static func isBefore(_ one: FactValue, _ other: FactValue) -> Bool {
    switch (one, other) {
    case (.date(let one), .date(let other)):
      return one < other
    case (.version(let one), .version(let other)):
      let padded = (one + [0, 0, 0]).prefix(3), against = (other + [0, 0, 0]).prefix(3)
      return padded.lexicographicallyPrecedes(against)
    default:
      return false
    }
  }

  /// MurmurHash3 x86 32, seed 0, of `name:subject`, scaled to 0…9999.
  static func bucket(rollout: String, subject: String) -> Int {
    Int((UInt64(murmur3(Array("\(rollout):\(subject)".utf8))) * 10_000) >> 32)
  }

  static func murmur3(_ bytes: [UInt8]) -> UInt32 {
    func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
      word << count | word >> (32 - count)
    }
    func mixed(_ word: UInt32) -> UInt32 {
      rotated(word &* 0xcc9e_2d51, 15) &* 0x1b87_3593
    }
    var hash: UInt32 = 0
    var rest = bytes[...]
    while rest.count >= 4 {
      let word = rest.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      hash = rotated(hash ^ mixed(word), 13) &* 5 &+ 0xe654_6b64
      rest = rest.dropFirst(4)
    }
    if !rest.isEmpty {
      hash ^= mixed(rest.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
    hash ^= UInt32(truncatingIfNeeded: bytes.count)
    hash = (hash ^ hash >> 16) &* 0x85eb_ca6b
    hash = (hash ^ hash >> 13) &* 0xc2b2_ae35
    return hash ^ hash >> 16
  }
}
