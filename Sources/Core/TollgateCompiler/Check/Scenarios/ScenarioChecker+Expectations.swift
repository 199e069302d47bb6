import TollgateRuntime
import TollgateSyntax

extension ScenarioChecker {
  /// One `expect` line; nil if a part of it has a mistake.
  func check(_ syntax: ExpectationSyntax, at span: Span) -> CheckedExpectation? {
    let before = draft.mistakes.count
    let targets = draft.targets.targets(syntax.targets)
    let meters = targets.map { self.meters(among: $0) } ?? []
    let outcome = outcome(syntax.outcome)
    guard let outcome, let targets, draft.spend(targets.count, at: syntax.targets.span) else {
      readRest(of: syntax)
      return nil
    }
    var checked = CheckedExpectation(
      span: span, targetsSpan: syntax.targets.span, targets: targets.members,
      isContinuing: syntax.isContinuing, outcome: outcome)
    checked.growth = growth(syntax.growth, of: targets)
    checked.reason = syntax.reason.flatMap { reason($0) }
    checked.remaining = remaining(syntax.remaining, meters, syntax.targets.span)
    checked.reminder = reminder(syntax.reminder, meters, syntax.targets.span)
    checked.snoozedUntil = draft.instant(syntax.snoozedUntil)
    checked.unlockedBy = products(syntax.unlockedBy)
    checked.validity = validity(syntax.validity)
    checked.instead = instead(syntax.instead)
    return draft.mistakes.count == before ? checked : nil
  }

  /// The parts that can be wrong whatever the line is about.
  private func readRest(of syntax: ExpectationSyntax) {
    _ = syntax.reason.flatMap { reason($0) }
    _ = draft.instant(syntax.snoozedUntil)
    _ = products(syntax.unlockedBy)
    _ = validity(syntax.validity)
    _ = instead(syntax.instead)
  }

  /// The meters among targets; their targets follow those of the features.
  func meters(among targets: TargetSet) -> [Int32] {
    places(of: targets, in: draft.policy.featureTargetCount..<draft.policy.target(ofSetting: 0))
  }

  /// The settings among targets; their targets follow those of the meters.
  func settings(among targets: TargetSet) -> [Int32] {
    places(of: targets, in: draft.policy.target(ofSetting: 0)..<Int32.max)
  }

  /// The places in a range of those targets that it holds.
  private func places(of targets: TargetSet, in all: Range<Int32>) -> [Int32] {
    targets.ranges.flatMap { range in range.clamped(to: all).map { $0 - all.lowerBound } }
  }

  func outcome(_ name: NameSyntax) -> Decision.Outcome? {
    draft.word(name, .outcome).flatMap { Decision.Outcome(rawValue: $0) }
  }

  private func reason(_ name: NameSyntax) -> Reason? {
    draft.word(name, .reason).flatMap { Reason(rawValue: $0) }
  }

  /// A quantity of meters.
  func amount(_ literal: LiteralSyntax, _ meters: [Int32], _ part: String) -> Int64? {
    var value: Int64?
    for meter in meters {
      guard let quantity = draft.quantity(literal, of: meter) else { return nil }
      value = quantity
    }
    if let value { return value }
    draft.report(.clause(.needsMeter(part)), at: literal.span)
    return nil
  }

  private func remaining(
    _ remaining: ExpectationSyntax.Remaining?, _ meters: [Int32], _ span: Span
  ) -> CheckedExpectation.Remaining? {
    switch remaining {
    case .quantity(let literal): return amount(literal, meters, "remaining").map { .quantity($0) }
    case .unlimited:
      if meters.isEmpty { draft.report(.clause(.needsMeter("unlimited")), at: span) }
      return .unlimited
    case nil: return nil
    }
  }

  private func reminder(
    _ reminder: ExpectationSyntax.Reminder?, _ meters: [Int32], _ span: Span
  ) -> CheckedExpectation.ExpectedReminder? {
    switch reminder {
    case .at(let literal): return amount(literal, meters, "with reminder").map { .at($0) }
    case ExpectationSyntax.Reminder.none?:
      return CheckedExpectation.ExpectedReminder.none
    case nil: return nil
    }
  }

  private func products(_ sets: [[NameSyntax]]?) -> [[Int32]]? {
    sets?.map { set in draft.references(set, .product).map { $0.index }.sorted() }
  }

  private func instead(_ items: [SubjectItemSyntax]?) -> [Int32]? {
    guard let items else { return nil }
    guard !items.isEmpty else { return [] }
    let subject = SubjectSyntax(items: items, exceptions: [], span: items[0].span)
    guard let targets = draft.targets.targets(subject), draft.spend(targets.count, at: subject.span)
    else { return nil }
    return targets.members
  }

  private func validity(
    _ validity: ExpectationSyntax.Validity?
  ) -> CheckedExpectation.Validity? {
    switch validity {
    case .until(let literal): draft.instant(literal).map { .until($0) }
    case .forEver: .forEver
    case nil: nil
    }
  }

  // MARK: Claims

  /// `always L1..L18 allowed with full`
  func check(_ claim: ClaimSyntax, of statement: StatementSyntax) {
    let before = draft.mistakes.count
    let targets = draft.targets.targets(claim.targets)
    let growth = targets.flatMap { self.growth(claim.growth, of: $0) }
    let outcome = outcome(claim.outcome)
    let requirement = draft.expressions.requirement(claim.requirement)
    let applies = draft.expressions.applicability(claim.applies)
    guard draft.mistakes.count == before, let targets, let outcome, let requirement, let applies
    else {
      return
    }
    draft.policy.claims.append(
      CheckedClaim(
        span: statement.span, isAlways: claim.isAlways, targets: targets,
        targetsSpan: claim.targets.span, growth: growth, outcome: outcome, isWith: claim.isWith,
        requirement: requirement, applies: applies))
  }
}
