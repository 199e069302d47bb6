extension Naive {
  /// A line below a ladder: `100 with plus`.
  public struct Step: Equatable, Sendable {
    /// Null is `unlimited`; a choice by its place.
    public var quantity: Int?
    /// `for each of NAME`
    public var each: String?
    /// Null is `nothing`.
    public var requirement: Requirement?
    public var from: Moment?
    public var until: Moment?
    public var when: Condition?
    public var unless: Condition?

    public init(quantity: Int?, requirement: Requirement?) {
      self.quantity = quantity
      self.requirement = requirement
    }
  }

  /// `setting NAME is VALUE` and its clauses.
  public struct Setting: Equatable, Sendable {
    public var name: String
    public var kind: Kind
    public var base: Int
    /// Of the base: `for each of NAME`.
    public var baseEach: String?
    public var smallerIsBetter = false
    public var steps: [Step] = []
    public var soft: Rule.Soft?
    public var prompt: Rule.PromptClause?
    public var message: String?

    public init(name: String, kind: Kind, base: Int) {
      self.name = name
      self.kind = kind
      self.base = base
    }

    /// What its values are.
    public enum Kind: Equatable, Sendable {
      case count
      case bytes
      case seconds
      /// In hundredths of a percent.
      case percent
      case months
      /// The last is the best.
      case choices([String])
    }

    /// Whether allowances and products raise it.
    var isRaised: Bool {
      if case .choices = kind { return false }
      return !smallerIsBetter
    }

    /// Its own rule, which asks whether a value is within it.
    var rule: Rule {
      var rule = Rule(subject: .setting(self), demand: .off)
      rule.soft = soft
      rule.prompt = prompt
      rule.message = message
      return rule
    }
  }

  /// How far a user gets on a ladder, without what an allowance adds.
  enum Reach: Equatable {
    case unlimited
    case undecided
    case unknown
    case quantity(Int)
  }

  /// The parts of a ladder, of a meter or of a setting.
  struct Ladder {
    /// The name under which allowances are.
    var name: String
    /// The window that it counts over; nil for the total, and for a setting.
    var window: Window?
    /// `moreThan`, `undecided` or `allowance`.
    var base: Rule.Amount
    var steps: [Step]
    var smallerIsBetter = false
    var isRaised = true
    /// Of the base: `for each of NAME`.
    var baseEach: String?
    /// The limit that it is; nil for a setting.
    var limit: Rule.Limit?
  }
}

extension Naive.Rule {
  /// The ladder that is its subject.
  var ladder: Naive.Ladder? {
    switch subject {
    case .limit(let limit):
      guard case .ladder(let base, let steps) = limit.amount else { return nil }
      return Naive.Ladder(
        name: limit.meter, window: limit.window, base: base, steps: steps,
        baseEach: limit.baseEach, limit: limit)
    case .setting(let setting):
      return Naive.Ladder(
        name: setting.name, base: .moreThan(setting.base), steps: setting.steps,
        smallerIsBetter: setting.smallerIsBetter, isRaised: setting.isRaised,
        baseEach: setting.baseEach)
    case .features, .growth: return nil
    }
  }
}

extension Naive.EvaluationInput {
  /// Whether a step counts: its requirement is met, it is in force and its condition is true.
  func counts(_ step: Naive.Step) -> Naive.Truth {
    let applies = [
      begun(step.from), notOver(step.until), met(step.when),
      met(step.unless, ifAbsent: .no).negated,
    ]
    let isMet = step.requirement.map { value(of: $0) } ?? .yes
    return min(applies.min() ?? .yes, isMet)
  }

  /// What is added to the quantities of the steps.
  func raise(_ ladder: Naive.Ladder) -> Naive.Span {
    guard ladder.isRaised else { return Naive.Span(low: 0, high: 0) }
    var raise = allowance(ladder.name, ladder.window)
    // With `allowance` the snapshot's own one is the base.
    if case .allowance = ladder.base { raise = addOns(ladder.name, ladder.window) }
    guard let limit = ladder.limit else { return raise }
    return raise + carried(limit)
  }

  /// Whether a value goes beyond base and steps; null is an unknown value.
  func exceeds(_ value: Int?, _ ladder: Naive.Ladder) -> Naive.Truth {
    var within = [isWithinBase(value, ladder)]
    for step in ladder.steps { within.append(min(counts(step), isEnough(step, value, ladder))) }
    return (within.max() ?? .no).negated
  }

  /// Whether a value is within the quantity of a step, if it counts.
  private func isEnough(
    _ step: Naive.Step, _ value: Int?, _ ladder: Naive.Ladder
  ) -> Naive.Truth {
    step.quantity == nil ? .yes : isWithin(value, quantity(of: step), ladder)
  }

  private func isWithinBase(_ value: Int?, _ ladder: Naive.Ladder) -> Naive.Truth {
    switch baseReach(ladder) {
    case .quantity(let quantity): return isWithin(value, quantity, ladder)
    case .unknown:
      // Of a setting there is a value that is surely had.
      guard ladder.limit == nil else { return .unknown }
      return isWithin(value, surelyHad(ladder), ladder) == .yes ? .yes : .unknown
    case .undecided, .unlimited: return .no
    }
  }

  /// Whether a value, allowance subtracted, is at most a quantity (or at least).
  private func isWithin(_ value: Int?, _ quantity: Int?, _ ladder: Naive.Ladder) -> Naive.Truth {
    guard let value, let quantity else { return .unknown }
    if ladder.smallerIsBetter { return Naive.Truth(value >= quantity) }
    let raise = raise(ladder)
    let surely = value <= Naive.sum(quantity, raise.low)
    let perhaps = value <= Naive.sum(quantity, raise.high)
    return surely == perhaps ? Naive.Truth(surely) : .unknown
  }

  func baseReach(_ ladder: Naive.Ladder, countingStale: Bool = false) -> Naive.Reach {
    switch ladder.base {
    case .moreThan(let written):
      let base = quantity(written, forEach: ladder.baseEach, countingStale: countingStale)
      return base.map { .quantity($0) } ?? .unknown
    case .allowance(let otherwise):
      let base = question.snapshot.allowances[ladder.name] ?? otherwise
      return base.map { .quantity(Naive.sum($0, packs(ladder.name))) } ?? .unknown
    case .undecided, .atLeast, .ladder: return .undecided
    }
  }

  /// The best of the base and of the steps that count, surely or (`.unknown`) perhaps.
  ///
  /// A limit with an unknown quantity among these cannot be told; of a setting, the rest counts.
  func reach(_ ladder: Naive.Ladder, counting least: Naive.Truth = .yes) -> Naive.Reach {
    let counted = ladder.steps.filter { counts($0) >= least }
    if counted.contains(where: { $0.quantity == nil }) { return .unlimited }
    let isPerhaps = least != .yes
    var quantities = counted.compactMap { quantity(of: $0, countingStale: isPerhaps) }
    if quantities.count < counted.count, ladder.limit != nil { return .unknown }
    switch baseReach(ladder, countingStale: isPerhaps) {
    case .quantity(let base): quantities.append(base)
    case .unknown where ladder.limit == nil: quantities.append(surelyHad(ladder))
    case .unknown: return .unknown
    case .undecided, .unlimited: break
    }
    let best = ladder.smallerIsBetter ? quantities.min() : quantities.max()
    return best.map { .quantity($0) } ?? .undecided
  }

  /// Whether a step that asks for something surely counts and is not surely within the base.
  func opensStep(_ ladder: Naive.Ladder) -> Bool {
    ladder.steps.contains { step in
      guard step.requirement != nil, counts(step) == .yes else { return false }
      guard step.quantity != nil else { return true }
      // An unknown quantity is no better value of a setting.
      guard let quantity = quantity(of: step) else { return ladder.limit != nil }
      let base: Int
      switch baseReach(ladder) {
      case .quantity(let known): base = known
      case .unknown where ladder.limit == nil: base = surelyHad(ladder)
      case .unknown, .undecided, .unlimited: return true
      }
      return ladder.smallerIsBetter ? quantity < base : quantity > base
    }
  }

  /// The value of a setting; null is unlimited.
  func value(_ setting: Naive.Setting, counting least: Naive.Truth = .yes) -> Int? {
    let ladder = setting.rule.ladder
    guard let ladder, case .quantity(let quantity) = reach(ladder, counting: least) else {
      return nil
    }
    let raise = raise(ladder)
    return Naive.sum(quantity, least == .yes ? raise.low : raise.high)
  }

  /// Whether the value that is asked for goes beyond that of a setting.
  func exceeds(_ setting: Naive.Setting) -> Naive.Truth {
    guard let ladder = setting.rule.ladder else { return .no }
    switch question.ask.change {
    case .reaching(let value)?, .reachingChoice(let value, _)?: return exceeds(value, ladder)
    case .reachingUnlimited?:
      let unlimited = ladder.steps.filter { $0.quantity == nil }.map { counts($0) }
      return (unlimited.max() ?? .no).negated
    case .adding?, nil: return .no
    }
  }

  /// The unknown parts of a ladder that is unknown.
  ///
  /// - Parameter missing: What is missing where the value is.
  func doubts(
    _ ladder: Naive.Ladder, _ value: Int?, missing: Set<Naive.Doubt>
  ) -> Set<Naive.Doubt> {
    var result: Set<Naive.Doubt> = []
    let doubt: Set<Naive.Doubt> = value == nil ? missing : [.staleGrant]
    if isWithinBase(value, ladder) == .unknown {
      if baseReach(ladder) == .unknown, let each = ladder.baseEach {
        result.formUnion(doubts(number: each))
        if value == nil { result.formUnion(missing) }
      } else if baseReach(ladder) == .unknown {
        result.insert(.allowance(ladder.name))
        if value == nil { result.formUnion(missing.filter { $0 != .staleBeside }) }
      } else {
        result.formUnion(doubt)
      }
    }
    for step in ladder.steps {
      let isEnough = isEnough(step, value, ladder)
      guard min(counts(step), isEnough) == .unknown else { continue }
      if isEnough == .unknown {
        let isCounted = quantity(of: step) != nil
        if let each = step.each, !isCounted { result.formUnion(doubts(number: each)) }
        if isCounted || value == nil { result.formUnion(doubt) }
      }
      if counts(step) == .unknown { result.formUnion(doubts(step)) }
    }
    return result
  }

  func doubts(_ step: Naive.Step) -> Set<Naive.Doubt> {
    var result = doubts([step.from, step.until])
    if let when = step.when { result.formUnion(doubts(when)) }
    if let unless = step.unless { result.formUnion(doubts(unless)) }
    if let requirement = step.requirement { result.formUnion(doubts(requirement)) }
    return result
  }
}
