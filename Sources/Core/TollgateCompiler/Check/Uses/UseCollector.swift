import TollgateRuntime
import TollgateSyntax

/// Enters the names that a policy uses without declaring anything of their kind.
struct UseCollector {
  let draft: Draft
  /// Meters whose unit is not known yet.
  private var unitless: Set<Int32> = []
  private var usedChoices: Set<UsedChoice> = []
  /// The entitlements that products and `grant` statements name: no other kind of name stands there.
  private var granted: Set<String> = []
  /// Features, and ranges of them, that are used where none is declared.
  private(set) var features = FeatureUses()

  init(_ draft: Draft) { self.draft = draft }

  /// A policy that declares nothing of a kind may just use it. The kinds of the names are found in
  /// three rounds, so that the order of the statements does not matter: names that can only be a
  /// meter or a fact, the same in scenarios, and then names that may be several kinds of thing.
  mutating func enterUses() {
    let kinds: [NameKind] = [.entitlement, .meter, .feature, .product, .fact]
    guard !kinds.allSatisfy({ draft.names.declaredKinds.contains($0) }) else { return }
    let users: StatementKinds = [.rules, .grants, .claims, .products, .withClauses]
    for statement in draft.pages.statements([.grants, .products]) { notice(granting: statement) }
    for statement in draft.pages.statements(users) { enterCertainUses(statement) }
    for statement in draft.pages.statements(.scenarios) { enterCertainScenarioUses(statement) }
    for statement in draft.pages.statements(users.union(.groups)) { enterOtherUses(statement) }
  }

  /// Enters a used name of a kind of which nothing is declared; false if it has a meaning already.
  func enterUse(_ name: NameSyntax, _ kind: NameKind, _ index: Int) -> Bool {
    guard !draft.names.declaredKinds.contains(kind) else { return false }
    let entry = NameTable.Entry(
      name: name.text, kind: kind, index: Int32(index), span: name.span, isDeclared: false,
      isQuoted: name.isQuoted)
    return draft.names.enter(entry) == nil
  }

  func used(_ name: NameSyntax) -> CheckedName {
    CheckedName(text: name.text, span: name.span, isDeclared: false)
  }

  /// A meter; it takes its unit from the first quantity that has one.
  mutating func useMeter(_ name: NameSyntax, _ literal: LiteralSyntax? = nil) {
    if enterUse(name, .meter, draft.policy.meters.count) {
      unitless.insert(Int32(draft.policy.meters.count))
      draft.policy.meters.append(CheckedMeter(name: used(name), span: name.span))
    }
    guard let literal, let entry = draft.entry(name.text), entry.kind == .meter,
      unitless.contains(entry.index), let unit = unit(of: literal)
    else { return }
    draft.policy.meters[Int(entry.index)].unit = unit
    unitless.remove(entry.index)
  }

  private func unit(of literal: LiteralSyntax) -> Meter.Unit? {
    let word = literal.unit?.text ?? Numeral(literal.numeral)?.suffix ?? ""
    switch Measure.unit(word)?.0 {
    case .bytes: return .bytes
    case .seconds: return .seconds
    case .plain, .months, .percent, nil: return nil
    }
  }

  private mutating func notice(granting statement: StatementSyntax) {
    if case .grant(let grant) = statement.kind { granted.insert(grant.entitlement.text) }
    for clause in statement.clauses {
      guard case .grants(let list) = clause.kind else { continue }
      for entitlement in list { granted.insert(entitlement.text) }
    }
  }

  /// A fact; the name of a product or of what one grants is never read as one.
  mutating func useFact(_ name: NameSyntax, _ type: Fact.FactType) {
    let isSold = draft.entry(name.text, isProduct: true) != nil || granted.contains(name.text)
    guard !isSold, enterUse(name, .fact, draft.policy.facts.count) else { return }
    draft.policy.facts.append(
      CheckedFact(name: used(name), type: type, isOpen: type == .choice, span: name.span))
  }

  /// A value that an undeclared choice fact is compared with becomes one of its choices.
  mutating func useChoice(_ fact: NameSyntax, _ value: ValueSyntax) {
    switch value {
    case .literal(let literal):
      if LiteralReader.isInstant(literal) { useFact(fact, .date) } else { useMeter(fact, literal) }
    case .name(let choice):
      let isYesOrNo = !choice.isQuoted && (choice.text == "yes" || choice.text == "no")
      useFact(fact, isYesOrNo ? .yesOrNo : .choice)
      guard let entry = draft.entry(fact.text), entry.kind == .fact, !entry.isDeclared,
        draft.policy.facts[Int(entry.index)].type == .choice
      else { return }
      if usedChoices.insert(UsedChoice(fact: entry.index, choice: choice.text)).inserted {
        draft.policy.facts[Int(entry.index)].choices.append(choice.text)
      }
    }
  }

  mutating func useEntitlement(_ name: NameSyntax) {
    guard enterUse(name, .entitlement, draft.policy.entitlements.count) else { return }
    draft.policy.entitlements.append(CheckedEntitlement(name: used(name), span: name.span))
  }

  mutating func useProduct(_ name: NameSyntax) {
    guard enterUse(name, .product, draft.policy.products.count) else { return }
    draft.policy.products.append(CheckedProduct(name: used(name), span: name.span))
  }

  mutating func useFeatures(_ items: [SubjectItemSyntax]) {
    guard !draft.names.declaredKinds.contains(.feature) else { return }
    for item in items {
      switch item {
      case .name(let name):
        if draft.entry(name.text) == nil { features.add(name) }
      case .range(let first, let last):
        guard let low = SeriesName.ifAny(first.text), let high = SeriesName.ifAny(last.text),
          low.prefix == high.prefix
        else { continue }
        let isReversed = low.number > high.number
        features.add(isReversed ? high : low, isReversed ? low : high, at: item.span)
      case .everything: break
      }
    }
  }
}

/// A choice of an undeclared fact.
struct UsedChoice: Hashable, Sendable {
  var fact: Int32
  var choice: String
}

extension UseCollector {
  /// Names that can only be a meter or a fact, outside of scenarios.
  mutating func enterCertainUses(_ statement: StatementSyntax) {
    switch statement.kind {
    case .rule(let rule):
      if case .comparison(let comparison) = rule.subject { use(comparison) }
      use(rule.applies)
    case .uses(let uses): use(uses.applies)
    case .grant(let grant):
      if let period = grant.period { use(period) }
      use(grant.applies)
    case .claim(let claim): use(claim.applies)
    case .valueClaim(let claim): use(claim.applies)
    case .product, .setting: break
    default: return
    }
    for clause in statement.clauses {
      switch clause.kind {
      case .adds(let amount, let meter, _), .addsPack(let amount, let meter):
        useMeter(meter, amount)
      case .price(let price):
        if let meter = price.each { useMeter(meter, price.quantity ?? price.atLeast) }
      case .forSale(let sale): use(sale.applies)
      case .step(let step):
        use(step.applies)
        guard case .rule(let rule) = statement.kind, let literal = step.value.literal,
          case .comparison(let comparison) = rule.subject
        else { continue }
        useMeter(comparison.meter, literal)
      case .amountStep(let step): use(step.applies)
      case .overage(let overage):
        guard case .rule(let rule) = statement.kind,
          case .comparison(let comparison) = rule.subject
        else { continue }
        useMeter(comparison.meter, overage.size)
      case .rollover(let rollover):
        guard case .rule(let rule) = statement.kind, let most = rollover.most,
          case .comparison(let comparison) = rule.subject, !LiteralReader.isPercentage(most)
        else { continue }
        useMeter(comparison.meter, most)
      case .soft(let until?): use(until)
      case .reminder(let reminder) where !reminder.isBeforeEnd:
        guard case .rule(let rule) = statement.kind,
          case .comparison(let comparison) = rule.subject
        else { continue }
        useMeter(comparison.meter, reminder.at)
      default: break
      }
    }
  }

  private mutating func use(_ comparison: ComparisonSyntax) {
    switch comparison.quantity {
    case .literal(let literal): useMeter(comparison.meter, literal)
    case .undecided: useMeter(comparison.meter)
    case .allowance(_, let otherwise): useMeter(comparison.meter, otherwise)
    }
  }

  private mutating func use(_ applies: ApplicabilitySyntax) {
    if let from = applies.from { use(from) }
    if let until = applies.until { use(until) }
    if let when = applies.when { use(when) }
    if let unless = applies.unless { use(unless) }
  }

  private mutating func use(_ moment: MomentSyntax) {
    if case .after(_, .fact(let fact), _) = moment { useFact(fact, .date) }
  }

  /// A condition.
  private mutating func use(_ expression: ExpressionSyntax) {
    switch expression {
    case .not(let inner, _), .paid(let inner, _, _): use(inner)
    case .all(let parts, _), .any(let parts, _):
      for part in parts { use(part) }
    case .isValue(let name, let value, _, _): useChoice(name, value)
    case .isOneOf(let name, let values, _, _):
      for value in values { useChoice(name, value) }
    case .order(let name, _, let literal, _):
      useFact(name, LiteralReader.isInstant(literal) ? .date : .version)
    case .compare(let name, _, let literal, _, _): useMeter(name, literal)
    case .nothing, .name, .inRollout, .broken: break
    }
  }

  /// Names that can only be a meter or a fact, in scenarios.
  mutating func enterCertainScenarioUses(_ statement: StatementSyntax) {
    guard case .scenario = statement.kind else { return }
    for clause in statement.clauses {
      switch clause.kind {
      case .given(let givens):
        for given in givens { use(given) }
      case .expect(let expectation): useUnits(of: expectation)
      default: break
      }
    }
  }

  private mutating func use(_ given: GivenSyntax) {
    switch given {
    case .value(let name, let literal, let window, _, _):
      if let entry = draft.entry(name.text), entry.kind == .fact { return }
      if window == nil, LiteralReader.isInstant(literal) {
        useFact(name, .date)
      } else if window == nil, literal.numeral.utf8.filter({ $0 == UInt8(ascii: ".") }).count > 1 {
        useFact(name, .version)
      } else {
        useMeter(name, literal)
      }
    case .allowance(let meter, let amount): useMeter(meter, amount)
    case .factIs(let fact, .name(let choice)):
      let isYesOrNo = !choice.isQuoted && (choice.text == "yes" || choice.text == "no")
      useFact(fact, isYesOrNo ? .yesOrNo : .choice)
    default: break
    }
  }

  private mutating func useUnits(of expectation: ExpectationSyntax) {
    var literals: [LiteralSyntax] = []
    switch expectation.growth {
    case .adding(let literal), .reaching(.literal(let literal)): literals.append(literal)
    case .reaching, nil: break
    }
    if case .quantity(let literal) = expectation.remaining { literals.append(literal) }
    for item in expectation.targets.items {
      guard case .name(let name) = item, draft.entry(name.text)?.kind == .meter else {
        continue
      }
      for literal in literals { useMeter(name, literal) }
    }
  }
}

extension UseCollector {
  /// The features and series of a policy that declares none, in the order of their first use.
  func enterUsedFeatures() {
    guard !draft.names.declaredKinds.contains(.feature) else { return }
    let runs = features.joinedRuns()
    var members = NameTable()
    for run in runs { members.enter(series(run, 0)) }
    _ = members.settleSeries()
    var singles = features.singles.filter { single in
      SeriesName.ifAny(single.name.text).flatMap { members.series(of: $0) } == nil
    }[...]
    for run in runs {
      while let single = singles.first, single.order < run.order {
        singles.removeFirst()
        enterUsed(single.name)
      }
      enterUsed(run)
    }
    for single in singles { enterUsed(single.name) }
  }

  private func enterUsed(_ name: NameSyntax) {
    let index = draft.policy.features.count
    guard enterUse(name, .feature, index) else { return }
    draft.policy.features.append(CheckedFeature(name: used(name), span: name.span))
  }

  private func enterUsed(_ run: FeatureUses.Run) {
    let series = series(run, Int32(draft.policy.features.count))
    guard run.last - run.first < Draft.mostSeriesMembers else {
      draft.report(.size(.series(draft.targets.title(series), run.last - run.first)), at: run.span)
      draft.hasUnreadSeries = true
      return
    }
    draft.names.enter(series)
    draft.policy.features.append(
      CheckedFeature(
        name: CheckedName(text: draft.targets.title(series), span: run.span, isDeclared: false),
        series: CheckedFeature.SeriesMembers(
          prefix: run.prefix, first: run.first, last: run.last),
        span: run.span))
  }

  private func series(_ run: FeatureUses.Run, _ index: Int32) -> NameTable.Series {
    NameTable.Series(
      prefix: run.prefix, first: run.first, last: run.last, index: index, span: run.span,
      isDeclared: false)
  }
}

extension UseCollector {
  /// Names that may be several kinds of thing: subjects, names in requirements and the
  /// bare names of scenarios.
  mutating func enterOtherUses(_ statement: StatementSyntax) {
    switch statement.kind {
    case .rule(let rule):
      if case .things(let subject) = rule.subject { use(subject) }
      if case .requires(let requirement) = rule.effect { useNames(of: requirement) }
    case .uses(let uses): use(uses.subject)
    case .grant(let grant): useEntitlement(grant.entitlement)
    case .claim(let claim):
      use(claim.targets)
      useNames(of: claim.requirement)
    case .valueClaim(let claim): useNames(of: claim.requirement)
    case .group(_, let items): useFeatures(items)
    default: break
    }
    for clause in statement.clauses { use(clause.kind) }
  }

  private mutating func use(_ subject: SubjectSyntax) {
    useFeatures(subject.items)
    useFeatures(subject.exceptions)
  }

  private mutating func use(_ clause: ClauseSyntax.Kind) {
    switch clause {
    case .grants(let entitlements):
      for entitlement in entitlements { useEntitlement(entitlement) }
    case .step(let step): useNames(of: step.requirement)
    case .amountStep(let step): useNames(of: step.requirement)
    case .overage(let overage): if let required = overage.requirement { useNames(of: required) }
    case .rollover(let rollover): if let required = rollover.requirement { useNames(of: required) }
    case .forSale(let sale):
      if let requirement = sale.requirement { useNames(of: requirement) }
    case .given(let givens):
      for given in givens {
        switch given {
        case .bare(let name, _): useEntitlement(name)
        case .product(let product): useProduct(product.product)
        default: break
        }
      }
    case .insteadUse(let items): useFeatures(items)
    case .expect(let expectation):
      use(expectation.targets)
      useFeatures(expectation.instead ?? [])
      for set in expectation.unlockedBy ?? [] {
        for product in set { useProduct(product) }
      }
    default: break
    }
  }

  private mutating func useNames(of requirement: ExpressionSyntax) {
    switch requirement {
    case .name(let name): useEntitlement(name)
    case .not(let inner, _), .paid(let inner, _, _): useNames(of: inner)
    case .all(let parts, _), .any(let parts, _):
      for part in parts { useNames(of: part) }
    default: break
    }
  }
}
