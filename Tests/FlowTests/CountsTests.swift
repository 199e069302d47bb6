import Foundation
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateTesting
import TollgateUsage

/// A gate that counts.
@Suite struct CountsTests {
  private func counting(_ flow: Flow) async throws {
    let utc = TimeZone(secondsFromGMT: 0)
    try await flow.gate.count(in: MemoryUsageStore(), device: "phone", in: utc)
  }

  @Test("uses are counted, and the gate knows what is left, also on the next day")
  func uses() async throws {
    let flow = Flow()
    try await counting(flow)
    for used in 1...3 {
      #expect(try await flow.gate.use(.recommendations).isAllowed)
      #expect(flow.gate.decision(.recommendations, adding: 0).quota?.used == Int64(used))
    }
    #expect(!flow.gate.allows(.recommendations))
    let denied = try await flow.gate.use(.recommendations)
    #expect(denied.reason == .limitReached)
    #expect(denied.decision.waysIn.isEmpty == false)
    flow.clock.advance(by: .days(1))
    #expect(flow.gate.allows(.recommendations), "nobody told the gate but the clock")
    #expect(try await flow.gate.use(.recommendations).isAllowed)
  }

  @Test("a purchase raises the limit of the next use")
  func bought() async throws {
    let flow = Flow()
    try await flow.launch(account: "anna")
    try await counting(flow)
    #expect(try await flow.gate.use(.recommendations, adding: 3).isAllowed)
    #expect(try await !flow.gate.use(.recommendations).isAllowed)
    _ = await flow.gate.buy(.annual)
    #expect(try await flow.gate.use(.recommendations).isAllowed)
    #expect(flow.gate.can(.csvExport), "counting leaves the purchases alone")
  }

  @Test("what is reserved counts until it is committed or cancelled")
  func reservations() async throws {
    let flow = Flow()
    try await counting(flow)
    let gate = flow.gate
    #expect(try await gate.reserve(.recommendations, adding: 2, id: "a", for: 60).isAllowed)
    #expect(!gate.allows(.recommendations, adding: 2))
    try await gate.commit("a", amount: 1)
    #expect(gate.allows(.recommendations, adding: 2))
    #expect(try await gate.reserve(.recommendations, adding: 2, id: "b", for: 60).isAllowed)
    #expect(!gate.allows(.recommendations))
    try await gate.cancel("b")
    #expect(gate.allows(.recommendations, adding: 2))
    #expect(try await gate.use(.recommendations, id: "c").isAllowed)
    #expect(try await gate.use(.recommendations, id: "c").isRepeated)
    try await gate.refund("c")
    #expect(gate.allows(.recommendations, adding: 2))
  }

  @Test("a gate without a book says so")
  func noBook() async throws {
    let gate = Gate<Shop>(clock: TestClock("2026-01-31"))
    await #expect(throws: UsageError.noBook) { try await gate.use(.recommendations) }
    #expect(UsageError.noBook.description(in: "en").contains("call `count(in:device:)`"))
    #expect(UsageError.noBook.description(in: "zh-Hans").contains("count(in:device:)"))
  }

  @Test("eight tasks use a limit of three exactly three times")
  func race() async throws {
    let flow = Flow()
    try await counting(flow)
    let gate = flow.gate
    let allowed = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { try await gate.use(.recommendations).isAllowed } }
      return try await group.reduce(0) { $1 ? $0 + 1 : $0 }
    }
    #expect(allowed == 3)
    #expect(!gate.allows(.recommendations))
    #expect(gate.decision(.recommendations, adding: 0).quota?.used == 3)
  }
}
