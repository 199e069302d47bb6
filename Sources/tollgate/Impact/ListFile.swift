import TollgateSyntax

/// A file of CSV that is written while users are read. It takes its place when all are there.
enum ListFile {
  static func open(_ path: String, headings: [String]) throws(Failure) -> OutputFile {
    let file = try OutputFile(path)
    try file.write(row(headings))
    return file
  }

  /// A row: `NULL` is nothing, and an empty text is `""`, as PostgreSQL reads them.
  static func row(_ cells: [String?]) -> [UInt8] {
    let texts = cells.map { cell in
      cell.map { $0.isEmpty ? "\"\"" : Escape.csv($0) } ?? ""
    }
    return Array((texts.joined(separator: ",") + "\r\n").utf8)
  }
}
