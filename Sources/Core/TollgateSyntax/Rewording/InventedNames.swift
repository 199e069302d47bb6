/// Names in requirements that nobody declared: where a policy declares no entitlement, any word is
/// one, and a sentence in other words must not make one up.
extension KnownNames {
  /// Whether a line, in place of a written one, requires what only its words make a name.
  package func invents(_ line: String, for written: String) -> Bool {
    let parsed = [line, written].map { text in
      let source = Source(name: "", text: text)
      return [Piece](PolicySyntax.parse(source).syntax.tokens[...], of: source)
    }
    return invents(parsed[0], for: parsed[1])
  }

  /// Whether pieces, in place of those that were written, require such a name.
  func invents(_ pieces: [Piece], for written: [Piece]) -> Bool {
    let isTyped = written.contains { $0.folded == "requires" || $0.folded == "require" }
    let declared = Set(
      pieces.indices.dropFirst().filter { Self.declares(pieces[$0 - 1].text) }
        .map { pieces[$0].text })
    var (hasBegun, isNeeded, isNewCondition) = (false, false, false)
    for (index, piece) in pieces.enumerated() {
      switch piece.text {
      case "requires", "require", "grants", "when", "unless":
        (hasBegun, isNeeded) = (true, true)
        isNewCondition = piece.isNew && (piece.text == "when" || piece.text == "unless")
      case "from", "until", "is", "before", "since", "<", ">", "<=", ">=", "\n", "#":
        isNeeded = false
      case "and", "or":
        // Behind a comparison another condition begins.
        isNeeded = hasBegun
      default:
        if Word(rawValue: piece.text)?.leadsStatement == true {
          (hasBegun, isNeeded) = (false, false)
        }
        // A comparison that was written makes its name a fact; a new one makes it up.
        let next = index + 1 < pieces.count ? pieces[index + 1] : nil
        let isCompared = next.map { !$0.isNew && Self.compares($0.text) } ?? false
        guard isNeeded, piece.isPlainName, kind(of: piece.text) == nil,
          choices[piece.text] == nil, !declared.contains(piece.text),
          !required.contains(piece.text),
          !isCompared || piece.folded.hasPrefix("version")
        else { continue }
        // A condition that nobody wrote asks for nothing that nobody declared.
        if isNewCondition { return true }
        let word = piece.folded
        let isWhole = written.contains { $0.folded == word }
        if isTyped, isWhole || isJoined(word, of: written), !OtherFact.knows(word) { continue }
        let mayBe = isWhole && !OtherWords.shared.says(word) && !OtherFact.knows(word)
        if !mayBe, !Self.isPlan(word) { return true }
      }
    }
    return false
  }

  /// Whether a name has the words that were written, with `-` for blanks.
  private func isJoined(_ name: String, of written: [Piece]) -> Bool {
    let words = name.split(separator: "-").map { String($0) }
    return words.count > 1
      && words.allSatisfy { word in
        written.contains { $0.folded == word && $0.isPlainName } && !OtherFact.knows(word)
      }
  }

  private static func declares(_ word: String) -> Bool {
    switch word {
    case "fact", "rollout", "entitlement", "product": true
    default: false
    }
  }

  private static func compares(_ word: String) -> Bool {
    switch word {
    case "is", "before", "since", "<", ">", "<=", ">=": true
    default: false
    }
  }

  /// Whether plans are called so.
  private static func isPlan(_ word: String) -> Bool {
    switch word {
    case "pro", "premium", "plus", "max", "full", "basic", "standard", "team", "business",
      "enterprise", "ultimate", "gold", "silver", "platinum", "vip", "advanced", "lite",
      "free", "lifetime", "subscription", "membership", "license", "unlimited":
      true
    default: false
    }
  }
}
