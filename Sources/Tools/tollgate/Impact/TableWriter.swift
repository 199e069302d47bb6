import TollgateKit
import TollgatePopulation
import TollgateRuntime
import TollgateSyntax

/// Writes users as tables of CSV, line by line: those that one policy reads, or two.
struct TableWriter {
  private let policies: [Policy]
  private let folder: String
  private let book: ColumnBook
  private let reader: WideReader
  /// Whether each column may be missing, so that it has a second one.
  private let canBeMissing: [Bool]
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
    reader = WideReader(book, for: graphs)
    canBeMissing = book.columns.map { $0.canBeMissing }
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
    var block = UserBlock(policies, at: book.now, into: long)
    while let user = try source.next() {
      defer { progress.advance(by: 1, bytes: user.size) }
      let rows: [(table: String, bytes: [UInt8])]
      do throws(UserRecord.Fault) {
        rows = isLong ? try longRows(of: user, after: &last) : try [row(of: user, &block, &last)]
      } catch {
        unreadable.add(user.line, error.description)
        continue
      }
      for row in rows { try files[row.table]?.write(row.bytes) }
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
      let tables = LongTables.read(by: policies.map { $0.graph })
      return tables.map { table in (table.name, table.columns.map { $0.name }) }
    }
    return [(PopulationSQL.wide, ["user_id"] + book.columns.flatMap { $0.headings })]
  }

  /// The rows of a user; a fault for whom the long tables have no place.
  private func longRows(
    of user: UserRecord, after last: inout String?
  ) throws(UserRecord.Fault) -> [(table: String, bytes: [UInt8])] {
    let snapshots = try user.snapshots(for: policies)
    let id = user.id(subject: snapshots[0].subject)
    try TableWriter.check(id, after: &last)
    do throws(UnreadableRow) {
      return try long.rows(of: snapshots, id: id).map { ($0.table, ListFile.row($0.cells)) }
    } catch {
      throw UserRecord.Fault(description: error.description)
    }
  }

  /// The row of a user in the wide table; the same fault.
  private func row(
    of user: UserRecord, _ block: inout UserBlock, _ last: inout String?
  ) throws(UserRecord.Fault) -> (table: String, bytes: [UInt8]) {
    block.removeAll()
    try block.add(user)
    let id = block.users[0].id
    try TableWriter.check(id, after: &last)
    var numbers: [Int64] = []
    numbers.reserveCapacity(2 * canBeMissing.count)
    for (canBeMissing, value) in zip(canBeMissing, block.row(reader)) {
      numbers.append(value ?? 0)
      if canBeMissing { numbers.append(value == nil ? 0 : 1) }
    }
    var bytes: [UInt8] = []
    ListFile.add(id, numbers, to: &bytes)
    return (PopulationSQL.wide, bytes)
  }

  /// A user has one row, and rows of one user are neighbours.
  private static func check(
    _ id: String, after last: inout String?
  ) throws(UserRecord.Fault) {
    guard id != last else { throw UserRecord.Fault(description: UserTables.isThereAlready) }
    last = id
  }
}
