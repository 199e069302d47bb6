import TollgateRuntime
import TollgateSyntax

/// Checks scenarios and claims.
struct ScenarioChecker {
  let draft: Draft

  /// A scenario while it is read.
  struct ScenarioSketch {
    var snapshot = Snapshot()
    var now: Instant?
    var expectations: [CheckedExpectation] = []
    var values: [CheckedValueExpectation] = []
    /// Where each thing is given that can be given once.
    var given: [GivenKey: Span] = [:]
  }

  /// A thing that a scenario can give once.
  enum GivenKey: Hashable {
    case fact(Int32), usage(Int32, Window), allowance(Int32), settingAllowance(Int32), subject,
      verified, seen
    case dismissed(String)
  }

  /// A scenario with its clauses.
  func check(_ title: TextSyntax, of statement: StatementSyntax) {
    let sketch = readClauses(of: statement)
    let now = sketch.now ?? ScenarioChecker.newYear2026
    var snapshot = sketch.snapshot
    if sketch.given[.verified] == nil { snapshot.asOf = now }
    draft.policy.scenarios.append(
      CheckedScenario(
        title: title.value, span: statement.span, snapshot: snapshot, now: now,
        expectations: sketch.expectations, values: sketch.values))
  }

  /// 2026-01-01T00:00:00Z, the time of a scenario that names none.
  static let newYear2026 = Instant(milliseconds: 1_767_225_600_000)

  func readClauses(of statement: StatementSyntax) -> ScenarioSketch {
    var sketch = ScenarioSketch()
    for clause in statement.clauses {
      switch clause.kind {
      case .given(let givens):
        for given in givens { read(given, into: &sketch) }
      case .at(let literal):
        if let now = draft.instant(literal) { sketch.now = now }
      case .expect(let expectation):
        if let checked = check(expectation, at: clause.span) {
          sketch.expectations.append(checked)
        }
      case .expectValue(let sentence): check(sentence, at: clause.span, into: &sketch)
      default: break
      }
    }
    return sketch
  }

  private func read(_ given: GivenSyntax, into sketch: inout ScenarioSketch) {
    switch given {
    case .bare(let name, let until): read(name, until: until, into: &sketch)
    case .notFact(let name): readNot(name, into: &sketch)
    case .product(let product): read(product, into: &sketch)
    case .value(let name, let literal, let window, let carried, let resets):
      readValue(name, literal, window, carried, resets, into: &sketch)
    case .allowance(let name, let amount): readAllowance(name, amount, into: &sketch)
    case .factIs(let name, let value): read(name, is: value, into: &sketch)
    case .subject(let text):
      guard isFirst(.subject, "subject", text.span, &sketch) else { return }
      sketch.snapshot.subject = text.value
    case .verified(let literal):
      guard isFirst(.verified, "verified", literal.span, &sketch) else { return }
      sketch.snapshot.asOf = draft.instant(literal)
    case .seen(let literal):
      guard isFirst(.seen, "seen", literal.span, &sketch) else { return }
      sketch.snapshot.latestSeen = draft.instant(literal)
    case .dismissed(let id, let at):
      guard let at = draft.instant(at), isFirst(.dismissed(id.value), id.value, id.span, &sketch)
      else { return }
      sketch.snapshot.dismissed[id.value] = at
    }
  }

  /// Remembers what is given; false, with a report, if it has been given before.
  func isFirst(
    _ key: GivenKey, _ name: String, _ span: Span, _ sketch: inout ScenarioSketch
  ) -> Bool {
    if let first = sketch.given[key] {
      draft.report(.clause(.givenTwice(name, first)), at: span)
      return false
    }
    sketch.given[key] = span
    return true
  }
}

extension ScenarioChecker {
  /// A counter with what is said about later: `40 then 12 at I then 0 at I`; nil if a part of it
  /// has a mistake.
  func counter(
    _ used: Int64?, _ literal: LiteralSyntax, _ fall: FallSyntax?, of meter: Int32
  ) -> Counter? {
    switch fall {
    case nil: return used.map { Counter($0) }
    case .resets(let instant):
      let end = draft.instant(instant)
      return used.map { Counter($0, resets: end) }
    case .steps(let written):
      var steps: [Counter.Step] = []
      for step in written {
        let used = draft.quantity(step.used, of: meter)
        guard let at = draft.instant(step.at), let used else { continue }
        steps.append(Counter.Step(at: at, used: used))
      }
      guard let used, steps.count == written.count else { return nil }
      return counter(used, then: steps, written, after: literal)
    }
  }

  private func counter(
    _ used: Int64, then steps: [Counter.Step],
    _ written: [(used: LiteralSyntax, at: LiteralSyntax)], after literal: LiteralSyntax
  ) -> Counter? {
    do throws(CounterError) {
      return try Counter(used, then: steps)
    } catch {
      let place: Span
      var before: Span?
      switch error {
      case .tooMany: place = FallSyntax.steps(written).span
      case .notLater(let index):
        place = written[index].at.span
        before = index > 0 ? written[index - 1].at.span : nil
      case .negative(let index), .rises(let index, _, _):
        place = written[index].used.span
        before = index > 0 ? written[index - 1].used.span : literal.span
      }
      draft.report(.counting(.steps(error, before: before)), at: place)
      return nil
    }
  }
}

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
    checked.uses = uses(syntax.uses)
    checked.usesLeft = syntax.usesLeft.flatMap { draft.count($0) }
    checked.charged = charged(syntax.charged)
    checked.reminder = reminder(syntax.reminder, meters, syntax.targets.span)
    checked.ends = draft.instant(syntax.ends)
    checked.snoozedUntil = draft.instant(syntax.snoozedUntil)
    checked.unlockedBy = products(syntax.unlockedBy)
    checked.validity = validity(syntax.validity)
    checked.instead = instead(syntax.instead)
    return draft.mistakes.count == before ? checked : nil
  }

  /// The parts that can be wrong whatever the line is about.
  private func readRest(of syntax: ExpectationSyntax) {
    _ = syntax.reason.flatMap { reason($0) }
    _ = uses(syntax.uses)
    _ = charged(syntax.charged)
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

  /// `uses 4 credits and 1 of exports`
  private func uses(_ amounts: [AmountSyntax]?) -> [CheckedExpectation.Taken]? {
    guard let amounts else { return nil }
    var taken: [CheckedExpectation.Taken] = []
    for amount in amounts {
      guard let meter = draft.meter(orSingular: amount.meter),
        let quantity = draft.quantity(amount.quantity, of: meter)
      else { return nil }
      if let each = amount.each { draft.report(.uses(.stepForEach), at: each.span) }
      if let first = taken.firstIndex(where: { $0.meter == meter }) {
        let name = draft.policy.meters[Int(meter)].name.text
        draft.report(.uses(.meterTwice(name, amounts[first].span)), at: amount.span)
      }
      taken.append(CheckedExpectation.Taken(meter: meter, amount: quantity))
    }
    return taken.filter { $0.amount > 0 }.sorted { $0.meter < $1.meter }
  }

  /// `charged 0.15 USD`
  private func charged(_ literal: LiteralSyntax?) -> CheckedExpectation.Charged? {
    literal.flatMap { draft.money($0, decimals: Money.decimalsBeyond) }.map {
      CheckedExpectation.Charged(amount: $0.amount, currency: $0.currency)
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

extension ScenarioChecker {
  /// `pro`, `pro until I`: an entitlement. `beta-tester`: a yes-or-no fact.
  func read(
    _ name: NameSyntax, until: LiteralSyntax?, into sketch: inout ScenarioSketch
  ) {
    let end = draft.instant(until)
    if name.text == "product", !name.isQuoted, draft.entry(name.text) == nil {
      return draft.report(.name(.noProduct), at: name.span)
    }
    guard let entry = draft.resolve(name, .entitlement, .fact) else { return }
    if entry.kind == .entitlement {
      sketch.snapshot.grants.append(Grant(entitlement: name.text, until: end))
      return
    }
    if let until {
      draft.report(.clause(.untilOfFact(name.text)), at: until.span)
    } else {
      give(name, entry, .yesOrNo(true), &sketch)
    }
  }

  /// `not beta-tester`
  func readNot(_ name: NameSyntax, into sketch: inout ScenarioSketch) {
    guard let entry = draft.resolve(name, .fact) else { return }
    give(name, entry, .yesOrNo(false), &sketch)
  }

  private func give(
    _ name: NameSyntax, _ entry: NameTable.Entry, _ value: FactValue, _ sketch: inout ScenarioSketch
  ) {
    if case .yesOrNo = value, draft.yesOrNo(name, entry) == nil { return }
    guard isFirst(.fact(entry.index), name.text, name.span, &sketch) else { return }
    sketch.snapshot.facts[name.text] = value
  }

  /// `platform is ios`, `beta-tester is yes`
  func read(
    _ name: NameSyntax, is value: ValueSyntax, into sketch: inout ScenarioSketch
  ) {
    guard let entry = draft.resolve(name, .fact) else { return }
    let fact = draft.policy.facts[Int(entry.index)]
    switch (fact.type, value) {
    case (.choice, .name(let choice)):
      guard fact.isOpen || draft.choice(choice, of: entry.index) != nil else { return }
      give(name, entry, .choice(choice.text), &sketch)
    case (.yesOrNo, .name(let word)) where word.text == "yes" || word.text == "no":
      give(name, entry, .yesOrNo(word.text == "yes"), &sketch)
    case (.date, .literal(let literal)), (.version, .literal(let literal)),
      (.number, .literal(let literal)):
      readFact(name, entry, literal, into: &sketch)
    default:
      let isName = if case .name = value { true } else { false }
      draft.reportType(of: name, entry, found: isName ? .name : .number, at: value.span)
    }
  }

  /// `bills 500`, `exports 3 per day resets I`: a meter. `installed 2026-04-01`: a fact.
  func readValue(
    _ name: NameSyntax, _ literal: LiteralSyntax, _ window: WindowSyntax?,
    _ carried: LiteralSyntax?, _ fall: FallSyntax?, into sketch: inout ScenarioSketch
  ) {
    guard let entry = draft.resolve(name, .meter, .fact) else { return }
    guard entry.kind == .meter else {
      if let window {
        draft.report(.fact(.window(name.text, entry.span)), at: window.span)
      } else if let span = carried?.span ?? fall?.span {
        draft.report(.fact(.window(name.text, entry.span)), at: span)
      } else {
        readFact(name, entry, literal, into: &sketch)
      }
      return
    }
    let window = draft.window(window)
    let value = draft.quantity(literal, of: entry.index)
    let amount = carried.map { draft.quantity($0, of: entry.index) }
    guard var counter = counter(value, literal, fall, of: entry.index), let window,
      (amount ?? 0) != nil,
      isFirst(.usage(entry.index, window), name.text, name.span, &sketch)
    else { return }
    if let amount = amount ?? nil { counter.carried = amount }
    sketch.snapshot.usage[name.text, default: Usage()][window] = counter
  }

  private func readFact(
    _ name: NameSyntax, _ entry: NameTable.Entry, _ literal: LiteralSyntax,
    into sketch: inout ScenarioSketch
  ) {
    var value: FactValue?
    switch draft.policy.facts[Int(entry.index)].type {
    case .date: value = draft.instant(literal).map { .date($0) }
    case .version: value = draft.version(literal).map { .version($0) }
    case .number: value = draft.count(literal).map { .number($0) }
    case .choice, .yesOrNo: draft.reportType(of: name, entry, found: .number, at: literal.span)
    }
    if let value { give(name, entry, value, &sketch) }
  }

  /// `product annual cancelled from I until I times 2 shared offer used`
  func read(_ given: ProductGivenSyntax, into sketch: inout ScenarioSketch) {
    let entry = draft.resolve(given.product, .product)
    let state = given.state.map { draft.word($0, .state) ?? "" } ?? "active"
    let (start, until) = draft.expressions.checkOrder(given.from, given.until)
    let quantity = given.times.map { draft.count($0, atLeast: 1, .count) } ?? 1
    guard entry != nil, let state = Grant.State(rawValue: state), let quantity else { return }
    sketch.snapshot.grants.append(
      Grant(
        product: given.product.text, state: state, start: start, until: until,
        ownership: given.isShared ? .familyShared : .purchased, quantity: quantity,
        isOfferUsed: given.isOfferUsed))
  }
}

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
      // A feature that takes from meters is used so often.
      if meters.isEmpty, settings.isEmpty, draft.hasUses {
        return draft.count(literal).map { .adding($0) }
      }
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
