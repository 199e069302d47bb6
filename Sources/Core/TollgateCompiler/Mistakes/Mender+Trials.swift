import TollgateSyntax

/// Offers are tried before they are shown: each is compiled in its place.
extension Mender {
  /// Reads the lines that follow as if this one were mended: what it declares is known to them, and a
  /// clause stands below it.
  func adopt(_ found: [Diagnostic], _ line: Line) {
    let edits = found.compactMap { $0.edits.first { $0.safety != .shown } }
      .sorted { $0.span.start < $1.span.start }
    guard !edits.isEmpty, edits.count == found.count,
      let bytes = applied(edits, inside: line.span)?.bytes
    else { return }
    room.adopt(bytes, upTo: line.span.end)
  }

  /// Reads the lines that follow as if this one were not there.
  func leaveOut(_ line: Line) {
    var bytes = room.syntax.source.bytes
    let span = inRoom(line.span)
    for place in span.start..<span.end { bytes[place] = 0x20 }
    room.adopt(bytes, upTo: line.span.end)
  }

  /// The text with edits of one line, and the line in it; nil if they are not all inside of it.
  func applied(
    _ edits: [Diagnostic.Edit], inside span: Span
  ) -> (bytes: [UInt8], line: Span)? {
    var bytes = room.syntax.source.bytes
    var end = span.end
    var last = Int.max
    for edit in edits.reversed() {
      guard edit.span.start >= span.start, edit.span.end <= min(last, span.end) else { return nil }
      last = edit.span.start
      let written = Array(edit.replacement.utf8)
      bytes.replaceSubrange(
        edit.span.start + room.grown..<edit.span.end + room.grown, with: written)
      end += written.count - (edit.span.end - edit.span.start)
    }
    return (bytes, Span(span.start + room.grown, end + room.grown))
  }

  /// The statement above a line, where the lines before are mended.
  func above(_ line: Line) -> StatementSyntax? {
    let start = line.span.start + room.grown
    let kind = line.above.flatMap { StatementName($0.kind) }
    let before = room.syntax.statements.last { statement in
      statement.span.start < start && (kind == nil || StatementName(statement.kind) == kind)
    }
    guard var above = before else { return nil }
    above.clauses = []
    return above
  }

  /// A finding without the offers that leave out what the person wrote.
  func keeping(_ finding: Diagnostic, _ line: Line) -> Diagnostic {
    var finding = finding
    finding.edits.removeAll { loses($0, line) }
    return finding
  }

  /// Whether an offer leaves out a number, a text, a date or a declared name of what it replaces.
  func loses(_ edit: Diagnostic.Edit, _ line: Line) -> Bool {
    let written = syntax.source.text(edit.span)
    let hasSteps = isFollowed(line) || line.beside.contains { Mender.isStep($0) }
    let lost = names(for: line).lost(
      edit.replacement, of: written, hasSteps: hasSteps, below: line.above)
    return lost != nil
  }

  static func isStep(_ clause: ClauseSyntax) -> Bool {
    if case .step = clause.kind { true } else { false }
  }

  /// Whether the next line says how much another plan has of the same thing, so that both lines are
  /// one limit: `free gets 3 seats`, and then `pro gets 10 seats`.
  func isFollowed(_ line: Line) -> Bool {
    let source = syntax.source
    guard let end = source.bytes[line.span.end...].firstIndex(of: 0x0A) else { return false }
    let next = source.text(source.lineSpan(at: end + 1))
    let words = next.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
      .map { String($0) }
    let meters = words.filter { known.isMeter($0) }
    let own = self.words(of: line)
    return words.contains { known.isEntitlement($0) && $0 != known.tiers.first }
      && !words.contains("requires") && !words.contains("grants")
      && words.contains { $0.first?.isNumber == true || $0 == "unlimited" }
      && meters.allSatisfy { own.contains($0) }
  }

  /// Whether the grammar reads a line after an offer, and no name is made up: others are not shown.
  func isRight(_ edit: Diagnostic.Edit, _ line: Line) -> Bool {
    guard edit.safety != .shown, line.span.start <= edit.span.start,
      edit.span.end <= line.span.end, let (bytes, span) = applied([edit], inside: line.span)
    else { return true }
    guard !invents(bytes, span, in: line), !loses(edit, line) else { return false }
    return firstFault(in: bytes, span).map { !Mender.isOfGrammar($0.code) } ?? true
  }

  /// The first finding about a line after a fix.
  func left(in line: Line, after edit: Diagnostic.Edit) -> Diagnostic? {
    // A sign at the end may be no part of the line that was read.
    let span = line.span.joined(edit.span)
    guard let text = applied([edit], inside: span) else { return nil }
    return firstFault(in: text.bytes, text.line)
  }

  /// Whether a line has no mistake after the first fix of each of its findings.
  ///
  /// - Parameter known: The codes of the other findings about the line.
  func isMended(_ line: Line, _ known: [String], by edits: [Diagnostic.Edit?]) -> Bool {
    var all: [Diagnostic.Edit] = []
    for edit in edits {
      guard let edit else { return false }
      // What is changed elsewhere is for the reader to judge.
      guard edit.span.start >= line.span.start, edit.span.end <= line.span.end else { return true }
      if loses(edit, line) { return false }
      all.append(edit)
    }
    guard let (bytes, span) = applied(all, inside: line.span),
      !invents(bytes, span, in: line)
    else { return false }
    // That something is written twice, say, is another matter than the words.
    let left = firstFault(in: bytes, span)
    guard let left, !known.contains(where: { $0 == left.code }) else { return true }
    return left.code != "TG0101" && !Mender.isOfGrammar(left.code)
  }

  /// Where a first mistake is in a text that stands in the place of a line.
  func fault(in text: String, at span: Span) -> Reworder.Fault? {
    let edit = Diagnostic.Edit(span, text, safety: .shown, title: "")
    guard let (bytes, line) = applied([edit], inside: span) else { return nil }
    return firstFault(in: bytes, line).map { finding in
      Reworder.Fault(
        offset: finding.span.start - line.start,
        isName: finding.code == "TG0101" || finding.code == "TG0102")
    }
  }

  /// Whether a line requires a name that only its mending makes one.
  func invents(_ bytes: [UInt8], _ span: Span, in line: Line) -> Bool {
    let source = Source(name: "", bytes: bytes)
    return known.invents(source.text(span), for: syntax.source.text(line.span))
  }

  func firstFault(in bytes: [UInt8], _ span: Span) -> Diagnostic? {
    room.bytes -= bytes.count
    let parsed = PolicySyntax.parse(Source(name: syntax.source.name, bytes: bytes))
    let checker = Checker(PolicyPages(parsed))
    checker.checkNames()
    _ = checker.check(parsed.syntax)
    checker.checkReferences()
    // Whether a file is there, is not asked.
    for finding in checker.diagnostics where finding.level == .error && finding.code != "TG0060" {
      if finding.span.start >= span.start, finding.span.start <= span.end {
        return finding
      }
    }
    return nil
  }
}
