import TollgateSyntax

extension Checker {
  /// Notes the names in statements that could not be read, or not to their end: they may have
  /// been declared there, and one cause has one message.
  mutating func noteUnread(_ diagnostics: [Diagnostic]) {
    for statement in syntax.statements {
      guard case .broken = statement.kind else { continue }
      noteNames(of: statement)
      if word(statement.tokens.lowerBound) == "series" { hasUnreadSeries = true }
    }
    for diagnostic in diagnostics where diagnostic.level == .error {
      guard let statement = statement(at: diagnostic.span.start) else { continue }
      if declares(statement.kind) { noteNames(of: statement) }
    }
  }

  private mutating func noteNames(of statement: StatementSyntax) {
    for index in statement.tokens {
      switch syntax.tokens[index].kind {
      case .name: unreadNames.insert(word(index))
      case .quotedName: unreadNames.insert(String(word(index).dropFirst().dropLast()))
      default: break
      }
    }
  }

  private func word(_ index: Int) -> String {
    index < syntax.tokens.count ? source.text(syntax.tokens[index].span) : ""
  }

  private func declares(_ kind: StatementSyntax.Kind) -> Bool {
    switch kind {
    case .tiers, .entitlements, .product, .meters, .features, .series, .group, .fact, .rollout:
      true
    default: false
    }
  }

  /// The last statement that begins at or before a place, if its lines reach it.
  private func statement(at offset: Int) -> StatementSyntax? {
    var low = 0
    var high = syntax.statements.count
    while high > low {
      let middle = (low + high) / 2
      if syntax.statements[middle].span.start <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let statement = syntax.statements[low - 1]
    return offset <= statement.span.end ? statement : nil
  }
}
