import TollgateRuntime
import TollgateSyntax

extension Checker {
  /// Reads the values that facts have when the app does not report them.
  mutating func checkFacts() {
    for statement in pages.statements(.facts) {
      guard case .fact(let fact) = statement.kind, let value = fact.otherwise,
        let index = own(fact.declaration.name, .fact)
      else { continue }
      if case .broken = fact.type { continue }
      policy.facts[index].otherwise = otherwise(value, of: index)
    }
  }

  private mutating func otherwise(_ value: ValueSyntax, of index: Int) -> CheckedValue? {
    let fact = policy.facts[index]
    switch (fact.type, value) {
    case (.choice, .name(let name)):
      return choice(name, of: Int32(index)).map { .integer($0) }
    case (.yesOrNo, .name(let name)) where name.text == "yes" || name.text == "no":
      return .integer(name.text == "yes" ? 1 : 0)
    case (.date, .literal(let literal)):
      return instant(literal).map { .integer($0.milliseconds) }
    case (.version, .literal(let literal)): return version(literal).map { .version($0) }
    case (.number, .literal(let literal)): return count(literal).map { .integer($0) }
    default:
      report(.fact(.otherwise(fact.type)), at: value.span)
      return nil
    }
  }

  /// The index of a choice of a fact.
  mutating func choice(_ name: NameSyntax, of fact: Int32) -> Int64? {
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
  mutating func choiceIndex(_ choice: String, of fact: Int32) -> Int64? {
    if let table = choiceIndices[Int(fact)] { return table[choice] }
    var table: [String: Int64] = [:]
    for (index, choice) in policy.facts[Int(fact)].choices.enumerated() {
      table[choice] = Int64(index)
    }
    choiceIndices[Int(fact)] = table
    return table[choice]
  }
}
