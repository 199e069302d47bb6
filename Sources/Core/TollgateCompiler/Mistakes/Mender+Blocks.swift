import TollgateSyntax

/// Mistakes that only a statement with all its lines tells.
extension Mender {
  /// The finding about a line, where the lines beside it say what is meant; nil for others.
  func ofBlock(_ line: Line) -> [Diagnostic]? {
    choices(of: line) ?? prices(of: line) ?? granted(by: line)
  }

  /// The finding about a sentence of a price page that the language does not have.
  func ofPage(_ line: Line) -> [Diagnostic]? {
    PageSentence.finding(
      about: syntax.tokens[line.tokens], of: syntax, known, below: line.above,
      beside: line.beside, code: line.errors.first?.code ?? "TG0001"
    ).map { [$0] }
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
    if let numbers = thousands(setting.declaration.name.text, value, steps) {
      let written = syntax.source.text(value)
      finding.headline = "`\(written)` is not how the language writes a number"
      finding.label = "a number has its digits alone; a choice stands beside others"
      finding.edits = [numbers] + finding.edits
      finding.edits[1].title += ", if these are choices"
    }
    return [finding]
  }

  /// `8K`, and below it `32K with pro`, as numbers; nil where a value is none.
  private func thousands(_ name: String, _ value: Span, _ steps: [Span]) -> Diagnostic.Edit? {
    let last = steps.last?.end ?? value.end
    var bytes = Array(syntax.source.bytes[value.start..<last])
    for span in ([value] + steps).reversed() {
      let text = syntax.source.text(span)
      let digits = text.utf8.prefix { $0.isASCIIDigit }
      guard !digits.isEmpty else { return nil }
      let zeros: String
      switch text.utf8.dropFirst(digits.count).map({ $0 | 0x20 }) {
      case [0x6B]: zeros = "000"
      case [0x6D]: zeros = "000000"
      default: return nil
      }
      bytes.replaceSubrange(
        span.start - value.start..<span.end - value.start,
        with: Array(digits) + Array(zeros.utf8))
    }
    let first = String(decoding: bytes.prefix { $0.isASCIIDigit }, as: UTF8.self)
    var title = "write `setting \(name) is \(first)`"
    if !steps.isEmpty { title += ", and so in the steps" }
    return .init(
      Span(value.start, last), String(decoding: bytes, as: UTF8.self), safety: .unsafe,
      title: title)
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
