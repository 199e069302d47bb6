/// The lines of a box as they are drawn, and the room they take.
struct PictureBlock {
  struct TextLine {
    var text: String
    /// The class of its style.
    var style: Style
    /// The baseline of its letters, from the top of the box.
    var baseline: Double
    var width: Double
  }

  enum Style: String {
    case caption, name, mark

    var size: Double { self == .name ? 14 : 11.5 }
    /// How wide a line may be.
    var longest: Double { self == .name ? 200 : 190 }
    /// How much wider its letters are than plain ones: marks are bold.
    private var stretch: Double { self == .mark ? 1.08 : 1.02 }

    func width(of text: String) -> Double { LetterWidths.width(of: text) * size * stretch }
  }

  private(set) var lines: [TextLine] = []
  private(set) var width = 0.0
  private(set) var height = 0.0

  static let padding = 10.0
  private static let most = 6

  init(_ box: GraphPicture.Box) {
    height = PictureBlock.padding - 3
    if !box.caption.isEmpty { add(box.caption, .caption) }
    add(box.text, .name)
    for words in box.words { add(words, .mark) }
    height += PictureBlock.padding - 2
    width += 2 * PictureBlock.padding
  }

  private mutating func add(_ text: String, _ style: Style) {
    let lines = PictureBlock.wrapped(text, in: style.longest, style.width)
    for line in lines {
      let lineWidth = style.width(of: line)
      self.lines.append(
        TextLine(text: line, style: style, baseline: height + style.size, width: lineWidth))
      height += style.size + 5
      width = max(width, lineWidth)
    }
  }

  /// A text in lines that are not too wide, broken between words if there are some; a text that
  /// has too many lines ends in `…`.
  static func wrapped(
    _ text: String, in longest: Double, _ width: (String) -> Double
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if width(longer) <= longest {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if !line.isEmpty, width(line + String(character)) > longest {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    guard lines.count > most else { return lines }
    return Array(lines.prefix(most - 1)) + ["…"]
  }
}
