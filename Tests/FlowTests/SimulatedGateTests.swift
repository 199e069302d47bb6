import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateTesting
import TollgateUsage

/// The gate that an app's own tests use.
@Suite struct SimulatedGateTests {
  @Test("what the guide Testing an app shows")
  func theGuide() async throws {
    let app = try await SimulatedGate<Shop>(at: "2026-01-31", account: "ada")
    try await app.gate.count(in: MemoryUsageStore(), device: "phone")

    // Three recommendations a day are free; tomorrow there are three again.
    #expect(try await app.gate.use(.recommendations, adding: 3).isAllowed)
    #expect(try await !app.gate.use(.recommendations).isAllowed)
    await app.advance(by: .days(1))
    #expect(try await app.gate.use(.recommendations).isAllowed)

    // A purchase, and its refund.
    #expect(await app.gate.buy(.annual).code == .purchased)
    #expect(app.gate.can(.csvExport))
    try app.store.refund("annual")
    await app.gate.refresh()
    #expect(!app.gate.can(.csvExport))

    // A plan that renews, and is then cancelled.
    #expect(await app.gate.buy(.monthly).code == .purchased)
    await app.advance(by: .months(3))
    #expect(app.gate.can(.csvExport))
    try app.store.cancel("monthly")
    await app.advance(by: .months(1))
    #expect(!app.gate.can(.csvExport))

    // Somebody else on the same device has nothing of ada's.
    #expect(await app.gate.buy(.annual).code == .purchased)
    await app.gate.changeAccount(to: "bob")
    #expect(!app.gate.can(.csvExport))
    await app.gate.changeAccount(to: "ada")
    #expect(app.gate.can(.csvExport))

    // Offline for longer than the policy trusts what it knows.
    app.device.isOnline = false
    await app.advance(by: .days(4))
    #expect(app.gate.decision(.csvExport).reason == .stale)
    app.device.isOnline = true
    await app.gate.note(.foregrounded)
    #expect(app.gate.can(.csvExport))
  }

  @Test("a purchase that the terms do not count is not told as one")
  func sandbox() async throws {
    let sandbox = StoreConditions(environment: .sandbox)
    let app = try await SimulatedGate<Shop>(at: "2026-01-31", conditions: sandbox)
    guard case .failed(.unknownError(let words)) = await app.gate.buy(.annual) else {
      return #expect(Bool(false), "nothing opened, and it was told as bought")
    }
    #expect(words.hasSuffix("of the environment sandbox"))
    #expect(!app.gate.can(.csvExport))
  }
  @Test("a life of a gate: a trial of the store, renewals, an end, a refund, another account")
  func aLife() async throws {
    let start: Instant = "2026-01-31"
    let app = try await SimulatedGate<Shop>(at: start, account: "ada")
    #expect(!app.gate.can(.csvExport))
    #expect(await app.gate.buy(.annual).code == .purchased)
    try app.store.cancel("annual")
    await app.advance(by: .years(1))
    #expect(!app.gate.can(.csvExport))
    #expect(await app.gate.buy(.monthly).code == .purchased)
    await app.advance(by: .months(3))
    #expect(app.gate.can(.csvExport), "it renewed three times")
    await app.gate.changeAccount(to: "bob")
    #expect(!app.gate.can(.csvExport))
    await app.gate.changeAccount(to: "ada")
    try app.store.refund("monthly")
    await app.gate.refresh()
    #expect(!app.gate.can(.csvExport))
  }

  @Test("without a network, data grows too old; a launch reads the journal")
  func offline() async throws {
    let app = try await SimulatedGate<Shop>(at: "2026-01-31")
    _ = await app.gate.buy(.annual)
    app.device.isOnline = false
    await app.advance(by: .days(4))
    #expect(app.gate.decision(.csvExport).reason == .stale)
    try await app.launch()
    #expect(!app.gate.can(.csvExport))
    app.device.isOnline = true
    await app.gate.note(.foregrounded)
    #expect(app.gate.can(.csvExport), "`note` returns when the store has answered")
  }

  @Test("uses are counted beside it")
  func counts() async throws {
    let app = try await SimulatedGate<Shop>(at: "2026-01-31")
    try await app.gate.count(in: MemoryUsageStore(), device: "phone")
    #expect(try await app.gate.use(.recommendations, adding: 3).isAllowed)
    #expect(try await !app.gate.use(.recommendations).isAllowed)
    await app.advance(by: .days(1))
    #expect(try await app.gate.use(.recommendations).isAllowed)
  }
}
