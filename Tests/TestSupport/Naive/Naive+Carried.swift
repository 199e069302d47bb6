extension Naive {
  /// `unused rolls over with R, at most 7 carried`
  public struct Rollover: Equatable, Sendable {
    /// Null is everybody.
    public var requirement: Requirement?
    public var most: Most?

    public init(requirement: Requirement? = nil, most: Most? = nil) {
      self.requirement = requirement
      self.most = most
    }

    /// How much is carried at most.
    public enum Most: Equatable, Sendable {
      case quantity(Int)
      /// So many hundredths of a percent of the user's limit.
      case share(Int)

      /// The most of what is carried under a limit.
      func most(of limit: Int) -> Int {
        switch self {
        case .quantity(let quantity): return quantity
        case .share(let hundredths):
          // Rounded down, in two pieces so that no product is too large.
          return limit / 10_000 * hundredths + limit % 10_000 * hundredths / 10_000
        }
      }
    }
  }
}

extension Naive.Span {
  static func + (one: Naive.Span, other: Naive.Span) -> Naive.Span {
    Naive.Span(low: Naive.sum(one.low, other.low), high: Naive.sum(one.high, other.high))
  }
}

extension Naive.EvaluationInput {
  /// Everything that is subtracted before a value is compared with a limit.
  func raise(_ limit: Naive.Rule.Limit) -> Naive.Span {
    allowance(limit.meter, limit.window) + carried(limit)
  }

  /// How much of what was not used before raises a limit now: surely, and if all stale grants
  /// counted, which may add to the limit that a share is of.
  func carried(_ limit: Naive.Rule.Limit) -> Naive.Span {
    let nothing = Naive.Span(low: 0, high: 0)
    guard let rollover = limit.rollover, isSurelyMet(rollover.requirement),
      let counter = question.counter(limit.meter, limit.window)
    else { return nothing }
    let carried = counter.amountCarried(at: time)
    guard let most = rollover.most else { return Naive.Span(low: carried, high: carried) }
    if case .quantity(let quantity) = most {
      return Naive.Span(low: min(carried, quantity), high: min(carried, quantity))
    }
    guard let own = limitToShare(limit) else { return nothing }
    let added = addOns(limit.meter, limit.window)
    return Naive.Span(
      low: min(carried, most.most(of: Naive.sum(own, added.low))),
      high: min(carried, most.most(of: Naive.sum(own, added.high))))
  }

  /// Who only perhaps meets it does not, and that is sure; also where reasons suppose that what is
  /// unknown is not given.
  private func isSurelyMet(_ requirement: Naive.Requirement?) -> Bool {
    guard let requirement else { return true }
    guard hypothesis.unknownGrantsAreNotGiven else { return value(of: requirement) == .yes }
    var plain = hypothesis
    plain.unknownGrantsAreNotGiven = false
    plain.lackingGrantsAreNotGiven = false
    let world = Naive.EvaluationInput(question, at: time, supposing: plain)
    return world.value(of: requirement) == .yes
  }

  /// The limit of this user before anything is added: the greatest of the base and of the
  /// quantities that surely count. Null where the base cannot be told.
  private func limitToShare(_ limit: Naive.Rule.Limit) -> Int? {
    switch limit.amount {
    case .moreThan(let quantity): return quantity
    case .atLeast(let quantity): return quantity - 1
    case .undecided: return nil
    case .allowance(let otherwise):
      let own = question.snapshot.allowances[limit.meter] ?? otherwise
      return own.map { Naive.sum($0, packs(limit.meter)) }
    case .ladder(_, let steps):
      let ladder = Naive.Rule(subject: .limit(limit), demand: .off).ladder
      guard let ladder else { return nil }
      var quantities = steps.filter { counts($0) == .yes }.compactMap { quantity(of: $0) }
      switch baseReach(ladder) {
      case .quantity(let base): quantities.append(base)
      case .unknown: return nil
      case .undecided, .unlimited: break
      }
      return quantities.max()
    }
  }
}

extension Naive.Printer {
  func clause(of rollover: Naive.Rollover, _ unit: Naive.Unit) -> String {
    var clause = "unused rolls over"
    if let requirement = rollover.requirement {
      clause += " with \(text(requirement, isOutermost: true))"
    }
    switch rollover.most {
    case .quantity(let quantity)?:
      clause += ", at most \(Naive.Text.quantity(quantity, unit)) carried"
    case .share(let hundredths)?:
      var share = "\(hundredths / 100)"
      if hundredths % 100 != 0 { share += ".\(Naive.Text.padded(hundredths % 100, 2))" }
      clause += ", at most \(share)% carried"
    case nil: break
    }
    return clause
  }
}

// MARK: Random ones

extension Naive.Window {
  /// Whether something may be carried from one to the next.
  var carries: Bool {
    switch self {
    case .day, .week, .month, .year, .thirtyDays: return true
    case .hour, .threeHours: return false
    }
  }
}

extension Naive.Evaluator {
  /// The limits that read a counter.
  func limits(of meter: String, _ window: Naive.Window?) -> [Naive.Rule.Limit] {
    rules.compactMap { numbered in
      guard case .limit(let limit) = numbered.rule.subject, limit.meter == meter,
        limit.window == window
      else { return nil }
      return limit
    }
  }
}

extension Naive.Generator {
  /// The statements, where unused amounts of many a limit with a window roll over.
  func rollingOver(
    _ statements: [Naive.Statement], _ words: Naive.Vocabulary
  ) -> [Naive.Statement] {
    // Numbers of its own, so that the other things that a seed makes stay what they are.
    var side = self
    side.random = sideway
    var readers: [String: Int] = [:]
    for case .rule(let rule) in statements {
      if case .limit(let limit) = rule.subject { readers[limit.counterName, default: 0] += 1 }
    }
    return statements.map { statement in
      guard case .rule(var rule) = statement, case .limit(var limit) = rule.subject,
        limit.mayRollOver, readers[limit.counterName] == 1, side.random.chance(50)
      else { return statement }
      limit.rollover = side.rollover(words.unit(limit.meter), words)
      rule.subject = .limit(limit)
      return .rule(rule)
    }
  }

  private mutating func rollover(
    _ unit: Naive.Unit, _ words: Naive.Vocabulary
  ) -> Naive.Rollover {
    var rollover = Naive.Rollover()
    if random.chance(55) { rollover.requirement = asked(words, depth: 1) }
    switch random.below(6) {
    case 0...1: rollover.most = .quantity(max(1, random.one(of: 1, 2, 5, quantity(unit))))
    case 2...3: rollover.most = .share(random.one(of: 2500, 1250, 5000, 3333, 10_000))
    default: break
    }
    return rollover
  }

  /// The counters of a meter with something carried, some of them at the limits that it raises.
  func carrying(
    _ usage: Naive.Usage, _ meter: String, _ evaluator: Naive.Evaluator
  ) -> Naive.Usage {
    guard evaluator.rules.contains(where: { $0.rule.limit?.rollover != nil }) else { return usage }
    var random = sideway
    var usage = usage
    let constants = evaluator.constants(comparedWith: meter) + [0]
    let windows: [Naive.Window?] = [nil] + Naive.Window.allCases.map { Optional($0) }
    for window in windows {
      guard var counter = usage[window] else { continue }
      guard
        let rollover = evaluator.limits(of: meter, window).compactMap({ $0.rollover }).first
      else {
        // It means nothing there.
        if random.chance(8) { counter.carried = random.one(of: 1, 40) }
        usage[window] = counter
        continue
      }
      let near = random.pick(constants) ?? 0
      counter.carried = random.one(of: 0, 0, 1, 2, 3, 5, 5, 40, 1000, 1_000_000, near, near / 4)
      if random.chance(2) { counter.carried = Int.max }
      for place in counter.then.indices {
        counter.then[place].carried = random.one(
          of: 0, counter.carried, counter.carried / 2, 3, 50)
      }
      if random.chance(60) {
        let most = rollover.most?.most(of: random.pick(constants) ?? 0) ?? counter.carried
        counter.used = Naive.sum(counter.used, min(counter.carried, most))
      }
      usage[window] = counter
    }
    return usage
  }

  /// A value at the edge of a limit, now and then of the limit that is raised or counted for each.
  func raised(
    _ edge: Int, _ meter: String, _ evaluator: Naive.Evaluator, _ usage: Naive.Usage?
  ) -> Int {
    var random = sideway
    let limits = evaluator.rules.compactMap { $0.rule.limit }.filter { $0.meter == meter }
    guard let limit = random.pick(limits), random.chance(50) else { return edge }
    var edge = edge
    if limit.isCounted { edge = Naive.times(edge, random.within(1...4)) }
    if let rollover = limit.rollover, let carried = usage?[limit.window]?.carried {
      edge = Naive.sum(edge, min(carried, rollover.most?.most(of: edge) ?? carried))
    }
    return edge
  }
}

extension Naive.Rule {
  /// The comparison or ladder that is its subject.
  var limit: Limit? {
    if case .limit(let limit) = subject { return limit }
    return nil
  }
}

extension Naive.Rule.Limit {
  var counterName: String { meter + (window.map { "/\($0.rawValue)" } ?? "") }

  /// With a window that carries, and a quantity that somebody can have.
  fileprivate var mayRollOver: Bool {
    guard window?.carries == true else { return false }
    switch amount {
    case .undecided: return false
    case .ladder(.undecided, let steps): return !steps.isEmpty
    case .moreThan, .atLeast, .allowance, .ladder: return true
    }
  }
}
