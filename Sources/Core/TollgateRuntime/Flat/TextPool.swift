/// The texts of a policy.
struct TextPool {
  private let bytes: ArraySlice<UInt8>
  let isText: Bool
  private let isASCII: Bool
  private let extent: Extent

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    extent = Extent(bytes.count)
    // Invariant: these bytes are read and no others.
    isASCII = bytes.withUnsafeBytes { UTF8Check.isASCII($0) }
    isText = isASCII || UTF8Check.isValid(bytes)
  }

  /// Whether a text is in the pool, cut between characters.
  @inline(__always)
  func isText(_ piece: Piece) -> Bool {
    guard extent.has(piece) else { return false }
    return isASCII || (isCut(piece.range.lowerBound) && isCut(piece.range.upperBound))
  }

  private func isCut(_ place: Int) -> Bool {
    place == extent.count || bytes[bytes.startIndex + place] & 0xC0 != 0x80
  }
}
