/// A sentence of a price page that the language says with other means, or not at all. It gets one
/// message that says so: the line that sounds most like it would mean something else.
package struct PageSentence {
  let pieces: [Piece]
  let known: KnownNames
  let policy: PolicySyntax
  /// The statement that the line stands below.
  let above: StatementSyntax?
  /// The clauses of that statement.
  let beside: [ClauseSyntax]
  /// The code of what was found before.
  let code: String
  /// How the line fits the row that is tried.
  var match = OtherForm.Match()

  /// The message about a line; nil where it is no such sentence.
  ///
  /// - Parameters:
  ///   - tokens: Those of the line.
  ///   - clauses: Those that the statement above has, the line among them if it is one.
  ///   - code: The code of the first mistake in the line.
  package static func finding(
    about tokens: ArraySlice<Token>, of policy: PolicySyntax, _ known: KnownNames,
    below above: StatementSyntax?, beside clauses: [ClauseSyntax], code: String
  ) -> Diagnostic? {
    let pieces = [Piece](tokens, of: policy.source)
    guard let first = pieces.first, pieces.count <= 40 else { return nil }
    let isBelow =
      policy.source.isIndented(at: first.span.start)
      || clauses.contains { $0.span.start == first.span.start }
    let home = isBelow ? above : nil
    var line = PageSentence(
      pieces: pieces, known: known, policy: policy, above: home, beside: isBelow ? clauses : [],
      code: code)
    if let finding = line.anywhere() { return finding }
    let words = Set(pieces.map { $0.folded })
    let context = OtherForm.Context(known: known, below: home, beside: clauses, isLast: true)
    for row in Row.all where row.home.holds(home) {
      guard row.form.mayFit(words, pieces.count, context) else { continue }
      line.match = OtherForm.Match()
      guard row.form.fits(pieces, 0, 0, context, &line.match), !line.usesNames else { continue }
      if let finding = line.finding(row.topic) { return finding }
    }
    return nil
  }

  /// The statement that a row stands below.
  private enum Home: String {
    case any, step, rule, product, uses

    func holds(_ above: StatementSyntax?) -> Bool {
      switch (self, above?.kind) {
      case (.any, _), (.product, .product), (.rule, .rule), (.uses, .uses), (.step, .setting): true
      case (.step, .rule(let rule)): if case .ladder = rule.effect { true } else { false }
      default: false
      }
    }
  }

  /// The things that pages say.
  enum Topic: String {
    case more, times, least, lead, gives, agreed, window, ceiling, sum, money, own, fraction
    case carries, mostBeyond, ownBeyond
    case mostSold, onRequest, share, offerUntil, saleIn, trialFor, expires, ends, pass
    case refund
  }

  /// One way in which they say it.
  private struct Row: Sendable {
    var home: Home
    var topic: Topic
    var form: OtherForm

    /// `step more: {q} more with {r}`
    init?(_ row: String) {
      let parts = row.split(separator: ":", maxSplits: 1)
      let names = parts.first?.split(separator: " ") ?? []
      guard parts.count == 2, names.count == 2, let home = Home(rawValue: String(names[0])),
        let topic = Topic(rawValue: String(names[1]))
      else { return nil }
      (self.home, self.topic) = (home, topic)
      form = OtherForm(parts[1].dropFirst() + " ~> -")
    }

    static let all = PageSentence.table.split(separator: "\n").flatMap { row in
      choices(row.split(separator: " ")).compactMap { Row($0.joined(separator: " ")) }
    }

    /// A row with and without each hole in `[` and `]`.
    private static func choices(_ words: [Substring]) -> [[Substring]] {
      guard let place = words.firstIndex(where: { $0.hasPrefix("[{") }) else { return [words] }
      var (with, without) = (words, words)
      with[place] = words[place].dropFirst().dropLast()
      without.remove(at: place)
      return choices(without) + choices(with)
    }
  }

  private func finding(_ topic: Topic) -> Diagnostic? {
    switch topic {
    case .more: more()
    case .times: times()
    case .least: least()
    case .lead: lead()
    case .gives: gives()
    case .agreed: agreed()
    case .window: ownWindow()
    case .ceiling: ceiling()
    case .sum: sum()
    case .money: money()
    case .own: ownLimit()
    case .fraction: fraction()
    case .carries: carries()
    case .mostBeyond: mostBeyond()
    case .ownBeyond: ownBeyond()
    case .mostSold: mostSold()
    case .onRequest: onRequest()
    case .share: share()
    case .offerUntil: offerUntil()
    case .saleIn: saleIn()
    case .trialFor: trialFor()
    case .expires: expires()
    case .ends: ends()
    case .pass: pass()
    case .refund: refund()
    }
  }

  /// The message, with the code of what was found before, if that was no name.
  func finding(
    _ headline: String, at span: Span, _ label: String, help: [String] = [],
    edits: [Diagnostic.Edit] = []
  ) -> Diagnostic {
    let isName = code == "TG0010" || code == "TG0101" || code == "TG0102"
    return Diagnostic(
      code: isName ? "TG0001" : code, headline: headline, span: span, label: label, help: help,
      edits: edits)
  }
}

/// Parts of the line, and of what stands around it.
extension PageSentence {
  /// The words in a hole; empty where there is none.
  func words(_ hole: Character) -> [Piece] { match.pieces(hole, pieces) ?? [] }

  /// Whether a word of the row is a name of the policy, and says that here. A product is named only
  /// where one is asked for.
  private var usesNames: Bool {
    match.words.contains { place in
      let kind = known.kind(of: pieces[place].text)
      return kind != nil && kind != .product
    }
  }

  /// The words in a hole, as one text.
  func said(_ hole: Character) -> String { words(hole).sentence }

  /// The amount in a hole.
  func amount(_ hole: Character = "q") -> PlainAmount? { PlainAmount(words(hole)) }

  /// The place from one piece to another.
  func span(_ range: Range<Int>) -> Span {
    pieces[range.lowerBound].span.joined(pieces[range.upperBound - 1].span)
  }

  /// The place of a hole and of the words beside it that belong to it.
  func span(around hole: Character, with words: Set<String> = []) -> Span {
    let range = match.holes.last { $0.letter == hole }?.range ?? pieces.indices
    var (first, last) = (range.lowerBound, range.upperBound)
    while first > 0, words.contains(pieces[first - 1].folded) { first -= 1 }
    while last < pieces.count, words.contains(pieces[last].folded) { last += 1 }
    return span(first..<last)
  }

  /// The text of the line at a place.
  func text(_ span: Span) -> String { policy.source.text(span) }

  /// An edit of a part of the line.
  func edit(_ span: Span, _ text: String, title: String? = nil) -> [Diagnostic.Edit] {
    [.init(span, text, safety: .unsafe, title: title ?? "write `\(text)`")]
  }

  /// An edit that takes a part away, with the blank before it.
  func without(_ span: Span) -> [Diagnostic.Edit] {
    edit(Span(span.start - 1, span.end), "", title: "leave `\(text(span))` out")
  }

  /// The limit above, if it has steps or may have them.
  var ladder: ComparisonSyntax? {
    guard case .rule(let rule) = above?.kind, case .ladder = rule.effect,
      case .comparison(let limit) = rule.subject
    else { return nil }
    return limit
  }

  /// The amount that everybody has by the line above, if it is one.
  var base: PlainAmount? {
    if let limit = ladder {
      guard case .literal(let literal) = limit.quantity, limit.each == nil else { return nil }
      return PlainAmount(literal)
    }
    guard case .setting(let setting) = above?.kind, case .value(.literal(let value)) = setting.base
    else { return nil }
    return PlainAmount(value)
  }

  /// The meter or the setting above.
  var subject: String? {
    if case .setting(let setting) = above?.kind { return setting.declaration.name.text }
    return ladder?.meter.text
  }

  var isBelowSetting: Bool { if case .setting = above?.kind { true } else { false } }

  /// The steps that stand beside the line.
  var steps: [StepSyntax] {
    beside.compactMap { clause in
      guard clause.span.start != pieces[0].span.start, case .step(let step) = clause.kind else {
        return nil
      }
      return step
    }
  }

  /// A window as it is written behind a quantity; empty for none.
  func written(_ window: WindowSyntax?) -> String {
    window.map { " per " + text($0.span) } ?? ""
  }

  /// The product above.
  var product: String? {
    if case .product(let product) = above?.kind { product.name.text } else { nil }
  }

  /// The price of a product.
  func price(of name: String) -> PriceSyntax? {
    for statement in policy.statements {
      guard case .product(let product) = statement.kind, product.name.text == name else { continue }
      return price(among: statement.clauses)
    }
    return nil
  }

  func price(among clauses: [ClauseSyntax]) -> PriceSyntax? {
    for case .price(let price) in clauses.map({ $0.kind }) { return price }
    return nil
  }

  /// The amounts and the period of a price, without what it is for each of; nil for others.
  func written(_ price: PriceSyntax) -> String? {
    guard let first = price.amounts.first, let last = price.amounts.last else { return nil }
    let amounts = text(first.span.joined(last.span))
    switch price.period {
    case .per(let name): return "\(amounts) per \(name.text)"
    case .perMany(let literal): return "\(amounts) per \(text(literal.span))"
    case .once: return "\(amounts) once"
    case nil: return nil
    }
  }

  /// The entitlement that the product above grants, or else the one that examples speak of.
  var granted: String {
    let own = product.flatMap { known.granted[$0] }
    let first = own?.split { $0 == "," || $0 == " " }.first.map { String($0) }
    return first ?? known.usual ?? "pro"
  }

  /// The unit that a meter is declared in: its own, or that of its list.
  func unit(ofMeter name: String) -> String? {
    for case .meters(let declared) in policy.statements.map({ $0.kind }) {
      if let meter = declared.first(where: { $0.declaration.name.text == name }) {
        return (meter.unit ?? declared.last?.unit)?.text
      }
    }
    return nil
  }

  /// The declaration of a fact.
  func fact(_ name: String) -> FactSyntax? {
    for case .fact(let fact) in policy.statements.map({ $0.kind })
    where fact.declaration.name.text == name {
      return fact
    }
    return nil
  }

  func isNumberFact(_ name: String) -> Bool {
    if case .number = fact(name)?.type { true } else { false }
  }

  /// The name of one of several things.
  static func one(of name: String) -> String {
    name.utf8.last == 0x73 ? String(name.dropLast()) : name
  }
}
