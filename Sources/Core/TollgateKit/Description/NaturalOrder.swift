/// Names as people sort them: `L2` before `L10`.
enum NaturalOrder {
  /// Whether one name comes before another. Different names are never equal in it.
  static func precedes(_ a: String, _ b: String) -> Bool {
    let (first, second) = (Array(a.utf8), Array(b.utf8))
    var (i, j) = (0, 0)
    while i < first.count, j < second.count {
      if isDigit(first[i]), isDigit(second[j]) {
        let (x, y) = (number(in: first, at: &i), number(in: second, at: &j))
        if x.count != y.count { return x.count < y.count }
        if x != y { return x.lexicographicallyPrecedes(y) }
      } else {
        if first[i] != second[j] { return first[i] < second[j] }
        i += 1
        j += 1
      }
    }
    // `L1` and `L01`, too, have an order.
    if i == first.count, j == second.count { return first.lexicographicallyPrecedes(second) }
    return i == first.count
  }

  /// The digits from a place on, without leading zeros; the index moves past them.
  private static func number(in bytes: [UInt8], at index: inout Int) -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.count, isDigit(bytes[index]) { index += 1 }
    return bytes[start..<index].drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
