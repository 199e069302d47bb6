/// The name or the path of a file as a file system compares it: by its bytes.
///
/// Swift takes texts for equal, and for parts of each other, that differ only in their Unicode
/// normalization, and joins a mark to the `/` before it. To most file systems they are other files.
package struct FilePath: Sendable {
  /// The path as it is written.
  package let text: String

  /// A path, or a name.
  package init(_ text: String) { self.text = text }

  /// The names between the slashes, without empty ones.
  package var parts: [String] {
    text.utf8.split(separator: 0x2F).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The texts before, between and behind the slashes, empty ones too.
  package var allParts: [String] {
    text.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a person reads both alike: they differ in capitals or in their normalization alone.
  package func isSpelled(like other: String) -> Bool { text.lowercased() == other.lowercased() }

  /// The path of the folder, with `/` at its end; empty if there is none.
  package var folder: String {
    let end = text.utf8.lastIndex(of: 0x2F).map { text.utf8.index(after: $0) }
    return String(decoding: text.utf8[..<(end ?? text.utf8.startIndex)], as: UTF8.self)
  }

  /// The rest behind a beginning; `nil` if the path begins otherwise.
  package func rest(behind beginning: String) -> String? {
    guard text.utf8.starts(with: beginning.utf8) else { return nil }
    return String(decoding: text.utf8.dropFirst(beginning.utf8.count), as: UTF8.self)
  }

  /// Whether it ends with these bytes.
  package func ends(with ending: String) -> Bool {
    text.utf8.reversed().starts(with: ending.utf8.reversed())
  }
}

extension FilePath: Hashable, Comparable {
  /// Whether both have the same bytes.
  package static func == (left: FilePath, right: FilePath) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Whether the bytes of the first come before those of the second.
  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// Adds the bytes.
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(text.utf8.count)
  }
}
