/// Numbers, percentages, sizes, durations, prices and dates as tables, programs and other
/// countries write them.
struct OtherValue {
  /// How many pieces it takes.
  var count: Int
  /// How the language writes it; a second one where it may be read in two ways.
  var meant: [String]
  /// Its kind, for “… is not … of the language”.
  var thing: String

  /// The value that begins at a piece, in every reading.
  static func all(in pieces: [Piece], at start: Int) -> [OtherValue] {
    let rest = pieces[start...]
    guard let first = rest.first, !first.isNew else { return [] }
    return [
      percentage(rest), money(rest), separated(rest), multiplied(rest), measured(rest),
      year(pieces, at: start), labelled(first), misread(first), sign(first),
    ].compactMap { $0 } + DateForm.all(rest)
  }

  /// `before 2025`: a year alone is its first day, or the first day after it.
  private static func year(_ pieces: [Piece], at start: Int) -> OtherValue? {
    let text = pieces[start].text
    guard start > 0, text.utf8.count == 4, text.isDigits, let year = Int(text),
      (1990...2100).contains(year)
    else { return nil }
    let next = "\(year + 1)-01-01"
    switch pieces[start - 1].folded {
    case "before", "from", "since":
      return OtherValue(count: 1, meant: ["\(year)-01-01"], thing: "a date")
    case "after": return OtherValue(count: 1, meant: [next], thing: "a date")
    case "until":
      return OtherValue(count: 1, meant: [next, "\(year)-01-01"], thing: "a date")
    default: return nil
    }
  }

  /// `720p`: a number without a unit of the language.
  private static func labelled(_ piece: Piece) -> OtherValue? {
    let digits = piece.text.leadingDigits
    guard !digits.isEmpty else { return nil }
    switch piece.folded.dropFirst(digits.count) {
    case "p", "px", "fps", "dpi", "pcs", "x":
      return OtherValue(count: 1, meant: [digits], thing: "a number")
    default: return nil
    }
  }

  /// `5OO`, `1O`, `l0`: letters that look like digits.
  private static func misread(_ piece: Piece) -> OtherValue? {
    var text = ""
    for character in piece.text {
      switch character {
      case "O", "o": text += "0"
      case "l", "I": text += "1"
      default: text.append(character)
      }
    }
    guard piece.isNumber, text != piece.text, text.isDigits else { return nil }
    return OtherValue(count: 1, meant: [text], thing: "a number")
  }

  /// Signs and quotes of another kind.
  private static func sign(_ piece: Piece) -> OtherValue? {
    if let first = piece.text.unicodeScalars.first, piece.text.unicodeScalars.count > 1,
      let quote = Lookalike.quoteKind(first), quote != .back, first != "\""
    {
      let inner = String(piece.text.unicodeScalars.dropFirst().dropLast())
      return OtherValue(count: 1, meant: ["\"\(inner)\""], thing: "a text")
    }
    switch Lookalike.meaning(piece.text) {
    case .kind(_, let meant): return OtherValue(count: 1, meant: [meant], thing: "a sign")
    case .words(_, let meant):
      return OtherValue(count: 1, meant: [meant.trimmed()], thing: "a sign")
    default:
      let narrow = piece.text.narrowed()
      guard narrow != piece.text else { return nil }
      return OtherValue(count: 1, meant: [narrow], thing: "a number")
    }
  }

  /// `90 %`, `90 percent`
  private static func percentage(_ pieces: ArraySlice<Piece>) -> OtherValue? {
    if let share = pieces.first?.text, share.hasPrefix("0."),
      let percent = String(share).shifted(by: 2)
    {
      return OtherValue(count: 1, meant: [percent + "%"], thing: "a percentage")
    }
    guard let number = pieces.first, number.isNumber, let sign = pieces.dropFirst().first,
      !number.text.isInstantLike
    else { return nil }
    switch sign.folded {
    case "%", "percent", "pct", "prozent", "％", "percentage", "％的":
      return OtherValue(count: 2, meant: [number.text + "%"], thing: "a percentage")
    case "per" where pieces.dropFirst(2).first?.folded == "cent":
      return OtherValue(count: 3, meant: [number.text + "%"], thing: "a percentage")
    default: return nil
    }
  }

  /// `$10`, `10 €`, `10 dollars`
  private static func money(_ pieces: ArraySlice<Piece>) -> OtherValue? {
    guard let first = pieces.first else { return nil }
    let digits = first.text.leadingDecimal
    if first.isNumber, let code = currency(String(first.text.dropFirst(digits.count))) {
      return OtherValue(count: 1, meant: ["\(digits) \(code)"], thing: "an amount of money")
    }
    guard let next = pieces.dropFirst().first else { return nil }
    if next.isNumber, let code = currency(first.text) {
      return OtherValue(count: 2, meant: ["\(next.text) \(code)"], thing: "an amount of money")
    }
    guard first.isNumber, !first.text.isInstantLike, let code = currency(next.text),
      code != next.text
    else { return nil }
    return OtherValue(count: 2, meant: ["\(first.text) \(code)"], thing: "an amount of money")
  }

  private static func currency(_ text: String) -> String? {
    if let code = Parser.currency(of: text) { return code }
    return Parser.isCurrencyCode(text) ? text : nil
  }

  /// `1,000`, `1'000`, `1 000`, `5,5`
  private static func separated(_ pieces: ArraySlice<Piece>) -> OtherValue? {
    guard var text = pieces.first?.text, text.isDigits else { return nil }
    var count = 1
    var rest = pieces.dropFirst()
    while let sign = rest.first, let group = rest.dropFirst().first, sign.isGlued, group.isGlued {
      guard sign.text == "," || sign.text == "'" || sign.text == "’" else { break }
      let digits = group.text.leadingDigits
      guard !digits.isEmpty, count == 1 || digits.utf8.count == 3 else { return nil }
      if digits.utf8.count == 3 {
        text += group.text
      } else {
        guard sign.text == "," else { return nil }
        text += "." + group.text
      }
      count += 2
      rest = rest.dropFirst(2)
      if digits.utf8.count != 3 { break }
    }
    var end = pieces[pieces.startIndex + count - 1].span.end
    while let group = rest.first, group.span.start == end + 1, group.text.isDigits,
      group.text.utf8.count == 3, text.utf8.count <= 12
    {
      text += group.text
      end = group.span.end
      count += 1
      rest = rest.dropFirst()
    }
    return count == 1 ? nil : OtherValue(count: count, meant: [text], thing: "a number")
  }

  /// `1k`, `2 million`
  private static func multiplied(_ pieces: ArraySlice<Piece>) -> OtherValue? {
    guard let first = pieces.first, first.isNumber else { return nil }
    let digits = first.text.leadingDecimal
    var suffix = String(first.text.dropFirst(digits.count))
    var count = 1
    if suffix.isEmpty, let word = pieces.dropFirst().first {
      suffix = word.text
      count = 2
    }
    let zeros: Int
    switch suffix.lowercased() {
    case "k", "thousand", "tsd", "tausend", "千": zeros = 3
    case "万": zeros = 4
    case "m", "mio", "million", "millions", "mn", "mm", "百万": zeros = 6
    case "bn", "billion", "mrd": zeros = 9
    default: return nil
    }
    return digits.shifted(by: zeros).map {
      OtherValue(count: count, meant: [$0], thing: "a number")
    }
  }

  /// `5 gb`, `5 gigabytes`, `90 mins`, `7天`
  private static func measured(_ pieces: ArraySlice<Piece>) -> OtherValue? {
    guard let first = pieces.first, first.isNumber else { return nil }
    let digits = first.text.leadingDecimal
    var unit = String(first.text.dropFirst(digits.count))
    var count = 1
    if unit.isEmpty, let word = pieces.dropFirst().first {
      unit = word.text
      count = 2
    }
    let known = units(unit.lowercased())
    guard !known.isEmpty else { return nil }
    var meant = known.map { "\(digits) \($0)" }
    // A setting counts days.
    if let number = Int(digits), number < 1000, let days = days(known[0]) {
      meant.append("\(number * days) days")
    }
    return OtherValue(count: count, meant: meant, thing: "an amount with a unit")
  }

  private static func days(_ unit: String) -> Int? {
    switch unit {
    case "years": 365
    case "months": 30
    default: nil
    }
  }

  /// How the language may write a unit; what fits its place is tried.
  private static func units(_ text: String) -> [String] {
    switch text {
    case "gb", "gbs", "gig", "gigs", "gigabyte", "gigabytes", "go": ["GB"]
    case "mb", "mbs", "meg", "megs", "megabyte", "megabytes", "mo": ["MB", "month", "months"]
    case "kb", "kilobyte", "kilobytes": ["KB"]
    case "tb", "tbs", "terabyte", "terabytes", "to": ["TB"]
    case "gib", "gibibyte", "gibibytes": ["GiB"]
    case "mib", "mebibytes": ["MiB"]
    case "sec", "secs", "second", "seconds", "sekunden", "秒", "s": ["s", "seconds"]
    case "m", "min", "mins", "minute", "minutes", "minuten", "分钟": ["min", "minutes", "months"]
    case "h", "hr", "hrs", "hour", "hours", "stunden", "stunde", "小时": ["h", "hours"]
    case "d", "day", "days", "tage", "tag", "天", "日", "tagen", "dias", "jours": ["days", "day"]
    case "w", "wk", "wks", "week", "weeks", "woche", "wochen", "周": ["weeks", "week"]
    case "month", "months", "monat", "monate", "monaten", "月", "个月": ["months", "month"]
    case "y", "yr", "yrs", "year", "years", "jahr", "jahre", "年": ["years", "year"]
    default: []
    }
  }
}

extension String {
  var isDigits: Bool { !isEmpty && utf8.allSatisfy { $0.isASCIIDigit } }

  fileprivate var isInstantLike: Bool { Parser.isInstant(self) }

  fileprivate var leadingDigits: String { String(prefix { $0.isASCII && $0.isNumber }) }

  /// Its digits, and those behind one dot.
  fileprivate var leadingDecimal: String {
    let whole = leadingDigits
    let rest = dropFirst(whole.count)
    guard rest.first == "." else { return whole }
    let part = String(rest.dropFirst()).leadingDigits
    return part.isEmpty ? whole : whole + "." + part
  }

  /// The number with its point moved to the right; nil if a part of it would be left over.
  fileprivate func shifted(by zeros: Int) -> String? {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty else { return nil }
    let part = parts.count > 1 ? String(parts[1]) : ""
    guard part.utf8.count <= zeros else { return nil }
    let digits = whole + part + String(repeating: "0", count: zeros - part.utf8.count)
    let shown = digits.drop { $0 == "0" }
    return shown.isEmpty ? "0" : String(shown)
  }
}
