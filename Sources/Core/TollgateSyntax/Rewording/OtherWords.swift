/// The words that people write in place of those of the language: synonyms, other languages, the
/// notations of tables and programs. It is the one table of them, and a row is all that a new one
/// needs. Whether a word is meant so at its place, the grammar says: `Reworder` tries.
struct OtherWords: Sendable {
  /// One way to say a phrase in the language.
  struct Meaning: Sendable {
    /// The words of the language; empty where the phrase says nothing.
    var words: String
    /// The place among the meanings: a later one costs more.
    var rank: Int
  }

  /// A phrase with its meanings, the likeliest first.
  private struct Phrase: Sendable {
    var words: [String]
    var meanings: [Meaning]
  }

  /// The phrases by their first word.
  private var phrases: [String: [Phrase]] = [:]
  /// Each word of them.
  private var words: Set<String> = []

  static let shared = OtherWords()

  private init() {
    for table in [Self.rules, Self.signs, Self.clauses, Self.declarations, Self.scenarios] {
      for row in table.split(separator: "\n") { enter(row) }
    }
  }

  /// `requires: needs, braucht, is only for`
  private mutating func enter(_ row: Substring) {
    guard let colon = row.firstIndex(of: ":") else { return }
    let meant = String(row[..<colon])
    for phrase in row[row.index(after: colon)...].split(separator: ",") {
      let words = phrase.split(separator: " ").map { $0 == "comma" ? "," : String($0) }
      self.words.formUnion(words)
      if let first = words.first { enter(words, first, meant: meant == "-" ? "" : meant) }
    }
  }

  private mutating func enter(_ words: [String], _ first: String, meant: String) {
    var same = phrases[first] ?? []
    if let index = same.firstIndex(where: { $0.words == words }) {
      same[index].meanings.append(Meaning(words: meant, rank: same[index].meanings.count))
    } else {
      same.append(Phrase(words: words, meanings: [Meaning(words: meant, rank: 0)]))
    }
    phrases[first] = same
  }

  /// Whether a word is part of a phrase.
  func says(_ word: String) -> Bool { words.contains(word) }

  /// The meanings of the pieces from a place on, with the number of pieces.
  func meanings(of pieces: [Piece], at start: Int) -> [(count: Int, meanings: [Meaning])] {
    guard let same = phrases[pieces[start].folded] else { return [] }
    var found: [(count: Int, meanings: [Meaning])] = []
    for phrase in same where start + phrase.words.count <= pieces.count {
      var fits = true
      for (offset, word) in phrase.words.enumerated() {
        let piece = pieces[start + offset]
        if piece.isNew || piece.folded != word { fits = false }
      }
      if fits { found.append((phrase.words.count, phrase.meanings)) }
    }
    return found
  }
}
