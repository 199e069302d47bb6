/// A decimal number, to work out what a page says as a part or a multiple of another amount. It is
/// exact: what has no exact value has none.
struct PlainNumber: Sendable, Hashable {
  /// Its digits without the point.
  private var digits: Int64
  private var decimals: Int

  fileprivate init(digits: Int64, decimals: Int = 0) {
    var (digits, decimals) = (digits, decimals)
    while decimals > 0, digits % 10 == 0 {
      digits /= 10
      decimals -= 1
    }
    (self.digits, self.decimals) = (digits, decimals)
  }

  /// `10`, `1_000`, `0.5`; nil for any other text, and where it is too long to reckon with.
  init?(_ text: String) {
    var digits: Int64 = 0
    var decimals: Int?
    guard text.utf8.first?.isASCIIDigit == true, text.utf8.last?.isASCIIDigit == true else {
      return nil
    }
    for byte in text.utf8 where byte != 0x5F {
      if byte == 0x2E, decimals == nil {
        decimals = 0
      } else {
        guard byte.isASCIIDigit, digits < 100_000_000_000_000 else { return nil }
        digits = digits * 10 + Int64(byte - 0x30)
        decimals = decimals.map { $0 + 1 }
      }
    }
    self.init(digits: digits, decimals: decimals ?? 0)
  }

  /// As the language writes it, with at least so many decimals if it has any.
  func text(decimals least: Int = 0) -> String {
    var text = "\(digits)"
    let point = decimals == 0 ? 0 : max(decimals, least)
    text += String(repeating: "0", count: point - decimals)
    guard point > 0 else { return text }
    while text.utf8.count <= point { text = "0" + text }
    return String(text.dropLast(point)) + "." + String(text.suffix(point))
  }

  var isWhole: Bool { decimals == 0 }

  /// One followed by as many zeros as it has decimals: a hundred for `1.25`.
  var parts: PlainNumber {
    var parts: Int64 = 1
    for _ in 0..<decimals { parts *= 10 }
    return PlainNumber(digits: parts, decimals: 0)
  }

  static func + (one: Self, other: Self) -> Self? {
    one.aligned(with: other).map { PlainNumber(digits: $0.0 + $0.1, decimals: $0.2) }
  }

  /// The difference; nil for less than nothing.
  static func - (one: Self, other: Self) -> Self? {
    guard let (most, less, decimals) = one.aligned(with: other), most >= less else { return nil }
    return PlainNumber(digits: most - less, decimals: decimals)
  }

  static func * (one: Self, other: Self) -> Self? {
    let (product, isTooLarge) = one.digits.multipliedReportingOverflow(by: other.digits)
    guard !isTooLarge else { return nil }
    return PlainNumber(digits: product, decimals: one.decimals + other.decimals)
  }

  /// How many times the other one is in it, if that is a whole number.
  func contained(_ other: Self) -> Self? {
    guard let (one, two, _) = aligned(with: other), two > 0, one % two == 0 else { return nil }
    return PlainNumber(digits: one / two, decimals: 0)
  }

  /// With no more decimals than so many, and whether it is as it was: half of the last one and more
  /// are one more.
  func rounded(to most: Int) -> (number: Self, isExact: Bool) {
    guard decimals > most else { return (self, true) }
    var unit: Int64 = 1
    for _ in most..<decimals { unit *= 10 }
    return (PlainNumber(digits: (digits + unit / 2) / unit, decimals: most), false)
  }

  /// Whether it is less than the other one; nil where the two are too far apart to tell.
  func isLess(than other: Self) -> Bool? { aligned(with: other).map { $0.0 < $0.1 } }

  /// The digits of both with the same decimals.
  private func aligned(with other: Self) -> (Int64, Int64, Int)? {
    let most = max(decimals, other.decimals)
    var both = (digits, other.digits)
    for _ in decimals..<most {
      guard both.0 < 1 << 58 else { return nil }
      both.0 *= 10
    }
    for _ in other.decimals..<most {
      guard both.1 < 1 << 58 else { return nil }
      both.1 *= 10
    }
    return both.0 < 1 << 61 && both.1 < 1 << 61 ? (both.0, both.1, most) : nil
  }
}

/// A number with what it counts, as a line has it: `2 GB`, `15min`, `60`.
struct PlainAmount: Sendable {
  var number: PlainNumber
  /// The unit as it is written; empty where none is.
  var unit: String
  private var hasBlank: Bool

  private init?(numeral: String, unit: String?) {
    var end = numeral.utf8.startIndex
    for byte in numeral.utf8 {
      guard byte.isASCIIDigit || byte == 0x5F || byte == 0x2E else { break }
      end = numeral.utf8.index(after: end)
    }
    guard let number = PlainNumber(String(numeral[..<end])) else { return nil }
    self.number = number
    self.unit = unit ?? String(numeral[end...])
    hasBlank = unit != nil
  }

  init?(_ literal: LiteralSyntax) {
    self.init(numeral: literal.numeral, unit: literal.unit?.text)
  }

  /// The pieces of an amount: a number, and what stands behind it.
  init?(_ pieces: [Piece]) {
    guard let first = pieces.first, pieces.count <= 2 else { return nil }
    self.init(numeral: first.text, unit: pieces.count == 2 ? pieces[1].text : nil)
  }

  /// The same in another number.
  func with(_ number: PlainNumber) -> String {
    number.text() + (unit.isEmpty ? "" : (hasBlank ? " " : "") + unit)
  }

  var text: String { with(number) }

  /// Two amounts as numbers of one unit, bytes or seconds; nil for two of different kinds.
  func sizes(beside other: Self) -> (PlainNumber, PlainNumber)? {
    if unit == other.unit { return (number, other.number) }
    guard let one = MeasureUnit(unit), let two = MeasureUnit(other.unit), one.isTime == two.isTime,
      let first = number * PlainNumber(digits: one.scale),
      let second = other.number * PlainNumber(digits: two.scale)
    else { return nil }
    return (first, second)
  }
}
