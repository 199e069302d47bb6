package import TollgateCompiler
package import TollgateSyntax

/// Collects every place of a tree that names something, in the order of the text. It is the one
/// walk over names: the features of the editor and the linter share it.
package struct NameWalker {
  package private(set) var uses: [NameUse] = []
  /// The setting above a clause, whose choices its steps name.
  private var setting: String?
  /// The meter that the limit above is about.
  private var meter: String?
  /// The places of the meters of amounts among the uses.
  private var amounts: [Int] = []

  package init(_ syntax: PolicySyntax) {
    for statement in syntax.statements {
      setting = nil
      add(statement.kind)
      for clause in statement.clauses { add(clause.kind) }
    }
    nameMeters()
    uses.sort { $0.name.span.start < $1.name.span.start }
  }

  // MARK: Names

  mutating func declare(_ name: NameSyntax, _ kind: NameKind, isSeries: Bool = false) {
    uses.append(
      NameUse(
        name: name, space: kind == .product ? .products : .things, kind: kind,
        isDeclaration: true, isSeries: isSeries))
  }

  mutating func use(_ name: NameSyntax, _ kind: NameKind? = nil, likely: NameKind? = nil) {
    uses.append(
      NameUse(
        name: name, space: kind == .product ? .products : .things, kind: kind, likely: likely,
        isDeclaration: false, isSeries: false))
  }

  mutating func choice(_ name: NameSyntax, of owner: String, isDeclaration: Bool = false) {
    uses.append(
      NameUse(
        name: name, space: .choices(of: owner), kind: nil, isDeclaration: isDeclaration,
        isSeries: false))
  }

  /// The meter of an amount; its name may be written without the final `s`.
  private mutating func useMeter(_ name: NameSyntax) {
    amounts.append(uses.count)
    use(name, .meter)
  }

  /// Gives the singulars of amounts the names of their meters.
  private mutating func nameMeters() {
    guard !amounts.isEmpty else { return }
    var names: Set<String> = []
    for use in uses where use.space == .things && !amounts.contains(where: { uses[$0] == use }) {
      names.insert(use.name.text)
    }
    for place in amounts {
      let name = uses[place].name
      guard !names.contains(name.text), names.contains(name.text + "s") else { continue }
      uses[place].name = NameSyntax(name.text + "s", span: name.span)
    }
  }

  // MARK: Statements

  private mutating func add(_ kind: StatementSyntax.Kind) {
    switch kind {
    case .tiers(let tiers): for tier in tiers { declare(tier.name, .entitlement) }
    case .entitlements(let list):
      for entitlement in list {
        declare(entitlement.declaration.name, .entitlement)
        for name in entitlement.includes { use(name, .entitlement) }
      }
    case .product(let product): declare(product.name, .product)
    case .meters(let meters): for meter in meters { declare(meter.declaration.name, .meter) }
    case .setting(let setting): add(setting)
    case .features(let features): for feature in features { declare(feature.name, .feature) }
    case .series(let first, let last, _):
      declare(first, .feature, isSeries: true)
      declare(last, .feature, isSeries: true)
    case .group(let group, let items):
      declare(group.name, .group)
      add(items)
    case .fact(let fact): add(fact)
    case .rollout(let rollout, _): declare(rollout.name, .rollout)
    case .grant(let grant):
      use(grant.entitlement, .entitlement)
      add(grant.period)
      add(grant.applies)
    case .rule(let rule): add(rule)
    case .uses(let uses):
      add(uses.subject)
      for amount in uses.amounts { useMeter(amount.meter) }
      add(uses.applies)
    case .claim(let claim):
      add(claim.targets)
      add(claim.growth, claim.targets)
      add(claim.requirement, .entitlement)
      add(claim.applies)
    case .valueClaim(let claim):
      add(claim.says)
      add(claim.requirement, .entitlement)
      add(claim.applies)
    case .policy, .trust, .snooze, .scenario, .use, .broken: break
    }
  }

  private mutating func add(_ setting: SettingSyntax) {
    let name = setting.declaration.name
    declare(name, .setting)
    self.setting = name.text
    guard case .choices(let choices) = setting.base else { return }
    for item in choices { choice(item.name, of: name.text, isDeclaration: true) }
  }

  private mutating func add(_ fact: FactSyntax) {
    let name = fact.declaration.name
    declare(name, .fact)
    guard case .choice(let choices, _) = fact.type else { return }
    for item in choices { choice(item, of: name.text, isDeclaration: true) }
    if case .name(let value) = fact.otherwise { choice(value, of: name.text) }
  }

  private mutating func add(_ rule: RuleSyntax) {
    switch rule.subject {
    case .things(let subject): add(subject)
    case .comparison(let comparison):
      meter = comparison.meter.text
      use(comparison.meter, .meter)
      if let each = comparison.each { use(each, likely: .meter) }
    }
    if case .requires(let requirement) = rule.effect { add(requirement, .entitlement) }
    add(rule.applies)
  }

  // MARK: Parts

  mutating func add(_ subject: SubjectSyntax) {
    add(subject.items)
    add(subject.exceptions)
  }

  mutating func add(_ items: [SubjectItemSyntax]) {
    for item in items {
      switch item {
      case .name(let name): use(name, likely: .feature)
      case .range(let first, let last):
        use(first, .feature)
        use(last, .feature)
      case .everything: break
      }
    }
  }

  mutating func add(_ applies: ApplicabilitySyntax) {
    add(applies.from)
    add(applies.until)
    if let when = applies.when { add(when, nil) }
    if let unless = applies.unless { add(unless, nil) }
  }

  mutating func add(_ moment: MomentSyntax?) {
    if case .after(_, .fact(let fact), _) = moment { use(fact, .fact) }
  }

  /// A requirement, whose names are entitlements, or a condition.
  mutating func add(_ expression: ExpressionSyntax, _ kind: NameKind?) {
    switch expression {
    case .name(let name): use(name, kind)
    case .isValue(let name, let value, _, _):
      use(name, .fact)
      if case .name(let word) = value { choice(word, of: name.text) }
    case .isOneOf(let name, let values, _, _):
      use(name, .fact)
      for value in values {
        if case .name(let word) = value { choice(word, of: name.text) }
      }
    case .order(let name, _, _, _): use(name, .fact)
    case .compare(let name, _, _, _, _): use(name, likely: .meter)
    case .inRollout(let name, _): use(name, .rollout)
    case .not(let inner, _), .paid(let inner, _, _): add(inner, kind)
    case .all(let parts, _), .any(let parts, _): for part in parts { add(part, kind) }
    case .nothing, .broken: break
    }
  }

  mutating func add(_ growth: GrowthSyntax?, _ targets: SubjectSyntax) {
    if case .reaching(let value) = growth { add(value, of: NameWalker.single(targets)) }
  }

  mutating func add(_ sentence: ValueSentenceSyntax) {
    add(sentence.targets)
    add(sentence.value, of: NameWalker.single(sentence.targets))
  }

  mutating func add(_ value: SettingValueSyntax, of setting: String?) {
    if case .choice(let name) = value, let setting { choice(name, of: setting) }
    if case .each(_, let name) = value { use(name, likely: .meter) }
  }

  mutating func addStep(_ step: StepSyntax) {
    add(step.value, of: setting)
    add(step.requirement, .entitlement)
    add(step.applies)
  }

  /// The name that a subject consists of.
  private static func single(_ subject: SubjectSyntax) -> String? {
    guard subject.items.count == 1, case .name(let name) = subject.items[0] else { return nil }
    return name.text
  }
}

extension NameWalker {
  mutating func add(_ kind: ClauseSyntax.Kind) {
    switch kind {
    case .grants(let entitlements): for name in entitlements { use(name, .entitlement) }
    case .adds(_, let meter, _), .addsPack(_, let meter): use(meter, likely: .meter)
    case .price(let price): if let meter = price.each { use(meter, .meter) }
    case .forSale(let sale):
      if let requirement = sale.requirement { add(requirement, .entitlement) }
      add(sale.applies)
    case .onlyWith(let products), .notWith(let products):
      for name in products { use(name, .product) }
    case .step(let step): addStep(step)
    case .amountStep(let step):
      if let amount = step.amount { useMeter(amount.meter) }
      add(step.requirement, .entitlement)
      add(step.applies)
    case .soft(let until): add(until)
    case .insteadUse(let items): add(items)
    case .overage(let overage):
      if let requirement = overage.requirement { add(requirement, .entitlement) }
      // `for each GB` names no meter.
      if let unit = overage.unit, unit.text == meter || unit.text + "s" == meter { useMeter(unit) }
    case .rollover(let rollover):
      if let requirement = rollover.requirement { add(requirement, .entitlement) }
    case .given(let givens): for given in givens { add(given) }
    case .expect(let expectation): add(expectation)
    case .expectValue(let sentence): add(sentence)
    default: break
    }
  }

  private mutating func add(_ given: GivenSyntax) {
    switch given {
    case .bare(let name, let until):
      use(name, until == nil ? nil : .entitlement, likely: .entitlement)
    case .notFact(let name): use(name, .fact)
    case .product(let product): use(product.product, .product)
    case .value(let name, let value, _, _, _):
      let isCounted = value.numeral.utf8.allSatisfy { $0 != 0x2D && $0 != 0x2E }
      use(name, likely: isCounted || value.unit != nil ? .meter : .fact)
    case .allowance(let name, _): use(name, .meter)
    case .factIs(let name, let value):
      use(name, .fact)
      if case .name(let word) = value { choice(word, of: name.text) }
    case .subject, .verified, .seen, .dismissed: break
    }
  }

  private mutating func add(_ expectation: ExpectationSyntax) {
    add(expectation.targets)
    add(expectation.growth, expectation.targets)
    add(expectation.instead ?? [])
    for amount in expectation.uses ?? [] { useMeter(amount.meter) }
    for set in expectation.unlockedBy ?? [] {
      for name in set { use(name, .product) }
    }
  }
}

/// A place that names something.
package struct NameUse: Sendable, Hashable {
  /// The names that can be mistaken for each other: a product and an entitlement may have one name.
  package enum Space: Sendable, Hashable {
    case things
    case products
    /// The choices of a fact or a setting.
    case choices(of: String)
  }

  package var name: NameSyntax
  package var space: Space
  /// The kind that the sentence declares or asks for; `nil` where several fit.
  package var kind: NameKind?
  /// Where several kinds fit, the one of a name that is declared nowhere.
  package var likely: NameKind?
  package var isDeclaration: Bool
  /// Whether it is the first or the last member of a declared series.
  package var isSeries: Bool
}
