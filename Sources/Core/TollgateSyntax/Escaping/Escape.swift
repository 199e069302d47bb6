/// Texts as each kind of output may hold them. Whatever is printed or written goes through one of
/// these functions, and nothing else decides what is escaped.
///
/// | kind | function | a hazard (``Swift/Unicode/Scalar/isHazard``) becomes |
/// |---|---|---|
/// | terminal | ``line(_:)``, ``lines(_:)`` | U+FFFD |
/// | JSON, SARIF | ``json(_:into:)``, used by ``JSONWriter`` | `\u009b` |
/// | HTML, SVG | ``markup(_:)`` | U+FFFD |
/// | XML | ``xml(_:)``, ``xmlAttribute(_:)`` | U+FFFD |
/// | Markdown | ``markdown(_:)``, ``markdownCode(_:)`` | U+FFFD |
/// | workflow commands | ``workflow(_:inProperty:)`` | U+FFFD; line breaks `%0A` |
/// | CSV | ``csv(_:)`` | U+FFFD |
/// | DOT, Mermaid | ``dot(_:)``, ``mermaid(_:)`` | U+FFFD |
/// | a difference, a list of files | ``path(_:)`` | `\233`, as Git writes names |
///
/// A soft hyphen (U+00AD) is a hazard that a label may hold: markup and Markdown write its number,
/// and what has no numbers leaves it out, as a page does where no line ends.
package enum Escape {
  /// How one character is written.
  enum Written {
    case asItIs
    case text(String)
  }

  static let replacement = "\u{FFFD}"

  /// A text, character by character. `write` says how a character is written; it gets what is
  /// written so far.
  static func rewrite(
    _ text: String,
    _ write: (_ scalar: Unicode.Scalar, _ isHazard: Bool, _ before: String.UnicodeScalarView)
      -> Written
  ) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var flagEnd = 0
    for index in 0..<scalars.count {
      let scalar = scalars[index]
      if scalar.value == 0x1F3F4 {
        let tags = RegionFlag.tags(behind: scalar) {
          index + $0 < scalars.count ? scalars[index + $0] : nil
        }
        flagEnd = index + tags + 1
      }
      switch write(scalar, index >= flagEnd && scalar.isHazard, result) {
      case .asItIs: result.append(scalar)
      case .text(let text): result.append(contentsOf: text.unicodeScalars)
      }
    }
    return String(result)
  }

  /// The hazard as a sign that is seen, where there is no other way to write it.
  static func shown(_ scalar: Unicode.Scalar) -> Written {
    .text(scalar.value == 0xAD ? "" : replacement)
  }

  /// Whether no byte of a text belongs to a hazard, or is one of two others. It may miss a plain
  /// text, never a hazard.
  static func isSurelyPlain(
    _ text: String, besides first: UInt8 = 0x7F, _ second: UInt8 = 0x7F
  ) -> Bool {
    for byte in text.utf8 {
      switch byte {
      case 0..<0x20, 0x7F, 0xC2, 0xE2, 0xEF, 0xF0...0xFF, first, second: return false
      default: continue
      }
    }
    return true
  }
}
