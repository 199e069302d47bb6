import TollgateSyntax

/// Makes one message of what is wrong with a line, with the line of the language that it means,
/// where none of its messages mends it. A fix that does not mend its line is not called safe.
struct Mender {
  let syntax: PolicySyntax
  let diagnostics: [Diagnostic]
  let room: Room
  /// How many lines are tried, the first ones, and how long a text may be: mistakes cost no more
  /// than that.
  private static let lines = 10
  private static let bytes = 1 << 15

  /// Shared by the lines: how many bytes may still be compiled to try lines, since a mistake in a
  /// long text costs no more than in a short one, and the text with the mended lines before.
  final class Room {
    var bytes = 1 << 18
    var syntax: PolicySyntax
    /// How much longer the text has become.
    var grown = 0
    /// Where the lines ended that were mended, and how much longer the text was then.
    var ends: [(old: Int, grown: Int)] = []
    /// The names of the policy, which only a line that is read anew asks for.
    lazy var known = KnownNames(of: syntax)

    init(_ syntax: PolicySyntax) {
      self.syntax = syntax
    }

    /// Reads on in a text that has these bytes.
    func adopt(_ bytes: [UInt8], upTo end: Int) {
      grown += bytes.count - syntax.source.bytes.count
      syntax = PolicySyntax.parse(Source(name: syntax.source.name, bytes: bytes)).syntax
      known = KnownNames(of: syntax)
      ends.append((end, grown))
    }
  }

  var known: KnownNames { room.known }

  init(_ syntax: PolicySyntax, _ diagnostics: [Diagnostic]) {
    self.syntax = syntax
    self.diagnostics = diagnostics
    room = Room(syntax)
  }

  /// A statement's or a clause's own line, with what is wrong with it.
  struct Line {
    var tokens: Range<Int>
    var span: Span
    var above: StatementSyntax?
    /// The clauses beside it, if it is one.
    var beside: [ClauseSyntax] = []
    var isLast = true
    /// Whether it is indented and no statement, so that it is rather a clause of the one above.
    var isMisread = false
    /// Whether such a line stands between its statement and it.
    var isAfterMisread = false
    var errors: [Diagnostic] = []
  }

  /// The findings about a text that was read in pages.
  static func mended(_ diagnostics: [Diagnostic], of source: Source) -> [Diagnostic] {
    guard source.bytes.count <= bytes else { return diagnostics }
    return Mender(PolicySyntax.parse(source).syntax, diagnostics).mended()
  }

  /// The findings, in the order of the text.
  func mended() -> [Diagnostic] {
    guard syntax.source.bytes.count <= Mender.bytes else { return diagnostics }
    let (lines, tiers) = withoutTiers(wrongLines())
    let isWhole =
      tiers == nil && lines.reduce(0) { $0 + $1.errors.count } == diagnostics.count
    var mended = isWhole ? [] : diagnostics.filter { !isInside($0, lines) }
    if let tiers {
      mended.removeAll { tiers.span.start <= $0.span.start && $0.span.end <= tiers.span.end }
      mended.append(tiers.finding)
    }
    for (index, line) in lines.enumerated() {
      let found = index < Mender.lines && room.bytes > 0 ? mend(line) : line.errors
      mended += found.map { keeping(OtherTopics.ofPolicy($0, typed(line), known), line) }
      if line.isMisread, found.allSatisfy({ $0.edits.isEmpty }) {
        leaveOut(line)
      } else {
        adopt(found, line)
      }
    }
    mended += hidden(by: lines)
    return mended.enumerated().sorted {
      ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset)
    }.map { $0.element }
  }

  private func isInside(_ finding: Diagnostic, _ lines: [Line]) -> Bool {
    lines.contains { $0.span.start <= finding.span.start && finding.span.start <= $0.span.end }
  }

  // MARK: Lines

  /// The lines that have a mistake.
  private func wrongLines() -> [Line] {
    var lines: [Line] = []
    var read: [Line] = []
    var owner: StatementSyntax?
    for statement in syntax.statements {
      let isBelow = owner.map { !syntax.source.isIndented(at: $0.span.start) } ?? false
      let isMisread = isBelow && isMisread(statement)
      read.append(
        Line(
          tokens: statement.tokens, span: statement.span, above: owner,
          beside: (owner?.clauses ?? []) + statement.clauses, isLast: statement.clauses.isEmpty,
          isMisread: isMisread))
      if !isMisread { owner = statement }
      var above = owner ?? statement
      above.clauses = []
      for (place, clause) in statement.clauses.enumerated() {
        read.append(
          Line(
            tokens: clause.tokens, span: clause.span, above: above, beside: statement.clauses,
            isLast: place == statement.clauses.count - 1, isAfterMisread: isMisread))
      }
    }
    for error in diagnostics where error.level == .error {
      let place = error.span.start
      if let last = lines.indices.last, lines[last].span.start <= place,
        place <= lines[last].span.end
      {
        lines[last].errors.append(error)
      } else if var line = read.first(where: { $0.span.start <= place && place <= $0.span.end })
        ?? bareLine(at: place)
      {
        line.errors = isOfOther(error, line) ? [] : [error]
        lines.append(line)
      }
    }
    return lines
  }

  /// A line that is in no statement: a clause without one, or a sign alone.
  private func bareLine(at place: Int) -> Line? {
    let tokens = syntax.tokens
    guard let first = tokens.firstIndex(where: { $0.span.end > place }) else { return nil }
    var start = first
    while start > 0, tokens[start - 1].kind != .newline { start -= 1 }
    while start < first, tokens[start].kind.isBlank { start += 1 }
    var end = first
    while end < tokens.count, tokens[end].kind != .newline { end += 1 }
    while end > start, tokens[end - 1].kind.isBlank { end -= 1 }
    guard start < end else { return nil }
    let above = syntax.statements.last { $0.span.end <= tokens[start].span.start }
    let span = tokens[start].span.joined(tokens[end - 1].span)
    return Line(tokens: start..<end, span: span, above: above)
  }

  // MARK: Mending

  private func mend(_ line: Line) -> [Diagnostic] {
    var errors = line.errors
    if errors.contains(where: { Mender.isCertain($0.code) }) { return errors }
    if let found = ofBlock(line) ?? ofPage(line) { return found }
    // What is said is another matter than the words, unless a clause was read as a statement.
    var others = errors.filter { !Mender.isInWords($0) }
    errors = errors.filter { Mender.isInWords($0) }
    if line.isMisread, !errors.isEmpty {
      errors += others
      others = []
    }
    guard let first = errors.first else {
      let isMended = isMended(line, [], by: others.map { $0.edits.first { $0.safety != .shown } })
      return isMended ? others : withoutSafe(others, line)
    }
    let codes = others.map { $0.code }
    let edits = errors.map { error in error.edits.first { $0.safety != .shown } }
    let isClause = !line.isMisread || edits.allSatisfy { isOfClause($0, line) }
    let isMendable = isClause && (errors.count == 1 || edits.allSatisfy { $0 != nil })
    if isMendable, isMended(line, codes, by: edits) {
      if let one = joined(errors, edits, line) { return [one] + others }
      if let edit = edits[0], errors.count == 1, left(in: line, after: edit) != nil,
        let about = aboutName(errors, line)
      {
        return about
      }
      let isLeftWrong = errors.count == 1 && !isWhole(line, after: first)
      return (isLeftWrong ? withoutSafe(errors, line) : errors) + others
    }
    let (found, isWhole) = reworded(line, errors, at: first.span)
    // In a sentence that is right nothing else is wrong.
    return isWhole ? found : found + others
  }

  /// The words of a line, in small letters but for the names of the policy.
  func words(of line: Line) -> [String] {
    syntax.tokens[line.tokens].filter { $0.kind == .name }.map {
      let word = syntax.source.text($0.span)
      return known.isFree(word) ? word.lowercased() : word
    }
  }

  /// One message about several words of a sentence, whose fix mends them all; nil if each of them
  /// is safe to mend by itself, or if names are at fault.
  private func joined(
    _ errors: [Diagnostic], _ edits: [Diagnostic.Edit?], _ line: Line
  ) -> Diagnostic? {
    let isOne = edits.allSatisfy { $0?.safety == .safe } || errors.count < 2
    let isInside = edits.allSatisfy { edit in
      edit.map { line.span.start <= $0.span.start && $0.span.end <= line.span.end } ?? false
    }
    guard !isOne, isInside, errors.allSatisfy({ Mender.isOfGrammar($0.code) }),
      var one = errors.first
    else { return nil }
    let isList = errors.allSatisfy { $0.label.hasPrefix("a list has") }
    if !isList, let meant = meant(by: line, at: one.span), meant.isWhole, meant.isOneChange {
      return meant.diagnostic()
    }
    var bytes = syntax.source.bytes
    var end = line.span.end
    for edit in edits.reversed().compactMap({ $0 }) {
      bytes.replaceSubrange(edit.span.start..<edit.span.end, with: Array(edit.replacement.utf8))
      end += edit.replacement.utf8.count - (edit.span.end - edit.span.start)
    }
    let text = Source(name: "", bytes: bytes).text(Span(line.span.start, end))
    one.edits = [.init(line.span, text, safety: .unsafe, title: "write `\(text)`")]
    one.related += errors.dropFirst().map { .init($0.span, $0.label) }
    return one
  }

  /// The names that a line may speak of: a wrong declaration declares nothing.
  func names(for line: Line) -> KnownNames {
    let isNew = line.tokens.first.map { isDeclaration(syntax.tokens[$0]) } ?? false
    return isNew ? KnownNames(of: room.syntax, without: inRoom(line.span)) : known
  }

  /// The line of the language that a line means.
  private func meant(by line: Line, at place: Span) -> Reworded? {
    var reworder = Reworder(
      names(for: line), below: room.grown == 0 ? line.above : above(line), beside: line.beside,
      isLast: line.isLast, isFollowed: isFollowed(line)
    ) { text in
      // Without room for more, a line counts as misread where it begins.
      room.bytes > 0 ? fault(in: text, at: line.span) : Reworder.Fault(offset: 0, isName: false)
    }
    return reworder.reword(syntax.tokens[line.tokens], of: syntax.source, failingAt: place)
  }

  /// One message with the line that is meant, or else the findings with what may help; and
  /// whether the line that is meant is right.
  private func reworded(
    _ line: Line, _ errors: [Diagnostic], at place: Span
  ) -> ([Diagnostic], isWhole: Bool) {
    let tokens = syntax.tokens[line.tokens]
    var own = withoutSafe(errors, line)
    // A heading, as a table of another notation has it.
    if tokens.count == 2, tokens.last.map({ syntax.source.text($0.span) }) == ":" {
      own = Array(own.prefix(1))
      return (OtherTopics.help(own, .init(words: ["limits"]), known, orExample: false), false)
    }
    // A line of a scenario has one mistake: where it cannot be read on.
    if case .scenario = line.above?.kind,
      own.contains(where: { $0.code == "TG0101" || $0.code == "TG0102" }),
      let one = own.first(where: { $0.code == "TG0001" })
    {
      own = [one]
    }
    let isRead = !line.isMisread && !errors.contains { Mender.isOfGrammar($0.code) }
    // Where the first words are no sentence, no others are.
    if own[0].headline.hasPrefix("a line that begins with") { own = Array(own.prefix(1)) }
    // What the compiler finds has its own help.
    let helped =
      isRead
      ? own
      : placed(own, line)
        ?? OtherTopics.help(own, typed(line), known, orExample: true)
    let meant = meant(by: line, at: place)
    if meant?.isWhole != true, let about = aboutName(own, line) {
      return (about, false)
    }
    guard let meant, line.isMisread || !Mender.isKnown(errors[0], better: meant),
      !isRead || meant.isOnlyAbout(errors[0].span)
    else { return (helped, false) }
    // A fix that only lacks a declaration says more than a likely guess.
    let hasFix = errors.count == 1 && errors[0].edits.contains { $0.safety != .shown }
    if !meant.isWhole, isRead || hasFix || OtherTopics.isTopic(typed(line), known) {
      return (helped, false)
    }
    var one = meant.diagnostic()
    one.code = errors[0].code
    one.edits = one.edits.map { inItsRule($0, line) }
    if isRead {
      // The compiler knows the mistake better; the line that is meant is what it lacks.
      var first = errors[0]
      first.edits = one.edits
      // A name that is not meant needs no declaration.
      first.help.removeAll { $0.hasPrefix("declare it") }
      one = first
    }
    if meant.isWhole { return ([one], true) }
    return (OtherTopics.help([one], typed(line), known, orExample: true), false)
  }

  /// Bytes, hidden characters and ceilings have a message of their own.
  private static func isCertain(_ code: String) -> Bool {
    switch code {
    case "TG0006", "TG0011", "TG0104", "TG0012", "TG0013", "TG0014", "TG0015", "TG0107": true
    default: false
    }
  }

  /// Whether a message knows the mistake, so that another line is a worse guess: what does not
  /// belong there, what lacks its end, what has several fixes, and what is no value.
  private static func isKnown(_ error: Diagnostic, better meant: Reworded) -> Bool {
    switch error.code {
    case "TG0027": !meant.isInAnotherOrder || meant.hasBlank
    case "TG0003", "TG0019", "TG0025": true
    case "TG0016":
      !meant.isOnlyValues && (!error.help.isEmpty || !meant.replacesAll(of: error.span))
    case "TG0007", "TG0026": !meant.isOnlyValues
    default:
      if error.headline.hasPrefix("expected a date after `from`")
        || error.headline.hasPrefix("expected a date after `until`")
      {
        !meant.isOnlyValues
      } else if error.label == "the line ends here" {
        meant.leavesOut
      } else {
        error.edits.count { $0.safety == .shown } > 1 && !meant.isInAnotherOrder
      }
    }
  }

  /// Whether the words may be at fault, rather than what they say.
  static func isInWords(_ error: Diagnostic) -> Bool {
    switch error.code {
    case "TG0102": return error.label.hasPrefix("used as")
    case "TG0001", "TG0002", "TG0003", "TG0004", "TG0006", "TG0007", "TG0008", "TG0009", "TG0010",
      "TG0016", "TG0017", "TG0019", "TG0022", "TG0025", "TG0027", "TG0035", "TG0101":
      return true
    default: return false
    }
  }

  /// Findings none of whose fixes mends the line alone: what is wrong then is said, too.
  private func withoutSafe(_ errors: [Diagnostic], _ line: Line) -> [Diagnostic] {
    errors.map { error in
      var error = error
      error.edits.removeAll { !isRight($0, line) }
      for index in error.edits.indices where error.edits[index].safety == .safe {
        error.edits[index].safety = .unsafe
      }
      let edit = error.edits.first { $0.safety != .shown }
      if errors.count == 1, let edit, let left = left(in: line, after: edit), left.code == "TG0101"
      {
        error.help.append("then declare it, because \(left.headline)")
      }
      return error
    }
  }

  /// Whether nothing is wrong with a line after a safe fix of a finding.
  private func isWhole(_ line: Line, after error: Diagnostic) -> Bool {
    guard let edit = error.edits.first(where: { $0.safety == .safe }) else { return true }
    return left(in: line, after: edit) == nil
  }

  /// Whether the grammar finds a mistake, rather than who knows what the names mean.
  static func isOfGrammar(_ code: String) -> Bool {
    switch code {
    case "TG0001", "TG0002", "TG0003", "TG0004", "TG0005", "TG0006", "TG0010", "TG0019", "TG0020",
      "TG0025", "TG0027":
      true
    default: false
    }
  }
}

/// Mistakes whose sentence stands in another line than they do.
extension Mender {
  /// The lines that declare tiers one by one are one mistake.
  struct Tiers {
    var span: Span
    var finding: Diagnostic
  }

  /// `tier free` and `tier pro`: the tiers stand in one line.
  func withoutTiers(_ lines: [Line]) -> ([Line], Tiers?) {
    let tiers = lines.filter { !declared($0).isEmpty }
    guard tiers.count > 1, known.tiers.isEmpty, let first = tiers.first, let last = tiers.last,
      var finding = first.errors.first
    else { return (lines, nil) }
    var names = tiers.map { declared($0) }
    if names.last?.split(separator: " ").first == "free" { names.reverse() }
    let text = "tiers " + names.joined(separator: " < ")
    let span = first.span.joined(last.span)
    finding.label = "all tiers stand in one line, the lowest first"
    finding.help = []
    finding.edits = []
    finding.related = []
    let between = lines.filter { span.start <= $0.span.start && $0.span.end <= span.end }
    let isWhole = syntax.source.text(span).split(separator: "\n").count == tiers.count
    if between.count == tiers.count, isWhole {
      finding.edits = [.init(span, text, safety: .unsafe, title: "write `\(text)` in their place")]
    } else {
      finding.help = ["write `\(text)` in their place"]
    }
    let rest = lines.filter { declared($0).isEmpty }
    return (rest, Tiers(span: span, finding: finding))
  }

  /// The name and the title that a line declares a tier with; empty for other lines.
  private func declared(_ line: Line) -> String {
    let tokens = syntax.tokens[line.tokens].filter { !$0.kind.isBlank }
    let words = tokens.map { syntax.source.text($0.span) }
    guard words.count == 2 || words.count == 3, tokens[1].kind == .name,
      words.count == 2 || tokens[2].kind == .text
    else { return "" }
    switch words[0].lowercased() {
    case "tier", "level", "plan", "tiers": return words.dropFirst().joined(separator: " ")
    default: return ""
    }
  }

  /// `csv-export requires pro unless beta` beside `csv-export requires pro` opens nothing, since
  /// both have to hold: the condition belongs to the rule that is there.
  func inItsRule(_ edit: Diagnostic.Edit, _ line: Line) -> Diagnostic.Edit {
    var sentences = edit.replacement.split(separator: "\n").map { String($0) }
    guard room.grown == 0, let rule = sentences.popLast() else { return edit }
    let words = rule.split(separator: " ").map { String($0) }
    guard words.count > 4, words[1] == "requires",
      let unless = words.firstIndex(of: "unless"), let gate = known.gates[words[0]],
      gate.end < line.span.start || line.span.end < gate.start
    else { return edit }
    let source = syntax.source
    guard source.file(at: gate.start).name == source.file(at: line.span.start).name else {
      return edit
    }
    let meant = source.text(gate) + " " + words[unless...].joined(separator: " ")
    var pieces = sentences
    let span = gate.joined(line.span)
    if gate.end < line.span.start {
      pieces.append(meant + Self.trimmed(source.text(Span(gate.end, line.span.start))))
    } else {
      pieces.append(Self.trimmedAtStart(source.text(Span(line.span.end, gate.start))) + meant)
    }
    var title = sentences.isEmpty ? "" : "write `\(sentences.joined(separator: "`, `"))`, and "
    title += "write in place of line \(source.line(at: gate.start)) and of this one `\(meant)`"
    return .init(span, pieces.joined(separator: "\n"), safety: .unsafe, title: title)
  }

  /// A text without the white space and the new lines at its end.
  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }

  private static func trimmedAtStart(_ text: String) -> String {
    String(text.drop { $0.isWhitespace })
  }
}
