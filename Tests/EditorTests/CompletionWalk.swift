import Foundation
import TestSupport
import TollgateAnalysis
import TollgateCompiler
import TollgateEditor
import TollgateSyntax

/// Types the statements and clauses of the language suite word by word, asks at each blank, and
/// applies what is offered.
///
/// A place is walked once, however many lines come to it: lines are alike if they have the same
/// words of the language, and names of the same kinds.
struct CompletionWalk {
  /// A place at which a word was asked for.
  struct Place {
    var policy: [UInt8]
    /// Where the next word of the suite begins and ends, and where its line ends.
    var next: Span
    var lineEnd: Int
    /// The line before it, in words and kinds.
    var shape: String
    /// The next word as the suite has it; nil for a number, a text, a sign or a new name.
    var wanted: String?
  }

  /// What is wrong with the answers: one line for each kind of place.
  var missing: [String] = []
  var refused: [String] = []
  var asked = 0
  var offered = 0
  /// One of so many places is walked, always the same ones.
  let share: Int
  private var shapes: Set<String> = []
  private var tried: Set<String> = []

  init(share: Int) { self.share = share }

  /// The policies of the suite that compile and are one file.
  static func policies() throws -> [String] {
    var texts: [String] = []
    for path in Repository.files(below: "Tests/LanguageSuite", endingIn: ".md").sorted() {
      for test in try Page(path).tests {
        for (index, block) in test.blocks.enumerated() where block.info.first == "gate" {
          let next = index + 1 < test.blocks.count ? test.blocks[index + 1].info.first : nil
          if next != "diagnostics", !block.text.contains("use \"") { texts.append(block.text) }
        }
      }
    }
    return texts
  }

  mutating func walk(_ text: String) {
    let source = Source(name: "w", text: text)
    let project = Project(source)
    guard project.compiled.graph != nil else { return }
    let tokens = project.syntax.tokens
    var line: [String] = []
    var last = Span(0, 0)
    for token in tokens {
      if token.kind == .newline {
        // A sentence that goes on in the next line is one with it.
        if isNewSentence(behind: token, in: project) { line = [] }
        continue
      }
      if token.kind.isBlank || token.kind == .comment { continue }
      if line.isEmpty { line = [head(of: project, at: token.span.start)] }
      let word = shape(of: token, in: project)
      let isBehindBlank = token.span.start > last.end || line.count == 1
      let before = line.joined(separator: " ")
      line.append(word)
      last = token.span
      guard isBehindBlank, shapes.insert("\(before) → \(word)").inserted, isWalked(before) else {
        continue
      }
      let place = Place(
        policy: source.bytes, next: token.span,
        lineEnd: end(of: token, in: project),
        shape: before, wanted: wanted(token, in: project))
      ask(at: place)
    }
  }

  private func isNewSentence(behind newline: Token, in project: Project) -> Bool {
    !project.syntax.statements.contains { statement in
      ([statement.span] + statement.clauses.map { $0.span }).contains {
        $0.start < newline.span.start && newline.span.end < $0.end
      }
    }
  }

  private func isWalked(_ shape: String) -> Bool {
    shape.utf8.reduce(0) { ($0 * 31 + Int($1)) & 0xFFFF } % share == 0
  }

  /// Where the sentence's line ends, before a comment.
  private func end(of token: Token, in project: Project) -> Int {
    let line = project.source.lineSpan(at: token.span.start)
    let comment = project.syntax.tokens.first {
      $0.kind == .comment && $0.span.start >= token.span.end && $0.span.start < line.end
    }
    return max(token.span.end, comment?.span.start ?? line.end)
  }

  /// The statement above a clause.
  private func head(of project: Project, at offset: Int) -> String {
    for statement in project.syntax.statements {
      for clause in statement.clauses where clause.span.start == offset {
        let line = project.source.lineSpan(at: statement.span.start)
        let words = project.syntax.tokens[statement.tokens].filter { !$0.kind.isBlank }
        let home = words.prefix(4).map { shape(of: $0, in: project) }.joined(separator: " ")
        return line.start == statement.span.start ? "[\(home)]" : "[…]"
      }
    }
    return ""
  }

  private func shape(of token: Token, in project: Project) -> String {
    switch token.kind {
    case .numeral: return token.span.end - token.span.start > 9 ? "D" : "1"
    case .text: return "T"
    case .quotedName, .name:
      if let use = project.names.use(at: token.span.start), use.name.span == token.span {
        return "‹\(project.names.kind(of: use)?.word ?? "choice")›"
      }
      return project.source.text(token.span)
    default: return project.source.text(token.span)
    }
  }

  /// The word that must be offered; nil where it is a number, a text or a sign, or a name that
  /// stands nowhere else.
  private func wanted(_ token: Token, in project: Project) -> String? {
    guard token.kind == .name else { return nil }
    let text = project.source.text(token.span)
    if isMadeUp(token, in: project) { return nil }
    guard let use = project.names.use(at: token.span.start), use.name.span == token.span else {
      return text
    }
    if use.isDeclaration { return nil }
    let line = project.source.lineSpan(at: token.span.start)
    let isElsewhere = project.names.places(of: use).contains {
      $0.name.span.end <= token.span.start || $0.name.span.start >= line.end
    }
    return isElsewhere ? text : nil
  }

  /// Whether the grammar asks for a word that whoever writes the policy makes up: a new name, or a
  /// language of their own. It can be known only where it stands in such a place elsewhere.
  private func isMadeUp(_ token: Token, in project: Project) -> Bool {
    let source = project.source
    let before = Source(name: "w", bytes: Array(source.bytes[..<token.span.start]))
    let things = ExpectedAtEnd(of: before).things
    guard things.contains(.name) || things.contains(.locale) else { return false }
    let line = source.lineSpan(at: token.span.start)
    let tokens = project.syntax.tokens.filter { !$0.kind.isBlank }
    func role(of place: Int) -> String {
      let last = tokens[place - 1]
      return last.kind == .text ? "T" : source.text(last.span)
    }
    guard let own = tokens.firstIndex(where: { $0.span == token.span }), own > 0 else {
      return true
    }
    return !tokens.indices.dropFirst().contains { place in
      let other = tokens[place].span
      return (other.end <= line.start || other.start >= line.end)
        && source.text(other) == source.text(token.span) && role(of: place) == role(of: own)
    }
  }

  // MARK: Asking

  private mutating func ask(at place: Place) {
    asked += 1
    let before = place.policy[..<place.next.start]
    let below = place.policy[place.lineEnd...]
    let project = Project(Source(name: "w", bytes: Array(before + below)))
    let list = project.completions(at: place.next.start, in: "w")
    if let wanted = place.wanted {
      let isThere = list.items.contains {
        $0.label == wanted || $0.label.hasPrefix(wanted + " ")
      }
      if !isThere { missing.append("\(place.shape) → \(wanted)") }
    }
    for item in list.items where item.kind != .snippet {
      let name: String
      if case .name(let kind) = item.kind { name = kind.word } else { name = item.label }
      guard tried.insert("\(place.shape) + \(name)").inserted else { continue }
      offered += 1
      if isRefused(item.text, at: place) { refused.append("\(place.shape) + \(name)") }
    }
  }

  /// These may follow a word, beside the rest of the suite's line.
  private static let continuations = [
    "", " is x", " > 1", " since 2026-01-01", " requires nothing", " is off", " allowed", " 1",
    " x", " until 2027-01-01", " \"x\"", " of users", " with x", " 2026-01-01",
    " \"x\" at 2026-01-01", " allowance 1", " 1 per hour", " allowed with nothing", " each of x",
    " x is 1", " 1 every 30min", " roll", " to x", " 1 USD for each x",
  ].map { Array($0.utf8) }

  /// Whether an offered word is refused: no sentence that can be read has it without an error at its
  /// place, whatever follows. That the sentence is not finished is no refusal.
  private func isRefused(_ text: String, at place: Place) -> Bool {
    let rest = [
      Array(place.policy[place.next.end..<place.lineEnd]),
      [0x20] + Array(place.policy[place.next.start..<place.lineEnd]),
    ]
    let (start, below) = (place.next.start, Array(place.policy[place.lineEnd...]))
    let inserted = Span(start, start + text.utf8.count)
    let head = Array(place.policy[..<start]) + Array(text.utf8)
    var isRefused = false
    var isAlwaysThere = true
    for more in rest + CompletionWalk.continuations {
      let source = Source(name: "w", bytes: head + more + below)
      let parsed = PolicySyntax.parse(source)
      let end = start + text.utf8.count + more.count
      let isRead = !parsed.diagnostics.contains { $0.span.start >= start && $0.span.end <= end }
      let hasError = Compiler.compile(parsed).diagnostics.contains {
        $0.level == .error && $0.span.end <= inserted.end && $0.span.end > inserted.start
          && $0.span.start >= inserted.start - 12 && $0.span.start < $0.span.end
      }
      guard hasError else {
        if isRead { return false }
        isAlwaysThere = false
        continue
      }
      isRefused = isRefused || isRead
    }
    return isRefused || isAlwaysThere
  }
}
