package import TollgateSyntax

extension Source {
  /// The changes that bring a file into its canonical form; empty where nothing changes, or where
  /// the file cannot be read without doubt.
  ///
  /// - Parameter span: The piece that may change; `nil` for all. Lines that it touches count whole.
  package func formattingEdits(in span: Span? = nil) -> [(span: Span, text: String)] {
    guard case .text(let formatted) = PolicySyntax.format(self), formatted != bytes else {
      return []
    }
    let target = Source(name: name, bytes: formatted)
    var edits: [(span: Span, text: String)] = []
    for part in LineDifference.parts(of: self, and: target) {
      if let span, part.old.end < span.start || part.old.start > span.end { continue }
      edits.append((part.old, target.text(part.new)))
    }
    return edits
  }

  /// The indentation of a new line at an offset: two spaces below a statement that has clauses and
  /// where clauses follow, none after an empty line.
  package func indentation(ofLineAt offset: Int) -> String {
    let line = line(at: offset)
    guard line > 1 else { return "" }
    let above = span(of: SourceRow(line - 1))
    guard above.end > above.start else { return "" }
    if bytes[above.start] == 0x20 || bytes[above.start] == 0x09 { return "  " }
    let parsed = PolicySyntax.parse(Source(name: name, text: text(above) + "\n"))
    switch parsed.syntax.statements.first?.kind {
    case .product, .scenario, .setting: return "  "
    case .rule(let rule):
      if case .ladder = rule.effect { return "  " }
      return ""
    default: return ""
    }
  }
}

/// The lines in which two texts differ.
private enum LineDifference {
  /// The pieces that differ, the lines before and after them left out: what only moved by the lines
  /// before it is found again by its next equal line.
  static func parts(of old: Source, and new: Source) -> [(old: Span, new: Span)] {
    var parts: [(old: Span, new: Span)] = []
    var (a, b) = (0, 0)
    let (last, lastNew) = (old.lineStarts.count, new.lineStarts.count)
    while a < last || b < lastNew {
      if a < last, b < lastNew, old.whole(a) == new.whole(b) {
        a += 1
        b += 1
        continue
      }
      let (nextA, nextB) = nextEqual(old, a, new, b)
      parts.append((old.lines(a, nextA), new.lines(b, nextB)))
      a = nextA
      b = nextB
    }
    return parts
  }

  /// The nearest lines from which the texts are equal again.
  private static func nextEqual(
    _ old: Source, _ a: Int, _ new: Source, _ b: Int
  ) -> (Int, Int) {
    let (last, lastNew) = (old.lineStarts.count, new.lineStarts.count)
    for distance in 1..<64 {
      for step in 0...distance {
        let (x, y) = (a + step, b + distance - step)
        guard x < last, y < lastNew, !old.isBlank(x), old.whole(x) == new.whole(y) else {
          continue
        }
        return (x, y)
      }
    }
    return (last, lastNew)
  }
}

extension Source {
  /// A line from 0, with its end.
  fileprivate func whole(_ line: Int) -> ArraySlice<UInt8> {
    let span = lines(line, line + 1)
    return bytes[span.start..<span.end]
  }

  fileprivate func lines(_ first: Int, _ last: Int) -> Span {
    let start = first < lineStarts.count ? lineStarts[first] : bytes.count
    let end = last < lineStarts.count ? lineStarts[last] : bytes.count
    return Span(start, end)
  }

  fileprivate func isBlank(_ line: Int) -> Bool {
    let span = span(of: SourceRow(line + 1))
    return span.start == span.end
  }
}
