package import TollgateAnalysis
package import TollgateCompiler
package import TollgateSyntax

/// A policy with all of its files, read and compiled. It never changes.
package final class Project: Sendable {
  /// The files laid end to end, named from the folder of the first one.
  package let source: Source
  /// The path of each file, in the order of `source.files`.
  package let paths: [FilePath]
  /// The index of each path.
  private let places: [FilePath: Int]
  package let parsed: Parsed
  package let compiled: Compiler.Result
  /// Every place that names something.
  package let names: NameIndex

  /// The meaning of the policy, or of an earlier version while this one has a mistake.
  let meaning: CheckedPolicy?

  package var syntax: PolicySyntax { parsed.syntax }

  /// - Parameter earlier: The meaning of the version before this one.
  package init(_ joined: Source, earlier: CheckedPolicy? = nil) {
    paths = joined.files.map { FilePath($0.name) }
    var places: [FilePath: Int] = [:]
    for place in paths.indices.reversed() { places[paths[place]] = place }
    self.places = places
    source = joined.withoutFolder()
    parsed = PolicySyntax.parse(source)
    compiled = Compiler.compile(parsed, mending: true)
    meaning = compiled.policy ?? earlier
    names = NameIndex(parsed.syntax)
  }

  /// A piece of a file: what an editor can show.
  package func place(of span: Span) -> FilePlace {
    let index = source.fileIndex(at: span.start)
    return FilePlace(path: paths[index], span: source.place(of: span).span)
  }

  /// The offset in the policy of an offset in one of its files; `nil` for a file of another policy.
  package func offset(_ offset: Int, in path: FilePath) -> Int? {
    guard let file = places[path] else { return nil }
    guard let layout = source.layout else { return min(max(offset, 0), source.bytes.count) }
    var found: Int?
    for piece in layout.pieces where piece.file == file {
      if piece.offset <= offset || found == nil {
        found = piece.start + max(0, offset - piece.offset)
      }
    }
    return found.map { min($0, source.bytes.count) }
  }

  /// The file at a path, with its own lines and offsets.
  package func file(_ path: FilePath) -> Source? {
    places[path].map { source.files[$0] }
  }

  /// Whether the policy has a file of a path.
  package func holds(_ path: FilePath) -> Bool { places[path] != nil }

  /// Whether the place of a piece is in the file at a path.
  func isIn(_ span: Span, _ path: FilePath) -> Bool {
    places[path] == source.fileIndex(at: span.start)
  }
}

/// A piece of a file.
package struct FilePlace: Sendable, Hashable {
  package var path: FilePath
  /// The offsets in that file.
  package var span: Span

  package init(path: FilePath, span: Span) {
    self.path = path
    self.span = span
  }
}

/// A change to a file.
package struct FileEdit: Sendable, Hashable {
  package var place: FilePlace
  package var text: String

  package init(_ place: FilePlace, _ text: String) {
    self.place = place
    self.text = text
  }
}

/// A finding where an editor shows it.
package struct EditorFinding: Sendable, Hashable {
  package var diagnostic: Diagnostic
  package var place: FilePlace
  /// The further places, in the order of the diagnostic.
  package var related: [FilePlace]
}

extension Project {
  /// The mistakes of syntax and meaning: known as soon as the policy is read.
  package var quickFindings: [EditorFinding] { findings(compiled.diagnostics) }

  /// Everything that `lint` finds. It may take long: `isCancelled` is asked again and again, and the
  /// result is nil once it says yes.
  package func exactFindings(
    _ options: LintOptions = LintOptions(), isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> [EditorFinding]? {
    var options = options
    options.run = RunBudget(limit: 1) { isCancelled() ? 1 : 0 }
    guard !isCancelled() else { return nil }
    let result = Linter.lint(parsed, compiled, options)
    return isCancelled() ? nil : findings(result.findings)
  }

  private func findings(_ diagnostics: [Diagnostic]) -> [EditorFinding] {
    diagnostics.map { diagnostic in
      EditorFinding(
        diagnostic: diagnostic, place: place(of: diagnostic.span),
        related: diagnostic.related.map { place(of: $0.span) })
    }
  }
}
