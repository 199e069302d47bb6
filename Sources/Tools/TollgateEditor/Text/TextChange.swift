package import TollgateSyntax

/// The one piece in which two versions of a text differ.
package struct TextChange: Sendable {
  /// The piece of the earlier version.
  private let old: Span
  /// How many bytes stand there now.
  private let length: Int

  package init(from before: [UInt8], to after: [UInt8]) {
    let shorter = min(before.count, after.count)
    var start = 0
    while start < shorter, before[start] == after[start] { start += 1 }
    var rest = 0
    while rest < shorter - start, before[before.count - 1 - rest] == after[after.count - 1 - rest] {
      rest += 1
    }
    old = Span(start, before.count - rest)
    length = after.count - rest - start
  }

  /// Where the change ends in the later version: the cursor, while somebody types.
  package var end: Int { old.start + length }

  /// Where a piece of the earlier version stands now; `nil` if the change is in it.
  package func moved(_ span: Span) -> Span? {
    if span.end <= old.start { return span }
    guard old.end <= span.start else { return nil }
    let shift = length - (old.end - old.start)
    return Span(span.start + shift, span.end + shift)
  }
}

extension EditorFinding {
  /// The finding after a change of a file; `nil` if the change is in its place.
  package func moved(by change: TextChange, in path: FilePath) -> EditorFinding? {
    func moved(_ place: FilePlace) -> FilePlace? {
      guard place.path == path else { return place }
      return change.moved(place.span).map { FilePlace(path: path, span: $0) }
    }
    guard let own = moved(place) else { return nil }
    var copy = self
    copy.place = own
    // A change in a further place says nothing against the finding: it is pointed at as it was.
    copy.related = related.map { moved($0) ?? $0 }
    return copy
  }
}
