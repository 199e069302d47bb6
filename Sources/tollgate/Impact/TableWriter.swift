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
    var files: [String: ListFile] = [:]
    for (name, columns) in tables {
      files[name] = try ListFile("\(folder)/\(name).csv", headings: columns)
    }
    if !isLong {
      let schema = book.schema
      try AtomicFile.write(Array(schema.utf8), to: "\(folder)/schema.sql")
    }
    var reader = LineReader(try InputFile(path))
    var unreadable = UserCounter.Unreadable()
    var progress = Progress("users")
    var number = 0
    while let line = try reader.next(beforeWaiting: { () throws(Failure) in }) {
      number += 1
      let snapshot: Snapshot
      do throws(SnapshotError) {
        snapshot = try Snapshot(line: line, for: policy)
      } catch {
        unreadable.add(number, error.description(in: "en"))
        continue
      }
      let id = snapshot.subject ?? "line \(number)"
      for row in rows(of: snapshot, id) { try files[row.table]?.write(ListFile.row(row.cells)) }
      progress.advance()
    }
    progress.finish()
    for (name, _) in tables { try files[name]?.close() }
    return unreadable
  }

  private var tables: [(name: String, columns: [String])] {
    if isLong { return LongRows.tables }
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

extension Snapshot {
  /// A line of JSON Lines as a policy reads it.
  init(line: LineReader.Line, for policy: Policy) throws(SnapshotError) {
    guard case .text(let bytes) = line else {
      throw SnapshotError(
        .refused("it is longer than 16 MiB", chinese: "超过 16 MiB"))
    }
    let (resolved, problems) = try Snapshot(json: SnapshotError.read(bytes))
      .resolvingFacts(for: policy.graph)
    if let problem = problems.first { throw problem }
    self = resolved
  }
}
