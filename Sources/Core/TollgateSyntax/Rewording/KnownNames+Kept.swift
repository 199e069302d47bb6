/// What an offer has to keep of the line that it replaces: its numbers, texts and dates, and the
/// names that the policy declares. Every offer passes this one check, wherever it comes from: a
/// sentence that says less than the person wrote is worse than none.
extension KnownNames {
  /// The first thing of a line that an offer leaves out; nil if it keeps all.
  ///
  /// - Parameters:
  ///   - hasSteps: Whether other plans stand below the line, so that what the first tier has is
  ///     what everybody has.
  ///   - above: The statement whose name need not be said again.
  package func lost(
    _ offer: String, of written: String, hasSteps: Bool, below above: StatementSyntax? = nil
  ) -> String? {
    let source = Source(name: "", text: written)
    let pieces = [Piece](PolicySyntax.parse(source).syntax.tokens[...], of: source)
    return lost(offer, of: pieces, hasSteps: hasSteps, below: above)
  }

  func lost(
    _ offer: String, of written: [Piece], hasSteps: Bool, below above: StatementSyntax?
  ) -> String? {
    let implied = Self.subject(of: above)
    let said = Said(offer)
    for (index, piece) in written.enumerated() {
      let isKept: Bool
      if piece.isText {
        let isKey = index + 1 < written.count && [":", "=", "："].contains(written[index + 1].text)
        isKept = isKey || keeps(text: piece, said)
      } else if piece.isNumber {
        isKept = Self.keeps(numberAt: index, of: written, said)
      } else {
        isKept =
          !isMeant(index, written) || piece.text == implied
          || keeps(name: piece.text, said, hasSteps)
      }
      if !isKept { return piece.text }
    }
    return nil
  }

  /// What the lines below a statement are about: the meter of a limit, or a setting.
  private static func subject(of above: StatementSyntax?) -> String? {
    switch above?.kind {
    case .setting(let setting): return setting.declaration.name.text
    case .rule(let rule):
      if case .comparison(let limit) = rule.subject { return limit.meter.text }
    default: break
    }
    return nil
  }

  /// What an offer says.
  private struct Said {
    var text: String
    /// Its words, in small letters.
    var words: Set<String> = []
    /// Its letters alone.
    var folded: String
    /// Its numbers, as `digits` has them.
    var numbers: Set<String> = []
    var hasDate = false

    init(_ offer: String) {
      text = offer
      folded = KnownNames.fold(offer)
      for word in offer.lowercased().split(whereSeparator: { !Self.isOfWord($0) }) {
        words.insert(String(word))
        for part in word.split(separator: ".") { words.insert(String(part)) }
        if Parser.isInstant(String(word)) { hasDate = true }
        numbers.insert(KnownNames.digits(of: String(word)))
      }
      for run in offer.split(whereSeparator: { !$0.isNumber }) {
        numbers.insert(KnownNames.digits(of: String(run)))
      }
    }

    private static func isOfWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "-_.:'".contains(character)
    }
  }

  /// A number without its signs and zeros, which other notations write otherwise: `1,000`, `1k`,
  /// `0.5` and `50%`.
  private static func digits(of text: String) -> String {
    var digits = text.filter { $0.isNumber }[...]
    while digits.last == "0" { digits.removeLast() }
    return String(digits.drop { $0 == "0" })
  }

  // MARK: Numbers and texts

  private static func keeps(numberAt index: Int, of written: [Piece], _ said: Said) -> Bool {
    let text = written[index].text
    // `1` is `on`, too, `100%` everybody, and `1st` a day that needs no number.
    if ["0", "1", "100%"].contains(text) || text.hasSuffix("st") { return true }
    if said.numbers.contains(digits(of: text)) { return true }
    if let number = Int64(text), number < .max,
      said.numbers.contains(digits(of: "\(number - 1)"))
        || said.numbers.contains(digits(of: "\(number + 1)"))
    {
      return true
    }
    // What is left before a limit is said as what was used.
    if said.text.hasPrefix("reminder at"), said.numbers.count > 1 { return true }
    if Parser.isInstant(text) { return said.hasDate }
    // Words and values of several pieces: `12,50`, `per 30 days`, `1 March 2026`, `2 months`.
    for start in max(0, index - 8)...index {
      for (count, meanings) in OtherWords.shared.meanings(of: written, at: start)
      where start + count > index && meanings.contains(where: { said.text.contains($0.words) }) {
        return true
      }
      for value in OtherValue.all(in: written, at: start) where start + value.count > index {
        if value.thing == "a date" || value.thing == "a time", said.hasDate { return true }
        if value.meant.contains(where: { said.text.contains($0) }) { return true }
        let joined = written[start..<start + value.count].reduce("") { $0 + $1.text }
        if said.numbers.contains(digits(of: joined)) { return true }
      }
    }
    return false
  }

  private func keeps(text: Piece, _ said: Said) -> Bool {
    let inner = String(text.text.unicodeScalars.dropFirst().dropLast())
    if said.folded.contains(Self.fold(inner)) { return true }
    if let name = name(for: inner) { return said.words.contains(name.lowercased()) }
    // `"19 USD / month"` is a value, `"bool"` a word, and `"Most popular"` says what to recommend.
    if inner.first?.isNumber == true {
      return said.numbers.contains(Self.digits(of: inner))
        || inner.split(whereSeparator: { !$0.isNumber }).allSatisfy {
          said.numbers.contains(Self.digits(of: String($0)))
        }
    }
    return said.text == "recommended" || OtherWords.shared.says(inner.lowercased())
  }

  // MARK: Names

  /// Whether a word is a name of the policy, rather than one of the many words that people write
  /// beside the names: `max` is `at most`, unless it stands behind `for`.
  private func isMeant(_ index: Int, _ written: [Piece]) -> Bool {
    let piece = written[index]
    guard piece.isName, kind(of: piece.text) != nil || choices[piece.text] != nil else {
      return false
    }
    let next = index + 1 < written.count ? written[index + 1].folded : ""
    guard Word(rawValue: piece.text) != nil || OtherWords.shared.says(piece.folded) else {
      return true
    }
    guard index > 0, next != "trial", next != ":", next != "=" else { return false }
    switch written[index - 1].folded {
    case "for", "with", "without", "requires", "require", "needs", "grants", "when", "unless", "if",
      "or", "and", "not":
      return true
    default: return next == "is" || next == ">" || next == ">=" || next == "<"
    }
  }

  private func keeps(name: String, _ said: Said, _ hasSteps: Bool) -> Bool {
    if said.words.contains(name.lowercased()) { return true }
    // A product is said by what it grants, and the other way round.
    if let granted = granted[name] {
      let names = granted.split { $0 == "," || $0 == " " }
      if names.contains(where: { said.words.contains($0.lowercased()) }) { return true }
    }
    if products.contains(where: { granted[$0] == name && said.words.contains($0.lowercased()) }) {
      return true
    }
    guard name == tiers.first else { return false }
    // Who has only the first tier is said by what the others have, or by what nobody needs.
    return hasSteps || said.words.contains("nothing") || said.text.hasPrefix("trial")
      || said.words.contains { $0 != name.lowercased() && isPlan($0) }
  }

  private func isPlan(_ word: String) -> Bool {
    tiers.contains { $0.lowercased() == word }
      || isEntitlement(word) || granted.values.contains { $0.lowercased() == word }
  }
}
