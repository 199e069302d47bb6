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
    case .plain, .percent, nil: return nil
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
