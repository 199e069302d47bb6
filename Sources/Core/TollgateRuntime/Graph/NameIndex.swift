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
  private let otherNames: [String: Int32]

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

  /// How many names are not found by their bytes alone.
  package var otherCount: Int { otherNames.count }

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
