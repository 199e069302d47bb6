/// Looks for the line of the language that a line in other words means. It changes what the
/// grammar, or else the compiler, does not understand, the likeliest change first, until both do.
///
/// It knows no sentence of its own: `OtherWords`, `OtherForm` and `OtherValue` say what people
/// write, and the parser says whether it is right so.
package struct Reworder {
  /// The names of the policy by what people may write for them; see `fold(_:)`.
  private let names: [String: String]
  /// The facts by the values that only they have.
  private let choices: [String: String]
  /// The statement that the line stands below.
  private let above: StatementSyntax?
  /// Asks the compiler for its first finding in a line; nil for none.
  private let fault: (String) -> Fault?
  /// Whether the grammar reads the line as it is, so that no more than one word is left out.
  private var isReadable = false
  /// Whether the line stands below another, so that it is rather a clause than a statement.
  private var isIndented = false
  /// How many lines may be read, and how many compiled, for one answer.
  private var reads = 240
  private var compiles = 10

  /// A finding of the compiler in a line.
  package struct Fault {
    /// Its offset in the line.
    var offset: Int
    /// Whether it is a name that the policy does not know, or knows as another thing.
    var isName: Bool

    package init(offset: Int, isName: Bool) {
      self.offset = offset
      self.isName = isName
    }
  }

  /// A line on its way to the language.
  fileprivate struct State {
    var pieces: [Piece]
    var changes: [Reworded.Change] = []
    var cost = 0
    var hasBlank = false
    /// The same with the other reading of a date.
    var other: [Piece]?
  }

  /// - Parameters:
  ///   - names: The names of the policy, and their texts.
  ///   - choices: The facts by the values that they may have.
  ///   - fault: Where a first mistake in the line is, if the compiler reads it in its place.
  package init(
    names: [(name: String, text: String)], choices: [String: String], below above: StatementSyntax?,
    fault: @escaping (String) -> Fault?
  ) {
    var folded: [String: String] = [:]
    for (name, text) in names where folded[Self.fold(text)] == nil {
      folded[Self.fold(text)] = name
    }
    self.names = folded
    self.choices = choices
    self.above = above
    self.fault = fault
  }

  /// Without blanks, signs and capitals: `CSV export` is `csv-export`.
  private static func fold(_ text: String) -> String {
    var folded = ""
    for scalar in text.lowercased().unicodeScalars {
      if scalar.isNameContinuation, scalar != "-", scalar != "_" {
        folded.unicodeScalars.append(scalar)
      }
    }
    return folded
  }

  /// The line that is meant; nil if none is found.
  ///
  /// - Parameter place: Where the mistake is, if only the compiler finds one.
  package mutating func reword(
    _ tokens: ArraySlice<Token>, of source: Source, failingAt place: Span
  ) -> Reworded? {
    let pieces = [Piece](tokens, of: source)
    guard let first = pieces.first, let last = pieces.last, pieces.count <= 40 else { return nil }
    let span = first.span.joined(last.span)
    let before = first.span.start - 1
    isIndented = before >= 0 && (source.bytes[before] == 0x20 || source.bytes[before] == 0x09)
    var open = [State(pieces: pieces)]
    var seen: Set<String> = []
    var readable: State?
    while let next = open.indices.min(by: { open[$0].cost < open[$1].cost }), reads > 0 {
      let state = open.remove(at: next)
      guard state.cost <= 60, !state.pieces.isEmpty, !isRuleOfClause(state.pieces, first),
        seen.insert(state.pieces.sentence).inserted
      else { continue }
      let near: Int
      if let offset = misread(state) {
        near = state.pieces.index(at: offset)
      } else if state.changes.isEmpty {
        near = pieces.firstIndex { $0.span.end > place.start } ?? pieces.count - 1
        isReadable = true
      } else {
        guard compiles > 0 else { break }
        compiles -= 1
        guard let fault = fault(state.pieces.sentence) else { return state.reworded(span) }
        let isLikely = fault.isName && state.changes.count == 1 && state.cost <= 15
        if readable == nil, isLikely { readable = state }
        near = state.pieces.index(at: fault.offset)
      }
      expand(state, near, into: &open)
    }
    var answer = readable?.reworded(span)
    answer?.isWhole = false
    return answer
  }

  /// Whether a clause became a rule about what its first word would name.
  private func isRuleOfClause(_ pieces: [Piece], _ first: Piece) -> Bool {
    guard pieces.first == first, pieces.count > 1, let word = Word(rawValue: first.text),
      word.isLead || word.mayLeadClause
    else { return false }
    switch pieces[1].text {
    case "requires", "require", "is", "are", ">", ">=", "at": return pieces[1].isNew
    default: return false
    }
  }

  /// Where the grammar does not go on.
  private mutating func misread(_ state: State) -> Int? {
    reads -= 1
    return Parser.fault(in: state.pieces.sentence, below: above)
  }

  // MARK: Changes

  /// Adds the lines that are one change away, near the piece that is not understood.
  private func expand(_ state: State, _ near: Int, into open: inout [State]) {
    if state.changes.isEmpty { addForms(state, &open) }
    for start in max(0, near - 4)..<max(0, min(state.pieces.count, near + 3)) {
      for (count, meanings) in OtherWords.shared.meanings(of: state.pieces, at: start)
      where start + count >= near - 1 {
        for meaning in meanings { add(meaning, count, at: start, to: state, &open) }
      }
      guard start >= near - 2 else { continue }
      addNoun(state, start, &open)
      addValues(state, start, &open)
      addNames(state, start, &open)
      addSwap(state, start, &open)
      if start == near { addMissing(state, start, &open) }
    }
    if near + 1 >= state.pieces.count { addEndings(state, &open) }
  }

  private func addForms(_ state: State, _ open: inout [State]) {
    for (rank, form) in OtherForm.all.enumerated() {
      guard let (pieces, blamed) = form.reworded(state.pieces) else { continue }
      var next = state
      next.pieces = pieces
      next.cost += 11 + rank / 40 + (form.hasBlank ? 12 : 0)
      next.hasBlank = form.hasBlank
      next.changes.append(.init(span: blamed.span, reason: .order(blamed.text)))
      open.append(next)
    }
  }

  private func add(
    _ meaning: OtherWords.Meaning, _ count: Int, at start: Int, to state: State,
    _ open: inout [State]
  ) {
    let found = Array(state.pieces[start..<start + count])
    let words = found.sentence
    guard meaning.words != words else { return }
    let isExtra = meaning.words.isEmpty
    // For whom a price is, and a sign of a number, change what it means.
    if isExtra, state.pieces[0].text == "price", count > 1 { return }
    let next = start + 1 < state.pieces.count ? state.pieces[start + 1] : nil
    if isExtra, words == "-", let next, next.isNumber, next.isGlued { return }
    let extra = isReadable ? count > 1 ? 8 : 24 : 4
    var cost = 10 + 2 * meaning.rank + (isExtra ? extra : 0) - 2 * (count - 1)
    let lead = meaning.words.split(separator: " ").first.flatMap { Word(rawValue: String($0)) }
    if start == 0, isIndented, lead?.leadsStatement == true { cost += 15 }
    let reason: Reworded.Reason = isExtra ? .extra(words) : .words(words, meant: meaning.words)
    open.append(
      state.replacing(start..<start + count, with: meaning.words, because: reason, costing: cost))
  }

  /// `bills > 10 bills` says its meter twice.
  private func addNoun(_ state: State, _ start: Int, _ open: inout [State]) {
    let piece = state.pieces[start]
    guard start > 0, state.pieces[start - 1].isNumber, piece.isName, !piece.isNew,
      names[Self.fold(piece.text)] != nil
    else { return }
    open.append(
      state.replacing(start..<start + 1, with: "", because: .extra(piece.text), costing: 14))
  }

  private func addValues(_ state: State, _ start: Int, _ open: inout [State]) {
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
  private func addNames(_ state: State, _ start: Int, _ open: inout [State]) {
    for end in start + 1...start + 4 where end <= state.pieces.count {
      let pieces = state.pieces[start..<end]
      guard pieces.allSatisfy({ !$0.isNew && ($0.isName || $0.isText || $0.isNumber) }) else {
        break
      }
      let found = Array(pieces).sentence
      let isOne = end == start + 1
      if let name = names[Self.fold(found)], name != found {
        open.append(
          state.replacing(
            start..<end, with: name,
            because: isOne || pieces.contains { $0.isText }
              ? .textForName(found, name: name) : .blankInName(found),
            costing: 8))
      } else if !isOne, pieces.allSatisfy({ $0.isPlainName || $0 != pieces.first && $0.isNumber }) {
        let name = found.split(separator: " ").joined(separator: "-")
        open.append(
          state.replacing(start..<end, with: name, because: .blankInName(found), costing: 15))
      } else if isOne, pieces.first?.isText == true, let name = Self.slug(found) {
        let next = state.replacing(
          start..<end, with: "\(name) \(found)", because: .nameless(found), costing: 8,
          inOnePiece: true)
        open.append(next)
      }
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
  private func addSwap(_ state: State, _ start: Int, _ open: inout [State]) {
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
        .init(span: first.span.joined(name.span), reason: .order("\(first.text) \(name.text)")))
      open.append(next)
    }
  }

  /// A small word, a fact or quotes that are missing before a piece.
  private func addMissing(_ state: State, _ start: Int, _ open: inout [State]) {
    let piece = state.pieces[start]
    guard !piece.isNew, start > 0 else { return }
    let range = start..<start + 1
    if let fact = choices[piece.text] {
      open.append(
        state.replacing(
          range, with: "\(fact) is \(piece.text)", because: .choice(piece.text, fact: fact),
          costing: 17))
    }
    if piece.isText {
      let name = String(piece.text.unicodeScalars.dropFirst().dropLast())
      open.append(
        state.replacing(
          range, with: name, because: .textForName(piece.text, name: name), costing: 9))
    }
    for word in ["product", "is", "in"] {
      open.append(
        state.replacing(
          range, with: "\(word) \(piece.text)", because: .missing(word), costing: 14))
    }
    guard piece.isName, Self.takesText(state.pieces[0].text) else { return }
    let text = Array(state.pieces[start...]).sentence
    guard !state.pieces[start...].contains(where: { $0.isText }) else { return }
    open.append(
      state.replacing(
        start..<state.pieces.count, with: "\"\(text)\"", because: .unquoted(text), costing: 16,
        inOnePiece: true))
  }

  /// Whether a line that begins with a word has a text in it.
  private static func takesText(_ word: String) -> Bool {
    switch Word(rawValue: word) {
    case .policy, .product, .meter, .meters, .feature, .features, .entitlement, .entitlements,
      .scenario, .sold, .benefit, .message, .because, .use, .tiers, .group, .series, .setting:
      true
    default: false
    }
  }

  /// Adds words that are missing at the end of a sentence.
  private func addEndings(_ state: State, _ open: inout [State]) {
    guard let last = state.pieces.last else { return }
    for ending in ["of users", "with nothing", "is off", "for 24h"].prefix(2) {
      var next = state
      let end = Span(last.span.end, last.span.end)
      next.pieces.append(Piece(text: ending, span: end, isNew: true))
      next.cost += 14
      next.changes.append(.init(span: last.span, reason: .missing(ending)))
      open.append(next)
    }
  }
}

extension Reworder.State {
  /// The line with other words for some of its pieces.
  fileprivate func replacing(
    _ range: Range<Int>, with words: String, because reason: Reworded.Reason, costing cost: Int,
    inOnePiece isWhole: Bool = false
  ) -> Self {
    var next = self
    let first = pieces[range.lowerBound]
    let span = first.span.joined(pieces[range.upperBound - 1].span)
    let new =
      words.isEmpty
      ? [] : words.split(separator: " ").map { Piece(text: String($0), span: span, isNew: true) }
    let whole = [Piece(text: words, span: span, isNew: true)]
    next.pieces.replaceSubrange(range, with: isWhole ? whole : new)
    if words.isEmpty, range.lowerBound < next.pieces.count {
      next.pieces[range.lowerBound].isGlued = false
    }
    next.changes.append(.init(span: span, reason: reason))
    next.cost += cost
    if other != nil { next.other = nil }
    return next
  }

  /// The answer that it is.
  fileprivate func reworded(_ span: Span) -> Reworded {
    var text = ""
    for (index, line) in pieces.sentence.split(separator: "\n").enumerated() {
      text += (index == 0 ? "" : "\n  ") + String(line).trimmed().trimmedAtStart()
    }
    return Reworded(
      text: text, span: span, changes: changes, hasBlank: hasBlank,
      other: other.map { $0.sentence })
  }
}

extension Parser {
  /// Where a line cannot be read, as an offset in it; nil if it can.
  static func fault(in line: String, below above: StatementSyntax?) -> Int? {
    var parser = Parser(Source(name: "", text: line))
    if let above { parser.statements = [above] }
    parser.parse(upTo: .max)
    if let first = parser.findings.sorted().first { return first.span.start }
    for statement in parser.statements.dropFirst(above == nil ? 0 : 1) {
      if case .broken = statement.kind { return 0 }
    }
    return nil
  }
}
