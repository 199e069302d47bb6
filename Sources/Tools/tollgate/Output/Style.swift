#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateSyntax

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
