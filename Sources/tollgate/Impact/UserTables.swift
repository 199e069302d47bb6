import TollgatePopulation
import TollgateSyntax

/// Reads users from the long tables in a folder, one file each, side by side: all have their rows
/// in the order of `users.csv`, so nothing is kept but the user that is read.
struct UserTables {
  private var users: Table
  private var others: [Table]
  /// The size of all files in bytes.
  let size: Int

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
    guard let row = try users.take() else {
      for table in others {
        guard let next = table.next else { continue }
        let id = Escape.name(String(decoding: next.id, as: UTF8.self))
        throw table.failure(
          next.row.line,
          "users.csv has no user \(id), or not at this place; sort all tables by user_id")
      }
      return nil
    }
    if let next = users.next, next.id == row.id {
      throw users.failure(next.row.line, "the user has a row already")
    }
    var rows = [users.row(row.row)]
    for place in others.indices {
      while others[place].next?.id == row.id, let next = try others[place].take() {
        rows.append(others[place].row(next.row))
      }
    }
    return UserRecord(
      line: row.row.line, size: rows.reduce(0) { $0 + $1.row.bytes.count + 1 },
      data: .rows(rows, id: String(decoding: row.id, as: UTF8.self)))
  }

  /// One file, and the row that comes next.
  private struct Table {
    private var reader: CSVReader
    private let shape: TableShape
    private(set) var next: (id: [UInt8], row: CSVReader.Row)?

    init(_ path: String, _ table: LongTables.Table) throws(Failure) {
      reader = try CSVReader(path)
      guard let heading = try reader.next() else {
        throw reader.failure(1, "the table is empty; its first line names the columns")
      }
      shape = try TableShape(heading, of: table, in: reader)
      next = try read()
    }

    func failure(_ line: Int, _ words: String) -> Failure { reader.failure(line, words) }

    func row(_ row: CSVReader.Row) -> UserRecord.Row { UserRecord.Row(shape: shape, row: row) }

    mutating func take() throws(Failure) -> (id: [UInt8], row: CSVReader.Row)? {
      guard let taken = next else { return nil }
      next = try read()
      return taken
    }

    private mutating func read() throws(Failure) -> (id: [UInt8], row: CSVReader.Row)? {
      guard let row = try reader.next() else { return nil }
      guard let id = row.cell(at: shape.user) else {
        throw reader.failure(row.line, "user_id is missing")
      }
      return (id, row)
    }
  }
}

/// How the columns of a file lie.
final class TableShape: Sendable {
  let name: String
  let file: String
  /// Where each column of the table is in the file; nil for one that is not there.
  let places: [Int?]
  let count: Int
  /// Where the user's id is.
  var user: Int { places[0] ?? 0 }

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
    self.name = table.name
    file = "\(table.name).csv"
    count = names.count
  }
}
