import TollgateRuntime
import TollgateSyntax

extension MistakeWords {
  mutating func name(_ fault: NameMistake, _ span: Span) -> Diagnostic {
    switch fault {
    case .undeclared(let name, let kinds): undeclared(name, kinds, span)
    case .mistypedDeclaration(let name, let kind, let meant, let uses):
      mistypedDeclaration(name, kind, meant, uses, span)
    case .noProduct: noProduct(span)
    case .undeclaredFact(let name, let slip, let rewording):
      undeclaredFact(name, slip, rewording, span)
    case .undeclaredChoice(let name, let fact, let choices, let place):
      undeclaredChoice(name, fact, choices, place, span)
    case .unknownWord(let name, let list): unknownWord(name, list, span)
    case .wrongKind(let name, let kind, let wanted, let place, let isDeclared):
      wrongKind(name, kind, wanted, place, isDeclared, span)
    case .entitlementInCondition(let name, let place, let rewording):
      entitlementInCondition(name, place, rewording, span)
    default: twofold(fault, span)
    }
  }

  private mutating func undeclared(
    _ name: String, _ kinds: [NameKind], _ span: Span
  ) -> Diagnostic {
    let isRequired = kinds.contains(.entitlement) && kinds.contains(.fact)
    let known = kinds.flatMap { candidates($0, onlyYesOrNo: isRequired) }
    let what = isRequired ? ["entitlement"] : kinds.map { $0.word }
    var diagnostic = Diagnostic(
      code: "TG0101", headline: "there is no \(what.joined(separator: " or ")) called `\(name)`",
      span: span, label: "not declared in this policy")
    for kind in kinds {
      let usable = candidates(kind, onlyYesOrNo: isRequired)
      if usable.isEmpty { continue }
      diagnostic.notes.append("\(kind.plural) you can use: \(list(usable))")
    }
    suggest(name, known, kinds.first?.word ?? "name", span, &diagnostic)
    if let member = SeriesName.ifAny(name), let series = names.series[member.prefix]?.last {
      // The number is the mistake, or the series is too short: no other name is meant.
      let range = "`\(series.prefix)\(series.first)..\(series.prefix)\(series.last)`"
      diagnostic.edits = []
      diagnostic.related = [.init(series.span, "this series is \(range)")]
      diagnostic.help = ["name a member of \(range), or make the series longer"]
    } else if diagnostic.edits.isEmpty, let kind = kinds.first {
      diagnostic.help = ["declare it: \(example(kind, name))"]
    }
    return diagnostic
  }

  private func mistypedDeclaration(
    _ name: String, _ kind: NameKind, _ meant: String, _ uses: [Span], _ span: Span
  ) -> Diagnostic {
    Diagnostic(
      code: "TG0101",
      headline: "there is no \(kind.word) called `\(meant)`, which is used \(uses.count) times",
      span: span, label: "nothing uses `\(name)`",
      related: uses.map { .init($0, "`\(meant)` is used here") },
      edits: [.init(span, source.text(uses[0]), safety: .unsafe, title: "write `\(meant)`")])
  }

  /// A sentence that is not finished: nobody means an entitlement called `product`.
  private mutating func noProduct(_ span: Span) -> Diagnostic {
    let known = candidates(.product)
    return Diagnostic(
      code: "TG0101", headline: "expected the name of a product after `product`", span: span,
      label: "the name is missing",
      notes: known.isEmpty ? [] : ["products you can use: \(list(known))"],
      help: known.isEmpty ? ["declare a product first: `product annual`"] : [])
  }

  /// The names of a kind; of facts, if asked, those that can be used by themselves.
  private func candidates(_ kind: NameKind, onlyYesOrNo: Bool = false) -> [String] {
    guard kind == .fact, onlyYesOrNo else { return namesByKind[kind] ?? [] }
    return facts.filter { $0.type == .yesOrNo }.map { $0.name.text }
  }

  private func example(_ kind: NameKind, _ name: String) -> String {
    switch kind {
    case .rollout: "`rollout \(name) is 25% of users`"
    case .fact: "`fact \(name) is …`"
    case .group: "`group \(name) is …`"
    case .setting: "`setting \(name) is 7 days`"
    default: "`\(kind.word) \(name)`"
    }
  }

  /// Adds an edit for the nearest name. It is never safe: it chooses a meaning.
  mutating func suggest(
    _ name: String, _ candidates: [String], _ what: String, _ span: Span,
    _ diagnostic: inout Diagnostic
  ) {
    guard let nearest = Spelling.nearest(to: name, among: candidates, work: &work) else { return }
    let text = quoted(nearest.name)
    let title =
      nearest.isAlone
      ? "write `\(nearest.name)`, the only \(what) within one typo"
      : "write `\(nearest.name)`, the nearest \(what)"
    diagnostic.edits = [.init(span, text, safety: .unsafe, title: title)]
  }

  /// A name as it has to be written: in backquotes where it is declared in them.
  func quoted(_ name: String) -> String {
    let isQuoted = (names.entry(name) ?? names.entry(name, isProduct: true))?.isQuoted ?? false
    return isQuoted ? "`\(name)`" : name
  }

  private mutating func undeclaredFact(
    _ name: String, _ slip: NameMistake.ListSlip?, _ rewording: NameMistake.Rewording?,
    _ span: Span
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "TG0101", headline: "there is no yes-or-no fact called `\(name)`", span: span,
      label: "a name alone in a condition is a yes-or-no fact")
    if let slip {
      diagnostic.edits = [
        .init(
          slip.span, slip.replacement, safety: .unsafe,
          title: "write `\(slip.replacement)`, a list of values of `\(slip.fact)`")
      ]
      return diagnostic
    }
    let usable = candidates(.fact, onlyYesOrNo: true)
    if !usable.isEmpty { diagnostic.notes = ["yes-or-no facts you can use: \(list(usable))"] }
    suggest(name, usable, "yes-or-no fact", span, &diagnostic)
    if diagnostic.edits.isEmpty {
      diagnostic.help = ["declare it: `fact \(name) is yes or no`"]
      if !names.declaredKinds.contains(.entitlement) {
        let sentence = rewording?.text ?? "requires not \(name)"
        diagnostic.help.append("for an entitlement, write `\(sentence)`")
      }
    }
    return diagnostic
  }

  private func entitlementInCondition(
    _ name: String, _ place: Span, _ rewording: NameMistake.Rewording?, _ span: Span
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "TG0102", headline: "`\(name)` is an entitlement, not a yes-or-no fact", span: span,
      label: "a condition asks about facts, meters and time",
      related: [.init(place, "this is the entitlement")])
    if let rewording {
      let title = "write `\(rewording.text)`: the requirement asks about entitlements"
      diagnostic.edits = [.init(rewording.span, rewording.text, safety: .unsafe, title: title)]
    } else {
      diagnostic.help = ["ask about it in the requirement, as in `requires not \(name)`"]
    }
    return diagnostic
  }

  private mutating func undeclaredChoice(
    _ name: String, _ fact: String, _ choices: [String], _ place: Span, _ span: Span
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      code: "TG0101", headline: "`\(name)` is not a value of `\(fact)`", span: span,
      label: "not among its choices", related: [.init(place, "its choices are declared here")],
      notes: ["values of `\(fact)`: \(list(choices))"])
    suggest(name, choices, "value", span, &diagnostic)
    if diagnostic.edits.isEmpty {
      diagnostic.help = ["add it to the fact, or end its list in `or anything else`"]
    }
    return diagnostic
  }

  private mutating func unknownWord(
    _ name: String, _ words: WordList, _ span: Span
  ) -> Diagnostic {
    let what = words.rawValue
    var diagnostic = Diagnostic(
      code: "TG0101", headline: "there is no \(what) called `\(name)`", span: span,
      label: "not one of the \(what)s",
      notes: ["\(what)s: \(words.words.joined(separator: ", "))"])
    suggest(name, words.words, what, span, &diagnostic)
    return diagnostic
  }

  private func wrongKind(
    _ name: String, _ kind: NameKind, _ wanted: [NameKind], _ place: Span, _ isDeclared: Bool,
    _ span: Span
  ) -> Diagnostic {
    let other = wanted.first?.withArticle ?? "that"
    var diagnostic = Diagnostic(
      code: "TG0102", headline: "`\(name)` is \(kind.withArticle), not \(other)", span: span,
      label: "used as \(other)",
      related: [.init(place, "\(isDeclared ? "declared" : "used") as \(kind.withArticle) here")])
    if kind == .setting {
      diagnostic.help = [settingHelp(name, wanted)]
    } else if kind == .meter, wanted == [.setting] {
      diagnostic.help = ["expect what is left of the limit: `expect \(name) allowed remaining 1`"]
    } else if kind == .meter, wanted.contains(.feature) {
      diagnostic.help = ["give the meter a line of its own"]
    } else if kind == .product, wanted.contains(.entitlement) {
      diagnostic.help = ["name what the product grants"]
    } else if kind == .product || kind == .entitlement, wanted.contains(.fact) {
      diagnostic.notes = ["a condition asks about facts, meters and time"]
      let asked = kind == .product ? "what the product grants" : "it"
      let example = kind == .product ? "" : ", as in `requires not \(name)`"
      diagnostic.help = ["ask about \(asked) in the requirement\(example)"]
    }
    return diagnostic
  }

  /// How a setting is used instead.
  private func settingHelp(_ name: String, _ wanted: [NameKind]) -> String {
    if wanted.contains(.fact) {
      return "ask about the fact or the plan that the setting depends on"
    }
    if wanted.contains(.meter) {
      return "write its values below the setting, each with what it needs: `30 days with basic`"
    }
    return "give the setting a line of its own: `\(name) is off when platform is web`"
  }
}
