/// Names by index: a record for each, with the place and the length of its text, four bytes each,
/// and the texts.
struct NamePool: Sendable {
  private let records: [UInt8]
  /// Where the first record begins, and how far it is to the next.
  private let start: Int
  private let stride: Int
  private let texts: [UInt8]
  /// Where the texts begin.
  private let textStart: Int
  let count: Int

  /// The names of the targets of a policy. Invariant: there is a record of `stride` bytes for each,
  /// which begins with a piece of the texts that was verified.
  init(
    records: [UInt8], start: Int, stride: Int, texts: [UInt8], textStart: Int, count: Int
  ) {
    self.records = records
    self.start = start
    self.stride = stride
    self.texts = texts
    self.textStart = textStart
    self.count = count
  }

  /// These names, one after the other.
  init(_ names: some Collection<String>) {
    var pieces = Words()
    pieces.reserveCapacity(2 * names.count)
    var texts: [UInt8] = []
    for name in names {
      // No text of a policy comes near 2^31; beyond it, a name is not found.
      let isInside = name.utf8.count <= Int(Int32.max) - texts.count
      pieces.append(isInside ? Piece(texts.count, name.utf8.count) : .none)
      if isInside { texts.append(contentsOf: name.utf8) }
    }
    self.init(
      records: pieces.bytes, start: 0, stride: 8, texts: texts, textStart: 0, count: names.count)
  }

  var indices: Range<Int32> { 0..<Int32(clamping: count) }

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
    // Invariant: there is a record for each of `count` names, and its text is among the texts.
    return records.withUnsafeBytes { records in
      let place = start &+ stride &* Int(index)
      let first = records.loadUnaligned(fromByteOffset: place, as: Int32.self)
      let length = records.loadUnaligned(fromByteOffset: place &+ 4, as: Int32.self)
      let begin = textStart &+ Int(Int32(littleEndian: first))
      // Invariant: as above.
      return texts.withUnsafeBytes { texts in
        body(
          UnsafeRawBufferPointer(
            rebasing: texts[begin..<begin &+ Int(Int32(littleEndian: length))]))
      }
    }
  }
}
