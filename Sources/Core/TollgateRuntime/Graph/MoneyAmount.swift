/// An exact amount of money: its digits before and after the point.
package struct MoneyAmount: Sendable, Hashable, Comparable {
  private var whole: [UInt8] = []
  private var fraction: [UInt8] = []

  /// Reads `59.99`; anything but digits and the first point is passed over.
  package init(_ text: String) {
    var sawPoint = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: ".") {
        sawPoint = true
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        if sawPoint {
          fraction.append(byte)
        } else if !(whole.isEmpty && byte == UInt8(ascii: "0")) {
          whole.append(byte)
        }
      }
    }
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
  }

  package static func < (a: MoneyAmount, b: MoneyAmount) -> Bool {
    if a.whole.count != b.whole.count { return a.whole.count < b.whole.count }
    if a.whole != b.whole { return a.whole.lexicographicallyPrecedes(b.whole) }
    return a.fraction.lexicographicallyPrecedes(b.fraction)
  }

  /// So many times the amount, which is not negative. No digit is lost.
  package func times(_ count: Int64) -> MoneyAmount {
    let digits = (whole + fraction).map { Int($0 & 0x0F) }
    let factor = "\(count)".utf8.map { Int($0 & 0x0F) }
    var product = [Int](repeating: 0, count: digits.count + factor.count)
    for (place, digit) in digits.enumerated() {
      for (other, times) in factor.enumerated() { product[place + other + 1] += digit * times }
    }
    for place in product.indices.reversed().dropLast() {
      product[place - 1] += product[place] / 10
      product[place] %= 10
    }
    var text = ""
    for (place, digit) in product.enumerated() {
      if place == product.count - fraction.count { text += "." }
      text += "\(digit)"
    }
    return MoneyAmount(text)
  }

  /// The sum of two amounts. No digit is lost.
  package func plus(_ other: MoneyAmount) -> MoneyAmount {
    let places = max(fraction.count, other.fraction.count)
    let (mine, theirs) = (digits(places: places), other.digits(places: places))
    var sum: [UInt8] = []
    var carry: UInt8 = 0
    for place in 0..<max(mine.count, theirs.count) {
      let one = place < mine.count ? mine[mine.count - 1 - place] : 0
      let two = place < theirs.count ? theirs[theirs.count - 1 - place] : 0
      let digit = one + two + carry
      sum.append(digit % 10)
      carry = digit / 10
    }
    if carry > 0 { sum.append(carry) }
    // An amount below 1 has no digit before the point.
    while sum.count <= places { sum.append(0) }
    var text = ""
    for (place, digit) in sum.enumerated().reversed() {
      text += "\(digit)"
      if place == places { text += "." }
    }
    return MoneyAmount(text)
  }

  /// The digits, so many of them after the point.
  private func digits(places: Int) -> [UInt8] {
    var digits = (whole + fraction).map { $0 & 0x0F }
    for _ in fraction.count..<places { digits.append(0) }
    return digits
  }

  /// As a price is written: `120`, `119.88`; with at least so many decimals where it has any.
  package func text(decimals least: Int) -> String {
    var text = whole.isEmpty ? "0" : String(decoding: whole, as: UTF8.self)
    guard !fraction.isEmpty else { return text }
    text += "." + String(decoding: fraction, as: UTF8.self)
    for _ in fraction.count..<max(fraction.count, least) { text += "0" }
    return text
  }
}
