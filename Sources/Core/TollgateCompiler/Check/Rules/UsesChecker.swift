import TollgateRuntime
import TollgateSyntax

/// Checks what the use of a target takes from meters.
struct UsesChecker {
  let draft: Draft

  /// `image uses 4 credits`, with its steps.
  func check(_ uses: UsesSyntax, of statement: StatementSyntax) {
    let targets = targets(uses.subject)
    var amounts: [CheckedUses.Amount] = []
    var isWhole = targets != nil
    for syntax in uses.amounts {
      guard let amount = amount(syntax, of: targets) else {
        isWhole = false
        continue
      }
      if let first = amounts.first(where: { $0.meter == amount.meter }) {
        draft.report(.uses(.meterTwice(name(amount.meter), first.span)), at: syntax.span)
        isWhole = false
      }
      amounts.append(amount)
    }
    let applies = draft.expressions.applicability(uses.applies)
    let steps = steps(of: statement, uses, amounts.first)
    guard isWhole, let targets, let applies, let steps,
      draft.spend(targets.ranges.count * amounts.count, at: statement.span)
    else { return }
    draft.policy.uses.append(
      CheckedUses(
        targets: targets, targetsSpan: uses.subject.span, amounts: amounts, steps: steps,
        applies: applies, row: draft.source.row(at: statement.span.start),
        text: RuleChecker(draft: draft).text(of: statement), span: statement.span))
  }

  /// Features, ranges and groups, with exceptions; or meters.
  private func targets(_ subject: SubjectSyntax) -> TargetSet? {
    draft.targets.targets(
      subject, [.feature, .group, .meter], except: TargetFinder.featuresAndGroups)
  }

  private func amount(
    _ syntax: AmountSyntax, of targets: TargetSet?
  ) -> CheckedUses.Amount? {
    let meter = draft.meter(orSingular: syntax.meter)
    let quantity = meter.flatMap { self.quantity(syntax.quantity, of: $0) }
    var each: Int64?
    if let syntax = syntax.each, let targets {
      each = self.each(syntax, of: targets)
      guard each != nil else { return nil }
    }
    guard let meter, let quantity else { return nil }
    return CheckedUses.Amount(
      meter: meter, meterSpan: syntax.meter.span, quantity: quantity,
      quantitySpan: syntax.quantity.span, each: each, span: syntax.span)
  }

  /// At least 1 of the meter's own unit.
  private func quantity(_ literal: LiteralSyntax, of meter: Int32) -> Int64? {
    guard let quantity = draft.quantity(literal, of: meter) else { return nil }
    if quantity > 0 { return quantity }
    draft.report(.literal(.zero(.count)), at: literal.span)
    return nil
  }

  /// `for each 1_000` of the target, which is one meter.
  private func each(_ literal: LiteralSyntax, of targets: TargetSet) -> Int64? {
    let first = draft.policy.target(ofMeter: 0)
    guard targets.count == 1, let target = targets.ranges.first?.lowerBound, target >= first else {
      draft.report(.uses(.eachOfNoMeter), at: literal.span)
      return nil
    }
    return quantity(literal, of: target - first)
  }

  /// The steps below one amount; nil if one of them has a mistake.
  private func steps(
    of statement: StatementSyntax, _ uses: UsesSyntax, _ amount: CheckedUses.Amount?
  ) -> [CheckedStep]? {
    var steps: [CheckedStep] = []
    var isWhole = true
    for clause in statement.clauses {
      guard case .amountStep(let syntax) = clause.kind else { continue }
      if uses.amounts.count > 1 {
        draft.report(.uses(.stepOfSeveral(uses.amounts[1].span)), at: clause.span)
        isWhole = false
        continue
      }
      let quantity = syntax.amount.map { self.quantity($0, amount) } ?? 0
      let requirement = draft.expressions.requirement(syntax.requirement)
      let applies = draft.expressions.applicability(syntax.applies)
      guard let quantity, let requirement, let applies, draft.spend(1, at: clause.span) else {
        isWhole = false
        continue
      }
      steps.append(
        CheckedStep(
          value: .quantity(quantity), valueSpan: syntax.span, requirement: requirement,
          applies: applies, row: draft.source.row(at: clause.span.start),
          text: RuleChecker(draft: draft).text(of: clause.tokens, at: clause.span),
          span: clause.span))
    }
    return isWhole ? steps : nil
  }

  /// The amount of a step, of the meter of the amount above it.
  private func quantity(_ syntax: AmountSyntax, _ above: CheckedUses.Amount?) -> Int64? {
    guard let meter = draft.meter(orSingular: syntax.meter), let above else { return nil }
    if meter != above.meter {
      draft.report(.uses(.stepOfOther(name(above.meter), above.span)), at: syntax.meter.span)
      return nil
    }
    if let each = syntax.each {
      draft.report(.uses(.stepForEach), at: each.span)
      return nil
    }
    return quantity(syntax.quantity, of: meter)
  }

  private func name(_ meter: Int32) -> String { draft.policy.meters[Int(meter)].name.text }
}

extension UsesChecker {
  /// Checks what needs all of these statements: a meter that is used uses none itself, and no
  /// amount depends on a meter that it is taken from.
  func checkAll() {
    let all = draft.policy.uses
    guard !all.isEmpty else { return }
    let first = draft.policy.target(ofMeter: 0)
    var users: [Int32: Span] = [:]
    for uses in all {
      for range in uses.targets.ranges where range.upperBound > first {
        for target in max(first, range.lowerBound)..<range.upperBound {
          users[target - first] = users[target - first] ?? uses.targetsSpan
        }
      }
    }
    for uses in all {
      let taken = Set(uses.amounts.map { $0.meter })
      for amount in uses.amounts {
        if let user = users.removeValue(forKey: amount.meter) {
          draft.report(.uses(.usedUses(name(amount.meter), amount.span)), at: user)
        }
      }
      checkReads(uses.applies, taken)
      for step in uses.steps { checkReads(step.applies, taken) }
    }
  }

  private func checkReads(_ applies: CheckedApplicability, _ taken: Set<Int32>) {
    if let when = applies.when { checkReads(when, taken) }
    if let unless = applies.unless { checkReads(unless, taken) }
  }

  private func checkReads(_ expression: CheckedExpression, _ taken: Set<Int32>) {
    switch expression {
    case .usageAtLeast(let meter, _, _, let span) where taken.contains(meter):
      draft.report(.uses(.readsTaken(name(meter))), at: span)
    case .not(let inner, _): checkReads(inner, taken)
    case .all(let list, _), .any(let list, _):
      for part in list { checkReads(part, taken) }
    default: break
    }
  }
}

extension Draft {
  /// A meter by its name, or by its name without the final `s` where nothing else has that name.
  func meter(orSingular name: NameSyntax) -> Int32? {
    if entry(name.text) == nil, !name.isQuoted, let entry = entry(name.text + "s"),
      entry.kind == .meter, !entry.isDisputed
    {
      return entry.index
    }
    return resolve(name, .meter)?.index
  }
}
