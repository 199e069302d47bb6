#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TollgateSyntax

/// The width that texts are wrapped at.
struct TextPage {
  let width: Int

  /// A page as wide as the terminal, within reason; 100 columns if there is none.
  init() {
    self.init(width: Descriptor.columns(of: Descriptor.output) ?? 100)
  }

  init(width: Int) {
    self.width = width
  }

  /// A text whose lines are wrapped. Each line goes on below its own first letter, or further in if
  /// it begins with a number or a bullet.
  func wrapped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let indent = TextPage.indent(of: line)
      return wrap(String(line), indent: indent).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// A line in pieces that fit: broken at spaces, and between wide characters. All but the first
  /// have an indent. A word that is wider than the page stays whole.
  func wrap(_ line: String, indent: Int = 0) -> [String] {
    guard DisplayCell.width(of: line) > width else { return [line] }
    var lines: [String] = []
    var text = ""
    var columns = 0
    let margin = String(repeating: " ", count: min(indent, width / 2))
    for piece in TextPage.pieces(line) {
      let long = DisplayCell.width(of: piece)
      let isBlank = text.allSatisfy { $0 == " " }
      if columns + long > width, !isBlank {
        while text.last == " " { text.removeLast() }
        lines.append(text)
        (text, columns) = (margin, margin.count)
        if piece == " " { continue }
      }
      text += piece
      columns += long
    }
    return text.allSatisfy { $0 == " " } ? lines : lines + [text]
  }

  /// Words, spaces and wide characters, one by one.
  private static func pieces(_ line: String) -> [String] {
    var pieces: [String] = []
    var word = ""
    for character in line {
      let isWide = DisplayCell.width(of: character) > 1
      if character == " " || isWide {
        if !word.isEmpty { pieces.append(word) }
        word = ""
        // A closing sign never begins a line.
        if isWide, "，。；：、）”？！".contains(character), let last = pieces.popLast() {
          pieces.append(last + String(character))
        } else {
          pieces.append(String(character))
        }
      } else {
        word.append(character)
      }
    }
    return word.isEmpty ? pieces : pieces + [word]
  }

  /// The spaces at the beginning of a line, with a number, a bullet or a mark that follows them.
  private static func indent(of line: Substring) -> Int {
    let spaces = line.prefix { $0 == " " }
    let rest = line.dropFirst(spaces.count)
    let first = rest.prefix { $0 != " " }
    let isMark =
      first == "-" || first == "•" || first.last == "." && first.dropLast().allSatisfy(\.isNumber)
    return spaces.count + (isMark && !first.isEmpty ? first.count + 1 : 2)
  }
}
