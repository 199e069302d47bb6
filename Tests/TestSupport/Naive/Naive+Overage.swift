extension Naive {
  /// `then 0.05 USD for each 3 with R, at most 7 more`
  public struct Overage: Equatable, Sendable {
    /// Of the price.
    public var hundredths: Int
    public var each: Int
    public var requirement: Requirement?
    public var most: Most?
    /// Of what is held.
    public var period: Period?
    /// Another currency that is only shown.
    public var hasSecondPrice = false

    /// How far beyond the limit.
    public enum Most: Equatable, Sendable {
      case more(Int)
      /// So many hundredths.
      case money(Int)
    }

    /// How much more than the limit; null for any amount.
    var more: Int? {
      switch most {
      case .more(let quantity): return quantity
      case .money(let money): return Naive.times(money / hundredths, each)
      case nil: return nil
      }
    }
  }

  /// What a use costs beyond a limit.
  public struct Charge: Equatable, Sendable {
    public var units: Int
    public var of: Int
    public var amount: String
    public var currency: String
    public var period: String?

    public init(units: Int, of: Int, amount: String, currency: String, period: String?) {
      self.units = units
      self.of = of
      self.amount = amount
      self.currency = currency
      self.period = period
    }
  }

  /// How far one may go beyond a limit; null is any value.
  public struct Beyond: Equatable, Sendable {
    public var upTo: Int?

    public init(upTo: Int?) { self.upTo = upTo }
  }

  /// The four answers of a rule.
  private enum Answer {
    case yes
    case money
    case no
    case unknown
  }
}

extension Naive.EvaluationInput {
  /// What a rule says that is not surely kept: yes for money counts as no, and is soft.
  func settled(_ rule: Naive.Rule, _ plain: Naive.Truth) -> Naive.Truth {
    guard rule.overage != nil, plain != .yes else { return plain }
    switch answer(rule) {
    case .yes, .unknown: return .unknown
    case .money, .no: return .no
    }
  }

  /// Whether a rule holds for money.
  func isForMoney(_ rule: Naive.Rule) -> Bool {
    rule.overage != nil && plainValue(rule) != .yes && answer(rule) == .money
  }

  /// The amounts that are surely and possibly asked of the meter of a rule; null where it is asked
  /// for by itself.
  private func amounts(_ rule: Naive.Rule) -> (sure: Int, possible: Int)? {
    let numbered = Naive.NumberedRule(line: 0, rule: rule, covers: [])
    guard let meter = numbered.meter, meter != question.meter, change == nil else { return nil }
    return question.taken(from: meter, self)
  }

  private func answer(_ rule: Naive.Rule) -> Naive.Answer {
    guard let amounts = amounts(rule) else { return answerToOne(rule) }
    func answer(_ amount: Int) -> Naive.Answer {
      var copy = self
      copy.change = .adding(amount)
      return copy.answerToOne(rule)
    }
    let both = [answer(amounts.sure), answer(amounts.possible)]
    if both[0] == both[1] { return both[0] }
    return both.allSatisfy { $0 == .yes || $0 == .money } ? .money : .unknown
  }

  private func answerToOne(_ rule: Naive.Rule) -> Naive.Answer {
    switch plainValue(rule) {
    case .yes: return .yes
    case .unknown: return .unknown
    case .no: break
    }
    switch goesOn(rule) {
    case .yes: return .money
    case .no: return .no
    case .unknown: return .unknown
    }
  }

  /// Whether this user may go on beyond the limit of a rule that is false.
  private func goesOn(_ rule: Naive.Rule) -> Naive.Truth {
    guard let overage = rule.overage else { return .no }
    let mayPay = overage.requirement.map { value(of: $0) } ?? .yes
    return min(mayPay, isNear(rule, overage))
  }

  /// Whether what the ask leads to is within what is allowed more.
  private func isNear(_ rule: Naive.Rule, _ overage: Naive.Overage) -> Naive.Truth {
    guard case .limit(let limit) = rule.subject, used(limit.meter, limit.window) != nil,
      let span = limits(rule)
    else { return .no }
    guard grows(limit.meter, limit.window), let after = valueAfter(limit.meter, limit.window) else {
      return .yes
    }
    if let more = overage.more, let high = span.high, after > Naive.sum(high, more) { return .no }
    return span.low == span.high ? .yes : .unknown
  }

  /// The least and the greatest that the limit of this user can be, allowances added: null for a
  /// limit that is not told, and within it for none at all.
  private func limits(_ rule: Naive.Rule) -> (low: Int?, high: Int?)? {
    guard case .limit(let limit) = rule.subject else { return nil }
    if let ladder = rule.ladder {
      let raise = raise(ladder)
      var ends: [Int?] = []
      for (reach, added) in [
        (reach(ladder), raise.low), (reach(ladder, counting: .unknown), raise.high),
      ] {
        switch reach {
        case .quantity(let quantity): ends.append(Naive.sum(quantity, added))
        case .unlimited: ends.append(nil)
        case .unknown: return nil
        case .undecided: ends.append(-1)
        }
      }
      return ends[1] == -1 ? nil : (ends[0], ends[1])
    }
    let span: Naive.Span
    switch limit.amount {
    case .moreThan(let quantity): span = raised(limit, quantity)
    case .atLeast(let quantity): span = raised(limit, quantity - 1)
    case .allowance(let otherwise):
      guard let whole = wholeAllowance(limit, otherwise: otherwise) else { return nil }
      span = whole + carried(limit)
    case .undecided, .ladder: return nil
    }
    return (span.low, span.high)
  }

  private func raised(_ limit: Naive.Rule.Limit, _ quantity: Int) -> Naive.Span {
    raise(limit) + Naive.Span(low: quantity, high: quantity)
  }

  /// How far this user may go beyond the limit of a rule that binds; null for not at all.
  func beyond(_ rule: Naive.Rule) -> Naive.Beyond? {
    guard let overage = rule.overage, min(inForce(rule), condition(rule)) == .yes,
      requirement(rule.demand) == .no, overage.requirement.map({ value(of: $0) }) ?? .yes == .yes,
      let span = limits(rule), span.low == span.high, let limit = span.high
    else { return nil }
    return Naive.Beyond(upTo: overage.more.map { Naive.sum(limit, $0) })
  }

  /// What the ask costs beyond the limit of a rule.
  func charge(_ rule: Naive.Rule) -> Naive.Charge? {
    guard isForMoney(rule), let overage = rule.overage, case .limit(let limit) = rule.subject,
      let used = used(limit.meter, limit.window), let most = limits(rule)?.high
    else { return nil }
    var copy = self
    if let amounts = amounts(rule) { copy.change = .adding(amounts.possible) }
    let grows = copy.grows(limit.meter, limit.window)
    let after = grows ? copy.valueAfter(limit.meter, limit.window) ?? used : used
    func begun(_ value: Int) -> Int {
      value <= most
        ? 0 : (value - most) / overage.each + ((value - most) % overage.each > 0 ? 1 : 0)
    }
    let units = begun(after) - begun(used)
    return Naive.Charge(
      units: units, of: overage.each, amount: Naive.Text.money(units, overage.hundredths),
      currency: "USD", period: overage.period?.iso)
  }

  /// What is missing to tell whether a rule holds for money.
  func doubtsOfMoney(_ rule: Naive.Rule) -> Set<Naive.Doubt> {
    guard let overage = rule.overage, case .limit(let limit) = rule.subject,
      min(inForce(rule), condition(rule)) == .yes, requirement(rule.demand) == .no
    else { return [] }
    var tries = [self]
    let amounts = amounts(rule)
    if let amounts {
      tries = [self, self]
      tries[0].change = .adding(amounts.sure)
      tries[1].change = .adding(amounts.possible)
    }
    let answers = Set(tries.map { $0.goesOn(rule) })
    guard answers.count > 1 || answers == [.unknown] else { return [] }
    var result = overage.requirement.map { doubts($0) } ?? []
    let added = addOns(limit.meter, limit.window)
    if added.low != added.high { result.insert(.staleGrant) }
    for step in rule.ladder?.steps ?? [] where counts(step) == .unknown {
      result.formUnion(doubts(step))
    }
    if let amounts, amounts.sure != amounts.possible, exceeds(rule.subject) != .unknown {
      result.formUnion(doubtsOfTaking(from: limit.meter))
    }
    return result
  }
}

extension Naive.Text {
  /// So many times an amount of hundredths, exactly: `0.10`, `1`.
  static func money(_ count: Int, _ hundredths: Int) -> String {
    let product = count.multipliedFullWidth(by: hundredths)
    let (high, low) = 1_000_000_000_000_000_000.dividingFullWidth((product.high, product.low))
    let digits = high == 0 ? "\(padded(low, 3))" : "\(high)\(padded(low, 18))"
    let (whole, rest) = (digits.dropLast(2), digits.suffix(2))
    let number = high == 0 ? "\(Int(whole) ?? 0)" : String(whole)
    return rest == "00" ? number : "\(number).\(rest)"
  }
}

extension Naive.Generator {
  /// What goes beyond the limit of a rule, once for each meter.
  mutating func overage(
    _ rule: Naive.Rule, _ words: Naive.Vocabulary
  ) -> Naive.Overage? {
    guard case .limit(let limit) = rule.subject, rule.soft == nil, !rule.isUndecided,
      rule.ladder != nil || rule.demand != .off, !meters.contains(limit.meter)
    else { return nil }
    if case .ladder(.undecided, let steps) = limit.amount, steps.isEmpty { return nil }
    meters.insert(limit.meter)
    var overage = Naive.Overage(
      hundredths: random.one(of: 1, 5, 5, 10, 99, 250),
      each: max(1, random.one(of: 1, 1, 2, 3, quantity(words.unit(limit.meter)))))
    if random.chance(75) { overage.requirement = asked(words, depth: 1) }
    switch random.below(6) {
    case 0...1:
      overage.most = .more(max(1, random.one(of: 1, 2, 5, quantity(words.unit(limit.meter)))))
    case 2...3:
      overage.most = .money(
        overage.hundredths * random.within(1...6) + random.below(overage.hundredths))
    default: break
    }
    if limit.window == nil { overage.period = random.one(of: .week, .month, .year) }
    overage.hasSecondPrice = random.chance(15)
    return overage
  }
}

extension Naive.Printer {
  func clause(of overage: Naive.Overage, _ unit: Naive.Unit) -> String {
    func money(_ hundredths: Int) -> String {
      "\(hundredths / 100).\(Naive.Text.padded(hundredths % 100, 2))"
    }
    var text = "then \(money(overage.hundredths)) USD"
    if overage.hasSecondPrice { text += " or 0.25 CNY" }
    switch overage.period {
    case .week?: text += " per week"
    case .month?: text += " per month"
    case .year?: text += " per year"
    default: break
    }
    text += " for each \(Naive.Text.quantity(overage.each, unit))"
    if let requirement = overage.requirement {
      text += " with \(self.text(requirement, isOutermost: true))"
    }
    switch overage.most {
    case .more(let quantity)?: text += ", at most \(Naive.Text.quantity(quantity, unit)) more"
    case .money(let hundredths)?: text += ", at most \(money(hundredths)) USD"
    case nil: break
    }
    return text
  }
}
