package import TollgateSyntax

/// A file as an editor has it.
package struct TextDocument: Sendable {
  /// A change: a piece of the text and what takes its place.
  package struct Change: Sendable {
    /// `nil` for the whole text.
    package var range: TextRange?
    package var text: String

    package init(_ range: TextRange?, _ text: String) {
      self.range = range
      self.text = text
    }
  }

  /// The number that the editor gave this version.
  package private(set) var version: Int
  /// The text, named by its path.
  package private(set) var source: Source
  /// The paths in its `use` statements, from the top.
  package private(set) var uses: [FilePath]

  package init(path: FilePath, bytes: [UInt8], version: Int = 0) {
    self.version = version
    source = Source(name: path.text, bytes: bytes)
    uses = TextDocument.uses(of: source)
  }

  /// Applies changes one after the other: each speaks of the text that the one before it left.
  package mutating func apply(_ changes: [Change], _ encoding: TextEncoding, version: Int) {
    for change in changes {
      var bytes = source.bytes
      if let range = change.range {
        let span = source.span(of: range, encoding)
        bytes.replaceSubrange(span.start..<span.end, with: change.text.utf8)
      } else {
        bytes = Array(change.text.utf8)
      }
      source = Source(name: source.name, bytes: bytes)
    }
    self.version = version
    uses = TextDocument.uses(of: source)
  }

  /// The paths of the files that a file uses; those that cannot be paths are left out.
  private static func uses(of source: Source) -> [FilePath] {
    var uses: [FilePath] = []
    let own = Array(FilePath(source.name).parts.dropLast())
    let root = source.name.utf8.first == 0x2F ? "/" : ""
    for path in source.usedPaths {
      do throws(UseFault) {
        let parts = try UsedPath.parts(of: path, from: own)
        uses.append(FilePath(root + parts.joined(separator: "/")))
      } catch {
        continue
      }
    }
    return uses
  }
}
