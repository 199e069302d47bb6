import TollgateCompiler
package import TollgateSyntax

/// The fixes of a policy that are called safe: a line whose findings all have one has no mistake
/// after them.
package enum SafeFixes {
  /// The lines that are still wrong, each in words.
  package static func failures(of source: Source) -> [String] {
    guard source.files.count == 1 else { return [] }
    let errors = Compiler.compile(source, mending: true).diagnostics.filter { $0.level == .error }
    var failures: [String] = []
    for (line, found) in Dictionary(grouping: errors, by: { source.line(at: $0.span.start) }) {
      let edits = found.compactMap { error in error.edits.first { $0.safety == .safe } }
      guard edits.count == found.count, let left = left(edits, source, line) else { continue }
      failures.append("line \(line) is not mended by its safe fixes: \(left.headline)")
    }
    return failures
  }

  /// The first mistake in a line after edits.
  private static func left(
    _ edits: [Diagnostic.Edit], _ source: Source, _ line: Int
  ) -> Diagnostic? {
    var bytes = source.bytes
    for edit in edits.sorted(by: { $0.span.start > $1.span.start }) {
      bytes.replaceSubrange(edit.span.start..<edit.span.end, with: edit.replacement.utf8)
    }
    let mended = Source(name: source.name, bytes: bytes)
    let found = Compiler.compile(mended, mending: false).diagnostics
    return found.first { $0.level == .error && mended.line(at: $0.span.start) == line }
  }
}
