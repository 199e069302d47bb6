/// A word, a number, a sign or a text of a line that is said in other words.
struct Piece: Sendable, Hashable {
  var text: String {
    didSet { folded = text.lowercased() }
  }
  /// In small letters, to be compared.
  private(set) var folded: String
  /// Where it stands in the text that people wrote; a new piece stands where the old one was.
  var span: Span
  /// Whether no blank is between it and the piece before.
  var isGlued = false
  /// Whether it has been put into other words: nothing is said twice.
  var isNew = false

  init(text: String, span: Span, isGlued: Bool = false, isNew: Bool = false) {
    self.text = text
    folded = text.lowercased()
    self.span = span
    self.isGlued = isGlued
    self.isNew = isNew
  }

  var isNumber: Bool { text.utf8.first?.isASCIIDigit ?? false }

  /// Whether a name may begin so: it is no number, sign or text.
  var isName: Bool { text.unicodeScalars.first?.isNameStart ?? false }

  var isText: Bool { text.utf8.first == 0x22 }
  /// Whether it may be the name of a file.
  var isFile: Bool { isText || text.utf8.suffix(5).elementsEqual(".gate".utf8) }

  /// Whether it is a name that is no word of the language.
  var isPlainName: Bool { isName && Word(rawValue: text) == nil }
}

extension [Piece] {
  /// The pieces of a line: its tokens without blanks, and signs that stand together as one.
  init(_ tokens: ArraySlice<Token>, of source: Source) {
    self = []
    var wasBlank = true
    for token in tokens {
      if token.kind.isBlank || token.kind == .newline {
        wasBlank = true
        continue
      }
      let text = source.text(token.span)
      if token.kind == .numeral, appendTime(text, at: token.span, isGlued: !wasBlank) {
        wasBlank = false
        continue
      }
      if !wasBlank, Self.isSign(token.kind), let last, last.text.utf8.allSatisfy(Self.isSign),
        !last.text.isEmpty, text.utf8.allSatisfy(Self.isSign)
      {
        self[count - 1].text += text
        self[count - 1].span = last.span.joined(token.span)
      } else {
        append(Piece(text: text, span: token.span, isGlued: !wasBlank))
      }
      wasBlank = false
    }
  }

  /// A time of day as the two numbers and the sign that it is: other forms of dates have it.
  private mutating func appendTime(_ text: String, at span: Span, isGlued: Bool) -> Bool {
    let bytes: [UInt8] = text.utf8.map { $0 }
    guard let sign = bytes.firstIndex(of: 0x3A), !bytes.contains(0x2D) else { return false }
    for part in [0..<sign, sign..<sign + 1, sign + 1..<bytes.count] {
      append(
        Piece(
          text: String(decoding: bytes[part], as: UTF8.self),
          span: Span(span.start + part.lowerBound, span.start + part.upperBound),
          isGlued: part.lowerBound > 0 || isGlued))
    }
    return true
  }

  private static func isSign(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .unknown, .less, .lessOrEqual, .more, .moreOrEqual: true
    default: false
    }
  }

  /// `- < = > ! & | * /`
  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2D, 0x3C...0x3E, 0x21, 0x26, 0x7C, 0x2A, 0x2F: true
    default: false
    }
  }

  /// The line that they are, with one blank between two of them where the language has one.
  var sentence: String {
    var text = ""
    for (index, piece) in enumerated() where !piece.text.isEmpty {
      if index > 0, !text.isEmpty, Self.hasBlank(self[index - 1], piece) { text += " " }
      text += piece.text
    }
    return text
  }

  private static func hasBlank(_ last: Piece, _ next: Piece) -> Bool {
    if next.text == "," || next.text == ")" || last.text == "(" || next.text == ".." {
      return false
    }
    if last.text == ".." || next.text.utf8.first == 0x0A { return false }
    if last.text.utf8.last == 0x20 || last.text == "," { return last.text == "," }
    return !next.isGlued || last.isNew || next.isNew
  }

  /// The piece at a place of `sentence`; the last one for the place after it.
  func index(at offset: Int) -> Int {
    var length = 0
    for (index, piece) in enumerated() where !piece.text.isEmpty {
      if length > 0, Self.hasBlank(self[index - 1], piece) { length += 1 }
      length += piece.text.utf8.count
      if length > offset { return index }
    }
    return Swift.max(0, count - 1)
  }
}

/// Lines that are still to be read: the cheapest first, and of one cost the one that came first.
struct Agenda {
  /// The cost that a line may have.
  private static let most = 40
  private var lines = [[Reworder.State]](repeating: [], count: Agenda.most + 1)
  /// How many lines of each cost are done.
  private var done = [Int](repeating: 0, count: Agenda.most + 1)
  private var cheapest = 0

  mutating func append(_ line: Reworder.State) {
    let cost = max(0, line.cost)
    guard cost <= Agenda.most else { return }
    lines[cost].append(line)
    cheapest = min(cheapest, cost)
  }

  mutating func next() -> Reworder.State? {
    while cheapest <= Agenda.most {
      let index = done[cheapest]
      if index < lines[cheapest].count {
        done[cheapest] += 1
        return lines[cheapest][index]
      }
      cheapest += 1
    }
    return nil
  }
}
