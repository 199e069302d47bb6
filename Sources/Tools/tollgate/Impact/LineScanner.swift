import TollgateRuntime

/// Reads JSON from the front, without making anything of it: for lines by the million.
///
/// It knows what nearly all lines look like, and gives up (nil or false) on everything else: an
/// escape, a number with a point, a key that is there twice. Lines that it gives up on are read
/// again by the careful reader, which alone says what is wrong. So whatever this one takes has to
/// mean the same to both, and nothing depends on what it gives up on but the time.
struct LineScanner {
  /// Bytes of the line. Invariant: they are there as long as the line is lent to the scanner; no
  /// text is kept beyond that.
  typealias Text = UnsafeBufferPointer<UInt8>

  private let bytes: Text
  private var index = 0
  /// The keys so far of the objects that are open.
  private var keys: [(text: Text, isASCII: Bool)]

  /// - Parameter keys: Memory to use again: what ``finish()`` of another scanner gave back.
  init(_ bytes: Text, using keys: Keys) {
    self.bytes = bytes
    self.keys = keys.memory
    skipSpace()
  }

  /// The memory of a scanner whose line is read.
  struct Keys {
    fileprivate var memory: [(text: Text, isASCII: Bool)] = []
  }

  /// Ends the scanner, and gives its memory back.
  consuming func finish() -> Keys {
    keys.removeAll(keepingCapacity: true)
    return Keys(memory: keys)
  }

  /// Whether nothing follows.
  var isAtEnd: Bool { index == bytes.count }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 {
      let byte = bytes[index]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return }
      index += 1
    }
  }

  /// The byte that the next value begins with; 0 at the end.
  var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// Takes a byte, and the space after it.
  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    skipSpace()
    return true
  }

  /// Takes a whole word, or nothing.
  private mutating func take(word: StaticString) -> Bool {
    let end = index + word.utf8CodeUnitCount
    guard end <= bytes.count, text(index, end).isWord(word) else { return false }
    index = end
    skipSpace()
    return true
  }

  private func text(_ start: Int, _ end: Int) -> Text {
    Text(rebasing: bytes[start..<end])
  }

  // MARK: Values

  /// Takes `null`.
  mutating func null() -> Bool { next == UInt8(ascii: "n") && take(word: "null") }

  /// A text without escapes.
  mutating func text() -> Text? { scan()?.text }

  private mutating func scan() -> (text: Text, isASCII: Bool)? {
    guard next == UInt8(ascii: "\"") else { return nil }
    let start = index + 1
    var end = start
    var all: UInt8 = 0
    while true {
      guard end < bytes.count else { return nil }
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") { break }
      guard byte != UInt8(ascii: "\\"), byte >= 0x20 else { return nil }
      all |= byte
      end += 1
    }
    let text = text(start, end)
    if all >= 0x80, !UTF8Check.isValid(UnsafeRawBufferPointer(text)) { return nil }
    index = end + 1
    skipSpace()
    return (text, all < 0x80)
  }

  /// A whole number from 0 on.
  mutating func number() -> Int64? {
    let start = index
    var number: Int64 = 0
    // Invariant: here as everywhere, `index` is looked at before the byte.
    while index < bytes.count, bytes[index] &- 0x30 < 10, index - start < 18 {
      number = number * 10 + Int64(bytes[index] - 0x30)
      index += 1
    }
    let count = index - start
    guard count > 0, count == 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
    switch next {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20: break
    default: return nil
    }
    skipSpace()
    return number
  }

  mutating func boolean() -> Bool? {
    if next == UInt8(ascii: "t") { return take(word: "true") ? true : nil }
    return next == UInt8(ascii: "f") && take(word: "false") ? false : nil
  }

  /// Passes over a value that nobody asked for; not over a list or an object.
  mutating func skip() -> Bool {
    switch next {
    case UInt8(ascii: "\""): text() != nil
    case UInt8(ascii: "n"): null()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): boolean() != nil
    default: number() != nil
    }
  }

  /// The members of an object: `member` reads the value of a key.
  mutating func object(
    _ member: (inout LineScanner, Text) -> Bool
  ) -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    if take(UInt8(ascii: "}")) { return true }
    let first = keys.count
    while true {
      guard let key = key(since: first), take(UInt8(ascii: ":")), member(&self, key) else {
        return false
      }
      if take(UInt8(ascii: "}")) {
        keys.removeLast(keys.count - first)
        return true
      }
      guard take(UInt8(ascii: ",")) else { return false }
    }
  }

  /// The next key of an object; nil for one that is there already, or for more than a few.
  private mutating func key(since first: Int) -> Text? {
    guard let key = scan(), keys.count < first + 32 else { return nil }
    for place in first..<keys.count {
      let other = keys[place]
      // A text beyond ASCII can be spelled in several ways.
      let isSame =
        key.isASCII && other.isASCII
        ? other.text.isEqual(key.text) : other.text.string == key.text.string
      if isSame { return nil }
    }
    keys.append(key)
    return key.text
  }

  /// The elements of a list.
  mutating func list(_ element: (inout LineScanner) -> Bool) -> Bool {
    guard take(UInt8(ascii: "[")) else { return false }
    if take(UInt8(ascii: "]")) { return true }
    while true {
      guard element(&self) else { return false }
      if take(UInt8(ascii: "]")) { return true }
      guard take(UInt8(ascii: ",")) else { return false }
    }
  }
}

extension LineScanner.Text {
  /// Whether it is this word.
  func isWord(_ word: StaticString) -> Bool {
    // Invariant: a word has as many bytes as it says.
    isEqual(LineScanner.Text(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// Whether the bytes are the same.
  @inline(__always)
  func isEqual(_ other: LineScanner.Text) -> Bool {
    guard count == other.count else { return false }
    // Invariant: the place is inside both.
    for place in 0..<count where self[place] != other[place] { return false }
    return true
  }

  /// The text, which is UTF-8.
  var string: String { String(decoding: self, as: UTF8.self) }
}
