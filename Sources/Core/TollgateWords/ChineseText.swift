/// A Chinese text, with a space between a Chinese character and a Latin letter or a digit, also
/// where a value begins or ends: `"使用\(label)"` is `使用 CSV 导出`.
package struct ChineseText: ExpressibleByStringInterpolation, Sendable {
  package let text: String

  package init(stringLiteral text: String) { self.text = text }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { append(literal) }

    package mutating func appendInterpolation(_ value: String) { append(value) }

    package mutating func appendInterpolation(_ value: Substring) { append(String(value)) }

    package mutating func appendInterpolation(_ number: Int) { append("\(number)") }

    private mutating func append(_ part: String) {
      if let last = text.unicodeScalars.last, let first = part.unicodeScalars.first,
        ChineseText.isHan(last) && ChineseText.isLatin(first)
          || ChineseText.isLatin(last) && ChineseText.isHan(first)
      {
        text += " "
      }
      text += part
    }
  }

  fileprivate static func isHan(_ scalar: Unicode.Scalar) -> Bool {
    (0x3400...0x9FFF).contains(scalar.value) || (0x20000...0x3FFFF).contains(scalar.value)
  }

  fileprivate static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "%": true
    default: false
    }
  }
}
