import TollgateSyntax

/// How wide a text is drawn in a sans-serif font, without drawing it.
///
/// The widths are those of Helvetica, which Arial, Liberation Sans and most system fonts share or
/// nearly share. A drawing names the width of each line (`textLength`), so that a line fits its box
/// in any font.
enum LetterWidths {
  /// The width of a text in letters of size 1.
  static func width(of text: String) -> Double {
    Double(text.reduce(0) { $0 + width(of: $1) }) / 1000
  }

  /// Thousandths of the size of the letters.
  static func width(of character: Character) -> Int {
    guard let byte = character.asciiValue, byte >= 32, byte < 127 else {
      return DisplayCell.width(of: character) > 1 ? 1000 : 640
    }
    return ascii[Int(byte) - 32]
  }

  /// From the space to `~`.
  private static let ascii = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ]
}
