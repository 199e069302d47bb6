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
      pieces.append(isInside ? Run(texts.count, name.utf8.count) : .none)
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

/// Finds the index of a name in one step, however many names there are.
///
/// The names are in one array of bytes, found by their hash. Nothing is allocated for a name,
/// neither here nor when one is looked up. It is a class so that asking it copies nothing.
package final class NameIndex: Sendable {
  private let names: NamePool
  /// Places for at least twice as many names, a power of two. A slot that is taken has the index of
  /// a name plus one in the bits that count slots, and above these as much of the name's hash as
  /// there is room for; a free one is 0.
  let slots: [UInt32]
  /// The names that are looked up as Swift compares texts: those beyond ASCII, which can be spelled
  /// in several ways, and those that found no slot nearby, as in a policy that is made to collide.
  let others: [Int32]
  package let otherNames: [String: Int32]

  /// How many slots are tried for a name; at most half of them are taken.
  private static let mostTries = 32

  /// An index of these names. Of names that are equal, the last is found.
  convenience init(of names: NamePool) {
    var slots = [UInt32](repeating: 0, count: NameIndex.slotCount(for: names.count))
    var others: [Int32] = []
    for index in 0..<Int32(clamping: names.count) {
      let isEntered = NameIndex.enter(index, of: names, into: &slots)
      if !isEntered || !names.isASCII(index) { others.append(index) }
    }
    self.init(of: names, slots: slots, others: others)
  }

  /// An index that was kept in a file, with as many slots as it takes. Whatever these say, no name
  /// is found but by its own bytes.
  init(of names: NamePool, slots: [UInt32], others: [Int32]) {
    self.names = names
    self.slots = slots
    self.others = others
    var otherNames: [String: Int32] = [:]
    for index in others { otherNames[names[index]] = index }
    self.otherNames = otherNames
  }

  /// The index of a list of names.
  package convenience init(_ list: some Collection<String>) {
    self.init(of: NamePool(list))
  }

  /// How many slots so many names take.
  static func slotCount(for count: Int) -> Int {
    var slotCount = 8
    while slotCount / 2 < count { slotCount *= 2 }
    return slotCount
  }

  /// The index of a name, however it is stored.
  package subscript(name: String) -> Int32? {
    // A text that another language made may not be in one piece; then it is copied.
    // Invariant: `find` reads no byte beyond the buffer.
    let found =
      name.utf8.withContiguousStorageIfAvailable { find($0) }
      ?? Array(name.utf8).withUnsafeBufferPointer { find($0) }
    if found >= 0 { return found }
    return otherNames.isEmpty ? nil : otherNames[name]
  }

  /// The index of a name by its bytes, which are UTF-8.
  package subscript(utf8 bytes: UnsafeBufferPointer<UInt8>) -> Int32? {
    let found = find(bytes)
    if found >= 0 { return found }
    return otherNames.isEmpty ? nil : otherNames[String(decoding: bytes, as: UTF8.self)]
  }

  @inline(__always)
  private func find(_ utf8: UnsafeBufferPointer<UInt8>) -> Int32 {
    let name = UnsafeRawBufferPointer(utf8)
    let hash = NameHash.hash(name)
    // Invariant: the bits of `mask` are those of all places of slots.
    return slots.withUnsafeBufferPointer { slots in
      let mask = UInt32(truncatingIfNeeded: slots.count) &- 1
      var slot = UInt32(truncatingIfNeeded: hash)
      for _ in 0..<NameIndex.mostTries {
        let entry = slots[Int(slot & mask)]
        if entry == 0 { return -1 }
        if (entry ^ UInt32(truncatingIfNeeded: hash &>> 32)) & ~mask == 0 {
          let index = Int32(truncatingIfNeeded: entry & mask) &- 1
          if names.holds(name, at: index) { return index }
        }
        slot &+= 1
      }
      return -1
    }
  }

  /// Enters a name into the slots; false if there is no room for it nearby.
  private static func enter(
    _ index: Int32, of names: NamePool, into slots: inout [UInt32]
  ) -> Bool {
    let hash = names.hash(index)
    let mask = UInt32(truncatingIfNeeded: slots.count) &- 1
    let entry = UInt32(truncatingIfNeeded: hash &>> 32) & ~mask | UInt32(bitPattern: index &+ 1)
    var slot = UInt32(truncatingIfNeeded: hash)
    for _ in 0..<NameIndex.mostTries {
      let other = slots[Int(slot & mask)]
      let isSame =
        (other ^ entry) & ~mask == 0
        && names.areEqual(index, Int32(truncatingIfNeeded: other & mask) &- 1)
      if other == 0 || isSame {
        slots[Int(slot & mask)] = entry
        return true
      }
      slot &+= 1
    }
    return false
  }
}

/// Reads names eight bytes at a time.
///
/// Invariant: no read goes beyond the buffer, which is at least as long as the words that are asked
/// of it.
package enum NameHash {
  /// Odd, and no part of UTF-8, so that no name makes a product zero.
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let secret: UInt64 = 0xFFC0_E703_7ED1_A0B5

  /// A hash of 64 bits, the same on every machine: compiled files have slots by it.
  @inline(__always)
  package static func hash(_ name: UnsafeRawBufferPointer) -> UInt64 {
    let count = name.count
    var hash = UInt64(truncatingIfNeeded: count) &* factor
    var offset = 0
    while count &- offset > 16 {
      hash = mixed(word(name, offset) ^ secret, word(name, offset &+ 8) ^ hash)
      offset &+= 16
    }
    let first: UInt64
    let last: UInt64
    if count >= 8 {
      first = word(name, min(offset, count &- 8))
      last = word(name, count &- 8)
    } else {
      (first, last) = (short(name), 0)
    }
    return mixed(first ^ secret, last ^ hash)
  }

  /// Whether two buffers of one length hold the same.
  @inline(__always)
  static func areEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    let count = one.count
    guard count >= 8 else { return short(one) == short(other) }
    var offset = 0
    while offset < count &- 8 {
      guard word(one, offset) == word(other, offset) else { return false }
      offset &+= 8
    }
    return word(one, count &- 8) == word(other, count &- 8)
  }

  @inline(__always)
  private static func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func half(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// All that there is of a name of less than eight bytes.
  @inline(__always)
  private static func short(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let count = bytes.count
    if count >= 4 { return half(bytes, 0) | half(bytes, count &- 4) << 32 }
    guard count > 0 else { return 0 }
    return UInt64(bytes[0]) | UInt64(bytes[count / 2]) << 8 | UInt64(bytes[count &- 1]) << 16
  }
}
