/// A point in time: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// ```swift
/// let now = Instant(milliseconds: 1_772_323_200_000)
/// print(now)  // 2026-03-01T00:00:00Z
/// let tomorrow = now.advanced(by: 86_400_000)
/// ```
public struct Instant: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var milliseconds: Int64

  /// The instant so many milliseconds after 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Whether one instant is earlier than another.
  public static func < (a: Instant, b: Instant) -> Bool {
    a.milliseconds < b.milliseconds
  }

  /// The years that a date can have: 1 to 9999.
  package static let readable =
    Instant(milliseconds: -62_135_596_800_000)...Instant(milliseconds: 253_402_300_799_999)

  /// The instant so many milliseconds later; at the ends of time it stays there.
  public func advanced(by milliseconds: Int64) -> Instant {
    Instant(milliseconds: self.milliseconds.saturatingAdd(milliseconds))
  }
}

extension Int64 {
  /// The sum, or the end of the range where it does not fit.
  package func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The product, or the end of the range where it does not fit.
  package func saturatingMultiply(_ other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
