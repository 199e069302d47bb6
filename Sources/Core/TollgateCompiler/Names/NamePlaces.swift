import TollgateRuntime

/// Finds the place of each name in a list of names, four bytes a slot.
///
/// Names are equal as Swift compares texts. Those beyond ASCII can be spelled in several ways, and
/// those that find no slot nearby may have been made to collide: both are in a dictionary.
struct NamePlaces: Sendable {
  /// The place of a name plus one; 0 for an empty slot. At most half of them are taken.
  private var slots = [Int32](repeating: 0, count: 16)
  private var count = 0
  private var others: [String: Int32] = [:]

  /// How many slots are tried for a name.
  private static let mostTries = 32

  /// The place of a name among these.
  func place(of name: String, in entries: [NameTable.Entry]) -> Int? {
    if let hash = NamePlaces.hash(name) {
      for tried in 0..<NamePlaces.mostTries {
        let slot = slots[(hash &+ tried) & (slots.count - 1)]
        if slot == 0 { break }
        if entries[Int(slot) - 1].name == name { return Int(slot) - 1 }
      }
    }
    return others.isEmpty ? nil : others[name].map { Int($0) }
  }

  /// Enters a name that is not there yet; it follows these.
  mutating func append(_ name: String, to entries: [NameTable.Entry]) {
    if 2 * (count + 1) > slots.count {
      let taken = slots
      slots = [Int32](repeating: 0, count: 2 * taken.count)
      for slot in taken where slot != 0 { enter(entries[Int(slot) - 1].name, slot) }
    }
    enter(name, Int32(entries.count + 1))
  }

  private mutating func enter(_ name: String, _ entry: Int32) {
    guard let hash = NamePlaces.hash(name) else { return others[name] = entry - 1 }
    for tried in 0..<NamePlaces.mostTries {
      let slot = (hash &+ tried) & (slots.count - 1)
      guard slots[slot] == 0 else { continue }
      slots[slot] = entry
      count += 1
      return
    }
    others[name] = entry - 1
  }

  /// The hash of a name of ASCII.
  private static func hash(_ name: String) -> Int? {
    var text = name
    // Invariant: the buffer is read while it lasts, and no further.
    let hash: Int? = text.withUTF8 { utf8 in
      for byte in utf8 where byte >= 0x80 { return nil }
      return Int(truncatingIfNeeded: NameHash.hash(UnsafeRawBufferPointer(utf8)))
    }
    guard hash == nil, name.unicodeScalars.contains(kelvin) else { return hash }
    var plain = ""
    for scalar in name.unicodeScalars {
      plain.unicodeScalars.append(scalar == kelvin ? "K" : scalar)
    }
    return NamePlaces.hash(plain)
  }

  /// The one character beyond ASCII that is equal to a letter of it.
  private static let kelvin: Unicode.Scalar = "\u{212A}"
}
