/// The changes that are tried.
extension Reworder {
  /// Adds the lines that are one change away, near the piece that is not understood.
  func expand(_ state: State, _ near: Int, into open: inout Agenda) {
    if state.changes.isEmpty {
      addForms(state, &open)
      addSeries(state, 1, &open)
    }
    for start in max(0, near - 4)..<max(0, min(state.pieces.count, near + 3)) {
      for (count, meanings) in OtherWords.shared.meanings(of: state.pieces, at: start)
      where start + count >= near - 1 {
        for meaning in meanings { add(meaning, count, at: start, to: state, &open) }
      }
      guard start >= near - 2 else { continue }
      addNoun(state, start, &open)
      addValues(state, start, &open)
      addNames(state, start, &open)
      addCapitals(state, start, &open)
      addSwap(state, start, &open)
      addBreak(state, start, &open)
      addSentence(state, start, &open)
      addChoice(state, start, &open)
      if start == near { addMissing(state, start, &open) }
    }
    if near + 1 >= state.pieces.count { addEnding(state, &open) }
  }

  private func add(
    _ meaning: OtherWords.Meaning, _ count: Int, at start: Int, to state: State,
    _ open: inout Agenda
  ) {
    let found = Array(state.pieces[start..<start + count])
    let words = found.sentence
    guard meaning.words != words else { return }
    let isExtra = meaning.words.isEmpty
    // For whom a price is, and a sign of a number, change what it means.
    if isExtra, state.pieces[0].text == "price", count > 1 { return }
    if isExtra, state.pieces[0].text == "fact" { return }
    let next = start + 1 < state.pieces.count ? state.pieces[start + 1] : nil
    if isExtra, words == "-" || words == "+", let next, next.isNumber, next.isGlued { return }
    // A statement begins where its word stands: `fact age: number` is no `fact age is meter`.
    if start > 0, let lead = Self.lead(of: meaning.words), lead.leadsStatement, lead != .product,
      lead != .snooze
    {
      return
    }
    // `for each of` without a name behind it misses the name, and no word.
    if start + count < state.pieces.count,
      meaning.words == "\(words) \(state.pieces[start + count].text)"
    {
      return
    }
    // `per day` is a period, and no meter.
    if meaning.words == "for each of", let next, Self.isPeriod(next.folded) { return }
    let extra = isReadable ? count > 1 ? 8 : 24 : 4
    var cost = 10 + 2 * meaning.rank + (isExtra ? extra : 0) - 2 * (count - 1)
    if start == 0, isIndented, Self.lead(of: meaning.words)?.leadsStatement == true {
      // Below a statement stand its clauses, whatever their words are called.
      if context.above != nil, context.above != "rule" { return }
      if Word(rawValue: words)?.mayLeadClause == true { return }
      cost += 15
    }
    let reason: Reworded.Reason = isExtra ? .extra(words) : .words(words, meant: meaning.words)
    open.append(
      state.replacing(start..<start + count, with: meaning.words, because: reason, costing: cost))
  }

  private static func lead(of words: String) -> Word? {
    words.split(separator: " ").first.flatMap { Word(rawValue: String($0)) }
  }

  static func isPeriod(_ word: String) -> Bool {
    switch word {
    case "minute", "hour", "day", "week", "month", "quarter", "year": true
    default: false
    }
  }

  /// `bills > 10 bills` says its meter twice.
  private func addNoun(_ state: State, _ start: Int, _ open: inout Agenda) {
    let piece = state.pieces[start]
    guard start > 0, state.pieces[start - 1].isNumber, piece.isName, !piece.isNew,
      Word(rawValue: piece.text) == nil, known.name(for: piece.text) != nil || isOwn(piece, state)
    else { return }
    let number = state.pieces[start - 1].text
    open.append(
      state.replacing(
        start - 1..<start + 1, with: number,
        because: .value("\(number) \(piece.text)", thing: "a number"), costing: 9))
  }

  /// Whether a setting is called so: `setting devices is 1 device`.
  private func isOwn(_ piece: Piece, _ state: State) -> Bool {
    guard state.pieces[0].text == "setting", state.pieces.count > 1 else { return false }
    let name = KnownNames.fold(state.pieces[1].text)
    let noun = KnownNames.fold(piece.text)
    return name == noun || name == noun + "s"
  }

  private func addValues(_ state: State, _ start: Int, _ open: inout Agenda) {
    for value in OtherValue.all(in: state.pieces, at: start) {
      let range = start..<start + value.count
      let found = Array(state.pieces[range]).sentence
      for (rank, meant) in value.meant.enumerated() where meant != found {
        let isWhole = meant.utf8.first == 0x22
        var next = state.replacing(
          range, with: meant, because: .value(found, thing: value.thing), costing: 6 + 2 * rank,
          inOnePiece: isWhole)
        if value.thing == "a date", rank == 0, value.meant.count > 1 {
          next.other =
            state.replacing(
              range, with: value.meant[1], because: .value(found, thing: value.thing), costing: 0
            ).pieces
        }
        open.append(next)
      }
    }
  }

  /// Names with blanks, texts in place of names, and names of other texts.
  private func addNames(_ state: State, _ start: Int, _ open: inout Agenda) {
    if let (range, count) = known.range(state.pieces, at: start),
      case let found = Array(state.pieces[start..<start + count]).sentence, found != range
    {
      open.append(
        state.replacing(
          start..<start + count, with: range, because: .words(found, meant: range), costing: 8))
    }
    for end in start + 1...start + 4 where end <= state.pieces.count {
      let pieces = state.pieces[start..<end]
      guard pieces.allSatisfy({ !$0.isNew && ($0.isName || $0.isText || $0.isNumber) }) else {
        break
      }
      let found = Array(pieces).sentence
      let isOne = end == start + 1
      // `team extends pro` says more than a name.
      let isTitle =
        start == 1 && end == state.pieces.count && Self.isNamed(state.pieces[0].text)
        && pieces.allSatisfy {
          known.kind(of: $0.text) == nil && !OtherWords.shared.says($0.folded)
        }
      if let name = known.name(for: found), name != found, isOne || !isTitle {
        open.append(
          state.replacing(
            start..<end, with: name,
            because: isOne || pieces.contains { $0.isText }
              ? .textForName(found, name: name) : .blankInName(found),
            costing: 8))
      } else if known.kind(of: found) == nil, !isOne,
        pieces.allSatisfy({ $0.isPlainName || $0 != pieces.first && $0.isNumber })
      {
        let name = found.split(separator: " ").joined(separator: "-")
        let title = found.prefix(1).uppercased() + found.dropFirst()
        let label =
          end < state.pieces.count && state.pieces[end].isText ? state.pieces[end].text : ""
        let isLabelled = !label.isEmpty && KnownNames.fold(label) == KnownNames.fold(name)
        open.append(
          state.replacing(
            start..<end, with: isTitle ? "\(name.lowercased()) \"\(title)\"" : name,
            because: .blankInName(found),
            costing: isLabelled
              ? 5 : isTitle ? 12 : pieces.contains { $0.text.utf8.contains(0x2D) } ? 19 : 15,
            inOnePiece: isTitle))
      } else if isOne, pieces.first?.isText == true, let name = Self.slug(found) {
        let next = state.replacing(
          start..<end, with: "\(name) \(found)", because: .nameless(found), costing: 8,
          inOnePiece: true)
        open.append(next)
      }
    }
  }

  /// Whether what a word declares has a title.
  private static func isNamed(_ word: String) -> Bool {
    switch Word(rawValue: word) {
    case .feature, .meter, .entitlement, .product, .setting: true
    default: false
    }
  }

  /// A name made of a text: `"Team plan"` is `team-plan`.
  private static func slug(_ text: String) -> String? {
    var name = ""
    for scalar in text.lowercased().unicodeScalars {
      if scalar.isNameContinuation {
        name.unicodeScalars.append(scalar)
      } else if !name.isEmpty, name.utf8.last != 0x2D {
        name += "-"
      }
    }
    while name.utf8.last == 0x2D { name.removeLast() }
    guard let first = name.unicodeScalars.first, first.isNameStart, name.utf8.count <= 40 else {
      return nil
    }
    return name
  }

  /// `500 bills` is `bills 500`, and `3 left` is `remaining 3`.
  private func addSwap(_ state: State, _ start: Int, _ open: inout Agenda) {
    for count in 1...2 where start + count < state.pieces.count {
      let (value, name) = (state.pieces[start..<start + count], state.pieces[start + count])
      guard let first = value.first, first.isNumber, name.isName,
        value.allSatisfy({ !$0.isNew || $0.isNumber })
      else { return }
      var next = state
      let word = name.folded == "left" || name.folded == "remaining" ? "remaining" : name.text
      next.pieces.replaceSubrange(
        start...start + count,
        with: [Piece(text: word, span: name.span, isNew: true)]
          + value.map { Piece(text: $0.text, span: $0.span, isNew: true) })
      next.cost += 13
      next.changes.append(
        .init(
          span: first.span.joined(name.span),
          reason: .order(
            "\(first.text) \(name.text)", isWhole: true, says: next.pieces.sentence)))
      open.append(next)
    }
  }

  /// `photos > 20 requires pro and reminder at 15`: a clause begins a line of its own.
  private func addBreak(_ state: State, _ start: Int, _ open: inout Agenda) {
    guard start > 1, Word(rawValue: state.pieces[0].text)?.leadsClause != true,
      !state.pieces[start].isNew, start + 1 < state.pieces.count,
      let word = Word(rawValue: state.pieces[start].text), word.leadsClause, word != .not,
      word != .at, word != .only, word != .given, word != .expect
    else { return }
    var first = start
    switch state.pieces[start - 1].folded {
    case ",", ";", "and", "with", "plus", "，", "；", "但", "but": first -= 1
    default: break
    }
    var next = state
    let span = state.pieces[first].span
    next.pieces.replaceSubrange(
      first..<start, with: [Piece(text: "\n", span: span, isNew: true)])
    next.cost += 9
    next.changes.append(
      .init(
        span: span,
        reason: .order(
          state.pieces[first].text, isWhole: false, says: next.pieces.sentence)))
    open.append(next)
  }

  /// A word of the language in capitals.
  private func addCapitals(_ state: State, _ start: Int, _ open: inout Agenda) {
    let piece = state.pieces[start]
    guard !piece.isNew, piece.text != piece.folded, Word(rawValue: piece.folded) != nil else {
      return
    }
    open.append(
      state.replacing(
        start..<start + 1, with: piece.folded, because: .words(piece.text, meant: piece.folded),
        costing: 5))
  }

  /// A small word, a fact or quotes that are missing before a piece.
  private func addMissing(_ state: State, _ start: Int, _ open: inout Agenda) {
    let piece = state.pieces[start]
    guard !piece.isNew else { return }
    let range = start..<start + 1
    guard start > 0 else { return }
    if let fact = known.choices[piece.folded] {
      open.append(
        state.replacing(
          range, with: "\(fact) is \(piece.folded)", because: .choice(piece.text, fact: fact),
          costing: 13))
    }
    if let entitlement = known.granted[piece.text] {
      open.append(
        state.replacing(
          range, with: entitlement, because: .words(piece.text, meant: entitlement), costing: 16))
    }
    if piece.isText, Self.slug(piece.text) != nil {
      let name = String(piece.text.unicodeScalars.dropFirst().dropLast())
      open.append(
        state.replacing(
          range, with: name, because: .textForName(piece.text, name: name), costing: 9))
    }
    for word in ["product", "is", "in"] where word != "product" || Self.mayNameProduct(state) {
      open.append(
        state.replacing(
          range, with: "\(word) \(piece.text)", because: .missing(word), costing: 14))
    }
    guard piece.isName, isText(state.pieces[start...], after: state.pieces[0]) else { return }
    let text = Array(state.pieces[start...]).sentence
    open.append(
      state.replacing(
        start..<state.pieces.count, with: "\"\(text)\"", because: .unquoted(text),
        // A title begins with a capital, and a name seldom does.
        costing: piece.text == piece.folded ? 16 : 9, inOnePiece: true))
  }

  private static func mayNameProduct(_ state: State) -> Bool {
    switch state.pieces[0].text {
    case "given", "only", "not", "expect": true
    default: false
    }
  }

  /// Whether the rest of a line may be a text whose quotes are missing. Behind a name it is its
  /// title, which begins with no word of the language and is no name of the policy.
  private func isText(_ pieces: ArraySlice<Piece>, after first: Piece) -> Bool {
    guard !pieces.contains(where: { $0.isText }) else { return false }
    switch Word(rawValue: first.text) {
    case .sold: return pieces.count == 1
    case .scenario, .message, .because, .use: return true
    case .benefit: return !pieces.contains { known.kind(of: $0.text) != nil }
    case .policy, .product, .meter, .meters, .feature, .features, .entitlement, .entitlements,
      .tiers, .group, .series, .setting:
      return pieces.allSatisfy {
        $0.isName && Word(rawValue: $0.text) == nil && known.kind(of: $0.text) == nil
      }
    default: return false
    }
  }

  /// Adds words that are missing at the end of a sentence.
  private func addEnding(_ state: State, _ open: inout Agenda) {
    guard let last = state.pieces.last, let ending = Self.ending(of: state.pieces[0]) else {
      return
    }
    var next = state
    let end = Span(last.span.end, last.span.end)
    next.pieces.append(Piece(text: ending, span: end, isNew: true))
    next.cost += 14
    next.changes.append(.init(span: last.span, reason: .missing(ending)))
    open.append(next)
  }

  /// The words that may be missing at the end of a sentence with this beginning.
  private static func ending(of first: Piece) -> String? {
    switch first.text {
    case "rollout": "of users"
    case "always", "never", "unlimited": "with nothing"
    case "shared": "people"
    default: nil
    }
  }
}
