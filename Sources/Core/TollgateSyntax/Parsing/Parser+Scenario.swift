extension Parser {
  /// `given`, `at` and `expect`; every other clause has been read when this is asked.
  mutating func scenarioClause(_ word: Word) -> ClauseSyntax.Kind {
    switch word {
    case .given: return .given(list([.and]) { $0.given() })
    case .at: return instant().map { .at($0) } ?? .broken
    case .expect: return expectation()
    default: return .broken
    }
  }

  private mutating func given() -> GivenSyntax? {
    let next = peek()?.kind
    if asked != nil, current?.word == .product, next == nil { return givenProduct() }
    if current?.word == .product, next == .name || next == .quotedName { return givenProduct() }
    if current?.word == .subject, next == .text {
      advance()
      return text().map { .subject($0) }
    }
    if current?.word == .verified, next == .numeral {
      advance()
      return instant().map { .verified($0) }
    }
    if current?.word == .seen, next == .numeral {
      advance()
      return instant().map { .seen($0) }
    }
    if current?.word == .dismissed, next == .text {
      advance()
      guard let id = text(), !failed, expect(.at) else { return nil }
      return instant().map { .dismissed(id, at: $0) }
    }
    if accept(.not) { return name(.fact).map { .notFact($0) } }
    guard let name = name(.given) else { return nil }
    return given(name)
  }

  /// A value that a scenario gives for a name.
  private mutating func given(_ name: NameSyntax) -> GivenSyntax? {
    if isAtEnd { ask(.quantity) }
    if current?.kind == .numeral { return givenValue(name) }
    if accept(.is) { return value().map { .factIs(name, $0) } }
    if accept(.allowance) {
      return literal(.quantity, unit: .known).map { .allowance(name, $0) }
    }
    guard accept(.until) else { return .bare(name, until: nil) }
    return instant().map { .bare(name, until: $0) }
  }

  private mutating func givenValue(_ name: NameSyntax) -> GivenSyntax? {
    guard let value = literal(.quantity, unit: .known) else { return nil }
    let window = window()
    var carried: LiteralSyntax?
    if !failed, accept(.carried) {
      guard let amount = literal(.quantity, unit: .known) else { return nil }
      carried = amount
    }
    return .value(name, value, window: window, carried: carried, failed ? nil : fall())
  }

  /// `resets I`, or `then Q at I` one or more times.
  private mutating func fall() -> FallSyntax? {
    if accept(.resets) { return instant().map { .resets($0) } }
    var steps: [(used: LiteralSyntax, at: LiteralSyntax)] = []
    while !failed, accept(.then) {
      guard let used = literal(.quantity, unit: .known), expect(.at), let at = instant() else {
        return nil
      }
      steps.append((used, at))
    }
    return steps.isEmpty ? nil : .steps(steps)
  }

  private mutating func givenProduct() -> GivenSyntax? {
    advance()
    guard let name = name(.product) else { return nil }
    var product = ProductGivenSyntax(product: name)
    if isAtEnd { ask(.state) }
    if let current, current.kind == .name, !beginsProductPart(current.word) {
      product.state = self.name(.state)
    }
    var once = Once()
    while mayGoOn, productPart(&product, &once) {}
    return .product(product)
  }

  private func beginsProductPart(_ word: Word?) -> Bool {
    switch word {
    case .offer: peek()?.word == .used || asked != nil && peek() == nil
    case .from, .until, .times, .shared, .and: true
    default: false
    }
  }

  private mutating func productPart(
    _ product: inout ProductGivenSyntax,
    _ once: inout Once
  ) -> Bool {
    if at(.from) {
      keep(.from, &once, in: &product.from) { $0.instant() }
    } else if at(.until) {
      keep(.until, &once, in: &product.until) { $0.instant() }
    } else if at(.times) {
      keep(.times, &once, in: &product.times) { $0.literal(.quantity, unit: .none) }
    } else if at(.shared) {
      _ = isFirst(.shared, &once)
      advance()
      product.isShared = true
    } else if at(.offer) {
      _ = isFirst(.offer, &once)
      advance()
      if expect(.used) { product.isOfferUsed = true }
    } else {
      return false
    }
    return true
  }
}
