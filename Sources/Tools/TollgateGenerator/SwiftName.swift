import TollgateSyntax

/// The identifier of Swift for a name of a policy.
///
/// Letters stay as they are; after each `-`, `_` and `.` the next letter becomes a capital one, and
/// the mark goes: `csv-export` is `csvExport`, `L9` is `L9`, `2fa` is `_2fa`, `账单` is `账单`.
struct SwiftName: Hashable {
  /// The identifier, without backquotes.
  let text: String

  /// The identifier of a member.
  init(_ name: String) {
    var text = ""
    var isNext = false
    for character in name {
      if SwiftName.marks.contains(character) {
        isNext = !text.isEmpty
      } else {
        text += isNext ? character.uppercased() : String(character)
        isNext = false
      }
    }
    self.text = text.first?.isNumber == true ? "_" + text : text
  }

  /// A name that is one of Swift already.
  init(exactly text: String) {
    self.text = text
  }

  /// The same name as that of a type: its first letter is a capital one.
  var capitalized: SwiftName {
    SwiftName(exactly: text.prefix(1).uppercased() + text.dropFirst())
  }

  /// The identifier as it is declared, and as it is written after a dot.
  var source: String { SwiftName.words.contains(text) ? "`\(text)`" : text }

  /// Whether Swift reads it as one identifier. Letters of most scripts are fine; a few characters
  /// that names of policies may have are not.
  var isIdentifier: Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return SwiftName.isLetter(first)
      && text.unicodeScalars.allSatisfy { SwiftName.isLetter($0) || SwiftName.isMark($0) }
  }

  /// Names that no backquote makes a member of a type.
  static let forbidden: Set = ["Protocol", "Type", "init", "self"]

  private static let marks: Set<Character> = ["-", "_", "."]

  /// The words that Swift reserves.
  private static let words: Set = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// The ranges of the Swift grammar's identifier heads, joined where nothing but a hole that no
  /// letter fills lies between them.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x5F, 0x61...0x7A: true
    case 0xA8, 0xAA, 0xAD, 0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE: true
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x167F, 0x1681...0x180D: true
    case 0x180F...0x1DBF, 0x1E00...0x1FFF, 0x200B...0x200D, 0x202A...0x202E: true
    case 0x203F...0x2040, 0x2054, 0x2060...0x20CF, 0x2100...0x218F, 0x2460...0x24FF: true
    case 0x2776...0x2793, 0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007: true
    case 0x3021...0x302F, 0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF: true
    case 0xFDF0...0xFE1F, 0xFE30...0xFE44, 0xFE47...0xFFFD: true
    case 0x10000...0x1FFFD, 0x20000...0x2FFFD, 0x30000...0x3FFFD: true
    default: false
    }
  }

  /// The characters that may follow the first letter.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }
}

/// The names of one type of Swift, each used once.
struct NameScope {
  /// The type, in messages.
  let type: String
  /// The name of the policy behind each name of Swift; nil for those that the type has for itself.
  private var names: [SwiftName: String?]
  private(set) var faults: [NameFault] = []

  /// A scope of a type with some names of its own.
  init(_ type: String, taken: [String] = []) {
    self.type = type
    names = Dictionary(taken.map { (SwiftName($0), nil) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name of Swift for a name of the policy. A fault is noted, and the name given all the same.
  mutating func add(_ name: String, as swift: SwiftName? = nil) -> SwiftName {
    let swift = swift ?? SwiftName(name)
    if !swift.isIdentifier {
      faults.append(.unreadable(name))
    } else if SwiftName.forbidden.contains(swift.text) {
      faults.append(.forbidden(name))
    } else if let other = names[swift] {
      faults.append(other.map { .twice(name, $0, swift) } ?? .taken(name, swift, by: type))
    } else {
      names[swift] = name
    }
    return swift
  }

  /// The type of the choices of a name: the same with a capital letter; where that is taken, with
  /// `Choice` behind it, and a number if need be.
  mutating func addType(ofChoices name: String) -> SwiftName {
    let swift = SwiftName(name).capitalized
    var (type, number) = (swift, 1)
    while names[type] != nil {
      type = SwiftName(exactly: swift.text + "Choice" + (number == 1 ? "" : String(number)))
      number += 1
    }
    return add(name, as: type)
  }

  /// The name of the policy behind a name of Swift; nil where there is none.
  func name(behind swift: SwiftName) -> String? { names[swift].flatMap { $0 } }
}

/// A name of a policy that cannot be one of Swift.
struct NameFault: Error {
  /// The name in the policy.
  let name: String
  /// The error, in words.
  let words: String
  /// The remedy.
  let help: String

  /// Two names that become one.
  static func twice(_ name: String, _ other: String, _ swift: SwiftName) -> NameFault {
    NameFault(
      name: name, words: "`\(other)` and `\(name)` are both `\(swift.text)` in Swift",
      help: "rename one of them in the policy")
  }

  /// A name that the generated type has for something of its own.
  static func taken(_ name: String, _ swift: SwiftName, by type: String) -> NameFault {
    NameFault(
      name: name,
      words: "`\(name)` is `\(swift.text)` in Swift, and `\(type)` already uses that name",
      help: "rename it in the policy")
  }

  /// A name that Swift does not allow, also in backquotes.
  static func forbidden(_ name: String) -> NameFault {
    NameFault(
      name: name, words: "`\(name)` cannot be the name of a member in Swift",
      help: "rename it in the policy")
  }

  /// A name with a character that Swift's names never have.
  static func unreadable(_ name: String) -> NameFault {
    NameFault(
      name: name, words: "`\(name)` has a character that no name of Swift may have",
      help: "rename it in the policy")
  }

  /// Where the name is first written in a policy; the beginning of the text if it is a member of a
  /// range.
  func span(in source: Source) -> Span {
    for token in Lexer.tokens(of: source) {
      let text = source.text(token.span)
      if text == name || text == "`\(name)`" { return token.span }
    }
    return Span(0, 0)
  }
}
