import TollgateSyntax

/// Lines by their place: an indented line that is no sentence is rather a clause of the statement
/// above it, and what is wrong with the clauses below it is not that they follow a rule.
extension Mender {
  /// Whether a statement is indented, and something is wrong with its words.
  func isMisread(_ statement: StatementSyntax) -> Bool {
    guard syntax.source.isIndented(at: statement.span.start) else { return false }
    let isGrant = if case .entitlements = statement.kind { true } else { false }
    let words = syntax.tokens[statement.tokens].filter { $0.kind == .name }
      .map { syntax.source.text($0.span) }
    // A rule may be indented, too.
    if words.dropFirst().contains(where: { $0 == "requires" || $0 == "require" }) { return false }
    let span = syntax.tokens[statement.tokens].reduce(statement.span) { $0.joined($1.span) }
    return diagnostics.contains {
      $0.level == .error && (Mender.isInWords($0) || isGrant && $0.code == "TG0102")
        && span.start <= $0.span.start
        && $0.span.start <= span.end
    }
  }

  /// Whether an error says only that a clause follows a line that was misread.
  func isOfOther(_ error: Diagnostic, _ line: Line) -> Bool {
    guard line.isAfterMisread, error.code == "TG0019", let above = line.above,
      let home = StatementName(above.kind),
      let clause = line.beside.first(where: { $0.span == line.span })
    else { return false }
    return ClauseName(clause.kind)?.home.contains(home) ?? false
  }

  /// Whether a line is a clause after an edit.
  func isOfClause(_ edit: Diagnostic.Edit?, _ line: Line) -> Bool {
    guard let edit, let text = applied([edit], inside: line.span.joined(edit.span)) else {
      return false
    }
    let parsed = PolicySyntax.parse(Source(name: "", bytes: text.bytes)).syntax
    return parsed.statements.contains { statement in
      statement.clauses.contains {
        $0.span.start <= text.line.start && text.line.start <= $0.span.end
      }
    }
  }

  /// The help about the name that a line begins with.
  func aboutName(_ errors: [Diagnostic], _ line: Line) -> [Diagnostic]? {
    let tokens = syntax.tokens[line.tokens].filter { !$0.kind.isBlank }
    let texts = tokens.map { syntax.source.text($0.span) }
    var value: String?
    if let verb = texts.firstIndex(where: { ["is", "are", "=", ":"].contains($0) }),
      let end = texts.firstIndex(where: { ["with", "for", "in", "on"].contains($0) }),
      verb + 1 < end
    {
      value = texts[(verb + 1)..<end].joined(separator: " ")
    }
    var granted: String?
    if case .product(let product) = line.above?.kind { granted = known.granted[product.name.text] }
    let words = words(of: line)
    // A declaration is no clause.
    if !line.isMisread, words.first == "feature" || words.first == "features" { return nil }
    return OtherTopics.aboutName(errors, words, known, value: value, granted: granted)
  }

  /// The place of a line in the text with the mended lines before.
  func inRoom(_ span: Span) -> Span { Span(span.start + room.grown, span.end + room.grown) }

  /// A line as it was written, for the help about it.
  func typed(_ line: Line) -> OtherTopics.Typed {
    let tokens = syntax.tokens[line.tokens].filter { !$0.kind.isBlank && $0.kind != .newline }
    let texts = tokens.map { syntax.source.text($0.span) }
    var isClause = false
    if case .product = line.above?.kind { isClause = !line.isMisread }
    let word = texts.first.flatMap { Word(rawValue: $0) }
    return OtherTopics.Typed(
      words: words(of: line), texts: texts, hasShare: hasShare(line),
      isInPlace: isClause && word?.mayLeadClause == true)
  }

  /// Whether a line has a percentage.
  func hasShare(_ line: Line) -> Bool {
    syntax.tokens[line.tokens].contains { syntax.source.text($0.span).utf8.last == 0x25 }
  }

  func isDeclaration(_ token: Token) -> Bool {
    let word = Word(rawValue: syntax.source.text(token.span))
    return word?.leadsStatement == true || word == .setting
  }

  /// The finding about a line that begins no clause, with those that may stand there; nil for other
  /// lines.
  func placed(_ errors: [Diagnostic], _ line: Line) -> [Diagnostic]? {
    guard line.isMisread, let above = line.above, let home = StatementName(above.kind),
      let first = line.tokens.first, let forms = OtherTopics.clauses(of: home)
    else { return nil }
    let token = syntax.tokens[first]
    let word = syntax.source.text(token.span)
    guard Word(rawValue: word)?.mayLeadClause != true || word == "at" || word == "not",
      !known.isTarget(word) || home == .scenario || home == .product
    else { return nil }
    var one = Diagnostic(
      code: errors[0].code, headline: "no line below \(home.words) begins with `\(word)`",
      span: token.span, label: "a line below \(home.words) begins with other words")
    one.help =
      OtherTopics.topic(typed(line), known).map { [$0] } ?? []
    if case .product(let product) = above.kind, words(of: line).contains("per"),
      let meter = words(of: line).first(where: { known.isMeter($0) })
    {
      let plan = known.granted[product.name.text] ?? known.usual ?? "pro"
      one.help = [
        "a limit says what each plan has: `\(meter) at most 10 per month`, and below it "
          + "`500 with \(plan)`"
      ]
    }
    let below = "below \(home.words) you can write \(forms)"
    one.help.append(OtherTopics.about(below, .init(words: []), known))
    return [one]
  }

  /// Names with other capitals in lines that were not checked, because nobody knew the names in
  /// those that are mended now.
  func hidden(by lines: [Line]) -> [Diagnostic] {
    guard !room.ends.isEmpty, room.bytes > 0 else { return [] }
    let source = room.syntax.source
    room.bytes -= source.bytes.count
    let checker = Checker(PolicyPages(PolicySyntax.parse(source)))
    checker.checkNames()
    _ = checker.check(room.syntax)
    checker.checkReferences()
    return checker.diagnostics.compactMap { finding in
      guard finding.code == "TG0101", let edit = finding.edits.first, edit.span == finding.span,
        edit.replacement.lowercased() == source.text(finding.span).lowercased()
      else { return nil }
      let grown = room.ends.last { $0.old + $0.grown <= finding.span.start }?.grown ?? 0
      let span = Span(finding.span.start - grown, finding.span.end - grown)
      let isWrong = lines.contains { $0.span.start <= span.start && span.start <= $0.span.end }
      guard !isWrong, syntax.source.text(span) == source.text(finding.span) else { return nil }
      var moved = finding
      moved.span = span
      moved.edits = [.init(span, edit.replacement, safety: .unsafe, title: edit.title)]
      moved.related = []
      return moved
    }
  }
}
