extension Parser {
  /// The comparison after a name in a condition; nil if there is none, or it could not be read.
  mutating func comparison(of name: NameSyntax, from start: Int) -> ExpressionSyntax? {
    if accept(.is) || accept(.are) { return equality(of: name, from: start) }
    if accept(.before) { return order(of: name, since: false, from: start) }
    if accept(.since) { return order(of: name, since: true, from: start) }
    guard let sign = comparisonOperator() else { return nil }
    advance()
    guard let quantity = literal(.quantity, unit: .known) else { return nil }
    let window = window()
    return .compare(name, sign, quantity, window, span(from: start))
  }

  private func comparisonOperator() -> ComparisonOperator? {
    switch current?.kind {
    case .more: .more
    case .moreOrEqual: .atLeast
    case .less: .less
    case .lessOrEqual: .atMost
    default: nil
    }
  }

  private mutating func order(
    of name: NameSyntax,
    since: Bool,
    from start: Int
  ) -> ExpressionSyntax? {
    guard let literal = literal(.versionOrDate, unit: .none) else { return nil }
    return .order(name, since: since, literal, span(from: start))
  }

  private mutating func equality(of name: NameSyntax, from start: Int) -> ExpressionSyntax? {
    let negated = accept(.not)
    if isAtEnd { ask(.word(.one)) }
    if current?.word == .one, peek() == nil { ask(.word(.of)) }
    if current?.word == .one, peek()?.word == .of {
      advance()
      advance()
      // The list ends where no comma follows, so that `and` after it joins conditions.
      let values = list(while: { $0.joinsValues() }, { $0.value() })
      guard !values.isEmpty else { return nil }
      return .isOneOf(name, values, negated: negated, span(from: start))
    }
    guard let value = value() else { return nil }
    if case .literal(let literal) = value, let window = window() {
      let sign: ComparisonOperator = negated ? .notEqual : .equal
      return .compare(name, sign, literal, window, span(from: start))
    }
    return .isValue(name, value, negated: negated, span(from: start))
  }

  private mutating func joinsValues() -> Bool {
    if let word = peek()?.word, Self.endsList(word) { return false }
    guard accept(.comma) else { return false }
    // `a, b, and c`: after a comma the list continues, whatever the word is.
    if !accept(.and) { _ = accept(.or) }
    return true
  }

  /// A choice, `yes` or `no`, or a literal.
  mutating func value() -> ValueSyntax? {
    if current?.kind == .numeral { return literal(.value, unit: .known).map { .literal($0) } }
    return name(.value).map { .name($0) }
  }
}
