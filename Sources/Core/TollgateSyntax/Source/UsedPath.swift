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
