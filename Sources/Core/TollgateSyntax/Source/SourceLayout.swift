/// The files that one text is made of, laid end to end in the order of their statements: a used
/// file is where it is used first.
package struct SourceLayout: Sendable {
  /// A part of a file, from the start of a line to the end of one.
  package struct Piece: Sendable {
    /// The offset of its first byte in the joined text.
    package var start: Int
    /// The row of the joined text that it begins with.
    package var row: SourceRow
    /// The index of its file.
    package var file: Int
    /// The offset of its first byte in the file.
    package var offset: Int
    /// The line of the file that it begins with, from 1.
    package var line: Int
  }

  /// A `use` statement that brings no file.
  package struct Fault: Sendable {
    /// The offset of its text in the joined text.
    package var place: Int
    /// Why it brings none.
    package var fault: UseFault
  }

  /// The files, in the order in which they are used; the first is the one that began.
  package var files: [Source]
  /// The parts, in the order of the joined text.
  package var pieces: [Piece]
  /// The `use` statements that bring no file, in the order of the joined text.
  package var faults: [Fault]
}

extension SourceLayout {
  /// The part that holds the byte at `offset`.
  func piece(at offset: Int) -> Int {
    max(0, pieces.partitioningIndex { $0.start > offset } - 1)
  }

  /// Why the `use` statement with its text at `offset` brings no file; `nil` if it brings one.
  package func fault(at offset: Int) -> UseFault? {
    let low = faults.partitioningIndex { $0.place >= offset }
    return low < faults.count && faults[low].place == offset ? faults[low].fault : nil
  }

  /// Where the first part after `offset` begins.
  package func boundary(after offset: Int) -> Int {
    let next = piece(at: offset) + 1
    return next < pieces.count ? pieces[next].start : .max
  }

  /// Where a part of the text is in its file. It ends where the part of the file ends.
  func place(of span: Span) -> (file: Int, span: Span) {
    let index = piece(at: span.start)
    let piece = pieces[index]
    let end = min(span.end, boundary(after: span.start))
    let last = files[piece.file].bytes.count
    let start = min(max(span.start - piece.start, 0) + piece.offset, last)
    return (piece.file, Span(start, min(end - piece.start + piece.offset, last)))
  }
}

extension Source {
  /// The file that holds the byte at `offset`, with its own lines and offsets. It is this text
  /// itself, unless the text is made of several files.
  public func file(at offset: Int) -> Source { place(of: Span(offset, offset)).file }

  /// The line that holds the byte at `offset`, counted from 1 in its file.
  public func line(at offset: Int) -> Int {
    let row = row(at: offset)
    guard let layout else { return row.number }
    let piece = layout.pieces[layout.piece(at: offset)]
    return row.number - piece.row.number + piece.line
  }

  /// A part of the text as its file has it: the file, and the place there.
  package func place(of span: Span) -> (file: Source, span: Span) {
    guard let layout else { return (self, span) }
    let place = layout.place(of: span)
    return (layout.files[place.file], place.span)
  }

  /// The same text with its files named from the folder of the first one.
  package func withoutFolder() -> Source {
    let count = folder.utf8.count
    guard count > 0 else { return self }
    func short(_ name: String) -> String {
      String(decoding: name.utf8.dropFirst(count), as: UTF8.self)
    }
    guard var layout else { return named(short(name)) }
    for (index, file) in layout.files.enumerated() {
      layout.files[index] = file.named(short(file.name))
    }
    return Source(name: short(name), bytes: bytes, layout: layout)
  }

  /// The folder of the file, with `/` at its end; empty if it has none.
  package var folder: String { FilePath(name).folder }

  /// The index of the file that holds the byte at `offset`: 0 for the one that began.
  package func fileIndex(at offset: Int) -> Int {
    guard let layout else { return 0 }
    return layout.pieces[layout.piece(at: offset)].file
  }

  /// The files of the text, the one that began first.
  package var files: [Source] { layout?.files ?? [self] }
}

/// A line of a text, counted from 1. A text that is made of several files counts over all of them,
/// so a row is no number and no text: ``Source/line(at:)`` tells the line that people know.
package struct SourceRow: Sendable, Hashable, Comparable {
  /// The number of the row, for the tables of lines.
  package var number: Int

  /// The row with this number.
  package init(_ number: Int) { self.number = number }

  /// The row below.
  package var next: SourceRow { SourceRow(number + 1) }

  /// Whether a row is above another.
  package static func < (a: SourceRow, b: SourceRow) -> Bool { a.number < b.number }
}

extension DefaultStringInterpolation {
  @available(*, unavailable, message: "people know lines of files: ask `line(at:)`")
  package mutating func appendInterpolation(_ row: SourceRow) {}
}

extension Source {
  /// The row that holds the byte at `offset`.
  package func row(at offset: Int) -> SourceRow {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return SourceRow(low + 1)
  }

  /// The first byte of a row.
  package func start(of row: SourceRow) -> Int { lineStarts[row.number - 1] }

  /// The piece of a row, without its end.
  package func span(of row: SourceRow) -> Span {
    guard row.number >= 1, row.number <= lineStarts.count else {
      return Span(bytes.count, bytes.count)
    }
    let start = start(of: row)
    var end = row.number < lineStarts.count ? lineStarts[row.number] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return Span(start, end)
  }

  /// The piece of the line that holds the byte at `offset`, without its end.
  package func lineSpan(at offset: Int) -> Span { span(of: row(at: offset)) }
}

extension Array {
  /// The place of the first element from which on a test holds; the count if it holds for none. The
  /// elements for which it does not hold come first, so halving finds it.
  package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
