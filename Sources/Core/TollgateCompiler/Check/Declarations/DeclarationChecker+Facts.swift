import TollgateRuntime
import TollgateSyntax

extension DeclarationChecker {
  /// Reads the values that facts have when the app does not report them.
  func checkFacts() {
    for statement in draft.pages.statements(.facts) {
      guard case .fact(let fact) = statement.kind, let value = fact.otherwise,
        let index = draft.own(fact.declaration.name, .fact)
      else { continue }
      if case .broken = fact.type { continue }
      draft.policy.facts[index].otherwise = otherwise(value, of: index)
    }
  }

  private func otherwise(_ value: ValueSyntax, of index: Int) -> CheckedValue? {
    let fact = draft.policy.facts[index]
    switch (fact.type, value) {
    case (.choice, .name(let name)):
      return draft.choice(name, of: Int32(index)).map { .integer($0) }
    case (.yesOrNo, .name(let name)) where name.text == "yes" || name.text == "no":
      return .integer(name.text == "yes" ? 1 : 0)
    case (.date, .literal(let literal)):
      return draft.instant(literal).map { .integer($0.milliseconds) }
    case (.version, .literal(let literal)): return draft.version(literal).map { .version($0) }
    case (.number, .literal(let literal)): return draft.count(literal).map { .integer($0) }
    default:
      draft.report(.fact(.otherwise(fact.type)), at: value.span)
      return nil
    }
  }

}
