import GRDB
import TollgateKit

/// What is known of each user, as the JSON of a snapshot.
actor UserTable {
  private let database: DatabaseQueue

  init(path: String) throws {
    database = try DatabaseQueue(path: path)
    try database.write { database in
      try database.execute(
        sql: "CREATE TABLE IF NOT EXISTS user (id TEXT PRIMARY KEY, snapshot TEXT NOT NULL)")
    }
  }

  func set(_ snapshot: Snapshot, of user: String) throws {
    try database.write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO user VALUES (?, ?)", arguments: [user, snapshot.json()])
    }
  }

  func snapshot(of user: String) throws -> Snapshot {
    let text = try database.read { database in
      try String.fetchOne(
        database, sql: "SELECT snapshot FROM user WHERE id = ?", arguments: [user])
    }
    return try text.map(Snapshot.init(json:)) ?? Snapshot()
  }
}
