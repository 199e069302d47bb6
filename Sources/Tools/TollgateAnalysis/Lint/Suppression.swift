package import TollgateSyntax

/// A comment that allows findings: `# allow TG0206, TG0210: reason`.
struct Suppression: Sendable {
  /// The whole comment, with its `#`.
  var span: Span
  /// The row whose findings it allows: its own row, or the next one with a sentence if the comment
  /// stands alone.
  var row: SourceRow
  /// The codes that it allows; each silences one finding.
  var codes: [Code]
  /// Why; empty if it does not say.
  var reason: String

  /// A code that a comment names.
  struct Code: Sendable {
    /// As it is written.
    var text: String
    var span: Span
    /// Whether it silences a finding.
    var isUsed = false
  }

  /// Reads a comment. It is a suppression if it begins with `allow` and what looks like a code; any
  /// other comment may begin as it likes.
  init?(comment span: Span, of source: Source, speakingOf row: SourceRow) {
    var reader = CommentReader(source.bytes, span)
    reader.skip { $0 == UInt8(ascii: "#") || $0.isBlank }
    guard reader.takeWord("allow") else { return nil }
    reader.skip { $0 == UInt8(ascii: ":") || $0.isBlank }
    guard reader.isAtCode else { return nil }
    self.span = span
    self.row = row
    codes = []
    while let code = reader.takeCode() {
      codes.append(Code(text: source.text(code), span: code))
      reader.skip { $0.isBlank || $0 == UInt8(ascii: ",") }
    }
    guard reader.take(UInt8(ascii: ":")) else {
      reason = ""
      return
    }
    reader.skip { $0.isBlank }
    reason = source.text(reader.rest)
  }
}

/// Reads the bytes of a comment.
private struct CommentReader {
  private let bytes: [UInt8]
  private var place: Int
  private let end: Int

  init(_ bytes: [UInt8], _ span: Span) {
    self.bytes = bytes
    place = span.start
    var end = span.end
    while end > span.start, bytes[end - 1].isBlank { end -= 1 }
    self.end = end
  }

  /// The rest that has not been read, without white space at its end.
  var rest: Span { Span(place, end) }

  /// Whether what follows begins like a code: `TG` and a digit.
  var isAtCode: Bool {
    place + 2 < end && bytes[place] | 0x20 == UInt8(ascii: "t")
      && bytes[place + 1] | 0x20 == UInt8(ascii: "g")
      && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place + 2])
  }

  mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while place < end, isSkipped(bytes[place]) { place += 1 }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard place < end, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  /// Takes a word that a blank or a colon follows.
  mutating func takeWord(_ word: String) -> Bool {
    let length = word.utf8.count
    guard place + length < end, bytes[place..<place + length].elementsEqual(word.utf8),
      bytes[place + length].isBlank || bytes[place + length] == UInt8(ascii: ":")
    else { return false }
    place += length
    return true
  }

  /// Takes everything up to a blank, a comma or a colon, if it begins like a code.
  mutating func takeCode() -> Span? {
    guard isAtCode else { return nil }
    let start = place
    skip { !$0.isBlank && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ":") }
    return Span(start, place)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension PolicySyntax {
  /// The statement that holds a place, its clauses included.
  package func statement(at offset: Int) -> StatementSyntax? {
    let low = statements.partitioningIndex { $0.span.start > offset }
    return low > 0 ? statements[low - 1] : nil
  }

  /// The lines of a statement with its clauses, and the comments and empty lines between them:
  /// what is taken away to take the statement away. Nothing, if it shares a line.
  func lines(of statement: StatementSyntax) -> Span? {
    let first = source.row(at: statement.span.start)
    let last = source.row(at: statement.end)
    let span = Span(source.span(of: first).start, source.span(of: last.next).start)
    return span.end > span.start ? span : nil
  }
}

extension StatementSyntax {
  /// Where it ends with its clauses.
  var end: Int { clauses.last?.span.end ?? span.end }
}
