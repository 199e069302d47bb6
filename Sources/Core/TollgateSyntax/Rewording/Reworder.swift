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

/// Two sentences in one line, and names and values that only their place tells.
extension Reworder {
  /// `seats > 3 requires team, bills > 900 is not allowed`: a sentence begins a line of its own.
  func addSentence(_ state: State, _ start: Int, _ open: inout Agenda) {
    guard start > 2, start + 2 < state.pieces.count, !isIndented || context.above == nil,
      Self.parts(state.pieces[start - 1].folded), !state.pieces[start].isNew,
      begins(state.pieces[start...]), begins(state.pieces[..<(start - 1)])
    else { return }
    var next = state
    let span = state.pieces[start - 1].span
    next.pieces.replaceSubrange(
      start - 1..<start, with: [Piece(text: "\n", span: span, isNew: true)])
    next.cost += 9
    next.changes.append(
      .init(
        span: span,
        reason: .order(
          state.pieces[start - 1].text, isWhole: false, says: next.pieces.sentence)))
    open.append(next)
  }

  private static func parts(_ word: String) -> Bool {
    switch word {
    case ",", ";", "and", "but", "，", "；", ".", "。", "&", "/", "|", "plus", "while", "also": true
    default: false
    }
  }

  /// Whether pieces may be a rule: they begin with what it may be about, and have its verb.
  private func begins(_ pieces: ArraySlice<Piece>) -> Bool {
    guard let first = pieces.first, pieces.count > 2,
      known.isTarget(first.text) || known.range([first], at: 0) != nil || first.isPlainName
    else { return false }
    return pieces.dropFirst().contains { piece in
      switch piece.text {
      case "requires", "require", "is", "are", "uses", "use": true
      default: piece.text == "at"
      }
    }
  }

  /// `480p < 1080p`: a choice that begins with a digit stands in backquotes.
  func addChoice(_ state: State, _ start: Int, _ open: inout Agenda) {
    let piece = state.pieces[start]
    let isOfSetting = state.pieces[0].text == "setting" ? start > 1 : context.above == "setting"
    guard isOfSetting, piece.isNumber, !piece.isNew, !piece.text.isDigits,
      piece.text.unicodeScalars.allSatisfy({ $0.isNameContinuation }),
      piece.text.unicodeScalars.contains(where: { $0.properties.isAlphabetic })
    else { return }
    open.append(
      state.replacing(
        start..<start + 1, with: "`\(piece.text)`",
        because: .value(piece.text, thing: "a choice"), costing: 5))
  }

  /// `series Lesson 1..18`: each member has the name and its number.
  func addSeries(_ state: State, _ start: Int, _ open: inout Agenda) {
    guard start == 1, state.pieces[0].text == "series", state.pieces.count > 4,
      state.pieces[1].isPlainName, state.pieces[2].text.isDigits,
      Self.reaches(state.pieces[3].folded)
    else { return }
    let (name, last) = (state.pieces[1].text, state.pieces[4].text)
    guard last.isDigits || last.hasPrefix(name) else { return }
    let end = last.isDigits ? name + last : last
    let range = "\(name)\(state.pieces[2].text)..\(end)"
    let found = Array(state.pieces[1..<5]).sentence
    open.append(
      state.replacing(1..<5, with: range, because: .words(found, meant: range), costing: 6))
  }

  private static func reaches(_ word: String) -> Bool {
    switch word {
    case "..", "...", "-", "–", "to", "until", "through", "till", "bis", "至", "到", "~": true
    default: false
    }
  }
}

/// Sentences of another shape.
extension Reworder {
  func addForms(_ state: State, _ open: inout Agenda) {
    addForms(to: state, of: state.pieces, &open)
    addPlainForms(to: state, of: state.pieces, &open)
    guard
      let pieces = state.pieces.plainNotation(known, isClause: context.above != nil),
      let change = Self.change(of: state.pieces, to: pieces)
    else { return }
    var plain = state
    plain.pieces = pieces
    plain.cost += 1
    addForms(to: plain, of: state.pieces, &open)
    addPlainForms(to: plain, of: state.pieces, &open)
    plain.cost += 5
    plain.changes.append(change)
    open.append(plain)
  }

  /// Adds the same without words and signs that say nothing.
  private func addPlainForms(to state: State, of typed: [Piece], _ open: inout Agenda) {
    guard let (pieces, left) = known.plain(state.pieces) else { return }
    var plain = state
    plain.pieces = pieces
    plain.cost += 3
    addForms(to: plain, of: typed, &open)
    plain.cost += 4
    plain.changes.append(.init(span: left.span, reason: .extra(left.text)))
    open.append(plain)
  }

  /// The first thing that is written in another notation.
  private static func change(of typed: [Piece], to plain: [Piece]) -> Reworded.Change? {
    let same = zip(typed, plain).prefix { $0.0.text == $0.1.text }.count
    let behind = zip(typed.reversed(), plain.reversed()).prefix { $0.0.text == $0.1.text }.count
    let end = max(same + 1, typed.count - behind)
    guard same < typed.count, end <= typed.count else { return nil }
    let found = Array(typed[same..<end])
    return .init(
      span: found[0].span.joined(found[found.count - 1].span),
      reason: .order(found.sentence, isWhole: false, says: plain.sentence))
  }

  /// - Parameter typed: The line as it was written.
  private func addForms(to state: State, of typed: [Piece], _ open: inout Agenda) {
    let words = Set(state.pieces.map { $0.folded })
    for form in OtherForm.all
    where form.mayFit(words, state.pieces.count, context) {
      guard let answer = form.reworded(state.pieces, context) else { continue }
      var next = state
      next.pieces = answer.pieces
      next.cost += (form.isBelow ? 8 : form.isDeclaration ? 7 : 11) + form.rank
      next.cost += answer.hasBlank ? 12 : 0
      next.hasBlank = answer.hasBlank
      next.other = answer.other
      next.changes.append(Self.change(state.pieces, typed, answer))
      open.append(next)
    }
  }

  /// The mistake in a sentence of another shape.
  private static func change(
    _ pieces: [Piece], _ typed: [Piece], _ answer: OtherForm.Answer
  ) -> Reworded.Change {
    let says = answer.pieces.sentence
    if answer.blamed.isEmpty, !says.utf8.contains(0x0A),
      let (missing, place) = missing(pieces, in: answer.pieces)
    {
      return .init(span: place.span, reason: .missing(missing))
    }
    // Where only signs are too many, no word is in the wrong order.
    if answer.blamed.isEmpty, !says.utf8.contains(0x0A),
      let extra = extra(in: typed, of: answer.pieces)
    {
      return .init(span: extra.span, reason: .extra(extra.text))
    }
    // A sentence with other words, too, is not only in another order.
    if answer.blamed.isEmpty, !says.utf8.contains(0x0A),
      typed.map({ $0.folded }).sorted() != answer.pieces.map({ $0.folded }).sorted(),
      let change = Self.change(of: typed, to: answer.pieces)
    {
      return change
    }
    let blamed = answer.blamed.isEmpty ? typed : answer.blamed
    let span = blamed[0].span.joined(blamed[blamed.count - 1].span)
    let found = typed.filter { $0.span.start >= span.start && $0.span.end <= span.end }
    return .init(
      span: span,
      reason: .order(found.sentence, isWhole: answer.blamed.isEmpty, says: says))
  }

  /// The first sign of a line that says the same without its signs; nil for other lines.
  private static func extra(in typed: [Piece], of answer: [Piece]) -> Piece? {
    let words = typed.filter { $0.isName || $0.isNumber || $0.isText }
    guard words.map({ $0.text }) == answer.map({ $0.text }) else { return nil }
    return typed.first { !($0.isName || $0.isNumber || $0.isText) }
  }

  /// The first words that a sentence lacks, and what stands behind them, or else before; nil if
  /// it lacks none, or says the others in another order.
  private static func missing(
    _ pieces: [Piece], in answer: [Piece]
  ) -> (words: String, place: Piece)? {
    var missing: [Piece] = []
    var place: Piece?
    var next = 0
    for piece in answer {
      if next < pieces.count, piece.text == pieces[next].text {
        next += 1
      } else if place == nil || missing.isEmpty || place == pieces[min(next, pieces.count - 1)] {
        place = pieces[min(next, pieces.count - 1)]
        missing.append(piece)
      }
    }
    guard next == pieces.count, let place, !missing.isEmpty else { return nil }
    return (missing.sentence, place)
  }
}
