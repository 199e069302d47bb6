package import TollgateSyntax

/// How an editor counts the characters of a line.
package enum TextEncoding: Sendable, Hashable {
  /// In bytes of UTF-8.
  case utf8
  /// In units of UTF-16; a character beyond U+FFFF has two.
  case utf16
}

/// A place in a text as editors count it: both numbers from 0.
package struct TextPosition: Sendable, Hashable, Comparable {
  package var line: Int
  /// Units of a ``TextEncoding`` before it in its line.
  package var character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  package static func < (a: TextPosition, b: TextPosition) -> Bool {
    (a.line, a.character) < (b.line, b.character)
  }
}

/// A piece of a text, the end outside.
package struct TextRange: Sendable, Hashable {
  package var start: TextPosition
  package var end: TextPosition

  package init(_ start: TextPosition, _ end: TextPosition) {
    self.start = start
    self.end = end
  }
}

extension Source {
  /// The offset of a position in this file. A line after the last one is the end of the text, a
  /// character after the last one of its line is the end of the line, and a unit inside a character
  /// is the character's start.
  package func offset(of position: TextPosition, _ encoding: TextEncoding) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < lineStarts.count else { return bytes.count }
    let line = span(of: SourceRow(position.line + 1))
    guard position.character > 0 else { return line.start }
    var place = line.start
    var units = 0
    while place < line.end {
      let step = step(at: place, encoding)
      guard units + step.units <= position.character else { return place }
      units += step.units
      place += step.length
    }
    return line.end
  }

  /// The position of an offset in this file; an offset inside a character is the character's place.
  package func textPosition(of offset: Int, _ encoding: TextEncoding) -> TextPosition {
    var positions = TextPositions(self, encoding)
    return positions[offset]
  }

  /// The range of a piece of this file.
  package func textRange(of span: Span, _ encoding: TextEncoding) -> TextRange {
    var positions = TextPositions(self, encoding)
    return positions[span]
  }

  /// The piece of this file in a range; a range that ends before its start is empty.
  package func span(of range: TextRange, _ encoding: TextEncoding) -> Span {
    Span(offset(of: range.start, encoding), offset(of: range.end, encoding))
  }

  /// How many bytes the character at `place` has, and how many units. A byte that is not UTF-8 is
  /// one character.
  fileprivate func step(at place: Int, _ encoding: TextEncoding) -> (length: Int, units: Int) {
    let first = bytes[place]
    let wanted = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
    guard wanted > 1, place + wanted <= bytes.count else { return (1, 1) }
    for next in place + 1..<place + wanted where bytes[next] & 0xC0 != 0x80 { return (1, 1) }
    return (wanted, encoding == .utf8 ? wanted : wanted == 4 ? 2 : 1)
  }
}

/// The positions of many offsets in a file. Each costs as much as any other, however long its line
/// is.
package struct TextPositions: Sendable {
  private let file: Source
  private let encoding: TextEncoding
  /// The places in each line that was asked about, from which one goes on, with the units before
  /// them: about ``step`` bytes apart.
  private var marks: [SourceRow: [(place: Int, units: Int)]] = [:]

  private static let step = 256

  package init(_ file: Source, _ encoding: TextEncoding) {
    self.file = file
    self.encoding = encoding
  }

  /// The position of an offset; one inside a character is the character's place.
  package subscript(offset: Int) -> TextPosition {
    mutating get {
      let offset = min(max(offset, 0), file.bytes.count)
      let row = file.row(at: offset)
      var (place, units) = mark(before: offset, in: row)
      while place < offset {
        let step = file.step(at: place, encoding)
        guard place + step.length <= offset else { break }
        place += step.length
        units += step.units
      }
      return TextPosition(line: row.number - 1, character: units)
    }
  }

  /// The range of a piece.
  package subscript(span: Span) -> TextRange {
    mutating get { TextRange(self[span.start], self[span.end]) }
  }

  private mutating func mark(before offset: Int, in row: SourceRow) -> (place: Int, units: Int) {
    let start = file.start(of: row)
    guard offset - start > TextPositions.step else { return (start, 0) }
    var marks = marks.removeValue(forKey: row) ?? [(start, 0)]
    while let last = marks.last, offset - last.place > TextPositions.step {
      var (place, units) = last
      while place < min(last.place + TextPositions.step, file.bytes.count) {
        let step = file.step(at: place, encoding)
        place += step.length
        units += step.units
      }
      marks.append((place, units))
    }
    let low = marks.partitioningIndex { $0.place > offset }
    self.marks[row] = marks
    return marks[low - 1]
  }
}
