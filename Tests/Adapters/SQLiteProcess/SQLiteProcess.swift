import Foundation
import TollgatePurchases
import TollgateSQLite

/// Runs a purchase processor with a SQLite journal, to be killed; see `SQLiteCrashTests`. With the
/// last argument `count` it counts uses; see `SQLiteUsageTests`.
@main struct SQLiteProcess {
  static func main() async throws {
    if CommandLine.arguments.last == "count" { return try await UsageProcess.run() }
    try await live { path, steps in
      SteppingJournal(journal: try SQLiteJournal(path: path), steps: steps)
    }
  }
}

/// A journal at which a process may die before and after any operation.
struct SteppingJournal: PurchaseJournal {
  let journal: SQLiteJournal
  let steps: Steps

  func entries() async throws(JournalError) -> [JournalEntry] {
    steps.pass()
    return await journal.entries()
  }

  func append(_ entries: [JournalEntry]) async throws(JournalError) {
    steps.pass()
    try await journal.append(entries)
    steps.pass()
  }

  func close() async { await journal.close() }

  func compact() async throws(JournalError) {
    steps.pass()
    try await journal.compact()
    steps.pass()
  }
}
