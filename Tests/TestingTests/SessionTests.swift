import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateTesting

/// The session of a store and a processor, with its listener.
@Suite struct SessionTests {
  private typealias Session = StoreSession<SimulatedDevice, SimulatedVerifier>

  private actor Outcomes {
    private(set) var all: [PurchaseOutcome] = []
    func add(_ outcome: PurchaseOutcome) { all.append(outcome) }

    /// Waits for this many.
    func wait(for count: Int) async {
      if await !eventually({ await self.all.count >= count }) { Issue.record("it did not happen") }
    }
  }

  private func launch(
    _ device: SimulatedDevice, _ clock: TestClock, _ outcomes: Outcomes,
    journal: any PurchaseJournal = MemoryJournal()
  ) async throws -> Session {
    try await Session.launch(
      device.store.policy, in: device, journal: journal, verifier: SimulatedVerifier(device.store),
      clock: clock
    ) { await outcomes.add($0) }
  }

  @Test("the listener processes transactions that nobody asked for")
  func listener() async throws {
    let clock = TestClock(instant("2026-01-31"))
    let store = SimulatedStore(policy: try Shop.policy(), clock: clock)
    let (device, outcomes) = (store.device(), Outcomes())
    let session = try await launch(device, clock, outcomes)
    #expect(await session.buy("top").code == .purchased)
    clock.advance(by: .months(1))
    store.catchUp()
    await outcomes.wait(for: 1)
    #expect(
      await session.processor.ledger.transactions().map { $0.transactionID } == ["sim-2", "sim-1"])
    await session.close()
    // From the last of February, past the last of March: months are counted from the first day.
    clock.advance(by: .months(2))
    store.catchUp()
    #expect(device.finished == ["sim-1", "sim-2"])
    // Missed transactions arrive at the next launch.
    let next = try await launch(device, clock, outcomes)
    #expect(await next.processor.ledger.record("sim-3") != nil)
    #expect(device.finished == ["sim-1", "sim-2", "sim-3"])
  }

  @Test("a restore finds purchases, reports that there are none, or why it failed")
  func restore() async throws {
    let clock = TestClock(instant("2026-01-31"))
    let store = SimulatedStore(policy: try Shop.policy(), clock: clock)
    let device = store.device()
    #expect(try await launch(device, clock, Outcomes()).restore() == .nothingToRestore)
    _ = await device.buy(StoreID("forever"), account: nil)
    let fresh = try await launch(store.device(), clock, Outcomes())
    #expect(await fresh.restore() == .restored(["forever"]))
    #expect(await fresh.processor.ledger.confirmed() == clock.now())
    store.verification = .unavailable(.networkError)
    let away = try await launch(store.device(), clock, Outcomes())
    #expect(await away.restore() == .failed(.networkError))
    #expect(await away.refresh() == .success(clock.now()))
    device.isOnline = false
    let offline = try await launch(device, clock, Outcomes())
    #expect(await offline.refresh() == .failure(.networkError))
  }

  @Test("a session serves a refresher")
  func refresher() async throws {
    let clock = TestClock(instant("2026-01-31"))
    let policy = try Shop.policy()
    let store = SimulatedStore(policy: policy, clock: clock)
    let device = store.device()
    let session = try await launch(device, clock, Outcomes())
    _ = await device.buy(StoreID("forever"), account: nil)
    let freshness = Freshness(policy: policy, terms: PurchaseTerms(), confirmed: nil)
    let refresher = Refresher(freshness, clock: clock) { await session.refresh() }
    #expect(await refresher.refreshIfStale() == .success(clock.now()))
    #expect(await session.processor.ledger.record("sim-1") != nil)
  }

  @Test("a policy lists the store ids of its products")
  func storeIDs() throws {
    let policy = try Shop.policy()
    let own = ["top", "forever", "course", "coins"].map { ($0, StoreID($0)) }
    let everywhere = [("yearly", StoreID("com.shop.yearly"))] + own
    #expect(
      policy.storeIDs(on: "app-store")
        == Dictionary(uniqueKeysWithValues: everywhere + [("monthly", StoreID("com.shop.monthly"))])
    )
    #expect(policy.storeIDs(on: "stripe") == Dictionary(uniqueKeysWithValues: everywhere))
    #expect(policy.storeID(of: "com.shop.yearly", on: "stripe") == nil)
  }

  @Test("a session knows products by their names in the policy, and a store by its own ids")
  func oneKindOfName() async throws {
    let clock = TestClock(instant("2026-01-31"))
    let store = SimulatedStore(policy: try Shop.policy(), clock: clock)
    let device = store.device()
    let session = try await launch(device, clock, Outcomes())
    #expect(await session.buy("com.shop.yearly") == .failed(.productNotFound))
    guard case .failed(.productNotFound) = await device.buy(StoreID("yearly"), account: nil) else {
      return #expect(Bool(false), "a real store does not know the policy's names")
    }
    #expect(await session.buy("yearly").code == .purchased)
  }

  @Test("a session says the account once, and everything agrees")
  func oneAccount() async throws {
    let clock = TestClock(instant("2026-01-31"))
    let policy = try Shop.policy()
    let store = SimulatedStore(policy: policy, clock: clock)
    let device = store.device()
    let session = try await Session.launch(
      policy, in: device, journal: MemoryJournal(), verifier: SimulatedVerifier(store),
      account: "anna", clock: clock)
    #expect(await session.buy("yearly").code == .purchased)
    #expect(await session.refresh() == .success(clock.now()))
    #expect(await session.status().plan?.product == "yearly")
    #expect(try await session.reportChange()?.unlocked == ["export"])
    let snapshot = await session.snapshot()
    #expect(policy.decide("export", for: snapshot, at: clock.now()).isAllowed)
    #expect(snapshot.subject == "anna")
    #expect(snapshot.asOf == clock.now())
  }
}
