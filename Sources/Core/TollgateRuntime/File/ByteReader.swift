/// Reads what `ByteWriter` wrote. Total: whatever the bytes are, it reads or throws.
package struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  package var isAtEnd: Bool { position == bytes.endIndex }

  package mutating func byte() throws(GraphError) -> UInt8 {
    guard position < bytes.endIndex else { throw .size }
    defer { position += 1 }
    return bytes[position]
  }

  package mutating func unsigned() throws(GraphError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    var place = position
    while place < bytes.endIndex {
      let byte = bytes[place]
      place &+= 1
      guard shift < 63 || byte <= 1 else { throw .impossible("a number") }
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 {
        position = place
        return value
      }
      shift &+= 7
    }
    throw .size
  }

  package mutating func number() throws(GraphError) -> Int64 {
    let value = try unsigned()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// A number that is not negative; nil for none, which is -1.
  mutating func numberOrNone() throws(GraphError) -> Int64? {
    let value = try number()
    return value == -1 ? nil : value
  }

  package mutating func index() throws(GraphError) -> Int32 {
    guard let index = Int32(exactly: try number()) else { throw .impossible("an index") }
    return index
  }

  /// An index; nil for -1. A number below that is returned, for the verifier to refuse.
  mutating func indexOrNone() throws(GraphError) -> Int32? { try index().orNone }

  /// How many elements follow. Each takes a byte at least, so no more than there are bytes.
  package mutating func count() throws(GraphError) -> Int {
    let value = try unsigned()
    guard value <= UInt64(bytes.endIndex - position) else { throw .size }
    return Int(value)
  }

  package mutating func flag() throws(GraphError) -> Bool {
    switch try byte() {
    case 0: return false
    case 1: return true
    default: throw .impossible("a flag")
    }
  }

  /// A text, which is UTF-8 without control characters.
  package mutating func text() throws(GraphError) -> String {
    let length = try count()
    let utf8 = bytes[position..<position + length]
    position += length
    guard UTF8Check.isValid(utf8), PlainText.isPlain(utf8) else { throw .impossible("a text") }
    return String(decoding: utf8, as: UTF8.self)
  }

  package mutating func indices() throws(GraphError) -> [Int32] {
    let count = try count()
    var values: [Int32] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try index()) }
    return values
  }

  package mutating func list<Element>(
    _ read: (inout ByteReader) throws(GraphError) -> Element
  ) throws(GraphError) -> [Element] {
    var elements: [Element] = []
    for _ in 0..<(try count()) { elements.append(try read(&self)) }
    return elements
  }

  package mutating func fixed(bytes count: Int) throws(GraphError) -> UInt64 {
    var value: UInt64 = 0
    for position in 0..<UInt64(count) { value |= UInt64(try byte()) << (8 * position) }
    return value
  }

  package mutating func raw(_ count: Int) throws(GraphError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.endIndex - position else { throw .size }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// The bytes of numbers of one width, where they are. The count is before them.
  mutating func bytes(ofWidth width: Int) throws(GraphError) -> ArraySlice<UInt8> {
    guard let count = Int(exactly: try fixed(bytes: 8)),
      count <= (bytes.endIndex - position) / width
    else { throw .size }
    return try raw(count * width)
  }

  /// Numbers of one width, as many as are said before them, copied at once.
  package mutating func column<Value: FixedWidthInteger & BitwiseCopyable>(
    _ type: Value.Type
  ) throws(GraphError) -> [Value] {
    let source = try bytes(ofWidth: MemoryLayout<Value>.stride)
    let count = source.count / MemoryLayout<Value>.stride
    let values = [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
      // Invariant: `source` has as many bytes as `count` values take, and so has the buffer.
      source.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
      initialized = count
    }
    return Value(1).littleEndian == 1 ? values : values.map { Value(littleEndian: $0) }
  }
}
