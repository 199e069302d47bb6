/// Looks for the line of the language that a line in other words means. It changes what the
/// grammar, or else the compiler, does not understand, the likeliest change first, until both do.
///
/// It knows no sentence of its own: `OtherWords`, `OtherForm` and `OtherValue` say what people
/// write, and the parser says whether it is right so.
package struct Reworder {
  /// The names of the policy.
  let known: KnownNames
  /// The statement that the line stands below.
  private let above: StatementSyntax?
  /// Asks the compiler for its first finding in a line; nil for none.
  private let fault: (String) -> Fault?
  /// Whether the grammar reads the line as it is, so that no more than one word is left out.
  var isReadable = false
  /// The subject that a sentence of another shape may have.
  var context: OtherForm.Context
  /// The line as it was written.
  private var typed: [Piece] = []
  /// Whether the line stands below another, so that it is rather a clause than a statement.
  var isIndented = false
  /// How many lines may be read, and how many compiled, for one answer.
  private var reads = 120
  private var compiles = 6

  /// Whether people write a word for one of the language.
  package static func knows(_ word: String) -> Bool {
    OtherWords.shared.says(word) || OtherFact.knows(word)
  }

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
  struct State {
    var pieces: [Piece]
    var changes: [Reworded.Change] = []
    var cost = 0
    var hasBlank = false
    /// The same with the other reading of a date.
    var other: [Piece]?
  }

  /// - Parameters:
  ///   - known: The names of the policy.
  ///   - clauses: Those that the statement above has besides the line.
  ///   - isLast: Whether no clause follows the line.
  ///   - isFollowed: Whether the next line says what another plan has.
  ///   - fault: Where a first mistake in the line is, if the compiler reads it in its place.
  package init(
    _ known: KnownNames, below above: StatementSyntax?, beside clauses: [ClauseSyntax] = [],
    isLast: Bool = true, isFollowed: Bool = false, fault: @escaping (String) -> Fault?
  ) {
    self.known = known
    self.above = above
    self.fault = fault
    context = OtherForm.Context(known: known, below: above, beside: clauses, isLast: isLast)
    if isFollowed { context.hasSteps = true }
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
    typed = pieces
    isIndented = before >= 0 && (source.bytes[before] == 0x20 || source.bytes[before] == 0x09)
    if !isIndented { context.above = nil }
    var agenda = Agenda()
    agenda.append(State(pieces: pieces))
    var seen: Set<String> = []
    var readable: State?
    while reads > 0, let state = agenda.next() {
      guard !state.pieces.isEmpty, !isRuleOfClause(state.pieces, first), !state.isFarFetched,
        !refuses(state),
        state.pieces[0].text != "use" || pieces.contains(where: { $0.isFile }),
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
        let lost = known.lost(
          state.pieces.sentence, of: typed, hasSteps: context.hasSteps, below: above)
        if lost != nil || isStatementAmongClauses(state.pieces) { continue }
        compiles -= 1
        guard let fault = fault(state.pieces.sentence) else {
          return state.reworded(span, of: pieces)
        }
        let isLikely = fault.isName && state.isOneWord && state.cost <= 15
        if readable == nil, isLikely, mayBeName(state.pieces, at: fault.offset) {
          readable = state
        }
        near = state.pieces.index(at: fault.offset)
      }
      expand(state, near, into: &agenda)
    }
    var answer = readable?.reworded(span, of: pieces)
    answer?.isWhole = false
    return answer
  }

  /// Whether a requirement asks that somebody has not a tier, which who has a higher one has too,
  /// or for a name that nobody declared; a product grants what everybody has; or a claim says the
  /// opposite.
  private func refuses(_ state: State) -> Bool {
    guard !state.changes.isEmpty else { return false }
    if known.invents(state.pieces, for: typed) { return true }
    let said = Set(typed.map { $0.folded })
    // What requires nothing for a time, or under a condition, is open always.
    for (index, piece) in state.pieces.enumerated().dropLast().dropFirst()
    where piece.text == "nothing" && piece.isNew && state.pieces[index - 1].text == "requires" {
      switch state.pieces[index + 1].text {
      case "from", "until", "when", "unless": return true
      default: break
      }
    }
    if let claim = state.pieces.first(where: { $0.text == "always" || $0.text == "never" }),
      claim.isNew, said.contains(claim.text == "always" ? "never" : "always")
    {
      return true
    }
    // `max_seats at most 3` would be a limit of a meter that nobody counts.
    if let first = state.pieces.first, !isIndented, known.meter(inKey: first.text) != nil,
      state.pieces.dropFirst().first.map({ $0.text.hasPrefix("at") && $0.isNew }) ?? false
    {
      return true
    }
    // A message stands below a rule, and is written as a text.
    if let first = state.pieces.first, first.isNew, !isIndented, context.above == nil,
      first.text == "because" || first.text == "message", !typed.contains(where: { $0.isText })
    {
      return true
    }
    // Everybody has the first tier, so that this says that nobody has the thing.
    if state.pieces.first?.text == "never", state.pieces.last?.text == known.tiers.first,
      state.pieces.dropLast().last.map({ $0.text == "with" && $0.isNew }) ?? false
    {
      return true
    }
    if let first = state.pieces.first, first.isNew, first.text == "grants",
      state.pieces.last?.text == known.tiers.first
    {
      return true
    }
    for (index, piece) in state.pieces.enumerated().dropFirst() {
      // Everybody has the first tier: who requires it requires nothing.
      if state.pieces[index - 1].text == "requires", state.pieces[index - 1].isNew,
        piece.text == known.tiers.first
      {
        return true
      }
      if state.pieces[index - 1].text == "not", state.pieces[index - 1].isNew,
        known.kind(of: piece.text) == .tier,
        !isSecondOrLast(piece.text) || Self.denies(said)
      {
        return true
      }
    }
    return false
  }

  /// Whether a line below a product, a scenario or a meter became a rule.
  private func isStatementAmongClauses(_ pieces: [Piece]) -> Bool {
    switch isIndented ? context.above : nil {
    case "product", "scenario", "meter":
      let isTyped = typed.contains { $0.text == "requires" || $0.text == "require" }
      return !isTyped && pieces[0].text != "#"
        && Word(rawValue: pieces[0].text)?.mayLeadClause != true
    default: return false
    }
  }

  /// Whether the words take something away from somebody: `not for pro` may say that the others
  /// have it, or that nobody with more has.
  private static func denies(_ words: Set<String>) -> Bool {
    for word in words {
      switch word {
      case "not", "no", "never", "cannot", "without": return true
      default: continue
      }
    }
    return false
  }

  /// Whether the people below a tier are one tier, or the people above it are none.
  private func isSecondOrLast(_ tier: String) -> Bool {
    tier == known.tiers.last || tier == known.tiers.dropFirst().first
  }

  /// Whether what the compiler does not know there was written, and says nothing else.
  private func mayBeName(_ pieces: [Piece], at offset: Int) -> Bool {
    let piece = pieces[pieces.index(at: offset)]
    return typed.contains { $0.text == piece.text } && piece.isName
      && !OtherWords.shared.says(piece.folded) && !OtherFact.knows(piece.folded)
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
}

extension Reworder.State {
  /// Whether a sentence of another shape also has a comparison in place of another word.
  fileprivate var isFarFetched: Bool {
    var (isReordered, isCompared) = (false, false)
    for change in changes {
      switch change.reason {
      case .order: isReordered = true
      case .words(_, meant: ">"), .words(_, meant: ">="), .words(_, meant: "at most"):
        isCompared = true
      default: break
      }
    }
    return isReordered && isCompared
  }

  /// Whether only one phrase is said otherwise.
  fileprivate var isOneWord: Bool {
    if changes.count == 1, case .words = changes[0].reason { true } else { false }
  }

  /// The line with other words for some of its pieces.
  func replacing(
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
