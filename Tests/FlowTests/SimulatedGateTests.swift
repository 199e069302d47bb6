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

    // Her next phone knows nothing until it has a network.
    let other = try await app.anotherPhone(isOnline: false)
    #expect(!other.gate.can(.csvExport))
    other.device.isOnline = true
    #expect(await other.gate.restore() == .restored(["annual"]))
    #expect(other.gate.can(.csvExport))

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

  @Test("two phones of one account: each hears of the other's purchases and refunds")
  func twoPhones() async throws {
    let app = try await SimulatedGate<Shop>(at: "2026-01-31", account: "ada")
    #expect(await app.gate.buy(.annual).code == .purchased)
    let other = try await app.anotherPhone()
    #expect(other.gate.can(.csvExport), "it has a network, so it knows at its first launch")
    #expect(other.gate.account == "ada")
    try app.store.refund("annual")
    await other.gate.refresh()
    #expect(!other.gate.can(.csvExport))
    await app.gate.refresh()
    #expect(!app.gate.can(.csvExport))
    #expect(await other.gate.buy(.monthly).code == .purchased)
    await other.advance(by: .months(2))
    await app.gate.note(.foregrounded)
    #expect(app.gate.can(.csvExport), "it renewed, and both clocks are one")
  }

  @Test("another plan of the same tier begins when the present one ends")
  func changeOfPlan() async throws {
    let app = try await SimulatedGate<Shop>(at: "2026-01-31", account: "ada")
    #expect(await app.gate.buy(.monthly).code == .purchased)
    guard case .scheduled(let record) = await app.gate.buy(.annual) else {
      return #expect(Bool(false), "a plan that begins later was told as bought")
    }
    #expect(record.product == "com.shop.monthly")
    #expect(record.renewsAs == "com.shop.annual")
    #expect(await app.gate.status.plan?.renewsAs == "annual")
    await app.advance(by: .months(1))
    #expect(await app.gate.status.plan?.product == "annual")
  }

  @Test("a row of a paywall and an offer of a decision are bought as they are")
  func rows() async throws {
    let app = try await SimulatedGate<Shop>(at: "2026-01-31")
    let paywall = app.gate.paywall(for: .csvExport)
    let row = try #require(paywall.products.first { $0.listing.name == "monthly" })
    #expect(await app.gate.buy(row).code == .purchased)
    #expect(await app.gate.status.plan?.product == "monthly")
    let another = try await SimulatedGate<Shop>(at: "2026-01-31")
    for case .buy(let offers) in another.gate.decision(.csvExport).waysIn.prefix(1) {
      #expect(await another.gate.buy(offers[0]).code == .purchased)
    }
    #expect(another.gate.can(.csvExport))
    let column = try #require(another.gate.planTable().columns.last?.products.first)
    #expect(await another.gate.buy(column) == .failed(.alreadySubscribed))
  }

  @Test("who owns a plan is asked to connect, and not to buy, when the news is too old")
  func staleOwner() async throws {
    let app = try await SimulatedGate<Shop>(at: "2026-01-31")
    #expect(app.gate.paywall(for: .csvExport).refresh == nil)
    #expect(await app.gate.buy(.annual).code == .purchased)
    app.device.isOnline = false
    await app.advance(by: .days(4))
    let decision = app.gate.decision(.csvExport)
    #expect(decision.reason == .stale)
    let words = "Connect to the internet to refresh your purchases, and try again."
    #expect(app.gate.message(for: decision).waysIn == [words])
    let paywall = app.gate.paywall(for: decision)
    #expect(paywall.refresh == words)
    #expect(paywall.target?.sets == [])
    #expect(paywall.products.map(\.state) == [.owned, .covered])
    app.device.isOnline = true
    await app.gate.refresh()
    #expect(app.gate.paywall(for: .csvExport).refresh == nil)
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
