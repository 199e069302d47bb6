import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

@testable import TollgateUsage

/// Processes that are killed while they count in a file.
struct UsageCrashTests {
  static let ids = (0..<12).map { "use-\($0)" }
  static let limit = 8

  /// A folder with what a process needs; in memory if possible.
  private static func folder() throws -> URL {
    let memory = "/dev/shm"
    let place =
      FileManager.default.isWritableFile(atPath: memory)
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    let folder = place.appendingPathComponent("tollgate-usage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data((ids.joined(separator: "\n") + "\n").utf8)
      .write(to: folder.appendingPathComponent("orders"))
    try Data("meter exports\nexports > \(limit) requires pro\n".utf8)
      .write(to: folder.appendingPathComponent("policy.gate"))
    return folder
  }

  private struct Outcome {
    var wasKilled: Bool
    var status: Int32
    var steps: Int
    var time: Int
  }

  /// Starts a process and waits for its end.
  ///
  /// - Parameters:
  ///   - step: The step at which it dies; 0 for none.
  ///   - delay: After how many microseconds it is killed; nil for never.
  private static func live(in folder: URL, step: Int, delay: Int?) throws -> Outcome {
    let process = Process()
    process.executableURL = Shell.built("PurchaseProcess")
    process.arguments = [folder.path, "\(step)", "count"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    // The process reports its start.
    _ = pipe.fileHandleForReading.readData(ofLength: 1)
    let start = DispatchTime.now().uptimeNanoseconds
    if let delay {
      usleep(UInt32(delay))
      kill(process.processIdentifier, SIGKILL)
    }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      wasKilled: process.terminationReason == .uncaughtSignal, status: process.terminationStatus,
      steps: Int(String(decoding: output, as: UTF8.self)) ?? 0,
      time: Int((DispatchTime.now().uptimeNanoseconds - start) / 1_000))
  }

  /// The book that a process left, from a copy, so that nothing is repaired.
  private static func book(in folder: URL) async throws -> UsageBook {
    let copy = folder.appendingPathComponent("copy")
    try? FileManager.default.removeItem(at: copy)
    let original = folder.appendingPathComponent("usage")
    guard FileManager.default.fileExists(atPath: original.path) else { return UsageBook() }
    try FileManager.default.copyItem(at: original, to: copy)
    let store = try FileUsageStore(path: copy.path)
    #expect(store.damagedLines.isEmpty)
    let book = await store.book(of: "ada").book
    await store.close()
    return book
  }

  /// Whatever was confirmed is counted, and whatever is counted is counted once.
  private static func check(_ folder: URL, isComplete: Bool) async throws {
    let page = try await book(in: folder).pages["phone"]
    let counted = Set(page?.receipts.keys.map { $0 } ?? [])
    let text = try? String(
      contentsOf: folder.appendingPathComponent("confirmed"), encoding: .utf8)
    let confirmed = (text ?? "").split(separator: "\n").map(String.init)
    #expect(Set(confirmed).count == confirmed.count, "an id is confirmed once")
    #expect(counted.isSuperset(of: confirmed), "a confirmed use is counted")
    let total = page?.tallies[TallyKey(meter: "exports", thing: "")]?.change ?? 0
    #expect(Int(total) == counted.count, "a use is counted once")
    #expect(counted.count <= limit)
    if isComplete { #expect(counted == Set(ids.prefix(limit))) }
  }

  @Test("500 processes killed while they count: nothing confirmed is lost or counted twice")
  func killed() async throws {
    var random = Naive.SplitMix64(seed: 20_261_122)
    var (kills, killsByTime, lives) = (0, 0, 0)
    var (steps, time) = (1, 1)
    while kills < 500 {
      let folder = try UsageCrashTests.folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      // The first life of all is not killed, nor is the thirteenth in a folder.
      for attempt in 0..<13 {
        let mayDie = lives > 0 && attempt < 12
        let isStep = random.below(2) == 0
        let life = try UsageCrashTests.live(
          in: folder, step: mayDie && isStep ? 1 + random.below(steps) : 0,
          delay: mayDie && !isStep ? random.below(time) : nil)
        lives += 1
        try await UsageCrashTests.check(folder, isComplete: !life.wasKilled)
        if life.wasKilled {
          kills += 1
          if !isStep { killsByTime += 1 }
          continue
        }
        #expect(life.status == 0)
        if !mayDie, attempt == 0 { (steps, time) = (max(1, life.steps), max(1, life.time)) }
        break
      }
    }
    #expect(steps > 40)
    #expect(killsByTime > 100 && kills - killsByTime > 100)
  }
}
