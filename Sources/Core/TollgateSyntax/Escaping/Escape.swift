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
    // Invariant: the bytes are there as long as they are looked at.
    text.utf8.withContiguousStorageIfAvailable { utf8 in
      isSurelyPlain(UnsafeRawBufferPointer(utf8), besides: first, second)
    } ?? text.utf8.allSatisfy { isSurelyPlain($0, besides: first, second) }
  }

  /// The same of bytes, eight at a time where they are ASCII.
  static func isSurelyPlain(
    _ bytes: UnsafeRawBufferPointer, besides first: UInt8, _ second: UInt8
  ) -> Bool {
    var place = 0
    while place &+ 8 <= bytes.count {
      // Invariant: eight bytes lie at `place`.
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard isPlainASCII(word, besides: first, second) else { break }
      place &+= 8
    }
    while place < bytes.count {
      guard isSurelyPlain(bytes[place], besides: first, second) else { return false }
      place &+= 1
    }
    return true
  }

  private static func isSurelyPlain(
    _ byte: UInt8, besides first: UInt8, _ second: UInt8
  ) -> Bool {
    switch byte {
    case 0..<0x20, 0x7F, 0xC2, 0xE2, 0xEF, 0xF0...0xFF, first, second: false
    default: true
    }
  }

  /// Whether each of eight bytes is ASCII, from 0x20 on, and none of 0x7F and two others.
  private static func isPlainASCII(
    _ word: UInt64, besides first: UInt8, _ second: UInt8
  ) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high = ones &* 0x80
    // The highest bit of a byte that is 0, or of one behind it.
    func zero(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & high }
    let others = zero(word ^ ones &* UInt64(first)) | zero(word ^ ones &* UInt64(second))
    return (word | (word &- ones &* 0x20) | zero(word ^ ones &* 0x7F) | others) & high == 0
  }
}

extension Escape {
  /// A text in Markdown that is shown as it is, on one line: a backslash before whatever could be
  /// markup or a link, numbers where a backslash does not help. A space that nobody sees keeps `@all`
  /// from calling people, and `#12` from becoming a link, on the pages of code hosts.
  package static func markdown(_ text: String) -> String {
    rewrite(text) { scalar, isHazard, before in
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "|", "~", "!", "+", "$", "<", ">", "&":
        return .text("\\" + String(scalar))
      case "#": return .text("\\#")
      case "0"..."9" where before.last == "#": return .text("&#8203;" + String(scalar))
      case "@": return .text("@&#8203;")
      case "-" where before.isEmpty: return .text("\\-")
      case ".", ")": return isMarkup(behind: before) ? .text("\\" + String(scalar)) : .asItIs
      case "/" where before.last == ":": return .text("\\/")
      case "\n", "\r", "\t": return .text(" ")
      case "\u{AD}": return .text("&#173;")
      default: return isHazard ? shown(scalar) : .asItIs
      }
    }
  }

  /// `1.` at the beginning would be a list, `www.` a link.
  private static func isMarkup(behind before: String.UnicodeScalarView) -> Bool {
    if before.suffix(3).elementsEqual("www".unicodeScalars) { return true }
    return !before.isEmpty && before.allSatisfy { $0.properties.numericType != nil }
  }

  /// A text as code in Markdown, also in a table: nothing in it is markup.
  package static func markdownCode(_ text: String) -> String {
    let longest = longestRun(in: text)
    let code = rewrite(text) { scalar, isHazard, _ in
      switch scalar {
      case "|": return .text("\\|")
      case "\n", "\r", "\t": return .text(" ")
      default: return isHazard ? shown(scalar) : .asItIs
      }
    }
    let fence = String(repeating: "`", count: longest + 1)
    return longest == 0 ? fence + code + fence : "\(fence) \(code) \(fence)"
  }
  /// A sentence in Markdown whose words in backquotes stay code, as in a finding.
  package static func markdownSentence(_ text: String) -> String {
    var result = ""
    var isCode = false
    var piece = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard scalar == "`" else {
        piece.append(scalar)
        continue
      }
      result += isCode ? markdownCode(String(piece)) : markdown(String(piece))
      piece = String.UnicodeScalarView()
      isCode.toggle()
    }
    // A backquote without a partner is a sign like any other.
    return result + (isCode ? "\\`" : "") + markdown(String(piece))
  }

  /// Lines of code as a block of Markdown; it ends in a line break.
  package static func markdownBlock(_ text: String, language: String) -> String {
    let fence = String(repeating: "`", count: max(3, longestRun(in: text) + 1))
    let end = text.utf8.last == 0x0A ? "" : "\n"
    return "\(fence)\(language)\n\(lines(text))\(end)\(fence)\n"
  }

  /// The longest row of backquotes.
  private static func longestRun(in text: String) -> Int {
    var run = 0
    var longest = 0
    for byte in text.utf8 {
      run = byte == 0x60 ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}

extension Escape {
  /// A text in HTML or SVG, between tags or in an attribute. Line breaks and tabs are a space to
  /// every reader, so they become one.
  package static func markup(_ text: String) -> String {
    markup(text, apostrophe: .text("&#39;")) { _ in .text(" ") }
  }

  /// A text between the tags of an XML document. It keeps its lines.
  package static func xml(_ text: String) -> String {
    markup(text, apostrophe: .asItIs) { $0 == "\r" ? .text("&#13;") : .asItIs }
  }

  /// A text between double quotes in an XML document. It keeps its lines: as numbers, since a reader
  /// makes a space of a line break.
  package static func xmlAttribute(_ text: String) -> String {
    markup(text, apostrophe: .asItIs) { .text("&#\($0.value);") }
  }

  private static func markup(
    _ text: String, apostrophe: Written, blank: (Unicode.Scalar) -> Written
  ) -> String {
    rewrite(text) { scalar, isHazard, _ in
      switch scalar {
      case "&": return .text("&amp;")
      case "<": return .text("&lt;")
      case ">": return .text("&gt;")
      case "\"": return .text("&quot;")
      case "'": return apostrophe
      case "\t", "\n", "\r": return blank(scalar)
      case "\u{AD}": return .text("&#173;")
      default: return isHazard ? shown(scalar) : .asItIs
      }
    }
  }
}

extension Escape {
  /// A line for a terminal, or for any other place that shows plain text.
  package static func line(_ text: String) -> String {
    if isSurelyPlain(text) { return text }
    return rewrite(text) { scalar, isHazard, _ in isHazard ? shown(scalar) : .asItIs }
  }

  /// A text of several lines for a terminal or the log of a build: as ``line(_:)``, and line feeds
  /// stay.
  ///
  /// A runner of GitHub obeys a line that begins with `::`, and `##[` wherever it is: a space between
  /// their signs prevents that.
  package static func lines(_ text: String) -> String {
    var isAtStart = true
    var colons = 0
    return rewrite(text) { scalar, isHazard, before in
      if scalar == "\n" {
        (isAtStart, colons) = (true, 0)
        return .asItIs
      }
      if isHazard { return shown(scalar) }
      if scalar == ":", isAtStart {
        colons += 1
        if colons == 2 { return .text(" :") }
      } else if !scalar.properties.isWhitespace {
        isAtStart = false
      } else {
        colons = 0
      }
      return isOrder(scalar, before) ? .text(" [") : .asItIs
    }
  }

  /// Whether a bracket makes `##[`.
  private static func isOrder(
    _ scalar: Unicode.Scalar, _ before: String.UnicodeScalarView
  ) -> Bool {
    scalar == "[" && before.suffix(2).elementsEqual("##".unicodeScalars)
  }

  /// The name of a file in a message: on one line, and no order to a runner, wherever it is written.
  package static func name(_ path: String) -> String {
    let name = lines(line(path))
    return name.utf8.starts(with: ": :".utf8) ? "./" + line(path) : name
  }

  /// The name of a file where a program reads it line by line, or in a difference: as Git writes
  /// it, in quotes and with octal numbers if it holds anything unusual.
  package static func path(_ name: String) -> String {
    var isPlain = true
    var escaped = "\""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
        isPlain = false
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      case "\r": escaped += "\\r"
      case _ where scalar.isHazard:
        for byte in String(scalar).utf8 {
          let octal = String(byte, radix: 8)
          escaped += "\\" + String(repeating: "0", count: 3 - octal.utf8.count) + octal
        }
      default:
        escaped.unicodeScalars.append(scalar)
        continue
      }
      isPlain = false
    }
    return isPlain ? name : escaped + "\""
  }

  /// A field of comma-separated values, by RFC 4180. A spreadsheet takes a field that begins like a
  /// formula for one; an apostrophe in front keeps it a text.
  package static func csv(_ text: String) -> String {
    var isQuoted = false
    let field = rewrite(text) { scalar, isHazard, before in
      let isFormula = before.isEmpty && "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(scalar)
      switch scalar {
      case ",", "\r", "\n", "\t":
        isQuoted = true
        return isFormula ? .text("'" + String(scalar)) : .asItIs
      case "\"":
        isQuoted = true
        return .text("\"\"")
      case _ where isHazard: return shown(scalar)
      default: return isFormula ? .text("'" + String(scalar)) : .asItIs
      }
    }
    return isQuoted ? "\"" + field + "\"" : field
  }

  /// A cell of comma-separated values for a program, by RFC 4180: whatever it is, it stays what it
  /// is. Nothing is `NULL`, and an empty text is `""`, as databases read them.
  package static func csvCell(_ text: String?) -> String {
    guard let text else { return "" }
    let isPlain =
      !text.isEmpty && text.utf8.first != 0x20 && text.utf8.last != 0x20
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x2C && $0 != 0x7F }
    guard !isPlain else { return text }
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(parts.joined(separator: "\"\""))\""
  }
}

extension Escape {
  /// A text in JSON, without its quotes. No hazard is left, and none is lost.
  static func json(_ text: String, into bytes: inout [UInt8]) {
    // Invariant: the bytes are there as long as they are looked at.
    let isWritten = text.utf8.withContiguousStorageIfAvailable { utf8 in
      guard isSurelyPlain(UnsafeRawBufferPointer(utf8), besides: 0x22, 0x5C) else { return false }
      bytes.append(contentsOf: utf8)
      return true
    }
    if isWritten == true { return }
    let escaped = rewrite(text) { scalar, isHazard, _ in
      switch scalar {
      case "\"", "\\": return .text("\\" + String(scalar))
      case "\n": return .text("\\n")
      case "\r": return .text("\\r")
      case "\t": return .text("\\t")
      default: return isHazard ? .text(json(scalar)) : .asItIs
      }
    }
    bytes.append(contentsOf: escaped.utf8)
  }

  /// `\u009b`; two of them beyond U+FFFF.
  private static func json(_ scalar: Unicode.Scalar) -> String {
    let digits = Array("0123456789abcdef".unicodeScalars)
    var text = ""
    for unit in scalar.utf16 {
      text += "\\u"
      for shift: UInt16 in [12, 8, 4, 0] {
        text.unicodeScalars.append(digits[Int(unit >> shift & 15)])
      }
    }
    return text
  }

  /// A text in a workflow command: `%` and line breaks would end it or be read as escapes; in a
  /// property so would the signs that divide properties.
  package static func workflow(_ text: String, inProperty: Bool) -> String {
    rewrite(text) { scalar, isHazard, _ in
      switch scalar {
      case "%": return .text("%25")
      case "\r": return .text("%0D")
      case "\n": return .text("%0A")
      case ":" where inProperty: return .text("%3A")
      case "," where inProperty: return .text("%2C")
      case "\t": return .asItIs
      default: return isHazard ? shown(scalar) : .asItIs
      }
    }
  }

  /// A text in quotes for Graphviz, which reads a backslash and the character after it as one sign,
  /// and `&…;` as HTML does.
  package static func dot(_ text: String) -> String {
    rewrite(text) { scalar, isHazard, _ in
      switch scalar {
      case "\"": return .text("\\\"")
      case "\\": return .text("\\\\")
      case "&": return .text("&amp;")
      default: return isHazard ? shown(scalar) : .asItIs
      }
    }
  }

  /// A text in quotes for Mermaid: every sign that Mermaid, Markdown or HTML might read becomes its
  /// number.
  package static func mermaid(_ text: String) -> String {
    rewrite(text) { scalar, isHazard, _ in
      if isHazard { return scalar.value == 0xAD ? .text("#173;") : shown(scalar) }
      if scalar.value >= 0x80 || scalar.properties.isAlphabetic { return .asItIs }
      switch scalar {
      case "0"..."9", " ", ",", ".", ":", "-", "(", ")", "%", "/": return .asItIs
      default: return .text("#\(scalar.value);")
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether a program may obey the character, or hide it, instead of showing it.
  ///
  /// These are the control characters (C0, U+007F, C1), line and paragraph separators, controls that
  /// change the order of what is shown, characters that nobody sees, and noncharacters. Joiners,
  /// direction marks and variation selectors are none: emoji, Persian and Hebrew need them.
  package var isHazard: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD: true
    case 0x200B, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xE0000...0xE00FF, 0xE01F0...0xE0FFF: true
    default: value & 0xFFFE == 0xFFFE
    }
  }

  /// A character that divides lines or paragraphs in programs that know Unicode, and nowhere else.
  var isLineSeparator: Bool { value == 0x2028 || value == 0x2029 }
}

/// The flags of England, Scotland and others: a black flag, then a region in tag characters. It is
/// the one place for tag characters, which hide a text everywhere else.
enum RegionFlag {
  /// How many tag characters follow a scalar; 0 if it does not begin such a flag.
  ///
  /// - Parameter next: The scalar so many places behind it, counted from 1; `nil` after the end.
  static func tags(
    behind scalar: Unicode.Scalar, _ next: (Int) -> Unicode.Scalar?
  ) -> Int {
    guard scalar.value == 0x1F3F4 else { return 0 }
    var count = 0
    // The longest region, as `gbeng`, has six letters and digits.
    while count < 7, let tag = next(count + 1) {
      count += 1
      if tag.value == 0xE007F { return count > 3 ? count : 0 }
      let isPlain =
        (0xE0030...0xE0039).contains(tag.value) || (0xE0061...0xE007A).contains(tag.value)
      guard isPlain else { return 0 }
    }
    return 0
  }
}
