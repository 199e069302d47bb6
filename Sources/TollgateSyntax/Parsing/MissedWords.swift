/// The words that were tried at a place in vain. They are tried and forgotten all the time, so
/// forgetting is no work.
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
