/// Names by index, as they lie in one array of bytes: for each its place and length, four bytes
/// each, and somewhere the texts that these are about.
struct NamePool: Sendable {
  private let bytes: [UInt8]
  /// Where the place of the first name lies, and how far it is to the next.
  private let places: Int
  private let stride: Int
  /// Where the texts begin.
  private let texts: Int
  let count: Int

  /// The names of the targets of a compiled file. Invariant: the file has a record of `stride`
  /// bytes for each, which begins with a piece of the texts that was verified.
  init(file: [UInt8], places: Int, stride: Int, texts: Int, count: Int) {
    bytes = file
    self.places = places
    self.stride = stride
    self.texts = texts
    self.count = count
  }

  /// These names, one behind the other.
  init(_ names: some Collection<String>) {
    var places: [Int32] = []
    places.reserveCapacity(2 * names.count)
    var texts: [UInt8] = []
    for name in names {
      // No text of a policy comes near 2^31; beyond it, a name is not found.
      let isInside = name.utf8.count <= Int(Int32.max) - texts.count
      places.append(isInside ? Int32(texts.count) : 0)
      places.append(isInside ? Int32(name.utf8.count) : 0)
      if isInside { texts.append(contentsOf: name.utf8) }
    }
    var writer = ByteWriter()
    writer.reserve(8 + 4 * places.count + texts.count)
    writer.column(places)
    let start = writer.bytes.count
    writer.raw(texts)
    self.init(
      file: writer.bytes, places: start - 4 * places.count, stride: 8, texts: start,
      count: names.count)
  }

  subscript(index: Int32) -> String {
    with(index) { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  func isASCII(_ index: Int32) -> Bool {
    with(index) { UTF8Check.isASCII($0) } ?? true
  }

  func hash(_ index: Int32) -> UInt64 {
    with(index) { NameHash.hash($0) } ?? 0
  }

  func areEqual(_ one: Int32, _ other: Int32) -> Bool {
    with(one) { holds($0, at: other) } ?? false
  }

  /// Whether the name of an index is this; there may be none.
  @inline(__always)
  func holds(_ name: UnsafeRawBufferPointer, at index: Int32) -> Bool {
    with(index) { $0.count == name.count && NameHash.areEqual($0, name) } ?? false
  }

  @inline(__always)
  private func with<Result>(
    _ index: Int32, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard index >= 0, Int(index) < count else { return nil }
    // Invariant: the place of each of `count` names lies in the bytes, and so does its text.
    return bytes.withUnsafeBytes { bytes in
      let place = places &+ stride &* Int(index)
      let start = bytes.loadUnaligned(fromByteOffset: place, as: Int32.self)
      let length = bytes.loadUnaligned(fromByteOffset: place &+ 4, as: Int32.self)
      let first = texts &+ Int(Int32(littleEndian: start))
      return body(
        UnsafeRawBufferPointer(rebasing: bytes[first..<first &+ Int(Int32(littleEndian: length))]))
    }
  }
}
