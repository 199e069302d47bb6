import Foundation

/// The pages of the language as Swift, for `tollgate mcp`: the command has no resources, so that one
/// file is all there is to install.
struct LanguagePageCode {
  /// A page of the documentation, its links as addresses of `tollgate mcp`.
  private struct Page {
    var name: String
    var title: String
    var text: String

    init(file: String, text: String) {
      name = LanguagePageCode.name(of: file)
      title = String(text.split(separator: "\n").first?.drop { "# ".contains($0) } ?? "")
      self.text = LanguagePageCode.linked(text)
    }
  }

  /// The end of the address of a page: `limits` for `Language-Limits.md`.
  private static func name(of file: String) -> String {
    let name = String(file.dropLast(".md".count))
    if name == "Language" { return "overview" }
    let start = "Language-"
    return (name.hasPrefix(start) ? String(name.dropFirst(start.count)) : name).lowercased()
  }

  /// The address that a link of a page leads to; nil where `tollgate mcp` has no such page.
  private static func address(of link: Substring) -> String? {
    guard let file = link.split(separator: "#").first?.split(separator: "/").last.map(String.init),
      file.hasSuffix(".md")
    else { return nil }
    if file == "Glossary.md" { return "tollgate://glossary" }
    if file.hasPrefix("TG"), file.dropFirst(2).first?.isNumber == true {
      return "tollgate://diagnostics/" + file.dropLast(".md".count)
    }
    let isKnown = ["Language", "Decision"].contains { file.hasPrefix($0) }
    return isKnown ? "tollgate://language/" + name(of: file) : nil
  }

  private static func linked(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.range(of: "]("), let end = rest[open.upperBound...].firstIndex(of: ")") {
      let link = rest[open.upperBound..<end]
      let before = rest[..<open.lowerBound]
      if let address = address(of: link) {
        result += before + "](" + address + ")"
      } else if link.contains(".md"), let start = before.lastIndex(of: "[") {
        // A guide is for people: its name stays.
        result += before[..<start] + before[before.index(after: start)...]
      } else {
        result += rest[...end]
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  // MARK: Swift

  private static let mostColumns = 100
  private static let mostLines = 560

  /// The files, each with a part of the pages. `pages` has the names of the files of the
  /// documentation and their texts; that of the glossary is by itself.
  static func files(
    pages: [(file: String, text: String)], glossary: String
  ) -> [(name: String, text: String)] {
    let blocks = pages.map { code(of: Page(file: $0.file, text: $0.text), in: "    ") + [","] }
      .map { lines in lines.dropLast(2) + [lines[lines.count - 2] + ","] }
    let parts = parts(of: blocks)
    return parts.enumerated().map { index, lines in
      var file = start(from: "the pages of the documentation")
      file.append("  static let pages\(index + 1): [LanguagePage] = [")
      file += lines + ["  ]"]
      if index == parts.count - 1 {
        let code = code(of: Page(file: "Glossary.md", text: glossary), in: "  ")
        file += ["", "  static let glossary = " + code[0].drop { $0 == " " }] + code.dropFirst()
      }
      file += ["}", ""]
      return ("LanguagePages\(index + 1).swift", file.joined(separator: "\n"))
    }
  }

  /// The same of `llms-full.txt`, for `tollgate guide`: its sections in files of their own.
  static func guide(_ text: String) -> [(name: String, text: String)] {
    var sections: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if sections.isEmpty || line.hasPrefix("## ") { sections.append("") }
      sections[sections.count - 1] += line + "\n"
    }
    // Behind the last newline there is no line.
    sections[sections.count - 1].removeLast()
    let parts = parts(of: sections.map { text in code(of: text, in: "    ") })
    return parts.enumerated().map { index, lines in
      let file =
        start(from: "`llms-full.txt`")
        + ["  static let guide\(index + 1) =", "    \"\"\""]
        + lines.dropLast().map { $0.hasSuffix("\\") ? $0 : $0 + "\\" } + lines.suffix(1)
        + ["    \"\"\"", "}", ""]
      return ("LanguageGuide\(index + 1).swift", file.joined(separator: "\n"))
    }
  }

  private static func start(from origin: String) -> [String] {
    [
      "// Written by `CatalogueTests` from \(origin): never edit it.", "",
      "extension LanguagePage {",
    ]
  }

  /// The lines of several files.
  private static func parts(of blocks: [[String]]) -> [[String]] {
    var parts: [[String]] = [[]]
    for block in blocks {
      if parts[parts.count - 1].count + block.count > mostLines { parts.append([]) }
      parts[parts.count - 1] += block
    }
    return parts
  }

  private static func code(of page: Page, in indent: String) -> [String] {
    [
      indent + "LanguagePage(", indent + "  name: \"\(page.name)\", title: \"\(page.title)\",",
      indent + "  text: \"\"\"",
    ] + code(of: page.text, in: indent + "    ") + [indent + "    \"\"\")"]
  }

  /// The lines of a text between the quotes.
  private static func code(of text: String, in start: String) -> [String] {
    var lines: [String] = []
    var line = start
    var columns = start.count
    func isFull(_ piece: String) -> Bool { columns + piece.count + 1 > mostColumns }
    for piece in pieces(of: text) {
      if isFull(piece), columns > start.count {
        lines.append(line + "\\")
        (line, columns) = (start, start.count)
      }
      line += piece
      columns += piece.count
    }
    return lines + [line]
  }

  /// A text in pieces that stand on one line: words with the space behind them, and escapes.
  private static func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    var piece = ""
    for character in text {
      switch character {
      case "\n": piece += "\\n"
      case "\\": piece += "\\\\"
      case "\"": piece += "\\\""
      default: piece.append(character)
      }
      if " \n|".contains(character) || piece.count > 60 {
        pieces.append(piece)
        piece = ""
      }
    }
    return pieces + (piece.isEmpty ? [] : [piece])
  }
}
