/// Characters that people type, or that a text program puts, in place of those of the language.
enum Lookalike {
  enum Quote {
    case double, single, back
  }

  /// The quote of the language that a character looks like. Plain quotes close the curly ones.
  static func quoteKind(_ scalar: Unicode.Scalar) -> Quote? {
    switch scalar.value {
    case 0x22, 0x201C...0x201F, 0xFF02, 0xAB, 0xBB, 0x300C...0x300F: .double
    case 0x27, 0x2018...0x201B, 0xFF07: .single
    case 0xFF40: .back
    default: nil
    }
  }

  /// The sign that is meant.
  enum Meaning {
    case kind(Token.Kind, String)
    case words([Word], String)
    /// A mark that ends a sentence in prose, or comes before a list: of no use here.
    case ornament
    case comment
  }

  static func meaning(_ text: String) -> Meaning? {
    switch text {
    case "，", "、", "﹐", "،", "､": .kind(.comma, ",")
    case "（", "﹙": .kind(.openParenthesis, "(")
    case "）", "﹚": .kind(.closeParenthesis, ")")
    case "＞": .kind(.more, ">")
    case "＜": .kind(.less, "<")
    case "=>", "≥", "⩾", "≧", "＞=", "＞＝", ">＝": .kind(.moreOrEqual, ">=")
    case "=<", "≤", "⩽", "≦", "＜=", "＜＝", "<＝": .kind(.lessOrEqual, "<=")
    case "...", "…", "–", "—", "～", "~": .kind(.range, "..")
    case "=", "==", "===", "＝", "＝＝": .words([.is], "is")
    case "!=", "!==", "≠", "<>": .words([.is, .not], "is not")
    case "&", "&&": .words([.and], "and")
    case "|", "||": .words([.or], "or")
    case "!": .words([.not], "not ")
    case ".", ";", "。", "；", ":", "：": .ornament
    default: text.hasPrefix("//") ? .comment : nil
    }
  }
}
