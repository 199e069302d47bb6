/// Lines as tables, forms and other languages write them: values in the language's own notation,
/// and below a statement the words of a key apart, without signs: `trial_period_days: 14`,
/// `"productId": "com.app"`, `价格：19 元`.
extension [Piece] {
  /// The pieces without the notation; nil if there is none.
  ///
  /// - Parameter isClause: Whether a line below a statement begins with them.
  func plainNotation(_ known: KnownNames, isClause: Bool) -> [Piece]? {
    var pieces = self
    if isClause || known.meter(inKey: pieces[0].text) != nil { pieces.spreadKey(known) }
    pieces.spreadHan()
    pieces.writeValues(known)
    while pieces.count > 1, let last = pieces.last, Self.endsLine(last.text) { pieces.removeLast() }
    guard pieces.sentence != sentence, !pieces.isEmpty else { return nil }
    return pieces
  }

  private static func endsLine(_ text: String) -> Bool {
    switch text {
    case ",", ";", "，", "。", "；", ".": true
    default: false
    }
  }

  // MARK: Keys

  private mutating func spreadKey(_ known: KnownNames) {
    if count > 2, ["-", "*", "•", "·"].contains(self[0].text) { removeFirst() }
    guard count > 1, known.kind(of: self[0].text) == nil, isKey else { return }
    let words = Self.words(of: self[0].text)
    if words.count > 1 || self[0].isText {
      let span = self[0].span
      replaceSubrange(0..<1, with: words.map { Piece(text: $0, span: span) })
    }
    // The sign behind the key.
    guard let sign = prefix(words.count + 3).firstIndex(where: { !$0.isName }), sign > 0,
      sign + 1 < count, [":", "：", "=", "->", "=>"].contains(self[sign].text)
    else { return }
    remove(at: sign)
    self[sign].isGlued = false
    spreadText(at: sign)
  }

  /// Whether the first piece may be the key of a value.
  private var isKey: Bool {
    switch self[0].text {
    case "given", "expect", "at": false
    default: self[0].isName || self[0].isText && [":", "：", "="].contains(self[1].text)
    }
  }

  /// `trialPeriodDays`, `trial_period_days` and `"trial-period"` are words.
  fileprivate static func words(of key: String) -> [String] {
    var words = [""]
    var wasSmall = false
    for scalar in key.unicodeScalars where scalar != "\"" && scalar != "`" {
      if scalar == "_" || scalar == "-" || scalar == " " || scalar == "." {
        words.append("")
      } else {
        if scalar.properties.isUppercase, wasSmall { words.append("") }
        words[words.count - 1] += String(scalar).lowercased()
      }
      wasSmall = scalar.properties.isLowercase
    }
    return words.filter { !$0.isEmpty }
  }

  /// `price "19 USD per month"`: a text that begins with a number is none.
  private mutating func spreadText(at place: Int) {
    guard place == count - 1, self[place].isText else { return }
    let inner = String(self[place].text.unicodeScalars.dropFirst().dropLast())
    let source = Source(name: "", text: inner)
    let pieces = [Piece](PolicySyntax.parse(source).syntax.tokens[...], of: source)
    guard pieces.count > 1, pieces[0].isNumber || pieces[0].text == "$" else { return }
    let span = self[place].span
    replaceSubrange(
      place..<place + 1,
      with: pieces.map { Piece(text: $0.text, span: span, isGlued: $0.isGlued) })
    self[place].isGlued = false
  }

  // MARK: Values

  /// Money, fractions and shares, and the limit and the period in the words of the language.
  private mutating func writeValues(_ known: KnownNames) {
    var index = 0
    while index < count {
      if let (length, text) = plainValue(at: index, known) {
        let span = self[index].span.joined(self[index + length - 1].span)
        let pieces = text.split(separator: " ").map {
          Piece(text: String($0), span: span, isNew: true)
        }
        replaceSubrange(index..<index + length, with: pieces)
        index += pieces.count
      } else {
        index += 1
      }
    }
  }

  private func plainValue(at index: Int, _ known: KnownNames) -> (Int, String)? {
    let piece = self[index]
    guard !piece.isText else { return nil }
    if index > 0, Parser.isCurrencyCode(self[index - 1].text) {
      if piece.text == "/", index + 1 < count, let period = Self.period(self[index + 1].folded) {
        return (2, period)
      }
      for (length, meanings) in OtherWords.shared.meanings(of: self, at: index).reversed() {
        if let period = meanings.first(where: { Self.isPeriod($0.words) }), piece.text != "per",
          piece.text != "a", piece.text != "each"
        {
          return (length, period.words)
        }
      }
    }
    if index > 0, known.kind(of: self[index - 1].text) == .meter,
      let length = Self.atMost(self[index...])
    {
      return (length, "at most")
    }
    for value in OtherValue.all(in: self, at: index) where value.meant.count == 1 {
      let text = value.meant[0].withPoint
      switch value.thing {
      case "an amount of money": return (value.count, text)
      // A fraction alone may be no share.
      case "a percentage" where value.count > 1: return (value.count, text)
      case "a sign" where piece.text.utf8.first ?? 0 > 0x7F: return (value.count, text)
      case "a number" where text.utf8.contains(0x2E): return (value.count, text)
      default: continue
      }
    }
    let text = piece.text.withPoint
    return text == piece.text ? nil : (1, text)
  }

  private static func isPeriod(_ words: String) -> Bool {
    switch words {
    case "per month", "per year", "per week", "once", "per 3 months", "per 6 months": true
    default: false
    }
  }

  /// `/mo`, `/月`
  private static func period(_ text: String) -> String? {
    switch text {
    case "month", "mo", "mon", "m", "月", "个月", "monat": "per month"
    case "year", "yr", "y", "年", "jahr": "per year"
    case "week", "wk", "周", "woche": "per week"
    default: nil
    }
  }

  private static func atMost(_ pieces: ArraySlice<Piece>) -> Int? {
    let words = pieces.prefix(3).map { $0.folded }
    switch words[0] {
    case "max", "maximum", "≤", "<=", "最多", "不超过", "至多": return 1
    case "up", "limited", "capped":
      return words.count > 1 && (words[1] == "to" || words[1] == "at") ? 2 : nil
    default: return nil
    }
  }

  // MARK: Chinese

  /// Words of a Chinese sentence, which has no blanks between them; `-` for those that say nothing.
  private static let han = [
    "免费用户", "免费版", "所有人", "免费", "不超过", "最多", "至多", "需要", "超过", "每天", "每月", "每周", "每年",
    "只对", "仅对", "仅限", "开放", "可用", "使用", "可以", "才能", "用户", "无限", "不限", "个", "次", "张", "条", "份",
  ]

  private mutating func spreadHan() {
    var index = 0
    while index < count {
      let words = Self.hanWords(self[index].text)
      if words.count > 1 {
        let span = self[index].span
        replaceSubrange(index..<index + 1, with: words.map { Piece(text: $0, span: span) })
      }
      // `3 个`
      if index > 0, self[index - 1].isNumber, ["个", "次", "张", "条", "份"].contains(self[index].text) {
        remove(at: index)
      } else {
        index += words.isEmpty ? 1 : words.count
      }
    }
  }

  /// The words that a text is; none if it is another.
  private static func hanWords(_ text: String) -> [String] {
    guard text.utf8.first ?? 0 > 0x7F else { return [] }
    var rest = text[...]
    var words: [String] = []
    while !rest.isEmpty {
      guard let word = han.first(where: { rest.hasPrefix($0) }) else { return [] }
      words.append(word)
      rest = rest.dropFirst(word.count)
    }
    return words
  }
}

extension KnownNames {
  /// The meter that is one of the words of a key: `max_seats`, `exports.daily`; nil for a name that
  /// is declared, and for one word.
  func meter(inKey key: String) -> String? {
    guard kind(of: key) == nil else { return nil }
    let words = [Piece].words(of: key)
    return words.count < 2 ? nil : words.lazy.compactMap { name(for: $0) }.first { isMeter($0) }
  }
}

extension String {
  /// `12,50 EUR` with a point before its fraction.
  fileprivate var withPoint: String {
    let parts = split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, String(parts[0]).isDigits else { return self }
    let digits = parts[1].prefix { $0.isASCII && $0.isNumber }
    let rest = parts[1].dropFirst(digits.count)
    guard digits.count == 1 || digits.count == 2, rest.isEmpty || rest.first == " " else {
      return self
    }
    return parts[0] + "." + parts[1]
  }
}
