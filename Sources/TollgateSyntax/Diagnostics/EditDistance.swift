/// How far two names are apart, for “did you mean”.
package enum EditDistance {
  /// Names longer than this are not compared letter by letter.
  private static let longest = 64

  /// The nearest of `candidates` to `name`, if it is within one typo for a name of up to four
  /// letters and within two for a longer one. A typo is a letter too many, too few, wrong, or
  /// swapped with its neighbour; upper and lower case are the same. The first of equals is taken.
  package static func nearest(to name: String, among candidates: [String]) -> String? {
    let wanted = folded(name)
    guard !wanted.isEmpty, wanted.count <= longest else { return nil }
    let allowed = wanted.count <= 4 ? 1 : 2
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let letters = folded(candidate)
      guard letters.count <= longest, abs(letters.count - wanted.count) <= allowed else {
        continue
      }
      let found = distance(wanted, letters)
      // A name that shares no letter with what was written is not a typo of it.
      guard found <= allowed, found < max(wanted.count, letters.count) else { continue }
      if found < best?.distance ?? .max { best = (candidate, found) }
    }
    return best?.name
  }

  /// The number of typos between two names.
  package static func between(_ a: String, _ b: String) -> Int { distance(folded(a), folded(b)) }

  private static func folded(_ name: String) -> [Unicode.Scalar] {
    Array(name.lowercased().unicodeScalars)
  }

  private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    // The letters at both ends that are the same are not typos.
    let most = min(one.count, other.count)
    var same = 0
    while same < most, one[same] == other[same] { same += 1 }
    var tail = 0
    while tail < most - same, one[one.count - 1 - tail] == other[other.count - 1 - tail] {
      tail += 1
    }
    let a = Array(one[same..<one.count - tail])
    let b = Array(other[same..<other.count - tail])
    if a.isEmpty { return b.count }
    if b.isEmpty { return a.count }
    var older: [Int] = []
    var old = Array(0...b.count)
    for row in 1...a.count {
      var new = [row]
      new.reserveCapacity(b.count + 1)
      for column in 0..<b.count {
        let swap = old[column] + (a[row - 1] == b[column] ? 0 : 1)
        var cost = min(swap, old[column + 1] + 1, new[column] + 1)
        if row > 1, column > 0, a[row - 1] == b[column - 1], a[row - 2] == b[column] {
          cost = min(cost, older[column - 1] + 1)
        }
        new.append(cost)
      }
      older = old
      old = new
    }
    return old[b.count]
  }
}
