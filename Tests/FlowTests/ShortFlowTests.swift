import Foundation
import Synchronization
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateTesting

/// The flow that the guides promise: at most 15 lines and 6 types.
@Suite struct ShortFlowTests {
  private func lines() throws -> [Substring] {
    let file = try String(
      contentsOf: Repository.url("Tests/FlowTests/ShortFlow.swift"), encoding: .utf8)
    let lines = file.split(separator: "\n")
    let begin = try #require(lines.firstIndex { $0.contains("the flow begins") })
    let end = try #require(lines.firstIndex { $0.contains("the flow ends") })
    return Array(lines[(begin + 1)..<end])
  }

  @Test("the flow has at most 15 lines and 6 types")
  func size() throws {
    let lines = try lines()
    #expect(lines.count <= 15)
    #expect(lines.allSatisfy { $0.utf8.count <= 100 && !$0.contains(";") })
    // A type begins with a capital letter; `Task` is Swift's.
    var types: Set<Substring> = []
    for line in lines {
      let words = line.split { !$0.isLetter && $0 != "\"" && $0 != "." }
      types.formUnion(words.filter { $0.first?.isUppercase ?? false })
    }
    types.remove("Task")
    #expect(
      types == ["Gate", "Shop", "SimulatedVerifier", "FileJournal", "FileUsageStore"],
      "\(types.sorted())")
    #expect(types.count <= 6)
  }

  @Test("the flow does what it says")
  func runs() async throws {
    try await withFolder { folder in
      let clock = TestClock("2026-01-31")
      let store = SimulatedStore(policy: Shop.policy, clock: clock)
      let told = Mutex<[String]>([])
      try await shortFlow(store, clock, in: folder, account: "anna") { line in
        told.withLock { $0.append(line) }
      }
      let lines = told.withLock { $0 }.filter { !$0.hasPrefix("tier ") }
      #expect(lines.count == 4, "\(lines)")
      #expect(lines.first == "recommended")
      #expect(lines.last == "restored 1")
      #expect(lines.contains("exported"))
      // A restart without a network knows all of it.
      let file = folder.appendingPathComponent("gate.json")
      let gate = try Gate<Shop>(remembering: file, account: "anna", clock: clock)
      #expect(gate.can(.csvExport))
      #expect(gate.snapshot.subject == "anna")
      #expect(gate.snapshot.usage["recommendations"] != nil)
    }
  }
}
