/// Dates as people write them: `1 March 2026`, `March 1st, 2026`, `1.3.2026`, `2026/03/01`,
/// `end of March 2026`, `2026年3月1日`.
struct DateForm {
  private var year: Int?
  private var month: Int?
  /// The other numbers, in their order.
  private var numbers: [Int] = []
  private var isEnd = false
  private var isSlashed = false

  /// The dates that begin at a piece; a date with numbers alone may have two readings.
  static func all(_ pieces: ArraySlice<Piece>) -> [OtherValue] {
    var form = DateForm()
    var count = 0
    var best: OtherValue?
    if let first = pieces.first, first.folded == "in" || first.folded == "during" {
      return month(behind: pieces)
    }
    for piece in pieces.prefix(9) {
      guard form.take(piece, isFirst: count == 0) else { break }
      count += 1
      let meant = form.instants
      if !meant.isEmpty, piece.text != "," {
        best = OtherValue(count: count, meant: meant, thing: "a date")
      }
    }
    guard let best, best.meant != [pieces.first?.text ?? ""] else { return [] }
    return [best]
  }

  /// `in April 2026`, `during 2026`: from its first day until the day after its last one.
  private static func month(behind pieces: ArraySlice<Piece>) -> [OtherValue] {
    var form = DateForm()
    var count = 1
    for piece in pieces.dropFirst().prefix(2) where form.take(piece, isFirst: count == 1) {
      count += 1
    }
    let month = form.month ?? (form.yearFirst ? form.numbers.first : nil)
    guard let year = form.year, count > 1, form.numbers.count <= (form.month == nil ? 1 : 0),
      (1...12).contains(month ?? 1)
    else { return [] }
    let first = "\(year)-\(form.two(month ?? 1))-01"
    let isLast = month.map { $0 == 12 } ?? true
    let next = "\(isLast ? year + 1 : year)-\(form.two(isLast ? 1 : (month ?? 0) + 1))-01"
    return [OtherValue(count: count, meant: ["from \(first) until \(next)"], thing: "a time")]
  }

  private mutating func take(_ piece: Piece, isFirst: Bool) -> Bool {
    let text = piece.folded
    switch text {
    case "the" where isFirst: return true
    case ",", "of", "the", "-", "/", ".", "st", "nd", "rd", "th", "de", "am", "at", "um", ":", "t":
      if text == "/" || text == "-" { isSlashed = true }
      return !isFirst
    case "end", "ende", "last": isEnd = true
    case "day": return isEnd
    case "beginning", "start", "anfang", "first": return isFirst
    case "z", "utc", "gmt": return numbers.count > 2
    default:
      if piece.isNumber { return takeNumber(text) }
      guard let month = Self.month(text), self.month == nil else { return false }
      self.month = month
    }
    return true
  }

  /// `2026`, `1st`, `1.3.2026`, `2026年3月1日`, `08`
  private mutating func takeNumber(_ text: String) -> Bool {
    var parts: [String] = [""]
    var signs = ""
    for scalar in text.unicodeScalars {
      if ("0"..."9").contains(scalar) {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      } else {
        signs.unicodeScalars.append(scalar)
        if !parts[parts.count - 1].isEmpty { parts.append("") }
      }
    }
    if parts.last?.isEmpty == true { parts.removeLast() }
    switch signs {
    case "", "st", "nd", "rd", "th", ".", "..", "-", "--", "年月", "年月日", "年": break
    default: return false
    }
    if parts.count == 3, signs == "..", year == nil, parts[2].utf8.count == 2,
      let short = Int(parts[2])
    {
      // `1.3.26`
      year = 2000 + short
      parts.removeLast()
    }
    if parts.count == 1, parts[0].utf8.count == 8, year == nil { return takeWhole(parts[0]) }
    for part in parts {
      guard let number = Int(part), part.utf8.count <= 4 else { return false }
      if part.utf8.count == 4 {
        guard year == nil, number >= 1970 else { return false }
        year = number
        yearFirst = numbers.isEmpty && month == nil
      } else {
        guard numbers.count < 4 else { return false }
        numbers.append(number)
      }
    }
    return true
  }

  /// `20260301`
  private mutating func takeWhole(_ digits: String) -> Bool {
    year = Int(digits.prefix(4))
    yearFirst = true
    guard let month = Int(digits.dropFirst(4).prefix(2)), let day = Int(digits.suffix(2)) else {
      return false
    }
    numbers = [month, day]
    return true
  }

  /// Whether the year is written first.
  private var yearFirst = false

  /// The days that it may mean, the day before the month first.
  private var instants: [String] {
    guard let year else { return [] }
    var days: [(month: Int, day: Int)] = []
    var clock = ""
    var numbers = numbers
    let parts = month == nil ? 2 : 1
    if numbers.count == parts + 2 {
      clock = "T\(two(numbers[parts])):\(two(numbers[parts + 1]))Z"
      numbers = Array(numbers.prefix(parts))
    }
    if let month {
      if numbers.isEmpty {
        days = [isEnd ? (month % 12 + 1, 1) : (month, 1)]
      } else if numbers.count == 1 {
        days = [(month, numbers[0])]
      }
    } else if numbers.isEmpty, isEnd {
      return ["\(year + 1)-01-01"]
    } else if numbers.count == 2 {
      days = [(numbers[0], numbers[1])]
      if !yearFirst {
        days = [(numbers[1], numbers[0])]
        if isSlashed, numbers[0] != numbers[1] { days.append((numbers[0], numbers[1])) }
      }
    } else if numbers.count == 1, yearFirst {
      days = [(numbers[0], 1)]
    }
    if yearFirst, days.count == 1, month == nil, days[0].day > Self.length(days[0].month, year) {
      // `2026-02-30`: the last day, or the day after it.
      days = [(days[0].month, Self.length(days[0].month, year)), (days[0].month % 12 + 1, 1)]
    }
    days = days.filter { (1...12).contains($0.month) && (1...31).contains($0.day) }
    return days.map { day in
      let isNext = isEnd && month == 12 && numbers.isEmpty
      return "\(isNext ? year + 1 : year)-\(two(day.month))-\(two(day.day))\(clock)"
    }
  }

  /// How many days a month has.
  static func length(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func month(_ text: String) -> Int? {
    let starts = [
      ["jan"], ["feb"], ["mar", "mär", "mrz"], ["apr"], ["may", "mai"], ["jun"], ["jul"], ["aug"],
      ["sep"], ["oct", "okt"], ["nov"], ["dec", "dez"],
    ]
    guard (3...9).contains(text.count) else { return nil }
    for (index, names) in starts.enumerated() {
      for name in names where text.hasPrefix(name) && Self.isMonth(text, index) {
        return index + 1
      }
    }
    return nil
  }

  private static func isMonth(_ text: String, _ index: Int) -> Bool {
    let wholes = [
      "january januar", "february februar", "march märz maerz mrz", "april", "may mai",
      "june juni", "july juli", "august", "september sept", "october oktober", "november",
      "december dezember",
    ]
    if text.count == 3 { return true }
    for whole in wholes[index].split(separator: " ") where whole == text { return true }
    return false
  }
}
