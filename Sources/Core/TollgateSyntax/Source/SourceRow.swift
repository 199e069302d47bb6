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
