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
    let missing = Diagnostic(
      code: "TG0001", headline: "expected \(next), found the end of the line", span: place,
      label: "the line ends here")
    var told = all.filter { !isHeld($0) }
    let before = all[..<first].filter { !isHeld($0) }.count
    told.insert(
      EditorFinding(diagnostic: missing, place: self.place(of: place), related: []), at: before)
    return told
  }
}

/// A line with the cursor at its end.
private struct UnfinishedLine {
  let project: Project
  let path: FilePath
  let start: Int
  /// Where the last word of the line ends.
  let end: Int
  let cursor: Int

  /// Policies beyond this are not compiled again and again while somebody types.
  private static let mostBytes = 20_000
  /// How many continuations are compiled, how many of them with one word, and how many words that
  /// fit are told.
  private static let mostTries = 16
  private static let mostWithOneWord = 2
  private static let mostTold = 3

  init?(_ project: Project, cursor: Int, in path: FilePath) {
    let bytes = project.source.bytes
    let line = project.source.lineSpan(at: cursor)
    guard bytes.count <= UnfinishedLine.mostBytes,
      bytes[cursor..<max(cursor, line.end)].allSatisfy(UnfinishedLine.isBlank)
    else { return nil }
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
  func accuses(_ span: Span) -> Bool { span.start >= start && span.start < end }

  /// The next word, or its kind; nil where nothing that may follow mends the line.
  func next() -> String? {
    if cursor == end, let words = ofBegunWord() { return words }
    let bytes = project.source.bytes
    let head = Array(bytes[..<end]) + [0x20]
    let below = Array(bytes[cursor...])
    let typed = Project(Source(name: "", bytes: head + below))
    let context = CompletionContext(
      project: typed, path: typed.paths[0], files: [], cut: head.count)
    let above = Array(bytes[aboveStart..<end]) + [0x20]
    var told: [String] = []
    var tries = 0
    for (words, candidate) in UnfinishedLine.candidates(context) where !told.contains(words) {
      let last = min(tries + UnfinishedLine.mostWithOneWord, UnfinishedLine.mostTries)
      for more in UnfinishedLine.continuations {
        let added = Array((candidate + more).utf8)
        let sentence = Source(name: "", bytes: above + added)
        guard !PolicySyntax.parse(sentence).diagnostics.contains(where: { $0.level == .error })
        else { continue }
        tries += 1
        if isMended(head + added + below) {
          told.append(words)
          break
        }
        guard tries < last else { break }
      }
      if told.count == UnfinishedLine.mostTold || tries >= UnfinishedLine.mostTries { break }
    }
    return told.isEmpty ? nil : told.joinedAsAlternatives()
  }

  /// Where the statement above begins, whose clause the line may become.
  private var aboveStart: Int {
    let above = project.syntax.statements.last {
      if case .broken = $0.kind { return false }
      return $0.span.start < start && project.isIn($0.span, path)
    }
    return above.map { project.source.lineSpan(at: $0.span.start).start } ?? start
  }

  private func isMended(_ bytes: [UInt8]) -> Bool {
    !Compiler.compile(Source(name: "", bytes: bytes), mending: false).diagnostics.contains {
      $0.level == .error && accuses($0.span)
    }
  }

  /// The words that the one under the cursor may become, where a mistake is about it.
  private func ofBegunWord() -> String? {
    guard let file = project.file(path) else { return nil }
    let place = project.place(of: Span(cursor, cursor)).span.start
    let cut = cursor - (place - file.wordStart(before: place))
    let begun = project.source.text(Span(cut, cursor))
    let context = CompletionContext(project: project, path: path, files: [], cut: cut)
    // A mistake further ahead goes with no word that is written here.
    let isAboutIt = project.compiled.diagnostics.allSatisfy {
      $0.level != .error || !accuses($0.span) || $0.span.end > cut
    }
    guard !begun.isEmpty, isAboutIt else { return nil }
    let fitting = context.items().filter {
      $0.kind != .snippet && FilePath($0.label).rest(behind: begun)?.isEmpty == false
    }
    var words: [String] = []
    for item in fitting where words.count < UnfinishedLine.mostTold {
      words.append("`\(item.label)`")
    }
    return words.isEmpty ? nil : words.joinedAsAlternatives()
  }

  /// Texts that stand behind a word to make a whole sentence of it.
  private static let continuations = [
    "", " x", " 1", " is x", " > 1", " requires x", " allowed", " 2026-01-01", " of x", " x is x",
    " \"x\"", " allowed with x", " ever",
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
    return found + [("a name", "x is 1")]
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
    case .text: "\"x\""
    case .name: "x"
    case .tierSign, .choiceSign: "< x"
    default: nil
    }
  }
}
