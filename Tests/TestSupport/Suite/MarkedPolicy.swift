package import TollgateEditor
package import TollgateSyntax

/// A policy of one file or several for a test, with a cursor at `|`.
package struct MarkedPolicy {
  package var workspace: Workspace
  package let project: Project
  /// The file with the cursor.
  package let path: FilePath
  /// The offset of the cursor in its file.
  package let cursor: Int

  /// Files by name; the first that has a `|` has the cursor. The file `main.gate` begins.
  package init(_ files: [String: String]) throws {
    var workspace = Workspace()
    var found: (path: FilePath, offset: Int)?
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, found == nil { found = (FilePath("/w/" + name), parts[0].utf8.count) }
      workspace.open(FilePath("/w/" + name), parts.joined())
    }
    (path, cursor) = found ?? (FilePath("/w/main.gate"), 0)
    guard let project = workspace.project(of: path) else { throw Missing() }
    self.project = project
    self.workspace = workspace
  }

  package init(_ text: String) throws { try self.init(["main.gate": text]) }

  package struct Missing: Error {}

  /// The cursor in the policy.
  package var place: Int { project.offset(cursor, in: path) ?? -1 }

  /// The labels of the completions at the cursor.
  package var completions: [String] {
    project.completions(at: cursor, in: path).items.map { $0.label }
  }

  /// The texts of the files after changes.
  package func applying(_ edits: [FileEdit]) -> [String: String] {
    var texts: [String: String] = [:]
    for path in project.paths {
      var bytes = project.file(path)?.bytes ?? []
      let own = edits.filter { $0.place.path == path }
      for edit in own.sorted(by: { $0.place.span.start > $1.place.span.start }) {
        let span = edit.place.span
        bytes.replaceSubrange(span.start..<span.end, with: edit.text.utf8)
      }
      texts[String(path.text.dropFirst(3))] = String(decoding: bytes, as: UTF8.self)
    }
    return texts
  }

  /// The piece of its file that a place is.
  package func text(_ place: FilePlace?) -> String? {
    place.flatMap { place in project.file(place.path)?.text(place.span) }
  }
}

extension FilePath: ExpressibleByStringInterpolation {
  /// A path as a test writes it.
  package init(stringLiteral text: String) { self.init(text) }
}
