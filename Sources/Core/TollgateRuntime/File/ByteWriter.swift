/// Writes numbers and texts in the one form that a compiled policy has for them.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// A number from 0, seven bits a byte, the lowest first.
  package mutating func count(_ value: Int) { unsigned(UInt64(max(0, value))) }

  /// A number that is not negative; -1 for none.
  mutating func numberOrNone(_ value: Int64?) { number(value ?? -1) }

  /// Any number, small ones of either sign in few bytes.
  package mutating func number(_ value: Int64) {
    unsigned(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  private mutating func unsigned(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  package mutating func index(_ value: Int32) { number(Int64(value)) }

  /// An index; -1 for none.
  mutating func indexOrNone(_ value: Int32?) { index(value ?? -1) }

  package mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

  package mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// Which of several kinds it is, and its number or index.
  mutating func kind(_ kind: UInt8, _ value: some FixedWidthInteger) {
    byte(kind)
    number(Int64(value))
  }

  package mutating func text(_ value: String) {
    let utf8 = Array(value.utf8)
    count(utf8.count)
    bytes.append(contentsOf: utf8)
  }

  package mutating func indices(_ values: [Int32]) {
    count(values.count)
    for value in values { index(value) }
  }

  package mutating func list<Element>(
    _ elements: some Collection<Element>, _ write: (inout ByteWriter, Element) -> Void
  ) {
    count(elements.count)
    for element in elements { write(&self, element) }
  }

  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  package mutating func raw(_ values: some Sequence<UInt8>) { bytes.append(contentsOf: values) }

  /// A number of eight bytes, the lowest first.
  package mutating func fixed(_ value: UInt64, bytes count: Int = 8) {
    for position in 0..<UInt64(count) {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * position)))
    }
  }

  /// Words of four bytes as they are in memory, as many as are said before them.
  mutating func column(words: ArraySlice<UInt8>) {
    fixed(UInt64(words.count / 4))
    raw(words)
  }

  /// Numbers of one width, as many as are said before them.
  package mutating func column<Value: FixedWidthInteger & BitwiseCopyable>(_ values: [Value]) {
    fixed(UInt64(values.count))
    // Invariant: the bytes of numbers are read, which have no padding.
    if Value(1).littleEndian == 1 {
      values.withUnsafeBytes { bytes.append(contentsOf: $0) }
      return
    }
    // Invariant: as above.
    for value in values { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
  }
}
