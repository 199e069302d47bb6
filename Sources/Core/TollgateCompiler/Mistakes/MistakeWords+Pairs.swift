import TollgateSyntax

extension MistakeWords {
  /// Faults that take two places to see.
  func twofold(_ fault: NameMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .declaredTwice(let name, let kind, let first, let place):
      return Diagnostic(
        code: "TG0102",
        headline: kind == first
          ? "the \(kind.word) `\(name)` is declared twice"
          : "`\(name)` is declared as \(first.withArticle) and as \(kind.withArticle)",
        span: span, label: kind == first ? "the second time" : "as \(kind.withArticle) here",
        related: [.init(place, kind == first ? "first here" : "as \(first.withArticle) here")])
    case .seriesOverlap(let later, let earlier, let place):
      return Diagnostic(
        code: "TG0102", headline: "the series `\(later)` and `\(earlier)` share members",
        span: span, label: "these members are declared twice", related: [.init(place, "first here")]
      )
    case .isMember(let name, let series, let place):
      return Diagnostic(
        code: "TG0102", headline: "`\(name)` is declared alone and as a member of `\(series)`",
        span: span, label: "the second time", related: [.init(place, "first here")])
    case .cycle(let cycle, let names, let places): return self.cycle(cycle, names, places, span)
    case .heldApartFromItself(let name):
      return Diagnostic(
        code: "TG0106", headline: "`\(name)` is `not with` itself", span: span,
        label: "this is the product itself", help: ["name the other product, or remove the line"])
    case .storeID(let id, let product, let other, let place):
      return Diagnostic(
        code: "TG0407", headline: "`\(id)` is the store id of `\(other)` and of `\(product)`",
        span: span, label: "a purchase could be either of them",
        related: [.init(place, "the id of `\(other)`")],
        help: ["give each product the id that the store has for it"])
    case .storeIDIsName(let id, let product, let place):
      return Diagnostic(
        code: "TG0407",
        headline: "`\(id)` is the store id of `\(product)` and the name of another product",
        span: span, label: "a purchase could be either of them",
        related: [.init(place, "the product of that name")],
        help: ["give each product the id that the store has for it"])
    default: return confusable(fault, span)
    }
  }

  private func cycle(
    _ cycle: NameMistake.Cycle, _ names: [String], _ places: [Span], _ span: Span
  ) -> Diagnostic {
    let name = names.first ?? ""
    let verb =
      switch cycle {
      case .includes: "includes"
      case .groups: "contains"
      case .onlyWith: "is sold only with"
      }
    var steps = names.prefix(12).map { "`\($0)`" }
    if names.count > 12 { steps.append("…") }
    steps.append("`\(name)`")
    let subject = cycle == .groups ? "the group `\(name)`" : "`\(name)`"
    var related: [Diagnostic.Related] = []
    for (index, place) in places.enumerated().dropFirst().prefix(11) where index < names.count {
      related.append(.init(place, "`\(names[index])` \(verb) this"))
    }
    return Diagnostic(
      code: "TG0106",
      headline: names.count > 1
        ? "\(subject) \(verb) itself: \(steps.joined(separator: ", "))"
        : "\(subject) \(verb) itself",
      span: span, label: names.count > 1 ? "leads back to `\(name)`" : "this is the thing itself",
      related: related)
  }

  private func confusable(_ fault: NameMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .mixedScripts(let name, let scripts, let meant):
      let titles = scripts.map { $0.title }.joined(separator: " and ")
      return Diagnostic(
        code: "TG0104", headline: "the name `\(name)` mixes \(titles) letters", span: span,
        label: "letters of different scripts that look alike",
        edits: edits(meant, span))
    case .lookalike(let name, let other, let place, let isUndeclared):
      return Diagnostic(
        code: "TG0104",
        headline: "the name `\(name)` looks like `\(other)`, but is a different name",
        span: span, label: "letters of another script that look the same",
        related: [.init(place, "the name it looks like")],
        edits: edits(isUndeclared ? other : nil, span))
    default:
      return Diagnostic(code: "TG0102", headline: "this name has two meanings", span: span)
    }
  }

  private func edits(_ meant: String?, _ span: Span) -> [Diagnostic.Edit] {
    guard let meant else { return [] }
    let title = "write `\(meant)`, the declared name it looks like"
    return [.init(span, quoted(meant), safety: .unsafe, title: title)]
  }
}
