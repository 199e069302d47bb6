extension Parser {
  /// `platform is ios, android or web or anything else, otherwise web`
  mutating func fact() -> StatementSyntax.Kind {
    guard let declaration = declaration(.fact), !failed, expectIs() else { return .broken }
    let type = factType()
    var fact = FactSyntax(declaration: declaration, type: type, otherwise: nil)
    guard !failed else { return .fact(fact) }
    if current?.kind == .comma, peek() == nil { ask(.word(.otherwise)) }
    if current?.kind == .comma, peek()?.word == .otherwise { advance() }
    if accept(.otherwise) { fact.otherwise = value() }
    return .fact(fact)
  }

  private mutating func factType() -> FactSyntax.FactType {
    if isNamedType() { return namedType() }
    let start = index
    var orAnythingElse = false
    var choices: [NameSyntax] = []
    repeat {
      guard choices.count < Limits.listItems else {
        fail(.listTooLong(place))
        break
      }
      if !choices.isEmpty, current?.word == .anything, peek()?.word == .else {
        advance()
        advance()
        orAnythingElse = true
        break
      }
      if !choices.isEmpty, current?.word == .anything, peek() == nil { ask(.word(.else)) }
      guard let choice = name(choices.isEmpty ? .factType : .choice) else { break }
      choices.append(choice)
    } while !failed && joinsChoices()
    if failed, choices.isEmpty { return .broken }
    if !orAnythingElse, choices.count == 2, Self.isYesOrNo(choices[0], choices[1]) {
      return .yesOrNo
    }
    return choices.count == 1 && !orAnythingElse
      ? single(choices[0], start) : .choice(choices, orAnythingElse: orAnythingElse)
  }

  private mutating func joinsChoices() -> Bool {
    if current?.kind == .comma, peek()?.word == .otherwise { return false }
    if accept(.comma) {
      if isAtEnd { ask(.word(.otherwise)) }
      _ = accept(.or)
      return true
    }
    return accept(.or)
  }

  /// `a date`, but not `a, b or c`.
  private func isNamedType() -> Bool {
    guard current?.kind == .name, let next = peek(), next.kind == .name, next.word != .or else {
      return false
    }
    return current?.word == .a || source.text(place) == "an"
  }

  private mutating func namedType() -> FactSyntax.FactType {
    advance()
    if accept(.date) { return .date }
    if accept(.version) { return .version }
    if accept(.number) { return .number }
    failExpecting(.factType)
    return .broken
  }

  private static func isYesOrNo(_ first: NameSyntax, _ second: NameSyntax) -> Bool {
    guard !first.isQuoted, !second.isQuoted else { return false }
    return first.text == "yes" && second.text == "no" || first.text == "no" && second.text == "yes"
  }

  /// `is date` is rather a slip than a choice of one value.
  private mutating func single(_ choice: NameSyntax, _ start: Int) -> FactSyntax.FactType {
    let type: FactSyntax.FactType
    switch reader.lexemes[start].word {
    case .date: type = .date
    case .version: type = .version
    case .number: type = .number
    default: return .choice([choice], orAnythingElse: false)
    }
    report(.typeWithoutArticle(choice.text, choice.span))
    return type
  }
}
