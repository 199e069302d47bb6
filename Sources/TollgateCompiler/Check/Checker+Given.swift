import TollgateRuntime
import TollgateSyntax

extension Checker {
  /// `pro`, `pro until I`: an entitlement. `beta-tester`: a yes-or-no fact.
  mutating func read(
    _ name: NameSyntax, until: LiteralSyntax?, into draft: inout ScenarioDraft
  ) {
    let end = instant(until)
    guard let entry = resolve(name, .entitlement, .fact) else { return }
    if entry.kind == .entitlement {
      draft.snapshot.grants.append(Grant(entitlement: name.text, until: end))
      return
    }
    if let until {
      report(.clause(.untilOfFact(name.text)), at: until.span)
    } else {
      give(name, entry, .yesOrNo(true), &draft)
    }
  }

  /// `not beta-tester`
  mutating func readNot(_ name: NameSyntax, into draft: inout ScenarioDraft) {
    guard let entry = resolve(name, .fact) else { return }
    give(name, entry, .yesOrNo(false), &draft)
  }

  private mutating func give(
    _ name: NameSyntax, _ entry: NameTable.Entry, _ value: FactValue, _ draft: inout ScenarioDraft
  ) {
    if case .yesOrNo = value, yesOrNo(name, entry) == nil { return }
    guard isFirst(.fact(entry.index), name.text, name.span, &draft) else { return }
    draft.snapshot.facts[name.text] = value
  }

  /// `platform is ios`, `beta-tester is yes`
  mutating func read(
    _ name: NameSyntax, is value: ValueSyntax, into draft: inout ScenarioDraft
  ) {
    guard let entry = resolve(name, .fact) else { return }
    let fact = policy.facts[Int(entry.index)]
    switch (fact.type, value) {
    case (.choice, .name(let choice)):
      guard fact.isOpen || self.choice(choice, of: entry.index) != nil else { return }
      give(name, entry, .choice(choice.text), &draft)
    case (.yesOrNo, .name(let word)) where word.text == "yes" || word.text == "no":
      give(name, entry, .yesOrNo(word.text == "yes"), &draft)
    case (.date, .literal(let literal)), (.version, .literal(let literal)),
      (.number, .literal(let literal)):
      readFact(name, entry, literal, into: &draft)
    default:
      let isName = if case .name = value { true } else { false }
      report(
        .fact(
          .type(
            name.text, fact.type, found: isName ? .name : .number, fact.name.span,
            isDeclared: entry.isDeclared)),
        at: value.span)
    }
  }

  /// `bills 500`, `exports 3 per day resets I`: a meter. `installed 2026-04-01`: a fact.
  mutating func readValue(
    _ name: NameSyntax, _ literal: LiteralSyntax, _ window: WindowSyntax?,
    _ resets: LiteralSyntax?, into draft: inout ScenarioDraft
  ) {
    guard let entry = resolve(name, .meter, .fact) else { return }
    guard entry.kind == .meter else {
      if let window {
        report(.fact(.window(name.text, entry.span)), at: window.span)
      } else if let resets {
        report(.fact(.window(name.text, entry.span)), at: resets.span)
      } else {
        readFact(name, entry, literal, into: &draft)
      }
      return
    }
    let end = instant(resets)
    guard let window = self.window(window), let value = quantity(literal, of: entry.index),
      isFirst(.usage(entry.index, window), name.text, name.span, &draft)
    else { return }
    draft.snapshot.usage[name.text, default: Usage()][window] = Counter(value, resets: end)
  }

  private mutating func readFact(
    _ name: NameSyntax, _ entry: NameTable.Entry, _ literal: LiteralSyntax,
    into draft: inout ScenarioDraft
  ) {
    let fact = policy.facts[Int(entry.index)]
    var value: FactValue?
    switch fact.type {
    case .date: value = instant(literal).map { .date($0) }
    case .version: value = version(literal).map { .version($0) }
    case .number: value = count(literal).map { .number($0) }
    case .choice, .yesOrNo:
      report(
        .fact(
          .type(
            name.text, fact.type, found: .number, fact.name.span, isDeclared: entry.isDeclared)),
        at: literal.span)
    }
    if let value { give(name, entry, value, &draft) }
  }

  /// `product annual cancelled from I until I times 2 shared`
  mutating func read(_ given: ProductGivenSyntax, into draft: inout ScenarioDraft) {
    let entry = resolve(given.product, .product)
    let state = given.state.map { word($0, .state) ?? "" } ?? "active"
    let (start, until) = checkOrder(given.from, given.until)
    let quantity = given.times.map { times($0) } ?? 1
    guard entry != nil, let state = Grant.State(rawValue: state), let quantity else { return }
    draft.snapshot.grants.append(
      Grant(
        product: given.product.text, state: state, start: start, until: until,
        ownership: given.isShared ? .familyShared : .purchased, quantity: quantity))
  }

  private mutating func times(_ literal: LiteralSyntax) -> Int64? {
    guard let count = count(literal) else { return nil }
    if count > 0 { return count }
    report(.literal(.zero(.count)), at: literal.span)
    return nil
  }
}
