/// A piece of a source text: byte offsets, the end outside.
public struct Span: Sendable, Hashable {
  /// Offset of the first byte.
  public var start: Int
  /// Offset behind the last byte.
  public var end: Int

  /// A piece from `start` up to, not including, `end`.
  public init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = max(start, end)
  }

  /// The smallest piece that covers both.
  public func joined(_ other: Span) -> Span {
    Span(min(start, other.start), max(end, other.end))
  }
}
