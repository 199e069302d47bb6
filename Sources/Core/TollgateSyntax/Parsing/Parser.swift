/// Reads the lines of a text, one after the other. It never fails: what cannot be read is
/// reported, is `.broken` in the tree, and the next line is read as if nothing happened.
///
/// It reads as many lines as it is asked for; what it has read before can be forgotten.
struct Parser: ~Copyable {
  let source: Source
  var reader: LexemeReader
  var reporter = Reporter()

  /// The line that is read, the place in it, and its end.
  var line = 0
  private(set) var index = 0
  private(set) var end = 0
  /// The lexeme that is read next; nil at the end of the line.
  private(set) var current: Lexeme?
  /// Whether this line has had an error that ended it.
  var failed = false
  /// Whether this line holds bytes that are not UTF-8: the consequences are not reported.
  private(set) var isDamaged = false
  /// The words that `index` could have had, for “expected …”.
  var missed = MissedWords()
  var missedComma = false
  var statements: [StatementSyntax] = []
  /// The things that the end of the text could have had; nil where nobody asks.
  var asked: [Expectation]?

  /// Begins where a statement may begin, and reserves memory for `size` bytes.
  init(_ source: Source, at place: Int = 0, reserving size: Int = 0) {
    self.source = source
    reader = LexemeReader(source, at: place, reserving: size)
  }

  /// Reads statements up to the first that begins at or after a place.
  mutating func parse(upTo limit: Int) {
    // A line is read when the next one is there, with all that continues it.
    while true {
      while reader.lines.count < line + 3, reader.readLine() {}
      guard line < reader.lines.count else { return }
      let range = reader.lines[line].range
      if span(at: range.lowerBound).start >= limit, !statements.isEmpty, !isClause(range) { return }
      isDamaged = reader.lines[line].isDamaged
      line += 1
      end = range.upperBound
      failed = false
      move(to: range.lowerBound)
      parseLine(range)
    }
  }

  /// Cuts the whole text into lines, and reads none of them.
  mutating func readAllLines() {
    while reader.readLine() {}
  }

  /// The literal that the whole text is; nil if it is anything else.
  mutating func wholeText() -> LiteralSyntax? {
    readAllLines()
    guard reader.lines.count == 1 else { return nil }
    end = reader.lines[0].range.upperBound
    move(to: reader.lines[0].range.lowerBound)
    guard let literal = literal(.quantity, unit: .any), index == end, !hasFindings else {
      return nil
    }
    return literal
  }

  /// Goes on at a place of the line.
  mutating func move(to place: Int) {
    index = place
    current = place < end ? reader.lexemes[place] : nil
    forgetMissed()
  }

  /// The findings up to here, those about single characters first.
  var findings: Reporter { reader.reporter.followed(by: reporter) }

  /// Whether something is wrong with the text up to here.
  var hasFindings: Bool {
    !reporter.diagnostics.isEmpty || !reader.reporter.diagnostics.isEmpty
  }

  /// Takes the tree of what was read, and forgets it.
  mutating func page() -> PolicySyntax {
    let page = PolicySyntax(source: source, tokens: reader.lexer.tokens, statements: statements)
    statements = []
    reader.forget(line)
    line = 0
    return page
  }

  private func isClause(_ range: Range<Int>) -> Bool {
    if isStep(range) { return true }
    return reader.lexemes[range.lowerBound].word?.mayLeadClause == true
      && Lines(lexemes: reader.lexemes).leads(range, alone: true)
  }

  private mutating func parseLine(_ range: Range<Int>) {
    let leads = Lines(lexemes: reader.lexemes).leads(range, alone: true)
    if isStep(range) {
      guard let owner = owner(ofClauseAt: range) else { return report(.stepAlone(span(range))) }
      addClause(isDamaged ? .broken : step(), range, to: owner)
    } else if leads, let word = current?.word, word.mayLeadClause {
      guard let owner = owner(ofClauseAt: range) else { return report(.clauseAlone(word, place)) }
      addClause(isDamaged ? .broken : clause(word), range, to: owner)
    } else {
      let kind = isDamaged ? .broken : leads ? statement() : rule()
      finish()
      statements.append(
        StatementSyntax(kind: kind, clauses: [], span: span(range), tokens: tokenRange(range))
      )
    }
  }

  /// Adds a clause that was read to a statement above.
  private mutating func addClause(
    _ kind: ClauseSyntax.Kind, _ range: Range<Int>, to owner: Int
  ) {
    finish()
    statements[owner].clauses.append(
      ClauseSyntax(kind: kind, span: span(range), tokens: tokenRange(range))
    )
  }

  /// The statement above a clause, of the same file; `nil` if there is none.
  private func owner(ofClauseAt range: Range<Int>) -> Int? {
    guard let layout = source.layout else { return statements.indices.last }
    let start = span(at: range.lowerBound).start
    let piece = layout.pieces[layout.piece(at: start)]
    return statements.lastIndex { statement in
      let place = statement.span.start
      return place >= piece.start || layout.pieces[layout.piece(at: place)].file == piece.file
    }
  }

  private func span(_ range: Range<Int>) -> Span {
    span(at: range.lowerBound).joined(span(at: range.upperBound - 1))
  }

  private func tokenRange(_ range: Range<Int>) -> Range<Int> {
    reader.lexemes[range.lowerBound].token..<reader.lexemes[range.upperBound - 1].token + 1
  }
}

extension Parser {
  /// Each part of a sentence may be written once. Remembers where each is, and reports a second.
  struct Once {
    private var seen: [(word: Word, span: Span)] = []

    /// Where `word` stood before.
    mutating func first(_ word: Word, _ span: Span) -> Span? {
      for earlier in seen where earlier.word == word { return earlier.span }
      seen.append((word, span))
      return nil
    }
  }

  /// Reports the word at the cursor if its part has been there before; true if it is the first.
  mutating func isFirst(_ word: Word, _ once: inout Once) -> Bool {
    guard let first = once.first(word, place) else { return true }
    report(.twice(source.text(place).shortened(), place, first: first))
    return false
  }

  /// Reads a part, and keeps it if it is the first of its kind.
  ///
  /// - Parameter skipsWord: Whether the word at the cursor only says which part it is.
  mutating func keep<Part>(
    _ word: Word, _ once: inout Once, in kept: inout Part?, skipsWord: Bool = true,
    _ read: (inout Parser) -> Part?
  ) {
    let isFirst = isFirst(word, &once)
    if skipsWord { advance() }
    let part = read(&self)
    if isFirst { kept = part }
  }

  /// `from I`, `until I`, `when C` and `unless C` in any order, each once; a second one is
  /// reported, read and left out.
  mutating func applicability() -> ApplicabilitySyntax {
    var applies = ApplicabilitySyntax()
    var once = Once()
    while mayGoOn, applicabilityPart(&applies, &once) {}
    return applies
  }

  /// One part; false if none begins here. It takes a word whenever it says true.
  mutating func applicabilityPart(
    _ applies: inout ApplicabilitySyntax,
    _ once: inout Once
  ) -> Bool {
    skipCommaBeforePart()
    if at(.from) {
      keep(.from, &once, in: &applies.from) { $0.moment() }
    } else if at(.until) {
      keep(.until, &once, in: &applies.until) { $0.moment() }
    } else if at(.when) {
      keep(.when, &once, in: &applies.when) { $0.expression(.condition) }
    } else if at(.unless) {
      keep(.unless, &once, in: &applies.unless) { $0.expression(.condition) }
    } else {
      return false
    }
    return true
  }

  private mutating func skipCommaBeforePart() {
    guard current?.kind == .comma, let word = peek()?.word else { return }
    switch word {
    case .from, .until, .when, .unless:
      report(.commaBefore("`\(word.rawValue)`", place))
      advance()
    default: break
    }
  }
}

extension Parser {
  /// The comparison after a name in a condition; nil if there is none, or it could not be read.
  mutating func comparison(of name: NameSyntax, from start: Int) -> ExpressionSyntax? {
    if accept(.is) || accept(.are) { return equality(of: name, from: start) }
    if accept(.before) { return order(of: name, since: false, from: start) }
    if accept(.since) { return order(of: name, since: true, from: start) }
    guard let sign = comparisonOperator() else { return nil }
    advance()
    guard let quantity = literal(.quantity, unit: .known) else { return nil }
    let window = window()
    return .compare(name, sign, quantity, window, span(from: start))
  }

  private func comparisonOperator() -> ComparisonOperator? {
    switch current?.kind {
    case .more: .more
    case .moreOrEqual: .atLeast
    case .less: .less
    case .lessOrEqual: .atMost
    default: nil
    }
  }

  private mutating func order(
    of name: NameSyntax,
    since: Bool,
    from start: Int
  ) -> ExpressionSyntax? {
    guard let literal = literal(.versionOrDate, unit: .none) else { return nil }
    return .order(name, since: since, literal, span(from: start))
  }

  private mutating func equality(of name: NameSyntax, from start: Int) -> ExpressionSyntax? {
    let negated = accept(.not)
    if isAtEnd { ask(.word(.one)) }
    if current?.word == .one, peek() == nil { ask(.word(.of)) }
    if current?.word == .one, peek()?.word == .of {
      advance()
      advance()
      // The list ends where no comma follows, so that `and` after it joins conditions.
      let values = list(while: { $0.joinsValues() }, { $0.value() })
      guard !values.isEmpty else { return nil }
      return .isOneOf(name, values, negated: negated, span(from: start))
    }
    guard let value = value() else { return nil }
    if case .literal(let literal) = value, let window = window() {
      let sign: ComparisonOperator = negated ? .notEqual : .equal
      return .compare(name, sign, literal, window, span(from: start))
    }
    return .isValue(name, value, negated: negated, span(from: start))
  }

  private mutating func joinsValues() -> Bool {
    if let word = peek()?.word, Self.endsList(word) { return false }
    guard accept(.comma) else { return false }
    // `a, b, and c`: after a comma the list continues, whatever the word is.
    if !accept(.and) { _ = accept(.or) }
    return true
  }

  /// A choice, `yes` or `no`, or a literal.
  mutating func value() -> ValueSyntax? {
    if current?.kind == .numeral { return literal(.value, unit: .known).map { .literal($0) } }
    return name(.value).map { .name($0) }
  }
}

extension Parser {
  /// `platform is ios, android or web or anything else, otherwise web`
  mutating func fact() -> StatementSyntax.Kind {
    guard let declaration = declaration(.fact), !failed, expectIs() else { return .broken }
    let type = factType()
    var fact = FactSyntax(declaration: declaration, type: type, otherwise: nil)
    guard !failed else { return .fact(fact) }
    if current?.kind == .comma, peek() == nil { ask(.word(.otherwise)) }
    if current?.kind == .comma, peek()?.word == .otherwise { advance() }
    if accept(.otherwise) { fact.otherwise = value() }
    return .fact(fact)
  }

  private mutating func factType() -> FactSyntax.FactType {
    if isNamedType() { return namedType() }
    let start = index
    var orAnythingElse = false
    var choices: [NameSyntax] = []
    repeat {
      guard choices.count < Limits.listItems else {
        fail(.listTooLong(place))
        break
      }
      if !choices.isEmpty, current?.word == .anything, peek()?.word == .else {
        advance()
        advance()
        orAnythingElse = true
        break
      }
      if !choices.isEmpty, current?.word == .anything, peek() == nil { ask(.word(.else)) }
      guard let choice = name(choices.isEmpty ? .factType : .choice) else { break }
      choices.append(choice)
    } while !failed && joinsChoices()
    if failed, choices.isEmpty { return .broken }
    if !orAnythingElse, choices.count == 2, Self.isYesOrNo(choices[0], choices[1]) {
      return .yesOrNo
    }
    return choices.count == 1 && !orAnythingElse
      ? single(choices[0], start) : .choice(choices, orAnythingElse: orAnythingElse)
  }

  private mutating func joinsChoices() -> Bool {
    if current?.kind == .comma, peek()?.word == .otherwise { return false }
    if accept(.comma) {
      if isAtEnd { ask(.word(.otherwise)) }
      _ = accept(.or)
      return true
    }
    return accept(.or)
  }

  /// `a date`, but not `a, b or c`.
  private func isNamedType() -> Bool {
    guard current?.kind == .name, let next = peek(), next.kind == .name, next.word != .or else {
      return false
    }
    return current?.word == .a || source.text(place) == "an"
  }

  private mutating func namedType() -> FactSyntax.FactType {
    advance()
    if accept(.date) { return .date }
    if accept(.version) { return .version }
    if accept(.number) { return .number }
    failExpecting(.factType)
    return .broken
  }

  private static func isYesOrNo(_ first: NameSyntax, _ second: NameSyntax) -> Bool {
    guard !first.isQuoted, !second.isQuoted else { return false }
    return first.text == "yes" && second.text == "no" || first.text == "no" && second.text == "yes"
  }

  /// `is date` is rather a slip than a choice of one value.
  private mutating func single(_ choice: NameSyntax, _ start: Int) -> FactSyntax.FactType {
    let type: FactSyntax.FactType
    switch reader.lexemes[start].word {
    case .date: type = .date
    case .version: type = .version
    case .number: type = .number
    default: return .choice([choice], orAnythingElse: false)
    }
    report(.typeWithoutArticle(choice.text, choice.span))
    return type
  }
}

extension Parser {
  /// A list with `,` between its items, or one of `joins`, or both (`a, b, and c`).
  mutating func list<Item>(
    _ joins: [Word],
    _ item: (inout Parser) -> Item?
  ) -> [Item] {
    list(while: { $0.join(joins) }, item)
  }

  /// A list that goes on while `joins` takes what is between two items.
  mutating func list<Item>(
    while joins: (inout Parser) -> Bool,
    _ item: (inout Parser) -> Item?
  ) -> [Item] {
    var items: [Item] = []
    repeat {
      guard items.count < Limits.listItems else {
        fail(.listTooLong(place))
        break
      }
      guard let next = item(&self) else { break }
      items.append(next)
      if failed { break }
    } while joins(&self)
    return items
  }

  /// Takes what joins two items of a list.
  private mutating func join(_ joins: [Word]) -> Bool {
    // `, otherwise` and `, when` end a list; the comma is for the caller.
    if current?.kind == .comma, let word = peek()?.word, Self.endsList(word) { return false }
    if accept(.comma) {
      for word in joins where accept(word) { break }
      return true
    }
    for word in joins where accept(word) { return true }
    return false
  }

  static func endsList(_ word: Word) -> Bool {
    switch word {
    case .otherwise, .from, .until, .when, .unless, .requires, .require: true
    default: false
    }
  }

  mutating func names(_ thing: Expectation, _ joins: [Word]) -> [NameSyntax] {
    list(joins) { $0.name(thing) }
  }

  /// Declared names with their labels. A missing comma between two names is reported, and the
  /// list continues, so that the second name counts as declared.
  mutating func declarations<Item>(_ item: (inout Parser) -> Item?) -> [Item] {
    // `feature dark mode` is rather one name with a blank.
    let isOne: Bool
    switch reader.lexemes[max(0, index - 1)].word {
    case .feature, .meter, .entitlement: isOne = true
    default: isOne = false
    }
    var items = list([.and], item)
    while !failed, let next = current, next.kind == .name || next.kind == .quotedName,
      next.word == nil, items.count < Limits.listItems
    {
      let offset = isOne || isOneName() ? nil : span(at: index - 1).end
      report(.missingComma(before: found(), place, at: offset))
      items += list([.and], item)
    }
    return items
  }

  /// Whether the names from the last one on are those of the label that follows:
  /// `cloud sync "Cloud sync"`.
  private func isOneName() -> Bool {
    var next = index
    while next < end, reader.lexemes[next].kind == .name { next += 1 }
    guard next < end, reader.lexemes[next].kind == .text else { return false }
    let label = KnownNames.fold(source.text(span(at: next)))
    var names = ""
    for place in stride(from: next - 1, through: max(0, index - 1), by: -1) {
      names = KnownNames.fold(source.text(span(at: place))) + names
    }
    return names == label
  }
}

extension Parser {
  /// The clauses of a meter: `counted per team`, `counted for ever`, `windows roll`,
  /// `refills 1 every 30min`.
  mutating func meterClause(_ word: Word) -> ClauseSyntax.Kind? {
    switch word {
    case .counted:
      if accept(.for) { return expect(.ever) ? .countedForEver : .broken }
      advance()
      return name(.name).map { .countedPer($0) } ?? .broken
    case .windows where current?.word == .begin && peek()?.word == .at: return windowsBegin()
    case .windows: return windows().map { .windows($0) } ?? .broken
    case .refills:
      guard let amount = literal(.quantity, unit: .known), expect(.every),
        let interval = literal(.duration, unit: .any)
      else { return .broken }
      return .refills(amount, every: interval)
    default: return nil
    }
  }

  /// `begin at 20:00 in "Asia/Shanghai"`
  private mutating func windowsBegin() -> ClauseSyntax.Kind {
    advance()
    advance()
    guard let time = literal(.timeOfDay, unit: .none) else { return .broken }
    if isAtEnd { ask(.word(.in)) }
    guard !isAtEnd, accept(.in) else { return .windowsBegin(time, zone: nil) }
    return text().map { .windowsBegin(time, zone: $0) } ?? .broken
  }

  private mutating func windows() -> WindowsSyntax? {
    if accept(.roll) { return .roll }
    if accept(.begin), phrase([.with], ["the", "first"]), expect(.use) {
      return .beginWithFirstUse
    }
    if !failed, accept(.follow), phrase([], ["the"]) {
      if phrase([], ["calendar"]) { return .followCalendar }
      if phrase([], ["subscription"]) { return .followSubscription }
    }
    if !failed { failExpecting(.windowsRule) }
    return nil
  }

  /// Takes words of the language, then words that are none elsewhere; false without a report if
  /// another one comes.
  private mutating func phrase(_ words: [Word], _ texts: [String]) -> Bool {
    for word in words where !accept(word) { return false }
    for text in texts {
      guard current?.kind == .name, source.text(place) == text else { return false }
      advance()
    }
    return true
  }

  /// `use basic-model, exports` after `instead`.
  mutating func insteadUse() -> ClauseSyntax.Kind {
    guard expect(.use) else { return .broken }
    let targets = insteadTargets()
    return targets.isEmpty ? .broken : .insteadUse(targets)
  }

  /// Features, meters, settings, groups and ranges.
  mutating func insteadTargets() -> [SubjectItemSyntax] {
    list([.and]) { parser in
      guard let first = parser.name(.target) else { return nil }
      guard parser.accept(.range) else { return .name(first) }
      return parser.name(.target).map { .range(first, $0) }
    }
  }
}

extension Parser {
  /// Reports `and` mixed with `or`, with both readings.
  mutating func reportMixture(_ joins: [Join], last: Span) {
    var and: Span?
    var or: Span?
    for join in joins {
      if join.word == .and { and = and ?? join.span } else { or = or ?? join.span }
    }
    guard let and, let or, !failed else { return }
    let places = joins.map { $0.operand } + [last]
    report(
      .mixed(
        places[0].joined(last),
        andFirst: reading(places, joins, binding: .and),
        orFirst: reading(places, joins, binding: .or),
        and: and,
        or: or
      )
    )
  }

  /// The text of an expression with parentheses around the runs that `binding` joins.
  private func reading(
    _ places: [Span],
    _ joins: [Join],
    binding: Word
  ) -> String {
    var text = ""
    var isOpen = false
    for (index, place) in places.enumerated() {
      let binds = index < joins.count && joins[index].word == binding
      if binds, !isOpen { text += "(" }
      text += source.text(place)
      if !binds, isOpen { text += ")" }
      isOpen = binds
      if index + 1 < places.count {
        text += source.text(Span(place.end, places[index + 1].start))
      }
    }
    return text
  }
}
