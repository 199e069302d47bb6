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
