import Foundation
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// Kills a process that receives orders, restarts it and kills it again, until all orders are done;
/// then checks the result. Used for every durable journal.
struct CrashRun {
  /// The process; see `Tests/PurchaseProcess/Life.swift`.
  let program: URL
  /// Opens a copy of the journal that a process left.
  let open: (_ path: String) async throws -> any PurchaseJournal
  var seed: UInt64
  var finishesFirst = false

  /// The number of processes killed at a step, and at a time.
  private(set) var kills = (steps: 0, times: 0)
  /// Finished orders that the journal does not have.
  private(set) var lost: Set<String> = []
  /// The number of completed batches of orders.
  private(set) var lots = 0
  /// The length of a complete life: in steps, and in microseconds.
  private var length = (steps: 1, time: 1)

  init(
    _ program: URL, seed: UInt64,
    open: @escaping (_ path: String) async throws -> any PurchaseJournal
  ) {
    self.program = program
    self.seed = seed
    self.open = open
  }

  static let orders = ["a", "b", "c"]

  /// In memory if possible: the data of a killed process stays anyway, and a drive would take ten
  /// times as long. `PowerTests` covers a loss of power.
  private static let place: URL = {
    let memory = "/dev/shm"
    return FileManager.default.isWritableFile(atPath: memory)
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
  }()

  private mutating func random(_ bound: Int) -> Int {
    // SplitMix64
    seed &+= 0x9E37_79B9_7F4A_7C15
    var z = seed
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ z >> 31) % UInt64(max(1, bound)))
  }

  /// Continues until this many processes were killed.
  mutating func run(kills wanted: Int) async throws {
    let start = try await lot(kills: 0)
    #expect(start, "a process that nobody kills does all orders")
    while kills.steps + kills.times < wanted {
      // A batch that always dies early would never end.
      _ = try await lot(kills: 12)
    }
  }

  /// Completes one batch of orders in its own folder.
  ///
  /// - Returns: Whether its first process reached the end.
  private mutating func lot(kills most: Int) async throws -> Bool {
    let folder = CrashRun.place.appendingPathComponent("tollgate-crash-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data((CrashRun.orders.joined(separator: "\n") + "\n").utf8)
      .write(to: folder.appendingPathComponent("orders"))
    try Data(CrashRun.policy.utf8).write(to: folder.appendingPathComponent("policy.gate"))
    var killed = 0
    while true {
      // A control run dies only at steps, so that it is the same every time.
      let isStep = finishesFirst || random(2) == 0
      let life = try live(in: folder, dying: killed < most ? isStep : nil)
      if life.wasKilled {
        killed += 1
        if isStep { kills.steps += 1 } else { kills.times += 1 }
        try await check(folder)
        continue
      }
      guard life.status == 0 else {
        Issue.record("seed \(seed): the process ended with \(life.status)")
        return false
      }
      if most == 0 {
        length = (max(1, life.steps), max(1, life.time))
      } else if killed == 0 {
        // The machine may have been busy during the first life.
        length.time = min(length.time, max(1, life.time))
      }
      lots += 1
      try await judge(folder)
      return killed == 0
    }
  }

  // MARK: The result

  private func lines(_ name: String, in folder: URL) -> [String] {
    let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  /// The state for the next process; from a copy, so that nothing is repaired.
  private func state(in folder: URL) async throws -> JournalState {
    let copies = folder.appendingPathComponent("copy")
    try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: copies) }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasPrefix("journal") {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent(name), to: copies.appendingPathComponent(name))
    }
    let journal = try await open(copies.appendingPathComponent("journal").path)
    return JournalState(replaying: try await journal.entries())
  }

  /// Every finished order is stored and proved.
  private mutating func check(_ folder: URL) async throws {
    let ledger = try await state(in: folder).ledger
    for id in lines("finished", in: folder) where ledger.record(id)?.verification != .server {
      lost.insert("\(lots)\(id)")
    }
  }

  /// Every order counts once: in the snapshot, in the meter, and in the log.
  private mutating func judge(_ folder: URL) async throws {
    let state = try await state(in: folder)
    try await check(folder)
    if finishesFirst { return }
    #expect(Set(lines("finished", in: folder)) == Set(CrashRun.orders))
    #expect(state.finished == Set(CrashRun.orders))
    #expect(state.ledger.transactions().map(\.transactionID).sorted() == CrashRun.orders)
    let policy = try Policy(source: CrashRun.policy)
    let now = Instant(milliseconds: 1_772_323_200_000)
    let snapshot = state.ledger.snapshot(policy: policy, at: now)
    #expect(snapshot.grants.compactMap(\.id).sorted() == CrashRun.orders)
    #expect(policy.decide("vault", for: snapshot, at: now).isAllowed)
    let written = state.audit.entries
    #expect(written.map(\.transactionID).sorted() == CrashRun.orders)
    #expect(written.allSatisfy { $0.kind == .purchased })
    #expect(state.outbox.isEmpty)
    // The server received each change, and the last one last.
    #expect(lines("server", in: folder).last?.isEmpty == false)
  }

  /// The policy of both.
  private static let policy = """
    feature vault
    vault requires a and b and c
    entitlement a
    entitlement b
    entitlement c
    product pack-a
      grants a
    product pack-b
      grants b
    product pack-c
      grants c
    """

  // MARK: The process

  private struct Outcome {
    var status: Int32 = 0
    var wasKilled = false
    var steps = 0
    var time = 0
  }

  /// Starts a process and waits for its end.
  ///
  /// - Parameter isStep: Whether it dies at a step or at a time; nil for neither.
  private mutating func live(in folder: URL, dying isStep: Bool?) throws -> Outcome {
    let step = isStep == true ? 1 + random(length.steps) : 0
    let delay = isStep == false ? random(length.time) : nil
    var arguments = [program.path, folder.path, "\(step)"]
    if finishesFirst { arguments.append("finish-first") }
    var pipes: [Int32] = [0, 0]
    guard pipe(&pipes) == 0 else { throw CocoaError(.fileReadUnknown) }
    let child = try spawn(arguments, output: pipes[1])
    close(pipes[1])
    defer { close(pipes[0]) }
    var buffer = [UInt8](repeating: 0, count: 64)
    // The process reports its start.
    _ = read(pipes[0], &buffer, 1)
    let start = DispatchTime.now().uptimeNanoseconds
    if let delay {
      usleep(UInt32(delay))
      kill(child, SIGKILL)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    var outcome = Outcome()
    outcome.time = Int((DispatchTime.now().uptimeNanoseconds - start) / 1000)
    outcome.wasKilled = status & 0x7F == SIGKILL
    outcome.status = status >> 8 & 0xFF
    let count = read(pipes[0], &buffer, 64)
    outcome.steps = Int(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)) ?? 0
    return outcome
  }

  private func spawn(_ arguments: [String], output: Int32) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addclose(&actions, output)
    var words = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    guard posix_spawn(&child, arguments[0], &actions, nil, words, environ) == 0 else {
      throw CocoaError(.fileNoSuchFile)
    }
    return child
  }
}
