extension Formatter {
  /// Puts the lines together, each with its comment.
  func joinedLines() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(syntax.source.bytes.count)
    let lineEnd = lineEnd
    var index = 0
    while index < lines.count {
      guard lines[index].isAligned else {
        append(lines[index], column: lines[index].indent, to: &bytes)
        bytes.append(contentsOf: lineEnd)
        index += 1
        continue
      }
      let run = run(from: index)
      let common = column(of: run)
      var column = 0
      for line in lines[run] {
        if line.width > 0 { column = common ?? line.width + 2 }
        append(line, column: column, to: &bytes)
        bytes.append(contentsOf: lineEnd)
      }
      index = run.upperBound
    }
    return bytes
  }

  /// Neighbouring lines with comments after them.
  private func run(from start: Int) -> Range<Int> {
    var end = start + 1
    while end < lines.count, lines[end].isAligned { end += 1 }
    return start..<end
  }

  /// How far a comment may be moved to line up with others.
  private static let farthest = 40

  /// The column in which all comments of a run begin: two after the longest line. Nil where that
  /// would move one too far, or make a line too long that fits with its comment right after it.
  private func column(of run: Range<Int>) -> Int? {
    let column = lines[run].reduce(0) { max($0, $1.width + 2) }
    for line in lines[run] where !line.continuesComment {
      guard column - line.width - 2 <= Formatter.farthest else { return nil }
      let comment = line.comment.map { width(of: Token(.comment, text(ofComment: $0))) } ?? 0
      let fits = line.width + 2 + comment <= Formatter.columns
      if fits, column + comment > Formatter.columns { return nil }
    }
    return column
  }

  /// A comment without the blanks after it.
  private func text(ofComment token: Int) -> Span {
    syntax.source.withoutTrailingBlanks(syntax.tokens[token].span)
  }

  private func append(_ line: OutputLine, column: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: code[line.code])
    guard let comment = line.comment else { return }
    for _ in 0..<max(0, column - line.width) { bytes.append(0x20) }
    let span = text(ofComment: comment)
    bytes.append(contentsOf: syntax.source.bytes[span.start..<span.end])
  }

  /// How lines end: as the first one of the text does.
  private var lineEnd: [UInt8] {
    for token in syntax.tokens where token.kind == .newline {
      return token.span.end - token.span.start == 2 ? [0x0D, 0x0A] : [0x0A]
    }
    return [0x0A]
  }
}
