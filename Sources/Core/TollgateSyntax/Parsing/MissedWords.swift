/// The words that the parser looked for at a place and did not find. They change all the time, so
/// to forget them costs nothing.
struct MissedWords {
  private var storage: [Word] = []
  private var count = 0

  var words: [Word] { Array(storage.prefix(count)) }

  mutating func append(_ word: Word) {
    if count < storage.count { storage[count] = word } else { storage.append(word) }
    count += 1
  }

  mutating func forget() { count = 0 }
}
