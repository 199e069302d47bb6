/// A piece of a source text: byte offsets, the end outside.
public struct Span: Sendable, Hashable {
  // A tree holds many of these; half a word each is enough for any file that is read.
  private var first: Int32
  private var last: Int32

  /// Offset of the first byte.
  public var start: Int {
    get { Int(first) }
    set { first = Int32(clamping: newValue) }
  }

  /// Offset behind the last byte.
  public var end: Int {
    get { Int(last) }
    set { last = Int32(clamping: newValue) }
  }

  /// A piece from `start` up to, not including, `end`.
  public init(_ start: Int, _ end: Int) {
    first = Int32(clamping: start)
    last = Int32(clamping: max(start, end))
  }

  /// The smallest piece that covers both.
  public func joined(_ other: Span) -> Span {
    Span(min(start, other.start), max(end, other.end))
  }
}
