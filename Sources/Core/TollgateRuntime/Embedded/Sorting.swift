#if hasFeature(Embedded)
  // In Embedded Swift each use of the library's sort is a copy of all of it, for its elements and its
  // closure. These go before it: what is sorted is numbers, in one function, and each use is short.

  /// The places of so many elements in their order. Those of which neither is before the other stay
  /// as they are.
  @inline(never)
  package func places(_ count: Int, by isBefore: (Int, Int) -> Bool) -> [Int] {
    var places = Array(0..<count)
    var merged = places
    var width = 1
    while width < count {
      for start in stride(from: 0, to: count, by: 2 * width) {
        let middle = min(start + width, count)
        let end = min(middle + width, count)
        var (left, right) = (start, middle)
        for place in start..<end {
          let isRight = right < end && (left == middle || isBefore(places[right], places[left]))
          merged[place] = places[isRight ? right : left]
          if isRight { right += 1 } else { left += 1 }
        }
      }
      swap(&places, &merged)
      width *= 2
    }
    return places
  }

  extension Sequence {
    package func sorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
      let list = Array(self)
      return places(list.count) { isBefore(list[$0], list[$1]) }.map { list[$0] }
    }
  }

  extension Sequence where Element: Comparable {
    package func sorted() -> [Element] { sorted(by: <) }
  }

  extension Array {
    package mutating func sort(by isBefore: (Element, Element) -> Bool) {
      self = sorted(by: isBefore)
    }
  }

  extension Array where Element: Comparable {
    package mutating func sort() { sort(by: <) }
  }
#endif
