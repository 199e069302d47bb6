import TollgatePopulation
import TollgateRuntime
import TollgateSyntax

/// Reads users from the long tables in a folder, one file each, side by side: all have their rows
/// in the order of `users.csv`, so nothing is kept but the user that is read.
struct UserTables {
  private var users: Table
  private var others: [Table]
  /// The size of all files in bytes.
  let size: Int
  /// The fault of a user who comes twice, one row after the other.
  static let isThereAlready = "the user has a row already"

  /// The tables that are read; buckets are worked out from the subject.
  private static var read: [LongTables.Table] { LongTables.all.filter { $0.name != "buckets" } }

  private static func path(of table: LongTables.Table, in folder: String) -> String {
    "\(folder)/\(table.name).csv"
  }

  /// The files of a folder that are read.
  static func files(in folder: String) -> [String] { read.map { path(of: $0, in: folder) } }

  init(_ folder: String) throws(Failure) {
    var tables: [Table] = []
    var size = 0
    for table in UserTables.read {
      let path = UserTables.path(of: table, in: folder)
      let status = Descriptor.status(of: path)
      guard status != nil || table.name == "users" else { continue }
      // A named pipe could be waited for without end.
      if status?.kind == .other {
        throw .unreadable("\(Escape.name(path)) is not a regular file")
      }
      size += UserProgress.size(of: path) ?? 0
      tables.append(try Table(path, table))
    }
    users = tables.removeFirst()
    others = tables
    self.size = size
  }

  /// The next user; nil at the end.
  mutating func next() throws(Failure) -> UserRecord? {
    guard let line = users.line else {
      for table in others {
        guard let line = table.line else { continue }
        let id = Escape.name(String(decoding: table.id, as: UTF8.self))
        throw table.failure(
          line, "users.csv has no user \(id), or not at this place; sort all tables by user_id")
      }
      return nil
    }
    let id = users.id
    var rows = UserRecord.Rows(id: String(decoding: id, as: UTF8.self))
    try users.take(into: &rows)
    if let next = users.line, users.id == id {
      throw users.failure(next, UserTables.isThereAlready)
    }
    for place in others.indices {
      while others[place].line != nil, others[place].id == id {
        try others[place].take(into: &rows)
      }
    }
    return UserRecord(
      line: line, size: rows.bytes.count + rows.rows.count, data: .rows(rows))
  }

  /// One file, and the row that comes next.
  private struct Table {
    private var reader: CSVReader
    private let shape: TableShape
    private var row: [UInt8] = []
    /// The line of the next row; nil at the end.
    private(set) var line: Int?
    /// Whose the next row is.
    private(set) var id: [UInt8] = []

    init(_ path: String, _ table: LongTables.Table) throws(Failure) {
      reader = try CSVReader(path)
      guard let heading = try reader.next() else {
        throw reader.failure(1, "the table is empty; its first line names the columns")
      }
      shape = try TableShape(heading, of: table, in: reader)
      try read()
    }

    func failure(_ line: Int, _ words: String) -> Failure { reader.failure(line, words) }

    /// Adds the next row to the others of its user.
    mutating func take(into rows: inout UserRecord.Rows) throws(Failure) {
      guard let line else { return }
      let start = rows.bytes.count
      rows.bytes += row
      rows.rows.append(UserRecord.Row(shape: shape, line: line, bytes: start..<rows.bytes.count))
      try read()
    }

    private mutating func read() throws(Failure) {
      line = try reader.next(into: &row)
      guard let line else { return }
      guard CSVReader.Row.copy(cell: shape.user, of: row, into: &id) else {
        throw reader.failure(line, "user_id is missing")
      }
    }
  }
}

/// How the columns of a file lie.
final class TableShape: Sendable {
  let name: String
  /// The part of a snapshot that its rows tell; nil for none.
  let kind: Kind?
  let file: String
  /// The numbers that each column of the table may have; nil for all.
  let ranges: [ClosedRange<Int64>?]
  /// Where each column of the table is in the file; nil for one that is not there.
  let places: [Int?]
  let count: Int
  /// Where the user's id is.
  var user: Int { places[0] ?? 0 }

  /// The tables that a snapshot is read from.
  enum Kind: String {
    case users, grants, usage, allowances, facts
  }

  init(
    _ heading: CSVReader.Row, of table: LongTables.Table, in reader: CSVReader
  ) throws(Failure) {
    guard let names = heading.cells else {
      throw reader.failure(heading.line, "the names of the columns are not UTF-8")
    }
    let known = table.columns.map { $0.name }
    for (place, name) in names.enumerated() {
      let name = name ?? ""
      guard known.contains(name) else {
        let near = EditDistance.nearest(to: name, among: known)
        throw reader.failure(
          heading.line,
          "there is no column \(Escape.name(name)) in `\(table.name)`; "
            + (near.map { "did you mean `\($0)`?" }
              ?? "the columns are \(known.joined(separator: ", "))"))
      }
      guard names.firstIndex(of: name) == place else {
        throw reader.failure(heading.line, "the column `\(name)` appears twice")
      }
    }
    places = known.map { names.firstIndex(of: $0) }
    for (column, place) in zip(table.columns, places) where column.isRequired && place == nil {
      throw reader.failure(heading.line, "the column `\(column.name)` is missing")
    }
    name = table.name
    kind = Kind(rawValue: table.name)
    ranges = table.columns.map { $0.range }
    file = "\(table.name).csv"
    count = names.count
  }
}

/// Reads a table of comma-separated values row by row, RFC 4180. An empty cell is `NULL`, and `""`
/// an empty text, as databases write them.
struct CSVReader {
  /// The bytes of a row, without the end of its line.
  struct Row: Sendable {
    /// Its first line in the file, from 1.
    var line: Int
    var bytes: [UInt8]
  }

  /// The name of the file in messages.
  let name: String
  private var lines: LineReader
  private var line = 0

  init(_ path: String) throws(Failure) {
    let file = try InputFile(path)
    name = file.name
    lines = LineReader(file, keepsReturns: true)
  }

  /// A fault that leaves unclear where the next row begins.
  func failure(_ line: Int, _ words: String) -> Failure {
    .unreadable("\(name):\(line): \(words)")
  }

  /// The next row; nil at the end. Empty lines are passed over.
  mutating func next() throws(Failure) -> Row? {
    var bytes: [UInt8] = []
    return try next(into: &bytes).map { Row(line: $0, bytes: bytes) }
  }

  /// Reads the next row into memory that is there, and returns its first line; nil at the end.
  mutating func next(into row: inout [UInt8]) throws(Failure) -> Int? {
    row.removeAll(keepingCapacity: true)
    while try readLine(into: &row) {
      let number = line
      if number == 1, row.starts(with: [0xEF, 0xBB, 0xBF]) { row.removeFirst(3) }
      // A line feed between quotes belongs to the cell.
      var state = try state(behind: row[...], from: .before, number)
      while state == .quoted {
        row.append(UInt8(ascii: "\n"))
        let start = row.count
        guard try readLine(into: &row), row.count <= LineReader.longest else {
          throw failure(number, "a quote is not closed")
        }
        state = try self.state(behind: row[start...], from: .quoted, number)
      }
      if row.last == UInt8(ascii: "\r") { row.removeLast() }
      if !row.isEmpty { return number }
    }
    return nil
  }

  /// Adds the next line to a row; false at the end.
  private mutating func readLine(into row: inout [UInt8]) throws(Failure) -> Bool {
    switch try lines.next(into: &row, beforeWaiting: { () throws(Failure) in }) {
    case nil: return false
    case .text?:
      line += 1
      return true
    case .tooLong?: throw failure(line + 1, "it is longer than \(LineReader.longest >> 20) MiB")
    }
  }

  /// Where a line ends that begins in a state: between quotes, the row goes on.
  private func state(
    behind bytes: ArraySlice<UInt8>, from start: State, _ number: Int
  ) throws(Failure) -> State {
    guard bytes.contains(UInt8(ascii: "\"")) else { return start }
    var state = start
    for (place, byte) in bytes.enumerated() {
      switch (state, byte) {
      case (.before, UInt8(ascii: "\"")): state = .quoted
      case (.quoted, UInt8(ascii: "\"")): state = .closed
      case (.closed, UInt8(ascii: "\"")): state = .quoted
      case (.quoted, _): break
      case (_, UInt8(ascii: ",")): state = .before
      case (.closed, UInt8(ascii: "\r")) where place == bytes.count - 1: break
      case (.closed, _): throw failure(number, "text goes on after a quote that closes a cell")
      case (.plain, UInt8(ascii: "\"")):
        throw failure(number, "a quote inside a cell without quotes; write the cell in quotes")
      default: state = .plain
      }
    }
    return state
  }

  private enum State {
    case before, plain, quoted, closed
  }
}

extension CSVReader.Row {
  /// The cells; nil for what is not UTF-8.
  var cells: [String?]? {
    guard UTF8Check.isValid(bytes[...]) else { return nil }
    var cells: [String?] = []
    var rest = bytes[...]
    while true {
      let (cell, end) = CSVReader.Row.cell(rest)
      cells.append(cell.map { String(decoding: $0, as: UTF8.self) })
      guard end < rest.endIndex else { return cells }
      rest = rest[(end + 1)...]
    }
  }

  /// Copies a cell of a row; false for a row that has fewer, or `NULL` in it.
  static func copy(cell index: Int, of row: [UInt8], into bytes: inout [UInt8]) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    var rest = row[...]
    for _ in 0..<index {
      let end = CSVReader.Row.cell(rest).end
      guard end < rest.endIndex else { return false }
      rest = rest[(end + 1)...]
    }
    guard let cell = CSVReader.Row.cell(rest).text else { return false }
    bytes.append(contentsOf: cell)
    return true
  }

  /// The first cell, and the place of the comma that ends it.
  private static func cell(
    _ bytes: ArraySlice<UInt8>
  ) -> (text: ArraySlice<UInt8>?, end: Int) {
    guard bytes.first == UInt8(ascii: "\"") else {
      let end = bytes.firstIndex(of: UInt8(ascii: ",")) ?? bytes.endIndex
      return (end == bytes.startIndex ? nil : bytes[..<end], end)
    }
    // Invariant: `state` has seen a quote that closes the cell, and a comma or the end after it.
    var text: [UInt8] = []
    var place = bytes.startIndex + 1
    while place < bytes.endIndex {
      if bytes[place] == UInt8(ascii: "\"") {
        place += 1
        guard place < bytes.endIndex, bytes[place] == UInt8(ascii: "\"") else { break }
      }
      text.append(bytes[place])
      place += 1
    }
    return (text[...], place)
  }
}

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
