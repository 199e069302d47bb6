import Foundation
import Testing
import TollgateKit
import TollgateLog
import TollgatePurchases
import TollgateRuntime
import TollgateSeals
import TollgateTesting
import TollgateUpdates
import TollgateUsage

#if canImport(Observation)
  import Observation
#endif

/// The Swift of the guide to selling: every example stands here as it does on its page, and runs.
@Suite struct GuideTests {
  @Test func anAppSellsAndCounts() async throws {
    try await withFolder { folder in try await sellAndCount(folder) }
  }

  private func sellAndCount(_ folder: URL) async throws {
    let simulated = SimulatedStore(policy: Shop.policy, clock: SystemClock())
    let (store, verifier) = (simulated.device(), SimulatedVerifier(simulated))
    let (account, deviceID) = ("ada", "phone")
    var shown: [String] = []
    func show(_ text: String) { shown.append(text) }
    func export() { shown.append("exported") }
    func showPlan(_ plan: String, isStale: Bool) { shown.append(plan) }
    let gate = try Gate<Shop>(
      remembering: folder.appendingPathComponent("gate.json"), account: account)
    try await gate.launch(
      store, verifier: verifier, journal: FileJournal(path: folder.path + "/purchases"))
    try await gate.count(in: FileUsageStore(path: folder.path + "/counts"), device: deviceID)
    if gate.can(.csvExport) {
      export()
    } else if case .purchased = await gate.buy(.annual) {
      export()
    }
    let answer = try await gate.use(.recommendations, id: "r-17")
    if !answer.isAllowed { show("no more recommendations today") }
    _ = await gate.restore()
    for await status in gate.statuses {
      showPlan(status.plan?.product ?? "free", isStale: status.isStale)
      if status.onHold.isEmpty { break }
    }
    #expect(shown == ["exported", "annual"])
    #expect(gate.can(.csvExport))
    await gate.changeAccount(to: "ada", adopting: true)  // ada signs in
    await gate.changeAccount(to: nil)  // and out
    #expect(!gate.can(.csvExport))
  }

  @Test func aPaywallIsShown() async throws {
    let app = try await SimulatedGate<Shop>(at: "2026-01-31")
    let gate = app.gate
    var shown: [String] = []
    var buttons: [@Sendable () async -> PurchaseOutcome] = []
    func show(_ text: String) { shown.append(text) }
    func button(
      _ title: String, _ price: String, _ action: @escaping @Sendable () async -> PurchaseOutcome
    ) {
      shown.append("\(title): \(price)")
      buttons.append(action)
    }
    let paywall = gate.paywall(for: .csvExport)
    if paywall.target?.prompt?.snoozedUntil == nil {
      show(paywall.refresh ?? paywall.target?.message ?? paywall.title)
      for row in paywall.products where row.isPurchasable {
        button(row.listing.title, row.listing.priceText.text) { await gate.buy(row) }
      }
    }
    gate.dismiss(paywall)  // it was closed
    #expect(shown == ["Shop", "Annual: CN¥12 per year", "Monthly: CN¥2 per month"])
    #expect(gate.snapshot.dismissed.keys.sorted() == ["csv-export"])
    #expect(await buttons[1]().code == .purchased)
    #expect(gate.can(.csvExport))
  }

  #if canImport(Observation)
    @Test func aViewFollows() {
      views()
    }
  #endif

  private func views() {
    let gate = Gate<Shop>()
    var isOpen = true
    @Sendable func redraw() {}
    let live = LiveGate(gate)
    withObservationTracking {
      isOpen = live.can(.csvExport)
    } onChange: {
      redraw()
    }
    #expect(!isOpen)
  }

  @Test func decisionsAreLogged() async throws {
    try await withFolder { folder in try logged(folder.appendingPathComponent("log.jsonl")) }
  }

  private func logged(_ url: URL) throws {
    let log = try DecisionLog(url, sampling: 0.01)
    let gate = Gate<Shop>(observer: log)
    #expect(!gate.can(.csvExport))
    #expect(log.dropped == 0)
  }

  private struct Away: PolicyTransport {
    func fetch(_ request: PolicyRequest) async throws -> PolicyResponse {
      PolicyResponse(status: 503)
    }
  }

  @Test func aSealedPolicyIsUpdated() async throws {
    try await withFolder { folder in
      try await updateSealed(folder.appendingPathComponent("policy"), Away())
    }
  }

  private func updateSealed(_ file: URL, _ transport: any PolicyTransport) async throws {
    let gate = Gate<Shop>()
    let url = try #require(URL(string: "https://example.com/Shop.policy"))
    let (keys, floor) = (try SealKeys([]), SealFloor(policy: 7))
    var told: [String] = []
    func report(_ text: String) { told.append(text) }
    func keep(_ text: String) { told.append(text) }
    let updater = SealedPolicyUpdater(
      gate.store, keys: keys, floor: floor, from: url, keeping: file, transport: transport)
    _ = await updater.load()
    if case .refused(let error) = await updater.check() { report(error.description(in: "en")) }
    keep(updater.floor.json)
    #expect(told == ["the server answers with the status 503", floor.json])
  }

  @Test func aPolicyIsUpdated() async throws {
    try await withFolder { folder in
      try await update(folder.appendingPathComponent("policy"), Away())
    }
  }

  private func update(_ file: URL, _ transport: any PolicyTransport) async throws {
    let gate = Gate<Shop>()
    let url = try #require(URL(string: "https://example.com/Shop.gate"))
    let released: Instant = "2026-02-01"
    var told: [String] = []
    func report(_ text: String) { told.append(text) }
    let updater = PolicyUpdater(
      gate.store, from: url, keeping: file, issued: released, transport: transport)
    _ = await updater.load()
    if case .refused(let error) = await updater.check() { report(error.description(in: "en")) }
    #expect(told == ["the server answers with the status 503"])
  }
}
