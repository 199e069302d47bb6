/// A type that a file of an app declares, so that a policy of the same name can be told of it.
struct TypeDeclaration: Equatable {
  let name: String
  /// From 1.
  let line: Int
  /// Of the name, from 1, in bytes.
  let column: Int

  private static let kinds: Set<Substring> = [
    "actor", "class", "enum", "protocol", "struct", "typealias",
  ]
  private static let modifiers: Set<Substring> = [
    "final", "indirect", "internal", "nonisolated", "open", "package", "public", "distributed",
  ]

  /// The types that every file of the module sees: those that begin a line, without a blank before
  /// them, and are not private. Comments and literals of several lines are passed over.
  static func all(in text: String) -> [TypeDeclaration] {
    var found: [TypeDeclaration] = []
    var isComment = false
    var isLiteral = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let isCode = !isComment && !isLiteral
      if isCode, let (name, column) = declared(by: line) {
        found.append(TypeDeclaration(name: String(name), line: index + 1, column: column))
      }
      if isComment {
        isComment = line.range(of: "*/") == nil
      } else if line.count(of: "\"\"\"") % 2 == 1 {
        isLiteral.toggle()
      } else if !isLiteral, line.hasPrefix("/*") {
        isComment = line.range(of: "*/") == nil
      }
    }
    return found
  }

  /// The type that a line declares, and the column of its name.
  private static func declared(by line: Substring) -> (name: Substring, column: Int)? {
    let words = line.split(separator: " ")
    guard line.first != " ",
      let kind = words.firstIndex(where: { !modifiers.contains($0) && !$0.hasPrefix("@") }),
      kinds.contains(words[kind]), kind + 1 < words.count
    else { return nil }
    let word = words[kind + 1]
    let name = word.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let start = line.utf8.distance(from: line.startIndex, to: word.startIndex)
    return name.isEmpty ? nil : (name, start + 1)
  }
}

extension Substring {
  fileprivate func range(of part: String) -> Int? {
    let (bytes, part) = (Array(utf8), Array(part.utf8))
    guard bytes.count >= part.count else { return nil }
    return (0...bytes.count - part.count).first { bytes[$0...].starts(with: part) }
  }

  /// How often a text is in it.
  fileprivate func count(of part: String) -> Int {
    var (count, rest) = (0, self)
    while let place = rest.range(of: part) {
      count += 1
      rest = Substring(decoding: Array(rest.utf8).dropFirst(place + part.utf8.count), as: UTF8.self)
    }
    return count
  }
}
