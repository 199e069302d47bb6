import TollgateRuntime
import TollgateSyntax

extension Draft {
  /// The index of a choice of a fact.
  func choice(_ name: NameSyntax, of fact: Int32) -> Int64? {
    if let index = choiceIndex(name.text, of: fact) { return index }
    let checked = policy.facts[Int(fact)]
    guard isWorthReporting(name) else { return nil }
    if checked.isOpen {
      // The value is not among those declared, and need not be: it becomes one of them.
      policy.facts[Int(fact)].choices.append(name.text)
      choiceIndices[Int(fact)]?[name.text] = Int64(checked.choices.count)
      return Int64(checked.choices.count)
    }
    report(
      .name(
        .undeclaredChoice(
          name.text, fact: checked.name.text, choices: checked.choices, checked.name.span)),
      at: name.span)
    return nil
  }

  /// The index of a choice that a fact is known to have.
  func choiceIndex(_ choice: String, of fact: Int32) -> Int64? {
    if let table = choiceIndices[Int(fact)] { return table[choice] }
    var table: [String: Int64] = [:]
    for (index, choice) in policy.facts[Int(fact)].choices.enumerated() {
      table[choice] = Int64(index)
    }
    choiceIndices[Int(fact)] = table
    return table[choice]
  }

  /// A fact by itself: it must be yes or no.
  func yesOrNo(_ name: NameSyntax, _ entry: NameTable.Entry) -> CheckedExpression? {
    let fact = policy.facts[Int(entry.index)]
    if fact.type == .yesOrNo { return .factIs(entry.index, 1, name.span) }
    report(
      .fact(
        .notYesOrNo(name.text, fact.type, fact.name.span, isDeclared: fact.name.isDeclared)),
      at: name.span)
    return nil
  }

  /// A fact that is a date.
  func dateFact(_ name: NameSyntax) -> Int32? {
    guard let entry = resolve(name, .fact) else { return nil }
    if policy.facts[Int(entry.index)].type == .date { return entry.index }
    reportType(of: name, entry, found: .anchor, at: name.span)
    return nil
  }

  /// Reports a fact that is compared with what it is not.
  func reportType(
    of name: NameSyntax, _ entry: NameTable.Entry, found: FactMistake.Found, at span: Span
  ) {
    let fact = policy.facts[Int(entry.index)]
    report(
      .fact(
        .type(name.text, fact.type, found: found, fact.name.span, isDeclared: entry.isDeclared)),
      at: span)
  }
}
