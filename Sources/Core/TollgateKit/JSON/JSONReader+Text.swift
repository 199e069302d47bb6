import TollgateRuntime

extension JSONReader {
  /// A text, at its opening quotation mark.
  mutating func text() throws(Failure) -> String {
    index += 1
    let start = index
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return try decoded(bytes[start..<(index - 1)], from: start)
      case UInt8(ascii: "\\"): return try escapedText(from: start)
      case 0..<0x20: throw failure(.controlCharacter)
      default: index += 1
      }
    }
    throw failure(.endsEarly)
  }

  /// A text with escapes, the first of which is here.
  private mutating func escapedText(from start: Int) throws(Failure) -> String {
    var content = Array(bytes[start..<index])
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return try decoded(content[...], from: start)
      case UInt8(ascii: "\\"):
        content.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20: throw failure(.controlCharacter)
      default:
        content.append(byte)
        index += 1
      }
    }
    throw failure(.endsEarly)
  }

  private func decoded(_ content: ArraySlice<UInt8>, from start: Int) throws(Failure) -> String {
    guard UTF8Check.isValid(content) else { throw failure(.notUTF8, at: start) }
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func escape() throws(Failure) -> Unicode.Scalar {
    let start = index
    index += 1
    guard let byte else { throw failure(.endsEarly) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scalar(from: start)
    default: throw failure(.escape, at: start)
    }
  }

  /// Four hexadecimal digits, or a pair of surrogates; half a pair is not a character.
  private mutating func scalar(from start: Int) throws(Failure) -> Unicode.Scalar {
    let first = try hexadecimal(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      throw failure(byte == nil ? .endsEarly : .escape, at: byte == nil ? nil : start)
    }
    let second = try hexadecimal(from: start)
    guard second >= 0xDC00, second < 0xE000,
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw failure(.escape, at: start) }
    return scalar
  }

  private mutating func hexadecimal(from start: Int) throws(Failure) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte else { throw failure(.endsEarly) }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw failure(.escape, at: start)
      }
      code = code << 4 | UInt32(digit)
      index += 1
    }
    return code
  }
}
