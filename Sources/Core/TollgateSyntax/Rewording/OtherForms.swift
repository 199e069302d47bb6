/// Whole sentences in another order, or of another shape: `if pro then csv-export`.
struct OtherForm: Sendable {
  /// A part of the sentence as people write it.
  enum Part: Sendable {
    /// One of some words; `@` is everybody, `@0` the first tier.
    case words([String])
    /// Some pieces, which the language says elsewhere: `r`, …; `q`, `Q` one amount, `w` one name,
    /// `e`, `g` one entitlement, `f` a feature, `z` what may be used, `k` a meter, `l` that of the
    /// limit above, `b` a yes-or-no fact, `P` a product, `C` a currency, `I` the id that a store
    /// has, `S` a word for people where a meter counts them, `h` a value that only one fact has, `p`
    /// what `OtherFact` knows, `m` a text that says which is the best, `K` a condition about a fact.
    case hole(Character)
  }

  /// The subject of a sentence.
  struct Context {
    var known: KnownNames
    /// The word that the statement above begins with, if the line stands below one.
    var above: String?
    /// The name of the product above.
    var product: String?
    /// The one limit of the rule above.
    var limit: Int64?
    /// The meter whose limit for everybody stands above, indented or not.
    var ladder: String?
    /// Whether no other clause follows.
    var isLast = true
    /// Whether the product above is paid once.
    var isOnce = false
    /// Whether other plans have their own limits below the line.
    var hasSteps = false
    /// Whether a scenario has no other expectation than the line.
    var isOnlyExpectation = false
  }

  /// The words of the language in its place, with the holes in braces.
  private var meant: [String]
  var parts: [Part] = []
  /// Words of which it needs one each, and how many pieces it needs.
  private var needs: [[String]] = []
  private var least = 0
  /// The word above that it needs.
  private var above: String?
  /// Whether it has a blank to fill.
  private let isExample: Bool
  /// How late it is tried: a row that fits more sentences stands further below.
  private(set) var rank = 0

  private init(_ row: Substring) {
    let text = Array(row.utf8)
    var arrow = text.count
    var place = 0
    while place + 3 < text.count, arrow == text.count {
      if text[place] == 0x20, text[place + 1] == 0x7E, text[place + 2] == 0x3E { arrow = place }
      place += 1
    }
    let left = String(decoding: text.prefix(arrow), as: UTF8.self)
    let right = String(decoding: text.dropFirst(arrow + 4), as: UTF8.self)
    isExample = right.hasPrefix("? ")
    meant = right.split(separator: " ").map { String($0) }
    if isExample { meant.removeFirst() }
    for part in left.split(separator: " ") {
      if part.first == "{", part.utf8.count == 3 {
        parts.append(.hole(part[part.index(after: part.startIndex)]))
      } else if part.first == "<", part.last == ">", part.utf8.count > 2 {
        above = String(part.dropFirst().dropLast())
      } else {
        let words = part.split(separator: "¦", omittingEmptySubsequences: false).map { String($0) }
        parts.append(.words(words))
        if words.contains("") { continue }
        if !words.contains("@"), !words.contains("@0") { needs.append(words) }
      }
      if above == nil || !parts.isEmpty { least += 1 }
    }
  }

  /// Whether a line has the words without which it does not fit.
  func mayFit(_ words: Set<String>, _ count: Int, _ context: Context) -> Bool {
    guard count >= least,
      above == nil || above == context.above || above == "limit" && context.ladder != nil
        || above == "once" && context.isOnce || above == "steps" && context.hasSteps
        || above == "only" && context.isOnlyExpectation
    else { return false }
    for need in needs where !need.contains(where: { words.contains($0) }) { return false }
    return true
  }

  /// The fact that a time begins at, where the policy has none.
  private static let firstDay = "first-launch"

  /// Whether it is a clause of a certain statement.
  var isBelow: Bool { above != nil }

  /// Whether its first word says what is declared.
  var isDeclaration: Bool {
    guard case .words(let words) = parts.first, words.count == 1 else { return false }
    switch words[0] {
    case "fact", "setting", "feature", "meter", "rollout": return true
    default: return false
    }
  }

  static let all: [OtherForm] = {
    let tables = products + scenarios + sentences + speech + elsewhere + inOneLine
    let narrow = rows(tables).map { OtherForm($0[...]) }
    let wide = table.split(separator: "\n").enumerated().map { row in
      var form = OtherForm(row.element)
      form.rank = row.offset / 60
      return form
    }
    return narrow + wide
  }()

  /// The rows of a table: one with a hole in `[` and `]` is a row with it and one without.
  private static func rows(_ table: String) -> [String] {
    table.split(separator: "\n").flatMap { row in
      let words = row.split(separator: " ")
      let isOptional = words.contains { $0.hasPrefix("[{") && $0.hasSuffix("}]") }
      guard isOptional else { return [String(row)] }
      let with = words.map { $0.hasPrefix("[{") ? $0.dropFirst().dropLast() : $0 }
      let without = words.filter { !$0.hasPrefix("[{") }
      return [with.joined(separator: " "), without.joined(separator: " ")]
    }
  }

  /// Whether the language says what is in a hole.
  func says(_ letter: Character) -> Bool {
    meant.contains { word in
      guard word.first == "{", word.utf8.count > 2 else { return false }
      let hole = word[word.index(after: word.startIndex)]
      return hole == letter || letter == "q" && (hole == "n" || hole == "L")
    }
  }

  /// A sentence of another shape.
  struct Answer {
    var pieces: [Piece]
    /// The same where it may mean something else, too.
    var other: [Piece]?
    /// The words that the language does not say; empty if it says each word, in another order or with others.
    var blamed: [Piece]
    /// Whether it has a blank to fill.
    var hasBlank: Bool
  }

  /// The pieces in the order of the language.
  func reworded(_ pieces: [Piece], _ context: Context) -> Answer? {
    var match = Match()
    guard fits(pieces, 0, 0, context, &match), !loses(match, pieces) else { return nil }
    // `meter pages per day` counts for nobody called a day.
    if meant.contains("counted"), let whose = match.pieces("x", pieces)?.last,
      Reworder.isPeriod(whose.folded)
    {
      return nil
    }
    let meant = isForFirstTier(match, pieces, context) ? lifted : meant
    let blamed = match.blamed(in: pieces, unlike: meant)
    guard let place = blamed.first ?? pieces.first else { return nil }
    var written: [Piece] = []
    var declarations = match.holes.compactMap { $0.declaration }
    if meant.contains("{d}"), context.known.date == nil {
      guard context.known.kind(of: Self.firstDay) == nil else { return nil }
      declarations.append("fact \(Self.firstDay) is a date")
    }
    // Above a clause a declaration would take it away from its statement.
    let isBehind = above != nil && above != "limit" && !declarations.isEmpty
    guard !isBehind || context.isLast else { return nil }
    for declaration in isBehind ? [] : declarations {
      written += "\(declaration) ⏎".split(separator: " ").map {
        Piece(text: $0 == "⏎" ? "\n" : String($0), span: place.span, isNew: true)
      }
    }
    for word in meant {
      if word.first == "{", word.utf8.count > 2 {
        guard let said = said(word, match, pieces, context, place.span) else { return nil }
        written += said
      } else {
        let text = word == "⏎" ? "\n" : word
        written.append(Piece(text: text, span: place.span, isNew: true))
      }
    }
    for declaration in isBehind ? declarations : [] {
      written += "⏎ \(declaration)".split(separator: " ").map {
        Piece(text: $0 == "⏎" ? "\n" : String($0), span: place.span, isNew: true)
      }
    }
    let isForOthers = meant.contains("{N}") && !context.isLast
    var answer = Answer(pieces: written, blamed: blamed, hasBlank: isExample || isForOthers)
    // A product that is paid once may be a pack, or add for ever.
    if above == "once" { answer.other = written.dropLast(3) }
    return answer
  }

  /// Whether a limit without steps is said of the first tier alone: `at most` would hold for all.
  private func isForFirstTier(_ match: Match, _ pieces: [Piece], _ context: Context) -> Bool {
    guard !context.hasSteps, let most = meant.firstIndex(of: "most"), most > 0,
      meant[most - 1] == "at", !meant.contains("\u{23CE}"), !meant.contains("with"),
      context.known.second != nil
    else { return false }
    return match.words.contains { Self.isFirstTier(pieces[$0], context) }
  }

  /// The limit that the next tier lifts, in place of one for everybody.
  private var lifted: [String] {
    var words = meant
    guard let most = words.firstIndex(of: "most"), most > 0 else { return words }
    words.replaceSubrange(most - 1...most, with: [">"])
    return words + ["requires", "{T}"]
  }

  /// The meaning of a word in braces: a hole, or a word of the policy.
  private func said(
    _ word: String, _ match: Match, _ pieces: [Piece], _ context: Context, _ span: Span
  ) -> [Piece]? {
    guard let end = word.firstIndex(of: "}") else { return nil }
    let name = word[word.index(after: word.startIndex)..<end]
    let suffix = String(word[word.index(after: end)...])
    let known = context.known
    let text: String?
    switch name {
    case "n", "L":
      guard let amounts = match.pieces("q", pieces), amounts.count == 1,
        let number = Int64(amounts[0].text)
      else { return nil }
      if name == "n" {
        text = "\(max(0, number - 1))"
      } else {
        text = context.limit.flatMap { $0 > number ? "\($0 - number)" : nil }
      }
    case "^e": text = match.pieces("e", pieces).flatMap { known.beyond($0.sentence) }
    case "0": text = known.tiers.first
    case "T": text = known.second
    case "M": text = known.tiers.last
    case "M2": text = known.tiers.count == 2 ? known.tiers.last : nil
    case "M3": text = known.tiers.count == 3 ? known.tiers.last : nil
    case "I":
      guard let id = match.pieces("I", pieces)?.first else { return nil }
      return [Piece(text: id.isText ? id.text : "\"\(id.text)\"", span: id.span, isNew: true)]
    case "d": text = known.date ?? Self.firstDay
    case "N":
      guard let product = context.product, let often = match.pieces("y", pieces) else { return nil }
      text = "\(product)-\(often.sentence)ly"
    case "G": text = context.product.flatMap { known.granted[$0] }
    default:
      guard let hole = name.first, var found = match.pieces(hole, pieces) else { return nil }
      // `80 and 100%` are two shares.
      if above == "rule", found.count == 1, found[0].isNumber, hole == "q" || hole == "Q",
        match.holes.contains(where: { pieces[$0.range].last?.text.utf8.last == 0x25 })
      {
        if found[0].text.isDigits { found[0].text += "%" }
      }
      if suffix.isEmpty { return found }
      text = found.sentence
    }
    guard let text else { return nil }
    return (text + suffix).split(separator: " ").map {
      Piece(text: String($0), span: span, isNew: true)
    }
  }

}

extension OtherForm.Context {
  init(
    known: KnownNames, below above: StatementSyntax?, beside clauses: [ClauseSyntax], isLast: Bool
  ) {
    self.known = known
    self.isLast = isLast
    hasSteps = (clauses + (above?.clauses ?? [])).contains { clause in
      if case .step = clause.kind { true } else { false }
    }
    if case .rule(let rule) = above?.kind, case .ladder = rule.effect,
      case .comparison(let limit) = rule.subject
    {
      ladder = limit.meter.text
    }
    isOnce = clauses.contains {
      if case .price(let price) = $0.kind, case .once = price.period { true } else { false }
    }
    switch above?.kind {
    case .product(let product):
      self.above = "product"
      self.product = product.name.text
    case .rule(let rule):
      self.above = "rule"
      if case .comparison(let limit) = rule.subject, case .literal(let most) = limit.quantity,
        most.unit == nil, let number = Int64(most.numeral), !hasSteps
      {
        self.limit = number - (limit.isInclusive ? 1 : 0)
      }
    case .scenario:
      self.above = "scenario"
      let expected = clauses.filter {
        if case .expect = $0.kind { true } else { false }
      }
      isOnlyExpectation = expected.count < 2
    case .meters: self.above = "meter"
    case .setting: self.above = "setting"
    default: break
    }
  }
}
