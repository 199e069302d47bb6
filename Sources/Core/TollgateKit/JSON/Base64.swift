/// Strict base64 (RFC 4648): each sequence of bytes has exactly one text, so a changed text never
/// gives the same bytes.
package enum Base64 {
  /// The digits for 62 and 63, and the padding.
  package enum Alphabet: Sendable {
    /// `+`, `/` and `=`: certificates.
    case standard
    /// `-` and `_` without padding: the parts of a signed text.
    case url
  }

  /// The bytes of a text; nil for an invalid text.
  package static func decode(_ text: some Collection<UInt8>, _ alphabet: Alphabet) -> [UInt8]? {
    guard let digits = digits(of: text, alphabet), digits % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits / 4 * 3 + 2)
    var bits: UInt32 = 0
    var count = 0
    for letter in text.prefix(digits) {
      guard let value = value(of: letter, alphabet) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    // The unused bits must be 0.
    return bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
  }

  /// The text of bytes.
  package static func encode(_ bytes: [UInt8], _ alphabet: Alphabet) -> String {
    var letters: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for index in 0...group.count {
        letters.append(letter(of: UInt8(bits >> UInt32(18 - 6 * index) & 63), alphabet))
      }
      if alphabet == .standard {
        letters += [UInt8](repeating: UInt8(ascii: "="), count: 3 - group.count)
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// The number of digits before the padding; nil for a wrong length.
  private static func digits(of text: some Collection<UInt8>, _ alphabet: Alphabet) -> Int? {
    guard alphabet == .standard else { return text.count }
    guard text.count % 4 == 0 else { return nil }
    let filling = text.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
    return text.count - filling
  }

  private static func value(of letter: UInt8, _ alphabet: Alphabet) -> UInt8? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): alphabet == .standard ? 62 : nil
    case UInt8(ascii: "/"): alphabet == .standard ? 63 : nil
    case UInt8(ascii: "-"): alphabet == .url ? 62 : nil
    case UInt8(ascii: "_"): alphabet == .url ? 63 : nil
    default: nil
    }
  }

  private static func letter(of value: UInt8, _ alphabet: Alphabet) -> UInt8 {
    switch value {
    case ..<26: UInt8(ascii: "A") + value
    case ..<52: UInt8(ascii: "a") + value - 26
    case ..<62: UInt8(ascii: "0") + value - 52
    case 62: alphabet == .standard ? UInt8(ascii: "+") : UInt8(ascii: "-")
    default: alphabet == .standard ? UInt8(ascii: "/") : UInt8(ascii: "_")
    }
  }
}
