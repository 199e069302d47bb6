import TollgateRuntime
import TollgateSyntax

extension Checker {
  /// A policy that declares nothing of a kind may just use it. What a name is used as is found in
  /// three rounds, so that the order of the statements does not matter: what a statement can
  /// only mean as a meter or a fact, the same for scenarios, and then what may be several things.
  mutating func enterUses() {
    let kinds: [NameKind] = [.entitlement, .meter, .feature, .product, .fact]
    guard !kinds.allSatisfy({ names.declaredKinds.contains($0) }) else { return }
    let users: StatementKinds = [.rules, .grants, .claims, .products, .withClauses]
    for statement in pages.statements(users) { enterCertainUses(statement) }
    for statement in pages.statements(.scenarios) { enterCertainScenarioUses(statement) }
    for statement in pages.statements(users.union(.groups)) { enterOtherUses(statement) }
  }

  /// Enters a used name of a kind of which nothing is declared; false if it stands for something.
  mutating func enterUse(_ name: NameSyntax, _ kind: NameKind, _ index: Int) -> Bool {
    guard !names.declaredKinds.contains(kind) else { return false }
    let entry = NameTable.Entry(
      name: name.text, kind: kind, index: Int32(index), span: name.span, isDeclared: false,
      isQuoted: name.isQuoted)
    return names.enter(entry) == nil
  }

  private func used(_ name: NameSyntax) -> CheckedName {
    CheckedName(text: name.text, span: name.span, isDeclared: false)
  }

  /// A meter; it takes its unit from the first quantity that has one.
  mutating func useMeter(_ name: NameSyntax, _ literal: LiteralSyntax? = nil) {
    if enterUse(name, .meter, policy.meters.count) {
      unitless.insert(Int32(policy.meters.count))
      policy.meters.append(CheckedMeter(name: used(name), span: name.span))
    }
    guard let literal, let entry = names.entry(name.text), entry.kind == .meter,
      unitless.contains(entry.index), let unit = unit(of: literal)
    else { return }
    policy.meters[Int(entry.index)].unit = unit
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

  mutating func useFact(_ name: NameSyntax, _ type: Fact.FactType) {
    guard enterUse(name, .fact, policy.facts.count) else { return }
    policy.facts.append(
      CheckedFact(name: used(name), type: type, isOpen: type == .choice, span: name.span))
  }

  /// A value that an undeclared choice fact is compared with becomes one of its choices.
  mutating func useChoice(_ fact: NameSyntax, _ value: ValueSyntax) {
    switch value {
    case .literal(let literal):
      if isInstant(literal) { useFact(fact, .date) } else { useMeter(fact, literal) }
    case .name(let choice):
      let isYesOrNo = !choice.isQuoted && (choice.text == "yes" || choice.text == "no")
      useFact(fact, isYesOrNo ? .yesOrNo : .choice)
      guard let entry = names.entry(fact.text), entry.kind == .fact, !entry.isDeclared,
        policy.facts[Int(entry.index)].type == .choice
      else { return }
      if usedChoices.insert(UsedChoice(fact: entry.index, choice: choice.text)).inserted {
        policy.facts[Int(entry.index)].choices.append(choice.text)
      }
    }
  }

  mutating func useEntitlement(_ name: NameSyntax) {
    guard enterUse(name, .entitlement, policy.entitlements.count) else { return }
    policy.entitlements.append(CheckedEntitlement(name: used(name), span: name.span))
  }

  mutating func useProduct(_ name: NameSyntax) {
    guard enterUse(name, .product, policy.products.count) else { return }
    policy.products.append(CheckedProduct(name: used(name), span: name.span))
  }

  mutating func useFeatures(_ items: [SubjectItemSyntax]) {
    guard !names.declaredKinds.contains(.feature) else { return }
    for item in items {
      switch item {
      case .name(let name):
        if names.entry(name.text) == nil { featureUses.add(name) }
      case .range(let first, let last):
        guard let low = SeriesName.ifAny(first.text), let high = SeriesName.ifAny(last.text),
          low.prefix == high.prefix
        else { continue }
        let isReversed = low.number > high.number
        featureUses.add(isReversed ? high : low, isReversed ? low : high, at: item.span)
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
