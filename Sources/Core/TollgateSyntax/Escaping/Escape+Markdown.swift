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
