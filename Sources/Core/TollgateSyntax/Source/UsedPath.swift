/// The path in a `use` statement.
package enum UsedPath {
  /// The folders and the name of a file, from the folder of the first one. `folder` is that of the
  /// file that uses it.
  package static func parts(
    of path: String, from folder: [String]
  ) throws(UseFault) -> [String] {
    if path.utf8.contains(0x5C) { throw .backslash(slashed(path)) }
    guard let start = path.utf8.first, start != 0x2F else { throw .notRelative }
    var parts = folder
    for part in FilePath(path).parts {
      if part == "." { continue }
      if part == ".." {
        guard parts.popLast() != nil else { throw .outside }
      } else {
        parts.append(part)
      }
    }
    guard !parts.isEmpty, path.utf8.last != 0x2F else { throw .notAFile }
    return parts
  }

  /// Why a path brings no file in a text that is no file.
  package static func fault(alone path: String) -> UseFault {
    do throws(UseFault) { _ = try parts(of: path, from: []) } catch { return error }
    return .noFiles
  }

  /// A path with `/` for each `\`.
  private static func slashed(_ path: String) -> String {
    var text = ""
    for scalar in path.unicodeScalars {
      text.unicodeScalars.append(scalar == "\\" ? "/" : scalar)
    }
    return text
  }

  /// Whether bytes may be the text of a policy: neither a compiled file nor UTF-16.
  package static func isText(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return false }
    return !bytes.contains(0)
  }
}

/// A line that says `use "…"`.
struct UseLine: Sendable {
  /// The path, escapes resolved.
  var path: String
  /// The place of the path with its quotes.
  var text: Span
  /// Where the next line begins, or the end of the file.
  var end: Int

  /// The `use` statements of a file. Most files have none, and are not read for it.
  static func all(of file: Source) -> [UseLine] {
    guard file.bytes.count <= Limits.fileBytes, mayHave(file) else { return [] }
    var parser = Parser(file)
    return parser.useLines()
  }

  /// Whether a line begins with `use`, perhaps after spaces.
  private static func mayHave(_ file: Source) -> Bool {
    let bytes = file.bytes
    for start in file.lineStarts {
      let mark = start == 0 && bytes.starts(with: Lexer.byteOrderMark) ? 3 : 0
      let place = bytes.endOfBlank(from: start + mark)
      guard place + 3 < bytes.count, bytes[place] == 0x75 else { continue }
      if bytes[place + 1] == 0x73, bytes[place + 2] == 0x65 { return true }
    }
    return false
  }
}

extension Source {
  /// Whether the file has a `policy` statement.
  package var saysPolicy: Bool {
    var parser = Parser(self)
    return parser.hasLine(ledBy: .policy)
  }
}

extension Parser {
  /// Whether a statement begins with a word.
  fileprivate mutating func hasLine(ledBy word: Word) -> Bool {
    readAllLines()
    return reader.lines.contains { leads($0.range, by: word) }
  }

  /// The lines that say `use`, without reading what the others say.
  mutating func useLines() -> [UseLine] {
    readAllLines()
    var found: [UseLine] = []
    for line in reader.lines where leads(line.range, by: .use) {
      let text = line.range.lowerBound + 1
      let last = source.row(at: span(at: line.range.upperBound - 1).start).number
      let end = last < source.lineStarts.count ? source.lineStarts[last] : source.bytes.count
      found.append(UseLine(path: textContent(at: text).value, text: span(at: text), end: end))
    }
    return found
  }

  private func leads(_ line: Range<Int>, by word: Word) -> Bool {
    reader.lexemes[line.lowerBound].word == word
      && Lines(lexemes: reader.lexemes).leads(line, alone: true)
  }
}

/// Why a `use` statement brings no file.
package enum UseFault: Error, Sendable, Hashable {
  /// The text is no file, and nobody supplies its files.
  case noFiles
  /// The path is empty, or begins with `/`.
  case notRelative
  /// The path is written with `\`; with `/` it would be this.
  case backslash(String)
  /// The path leads out of the folder.
  case outside
  /// A link leads out of the folder.
  case link
  /// There is no such file; perhaps one with nearly the same name.
  case missing(near: String?)
  /// The file's name differs by upper and lower case.
  case spelling(String)
  /// A folder, a device, a pipe.
  case notAFile
  /// It cannot be read, and why.
  case unreadable(String)
  /// It is not the text of a policy.
  case notText
  /// One file more than a policy may have.
  case tooMany
  /// With it, the files of the policy are too long together.
  case tooLong
}

/// A file that was found for a `use` statement.
package struct FoundFile: Sendable {
  /// Its path from the folder of the first file, without links.
  package var path: String
  /// The bytes of the file.
  package var bytes: [UInt8]

  /// A file at a path from the folder of the first one.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

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
