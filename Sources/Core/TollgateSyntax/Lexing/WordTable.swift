/// Finds the word that some bytes spell, without making a string of them.
final class WordTable: Sendable {
  /// The letters of a word as two big-endian numbers.
  private struct Key: Sendable, Equatable {
    var high: UInt64 = 0
    var low: UInt64 = 0

    /// Where it is looked for first.
    var slot: Int {
      Int(((low ^ high &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93) &>> 55)
    }
  }

  /// The place of a word plus one, in the slot of its key or after it; 0 for an empty slot.
  private let slots: [UInt8]
  private let keys: [Key]
  private let words: [Word]
  private static let longest = 12

  /// The one table; it never changes.
  static let shared = WordTable()

  init() {
    var slots = [UInt8](repeating: 0, count: 512)
    var keys: [Key] = []
    var words: [Word] = []
    for word in Word.allCases {
      let letters = Array(word.rawValue.utf8)
      guard let key = Self.key(letters, 0, letters.count) else { continue }
      keys.append(key)
      words.append(word)
      var slot = key.slot
      while slots[slot] != 0 { slot = (slot + 1) % slots.count }
      slots[slot] = UInt8(words.count)
    }
    self.slots = slots
    self.keys = keys
    self.words = words
  }

  /// The word spelt by `bytes[start..<end]`.
  func word(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Word? {
    guard end - start <= Self.longest, let key = Self.key(bytes, start, end) else { return nil }
    var slot = key.slot
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if keys[place] == key { return words[place] }
      slot = (slot + 1) % slots.count
    }
    return nil
  }

  /// Nothing for what has other characters than small letters, as no word has.
  private static func key(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Key? {
    var key = Key()
    var index = start
    while index < end {
      let byte = bytes[index]
      guard byte >= 0x61, byte <= 0x7A else { return nil }
      key.high = key.high &<< 8 | key.low &>> 56
      key.low = key.low &<< 8 | UInt64(byte)
      index += 1
    }
    return key
  }
}
