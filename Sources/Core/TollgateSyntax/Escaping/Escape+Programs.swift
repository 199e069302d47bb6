extension Escape {
  /// A text in JSON, without its quotes. No hazard is left, and none is lost.
  static func json(_ text: String, into bytes: inout [UInt8]) {
    if isSurelyPlain(text, besides: 0x22, 0x5C) { return bytes.append(contentsOf: text.utf8) }
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
