import TollgateSyntax

/// Mistakes that only a statement with all its lines tells.
extension Mender {
  /// The finding about a line, where the lines beside it say what is meant; nil for others.
  func ofBlock(_ line: Line) -> [Diagnostic]? {
    choices(of: line) ?? prices(of: line) ?? granted(by: line)
  }

  /// `setting quality is 480p`, and below it `1080p with pro`: the values are choices, which stand
  /// in the line of the setting, from the least to the best.
  private func choices(of line: Line) -> [Diagnostic]? {
    guard let statement = syntax.statements.first(where: { $0.span == line.span }),
      case .setting(let setting) = statement.kind, var finding = line.errors.first,
      finding.code == "TG0028" || finding.code == "TG0016", finding.edits.count < 2
    else { return nil }
    let tokens = syntax.tokens[line.tokens].filter { !$0.kind.isBlank }
    guard let verb = tokens.firstIndex(where: { syntax.source.text($0.span) == "is" }),
      verb + 2 == tokens.count
    else { return nil }
    let value = tokens[verb + 1].span
    // A step that is not read yet may count as a statement.
    let misread = syntax.statements.drop { $0.span.start <= line.span.start }.prefix {
      syntax.source.isIndented(at: $0.span.start)
    }
    let steps = (statement.clauses.map { $0.tokens } + misread.map { $0.tokens })
      .compactMap { syntax.tokens[$0].first { !$0.kind.isBlank }?.span }
    var names: [String] = []
    for span in [value] + steps {
      let text = syntax.source.text(span)
      guard let name = Mender.choice(text) else { return nil }
      if !names.contains(name) { names.append(name) }
    }
    guard names.count > 1 else { return nil }
    let list = names.joined(separator: " < ")
    finding.label = "the choices stand in this line, from the least to the best"
    finding.help = []
    finding.notes = []
    let end = names.contains { $0.hasPrefix("`") } ? steps.last?.end ?? value.end : value.end
    var bytes = Array(syntax.source.bytes[value.start..<end])
    for span in ([value] + steps).reversed() where span.end <= end {
      let isFirst = span == value
      let written = isFirst ? list : Mender.choice(syntax.source.text(span)) ?? ""
      bytes.replaceSubrange(
        span.start - value.start..<span.end - value.start, with: Array(written.utf8))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let first = "setting \(setting.declaration.name.text) is \(list)"
    finding.edits = [
      .init(
        Span(value.start, end), text, safety: .unsafe,
        title: "write `\(first)`" + (end > value.end ? ", and the steps with its names" : ""))
    ]
    finding.span = value
    if finding.code == "TG0016" {
      finding.headline = "`\(setting.declaration.name.text)` names only one of its choices"
    }
    return [finding]
  }

  /// A choice as the language writes it: a name, in backquotes where it begins with a digit; nil for
  /// values that are none.
  private static func choice(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    guard let first = scalars.first else { return nil }
    if first == "`" { return text }
    guard scalars.allSatisfy({ $0.isNameContinuation }),
      scalars.contains(where: { $0.properties.isAlphabetic })
    else { return nil }
    if first.isNameStart { return Word(rawValue: text) == .unlimited ? nil : text }
    return "`\(text)`"
  }

  /// A second `price` in another currency: `price A or B` is one line.
  private func prices(of line: Line) -> [Diagnostic]? {
    guard var finding = line.errors.first, finding.code == "TG0018",
      let second = line.beside.first(where: { $0.span == line.span }),
      case .price(let price) = second.kind, let amount = price.amounts.first,
      price.amounts.count == 1, price.each == nil,
      let first = line.beside.first(where: { clause in
        if case .price = clause.kind { clause.span.end < second.span.start } else { false }
      }), case .price(let other) = first.kind, other.each == nil, let last = other.amounts.last
    else { return nil }
    let source = syntax.source
    func period(_ price: PriceSyntax, _ clause: ClauseSyntax) -> String {
      let end = price.amounts.last?.span.end ?? clause.span.start
      return source.text(Span(end, clause.span.end))
    }
    func currency(_ amount: LiteralSyntax) -> String {
      source.text(amount.span).split(separator: " ").last.map { String($0) } ?? ""
    }
    let isOther = other.amounts.allSatisfy { currency($0) != currency(amount) }
    let isSamePeriod = period(price, second) == period(other, first)
    if !isOther, isSamePeriod { return nil }
    finding.help = []
    guard isOther, isSamePeriod else {
      let product = line.above.flatMap { above -> String? in
        if case .product(let product) = above.kind { product.name.text } else { nil }
      }
      finding.help = [
        "a product has one price: write the other one below a product of its own, "
          + "`product \(product ?? "annual")-2`"
      ]
      return [finding]
    }
    let both =
      source.text(Span(first.span.start, last.span.end)) + " or " + source.text(amount.span)
      + period(price, second)
    var end = second.span.start
    while end > first.span.end, source.bytes[end - 1] != 0x0A { end -= 1 }
    let between = source.text(Span(first.span.end, max(first.span.end, end - 1)))
    finding.headline = "a product has its prices in one line"
    finding.label = "the price in another currency follows `or`"
    finding.edits = [
      .init(
        Span(first.span.start, second.span.end), both + between, safety: .unsafe,
        title: "write `\(both)` in place of both")
    ]
    return [finding]
  }

  /// `entitlement pro` below a product, where `pro` is declared: the product grants it.
  private func granted(by line: Line) -> [Diagnostic]? {
    guard line.isMisread, case .product = line.above?.kind, var finding = line.errors.first,
      finding.code == "TG0102",
      let statement = syntax.statements.first(where: { $0.span == line.span }),
      case .entitlements(let declared) = statement.kind
    else { return nil }
    let names = declared.map { $0.declaration.name.text }.joined(separator: ", ")
    let token = syntax.tokens[line.tokens.lowerBound].span
    finding.code = "TG0001"
    finding.headline = "what a product gives follows `grants`"
    finding.span = token
    finding.label = "this declares an entitlement, and ends the product"
    finding.related = []
    finding.help = []
    finding.edits = [
      .init(
        statement.span, "grants \(names)", safety: .unsafe, title: "write `grants \(names)`")
    ]
    return [finding]
  }
}
