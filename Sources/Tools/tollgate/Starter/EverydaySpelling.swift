import TollgateSyntax

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
