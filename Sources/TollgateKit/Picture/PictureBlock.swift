import TollgateSyntax

/// The lines of a box as they are drawn, and the room they take.
///
/// Letters are of one width (the style asks for such a font), so how long a line is, is known
/// without drawing it: a letter takes 0.62 of its size, a wide character the double.
struct PictureBlock {
  struct TextLine {
    var text: String
    /// The class of its style.
    var style: Style
    /// Where its letters stand, from the top of the box.
    var baseline: Double
  }

  enum Style: String {
    case caption, name, mark

    var size: Double { self == .name ? 13 : 11 }
    /// How many letters a line may have.
    var columns: Int { self == .name ? 24 : 28 }
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
    for line in PictureBlock.wrapped(text, columns: style.columns) {
      let baseline = height + style.size
      lines.append(TextLine(text: line, style: style, baseline: baseline))
      height += style.size + 5
      width = max(width, PictureBlock.width(of: line, style))
    }
  }

  /// How wide a line is.
  static func width(of text: String, _ style: Style) -> Double {
    Double(DisplayCell.width(of: text)) * style.size * 0.62
  }

  /// A text in lines that are not too long, broken between words where there are some; a text that
  /// has too many lines ends in `…`.
  static func wrapped(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var width = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let wordWidth = DisplayCell.width(of: String(word))
      if width > 0, width + 1 + wordWidth <= columns {
        line += " " + word
        width += 1 + wordWidth
        continue
      }
      if width > 0 { lines.append(line) }
      (line, width) = ("", 0)
      for character in word {
        let next = DisplayCell.width(of: character)
        if width + next > columns {
          lines.append(line)
          (line, width) = ("", 0)
        }
        line.append(character)
        width += next
      }
    }
    if width > 0 || lines.isEmpty { lines.append(line) }
    guard lines.count > most else { return lines }
    return Array(lines.prefix(most - 1)) + ["…"]
  }
}
