import TollgateRuntime
import TollgateSyntax

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
    _ fall: FallSyntax?, into sketch: inout ScenarioSketch
  ) {
    guard let entry = draft.resolve(name, .meter, .fact) else { return }
    guard entry.kind == .meter else {
      if let window {
        draft.report(.fact(.window(name.text, entry.span)), at: window.span)
      } else if let fall {
        draft.report(.fact(.window(name.text, entry.span)), at: fall.span)
      } else {
        readFact(name, entry, literal, into: &sketch)
      }
      return
    }
    let window = draft.window(window)
    let value = draft.quantity(literal, of: entry.index)
    guard let counter = counter(value, literal, fall, of: entry.index), let window,
      isFirst(.usage(entry.index, window), name.text, name.span, &sketch)
    else { return }
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

  /// `product annual cancelled from I until I times 2 shared`
  func read(_ given: ProductGivenSyntax, into sketch: inout ScenarioSketch) {
    let entry = draft.resolve(given.product, .product)
    let state = given.state.map { draft.word($0, .state) ?? "" } ?? "active"
    let (start, until) = draft.expressions.checkOrder(given.from, given.until)
    let quantity = given.times.map { draft.count($0, atLeast: 1, .count) } ?? 1
    guard entry != nil, let state = Grant.State(rawValue: state), let quantity else { return }
    sketch.snapshot.grants.append(
      Grant(
        product: given.product.text, state: state, start: start, until: until,
        ownership: given.isShared ? .familyShared : .purchased, quantity: quantity))
  }
}
