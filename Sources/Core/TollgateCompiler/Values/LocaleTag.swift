/// The form of a locale's tag, as BCP 47 has it: `tr`, `zh-Hans`, `pt-BR`.
enum LocaleTag {
  /// Two or three letters, then parts of two to eight letters or digits.
  static func isWellFormed(_ tag: String) -> Bool {
    let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let language = parts.first, language.count == 2 || language.count == 3 else {
      return false
    }
    guard language.allSatisfy({ $0.isLetter }) else { return false }
    return parts.dropFirst().allSatisfy { part in
      part.count >= 2 && part.count <= 8
        && part.allSatisfy { $0.isLetter || $0.decimalDigit != nil }
    }
  }

  /// The tag with hyphens for `_` and no capitals: two tags that agree in this are one locale.
  static func folded(_ tag: String) -> String {
    let bytes = tag.utf8.map { byte in
      byte == UInt8(ascii: "_") ? UInt8(ascii: "-") : byte.isLetter ? byte | 0x20 : byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
