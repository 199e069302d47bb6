import Foundation
import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// One life of an app: it opens its journal, processes the store's deliveries, and ends or is
/// killed. The store and the app's server are files in a folder that survives it.
struct Life {
  let folder: URL
  let steps: Steps
  /// Whether it makes a mistake on purpose: it finishes a transaction before it is stored.
  let finishesFirst: Bool

  func run(_ journal: some PurchaseJournal) async throws {
    let processor = try await PurchaseProcessor.open(
      journal, verifier: Verifier(life: self), terms: PurchaseTerms(hasServer: true),
      clock: StillClock()
    ) { id in finish(id) }
    let policy = try Policy(contentsOf: folder.appendingPathComponent("policy.gate"))
    let finished = Set(lines("finished"))
    for (index, id) in lines("orders").enumerated() where !finished.contains(id) {
      let record = PurchaseRecord(
        transactionID: id, product: "pack-\(id)", kind: .nonConsumable,
        start: StillClock.time, verification: .device)
      _ = await processor.receive(record, proof: record)
      _ = try await processor.reportChange(policy: policy)
      if index == 1 { try await journal.compact() }
      await processor.flushOutbox { tell($0) }
    }
    // Changes that an earlier life stored but did not report.
    _ = try await processor.reportChange(policy: policy)
    await processor.flushOutbox { tell($0) }
  }

  struct Verifier: PurchaseVerifier {
    var life: Life

    func verify(_ proof: PurchaseRecord) async -> VerificationResult {
      life.steps.pass()
      if life.finishesFirst { life.finish(proof.transactionID) }
      var record = proof
      record.verification = .server
      return .genuine(record)
    }
  }

  struct StillClock: StoreClock {
    static let time = Instant(milliseconds: 1_772_323_200_000)
    func now() -> Instant { Self.time }
    func sleep(until instant: Instant) async throws {}
  }

  // MARK: The files

  private func finish(_ id: String) {
    steps.pass()
    add(id, to: "finished")
    steps.pass()
  }

  private func tell(_ item: SyncItem) -> Instant {
    steps.pass()
    add(item.id, to: "server")
    steps.pass()
    return StillClock.time
  }

  func lines(_ name: String) -> [String] {
    let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  /// A line is written in one call, so it is complete or missing.
  func add(_ line: String, to name: String) {
    let path = folder.appendingPathComponent(name).path
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let bytes = Array((line + "\n").utf8)
    guard write(file, bytes, bytes.count) == bytes.count else { exit(3) }
    close(file)
  }
}

/// Counts the steps of a life, and ends it at one of them like a crash.
final class Steps: @unchecked Sendable {
  // Invariant: `count` is read and written under the lock.
  private var count = 0
  private let lock = NSLock()
  private let last: Int

  /// - Parameter last: The step at which to die; 0 for none.
  init(last: Int) { self.last = last }

  func pass() {
    lock.lock()
    defer { lock.unlock() }
    count += 1
    if count == last { kill(getpid(), SIGKILL) }
  }

  var total: Int {
    lock.lock()
    defer { lock.unlock() }
    return count
  }
}

/// The arguments: `FOLDER STEP [finish-first]`. A byte on the standard output reports the start,
/// and the number of steps reports the end.
func live(_ open: @Sendable (_ path: String, Steps) throws -> some PurchaseJournal) async throws {
  let arguments = CommandLine.arguments
  guard arguments.count >= 3, let step = Int(arguments[2]) else { exit(2) }
  let folder = URL(fileURLWithPath: arguments[1])
  let life = Life(
    folder: folder, steps: Steps(last: step),
    finishesFirst: arguments.dropFirst(3).first == "finish-first")
  FileHandle.standardOutput.write(Data("!".utf8))
  try await life.run(open(folder.appendingPathComponent("journal").path, life.steps))
  FileHandle.standardOutput.write(Data("\(life.steps.total)".utf8))
}
