/// Finds the index of a name in one step, however many names there are.
///
/// The names lie in one array of bytes, found by their hash. Nothing is allocated for a name,
/// neither here nor when one is looked up.
package struct NameIndex: Sendable {
  /// For each name: its index and its length, four bytes each, then its UTF-8.
  private var entries: [UInt8]
  private var entriesEnd = 0
  /// Half of a name's hash above, the place of its entry plus one below; 0 for an empty slot.
  private var slots: [UInt64]
  /// What is looked up as Swift compares texts: names beyond ASCII, which can be spelled in several
  /// ways, and names that found no slot nearby, as those of a policy that is made to collide.
  private var others: [String: Int32] = [:]

  /// How many slots are tried for a name; at most half of them are taken.
  private static let mostTries = 32

  /// An index with room for so many names, and for so many bytes of them.
  package init(count: Int, size: Int) {
    entries = [UInt8](repeating: 0, count: 8 * count + size)
    var slotCount = 8
    while slotCount < 2 * count { slotCount *= 2 }
    slots = [UInt64](repeating: 0, count: slotCount)
  }

  /// How many names are not found by their bytes alone.
  package var otherCount: Int { others.count }

  /// The index of a name, however it is stored.
  package subscript(name: String) -> Int32? {
    // A text of another language's making may not lie in one piece; it is copied then.
    // Invariant: `find` reads no byte beyond the buffer.
    let found =
      name.utf8.withContiguousStorageIfAvailable(find)
      ?? Array(name.utf8).withUnsafeBufferPointer(find)
    if found >= 0 { return found }
    return others.isEmpty ? nil : others[name]
  }

  /// Enters a name; one that is there already stands for the new index.
  package mutating func insert(_ name: String, _ index: Int32) {
    var name = name
    let isOther = name.withUTF8 { utf8 in
      !insert(utf8, index) || utf8.contains { $0 >= 0x80 }
    }
    if isOther { others[name] = index }
  }

  /// Enters a name of UTF-8.
  mutating func insert(_ utf8: ArraySlice<UInt8>, _ index: Int32) {
    // Invariant: the buffer is read while it lasts, and no further.
    let isOther = utf8.withUnsafeBufferPointer { utf8 in
      !insert(utf8, index) || utf8.contains { $0 >= 0x80 }
    }
    if isOther { others[String(decoding: utf8, as: UTF8.self)] = index }
  }

  private func find(_ utf8: UnsafeBufferPointer<UInt8>) -> Int32 {
    let hash = NameHash.hash(utf8)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    for _ in 0..<NameIndex.mostTries {
      let entry = slots[slot]
      if entry == 0 { return -1 }
      if entry >> 32 == hash >> 32 {
        let place = Int(entry & 0xFFFF_FFFF) - 1
        if holds(utf8, at: place) { return index(at: place) }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return -1
  }

  /// Enters a name into the slots; false if there is no room for it nearby.
  private mutating func insert(_ utf8: UnsafeBufferPointer<UInt8>, _ index: Int32) -> Bool {
    let hash = NameHash.hash(utf8)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    for _ in 0..<NameIndex.mostTries {
      let entry = slots[slot]
      if entry == 0 {
        guard let place = append(utf8, index) else { return false }
        slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(place + 1)
        return true
      }
      if entry >> 32 == hash >> 32, holds(utf8, at: Int(entry & 0xFFFF_FFFF) - 1) {
        write(index, at: Int(entry & 0xFFFF_FFFF) - 1)
        return true
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return false
  }

  /// Appends an entry and gives back its place; nothing where there is no room.
  private mutating func append(_ utf8: UnsafeBufferPointer<UInt8>, _ index: Int32) -> UInt32? {
    guard utf8.count <= entries.count - 8 - entriesEnd, entries.count < Int(Int32.max) else {
      return nil
    }
    let place = entriesEnd
    entriesEnd += 8 + utf8.count
    // Invariant: eight bytes and those of the name lie in `entries` from `place` on, see above.
    entries.withUnsafeMutableBytes { entries in
      entries.storeBytes(of: index, toByteOffset: place, as: Int32.self)
      entries.storeBytes(of: Int32(utf8.count), toByteOffset: place + 4, as: Int32.self)
      UnsafeMutableRawBufferPointer(rebasing: entries[(place + 8)...])
        .copyMemory(from: UnsafeRawBufferPointer(utf8))
    }
    return UInt32(place)
  }

  /// Invariant: `place` is one that a slot holds, so at least its eight bytes lie in `entries`.
  private mutating func write(_ index: Int32, at place: Int) {
    entries.withUnsafeMutableBytes {
      $0.storeBytes(of: index, toByteOffset: place, as: Int32.self)
    }
  }

  /// Invariant: `place` is one that a slot holds, so at least its eight bytes lie in `entries`.
  private func index(at place: Int) -> Int32 {
    entries.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: Int32.self) }
  }

  /// Whether the entry at a place is that of a name.
  ///
  /// Invariant: `place` is one that a slot holds; behind its eight bytes lie as many as it says.
  private func holds(_ utf8: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    entries.withUnsafeBytes { bytes in
      let length = bytes.loadUnaligned(fromByteOffset: place + 4, as: Int32.self)
      guard Int(length) == utf8.count else { return false }
      return NameHash.areEqual(
        UnsafeRawBufferPointer(rebasing: bytes[(place + 8)...].prefix(utf8.count)),
        UnsafeRawBufferPointer(utf8))
    }
  }
}

/// Reads names eight bytes at a time.
///
/// Invariant: no read goes beyond the buffer, which is at least as long as the words that are asked
/// of it: eight bytes for a word at `offset`, `count` of them for the rest.
package enum NameHash {
  /// Odd, and not to be met in UTF-8, so that no name makes a product zero.
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let secret: UInt64 = 0xFFC0_E703_7ED1_A0B5

  /// A hash of 64 bits. It is not stored anywhere, and may differ from one machine to another.
  package static func hash(_ utf8: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(utf8)
    var hash = UInt64(truncatingIfNeeded: bytes.count) &* factor
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mixed(hash ^ word(bytes, offset))
      offset += 8
    }
    return mixed(mixed(hash ^ rest(bytes)))
  }

  /// Whether two buffers of one length hold the same.
  static func areEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset + 8 <= one.count {
      guard word(one, offset) == word(other, offset) else { return false }
      offset += 8
    }
    return rest(one) == rest(other)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = (value ^ secret).multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// The last bytes: some of the words before again, or for short texts all that there is.
  private static func rest(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let count = bytes.count
    if count >= 8 { return word(bytes, count - 8) }
    if count >= 4 {
      let first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let last = bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      return UInt64(first) | UInt64(last) << 32
    }
    guard count > 0 else { return 0 }
    return UInt64(bytes[0]) | UInt64(bytes[count / 2]) << 8 | UInt64(bytes[count - 1]) << 16
  }
}
