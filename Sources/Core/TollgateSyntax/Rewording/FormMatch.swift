extension OtherForm {
  /// How a sentence fits a form.
  struct Match {
    /// Pieces that stand in a hole.
    struct Hole {
      var letter: Character
      var range: Range<Int>
      /// The declared name that they are, for a hole of one kind.
      var name: String?
      /// The declaration that it needs.
      var declaration: String?
    }

    var holes: [Hole] = []
    /// The pieces that are words of the form.
    var words: [Int] = []

    /// The words in a hole.
    func pieces(_ letter: Character, _ pieces: [Piece]) -> [Piece]? {
      guard let hole = holes.last(where: { $0.letter == letter }) else { return nil }
      guard let name = hole.name else { return Array(pieces[hole.range]) }
      let first = pieces[hole.range.lowerBound]
      let span = first.span.joined(pieces[hole.range.upperBound - 1].span)
      return name.split(separator: " ").map {
        Piece(text: String($0), span: span, isNew: first.text != name)
      }
    }

    /// The first words together that the language does not say there; none if it says each.
    func blamed(in pieces: [Piece], unlike meant: [String]) -> [Piece] {
      var said = meant
      var blamed: [Piece] = []
      for word in words {
        let written = Self.same(pieces[word].folded)
        if let same = said.firstIndex(where: { Self.same($0) == written }) {
          said.remove(at: same)
          if !blamed.isEmpty { break }
        } else if blamed.isEmpty || blamed.last == pieces[word - 1] {
          blamed.append(pieces[word])
        }
      }
      return blamed
    }

    /// `require` is `requires`, and `are` is `is`.
    private static func same(_ word: String) -> String {
      word == "require" ? "requires" : word == "are" ? "is" : word
    }
  }

  /// Whether the pieces from one on fit the parts from one on.
  func fits(
    _ pieces: [Piece], _ index: Int, _ part: Int, _ context: Context, _ match: inout Match
  ) -> Bool {
    guard part < parts.count else { return index == pieces.count }
    let before = match
    switch parts[part] {
    case .words(let words):
      if index < pieces.count, words.contains(where: { Self.is(pieces[index], $0, context) }) {
        match.words.append(index)
        if fits(pieces, index + 1, part + 1, context, &match) { return true }
        match = before
      }
      return words.contains("") && fits(pieces, index, part + 1, context, &match)
    case .hole(let letter):
      for hole in Self.holes(letter, pieces, index, context) {
        if let same = match.holes.first(where: { $0.letter == letter }),
          Array(pieces[same.range]).sentence != Array(pieces[hole.range]).sentence
        {
          continue
        }
        match.holes.append(hole)
        if fits(pieces, hole.range.upperBound, part + 1, context, &match) { return true }
        match = before
      }
      return false
    }
  }

  /// Whether a hole that the language does not say holds a value, a text or a currency: what
  /// somebody wrote is never lost.
  func loses(_ match: Match, _ pieces: [Piece]) -> Bool {
    match.holes.contains { hole in
      guard !says(hole.letter) else { return false }
      return pieces[hole.range].contains {
        $0.isNumber || $0.isText || Parser.isCurrencyCode($0.text)
      }
    }
  }

  private static func `is`(_ piece: Piece, _ word: String, _ context: Context) -> Bool {
    if word == "@0" { return !context.known.tiers.isEmpty && isFirstTier(piece, context) }
    if word != "@" { return piece.folded == word }
    switch piece.folded {
    case "everyone", "everybody", "anyone", "anybody", "all", "alle", "所有人": return true
    default: return isFirstTier(piece, context)
    }
  }

  /// Whether a word says who has bought nothing.
  static func isFirstTier(_ piece: Piece, _ context: Context) -> Bool {
    switch piece.folded {
    case "free", "免费", "免费版", "免费用户": true
    default:
      context.known.tiers.first.map { $0 == context.known.name(for: piece.text) } ?? false
    }
  }

  /// The pieces that a hole may hold from one piece on, the shortest first.
  private static func holes(
    _ letter: Character, _ pieces: [Piece], _ index: Int, _ context: Context
  ) -> [Match.Hole] {
    guard index < pieces.count else { return [] }
    let ends: [Int]
    switch letter {
    case "q", "Q": ends = Self.ends(ofAmount: pieces, index)
    case "m":
      let words = pieces[index].folded.split { !$0.isLetter }
      let isBest = words.contains { word in
        ["popular", "recommend", "best", "favo", "top"].contains { word.hasPrefix($0) }
      }
      ends = isBest ? [index + 1] : []
    case "w": ends = pieces[index].isName || pieces[index].isText ? [index + 1] : []
    case "I":
      let isID = pieces[index].isText || pieces[index].isPlainName
      ends = isID && context.known.kind(of: pieces[index].text) == nil ? [index + 1] : []
    case "C": ends = Parser.isCurrencyCode(pieces[index].text) ? [index + 1] : []
    case "S":
      guard KnownNames.isPerson(pieces[index].folded), let meter = context.known.people.first else {
        return []
      }
      let own = context.known.people.first { $0.hasPrefix(pieces[index].folded) }
      return [.init(letter: letter, range: index..<index + 1, name: own ?? meter)]
    case "p":
      return OtherFact.all(in: pieces, at: index, context.known).map {
        .init(
          letter: letter, range: index..<index + $0.count, name: $0.condition,
          declaration: $0.declaration)
      }
    case "z":
      if let (name, count) = context.known.range(pieces, at: index) {
        return [.init(letter: letter, range: index..<index + count, name: name)]
      }
      if index + 2 < pieces.count, pieces[index + 1].text == ".." {
        return [.init(letter: letter, range: index..<index + 3)]
      }
      let named = holes("f", pieces, index, context) + holes("k", pieces, index, context)
      let mayBe =
        !context.known.hasFeatures && pieces[index].isPlainName
        && !OtherWords.shared.says(pieces[index].folded)
      if named.isEmpty, mayBe { return [.init(letter: letter, range: index..<index + 1)] }
      return named.map { .init(letter: letter, range: $0.range, name: $0.name) }
    case "K": ends = conditionEnds(pieces, index, context.known)
    case "h":
      guard let fact = context.known.choices[pieces[index].folded] else { return [] }
      let name = "\(fact) is \(pieces[index].folded)"
      return [.init(letter: letter, range: index..<index + 1, name: name)]
    case "e", "g", "f", "k", "l", "b", "P":
      let known = context.known
      var holes: [Match.Hole] = []
      for end in index + 1...index + 4 where end <= pieces.count {
        guard pieces[end - 1].isName, !pieces[end - 1].isNew else { break }
        guard let name = known.name(for: Array(pieces[index..<end]).sentence),
          Self.is(known.kind(of: name), letter), letter != "l" || name == context.ladder
        else { continue }
        holes.append(.init(letter: letter, range: index..<end, name: name))
      }
      return holes
    default: ends = Array(index + 1..<max(index + 2, min(pieces.count, index + 12) + 1))
    }
    return ends.map { .init(letter: letter, range: index..<$0) }
  }

  /// Where a condition about a fact or a meter may end: `platform is web`, `beta`, `bills > 5`.
  private static func conditionEnds(
    _ pieces: [Piece], _ index: Int, _ known: KnownNames
  ) -> [Int] {
    var first = index
    if pieces[first].folded == "not", first + 1 < pieces.count { first += 1 }
    let kind = known.kind(of: pieces[first].text)
    var ends = kind == .yesOrNo ? [first + 1] : []
    guard kind == .fact || kind == .yesOrNo || kind == .meter || kind == nil,
      pieces[first].isPlainName, first + 2 < pieces.count, compares(pieces[first + 1].folded)
    else { return ends }
    for end in first + 3...min(pieces.count, first + 9) {
      switch pieces[end - 1].folded {
      case "then", ":", "->", "=>", "requires", "require", "needs": return ends
      default: ends.append(end)
      }
    }
    return ends
  }

  private static func compares(_ word: String) -> Bool {
    switch word {
    case "is", "=", "==", "===", "!=", ">", ">=", "<", "<=", "before", "since", "in": true
    default: false
    }
  }

  private static func `is`(_ kind: KnownNames.Kind?, _ letter: Character) -> Bool {
    switch kind {
    case .tier, .entitlement: letter == "e" || letter == "g"
    case .feature: letter == "f"
    case .meter: letter == "k" || letter == "l"
    case .yesOrNo: letter == "b"
    case .product: letter == "P"
    default: false
    }
  }

  private static func isNumber(_ word: String) -> Bool {
    switch word {
    case "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve",
      "twenty", "thirty", "fifty", "hundred", "thousand":
      true
    default: false
    }
  }

  private static func ends(ofAmount pieces: [Piece], _ index: Int) -> [Int] {
    let first = pieces[index]
    if first.folded == "unlimited" { return [index + 1] }
    guard first.isNumber || Self.isNumber(first.folded) else { return [] }
    var ends = [index + 1]
    if index + 1 < pieces.count { ends.append(index + 2) }
    if index + 2 < pieces.count, pieces[index + 1].isGlued, pieces[index + 2].isGlued {
      ends = [index + 3] + ends
    }
    return ends
  }
}
