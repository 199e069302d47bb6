/// A number with separators between its digits, as people read it: `1.200` and `1,200` are twelve
/// hundred to some, and a little more than one to others.
package struct SeparatedNumber: Sendable, Hashable {
  /// As a number whose thousands are separated: `1200`; nil if its digits are not in threes.
  package private(set) var grouped: String?
  /// With its last separator as the decimal point: `1.200`; nil if that says nothing.
  package private(set) var decimal: String?
  /// Whether one of its separators is a comma, which the language has in no number.
  package private(set) var hasComma = false
  /// The part behind the number: a unit, a `%`, or nothing.
  package private(set) var suffix = ""

  /// Reads digits with separators between them; nil for any other text.
  package init?(_ text: String) {
    var parts: [String] = []
    var signs: [UInt8] = []
    var rest = text.utf8[...]
    while true {
      let digits = rest.prefix { $0.isASCIIDigit || $0 == 0x5F }
      guard let first = digits.first, first != 0x5F else { return nil }
      parts.append(String(Substring(digits)))
      rest = rest[digits.endIndex...]
      guard let sign = rest.first, sign == 0x2C || sign == 0x2E else { break }
      signs.append(sign)
      rest = rest.dropFirst()
    }
    guard let last = signs.last else { return nil }
    hasComma = signs.contains(0x2C)
    suffix = String(Substring(rest))
    grouped = SeparatedNumber.grouped(parts, signs)
    // Before a decimal point stand the separators of thousands, if any, and they are others.
    let isAlone = signs.count == 1
    let whole =
      isAlone
      ? parts[0] : SeparatedNumber.grouped(Array(parts.dropLast()), Array(signs.dropLast()))
    if let whole, isAlone || signs[0] != last { decimal = "\(whole).\(parts[parts.count - 1])" }
  }

  /// The number that groups of three digits are, behind the same separators; nil if they are not.
  private static func grouped(_ parts: [String], _ signs: [UInt8]) -> String? {
    guard let first = parts.first, first.utf8.count <= 3, first.utf8.first != 0x30,
      signs.allSatisfy({ $0 == signs.first }), parts.allSatisfy({ !$0.utf8.contains(0x5F) }),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 3 })
    else { return nil }
    return parts.joined()
  }

  /// The number with its last separator as the decimal point and at most so many decimals, where
  /// only zeros are left out: `1.20` or, without decimals, `1`.
  package func decimal(_ most: Int) -> String? {
    guard let decimal, let point = decimal.utf8.firstIndex(of: 0x2E) else { return nil }
    let whole = decimal[..<point]
    let decimals = decimal[decimal.utf8.index(after: point)...].utf8
    guard decimals.dropFirst(most).allSatisfy({ $0 == 0x30 }) else { return nil }
    let kept = String(Substring(decimals.prefix(most)))
    return most == 0 ? String(whole) : "\(whole).\(kept)"
  }

  /// The amounts of a currency that a text may mean; the text itself, if there is no doubt.
  package static func amounts(_ text: String, in currency: String) -> [String] {
    let decimals = Currencies.decimals(of: currency)
    guard let number = SeparatedNumber(text), number.isDoubtful(inDecimals: decimals) else {
      return [text]
    }
    return [number.grouped, number.decimal(decimals)].compactMap { $0 }
  }

  /// Whether it is no plain number with at most so many decimals.
  package func isDoubtful(inDecimals most: Int) -> Bool {
    guard !hasComma, let decimal, let point = decimal.utf8.firstIndex(of: 0x2E) else { return true }
    return decimal[point...].utf8.count - 1 > most
  }

  /// The number without any zeros that mean nothing: `1.5`.
  package var shortDecimal: String? {
    guard var text = decimal else { return nil }
    while text.utf8.last == 0x30 { text.removeLast() }
    if text.utf8.last == 0x2E { text.removeLast() }
    return text
  }
}
