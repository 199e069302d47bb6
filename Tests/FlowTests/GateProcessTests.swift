import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

/// Several processes that remember in one file, such as an app and its extensions.
@Suite struct GateProcessTests {
  @Test("what each of three processes saved is there, whenever one of them is killed")
  func threeProcesses() async throws {
    for round in 0..<4 {
      try await withFolder { folder in
        let lives = try (0..<3).map { try GateProcessTests.start($0, in: folder) }
        if round > 0 {
          usleep(UInt32(round * 9_000))
          kill(lives[round - 1].processIdentifier, SIGKILL)
        }
        for life in lives { life.waitUntilExit() }
        let gate = try Gate<AccountTests.App>(
          remembering: folder.appendingPathComponent("gate.json"), account: "ada")
        for (number, life) in lives.enumerated() {
          let wasKilled = life.terminationReason == .uncaughtSignal
          #expect(wasKilled || life.terminationStatus == 0)
          let saved = GateProcessTests.saved(number, in: folder)
          #expect(wasKilled || saved == 40)
          let fact = gate.snapshot.facts["process-\(number)"]
          let used = gate.snapshot.usage["meter-\(number)"]?[.total]?.used
          // It may have been killed between saving and noting that it did.
          let possible = wasKilled ? [saved, saved + 1] : [saved]
          #expect(possible.contains { fact == ($0 == 0 ? nil : .number($0)) }, "\(saved)")
          #expect(possible.contains { used == ($0 == 0 ? nil : $0) }, "\(saved)")
        }
      }
    }
  }

  private static func start(_ number: Int, in folder: URL) throws -> Process {
    let process = Process()
    process.executableURL = Shell.built("PurchaseProcess")
    process.arguments = [folder.path, "\(number)", "gate"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    // It tells that it has begun.
    _ = pipe.fileHandleForReading.readData(ofLength: 1)
    return process
  }

  private static func saved(_ number: Int, in folder: URL) -> Int64 {
    let text = try? String(
      contentsOf: folder.appendingPathComponent("saved-\(number)"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").last.flatMap { Int64($0) } ?? 0
  }
}
