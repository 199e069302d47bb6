/// Shows diagnostics to people: with the line, the place underlined and what to do.
public struct TextRenderer: Sendable {
  let source: Source
  let palette: Palette
  let narrated: Bool
  let columns: Int?

  /// A renderer for findings about `source`.
  ///
  /// - Parameters:
  ///   - color: Whether ANSI escapes are used; no meaning is in the colour alone.
  ///   - narrated: Whether everything is told in sentences, for a reader that is not a terminal.
  ///   - columns: The width of the terminal, if lines of the source are cut to fit into it.
  public init(source: Source, color: Bool, narrated: Bool = false, columns: Int? = nil) {
    self.source = source
    palette = Palette(isOn: color)
    self.narrated = narrated
    self.columns = columns
  }

  /// A renderer of the same style for another text.
  init(_ source: Source, like other: TextRenderer) {
    self.source = source
    palette = other.palette
    narrated = other.narrated
    columns = other.columns
  }

  /// Several findings with an empty line between them; empty if there are none.
  public func render(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { render($0) }.joined(separator: "\n")
  }

  /// One finding; it ends in a line break.
  public func render(_ diagnostic: Diagnostic) -> String {
    narrated ? narrate(diagnostic) : draw(diagnostic)
  }

  private func draw(_ diagnostic: Diagnostic) -> String {
    let parts = parts(of: diagnostic)
    let width = parts.reduce(0) { max($0, $1.marks.gutter) }
    let level = "\(diagnostic.level.rawValue)[\(diagnostic.code)]"
    var text = palette.paint(level, diagnostic.level)
    text += palette.strong(": " + DisplayCell.shown(diagnostic.headline)) + "\n"
    for (index, part) in parts.enumerated() {
      let corner = palette.faint(index == 0 ? "┌─" : "├─")
      text += String(repeating: " ", count: width + 1) + corner + " \(part.place)\n"
      var marks = part.marks
      marks.gutter = width
      text += part.renderer.excerpt(marks, diagnostic.level)
    }
    if let example = diagnostic.example {
      text += remark("example: " + example.words, width)
      text += lines(of: example, indented: width + 5)
    }
    for note in diagnostic.shownNotes { text += remark(note, width) }
    for help in diagnostic.help { text += remark("help: " + help, width) }
    for edit in diagnostic.edits { text += remark(edit, width) }
    return text
  }

  private func remark(_ words: String, _ width: Int) -> String {
    String(repeating: " ", count: width + 1) + palette.faint("=")
      + " \(DisplayCell.shown(words))\n"
  }

  /// The statement of an example, each line indented by so many spaces.
  func lines(of example: Diagnostic.Example, indented width: Int) -> String {
    var text = ""
    for line in example.scenario.split(separator: "\n") {
      text += String(repeating: " ", count: width) + DisplayCell.shown(String(line)) + "\n"
    }
    return text
  }

  private func remark(_ edit: Diagnostic.Edit, _ width: Int) -> String {
    let words = "help: " + DisplayCell.shown(edit.title)
    let gap = max(2, 66 - DisplayCell.width(of: words))
    return remark(words + String(repeating: " ", count: gap) + mark(edit.safety), width)
  }

  func mark(_ safety: Diagnostic.Edit.Safety) -> String {
    switch safety {
    case .safe: "(safe fix)"
    case .unsafe: "(unsafe fix)"
    case .shown: "(complete it yourself)"
    }
  }
}

extension TextRenderer {
  /// A place to underline in a line.
  struct Mark: Sendable {
    var line: Int
    var span: Span
    var label: String
    var isPrimary: Bool
  }

  struct Marks: Sendable {
    /// In the order of the text; of one line, in the order of their places.
    var marks: [Mark]
    /// The line of a comment directly above the finding.
    var comment: Int?
    /// The columns of the largest line number.
    var gutter: Int
  }

  /// The marks of a finding in one file.
  struct Part: Sendable {
    /// Shows that file alone.
    var renderer: TextRenderer
    /// The file, the line and the column of the first place.
    var place: String
    var marks: Marks
  }

  /// The marks of a finding, file by file, that of the finding itself first.
  func parts(of diagnostic: Diagnostic) -> [Part] {
    var places = [(span: diagnostic.span, label: diagnostic.label)]
    for related in diagnostic.related.prefix(Diagnostic.shownPlaces) {
      places.append((related.span, related.label))
    }
    var parts: [Part] = []
    var shown: Set<Int> = []
    for place in places {
      let index = source.fileIndex(at: place.span.start)
      guard shown.insert(index).inserted else { continue }
      let file = source.place(of: place.span)
      let renderer = TextRenderer(file.file, like: self)
      var marks: [Mark] = []
      for (number, other) in places.enumerated()
      where source.fileIndex(at: other.span.start) == index {
        let span = source.place(of: other.span).span
        marks.append(renderer.mark(span, other.label, isPrimary: number == 0))
      }
      let position = file.file.position(at: file.span.start)
      let name = Escape.name(file.file.name)
      parts.append(
        Part(
          renderer: renderer, place: "\(name):\(position.line):\(position.column)",
          marks: renderer.marks(marks)))
    }
    return parts
  }

  /// Marks of one file, the most important first.
  private func marks(_ marks: [Mark]) -> Marks {
    var marks = marks
    let primary = marks[0].line
    let largest = marks.reduce(0) { max($0, $1.line) }
    marks.sort { a, b in
      a.line == b.line ? a.span.start < b.span.start : a.line < b.line
    }
    var comment: Int?
    if primary > 1, isComment(primary - 1) {
      comment = primary - 1
      for mark in marks where mark.line == primary - 1 { comment = nil }
    }
    return Marks(marks: marks, comment: comment, gutter: String(largest).utf8.count)
  }

  private func mark(_ span: Span, _ label: String, isPrimary: Bool) -> Mark {
    let line = source.line(at: min(max(span.start, 0), source.bytes.count))
    let whole = source.lineSpan(at: min(max(span.start, 0), source.bytes.count))
    // A piece of several lines is underlined in its first; the line's end is a place too.
    let start = min(max(span.start, whole.start), whole.end)
    let clipped = Span(start, min(max(span.end, start), whole.end))
    return Mark(line: line, span: clipped, label: label, isPrimary: isPrimary)
  }

  private func isComment(_ line: Int) -> Bool {
    let place = source.bytes.endOfBlank(from: source.span(of: SourceRow(line)).start)
    return place < source.bytes.count && source.bytes[place] == 0x23
  }

  /// The lines with their marks.
  func excerpt(_ marks: Marks, _ level: Diagnostic.Level) -> String {
    // Beside a line stand its number and a bar, and a sign at each end where it is cut.
    let columns = self.columns.map { $0 - marks.gutter - 5 }
    var text = ""
    var shown: Int?
    var window = Window(cells: [], isCutAtStart: false, isCutAtEnd: false)
    for mark in marks.marks {
      if mark.line != shown {
        let comment =
          mark.isPrimary || marks.marks.allSatisfy { $0.line >= mark.line }
          ? marks.comment.flatMap { $0 == mark.line - 1 ? $0 : nil } : nil
        if let shown, mark.line > shown + 1, comment != shown + 1 { text += gap(marks.gutter) }
        if let comment {
          text += row(comment, Window.of(source, comment, nil, columns), marks.gutter)
        }
        window = Window.of(source, mark.line, mark.span, columns)
        text += row(mark.line, window, marks.gutter)
        shown = mark.line
      } else if !window.holds(mark.span) {
        window = Window.of(source, mark.line, mark.span, columns)
        text += row(mark.line, window, marks.gutter)
      }
      text += underline(mark, window, marks.gutter, level)
    }
    return text
  }

  private func row(_ line: Int, _ window: Window, _ gutter: Int) -> String {
    let number = String(line)
    let pad = String(repeating: " ", count: max(0, gutter - number.utf8.count))
    let text = window.text
    return palette.faint("\(pad)\(number) │") + (text.isEmpty ? "" : " " + text) + "\n"
  }

  private func gap(_ gutter: Int) -> String {
    String(repeating: " ", count: gutter + 1) + palette.faint("⋮") + "\n"
  }

  private func underline(
    _ mark: Mark,
    _ window: Window,
    _ gutter: Int,
    _ level: Diagnostic.Level
  ) -> String {
    let place = window.place(of: mark.span)
    let pad = String(repeating: " ", count: place.column)
    let line = String(repeating: mark.isPrimary ? "━" : "─", count: max(1, place.width))
    let label = mark.label.isEmpty ? "" : " " + DisplayCell.shown(mark.label)
    let painted = mark.isPrimary ? palette.paint(line + label, level) : palette.faint(line + label)
    return String(repeating: " ", count: gutter + 1) + palette.faint("│") + " \(pad)\(painted)\n"
  }
}

extension TextRenderer {
  /// A finding in sentences, without drawing.
  func narrate(_ diagnostic: Diagnostic) -> String {
    let position = source.position(at: diagnostic.span.start)
    let name = Escape.name(source.file(at: diagnostic.span.start).name)
    let level = palette.paint("\(diagnostic.level.rawValue)[\(diagnostic.code)]", diagnostic.level)
    var text = "\(name):\(position.line):\(position.column): \(level): "
    text += DisplayCell.shown(diagnostic.headline) + "\n"
    if !diagnostic.label.isEmpty {
      text += sentence(piece(diagnostic.span).map { "at \($0): " } ?? "", diagnostic.label)
    }
    for related in diagnostic.related.prefix(Diagnostic.shownPlaces) {
      let place = source.position(at: related.span.start)
      let isHere =
        source.fileIndex(at: related.span.start) == source.fileIndex(at: diagnostic.span.start)
      let other = isHere ? "" : Escape.name(source.file(at: related.span.start).name) + ", "
      text += sentence("\(other)line \(place.line), column \(place.column): ", related.label)
    }
    if let example = diagnostic.example {
      text += sentence("example: ", example.words)
      text += lines(of: example, indented: 4)
    }
    for note in diagnostic.shownNotes { text += sentence("note: ", note) }
    for help in diagnostic.help { text += sentence("help: ", help) }
    for edit in diagnostic.edits {
      text += sentence("help: ", "\(edit.title) \(mark(edit.safety))")
    }
    return text
  }

  private func sentence(_ opening: String, _ words: String) -> String {
    "  \(opening)\(DisplayCell.shown(words))\n"
  }

  /// The text at a place, in quotes, if it is short and of one line.
  private func piece(_ span: Span) -> String? {
    guard span.end > span.start, span.end - span.start <= 120 else { return nil }
    guard source.row(at: span.start) == source.row(at: span.end) else { return nil }
    return "“\(DisplayCell.shown(source.text(span)))”"
  }
}

/// ANSI colours, if they are wanted.
struct Palette: Sendable {
  let isOn: Bool

  func paint(_ text: String, _ level: Diagnostic.Level) -> String {
    switch level {
    case .error: escape("1;31", text)
    case .warning: escape("1;33", text)
    case .note: escape("1;36", text)
    }
  }

  func strong(_ text: String) -> String { escape("1", text) }

  func faint(_ text: String) -> String { escape("34", text) }

  private func escape(_ code: String, _ text: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

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
