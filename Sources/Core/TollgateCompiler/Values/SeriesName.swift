/// The name of a member of a series: a prefix and a number, `L` and 14 for `L14`.
package struct SeriesName: Hashable, Sendable {
  package var prefix: String
  package var number: Int64

  /// Why a name is not that of a member.
  package enum ParseError: Error, Hashable, Sendable {
    /// No number at its end.
    case noNumber
    /// The number has leading zeros.
    case leadingZero
    /// The number is beyond 2^63−1.
    case tooLarge
  }

  /// Takes a name apart.
  package init(_ name: String) throws(ParseError) {
    let bytes = name.utf8
    var start = bytes.endIndex
    while start > bytes.startIndex, bytes[bytes.index(before: start)].decimalDigit != nil {
      start = bytes.index(before: start)
    }
    let digits = bytes[start...]
    guard let first = digits.first, start > bytes.startIndex else { throw .noNumber }
    if first == UInt8(ascii: "0"), digits.count > 1 { throw .leadingZero }
    guard let number = Int64(String(Substring(digits))) else { throw .tooLarge }
    prefix = String(Substring(bytes[..<start]))
    self.number = number
  }

  /// A name taken apart, or nothing: asked of every name that may be a member's.
  package static func ifAny(_ name: String) -> SeriesName? {
    guard let last = name.utf8.last, last.decimalDigit != nil else { return nil }
    do throws(ParseError) {
      return try SeriesName(name)
    } catch {
      return nil
    }
  }
}
