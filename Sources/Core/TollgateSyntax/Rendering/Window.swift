/// The part of a line that is shown: all of it, unless it is very long.
struct Window: Sendable {
  var cells: [DisplayCell]
  var isCutAtStart: Bool
  var isCutAtEnd: Bool

  /// Columns of the longest line that is shown whole, where there is room for it.
  private static let most = 200
  /// Bytes that are looked at on either side of the place: no cell is shown beyond them, and a
  /// line of megabytes costs no more than a short one.
  private static let reach = 4096

  /// The part of `line` that is shown: around `span`, or its beginning.
  ///
  /// - Parameter room: The columns that it may take.
  static func of(_ source: Source, _ line: Int, _ span: Span?, _ room: Int?) -> Window {
    let columns = max(1, min(most, room ?? most))
    let whole = source.span(of: SourceRow(line))
    let place = span?.start ?? whole.start
    var start = max(whole.start, place - reach)
    while start > whole.start, start < place, source.bytes[start] & 0xC0 == 0x80 { start += 1 }
    let end = min(whole.end, place + reach)
    let cells = DisplayCell.cells(of: source, Span(start, end))
    var window = Window(
      cells: cells,
      isCutAtStart: start > whole.start,
      isCutAtEnd: end < whole.end
    )
    if window.isCutAtStart || window.isCutAtEnd || window.width > columns {
      window.cut(around: place, to: columns)
    }
    return window
  }

  private var width: Int { cells.reduce(0) { $0 + $1.width } }

  private mutating func cut(around offset: Int, to columns: Int) {
    var first = cells.count
    while first > 0, cells[first - 1].offset >= offset { first -= 1 }
    // Before the place less is kept than behind it.
    var room = columns * 3 / 10
    while first > 0, cells[first - 1].width <= room {
      first -= 1
      room -= cells[first].width
    }
    var last = first
    var used = 0
    while last < cells.count, used + cells[last].width <= columns {
      used += cells[last].width
      last += 1
    }
    isCutAtStart = isCutAtStart || first > 0
    isCutAtEnd = isCutAtEnd || last < cells.count
    cells = Array(cells[first..<last])
  }

  var text: String {
    var text = isCutAtStart ? "…" : ""
    for cell in cells { text += cell.text }
    if isCutAtEnd { text += "…" }
    return text.trimmed()
  }

  /// Whether the beginning of a piece of this line is in view.
  func holds(_ span: Span) -> Bool {
    guard let first = cells.first, let last = cells.last else { return true }
    return (!isCutAtStart || span.start >= first.offset)
      && (!isCutAtEnd || span.start <= last.offset)
  }

  /// The columns before a piece, and those it takes.
  func place(of span: Span) -> (column: Int, width: Int) {
    var column = isCutAtStart ? 1 : 0
    var width = 0
    for cell in cells {
      if cell.end <= span.start {
        column += cell.width
      } else if cell.offset < span.end {
        // A piece that begins inside a cell begins with it.
        width += cell.width
      }
    }
    return (column, width)
  }
}
