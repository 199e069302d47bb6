package import TollgateRuntime

/// A numeral taken apart: `1.5GB` is the digits `1`, the decimals `5` and the suffix `GB`.
struct Numeral: Hashable, Sendable {
  /// The digits before the point, without leading zeros.
  private(set) var whole: [UInt8] = []
  /// The digits after the point, without trailing zeros.
  private(set) var decimals: [UInt8] = []
  /// The text attached to the number: a unit, a `%`, or nothing.
  private(set) var suffix = ""

  /// Reads `digits[_digits][.digits][suffix]`; nil if the text has another shape, as an
  /// instant or a version with three parts has.
  init?(_ text: String) {
    var bytes = text.utf8[...]
    guard let whole = Numeral.digits(&bytes) else { return nil }
    if bytes.first == UInt8(ascii: "."), bytes.dropFirst().first?.decimalDigit != nil {
      bytes.removeFirst()
      guard let decimals = Numeral.digits(&bytes) else { return nil }
      self.decimals = decimals
      while self.decimals.last == 0 { self.decimals.removeLast() }
    }
    self.whole = Array(whole.drop { $0 == 0 })
    suffix = String(Substring(bytes))
    for byte in bytes where !(byte.isLetter || byte == UInt8(ascii: "%") || byte >= 0x80) {
      return nil
    }
  }

  /// Digits with single `_` between them.
  private static func digits(_ bytes: inout Substring.UTF8View) -> [UInt8]? {
    var digits: [UInt8] = []
    while let byte = bytes.first {
      if let digit = byte.decimalDigit {
        digits.append(UInt8(digit))
      } else if byte != UInt8(ascii: "_") || digits.isEmpty
        || bytes.dropFirst().first?.decimalDigit == nil
      {
        break
      }
      bytes.removeFirst()
    }
    return digits.isEmpty ? nil : digits
  }

  /// The reason why a product is not a whole number.
  enum ParseError: Error, Hashable, Sendable {
    case notWhole
    case tooLarge
  }

  /// The number times `factor` (at most 2^40), exactly.
  func times(_ factor: Int64) throws(ParseError) -> Int64 {
    let fraction = try decimalsTimes(factor)
    var value: Int64 = 0
    for digit in whole {
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooLarge) = tens.addingReportingOverflow(Int64(digit))
      if isTooLarge || isStillTooLarge { throw .tooLarge }
      value = sum
    }
    let (product, isTooLarge) = value.multipliedReportingOverflow(by: factor)
    let (sum, isStillTooLarge) = product.addingReportingOverflow(fraction)
    if isTooLarge || isStillTooLarge { throw .tooLarge }
    return sum
  }

  /// Long multiplication from the last decimal on: each digit of the product has to be 0, and
  /// what is carried over the point is the result. A factor of at most 2^40 can make at most 40
  /// decimals whole, because the last of them is not 0.
  private func decimalsTimes(_ factor: Int64) throws(ParseError) -> Int64 {
    guard decimals.count <= 40 else { throw .notWhole }
    var carry: Int64 = 0
    for digit in decimals.reversed() {
      let product = Int64(digit) * factor + carry
      guard product % 10 == 0 else { throw .notWhole }
      carry = product / 10
    }
    return carry
  }
}

/// Versions as text: `2`, `1.4`, `1.4.2`.
package enum VersionText {
  /// The reason why a text is not a version.
  package enum ParseError: Error, Hashable, Sendable {
    /// It is not one to three numbers with points between them.
    case shape
    /// A number in it is beyond 2^63−1.
    case tooLarge
  }

  /// Reads a version; missing parts are 0.
  package static func parse(_ text: String) -> Result<Version, ParseError> {
    var parts: [Int64] = []
    var part: Int64?
    for byte in text.utf8 {
      if let digit = byte.decimalDigit {
        let (tens, isTooLarge) = (part ?? 0).multipliedReportingOverflow(by: 10)
        let (sum, isStillTooLarge) = tens.addingReportingOverflow(digit)
        if isTooLarge || isStillTooLarge { return .failure(.tooLarge) }
        part = sum
      } else {
        guard byte == UInt8(ascii: "."), let ended = part else { return .failure(.shape) }
        parts.append(ended)
        part = nil
        if parts.count == 3 { return .failure(.shape) }
      }
    }
    guard let ended = part else { return .failure(.shape) }
    parts.append(ended)
    while parts.count < 3 { parts.append(0) }
    return .success(Version(parts[0], parts[1], parts[2]))
  }

  /// Writes a version, as it describes itself.
  package static func print(_ version: Version) -> String { version.description }
}
