/// A piece of a source text: byte offsets, the end outside.
public struct Span: Sendable, Hashable {
  // A tree holds many of these; half a word each is enough for any file that is read.
  private var first: Int32
  private var last: Int32

  /// Offset of the first byte.
  public var start: Int {
    get { Int(first) }
    set { first = Span.half(newValue) }
  }

  /// Offset after the last byte.
  public var end: Int {
    get { Int(last) }
    set { last = Span.half(newValue) }
  }

  /// A piece from `start` up to, not including, `end`.
  public init(_ start: Int, _ end: Int) {
    first = Span.half(start)
    last = Span.half(end < start ? start : end)
  }

  /// The nearest that half a word holds, where `Int` has 32 bits or 64.
  private static func half(_ offset: Int) -> Int32 {
    Int32(exactly: offset) ?? (offset < 0 ? .min : .max)
  }

  /// The smallest piece that covers both.
  public func joined(_ other: Span) -> Span {
    Span(start < other.start ? start : other.start, end > other.end ? end : other.end)
  }
}
