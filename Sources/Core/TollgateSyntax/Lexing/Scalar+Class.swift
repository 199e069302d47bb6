extension Unicode.Scalar {
  /// Whether a name may begin with it: a letter of any script.
  package var isNameStart: Bool {
    if value < 0x80 { return UInt8(value).isASCIILetter }
    if isInvisible { return false }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return true
    default: return false
    }
  }

  /// Whether it may continue a name: a letter, a mark, a digit, `-` or `_`.
  package var isNameContinuation: Bool {
    if value < 0x80 { return UInt8(value).isASCIIName }
    if isInvisible { return false }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber:
      return true
    default: return false
    }
  }

  /// Whether nothing is seen of it: zero-width and bidirectional controls, soft hyphens, fillers.
  var isInvisible: Bool { value >= 0x80 && properties.isDefaultIgnorableCodePoint }

  /// Invisible characters that do not belong into a text or a comment either. Joiners and
  /// direction marks do: emoji, Persian and Hebrew need them.
  /// So do soft hyphens; they stay too.
  var isHiddenInText: Bool {
    isHazard && value > 0xAD && !isLineSeparator && value & 0xFFFE != 0xFFFE
  }

  /// A space that is not the plain one.
  var isUnusualSpace: Bool {
    guard value >= 0x80 else { return false }
    switch properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
    default: return value == 0x85
    }
  }

  /// A control character other than tab and the ends of lines.
  var isControl: Bool {
    value < 0x20 && value != 0x09 && value != 0x0A && value != 0x0D
      || value >= 0x7F && value < 0xA0
  }

  /// The ASCII character that a full-width form stands for, if it is one.
  var narrowed: UInt8? {
    (0xFF01...0xFF5E).contains(value) ? UInt8(value - 0xFEE0) : nil
  }
}

extension UInt8 {
  package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isASCIILetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }
  /// A letter, a digit, `-` or `_`.
  var isASCIIName: Bool {
    // One bit for each of the characters from 0x00 and from 0x40 on.
    let names: UInt64 = self < 0x40 ? 0x03FF_2000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return self < 0x80 && names &>> UInt64(self & 0x3F) & 1 == 1
  }
}

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
