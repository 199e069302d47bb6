import TollgateSyntax

/// A file of CSV that is written while users are read. It takes its place when all are there.
enum ListFile {
  static func open(_ path: String, headings: [String]) throws(Failure) -> OutputFile {
    let file = try OutputFile(path)
    try file.write(row(headings))
    return file
  }

  /// A row: each value stays what it is, `NULL` is nothing, and an empty text is `""`, as
  /// PostgreSQL reads them.
  ///
  /// - Parameter isForSpreadsheet: Whether a program is kept from reading a value as a formula: an
  ///   apostrophe goes before it.
  static func row(_ cells: [String?], forSpreadsheet isForSpreadsheet: Bool = false) -> [UInt8] {
    let texts = cells.map { cell in
      guard isForSpreadsheet, let cell, !cell.isEmpty else { return Escape.csvCell(cell) }
      return Escape.csv(cell)
    }
    return Array((texts.joined(separator: ",") + "\r\n").utf8)
  }
}
