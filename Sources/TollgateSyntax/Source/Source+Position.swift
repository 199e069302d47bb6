extension Source {
  /// A place as people and editors count it.
  public struct Position: Sendable, Hashable {
    /// The line of the file, from 1.
    public var line: Int
    /// The character (Unicode scalar) in the line, from 1.
    public var column: Int
    /// The UTF-16 unit in the line, from 1, as the language server protocol counts (from 0 there).
    public var utf16Column: Int
  }

  /// The place of the byte at `offset`. A byte that is not UTF-8 counts as one character; an offset
  /// inside a character is that character's place.
  public func position(at offset: Int) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(at: offset)
    var position = Position(line: lineOfFile(at: offset), column: 1, utf16Column: 1)
    var place = lineStarts[line - 1]
    while place < offset {
      guard bytes[place] >= 0x80, let read = bytes.scalar(at: place) else {
        place += 1
        position.column += 1
        position.utf16Column += 1
        continue
      }
      place += read.length
      if place > offset { break }
      position.column += 1
      position.utf16Column += read.scalar.value > 0xFFFF ? 2 : 1
    }
    return position
  }

  /// The column, from 1, at which the byte at `offset` is displayed: wide characters take two,
  /// marks none, a tab four.
  package func displayColumn(at offset: Int) -> Int {
    let offset = min(max(offset, 0), bytes.count)
    let start = lineStarts[line(at: offset) - 1]
    return DisplayCell.cells(of: self, Span(start, offset)).reduce(1) { $0 + $1.width }
  }

  /// The piece of a line, counted from 1, without its end.
  package func lineSpan(_ line: Int) -> Span {
    guard line >= 1, line <= lineStarts.count else { return Span(bytes.count, bytes.count) }
    let start = lineStarts[line - 1]
    var end = line < lineStarts.count ? lineStarts[line] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return Span(start, end)
  }
}
