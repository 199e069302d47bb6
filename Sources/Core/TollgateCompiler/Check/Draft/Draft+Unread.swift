import TollgateRuntime
import TollgateSyntax

extension Draft {
  /// Notes the names in statements that could not be read, or not to their end: they may have
  /// been declared there, and one cause has one message.
  func noteUnread(_ diagnostics: [Diagnostic]) {
    guard !diagnostics.isEmpty else { return }
    let errors = diagnostics.filter { $0.level == .error }.map { $0.span.start }.sorted()
    var next = 0
    for page in pages.having(StatementKinds.declarations.union(.broken)) {
      tokens = page.tokens
      for statement in page.statements {
        if case .broken = statement.kind {
          noteNames(of: statement)
          if tokenText(statement.tokens.lowerBound) == "series" { hasUnreadSeries = true }
        }
        while next < errors.count, errors[next] < statement.span.start { next += 1 }
        guard next < errors.count, errors[next] <= statement.span.end else { continue }
        if declares(statement.kind) { noteNames(of: statement) }
      }
    }
  }

  private func noteNames(of statement: StatementSyntax) {
    for index in statement.tokens {
      switch tokens[index].kind {
      case .name: unreadNames.insert(tokenText(index))
      case .quotedName: unreadNames.insert(String(tokenText(index).dropFirst().dropLast()))
      default: break
      }
    }
  }

  private func tokenText(_ index: Int) -> String {
    index < tokens.count ? source.text(tokens[index].span) : ""
  }

  private func declares(_ kind: StatementSyntax.Kind) -> Bool {
    !StatementKinds(kind).isDisjoint(with: .declarations)
  }
}
