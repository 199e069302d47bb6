import TollgateAnalysis
package import TollgateCompiler
package import TollgateSyntax

/// An entry of the outline of a file.
package struct Symbol: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case policy, thing(NameKind), rule, grant, scenario, claim, file
  }

  package var name: String
  /// More about it: its label, or the requirement of a rule.
  package var detail: String
  package var kind: Kind
  /// The statement with its clauses.
  package var place: FilePlace
  /// The name in it.
  package var selection: FilePlace
}

extension Project {
  /// The statements of a file, in its order.
  package func symbols(in path: FilePath) -> [Symbol] {
    var symbols: [Symbol] = []
    for statement in syntax.statements where isIn(statement.span, path) {
      symbols += self.symbols(of: statement)
    }
    return symbols
  }

  /// The declarations, scenarios and claims of all files whose name has a text in it, without regard
  /// to upper and lower case.
  package func symbols(matching text: String) -> [Symbol] {
    let wanted = Array(text.lowercased().utf8)
    return syntax.statements.flatMap { symbols(of: $0) }.filter { symbol in
      guard symbol.kind != .rule, symbol.kind != .grant else { return false }
      return Project.holds(Array(symbol.name.lowercased().utf8), wanted)
    }
  }

  /// Whether the letters of `wanted` are in a text in their order.
  private static func holds(_ text: [UInt8], _ wanted: [UInt8]) -> Bool {
    var next = 0
    for byte in text where next < wanted.count && byte == wanted[next] { next += 1 }
    return next == wanted.count
  }

  private func symbols(of statement: StatementSyntax) -> [Symbol] {
    func symbol(_ name: NameSyntax, _ kind: Symbol.Kind, _ label: LabelSyntax?) -> Symbol {
      self.symbol(name.text, label?.text.value ?? "", kind, statement, name.span)
    }
    switch statement.kind {
    case .policy(let name, let label): return [symbol(name, .policy, label)]
    case .tiers(let list): return list.map { symbol($0.name, .thing(.entitlement), $0.label) }
    case .entitlements(let list):
      return list.map {
        symbol($0.declaration.name, .thing(.entitlement), $0.declaration.label)
      }
    case .product(let product): return [symbol(product.name, .thing(.product), product.label)]
    case .meters(let list):
      return list.map { symbol($0.declaration.name, .thing(.meter), $0.declaration.label) }
    case .setting(let setting):
      return [symbol(setting.declaration.name, .thing(.setting), setting.declaration.label)]
    case .features(let list): return list.map { symbol($0.name, .thing(.feature), $0.label) }
    case .series(let first, let last, let label):
      let span = first.span.joined(last.span)
      return [
        self.symbol(
          source.text(span), label?.text.value ?? "", .thing(.feature), statement, span)
      ]
    case .group(let group, _): return [symbol(group.name, .thing(.group), group.label)]
    case .fact(let fact):
      return [symbol(fact.declaration.name, .thing(.fact), fact.declaration.label)]
    case .rollout(let rollout, _):
      return [symbol(rollout.name, .thing(.rollout), rollout.label)]
    default: return otherSymbol(of: statement).map { [$0] } ?? []
    }
  }

  private func otherSymbol(of statement: StatementSyntax) -> Symbol? {
    switch statement.kind {
    case .grant(let grant):
      return symbol(
        "grant \(grant.entitlement.text)", "", .grant, statement, grant.entitlement.span)
    case .rule(let rule):
      let subject: Span
      switch rule.subject {
      case .things(let things): subject = things.span
      case .comparison(let comparison): subject = comparison.span
      }
      let rest = Span(subject.end, statement.span.end)
      return symbol(source.text(subject), source.oneLine(rest), .rule, statement, subject)
    case .uses(let uses):
      let rest = Span(uses.verb.start, statement.span.end)
      return symbol(
        source.text(uses.subject.span), source.oneLine(rest), .rule, statement, uses.subject.span)
    case .scenario(let title):
      return symbol(title.value, "", .scenario, statement, title.span)
    case .claim, .valueClaim:
      return symbol(source.oneLine(statement.span), "", .claim, statement, statement.span)
    case .use(let path): return symbol(path.value, "", .file, statement, path.span)
    default: return nil
    }
  }

  private func symbol(
    _ name: String, _ detail: String, _ kind: Symbol.Kind, _ statement: StatementSyntax,
    _ selection: Span
  ) -> Symbol {
    Symbol(
      name: name.isEmpty ? " " : name, detail: detail, kind: kind,
      place: place(of: whole(statement)), selection: place(of: selection))
  }

  /// A statement with its clauses.
  func whole(_ statement: StatementSyntax) -> Span {
    var span = statement.span
    for clause in statement.clauses { span = span.joined(clause.span) }
    return span
  }
}
