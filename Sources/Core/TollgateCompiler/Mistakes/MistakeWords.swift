import TollgateSyntax

/// Words for mistakes. It knows the names of the policy, so that it can suggest one.
struct MistakeWords {
  let names: NameTable
  /// The names of each kind.
  let namesByKind: [NameKind: [String]]
  let facts: [CheckedFact]
  let source: Source
  /// How many letters may still be compared to find what was meant.
  var work = 20_000_000

  init(_ draft: Draft) {
    names = draft.names
    namesByKind = draft.mistakes.isEmpty ? [:] : draft.names.names
    facts = draft.policy.facts
    source = draft.source
  }

  mutating func diagnostic(for fault: Mistake, at span: Span) -> Diagnostic {
    switch fault {
    case .literal(let fault): literal(fault, span)
    case .name(let fault): name(fault, span)
    case .range(let fault): range(fault, span)
    case .fact(let fault): fact(fault, span)
    case .clause(let fault): clause(fault, span)
    case .label(let fault): label(fault, span)
    case .value(let fault): value(fault, span)
    case .size(let fault): Self.size(fault, span)
    case .counting(let fault): counting(fault, span)
    case .use(let fault): use(fault, span)
    }
  }

  /// The text at a place, shortened.
  func written(_ span: Span) -> String {
    let text = source.text(span)
    return text.utf8.count > 60 && text.count > 60 ? String(text.prefix(59)) + "…" : text
  }

  /// Some names in a row: at most eight, and how many there are besides.
  func list(_ names: some Collection<String>) -> String {
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}
