import Figures
import Foundation
import GRDB
import TollgateKit
import TollgateSQLite
import TollgateUsage
import Workload

extension Harness {
  /// A gate with typed names, beside what an app would write by hand: both look at the clock.
  mutating func addGate(_ gates: GateWorkload) throws {
    let gate = TollgateKit.Gate<GateNames>(snapshot: gates.snapshots[1])
    let features = Requests.unlearnable(GateNames.features, users: 1)
    let answers = Sink(false)
    time(.gateCan, operations: features.count) {
      storeAll(features, in: answers) { feature, _ in gate.can(feature) }
    }
    let policy = GateNames.policy
    let prepared = policy.prepare(gates.snapshots[1])
    let targets = Requests.unlearnable(
      GateNames.features.compactMap { policy.target($0.name) }, users: 1)
    for feature in GateNames.features {
      let answer = policy.target(feature.name).map {
        Engine.isAllowed($0, in: policy, for: prepared, at: .now)
      }
      guard gate.can(feature) == answer else { throw WorkloadError("\(feature.name) differs") }
    }
    time(.byTargetNow, operations: targets.count) {
      storeAll(targets, in: answers) { target, _ in
        Engine.isAllowed(target, in: policy, for: prepared, at: .now)
      }
    }
  }

  /// One use, counted in each store, beside writing as many bytes to the same disk as durably.
  mutating func addUses(in folder: URL) throws {
    func path(_ name: String) -> String {
      let path = folder.appendingPathComponent(name).path
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
      return path
    }
    addUse(.useInMemory, try Uses(MemoryUsageStore()), count: 4096)
    let file = path("uses")
    addUse(.useInFile, try Uses(FileUsageStore(path: file)), count: 64)
    addUse(.useInSQLite, try Uses(SQLiteUsageStore(path: path("uses.sqlite"))), count: 64)
    try addAppend(try Uses.bytes(in: path("line")), to: path("bytes"))
    try addInsert(try Uses.bytes(in: path("line")), into: path("rows.sqlite"))
  }

  private mutating func addUse(_ figure: Figure, _ uses: Uses, count: Int) {
    time(figure, operations: count) { uses.run(count) }
  }

  private mutating func addAppend(_ bytes: [UInt8], to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard file >= 0 else { throw WorkloadError("\(path) cannot be opened") }
    time(.append, operations: 64) {
      for _ in 0..<64 {
        if write(file, bytes, bytes.count) != bytes.count || fsync(file) != 0 { exit(1) }
      }
    }
  }

  /// In the mode of `SQLiteUsageStore`: a log written ahead, and stored at each commit.
  private mutating func addInsert(_ bytes: [UInt8], into path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { database in
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "CREATE TABLE line (id INTEGER PRIMARY KEY, json TEXT NOT NULL)")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    time(.insert, operations: 64) {
      for _ in 0..<64 {
        try? queue.write { database in
          try database.cachedStatement(sql: "INSERT OR REPLACE INTO line VALUES (1, ?)")
            .execute(arguments: [text])
        }
      }
    }
  }
}

/// Uses of a meter without an end, one after the other.
private final class Uses: Sendable {
  private let counter: UsageCounter
  private let person: UsageCounter.Person

  init(_ store: some UsageStore) throws {
    let policy = try Policy(source: "tiers free < pro\nexports > 1_000_000_000 requires pro")
    counter = UsageCounter(policy, in: store, device: "phone")
    person = UsageCounter.Person("ada", in: try Uses.utc)
  }

  /// Waits for so many uses; this thread is none of Swift's own.
  func run(_ count: Int) {
    let done = DispatchSemaphore(value: 0)
    Task {
      for _ in 0..<count {
        guard let answer = try? await counter.use("exports", by: person), answer.isAllowed else {
          exit(1)
        }
      }
      done.signal()
    }
    done.wait()
  }

  /// What one use writes to a file.
  static func bytes(in path: String) throws -> [UInt8] {
    let uses = try Uses(FileUsageStore(path: path))
    uses.run(100)
    let before = try Data(contentsOf: URL(fileURLWithPath: path)).count
    uses.run(1)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)).dropFirst(before))
  }

  private static var utc: TimeZone {
    get throws {
      guard let utc = TimeZone(secondsFromGMT: 0) else { throw WorkloadError("there is no UTC") }
      return utc
    }
  }
}
