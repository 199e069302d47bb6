import TollgateSyntax

extension Draft {
  /// All findings, those of the parser among them, in the order of the text and up to the ceiling.
  func diagnostics() -> [Diagnostic] {
    let parsed = pages.diagnostics
    let places = mistakes.indices.sorted { a, b in
      let (first, second) = (mistakes[a].span, mistakes[b].span)
      return first.start == second.start ? a < b : first.start < second.start
    }
    var words = MistakeWords(self)
    let found = places.prefix(Limits.diagnostics).map { place in
      words.diagnostic(for: mistakes[place].mistake, at: mistakes[place].span)
    }
    let hidden = places.dropFirst(found.count)
    return Draft.merged(
      parsed, found, more: hidden.count, next: hidden.first.map { mistakes[$0].span })
  }

  /// Two lists in order become one in order; what is beyond the ceiling is counted.
  private static func merged(
    _ first: [Diagnostic], _ second: [Diagnostic], more: Int, next: Span?
  ) -> [Diagnostic] {
    var merged: [Diagnostic] = []
    var (a, b) = (first[...], second[...])
    // The parser's own word about its ceiling stays last, whatever its place.
    let ceiling = a.last?.code == "TG0015" ? a.popLast() : nil
    while let left = a.first, let right = b.first {
      if left.span.start <= right.span.start {
        merged.append(left)
        a.removeFirst()
      } else {
        merged.append(right)
        b.removeFirst()
      }
    }
    merged += a + b
    let hidden = merged.count - Limits.diagnostics + more
    guard hidden > 0 || ceiling != nil else { return merged }
    let last = merged.count > Limits.diagnostics ? merged[Limits.diagnostics].span : nil
    merged = Array(merged.prefix(Limits.diagnostics))
    if let ceiling, hidden <= 0 { return merged + [ceiling] }
    let atLeast = ceiling == nil ? "" : "at least "
    let count = max(hidden, 1)
    return merged + [
      Diagnostic(
        code: "TG0015",
        headline: "too many errors: \(atLeast)\(count) more \(count == 1 ? "is" : "are") not shown",
        span: last ?? ceiling?.span ?? next ?? Span(0, 0), label: "the first of them")
    ]
  }
}
