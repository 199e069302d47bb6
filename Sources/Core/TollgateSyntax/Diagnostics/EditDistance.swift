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
    let rows = one.count - tail - same
    let columns = other.count - tail - same
    if rows == 0 || columns == 0 { return max(rows, columns) }
    // The typos between the first letters of both, `width` numbers for each letter of `one`.
    let width = columns + 1
    var typos = [Int](repeating: 0, count: (rows + 1) * width)
    for column in 1...columns { typos[column] = column }
    for row in 1...rows {
      let here = row * width
      let above = here - width
      let letter = one[same + row - 1]
      typos[here] = row
      for column in 1...columns {
        let isSame = letter == other[same + column - 1]
        var least = min(
          typos[above + column - 1] + (isSame ? 0 : 1), typos[above + column] + 1,
          typos[here + column - 1] + 1)
        if row > 1, column > 1, letter == other[same + column - 2],
          one[same + row - 2] == other[same + column - 1]
        {
          least = min(least, typos[above - width + column - 2] + 1)
        }
        typos[here + column] = least
      }
    }
    return typos[rows * width + columns]
  }
}
