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
