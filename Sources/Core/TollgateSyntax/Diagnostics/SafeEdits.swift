/// The fixes that are certain.
package enum SafeEdits {
  /// The safe edit of each finding, in the order of the text, none touching another: an edit that is
  /// left out is found again in the next round.
  package static func of(_ findings: [Diagnostic]) -> [Diagnostic.Edit] {
    let safe = findings.compactMap { finding in
      finding.edits.first { $0.safety == .safe }
    }
    var edits: [Diagnostic.Edit] = []
    for edit in safe.sorted(by: { $0.span.start < $1.span.start }) {
      guard let last = edits.last else {
        edits.append(edit)
        continue
      }
      if last.span.end < edit.span.start { edits.append(edit) }
    }
    return edits
  }

  /// How often fixes are followed: a mended line may show a mistake that another had hidden.
  package static let rounds = 10

  /// A text with edits applied that are in order and do not touch.
  package static func apply(_ edits: [Diagnostic.Edit], to bytes: [UInt8]) -> [UInt8] {
    var mended: [UInt8] = []
    var done = 0
    for edit in edits {
      mended += bytes[done..<edit.span.start]
      mended += edit.replacement.utf8
      done = edit.span.end
    }
    return mended + bytes[done...]
  }
}

extension Parsed {
  /// Makes the fixes of each sentence that cannot be read after them unsafe: a fix is certain only
  /// where it leaves a whole sentence.
  mutating func checkFixes() {
    guard !SafeEdits.of(diagnostics).isEmpty else { return }
    var known: [Span: Bool] = [:]
    for index in diagnostics.indices where diagnostics[index].edits.contains(where: { $0.isSafe }) {
      guard let sentence = sentence(at: diagnostics[index].span.start) else { continue }
      let isMended = known[sentence.span] ?? isReadable(sentence)
      known[sentence.span] = isMended
      guard !isMended else { continue }
      for edit in diagnostics[index].edits.indices where diagnostics[index].edits[edit].isSafe {
        diagnostics[index].edits[edit].safety = .unsafe
      }
    }
  }

  /// A statement without its clauses, or a clause with the head of its statement before it.
  private struct Sentence {
    var head: Span?
    var span: Span
  }

  private func sentence(at place: Int) -> Sentence? {
    let index = syntax.statements.partitioningIndex { $0.span.start > place } - 1
    guard index >= 0 else { return nil }
    let statement = syntax.statements[index]
    if place <= statement.span.end { return Sentence(span: statement.span) }
    for clause in statement.clauses where clause.span.start <= place && place <= clause.span.end {
      return Sentence(head: statement.span, span: clause.span)
    }
    return nil
  }

  /// The longest sentence whose fixes are tried; nobody writes a longer one.
  private static let longest = 1 << 14

  /// Whether a sentence can be read when all of its certain fixes are applied.
  private func isReadable(_ sentence: Sentence) -> Bool {
    var head: [UInt8] = []
    if let span = sentence.head { head = syntax.source.bytes[span.start..<span.end] + [0x0A] }
    var bytes = Array(syntax.source.bytes[sentence.span.start..<sentence.span.end])
    guard head.count + bytes.count <= Parsed.longest else { return false }
    for _ in 0..<SafeEdits.rounds {
      let read = PolicySyntax.read(Source(name: "", bytes: head + bytes)).diagnostics
      let own = read.filter { $0.span.end > head.count || $0.span.start >= head.count }
      if own.isEmpty { return true }
      var edits = SafeEdits.of(own)
      if edits.isEmpty { return false }
      for index in edits.indices {
        let span = edits[index].span
        guard span.start >= head.count else { return false }
        edits[index].span = Span(span.start - head.count, span.end - head.count)
      }
      bytes = SafeEdits.apply(edits, to: bytes)
    }
    return false
  }
}

extension Diagnostic.Edit {
  fileprivate var isSafe: Bool { safety == .safe }
}
