/// A character as a terminal shows it: its text, the columns it takes, and where it came from.
package struct DisplayCell: Sendable {
  var text: String
  var width: Int
  /// The offset of its first byte.
  var offset: Int
  /// The offset after its last byte.
  var end: Int

  /// The cells of a piece of one line. A character that cannot be shown, or would change how the
  /// rest is shown, is shown as U+FFFD.
  static func cells(of source: Source, _ span: Span) -> [DisplayCell] {
    var cells: [DisplayCell] = []
    var offset = span.start
    var run = String.UnicodeScalarView()
    var runStart = offset
    var flagEnd = offset
    while offset < span.end {
      let read = source.bytes.scalar(at: offset)
      if let read, read.scalar.value == 0x1F3F4 {
        let after = offset
        // In UTF-8 the flag and each of its tags have four bytes.
        let tags = RegionFlag.tags(behind: read.scalar) {
          source.bytes.scalar(at: after + 4 * $0)?.scalar
        }
        flagEnd = offset + 4 * (tags + 1)
      }
      if let read, offset < flagEnd || !read.scalar.isHazard {
        run.append(read.scalar)
      } else {
        flush(&run, from: runStart, into: &cells)
        let isTab = read?.scalar == "\t"
        let end = offset + (read?.length ?? 1)
        cells.append(
          DisplayCell(
            text: isTab ? "    " : "\u{FFFD}",
            width: isTab ? 4 : 1,
            offset: offset,
            end: end
          )
        )
        runStart = end
      }
      offset += read?.length ?? 1
    }
    flush(&run, from: runStart, into: &cells)
    return cells
  }

  private static func flush(
    _ run: inout String.UnicodeScalarView,
    from start: Int,
    into cells: inout [DisplayCell]
  ) {
    var offset = start
    for character in String(run) {
      let end = offset + character.utf8.count
      cells.append(
        DisplayCell(
          text: String(character),
          width: width(of: character),
          offset: offset,
          end: end
        )
      )
      offset = end
    }
    run = String.UnicodeScalarView()
  }

  /// A text with everything unshowable replaced, for a line of a message.
  package static func shown(_ text: String) -> String {
    Escape.line(text)
  }

  /// The columns a text takes.
  package static func width(of text: String) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// The columns a character takes.
  package static func width(of character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      // U+FE0F asks for the picture form, which is wide.
      if scalar.value == 0xFE0F, width > 0 { return 2 }
      width = max(width, scalar.displayWidth)
    }
    return width
  }
}

extension Unicode.Scalar {
  /// The columns it takes by itself: 0 for marks, 2 for wide East Asian characters and emoji.
  var displayWidth: Int {
    if value < 0x300 { return value == 0xAD ? 0 : 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    return isEastAsianWide ? 2 : 1
  }

  private var isEastAsianWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
      0x1F200...0x1F2FF, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
