import TollgateRuntime

/// Reads JSON (RFC 8259): all of a text becomes a tree, or an error with its place.
///
/// Not `JSONDecoder`: a snapshot decides what somebody has paid for, and the decoder takes one of
/// two equal keys in silence, reads `1.0` as a whole number, tells neither line nor path of a
/// damaged text, and takes three times as long for a batch of 100,000 lines. Every loop here moves
/// on and recursion is limited, so any input ends in a value or a fault.
package struct JSONReader {
  /// The longest text that is read, in bytes: 16 MiB.
  package static let mostBytes = 16 << 20
  /// How deep lists and objects may be nested.
  package static let mostDepth = 64

  /// Why a text is not JSON, or not JSON that is read.
  package enum ParseError: Sendable, Hashable {
    case empty
    /// Longer than ``mostBytes``.
    case tooLong
    /// Deeper than ``mostDepth``.
    case tooDeep
    case notUTF8
    /// The text ends in the middle.
    case endsEarly
    case expected(Expected, found: Unicode.Scalar)
    /// There is more text after the value.
    case trailing
    /// A key that the object has already; the path names it.
    case twice
    case controlCharacter
    case escape
    case number
  }

  /// The kinds of values in JSON.
  package enum Expected: Sendable, Hashable {
    case value, key, colon, commaOrBracket, commaOrBrace
  }

  /// A fault and where it is.
  package struct Failure: Error, Sendable, Hashable {
    package var fault: ParseError
    package var path = JSONPath()
    /// In bytes, from 0.
    package var offset: Int
  }

  let bytes: [UInt8]
  var index = 0
  private var depth = 0

  /// The value that a text is. A message of a protocol may be longer than a document.
  package static func read(
    _ bytes: [UInt8], limit: Int = mostBytes
  ) throws(Failure) -> JSONValue {
    guard bytes.count <= limit else { throw Failure(fault: .tooLong, offset: 0) }
    var reader = JSONReader(bytes: bytes)
    // Editors on Windows put a byte order mark in front.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
    reader.skipSpace()
    guard reader.byte != nil else { throw reader.failure(.empty) }
    let value = try reader.value()
    reader.skipSpace()
    guard reader.byte == nil else { throw reader.failure(.trailing) }
    return value
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  // MARK: Values

  private mutating func value() throws(Failure) -> JSONValue {
    skipSpace()
    guard let byte else { throw failure(.endsEarly) }
    switch byte {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try list()
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw unexpected(.value)
    }
  }

  private mutating func object() throws(Failure) -> JSONValue {
    try open()
    var members: [JSONValue.Member] = []
    var keys = Set<String>()
    skipSpace()
    if take(UInt8(ascii: "}")) { return close(.object([])) }
    // Most objects have no more.
    members.reserveCapacity(4)
    while true {
      skipSpace()
      let start = index
      guard byte == UInt8(ascii: "\"") else { throw unexpected(.key) }
      let key = try text()
      if isKnown(key, members, &keys) { throw failure(.twice, at: start).under(.key(key)) }
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw unexpected(.colon) }
      do throws(Failure) {
        members.append(JSONValue.Member(key, try value()))
      } catch {
        throw error.under(.key(key))
      }
      skipSpace()
      if take(UInt8(ascii: "}")) { return close(.object(members)) }
      guard take(UInt8(ascii: ",")) else { throw unexpected(.commaOrBrace) }
    }
  }

  /// Whether a key is there already. A few are compared one by one; a set is made for many.
  private func isKnown(
    _ key: String,
    _ members: [JSONValue.Member],
    _ keys: inout Set<String>
  ) -> Bool {
    guard members.count >= 16 else {
      for member in members where member.key == key { return true }
      return false
    }
    if keys.isEmpty { for member in members { keys.insert(member.key) } }
    return !keys.insert(key).inserted
  }

  private mutating func list() throws(Failure) -> JSONValue {
    try open()
    var elements: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return close(.list([])) }
    while true {
      do throws(Failure) {
        elements.append(try value())
      } catch {
        throw error.under(.element(elements.count))
      }
      skipSpace()
      if take(UInt8(ascii: "]")) { return close(.list(elements)) }
      guard take(UInt8(ascii: ",")) else { throw unexpected(.commaOrBracket) }
    }
  }

  private mutating func open() throws(Failure) {
    guard depth < JSONReader.mostDepth else { throw failure(.tooDeep) }
    depth += 1
    index += 1
  }

  private mutating func close(_ value: JSONValue) -> JSONValue {
    depth -= 1
    return value
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Failure) -> JSONValue {
    for letter in word.utf8 where !take(letter) { throw unexpected(.value) }
    return value
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let start = index
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let text = bytes[start..<index]
    if isWhole, let integer = integer(text) { return .integer(integer) }
    return .number(String(decoding: text, as: UTF8.self))
  }

  /// The number of these digits, which may have a sign; nil if it does not fit.
  private func integer(_ text: ArraySlice<UInt8>) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    var value: Int64 = 0
    for byte in isNegative ? text.dropFirst() : text {
      let digit = Int64(byte - UInt8(ascii: "0"))
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isBeyond) = tens.addingReportingOverflow(isNegative ? -digit : digit)
      if isTooLarge || isBeyond { return nil }
      value = sum
    }
    return value
  }

  private mutating func digits() throws(Failure) {
    let start = index
    while let byte, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
    guard index > start else { throw failure(byte == nil ? .endsEarly : .number) }
  }

  // MARK: Places

  var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  mutating func take(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    index += 1
    return true
  }

  func failure(_ fault: ParseError, at offset: Int? = nil) -> Failure {
    Failure(fault: fault, offset: offset ?? index)
  }

  /// The error for unexpected text at this place.
  private func unexpected(_ expected: Expected) -> Failure {
    guard index < bytes.count else { return failure(.endsEarly) }
    // Invariant: `index` is inside the bytes, and `length` reads none beyond them.
    let length = bytes.withUnsafeBytes { UTF8Check.length($0, index) }
    let next = String(decoding: bytes[index..<index + length], as: UTF8.self)
    guard let found = next.unicodeScalars.first else { return failure(.notUTF8) }
    return failure(.expected(expected, found: found))
  }
}

extension JSONReader.Failure {
  func under(_ step: JSONPath.Step) -> JSONReader.Failure {
    JSONReader.Failure(fault: fault, path: path.under(step), offset: offset)
  }
}

extension JSONReader {
  /// A text, at its opening quotation mark.
  mutating func text() throws(Failure) -> String {
    index += 1
    let start = index
    // Invariant: no byte is read beyond the buffer, and none once this returns.
    let (end, ascii) = bytes.withUnsafeBufferPointer { bytes -> (Int, String?) in
      var (place, all) = (start, UInt8(0))
      while place < bytes.count {
        let byte = bytes[place]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
        all |= byte
        place += 1
      }
      guard all < 0x80, place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
        return (place, nil)
      }
      let content = UnsafeBufferPointer(rebasing: bytes[start..<place])
      return (place, String(decoding: content, as: UTF8.self))
    }
    index = end
    switch byte {
    case UInt8(ascii: "\""):
      index += 1
      if let ascii { return ascii }
      return try decoded(bytes[start..<end], from: start)
    case UInt8(ascii: "\\"): return try escapedText(from: start)
    case nil: throw failure(.endsEarly)
    default: throw failure(.controlCharacter)
    }
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
