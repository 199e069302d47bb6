import TollgateKit
import TollgatePopulation
import TollgateRuntime
import TollgateSyntax

/// One user as a file has it. Its text is read later, on any core.
struct UserRecord: Sendable {
  /// Its line in the file, or in `users.csv`; from 1.
  var line: Int
  /// How many bytes of the files it takes.
  var size: Int
  var data: Data

  enum Data: Sendable {
    case json(LineReader.Line)
    case rows(Rows)
  }

  /// The rows of a user in the long tables.
  struct Rows: Sendable {
    var id: String
    /// The bytes of all rows, one after the other.
    var bytes: [UInt8] = []
    var rows: [Row] = []
  }

  /// A row of a long table.
  struct Row: Sendable {
    var shape: TableShape
    /// Its line in the file.
    var line: Int
    /// Where its bytes are.
    var bytes: Range<Int>
  }

  /// The bytes of the line or of the rows; none for a line that is too long.
  var bytes: [UInt8] {
    switch data {
    case .json(.text(let line)): line
    case .json(.tooLong): []
    case .rows(let rows): rows.bytes
    }
  }

  /// Why a user cannot be read.
  struct Fault: Error {
    var description: String
  }

  /// The user's name in a list.
  func id(subject: String?) -> String {
    if case .rows(let rows) = data { return rows.id }
    return subject ?? "line \(line)"
  }

  /// The snapshot as each policy reads it.
  func snapshots(for policies: [Policy]) throws(Fault) -> [Snapshot] {
    switch data {
    case .json(.tooLong): throw Fault(description: "it is longer than 16 MiB")
    case .json(.text(let bytes)):
      do throws(SnapshotError) {
        let snapshot = try Snapshot(json: SnapshotError.read(bytes))
        return try policies.map { policy throws(SnapshotError) in
          let (resolved, problems) = snapshot.resolvingFacts(for: policy.graph)
          if let problem = problems.first { throw problem }
          return resolved
        }
      } catch {
        throw Fault(description: error.description(in: "en"))
      }
    case .rows(let user):
      do throws(UnreadableRow) {
        let rows = try user.rows.enumerated().map { place, row throws(UnreadableRow) in
          try UserRecord.cells(place: place, row: row, of: user.bytes)
        }
        let reader = try LongReader(rows)
        return try policies.map { policy throws(UnreadableRow) in
          try reader.snapshot(for: policy.graph)
        }
      } catch {
        let row = user.rows[error.place]
        throw Fault(description: "\(row.shape.file):\(row.line): \(error.description)")
      }
    }
  }

  /// The cells of a row in the order of its table.
  private static func cells(
    place: Int, row: Row, of bytes: [UInt8]
  ) throws(UnreadableRow) -> LongRow {
    let cells = CSVReader.Row(line: row.line, bytes: Array(bytes[row.bytes])).cells
    guard let cells else {
      throw UnreadableRow(place: place, description: "its text is not UTF-8")
    }
    guard cells.count == row.shape.count else {
      throw UnreadableRow(
        place: place,
        description: "it has \(cells.count) cells, and the table has \(row.shape.count) columns")
    }
    return LongRow(table: row.shape.name, cells: row.shape.places.map { $0.flatMap { cells[$0] } })
  }
}

/// The users that a command is given: snapshots as JSON Lines, or a folder with the long tables.
struct UserSource {
  private var lines: LineReader?
  private var tables: UserTables?
  private var line = 0
  /// The size of what is read in bytes; nil for what has no end yet.
  let size: Int?

  /// The files that are read for a path.
  static func files(_ path: String) -> [String] {
    FolderComparison.isFolder(path) ? UserTables.files(in: path) : [path]
  }

  init(_ path: String) throws(Failure) {
    if FolderComparison.isFolder(path) {
      tables = try UserTables(path)
      size = tables?.size
    } else {
      lines = LineReader(try InputFile(path))
      size = UserProgress.size(of: path)
    }
  }

  /// The next user; nil at the end.
  mutating func next() throws(Failure) -> UserRecord? {
    if tables != nil { return try tables?.next() }
    guard let text = try lines?.next(beforeWaiting: { () throws(Failure) in }) else { return nil }
    line += 1
    var size = 1
    if case .text(let bytes) = text { size += bytes.count }
    return UserRecord(line: line, size: size, data: .json(text))
  }
}
