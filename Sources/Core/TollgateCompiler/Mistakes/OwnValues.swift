import TollgateSyntax

/// The numbers, dates and texts of a line, for the examples that help with it.
struct OwnValues {
  /// Each with the word behind it: `7` of `7 days` is no `7` of another unit.
  private var numbers: [(text: String, next: String)] = []
  private var dates: [String] = []
  private var labels: [String] = []
  /// The name that a declaration declares.
  private var name: String?

  init(_ texts: [String]) {
    for (index, text) in texts.enumerated() {
      if text.utf8.first == 0x22 {
        labels.append(text)
      } else if OwnValues.isDate(text) {
        dates.append(text)
      } else if OwnValues.isNumber(text) {
        numbers.append((text, index + 1 < texts.count ? texts[index + 1] : ""))
      }
    }
    if texts.count > 1, Word(rawValue: texts[0])?.leadsStatement == true || texts[0] == "setting",
      texts[1].unicodeScalars.first.map({ $0.isNameStart }) ?? false,
      Word(rawValue: texts[1]) == nil, !Reworder.knows(texts[1].lowercased())
    {
      name = texts[1]
    }
  }

  /// An example with them in place of its own, in their order.
  mutating func inserted(into example: String) -> String {
    var words: [String] = []
    // A text is one word.
    for part in example.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = words.last, OwnValues.isOpen(last) {
        words[words.count - 1] += " " + part
      } else {
        words.append(String(part))
      }
    }
    let declares = words.first.flatMap { Word(rawValue: $0) }?.leadsStatement == true
    for index in words.indices {
      let end = words[index].last == "," ? "," : ""
      let word = end.isEmpty ? words[index] : String(words[index].dropLast())
      defer { if !end.isEmpty, words[index].last != "," { words[index] += end } }
      if word.utf8.first == 0x22 {
        if !labels.isEmpty { words[index] = labels.removeFirst() }
      } else if OwnValues.isDate(word) {
        if !dates.isEmpty { words[index] = dates.removeFirst() }
      } else if OwnValues.isNumber(word) {
        if let number = numbers.first {
          let unit = index + 1 < words.count ? words[index + 1] : ""
          if OwnValues.fits(number.next, unit) { words[index] = numbers.removeFirst().text }
        }
      } else if index == 1, declares || words[0] == "setting", let name, word != "snapshots",
        word != "prompts", words[0] != "tiers"
      {
        words[index] = name
        // The title of another thing is not its own.
        if labels.isEmpty, index + 1 < words.count, words[index + 1].utf8.first == 0x22 {
          words[index + 1] = ""
        }
      }
    }
    words.removeAll { $0.isEmpty }
    return words.joined(separator: " ")
  }

  /// Whether a number of the line may stand before a word of the example: another unit or currency
  /// would make another amount of it.
  private static func fits(_ own: String, _ unit: String) -> Bool {
    let isCurrency = unit.utf8.count == 3 && unit.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    let isTime =
      switch stem(unit) {
      case "minute", "hour", "day", "week", "month", "year": true
      default: false
      }
    return own.isEmpty || !isCurrency && !isTime || stem(own) == stem(unit)
  }

  private static func stem(_ unit: String) -> String {
    let word = unit.lowercased()
    return word.hasSuffix("s") ? String(word.dropLast()) : word
  }

  /// Whether a text has no quotes at its end.
  private static func isOpen(_ text: String) -> Bool {
    text.utf8.first == 0x22 && text.utf8.count(where: { $0 == 0x22 }) == 1
  }

  private static func isDate(_ text: String) -> Bool {
    text.utf8.count >= 10 && text.utf8.dropFirst(4).first == 0x2D
      && text.utf8.first?.isASCIIDigit == true
  }

  /// A number alone: one with a unit is of a kind of its own.
  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIDigit || $0 == 0x5F }
  }
}
