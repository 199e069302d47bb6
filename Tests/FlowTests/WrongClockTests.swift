import Foundation
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateTesting
import TollgateUsage

/// A device whose clock was once in the future: it locks nobody once the store is reached.
@Suite struct WrongClockTests {
  private static let future: Instant = "2036-01-01"

  /// A store with a clock of its own, and what a device keeps over restarts.
  private struct Device {
    let time = TestClock("2026-03-02")
    let clock = TestClock("2026-03-02")
    let store: SimulatedStore
    let device: SimulatedDevice
    let folder: URL
    let journal = MemoryJournal()
    let counts = MemoryUsageStore()

    init(in folder: URL) {
      store = SimulatedStore(policy: Shop.policy, clock: time)
      device = store.device()
      self.folder = folder
    }

    func launch() async throws -> Gate<Shop> {
      let gate = try Gate<Shop>(
        remembering: folder.appendingPathComponent("gate.json"), clock: clock)
      let session = try await gate.launch(
        device, verifier: SimulatedVerifier(store),
        journal: journal, account: "ada")
      await gate.refresh()
      _ = try await session.reportChange()
      await journal.compact()
      try await gate.count(in: counts, device: "phone", in: TimeZone(secondsFromGMT: 0))
      return gate
    }

    func set(_ instant: Instant) {
      time.set(instant)
      clock.set(instant)
    }
  }

  @Test("a payer is locked only until the store answers", arguments: [false, true])
  func untilTheStoreAnswers(isRestarted: Bool) async throws {
    try await withFolder { folder in
      let phone = Device(in: folder)
      var gate = try await phone.launch()
      #expect(await gate.buy(.monthly).code == .purchased)
      phone.clock.set(Self.future)
      await gate.refresh()
      _ = try await gate.use(.recommendations)
      try gate.save()
      #expect(!gate.can(.csvExport))
      // The clock is right again; without the store nobody can tell which time was wrong.
      phone.clock.set("2026-03-02")
      phone.device.isOnline = false
      if isRestarted { gate = try await phone.launch() }
      #expect(!gate.can(.csvExport))
      #expect(gate.decision(.csvExport).isClockBehind)
      phone.device.isOnline = true
      #expect(await gate.refresh() == .success("2026-03-02"))
      #expect(gate.can(.csvExport))
      #expect(!gate.decision(.csvExport).isClockBehind)
      #expect(await gate.status.plan?.product == "monthly")
      #expect(try await gate.use(.recommendations, adding: 100).isAllowed)
      try gate.save()
    }
  }

  @Test("a purchase just made opens, whatever the clock was")
  func aPurchaseOpens() async throws {
    try await withFolder { folder in
      let phone = Device(in: folder)
      let gate = try await phone.launch()
      phone.clock.set(Self.future)
      await gate.refresh()
      phone.clock.set("2026-03-02")
      #expect(await gate.buy(.monthly).code == .purchased)
      #expect(gate.can(.csvExport))
      #expect(gate.snapshot.latestSeen.map { $0 < "2026-03-03" } == true)
    }
  }

  @Test("so does one that arrives by itself, and a restore")
  func arrivesByItself() async throws {
    try await withFolder { folder in
      let phone = Device(in: folder)
      let gate = try await phone.launch()
      phone.clock.set(Self.future)
      await gate.refresh()
      phone.clock.set("2026-03-02")
      _ = await phone.store.device().buy(StoreID("com.shop.annual"), account: "ada")
      for await decision in gate.changes(for: .csvExport) where decision.isAllowed { break }
      phone.clock.set(Self.future)
      gate.update { _ in }
      #expect(!gate.can(.csvExport))
      phone.clock.set("2026-03-02")
      #expect(await gate.restore() == .restored(["annual"]))
      #expect(gate.can(.csvExport))
    }
  }

  @Test("a clock that is set back opens nothing that the store says is over")
  func setBack() async throws {
    try await withFolder { folder in
      let phone = Device(in: folder)
      let gate = try await phone.launch()
      _ = await gate.buy(.monthly)
      try phone.store.cancel("monthly")
      phone.set("2026-05-01")
      gate.update { _ in }
      #expect(!gate.can(.csvExport))
      phone.clock.set("2026-03-15")
      #expect(!gate.can(.csvExport))
      await gate.refresh()
      #expect(!gate.can(.csvExport))
    }
  }

  @Test("a server's snapshot that confirms the purchases begins the time anew")
  func aServer() throws {
    let clock = TestClock("2026-03-02")
    let gate = Gate<Shop>(clock: clock)
    let bought = Grant(product: "annual", until: "2026-04-01")
    let first = Snapshot(asOf: "2026-03-01", grants: [bought])
    gate.update(merging: first)
    clock.set(Self.future)
    gate.update { _ in }
    clock.set("2026-03-02")
    #expect(!gate.can(.csvExport))
    gate.update(merging: first)
    #expect(!gate.can(.csvExport), "the server said nothing new")
    gate.update(merging: Snapshot(asOf: "2026-03-02", grants: [bought]))
    #expect(gate.can(.csvExport))
    #expect(gate.snapshot.latestSeen == "2026-03-02")
  }

  @Test("a gate whose clock is behind asks the store as soon as it can")
  func asks() {
    var freshness = Freshness(
      trust: nil, launchVerification: .ifStale, confirmed: Self.future)
    #expect(freshness.handle(.launched, at: "2026-03-02").contains(.refresh))
    _ = freshness.handle(.refreshed("2026-03-02"), at: "2026-03-02")
    #expect(freshness.handle(.asked, at: "2026-03-02").isEmpty)
    #expect(freshness.confirmed == "2026-03-02")
    _ = freshness.handle(.asked, at: Self.future)
    #expect(freshness.handle(.asked, at: "2026-03-03") == [.refresh])
  }

  @Test("a shorter journal knows the same latest time, whatever was written in which order")
  func shorterJournals() {
    var random = SystemRandomNumberGenerator()
    let instants: [Instant] = ["2026-03-01", "2026-03-02", "2026-03-03", "2036-01-01"]
    for _ in 0..<300 {
      let entries = (0..<6).map { _ -> JournalEntry in
        let instant = instants.randomElement(using: &random) ?? instants[0]
        let account = Bool.random(using: &random) ? "ada" : nil
        return Bool.random(using: &random)
          ? .confirmed(account: account, instant) : .reported(account: account, instant)
      }
      let state = JournalState(replaying: entries)
      let shorter = JournalState(replaying: state.entries)
      #expect(shorter == state)
      #expect(latest(shorter) == latest(state), "\(entries)")
      guard case .confirmed(_, let answer)? = entries.last else { continue }
      #expect(latest(state) == answer)
    }
  }

  private func latest(_ state: JournalState) -> Instant? {
    let first = Instant(milliseconds: 0)
    let snapshot = state.ledger.snapshot(policy: Shop.policy, account: "ada", at: first)
    return [snapshot.latestSeen, snapshot.asOf].compactMap { $0 }.max()
  }
}
