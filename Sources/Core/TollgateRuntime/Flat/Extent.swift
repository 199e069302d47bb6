/// So many elements, of which indices and pieces are to be inside. An index below 0 is compared as
/// a number beyond them all.
struct Extent {
  let count: Int
  private let bound: UInt32

  init(_ count: Int) {
    self.count = count
    bound = UInt32(bitPattern: Int32(clamping: count))
  }

  /// Whether it is an index.
  @inline(__always)
  func has(_ index: Int32) -> Bool { UInt32(bitPattern: index) < bound }

  /// Whether it is an index, or -1 for none.
  @inline(__always)
  func hasOrNone(_ index: Int32) -> Bool { has(index) || index == -1 }

  /// Whether all of a piece is inside.
  @inline(__always)
  func has(_ piece: Piece) -> Bool {
    let start = UInt64(UInt32(bitPattern: piece.start))
    return start &+ UInt64(UInt32(bitPattern: piece.count)) <= UInt64(bound)
  }
}
