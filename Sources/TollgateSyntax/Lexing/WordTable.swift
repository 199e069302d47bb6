/// Finds the word that some bytes spell, without making a string of them.
struct WordTable: Sendable {
  /// The letters of a word as two big-endian numbers, which sort as the words do.
  private struct Key: Sendable, Comparable {
    var high: UInt64 = 0
    var low: UInt64 = 0

    static func < (a: Key, b: Key) -> Bool {
      a.high == b.high ? a.low < b.low : a.high < b.high
    }
  }

  private let keys: [Key]
  private let words: [Word]
  private static let longest = 12

  /// The one table; it never changes.
  static let shared = WordTable()

  init() {
    var pairs: [(key: Key, word: Word)] = []
    for word in Word.allCases {
      let letters = Array(word.rawValue.utf8)
      pairs.append((Self.key(letters, 0, letters.count), word))
    }
    pairs.sort { $0.key < $1.key }
    var keys: [Key] = []
    var words: [Word] = []
    for pair in pairs {
      keys.append(pair.key)
      words.append(pair.word)
    }
    self.keys = keys
    self.words = words
  }

  /// The word spelt by `bytes[start..<end]`.
  func word(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Word? {
    guard end - start <= Self.longest else { return nil }
    let wanted = Self.key(bytes, start, end)
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == wanted ? words[low] : nil
  }

  private static func key(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Key {
    var key = Key()
    for index in start..<end {
      key.high = key.high << 8 | key.low >> 56
      key.low = key.low << 8 | UInt64(bytes[index])
    }
    return key
  }
}
