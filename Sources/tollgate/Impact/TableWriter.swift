import TollgateKit
import TollgatePopulation
import TollgateRuntime
import TollgateSyntax

/// Writes users as tables of CSV, line by line.
struct TableWriter {
  private let policy: Policy
  private let now: Instant
  private let folder: String
  private let book: ColumnBook
  private let isLong: Bool

  init(_ policy: Policy, at now: Instant, folder: String, isLong: Bool) throws(Failure) {
    self.policy = policy
    self.now = now
    self.folder = folder
    self.isLong = isLong
    do throws(Untranslatable) {
      book = try PopulationSQL.columns(of: [policy.graph], at: now)
    } catch {
      throw .unreadable("this has no exact table: \(error.description)")
    }
  }

  /// Writes the users of a file, and returns the lines that could not be read.
  func write(_ path: String) throws(Failure) -> UserCounter.Unreadable {
    var files: [String: OutputFile] = [:]
    for (name, columns) in tables {
      files[name] = try ListFile.open("\(folder)/\(name).csv", headings: columns)
    }
    let schema = isLong ? nil : try OutputFile("\(folder)/schema.sql")
    try schema?.write(Array(book.schema.utf8))
    var source = try UserSource(path)
    var unreadable = UserCounter.Unreadable()
    var progress = UserProgress(ofSize: source.size)
    while let user = try source.next() {
      defer { progress.advance(by: 1, bytes: user.size) }
      let snapshot: Snapshot
      do throws(UserRecord.Fault) {
        snapshot = try user.snapshots(for: [policy])[0]
      } catch {
        unreadable.add(user.line, error.description)
        continue
      }
      for row in rows(of: snapshot, user.id(subject: snapshot.subject)) {
        let cells = row.cells.map { Escape.csvCell($0) }.joined(separator: ",")
        try files[row.table]?.write(Array("\(cells)\r\n".utf8))
      }
    }
    progress.finish()
    for (name, _) in tables { try files[name]?.close() }
    try schema?.close()
    return unreadable
  }

  /// The paths of all files that are written.
  var paths: [String] {
    tables.map { "\(folder)/\($0.name).csv" } + (isLong ? [] : ["\(folder)/schema.sql"])
  }

  private var tables: [(name: String, columns: [String])] {
    if isLong {
      return LongTables.all.map { table in (table.name, table.columns.map { $0.name }) }
    }
    let columns = book.columns.flatMap {
      $0.canBeMissing ? [$0.name, "\($0.name)_known"] : [$0.name]
    }
    return [("tollgate_users", ["user_id"] + columns)]
  }

  private func rows(of snapshot: Snapshot, _ id: String) -> [(table: String, cells: [String?])] {
    if isLong {
      let rows = LongRows(for: policy.graph, at: now).rows(of: snapshot, id: id)
      return rows.map { ($0.table, $0.cells) }
    }
    let row = book.row(of: snapshot, preparedAs: [policy.graph.prepareOnce(snapshot)])
    let cells = zip(book.columns, row).flatMap { column, value -> [String?] in
      let text = "\(value ?? 0)"
      return column.canBeMissing ? [text, value == nil ? "0" : "1"] : [text]
    }
    return [("tollgate_users", [id] + cells)]
  }
}
