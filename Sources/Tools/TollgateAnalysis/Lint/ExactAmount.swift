import TollgateRuntime

/// An amount of money that is added up exactly: prices have up to 18 digits and 4 decimals.
struct ExactAmount: Sendable, Hashable, Comparable {
  private var whole: Int64
  /// 0…9999.
  private var tenThousandths: Int64

  static let zero = ExactAmount("0")

  /// An amount as a price has it: `59.99`.
  init(_ text: String) {
    whole = 0
    tenThousandths = 0
    var decimals: Int64?
    for byte in text.utf8 {
      guard byte != UInt8(ascii: ".") else {
        decimals = 1000
        continue
      }
      let digit = Int64(byte & 0x0F)
      guard let place = decimals else {
        whole = whole.saturatingMultiply(10).saturatingAdd(digit)
        continue
      }
      tenThousandths += digit * place
      decimals = place / 10
    }
  }

  func adding(_ other: ExactAmount) -> ExactAmount {
    var sum = self
    let parts = tenThousandths + other.tenThousandths
    sum.tenThousandths = parts % 10_000
    sum.whole = whole.saturatingAdd(other.whole).saturatingAdd(parts / 10_000)
    return sum
  }

  static func < (a: ExactAmount, b: ExactAmount) -> Bool {
    a.whole == b.whole ? a.tenThousandths < b.tenThousandths : a.whole < b.whole
  }

  /// As a price is written: no decimals, or at least two.
  var text: String {
    guard tenThousandths > 0 else { return String(whole) }
    var digits = Array(String(10_000 + tenThousandths).utf8.dropFirst())
    while digits.count > 2, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return "\(whole).\(String(decoding: digits, as: UTF8.self))"
  }
}
