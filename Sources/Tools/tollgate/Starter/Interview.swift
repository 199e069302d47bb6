import TollgateSyntax

/// Asks a person on a terminal about a new policy.
///
/// Questions go to standard error. An empty answer takes the text in brackets. After a wrong answer
/// the question comes again, with the reason.
struct Interview {
  private var lines: LineReader
  /// The suggested name.
  private let name: String

  init(named name: String) throws(Failure) {
    lines = LineReader(try InputFile("-"))
    self.name = name
  }

  /// Whether a person can answer.
  static var isPossible: Bool {
    Descriptor.isTerminal(Descriptor.input) && Descriptor.isTerminal(Descriptor.error)
  }

  /// The answers to all questions. Each is tried at once, together with those before it.
  mutating func answers() throws(Failure) -> StarterAnswers {
    var answers = StarterAnswers(isComplete: true)
    answers.features = [Starter.Default.feature]
    Console.say("Press Return to take the text in brackets; type - for none.")
    answers = try ask("What is the app called?", name, answers) { $0.name = $1 }
    answers = try ask(
      "Which paid tiers are there, the lowest first? (pro, or pro, max)", Starter.Default.tier,
      answers
    ) { $0.tiers = Interview.list($1) }
    answers.features = []
    answers = try ask(
      "What do you count, and how much is free? (bills=500, exports=3 per day)",
      Starter.Default.meter, answers, isTried: false
    ) { $0.meters = Interview.list($1) }
    answers = try ask(
      "Which features are paid? (CSV export, or CSV export=max)", Starter.Default.feature,
      answers
    ) { $0.features = Interview.list($1) }
    answers = try ask(
      "What are the prices? ($9.99 per month, 38 CNY once, max=20 CNY per month)",
      "-", answers
    ) { $0.prices = Interview.list($1) }
    return try ask("How long is a free trial? (7 days)", "-", answers) { answers, text in
      answers.trial = text == "-" ? nil : text
    }
  }

  /// Asks until an answer makes a policy. `isTried` is false if that needs one more answer.
  private mutating func ask(
    _ question: String, _ offer: String, _ answers: StarterAnswers, isTried: Bool = true,
    _ take: (inout StarterAnswers, String) -> Void
  ) throws(Failure) -> StarterAnswers {
    while true {
      Console.write("\(question) [\(offer)] ")
      let text = try line()
      var next = answers
      take(&next, text.isEmpty ? offer : text)
      do throws(Failure) {
        if isTried { _ = try next.starter(named: name) } else { try next.checkMeters() }
        return next
      } catch {
        Console.say("  " + error.message)
      }
    }
  }

  private mutating func line() throws(Failure) -> String {
    switch try lines.next(beforeWaiting: {}) {
    case .text(let bytes):
      return String(decoding: bytes, as: UTF8.self).trimmed
    case .tooLong: return String(repeating: "?", count: 100)
    case nil:
      Console.write("\n")
      throw .usage("the input ended before the last answer; nothing was written")
    }
  }

  /// `a, b` as a list; `-` is an empty one. The comma of `1,000` ends nothing.
  static func list(_ text: String) -> [String] {
    guard text != "-" else { return [] }
    var parts: [String] = [""]
    let letters = Array(text)
    for (index, letter) in letters.enumerated() {
      let digits = letters[(index + 1)...].prefix { $0.isNumber }
      let isGroup = index > 0 && letters[index - 1].isNumber && digits.count == 3
      if letter == ",", !isGroup {
        parts.append("")
      } else {
        parts[parts.count - 1].append(letter)
      }
    }
    return parts.map { $0.trimmed }.filter { !$0.isEmpty }
  }
}

extension StarterAnswers {
  /// Whether every meter can be taken.
  fileprivate func checkMeters() throws(Failure) {
    for meter in meters { _ = try StarterReader.meter(meter, behind: nil) }
  }
}

/// Turns names and prices as people type them into what the language writes:
/// `CSV export` into `csv-export`, `$9.99/month` into `9.99 USD per month`.
enum EverydaySpelling {
  /// A name made of words; nil if the text has more in it than words.
  static func name(of text: String, _ kind: StarterReader.Kind) -> String? {
    let isMadeOfWords = text.allSatisfy { $0.isLetter || $0.isNumber || " -_'’&+/.()".contains($0) }
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
      .map { $0.filter { $0.isLetter || $0.isNumber } }.filter { !$0.isEmpty }
    guard isMadeOfWords, !words.isEmpty else { return nil }
    if kind == .policy {
      return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
    return words.joined(separator: "-").lowercased()
  }

  /// The words of a name, with abbreviations in capitals: `csv-export` is `CSV export`.
  static func words(of name: String) -> String {
    name.split(whereSeparator: { $0 == "-" || $0 == "_" })
      .map { abbreviations.contains($0.lowercased()) ? $0.uppercased() : String($0) }
      .joined(separator: " ")
  }

  /// Whether a tier is called free.
  static func isFree(_ name: String) -> Bool {
    ["free", "free-plan", "free-tier", "免费", "免费版"].contains(name.lowercased())
  }

  /// The amount that a text begins with, without the signs between its thousands: `1000` for
  /// `1,000 per day`; nil if there are none.
  static func ungrouped(_ text: String) -> String? {
    let amount = text.trimmed.prefix { $0.isASCII && $0.isNumber || ",.'’".contains($0) }
    let groups = amount.split(
      omittingEmptySubsequences: false, whereSeparator: { !$0.isNumber })
    guard groups.count > 1, (1...3).contains(groups[0].count),
      groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    return groups.joined()
  }

  private static let abbreviations: Set<String> = [
    "ai", "api", "csv", "gif", "gpt", "hd", "html", "id", "jpg", "json", "mp3", "mp4", "ocr",
    "pdf", "png", "seo", "sms", "sql", "sso", "svg", "ui", "url", "usb", "vip", "vpn", "xml",
  ]

  // MARK: Prices

  /// A price as the language writes it, such as `9.99 USD per month`; nil if the text needs no
  /// change or is not one of the usual forms.
  static func price(of text: String) -> String? {
    let compact = text.trimmed
    var rest = compact[...]
    var code = takeSign(&rest)
    rest = rest.drop { $0.isWhitespace }
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    rest = rest.dropFirst(digits.count).drop { $0.isWhitespace }
    if code == nil { code = takeSign(&rest) ?? takeCode(&rest) }
    guard let code, let amount = amount(digits) else { return nil }
    let written = "\(amount) \(code) \(period(of: String(rest)))"
    return written == compact ? nil : written
  }

  /// How often, as the language writes it: `/month`, `a month` and `monthly` are `per month`.
  static func period(of text: String) -> String {
    var words = text.lowercased().split { $0 == " " || $0 == "/" }.map { String($0) }
    if let first = words.first, ["per", "a", "an", "every", "each"].contains(first) {
      words.removeFirst()
    }
    let last = words.last.map { periods[$0] ?? $0 } ?? ""
    if last == "once" { return last }
    return (["per"] + words.dropLast() + [last]).joined(separator: " ")
  }

  private static let periods = [
    "daily": "day", "weekly": "week", "wk": "week", "monthly": "month", "mo": "month",
    "yearly": "year", "annually": "year", "annual": "year", "yr": "year", "lifetime": "once",
    "forever": "once", "one-time": "once",
  ]

  /// The signs of money that mean one currency. `¥` is that of two.
  private static let signs = [
    ("US$", "USD"), ("R$", "BRL"), ("CN¥", "CNY"), ("$", "USD"), ("€", "EUR"), ("£", "GBP"),
    ("₹", "INR"), ("₩", "KRW"), ("₺", "TRY"), ("元", "CNY"),
  ]

  private static func takeSign(_ text: inout Substring) -> String? {
    guard let sign = signs.first(where: { text.hasPrefix($0.0) }) else { return nil }
    text = text.dropFirst(sign.0.count)
    return sign.1
  }

  private static func takeCode(_ text: inout Substring) -> String? {
    let code = text.prefix { $0.isASCII && $0.isLetter }
    guard code.count == 3 else { return nil }
    text = text.dropFirst(3)
    return code.uppercased()
  }

  /// `9,99` with two digits after its comma is `9.99`.
  private static func amount(_ digits: Substring) -> String? {
    let parts = digits.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      return parts.count == 1 && !digits.isEmpty ? String(digits) : nil
    }
    let isDecimal = parts[1].count == 2 && !digits.contains(".")
    return isDecimal ? parts.joined(separator: ".") : nil
  }
}
