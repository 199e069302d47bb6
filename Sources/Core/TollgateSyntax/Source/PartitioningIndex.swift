extension Array {
  /// The place of the first element from which on a test holds; the count if it holds for none. The
  /// elements for which it does not hold come first, so halving finds it.
  package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
