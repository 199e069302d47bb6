import TollgateRuntime
import TollgateSyntax

extension RuleChecker {
  /// `guests at most 10` with its steps; nil if a part of it has a mistake.
  func ladder(_ comparison: ComparisonSyntax, of statement: StatementSyntax) -> CheckedLadder? {
    let window = draft.window(comparison.window)
    let entry = draft.resolve(comparison.meter, .meter)
    let meter = entry?.index
    let base = meter.flatMap { kind(comparison, of: $0) }.flatMap { Ladder.Base($0) }
    let steps = steps(of: statement) { value in
      meter.flatMap { self.value(value, of: $0) }
    }
    guard let meter, let window, let base, let steps else { return nil }
    draft.checkPacks(of: comparison.meter, meter, window, at: comparison.span)
    return CheckedLadder(
      meter: meter, window: window, base: base, steps: steps, span: comparison.span)
  }

  /// The quantity of a step of a ladder.
  private func value(_ syntax: SettingValueSyntax, of meter: Int32) -> Ladder.Value? {
    switch syntax {
    case .literal(let literal): return draft.quantity(literal, of: meter).map { .quantity($0) }
    case .unlimited: return .unlimited
    case .undecided(let span), .allowance(let span):
      draft.report(.value(.open(draft.source.text(span), .step)), at: span)
    case .choice(let name):
      let meter = draft.policy.meters[Int(meter)].name.text
      draft.report(.value(.notQuantityOfMeter(name.text, meter: meter)), at: name.span)
    }
    return nil
  }

  /// The steps below a ladder or a setting; nil if one of them has a mistake. Each is checked, also
  /// after a wrong one.
  private func steps(
    of statement: StatementSyntax, _ value: (SettingValueSyntax) -> Ladder.Value?
  ) -> [CheckedStep]? {
    var steps: [CheckedStep] = []
    var isWhole = true
    for clause in statement.clauses {
      guard case .step(let syntax) = clause.kind else { continue }
      let value = value(syntax.value)
      let requirement = draft.expressions.requirement(syntax.requirement)
      let applies = draft.expressions.applicability(syntax.applies)
      guard let value, let requirement, let applies, draft.spend(1, at: clause.span) else {
        isWhole = false
        continue
      }
      steps.append(
        CheckedStep(
          value: value, valueSpan: syntax.value.span, requirement: requirement, applies: applies,
          row: draft.source.row(at: clause.span.start),
          text: text(of: clause.tokens, at: clause.span), span: clause.span))
    }
    return isWhole ? steps : nil
  }

  /// The rule of a setting: its steps and its clauses.
  func check(_ setting: SettingSyntax, of statement: StatementSyntax) -> CheckedRule? {
    let own = draft.own(setting.declaration.name, .setting)
    let isRead = own.map { _ in draft.entry(setting.declaration.name.text)?.isDisputed == false }
    // Declared twice: what it says is still read for mistakes of its own.
    let declared =
      own.map { draft.policy.settings[$0] }
      ?? DeclarationChecker(draft: draft).sketch(setting, of: statement)
    let steps = steps(of: statement) { value in
      isRead == false ? nil : declared.flatMap { draft.value(value, of: $0) }
    }
    let span = setting.declaration.name.span
    var checked = CheckedRule(
      subject: .setting(Int32(own ?? 0), steps ?? []), subjectSpan: span, effect: .steps(span),
      row: draft.source.row(at: statement.span.start), text: "", span: statement.span)
    checkClauses(of: statement, nil, into: &checked)
    guard own != nil, declared != nil, steps != nil else { return nil }
    checked.text = text(of: statement)
    return checked
  }
}

extension Ladder.Base {
  /// The base of a ladder that is written with this quantity.
  init?(_ kind: Limit.Kind) {
    switch kind {
    case .atMost(let quantity): self = .quantity(quantity)
    case .allowance(let otherwise): self = .allowance(otherwise: otherwise)
    case .undecided: self = .undecided
    case .bare, .ladder, .setting: return nil
    }
  }
}
