import TollgateRuntime
import TollgateSyntax

extension ScenarioChecker {
  /// `history is at least 30 days`; nil if a part of it has a mistake.
  private func says(_ syntax: ValueSentenceSyntax) -> CheckedValueSentence? {
    guard syntax.targets.items.count == 1, syntax.targets.exceptions.isEmpty,
      case .name(let name) = syntax.targets.items[0]
    else {
      draft.report(.clause(.valueOfSeveral), at: syntax.targets.span)
      return nil
    }
    if isOutcome(syntax.value), let entry = draft.entry(name.text), entry.kind != .setting {
      let words = Span(name.span.end, syntax.value.span.start)
      draft.report(.clause(.outcomeAfterIs(words)), at: syntax.value.span)
      return nil
    }
    guard let entry = draft.resolve(name, .setting) else { return nil }
    let setting = draft.policy.settings[Int(entry.index)]
    let value = draft.value(syntax.value, of: setting)
    var isOrBetter = false
    switch syntax.bound {
    case .exactly: break
    case .atLeast(let span):
      isOrBetter = true
      if setting.isSmallerBetter { reportBound(setting, span) }
    case .atMost(let span):
      isOrBetter = true
      if !setting.isSmallerBetter { reportBound(setting, span) }
    }
    return value.map {
      CheckedValueSentence(
        setting: entry.index, settingSpan: name.span, value: $0, valueSpan: syntax.value.span,
        isOrBetter: isOrBetter)
    }
  }

  /// Whether a value is rather what `expect` says of other targets.
  private func isOutcome(_ value: SettingValueSyntax) -> Bool {
    guard case .choice(let name) = value else { return false }
    return Decision.Outcome(rawValue: name.text) != nil
  }

  private func reportBound(_ setting: CheckedSetting, _ span: Span) {
    draft.report(
      .value(.otherBound(setting.name.text, isSmallerBetter: setting.isSmallerBetter)), at: span)
  }

  /// `expect history is at least 30 days`
  func check(
    _ syntax: ValueSentenceSyntax, at span: Span, into sketch: inout ScenarioSketch
  ) {
    let before = draft.mistakes.count
    guard let says = says(syntax), draft.mistakes.count == before else { return }
    sketch.values.append(CheckedValueExpectation(span: span, says: says))
  }

  /// `always history is at least 30 days with plus`
  func check(_ claim: ValueClaimSyntax, of statement: StatementSyntax) {
    let before = draft.mistakes.count
    let says = says(claim.says)
    let requirement = draft.expressions.requirement(claim.requirement)
    let applies = draft.expressions.applicability(claim.applies)
    guard draft.mistakes.count == before, let says, let requirement, let applies else { return }
    draft.policy.valueClaims.append(
      CheckedValueClaim(
        span: statement.span, isAlways: claim.isAlways, says: says, isWith: claim.isWith,
        requirement: requirement, applies: applies))
  }

  /// `storage allowance 10 GB`, `history allowance 30 days`
  func readAllowance(
    _ name: NameSyntax, _ amount: LiteralSyntax, into sketch: inout ScenarioSketch
  ) {
    if let entry = draft.entry(name.text), entry.kind == .setting {
      return readAllowance(ofSetting: name, amount, into: &sketch)
    }
    guard let entry = draft.resolve(name, .meter),
      let amount = draft.quantity(amount, of: entry.index),
      isFirst(.allowance(entry.index), name.text, name.span, &sketch)
    else { return }
    sketch.snapshot.allowances[name.text] = amount
  }

  private func readAllowance(
    ofSetting name: NameSyntax, _ amount: LiteralSyntax, into sketch: inout ScenarioSketch
  ) {
    guard let entry = draft.resolve(name, .setting) else { return }
    let setting = draft.policy.settings[Int(entry.index)]
    if setting.kind == .choice {
      return draft.report(.value(.cannotGrow(name.text, ofChoices: true)), at: name.span)
    }
    guard let amount = draft.quantity(.literal(amount), of: setting),
      isFirst(.settingAllowance(entry.index), name.text, name.span, &sketch)
    else { return }
    sketch.snapshot.allowances[name.text] = amount
  }

  /// `adding 5`, `reaching 30 days`: what is asked of the meters and settings among the targets.
  func growth(_ growth: GrowthSyntax?, of targets: TargetSet) -> CheckedExpectation.Growth? {
    let meters = meters(among: targets)
    let settings = settings(among: targets)
    switch growth {
    case .adding(let literal):
      if settings.isEmpty { return amount(literal, meters, "adding").map { .adding($0) } }
      draft.report(.clause(.needsMeter("adding")), at: literal.span)
      return nil
    case .reaching(let value): return reaching(value, meters, settings)
    case nil: return nil
    }
  }

  private func reaching(
    _ value: SettingValueSyntax, _ meters: [Int32], _ settings: [Int32]
  ) -> CheckedExpectation.Growth? {
    if settings.isEmpty {
      guard case .literal(let literal) = value else {
        draft.report(
          .value(.notQuantityOfMeter(draft.source.text(value.span), meter: nil)),
          at: value.span)
        return nil
      }
      return amount(literal, meters, "reaching").map { .reaching($0) }
    }
    var reached: [Ladder.Value] = []
    if !meters.isEmpty, case .literal(let literal) = value {
      guard let quantity = amount(literal, meters, "reaching") else { return nil }
      reached.append(.quantity(quantity))
    }
    for setting in settings {
      guard let read = draft.value(value, of: draft.policy.settings[Int(setting)]) else {
        return nil
      }
      reached.append(read)
    }
    guard reached.allSatisfy({ $0 == reached[0] }) else {
      draft.report(.clause(.reachesSeveral), at: value.span)
      return nil
    }
    switch reached[0] {
    case .quantity(let quantity): return .reaching(quantity)
    case .unlimited: return .reachingUnlimited
    }
  }
}
