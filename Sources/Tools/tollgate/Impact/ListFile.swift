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

  /// Adds a row of numbers to bytes that are there.
  static func add(_ id: String, _ numbers: [Int64], to bytes: inout [UInt8]) {
    bytes += Escape.csvCell(id).utf8
    for number in numbers {
      bytes.append(UInt8(ascii: ","))
      bytes.append(decimal: number)
    }
    bytes += "\r\n".utf8
  }
}

extension [UInt8] {
  /// Adds a number in digits, without making a text of it.
  fileprivate mutating func append(decimal number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = count
    repeat {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    self[start...].reverse()
  }
}
