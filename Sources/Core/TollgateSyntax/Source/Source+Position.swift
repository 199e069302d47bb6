extension Source {
  /// Whether a blank stands before a place, so that a line which begins there is indented.
  package func isIndented(at place: Int) -> Bool {
    place > 0 && place <= bytes.count
      && (bytes[place - 1] == 0x20 || bytes[place - 1] == 0x09)
  }

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
    var position = Position(line: line(at: offset), column: 1, utf16Column: 1)
    var place = start(of: row(at: offset))
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
    let start = start(of: row(at: offset))
    return DisplayCell.cells(of: self, Span(start, offset)).reduce(1) { $0 + $1.width }
  }
}
