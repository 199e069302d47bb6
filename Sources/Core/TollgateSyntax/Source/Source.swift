/// A text with a name, and where its lines begin.
public struct Source: Sendable {
  /// The file's name, as it is shown to people.
  public let name: String
  /// The bytes of the file, whatever they are.
  public let bytes: [UInt8]
  /// The offset at which each line begins; the first is 0.
  package let lineStarts: [Int]
  /// The files that it is made of; `nil` for a text of one file.
  package let layout: SourceLayout?

  /// A text named `name`.
  public init(name: String, bytes: [UInt8]) {
    self.init(name: name, bytes: bytes, layout: nil)
  }

  private init(copying source: Source, name: String) {
    self.name = name
    bytes = source.bytes
    lineStarts = source.lineStarts
    layout = source.layout
  }

  /// The same text with another name.
  func named(_ name: String) -> Source { Source(copying: self, name: name) }

  init(name: String, bytes: [UInt8], layout: SourceLayout?) {
    self.name = name
    self.bytes = bytes
    self.layout = layout
    var starts = [0]
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x0A {
        starts.append(index + 1)
      } else if bytes[index] == 0x0D, index + 1 == bytes.count || bytes[index + 1] != 0x0A {
        starts.append(index + 1)
      }
      index += 1
    }
    lineStarts = starts
  }

  /// A text named `name`.
  public init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The piece of the text at `span`; bytes that are not UTF-8 are shown as U+FFFD.
  public func text(_ span: Span) -> String {
    let start = min(max(span.start, 0), bytes.count)
    let end = min(max(span.end, start), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}

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

/// A piece of a source text: byte offsets, the end outside.
public struct Span: Sendable, Hashable {
  // A tree holds many of these; half a word each is enough for any file that is read.
  private var first: Int32
  private var last: Int32

  /// Offset of the first byte.
  public var start: Int {
    get { Int(first) }
    set { first = Span.half(newValue) }
  }

  /// Offset after the last byte.
  public var end: Int {
    get { Int(last) }
    set { last = Span.half(newValue) }
  }

  /// A piece from `start` up to, not including, `end`.
  public init(_ start: Int, _ end: Int) {
    first = Span.half(start)
    last = Span.half(end < start ? start : end)
  }

  /// The nearest that half a word holds, where `Int` has 32 bits or 64.
  private static func half(_ offset: Int) -> Int32 {
    Int32(exactly: offset) ?? (offset < 0 ? .min : .max)
  }

  /// The smallest piece that covers both.
  public func joined(_ other: Span) -> Span {
    Span(start < other.start ? start : other.start, end > other.end ? end : other.end)
  }
}
