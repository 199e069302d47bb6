import TollgateCompiler
package import TollgateSyntax

/// The line that is being typed: what it lacks yet is no mistake of what is there.
extension Project {
  /// The mistakes, for somebody whose cursor is at an offset of a file. Where it stands at the end of
  /// a line whose mistakes go with what may follow, one says instead what is missing next.
  package func quickFindings(typingAt offset: Int, in path: FilePath) -> [EditorFinding] {
    let all = quickFindings
    guard let cursor = self.offset(offset, in: path),
      let line = UnfinishedLine(self, cursor: cursor, in: path)
    else { return all }
    func isHeld(_ finding: EditorFinding) -> Bool {
      finding.diagnostic.level == .error && line.accuses(finding.diagnostic.span)
    }
    guard all.contains(where: isHeld), let next = line.next(),
      let first = all.firstIndex(where: isHeld)
    else { return all }
    let place = Span(line.end, line.end)
    let found = line.rest.isEmpty ? "the end of the line" : "the end of the word"
    let missing = Diagnostic(
      code: "TG0001", headline: "expected \(next), found \(found)", span: place,
      label: line.rest.isEmpty ? "the line ends here" : "the word ends here")
    var told = all.filter { !isHeld($0) }
    let before = all[..<first].filter { !isHeld($0) }.count
    told.insert(
      EditorFinding(diagnostic: missing, place: self.place(of: place), related: []), at: before)
    return told
  }
}

/// A line with the cursor at its end, or at the end of a word in it.
private struct UnfinishedLine {
  let project: Project
  let path: FilePath
  let start: Int
  /// Where the last word before the cursor ends.
  let end: Int
  let cursor: Int
  /// The line behind the cursor; empty where the cursor is at its end.
  let rest: [UInt8]

  /// Policies beyond this are not compiled again and again while somebody types: what can be read is
  /// believed. Beyond the other, nothing is tried.
  private static let mostCompiledBytes = 20_000
  private static let mostBytes = 400_000
  /// How many continuations are compiled, how many of them with one word, and how many words that
  /// fit are told.
  private static let mostTries = 16
  private static let mostWithOneWord = 2
  private static let mostTold = 3

  init?(_ project: Project, cursor: Int, in path: FilePath) {
    let bytes = project.source.bytes
    let line = project.source.lineSpan(at: cursor)
    guard bytes.count <= UnfinishedLine.mostBytes else { return nil }
    let rest = bytes[cursor..<max(cursor, line.end)]
    let isAtEnd = rest.allSatisfy(UnfinishedLine.isBlank)
    // In a line, a word whose end is typed.
    let isInLine = rest.first == 0x20 && cursor > line.start
    guard isAtEnd || isInLine && !UnfinishedLine.isBlank(bytes[cursor - 1]) else { return nil }
    self.rest = isAtEnd ? [] : Array(rest)
    var end = cursor
    while end > line.start, UnfinishedLine.isBlank(bytes[end - 1]) { end -= 1 }
    guard end > line.start, !bytes[line.start..<end].contains(0x23) else { return nil }
    (self.project, self.path, self.cursor, self.end) = (project, path, cursor, end)
    start = line.start
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Whether a mistake is one of what is there; one at the end says what is missing already.
  func accuses(_ span: Span) -> Bool { span.start >= start && span.start < end + rest.count }

  /// The next word, or its kind; nil where nothing that may follow mends the line.
  func next() -> String? {
    var tries = 0
    if !rest.isEmpty { return openQuote == nil ? ofBegunWord(&tries) : nil }
    if let quote = openQuote { return ofText(from: quote + 1) ? "`\"`" : nil }
    if cursor == end, let words = ofBegunWord(&tries) { return words }
    return ofNextWord(&tries) ?? (cursor == end ? ofRest() : nil)
  }

  /// Where the text begins that is open where the line ends; nil if none is.
  private var openQuote: Int? {
    var open: Int?
    var isEscaped = false
    for place in start..<end {
      let byte = project.source.bytes[place]
      if byte == 0x22, !isEscaped { open = open == nil ? place : nil }
      isEscaped = byte == 0x5C && !isEscaped
    }
    return open
  }

  /// Whether an open text may go on, or end: some may not be empty, some are one of a list.
  private func ofText(from first: Int) -> Bool {
    var tries = 0
    if mends("", "\"", &tries) || mends("", "x\"", &tries) { return true }
    let typed = project.source.text(Span(first, end))
    let context = CompletionContext(project: project, path: path, files: [], cut: first)
    let rest = context.items().lazy.compactMap { FilePath($0.label).rest(behind: typed) }.first
    return rest.map { mends("", $0 + "\"", &tries) } ?? false
  }

  private func ofNextWord(_ tries: inout Int) -> String? {
    let bytes = project.source.bytes
    let head = Array(bytes[..<end]) + [0x20]
    let typed = Project(Source(name: "", bytes: head + Array(bytes[cursor...])))
    let context = CompletionContext(
      project: typed, path: typed.paths[0], files: [], cut: head.count)
    var told: [String] = []
    for (words, candidate) in UnfinishedLine.candidates(context) where !told.contains(words) {
      if mends(" ", candidate, &tries) { told.append(words) }
      if told.count == UnfinishedLine.mostTold || tries >= UnfinishedLine.mostTries { break }
    }
    return told.isEmpty ? nil : told.joinedAsAlternatives()
  }

  /// Whether the line has no mistake with a text behind it, from `cut` on, and with more that makes a
  /// sentence of it.
  private func mends(
    _ blank: String, _ candidate: String, from cut: Int? = nil, _ tries: inout Int
  ) -> Bool {
    let bytes = project.source.bytes
    let head = bytes[..<(cut ?? end)]
    let below = Array(bytes[(cursor + rest.count)...])
    let last = min(tries + UnfinishedLine.mostWithOneWord, UnfinishedLine.mostTries)
    let continuations = rest.isEmpty ? UnfinishedLine.continuations : [""]
    for more in continuations where tries < last {
      let added = Array((blank + candidate + more).utf8) + rest
      let sentence = Source(name: "", bytes: Array(head[aboveStart...]) + added)
      guard !PolicySyntax.parse(sentence).diagnostics.contains(where: { $0.level == .error })
      else { continue }
      tries += 1
      if isMended(Array(head) + added + below, upTo: head.count + added.count) { return true }
    }
    return false
  }

  /// Where the statement above begins, whose clause the line may become.
  private var aboveStart: Int {
    let above = project.syntax.statements.last {
      if case .broken = $0.kind { return false }
      return $0.span.start < start && project.isIn($0.span, path)
    }
    return above.map { project.source.lineSpan(at: $0.span.start).start } ?? start
  }

  /// - Parameter lineEnd: Where the line ends then. Mistakes of words that were added at its end do
  ///   not count.
  private func isMended(_ bytes: [UInt8], upTo lineEnd: Int) -> Bool {
    if bytes.count > UnfinishedLine.mostCompiledBytes { return true }
    let known = start..<(rest.isEmpty ? end : lineEnd)
    return !Compiler.compile(Source(name: "", bytes: bytes), mending: false).diagnostics.contains {
      $0.level == .error && known.contains($0.span.start)
    }
  }

  /// The words that the one under the cursor may become, or that the last two may.
  private func ofBegunWord(_ tries: inout Int) -> String? {
    guard let file = project.file(path) else { return nil }
    let place = project.place(of: Span(cursor, cursor)).span.start
    var back = place
    for _ in 0..<2 {
      while back > 0, file.bytes[back - 1] == 0x20 { back -= 1 }
      back = file.wordStart(before: back)
      let cut = cursor - (place - back)
      guard cut >= start, cut < cursor else { return nil }
      if let words = ofBegun(from: cut, &tries) { return words }
    }
    return nil
  }

  private func ofBegun(from cut: Int, _ tries: inout Int) -> String? {
    let begun = project.source.text(Span(cut, cursor))
    let context = CompletionContext(project: project, path: path, files: [], cut: cut)
    let fitting = context.items().filter {
      $0.kind != .snippet && FilePath($0.label).rest(behind: begun)?.isEmpty == false
    }
    // A mistake further ahead may go with no word that is written here.
    let isAboutIt =
      rest.isEmpty
      && project.compiled.diagnostics.allSatisfy {
        $0.level != .error || !accuses($0.span) || $0.span.end > cut
      }
    var words: [String] = []
    for item in fitting where words.count < UnfinishedLine.mostTold {
      if isAboutIt || mends("", item.text, from: cut, &tries) { words.append("`\(item.label)`") }
    }
    return words.isEmpty ? nil : words.joinedAsAlternatives()
  }

  /// The rest of the last word: of a name that begins like a word of the language, of a date, of a
  /// number.
  private func ofRest() -> String? {
    let bytes = project.source.bytes
    var first = end
    while first > start, !UnfinishedLine.isBlank(bytes[first - 1]) { first -= 1 }
    let word = project.source.text(Span(first, end))
    guard let begin = word.utf8.first else { return nil }
    var tries = 0
    if (0x30...0x39).contains(begin) {
      for (whole, kind) in [
        ("2026-01-01", "date"), ("2026-12-31", "date"), ("20:00", "time"), ("10:00", "time"),
      ] {
        let rest = String(whole.dropFirst(word.count))
        if mends("", rest, &tries) { return "the rest of the \(kind)" }
      }
      return mends("", "9", &tries) ? "the rest of the number" : nil
    }
    if word.hasSuffix("."), let rest = ofRange(from: word) { return rest }
    return mends("", "x", &tries) || mends("", "1", &tries) ? "the rest of the word" : nil
  }

  /// The rest of a range `L1..`, of which one dot or both are there.
  private func ofRange(from word: String) -> String? {
    let first = word.prefix { $0 != "." }
    let dot = word.hasSuffix("..") ? "" : "."
    let series = first.reversed().drop { $0.isNumber }.reversed()
    var tries = 0
    for last in [String(first), String(series) + "999"] where mends("", dot + last, &tries) {
      return "the last of the range"
    }
    return nil
  }

  /// Texts that stand behind a word to make a whole sentence of it.
  private static let continuations = [
    "", " x", " 1", " is x", " > 1", " requires x", " allowed", " 2026-01-01", " of x", " x is x",
    " \"x\"", " allowed with x", " ever", " with x", " USD once", " yearly", " each of x",
    " of users", " users", " 1 USD per year", " 1 USD per month", " USD for each x",
    " USD per month for each x", " for each x", " per month for each x", " most 1 USD",
    " most 1 more", " before it ends",
  ]

  /// All that may follow, in words and as a text: one of each kind.
  private static func candidates(_ context: CompletionContext) -> [(words: String, text: String)] {
    var found: [(words: String, text: String)] = []
    var kinds: Set<NameKind> = []
    for item in context.items() {
      switch item.kind {
      case .name(let kind):
        if kinds.insert(kind).inserted { found.append((kind.withArticle, item.text)) }
      case .keyword, .choice, .unit, .value: found.append(("`\(item.label)`", item.text))
      case .file, .snippet: break
      }
    }
    for thing in context.expected.things {
      if let text = sample(of: thing) { found.append((words(of: thing), text)) }
    }
    // A word that the grammar takes for a name as long as nothing follows.
    return found + [("a price", "1 USD"), ("a name", "x is 1")]
  }

  /// The end of the line is there already.
  private static func words(of thing: Expectation) -> String {
    switch thing {
    case .tierSign: "`<` and the next tier"
    case .choiceSign: "`<` and the next choice"
    default: thing.words
    }
  }

  private static func sample(of thing: Expectation) -> String? {
    switch thing {
    case .quantity, .ladderBase, .stepValue: "1"
    case .size: "1 GB"
    case .duration: "1 days"
    case .percentage: "1%"
    case .instant, .versionOrDate: "2026-01-01"
    case .money: "1 USD once"
    case .meter: "x"
    case .text: "\"x\""
    case .name: "x"
    case .tierSign, .choiceSign: "< x"
    default: nil
    }
  }
}
