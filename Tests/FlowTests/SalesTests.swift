import Foundation
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateTesting

/// A gate that sells.
@Suite struct SalesTests {
  @Test("what is bought is open at once, and closed when it is refunded or over")
  func aLife() async throws {
    let flow = Flow()
    try await flow.launch(account: "anna")
    #expect(!flow.gate.can(.csvExport))
    #expect(await flow.gate.buy(.annual).code == .purchased)
    #expect(flow.gate.can(.csvExport))
    #expect(await flow.gate.status.plan?.product == "annual")
    #expect(flow.gate.snapshot.subject == "anna")
    try flow.store.refund("annual")
    #expect(await flow.gate.refresh() == .success(flow.clock.now()))
    #expect(!flow.gate.can(.csvExport))
    #expect(await flow.gate.status.plan == nil)
    #expect(await flow.gate.buy(.monthly).code == .purchased)
    try flow.store.cancel("monthly")
    flow.clock.advance(by: .months(1))
    await flow.gate.refresh()
    #expect(!flow.gate.can(.csvExport))
    #expect(flow.gate.decision(.csvExport).reason == .revoked, "the annual plan was refunded")
  }

  @Test("what the app knows itself stays beside the purchases")
  func others() async throws {
    let gift = Grant(entitlement: "pro", until: "2026-03-01", id: "gift")
    let flow = Flow(snapshot: Snapshot(grants: [gift], facts: ["platform": .choice("ios")]))
    try await flow.launch()
    _ = await flow.gate.buy(.annual)
    #expect(flow.gate.snapshot.grants.count == 2)
    #expect(flow.gate.snapshot.facts.count == 1)
    try flow.store.refund("annual")
    await flow.gate.refresh()
    #expect(flow.gate.can(.csvExport), "the gift is still there")
    #expect(flow.gate.snapshot.grants.filter { $0.id == "gift" } == [gift])
  }

  @Test("a purchase that nobody asked for arrives by itself")
  func anotherDevice() async throws {
    let flow = Flow()
    try await flow.launch()
    _ = await flow.store.device().buy(StoreID("com.shop.annual"), account: nil)
    for await decision in flow.gate.changes(for: .csvExport) where decision.isAllowed { break }
    #expect(flow.gate.can(.csvExport))
  }

  @Test("statuses follow purchases and the time alone")
  func statuses() async throws {
    let flow = Flow()
    try await flow.launch()
    var statuses = flow.gate.statuses.makeAsyncIterator()
    #expect(await statuses.next()?.plan == nil)
    _ = await flow.gate.buy(.monthly)
    try flow.store.cancel("monthly")
    await flow.gate.refresh()
    let bought = await statuses.next()
    #expect(bought?.plan?.product == "monthly")
    #expect(bought?.tier == "pro")
    // Data grows too old after three days, and nobody tells.
    flow.device.isOnline = false
    async let stale = statuses.next()
    await flow.clock.untilAwaited()
    // The store's last reading is a little later than the clock.
    flow.clock.advance(by: .days(4))
    #expect(await stale?.isStale == true)
  }

  @Test("a gate without a store says so, and opens nothing")
  func noStore() async throws {
    let gate = Gate<Shop>(clock: TestClock("2026-01-31"))
    #expect(await gate.buy(.annual).code == .purchaseFailed)
    #expect(
      await gate.restore()
        == .failed(
          .purchaseFailed(
            reason: "the gate has no store: call `launch` first")))
    guard case .failure = await gate.refresh() else {
      Issue.record("nothing can be fresh without a store")
      return
    }
    #expect(await gate.status.plan == nil)
  }

  @Test("a journal is read at the next launch, also without a network")
  func relaunch() async throws {
    let journal = MemoryJournal()
    let flow = Flow()
    try await flow.launch(journal: journal)
    _ = await flow.gate.buy(.annual)
    flow.device.isOnline = false
    let gate = Gate<Shop>(clock: flow.clock)
    #expect(!gate.can(.csvExport))
    try await gate.launch(flow.device, verifier: SimulatedVerifier(flow.store), journal: journal)
    #expect(gate.can(.csvExport))
    #expect(await gate.refresh() == .failure(.networkError))
    await gate.note(.networkLost)
    flow.device.isOnline = true
    await gate.note(.networkRestored)
    #expect(await gate.refresh() == .success(flow.clock.now()))
  }

  @Test("a newer policy sells what it says")
  func newerPolicy() async throws {
    let flow = Flow()
    try await flow.launch()
    let later = Shop.source.replacingOccurrences(
      of: "csv-export requires pro", with: "csv-export is off")
    try flow.gate.replace(Policy(source: later))
    _ = await flow.gate.buy(.annual)
    #expect(!flow.gate.can(.csvExport))
    #expect(await flow.gate.status.tier == "pro")
  }
}
