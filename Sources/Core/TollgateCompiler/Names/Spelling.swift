import TollgateSyntax

/// Finds the name that was probably meant.
enum Spelling {
  /// A name that may have been meant. It stays a guess: to write another name is to choose a
  /// meaning.
  struct Suggestion: Hashable, Sendable {
    var name: String
    /// No other name is within a single typo.
    var isAlone: Bool
  }

  /// The nearest of `names`, if one is near. Long lists are looked at only in part: a suggestion
  /// is a courtesy, and a million names times a hundred typos is not.
  static func nearest(
    to name: String, among names: some Sequence<String>, work: inout Int
  ) -> Suggestion? {
    let length = name.utf8.count
    var best: (name: String, typos: Int)?
    var near = 0
    for candidate in names where candidate != name {
      guard work > 0 else { break }
      work -= 1
      guard abs(candidate.utf8.count - length) <= 8, length <= 256 else { continue }
      work -= length
      let typos = max(1, EditDistance.between(name, candidate))
      guard typos <= mostTypos(name, candidate) else { continue }
      if typos == 1 { near += 1 }
      if typos < best?.typos ?? .max { best = (candidate, typos) }
    }
    guard let best else { return nil }
    return Suggestion(name: best.name, isAlone: best.typos == 1 && near == 1 && length > 2)
  }

  /// One typo in a short name, two in a longer one, three in a long one; never all its letters.
  private static func mostTypos(_ a: String, _ b: String) -> Int {
    let length = max(a.unicodeScalars.count, b.unicodeScalars.count)
    return length < 2 ? 0 : length <= 4 ? 1 : length <= 9 ? 2 : 3
  }
}
