import TollgateRuntime
import TollgateSyntax

/// Checks what goes beyond a limit for money.
struct OverageChecker {
  let draft: Draft

  /// `then 0.05 USD for each credit with pro, at most 40 USD` below a rule.
  func check(
    _ syntax: OverageSyntax, _ clause: ClauseSyntax, of rule: RuleSyntax?,
    _ statement: StatementSyntax
  ) -> CheckedOverage? {
    let requirement = syntax.requirement.flatMap { draft.expressions.requirement($0) }
    let money = amounts(syntax.price)
    let cap = cap(syntax.most)
    guard let rule, let comparison = limit(of: rule, clause, statement),
      let entry = draft.entry(comparison.meter.text), entry.kind == .meter, !entry.isDisputed
    else { return nil }
    if let first = draft.overages[entry.index] {
      draft.report(.overage(.twice(comparison.meter.text, first)), at: clause.span)
    } else {
      draft.overages[entry.index] = clause.span
    }
    let period = period(syntax.price, comparison, clause)
    let each = each(syntax, of: comparison.meter.text, entry.index)
    guard let money, let cap, let period, let each,
      let most = most(cap, money[0], each, entry.index),
      (requirement == nil) == (syntax.requirement == nil)
    else { return nil }
    let prices = money.map {
      Price(
        amount: $0.amount, currency: $0.currency, period: period,
        each: Price.Each(meter: comparison.meter.text, of: each))
    }
    return CheckedOverage(
      prices: prices, requirement: requirement, most: most, span: clause.span)
  }

  /// The comparison that it goes beyond; nil, with a report, where there is none.
  private func limit(
    of rule: RuleSyntax, _ clause: ClauseSyntax, _ statement: StatementSyntax
  ) -> ComparisonSyntax? {
    guard case .comparison(let comparison) = rule.subject else {
      draft.report(.overage(.noLimit), at: clause.span)
      return nil
    }
    var hasSteps = false
    for other in statement.clauses {
      switch other.kind {
      case .soft:
        draft.report(.overage(.besideSoft(other.span)), at: clause.span)
        return nil
      case .step: hasSteps = true
      default: break
      }
    }
    switch rule.effect {
    case .off(let span), .notAllowed(let span):
      draft.report(.overage(.notAllowed(span)), at: clause.span)
      return nil
    case .requires, .ladder: break
    }
    if case .undecided(let span) = comparison.quantity, !hasSteps {
      draft.report(.overage(.undecided(span)), at: clause.span)
      return nil
    }
    return comparison
  }

  /// The amounts, of which each has another currency and is more than nothing.
  private func amounts(_ price: PriceSyntax) -> [Money]? {
    var amounts: [Money] = []
    var isWhole = true
    for literal in price.amounts {
      guard let money = draft.money(literal, decimals: Money.decimalsBeyond) else {
        isWhole = false
        continue
      }
      if let first = amounts.firstIndex(where: { $0.currency == money.currency }) {
        let span = price.amounts[first].span
        draft.report(.clause(.currencyTwice(money.currency, span)), at: literal.span)
        isWhole = false
      } else if MoneyAmount(money.amount) == MoneyAmount("0") {
        draft.report(.overage(.free), at: literal.span)
        isWhole = false
      }
      amounts.append(money)
    }
    return isWhole ? amounts : nil
  }

  /// Pays again and again for what is held, and once for what is used in a window.
  private func period(
    _ price: PriceSyntax, _ comparison: ComparisonSyntax, _ clause: ClauseSyntax
  ) -> Price.Period? {
    guard let window = comparison.window else {
      guard let period = price.period else {
        draft.report(.overage(.noPeriod(comparison.span)), at: clause.span)
        return nil
      }
      guard case .per(let name) = period else {
        if case .perMany(let literal) = period {
          draft.report(.overage(.severalPeriods), at: literal.span)
        } else {
          draft.report(.overage(.noPeriod(comparison.span)), at: clause.span)
        }
        return nil
      }
      guard let word = draft.word(name, .period) else { return nil }
      return word == "week" ? .weeks(1) : .months(word == "year" ? 12 : 1)
    }
    guard price.period == nil else {
      let span = if case .one(let name) = window { name.span } else { comparison.span }
      draft.report(.overage(.periodBesideWindow(span)), at: clause.span)
      return nil
    }
    return .use
  }

  /// How much of the meter the price is for, in its unit.
  private func each(_ syntax: OverageSyntax, of name: String, _ meter: Int32) -> Int64? {
    if let quantity = syntax.price.quantity { return positive(quantity, of: meter) }
    guard let unit = syntax.unit else { return nil }
    let isOwn = unit.text == name || !unit.isQuoted && unit.text + "s" == name
    let counts = draft.policy.meters[Int(meter)].unit
    if counts == .count, isOwn { return 1 }
    if !unit.isQuoted, let size = syntax.size, Measure.unit(size.unit?.text ?? "") != nil {
      return positive(size, of: meter)
    }
    draft.report(
      .overage(isOwn ? .noQuantity(name, counts) : .otherUnit(unit.text, meter: name)),
      at: unit.span)
    return nil
  }

  private func positive(_ literal: LiteralSyntax, of meter: Int32) -> Int64? {
    guard let quantity = draft.quantity(literal, of: meter) else { return nil }
    if quantity > 0 { return quantity }
    draft.report(.literal(.zero(.count)), at: literal.span)
    return nil
  }

  // MARK: At most

  /// How far one may go beyond the limit.
  private enum Cap {
    case none
    case more(LiteralSyntax)
    case money(Money, Span)
  }

  private func cap(_ syntax: OverageSyntax.Most?) -> Cap? {
    switch syntax {
    case nil: return Cap.none
    case .more(let literal): return .more(literal)
    case .money(let literal):
      return draft.money(literal, decimals: Money.decimalsBeyond).map { .money($0, literal.span) }
    }
  }

  /// How far one may go, as it is said; nil, with a report, for nothing that can be.
  private func most(
    _ cap: Cap, _ first: Money, _ each: Int64, _ meter: Int32
  ) -> CheckedOverage.Most?? {
    switch cap {
    case .none: return .some(nil)
    case .more(let literal):
      return positive(literal, of: meter).map { CheckedOverage.Most(quantity: $0) }
    case .money(let money, let span):
      guard money.currency == first.currency else {
        draft.report(.overage(.otherCurrency(first.currency)), at: span)
        return nil
      }
      let count = MoneyAmount(money.amount).pays(for: MoneyAmount(first.amount))
      guard count > 0 else {
        draft.report(.overage(.paysForNone), at: span)
        return nil
      }
      return CheckedOverage.Most(quantity: count.saturatingMultiply(each), money: money.amount)
    }
  }
}

extension CheckedRule {
  /// The counter that its limit reads; nil without one.
  fileprivate var counter: CounterIndex? {
    switch subject {
    case .limit(let limit): CounterIndex(limit.meter, limit.window)
    case .ladder(let ladder): CounterIndex(ladder.meter, ladder.window)
    case .targets, .setting: nil
    }
  }
}

extension OverageChecker {
  /// `unused rolls over with pro, at most 1_000 carried` below a rule.
  func check(
    _ syntax: RolloverSyntax, _ clause: ClauseSyntax, of rule: RuleSyntax?, _ checked: CheckedRule
  ) -> CheckedRollover? {
    let requirement = syntax.requirement.flatMap { draft.expressions.requirement($0) }
    guard case .comparison(let comparison)? = rule?.subject else {
      if rule != nil { draft.report(.rollover(.noLimit), at: clause.span) }
      return nil
    }
    guard let counter = checked.counter else { return nil }
    let name = comparison.meter.text
    guard counter.window.rollsOver else {
      let window = counter.window == .total ? nil : counter.window
      draft.report(.rollover(.noWindow(window, comparison.span)), at: clause.span)
      return nil
    }
    let meter = draft.policy.meters[Int(counter.meter)]
    if meter.windows == .firstUse || meter.windows == .roll {
      draft.report(.rollover(.otherWindows(name, meter.span)), at: clause.span)
      return nil
    }
    let isOnly = draft.enter(rolloverOf: counter, name, at: clause.span)
    guard let most = most(syntax.most, counter.meter), isOnly,
      (requirement == nil) == (syntax.requirement == nil)
    else { return nil }
    return CheckedRollover(requirement: requirement, most: most, span: clause.span)
  }

  private func most(_ syntax: LiteralSyntax?, _ meter: Int32) -> Rollover.Most? {
    guard let syntax else { return .all }
    let isShare = LiteralReader.isPercentage(syntax)
    let amount =
      isShare
      ? draft.percentage(syntax, most: RuleChecker.mostReminderShare)
      : draft.quantity(syntax, of: meter)
    guard let amount else { return nil }
    guard amount > 0 else {
      draft.report(.rollover(.carriesNothing), at: syntax.span)
      return nil
    }
    return isShare ? .share(amount) : .quantity(amount)
  }
}
