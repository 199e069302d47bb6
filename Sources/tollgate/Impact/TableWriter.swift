import TollgateKit
import TollgatePopulation
import TollgateRuntime
import TollgateSyntax

/// Writes users as tables of CSV, line by line: those that one policy reads, or two.
struct TableWriter {
  private let policies: [Policy]
  private let folder: String
  private let book: ColumnBook
  private let long: LongRows
  private let isLong: Bool

  init(_ policies: [Policy], at now: Instant, folder: String, isLong: Bool) throws(Failure) {
    self.policies = policies
    self.folder = folder
    self.isLong = isLong
    let graphs = policies.map { $0.graph }
    do throws(Untranslatable) {
      book = try PopulationSQL.columns(of: graphs, at: now)
      long = try LongRows(for: graphs, at: now)
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
    var last: String?
    while let user = try source.next() {
      defer { progress.advance(by: 1, bytes: user.size) }
      let rows: [LongRow]
      do throws(UserRecord.Fault) {
        rows = try self.rows(of: user, after: &last)
      } catch {
        unreadable.add(user.line, error.description)
        continue
      }
      for row in rows { try files[row.table]?.write(ListFile.row(row.cells)) }
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
    return [(PopulationSQL.wide, ["user_id"] + book.columns.flatMap { $0.headings })]
  }

  /// The rows of a user; a fault for whom the long tables have no place.
  private func rows(
    of user: UserRecord, after last: inout String?
  ) throws(UserRecord.Fault) -> [LongRow] {
    let snapshots = try user.snapshots(for: policies)
    let id = user.id(subject: snapshots[0].subject)
    guard id != last else { throw UserRecord.Fault(description: UserTables.isThereAlready) }
    last = id
    let rows: [LongRow]
    do throws(UnreadableRow) {
      rows = try long.rows(of: snapshots, id: id)
    } catch {
      throw UserRecord.Fault(description: error.description)
    }
    if isLong { return rows }
    let users = zip(policies, snapshots).map { $0.graph.prepareOnce($1) }
    let row = book.row(of: snapshots, preparedAs: users)
    let cells = zip(book.columns, row).flatMap { column, value -> [String?] in
      let text = "\(value ?? 0)"
      return column.canBeMissing ? [text, value == nil ? "0" : "1"] : [text]
    }
    return [LongRow(table: PopulationSQL.wide, cells: [id] + cells)]
  }
}
