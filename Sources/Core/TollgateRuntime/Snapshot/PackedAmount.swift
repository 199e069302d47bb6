/// A number from 0, or none, in 8 bytes: how much of a counter is used, or what a snapshot allows.
///
/// Each user has one for every counter and allowance, so they are kept small. Only this file and
/// the packed columns know how none is kept.
package struct PackedAmount: Sendable, Hashable, BitwiseCopyable {
  /// The number as a packed column has it: below 0 for none.
  package let raw: Int64

  /// - Parameter value: Nil for none.
  @inline(__always)
  package init(_ value: Int64?) {
    raw = value ?? -1
  }

  @inline(__always)
  package init(raw: Int64) {
    self.raw = raw
  }

  /// The number; nil for none.
  @inline(__always)
  package var value: Int64? { raw < 0 ? nil : raw }
}

/// A bucket of a rollout, or none, in 4 bytes.
struct PackedBucket: Sendable, BitwiseCopyable {
  private let raw: Int32

  /// - Parameter value: Nil for none.
  @inline(__always)
  init(_ value: Int64?) {
    raw = Int32(truncatingIfNeeded: value ?? -1)
  }

  /// The bucket; nil for none.
  @inline(__always)
  var value: Int64? { raw < 0 ? nil : Int64(raw) }
}
