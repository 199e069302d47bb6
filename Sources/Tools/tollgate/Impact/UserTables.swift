import TollgatePopulation
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
