extension Naive {
  /// What a decision about a setting carries (4.10); null values are unlimited, choices are their
  /// places.
  public struct SettingState: Equatable, Sendable {
    public var value: Int?
    public var possible: Int?
    public var better: [Better]

    public init(value: Int?, possible: Int?, better: [Better]) {
      self.value = value
      self.possible = possible
      self.better = better
    }

    /// A better value, and the sets of products that bring it.
    public struct Better: Equatable, Sendable {
      public var value: Int?
      public var products: [[String]]

      public init(value: Int?, products: [[String]]) {
        self.value = value
        self.products = products
      }
    }
  }
}

extension Naive.Question {
  func settingState() -> Naive.SettingState? {
    guard let setting else { return nil }
    let present = world()
    return Naive.SettingState(
      value: present.value(setting), possible: present.value(setting, counting: .unknown),
      better: better(setting, than: present.value(setting)))
  }

  private func better(_ setting: Naive.Setting, than present: Int?) -> [Naive.SettingState.Better] {
    func isBetter(_ one: Int?, _ other: Int?) -> Bool {
      guard let other else { return false }
      guard let one else { return true }
      return setting.smallerIsBetter ? one < other : one > other
    }
    let sets = setsOnSale().map { (set: $0, value: worldAfterBuying($0).value(setting)) }
      .filter { isBetter($0.value, present) }
    let listed = sets.filter { one in
      !sets.contains { other in
        other.set.count < one.set.count && Set(other.set).isSubset(of: one.set)
          && !isBetter(one.value, other.value)
      }
    }
    var values: [Int?] = []
    for (_, value) in listed where !values.contains(value) { values.append(value) }
    return values.sorted { isBetter($1, $0) }.map { value in
      Naive.SettingState.Better(
        value: value,
        products: inOrder(listed.filter { $0.value == value }.map(\.set)).map { set in
          set.map { evaluator.products[$0].name }
        })
    }
  }

  /// What a rule needs (4.6): for a ladder, what the steps that would be enough ask for.
  func needs(_ rule: Naive.Rule) -> [[String]] {
    guard let ladder = rule.ladder else { return evaluator.needs(rule.demand) }
    let present = world()
    let steps = ladder.steps.filter { step in
      present.begun(step.from) != .no && present.notOver(step.until) != .no
        && present.met(step.when) != .no && present.met(step.unless, ifAbsent: .no) != .yes
        && isEnough(step, ladder, rule)
    }
    if steps.isEmpty { return [] }
    let requirements = steps.compactMap(\.requirement)
    return requirements.count < steps.count ? [[]] : evaluator.needs(.requires(.any(requirements)))
  }

  private func isEnough(_ step: Naive.Step, _ ladder: Naive.Ladder, _ rule: Naive.Rule) -> Bool {
    guard step.quantity != nil else { return true }
    var present = world()
    let raise = present.raise(ladder).low
    // A number that is not known may be enough.
    let needed = present.quantityNeeded(step)
    if case .limit(let limit) = rule.subject {
      guard let quantity = needed else { return true }
      if limit.meter != meter {
        present.change = .adding(taken(from: limit.meter, present).possible)
      }
      if let value = present.valueAfter(limit.meter, limit.window) {
        return value <= Naive.sum(quantity, raise)
      }
      if case .quantity(let reach) = present.reach(ladder) { return quantity > reach }
      return true
    }
    switch ask.change {
    case .reaching(let value)?, .reachingChoice(let value, _)?:
      guard let quantity = needed else { return true }
      return ladder.smallerIsBetter ? value >= quantity : value <= Naive.sum(quantity, raise)
    default: return false
    }
  }
}

// MARK: In the policy's text

extension Naive.Printer {
  func lines(of setting: Naive.Setting) -> [String] {
    var head = "setting \(setting.name) is "
    if case .choices(let names) = setting.kind {
      head += names.joined(separator: " < ")
    } else {
      head += value(setting.base, setting) + words(forEach: setting.baseEach)
    }
    if setting.smallerIsBetter { head += ", smaller is better" }
    var rule = setting.rule
    rule.reminders = []
    return [head] + setting.steps.map { "  " + line(of: $0) { value($0, setting) } }
      + clauses(of: rule).map { "  \($0)" }
  }

  func line(of step: Naive.Step, _ value: (Int) -> String) -> String {
    let quantity = (step.quantity.map(value) ?? "unlimited") + words(forEach: step.each)
    let requirement = step.requirement.map { text($0, isOutermost: true) } ?? "nothing"
    return "\(quantity) with \(requirement)" + times(step.from, step.until)
      + conditions(step.when, step.unless)
  }

  func value(_ value: Int, _ setting: Naive.Setting) -> String {
    switch setting.kind {
    case .count: return Naive.Text.count(value)
    case .bytes: return "\(value) B"
    case .seconds: return Naive.Text.duration(value)
    case .percent: return "\(value / 100).\(Naive.Text.padded(value % 100, 2))%"
    case .months: return Naive.Text.length(ofMonths: value)
    case .choices(let names): return names[value]
    }
  }
}
