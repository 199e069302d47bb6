import TollgateRuntime
import TollgateSyntax

/// Checks rules and `grant` statements.
struct RuleChecker {
  let draft: Draft

  /// A rule with its clauses.
  func check(_ rule: RuleSyntax, of statement: StatementSyntax) -> CheckedRule? {
    let subject = subject(rule, statement)
    let effect = effect(rule.effect)
    let applies =
      rule.applies.isEmpty
      ? CheckedApplicability()
      : ExpressionChecker(draft: draft, rule: rule).applicability(rule.applies)
    var checked = CheckedRule(
      subject: subject ?? .targets(TargetSet()), subjectSpan: span(of: rule.subject),
      effect: effect ?? .off(statement.span), applies: applies ?? CheckedApplicability(),
      row: draft.source.row(at: statement.span.start), text: "", span: statement.span)
    checked.saysEverything = saysEverything(rule.subject)
    checkClauses(of: statement, rule, into: &checked)
    guard subject != nil, effect != nil, applies != nil else { return nil }
    checked.text = text(of: statement)
    return checked
  }

  private func saysEverything(_ subject: RuleSyntax.Subject) -> Bool {
    guard case .things(let subject) = subject else { return false }
    for case .everything in subject.items { return true }
    return false
  }

  private func span(of subject: RuleSyntax.Subject) -> Span {
    switch subject {
    case .things(let subject): subject.span
    case .comparison(let comparison): comparison.span
    }
  }

  private func effect(_ effect: RuleSyntax.Effect) -> CheckedRule.Effect? {
    switch effect {
    case .requires(let expression):
      return draft.expressions.requirement(expression).map { requirement in
        if case .nothing(let span) = requirement { return .requiresNothing(span) }
        return .requires(requirement)
      }
    case .off(let span), .notAllowed(let span): return .off(span)
    case .ladder(let span): return .steps(span)
    }
  }

  private func subject(_ rule: RuleSyntax, _ statement: StatementSyntax) -> CheckedRule.Subject? {
    switch rule.subject {
    case .comparison(let comparison):
      if case .off(let span) = rule.effect {
        draft.report(.clause(.offOnLimit(isAre: isAre(span))), at: span)
      }
      if case .ladder = rule.effect {
        return ladder(comparison, of: statement).map { .ladder($0) }
      }
      return limit(comparison).map { .limit($0) }
    case .things(let things):
      checkNotAllowed(rule.effect)
      if let meter = bareMeter(things) {
        let limit = CheckedLimit(
          meter: meter, window: .total, kind: .bare, isInclusive: false, span: things.span)
        return .limit(limit)
      }
      guard let targets = draft.targets.features(things),
        draft.spend(targets.count, at: things.span)
      else { return nil }
      return .targets(targets)
    }
  }

  private func checkNotAllowed(_ effect: RuleSyntax.Effect) {
    guard case .notAllowed(let span) = effect else { return }
    draft.report(.clause(.notAllowedOnFeature(isAre: isAre(span))), at: span)
  }

  private func isAre(_ span: Span) -> Bool {
    draft.source.text(Span(span.start, min(span.start + 3, span.end))) == "are"
  }

  /// `pets requires basic`: the subject is one name, and that of a meter.
  private func bareMeter(_ subject: SubjectSyntax) -> Int32? {
    guard subject.items.count == 1, subject.exceptions.isEmpty,
      case .name(let name) = subject.items[0], let entry = draft.entry(name.text),
      entry.kind == .meter, !entry.isDisputed
    else { return nil }
    return entry.index
  }

  private func limit(_ comparison: ComparisonSyntax) -> CheckedLimit? {
    let window = draft.window(comparison.window)
    guard let entry = draft.resolve(comparison.meter, .meter), let window,
      let kind = kind(comparison, of: entry.index)
    else { return nil }
    if let refill = draft.policy.meters[Int(entry.index)].refillSpan, window != .total {
      draft.report(
        .counting(.refillsBesideLimit(comparison.meter.text, refill)), at: comparison.span)
    }
    draft.checkPacks(of: comparison.meter, entry.index, window, at: comparison.span)
    return CheckedLimit(
      meter: entry.index, window: window, kind: kind, isInclusive: comparison.isInclusive,
      span: comparison.span)
  }

  func kind(_ comparison: ComparisonSyntax, of meter: Int32) -> Limit.Kind? {
    switch comparison.quantity {
    case .undecided: return .undecided
    case .allowance(_, let otherwise):
      guard let otherwise else { return .allowance(otherwise: nil) }
      return draft.quantity(otherwise, of: meter).map { .allowance(otherwise: $0) }
    case .literal(let literal):
      guard let value = draft.quantity(literal, of: meter) else { return nil }
      guard comparison.isInclusive else { return .atMost(value) }
      if value > 0 { return .atMost(value - 1) }
      draft.report(.literal(.zero(.limit)), at: literal.span)
      return nil
    }
  }

  /// The rule as it is written, without its clauses and comments, white space evened out.
  func text(of statement: StatementSyntax) -> String {
    text(of: statement.tokens, at: statement.span)
  }

  /// A line as it is written, without comments, white space evened out.
  func text(of tokens: Range<Int>, at span: Span) -> String {
    if isEven(tokens, at: span) { return draft.source.text(span) }
    var text: [UInt8] = []
    text.reserveCapacity(2 * (span.end - span.start))
    var isTight = true
    for token in draft.tokens[tokens] {
      guard let spacing = Spacing(token.kind) else { continue }
      if !isTight, !spacing.isTightBefore { text.append(0x20) }
      text += draft.source.bytes[token.span.start..<token.span.end]
      isTight = spacing.isTightAfter
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a line is written with its white space evened out, as most are.
  private func isEven(_ tokens: Range<Int>, at span: Span) -> Bool {
    var end = span.start
    var isTight = true
    for token in draft.tokens[tokens] {
      guard let spacing = Spacing(token.kind) else { continue }
      let isNext = token.span.start == end
      let isApart = token.span.start == end + 1 && draft.source.bytes[end] == 0x20
      guard isTight || spacing.isTightBefore ? isNext : isApart else { return false }
      end = token.span.end
      isTight = spacing.isTightAfter
    }
    return true
  }

  /// Where a token wants no white space.
  private struct Spacing {
    var isTightBefore = false
    var isTightAfter = false

    /// Nothing for what is left out.
    init?(_ kind: Token.Kind) {
      switch kind {
      case .whitespace, .newline, .comment: return nil
      case .comma, .closeParenthesis: isTightBefore = true
      case .range: (isTightBefore, isTightAfter) = (true, true)
      case .openParenthesis: isTightAfter = true
      default: break
      }
    }
  }
}

extension RuleChecker {
  /// Reads the clauses of a rule; those that belong elsewhere are reported elsewhere.
  func checkClauses(
    of statement: StatementSyntax, _ rule: RuleSyntax?, into checked: inout CheckedRule
  ) {
    for clause in statement.clauses {
      switch clause.kind {
      case .reminder(let reminder):
        let at = threshold(reminder, rule, of: statement, clause)
        let read = read(reminder)
        if let at, var read {
          read.at = at
          checked.reminders.append(read)
        }
      case .soft(let until):
        checked.softSpan = clause.span
        checked.soft =
          until.map { draft.expressions.moment($0).map { .until($0) } ?? .never } ?? .always
      case .runningUseMayFinish: checked.runningUseMayFinish = true
      case .prompt(let prompt):
        checked.saysPrompt = true
        read(prompt, into: &checked.prompt)
      case .message(let label): checked.message = draft.message(label)
      case .because(let text): checked.because = text.value
      case .insteadUse(let items): checked.instead = instead(items, at: clause.span)
      case .overage(let overage):
        checked.overage = OverageChecker(draft: draft).check(overage, clause, of: rule, statement)
      case .rollover(let rollover):
        checked.rollover = OverageChecker(draft: draft).check(rollover, clause, of: rule, checked)
      default: break
      }
    }
  }

  /// The targets after `instead use`, each once, in the order written.
  private func instead(_ items: [SubjectItemSyntax], at span: Span) -> [Int32] {
    var found: [Int32] = []
    var seen: Set<Int32> = []
    for item in items {
      guard
        let targets = draft.targets.targets(
          SubjectSyntax(items: [item], exceptions: [], span: item.span)),
        draft.spend(min(targets.count, CheckedRule.mostInstead), at: span)
      else { continue }
      guard found.count + targets.count <= CheckedRule.mostInstead else {
        draft.report(.counting(.tooManyInstead(found.count + targets.count)), at: span)
        return []
      }
      for target in targets.members where seen.insert(target).inserted { found.append(target) }
    }
    return found
  }

  private func read(_ prompt: PromptSyntax, into style: inout PromptStyle) {
    if let presentation = prompt.presentation { style.presentation = presentation.text }
    if let snooze = prompt.snooze { style.snooze = draft.duration(snooze, orZero: true) }
    style.isDismissible = prompt.isDismissible
  }

  /// Everything of a reminder but when it is due.
  private func read(_ reminder: ReminderSyntax) -> CheckedReminder? {
    let level = reminder.level.map { draft.word($0, .level) ?? "" } ?? "gentle"
    let snooze = reminder.snooze.flatMap { draft.duration($0, orZero: true) }
    let label = draft.message(reminder.label)
    guard !level.isEmpty, (snooze == nil) == (reminder.snooze == nil) else { return nil }
    return CheckedReminder(
      at: .quantity(0), isProminent: level == "prominent", snooze: snooze, label: label,
      span: reminder.at.span)
  }

  /// When a reminder is due; `rule` is nil for a setting.
  private func threshold(
    _ reminder: ReminderSyntax, _ rule: RuleSyntax?, of statement: StatementSyntax,
    _ clause: ClauseSyntax
  ) -> Reminder.Threshold? {
    guard reminder.isBeforeEnd else { return rule.flatMap { threshold(reminder, $0, clause) } }
    if let rule, !isForSome(rule, statement) {
      draft.report(.clause(.reminderWithoutEnd), at: clause.span)
      return nil
    }
    return draft.lead(reminder.at).map { .beforeEnd($0) }
  }

  /// Whether a rule, or a step below it, asks for something that people may have for a time.
  private func isForSome(_ rule: RuleSyntax, _ statement: StatementSyntax) -> Bool {
    switch rule.effect {
    case .requires(.nothing), .off, .notAllowed: return false
    case .requires: return true
    case .ladder:
      return statement.clauses.contains { clause in
        guard case .step(let step) = clause.kind else { return false }
        if case .nothing = step.requirement { return false }
        return true
      }
    }
  }

  /// The value at which a reminder is due: it needs a comparison with a quantity that is decided.
  private func threshold(
    _ reminder: ReminderSyntax, _ rule: RuleSyntax, _ clause: ClauseSyntax
  ) -> Reminder.Threshold? {
    guard case .comparison(let comparison) = rule.subject else {
      draft.report(.clause(.reminderWithoutLimit), at: clause.span)
      return nil
    }
    let isLadder = if case .ladder = rule.effect { true } else { false }
    let isShare = LiteralReader.isPercentage(reminder.at)
    switch comparison.quantity {
    case .undecided where !isLadder || !isShare:
      draft.report(.clause(.reminderWithoutQuantity), at: clause.span)
      return nil
    case .allowance where isLadder && !isShare:
      draft.report(.clause(.reminderOnAllowance), at: clause.span)
      return nil
    default: break
    }
    if isShare {
      return draft.percentage(reminder.at, most: RuleChecker.mostReminderShare).map { .share($0) }
    }
    guard let entry = draft.entry(comparison.meter.text), entry.kind == .meter else {
      return nil
    }
    return draft.quantity(reminder.at, of: entry.index).map { .quantity($0) }
  }

  /// 1,000%: usage may be above the limit after a change to a smaller plan.
  static let mostReminderShare: Int64 = 100_000
}

extension RuleChecker {
  /// A `grant` statement.
  func check(_ grant: GrantSyntax, of statement: StatementSyntax) {
    let entry = draft.resolve(grant.entitlement, .entitlement)
    let period = grant.period.map { self.period($0) }
    let applies = draft.expressions.applicability(grant.applies)
    guard let entry, let applies else { return }
    if let period, period == nil { return }
    let gives = draft.policy.entitlements[Int(entry.index)].gives.count
    guard draft.spend(gives, at: statement.span) else { return }
    draft.policy.grants.append(
      CheckedGrant(
        entitlement: Reference(entry.index, grant.entitlement.span), period: period ?? nil,
        applies: applies, row: draft.source.row(at: statement.span.start), span: statement.span))
  }

  /// `for DURATION after X`: X is inside, X + DURATION is not.
  private func period(_ moment: MomentSyntax) -> CheckedGrant.Period? {
    guard case .after(let length, let anchor, _) = moment else { return nil }
    switch anchor {
    case .fact(let name):
      let fact = draft.dateFact(name)
      guard let lapse = draft.lapse(length, after: fact), let fact else { return nil }
      let none: Lapse = lapse.isMonths ? .months(0) : .milliseconds(0)
      return CheckedGrant.Period(
        begin: .after(fact: fact, none), end: .after(fact: fact, lapse))
    case .instant(let literal):
      let lapse = draft.lapse(length)
      guard let begin = draft.instant(literal), let lapse else { return nil }
      let end = Instant(milliseconds: lapse.end(after: begin.milliseconds))
      return CheckedGrant.Period(begin: .at(begin), end: .at(end))
    }
  }
}

extension RuleChecker {
  /// `guests at most 10` with its steps; nil if a part of it has a mistake.
  func ladder(_ comparison: ComparisonSyntax, of statement: StatementSyntax) -> CheckedLadder? {
    let window = draft.window(comparison.window)
    let entry = draft.resolve(comparison.meter, .meter)
    let meter = entry?.index
    let base = meter.flatMap { kind(comparison, of: $0) }.flatMap { Ladder.Base($0) }
    let each = meter.flatMap { meter in
      window.map { Draft.Counting.counter(CounterIndex(meter, $0)) }
    }
    let source = comparison.each.map { draft.counted($0, in: each) }
    let steps = steps(of: statement, each) { value in
      meter.flatMap { self.value(value, of: $0) }
    }
    guard let meter, let window, let base, let steps, (source == nil) == ((source ?? nil) == nil)
    else { return nil }
    draft.checkPacks(of: comparison.meter, meter, window, at: comparison.span)
    return CheckedLadder(
      meter: meter, window: window, base: base, baseSource: source ?? nil, steps: steps,
      span: comparison.span)
  }

  /// The quantity of a step of a ladder.
  private func value(_ syntax: SettingValueSyntax, of meter: Int32) -> Ladder.Value? {
    switch syntax {
    case .literal(let literal), .each(let literal, _):
      return draft.quantity(literal, of: meter).map { .quantity($0) }
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
    of statement: StatementSyntax, _ each: Draft.Counting?,
    _ value: (SettingValueSyntax) -> Ladder.Value?
  ) -> [CheckedStep]? {
    var steps: [CheckedStep] = []
    var isWhole = true
    for clause in statement.clauses {
      guard case .step(let syntax) = clause.kind else { continue }
      let value = value(syntax.value)
      var source: Ladder.Source?
      if case .each(_, let name) = syntax.value {
        source = draft.counted(name, in: each)
        if source == nil { isWhole = false }
      }
      let requirement = draft.expressions.requirement(syntax.requirement)
      let applies = draft.expressions.applicability(syntax.applies)
      guard let value, let requirement, let applies, draft.spend(1, at: clause.span) else {
        isWhole = false
        continue
      }
      steps.append(
        CheckedStep(
          value: value, source: source, valueSpan: syntax.value.span, requirement: requirement,
          applies: applies,
          row: draft.source.row(at: clause.span.start),
          text: text(of: clause.tokens, at: clause.span), span: clause.span))
    }
    return isWhole ? steps : nil
  }

  /// The rule of a setting: its steps and its clauses.
  func check(_ setting: SettingSyntax, of statement: StatementSyntax) -> CheckedRule? {
    let own = draft.own(setting.declaration.name, .setting)
    var isBroken = false
    let isRead = own.map { _ in draft.entry(setting.declaration.name.text)?.isDisputed == false }
    // Declared twice: what it says is still read for mistakes of its own.
    let declared =
      own.map { draft.policy.settings[$0] }
      ?? DeclarationChecker(draft: draft).sketch(setting, of: statement)
    if case .value(.each(_, let name)) = setting.base {
      let source = draft.counted(name, in: own.map { .setting(Int32($0)) })
      if let own { draft.policy.settings[own].baseSource = source }
      if source == nil { isBroken = true }
    }
    let steps = steps(of: statement, own.map { .setting(Int32($0)) }) { value in
      isRead == false ? nil : declared.flatMap { draft.value(value, of: $0) }
    }
    let span = setting.declaration.name.span
    var checked = CheckedRule(
      subject: .setting(Int32(own ?? 0), steps ?? []), subjectSpan: span, effect: .steps(span),
      row: draft.source.row(at: statement.span.start), text: "", span: statement.span)
    checkClauses(of: statement, nil, into: &checked)
    guard own != nil, declared != nil, steps != nil, !isBroken else { return nil }
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
