import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateSyntax

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Standard output, written in large pieces.
///
/// A reader that has seen enough (`tollgate … | head`) closes the pipe: that is no error, and what
/// follows goes nowhere.
final class Output {
  /// Whether nobody reads any more.
  private(set) var isClosed = false
  private var buffer: [UInt8] = []
  private static let size = 1 << 16
  private let write: ([UInt8]) throws(Descriptor.SystemError) -> Void
  /// The columns of the terminal that shows the texts; nil if they go elsewhere.
  let columns: Int?

  /// Standard output.
  convenience init() {
    self.init(columns: Descriptor.columns(of: Descriptor.output)) {
      bytes throws(Descriptor.SystemError) in
      try Interruption.deferring { () throws(Descriptor.SystemError) in
        try Descriptor.write(bytes, to: Descriptor.output)
      }
    }
  }

  /// An output that hands on everything to `write`, in whole lines.
  init(
    columns: Int? = nil, _ write: @escaping ([UInt8]) throws(Descriptor.SystemError) -> Void
  ) {
    self.columns = columns
    self.write = write
  }

  /// The page of a text that is wrapped wherever it goes.
  var page: TextPage { TextPage(width: columns) }

  /// Shows a text to people: nothing in it is obeyed, and on a terminal no line is wider than it.
  ///
  /// - Parameter isPainted: Whether its answers are in colour, on a terminal.
  func show(_ text: String, isPainted: Bool = false) throws(Failure) {
    let shown = TextPage.fitted(Escape.lines(text), columns)
    try write(isPainted ? Style.output.painted(shown) : shown)
  }

  /// Shows findings about a source to people.
  func show(_ findings: [Diagnostic], of source: Source) throws(Failure) {
    let style = Style.output
    try write(style.shown(style.renderer(for: source, columns).render(findings), columns))
  }

  /// Writes a text for a program, and a line break.
  func line(_ text: String) throws(Failure) {
    try write(text)
    try write("\n")
  }

  /// Writes a text as it is, escaped already.
  func write(_ text: String) throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Output.size { try flushLines() }
  }

  /// Writes bytes as they are.
  func write(_ bytes: [UInt8]) throws(Failure) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Output.size { try flushLines() }
  }

  /// Hands on what was written so far.
  func flush() throws(Failure) {
    defer { buffer.removeAll(keepingCapacity: true) }
    try send(buffer)
  }

  /// Hands on the whole lines of what was written so far.
  private func flushLines() throws(Failure) {
    if isClosed { return buffer.removeAll(keepingCapacity: true) }
    // One line that is longer than that waits for its end.
    guard let end = buffer.lastIndex(of: 0x0A) else { return }
    let rest = Array(buffer[(end + 1)...])
    buffer.removeSubrange((end + 1)...)
    defer { buffer = rest }
    try send(buffer)
  }

  /// Hands on bytes, whole lines at a time.
  private func send(_ bytes: [UInt8]) throws(Failure) {
    guard !isClosed, !bytes.isEmpty else { return }
    Console.eraseStatus()
    do throws(Descriptor.SystemError) {
      var start = 0
      while start < bytes.count {
        let most = min(start + Output.size, bytes.count) - 1
        let end = bytes.firstLineFeed(from: most).map { $0 + 1 } ?? bytes.count
        try write(Array(bytes[start..<end]))
        start = end
      }
    } catch {
      isClosed = true
      guard error.meaning != .closedPipe else { return }
      throw .unreadable("standard output cannot be written: \(error.words)")
    }
  }
}

/// Standard error: everything that is not a result.
enum Console {
  /// Writes a line, or several, that nothing obeys.
  static func say(_ text: String) {
    eraseStatus()
    send(TextPage.fitted(Escape.lines(text), columns) + "\n")
  }

  /// Writes a text without a line break behind it; one in colour is escaped already. When nobody
  /// listens there is nobody to tell.
  static func write(_ text: String) {
    eraseStatus()
    send(Style.error.shown(text, columns))
  }

  /// A renderer of findings about `source` for standard error.
  static func renderer(for source: Source) -> TextRenderer {
    Style.error.renderer(for: source, columns)
  }

  private static var columns: Int? { Descriptor.columns(of: Descriptor.error) }

  /// Tells why something failed: a sentence, or a whole text as it is.
  static func complain(_ failure: Failure) {
    if failure.isRendered { return write(failure.message) }
    say("Error: \(failure.message)")
  }

  // MARK: The status line

  /// Whether the terminal shows a line that will be erased.
  private static let hasStatus = Locked(false)

  /// Shows a short line in place of the one before; the next thing that is written erases it.
  static func showStatus(_ line: String) {
    eraseStatus()
    // In one row, and away from its end: no more could be erased.
    send(columns.map { String(line.prefix($0 - 1)) } ?? line)
    hasStatus.withLock { $0 = true }
  }

  /// Takes away the status line, if there is one.
  static func eraseStatus() {
    let wasShown = hasStatus.withLock { shown in
      defer { shown = false }
      return shown
    }
    if wasShown { send("\r\u{1B}[K") }
  }

  private static func send(_ text: String) {
    do throws(Descriptor.SystemError) {
      try Descriptor.write(Array(text.utf8), to: Descriptor.error)
    } catch {}
  }
}

/// The style of a text: colour only on a terminal that shows it and is not asked
/// for none, drawing only on a terminal.
struct Style: Sendable {
  let color: Bool

  /// The style for standard output.
  static var output: Style { Style(Descriptor.output) }
  /// The style for standard error.
  static var error: Style { Style(Descriptor.error) }

  private init(_ descriptor: Int32) {
    let isTerminal = Descriptor.isTerminal(descriptor)
    let environment = ProcessInfo.processInfo.environment
    let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    color = isTerminal && !isUnwanted && environment["TERM"] != "dumb"
  }

  /// A result with its answers in colour: green for yes, red for no, yellow for a warning.
  func painted(_ text: String) -> String {
    guard color else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let indent = line.prefix { $0 == " " }
      let rest = line.dropFirst(indent.count)
      guard let (word, code) = Style.answers.first(where: { rest.hasPrefix($0.word) }) else {
        return line.split(separator: "✓", omittingEmptySubsequences: false)
          .joined(separator: "\u{1B}[32m✓\u{1B}[0m")
      }
      return indent + "\u{1B}[\(code)m" + word + "\u{1B}[0m" + rest.dropFirst(word.count)
    }.joined(separator: "\n")
  }

  /// The words that a result begins a line with, and their colours; the longer ones first.
  private static let answers: [(word: String, code: Int)] = [
    ("Open, with a warning", 33), ("Open:", 32), ("Locked:", 31), ("可用（有提醒）", 33),
    ("可用：", 32), ("已锁定：", 31), ("open ", 32), ("locked ", 31), ("warned ", 33),
    ("holds ", 32), ("fails ", 31), ("满足 ", 32), ("不满足 ", 31), ("✓", 32), ("✗", 31), ("?", 33),
    ("!", 33),
  ]

  /// A renderer of findings about `source` in this style, for a terminal of so many columns; nil for
  /// none.
  func renderer(for source: Source, _ columns: Int?) -> TextRenderer {
    TextRenderer(source: source, color: color, narrated: columns == nil, columns: columns)
  }

  /// A rendered text that nothing obeys, on a terminal of so many columns; nil for none. One in
  /// colour is escaped already.
  func shown(_ text: String, _ columns: Int?) -> String {
    TextPage.fitted(color ? text : Escape.lines(text), columns)
  }
}

/// The page of a finding as a text.
enum CodePage {
  /// The page of a code, whatever its capitals.
  static func text(of code: String, on page: TextPage) throws(Failure) -> String {
    if let known = LintRules.page(code.uppercased()) { return text(of: known, page) }
    if code == "-" || FileManager.default.fileExists(atPath: code) {
      throw .usage("say what to explain: `tollgate explain \(code) TARGET`")
    }
    let codes = LintRules.pages.map { "  \($0.code)  \($0.title)" }.joined(separator: "\n")
    throw .usage("`\(code)` is neither the code of a finding nor a policy; the codes are\n\(codes)")
  }

  private static func text(of page: DiagnosticPage, _ paper: TextPage) -> String {
    func wrapped(_ text: String, beside indent: Int = 2) -> String {
      // Short lines are easier to read.
      TextPage(width: min(78, paper.width - indent)).wrap(text).joined(separator: "\n")
    }
    return """
      \(page.level.rawValue)[\(page.code)]: \(page.title)

      \(wrapped(page.what, beside: 0))

      Avoid
      \(indented(page.avoid))

      Prefer
      \(indented(page.prefer))

      Why
      \(indented(wrapped(page.why)))

      Exceptions
      \(indented(wrapped(page.exceptions)))

      """
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  }
}
