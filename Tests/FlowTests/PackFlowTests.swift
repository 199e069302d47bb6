import Foundation
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime
import TollgateTesting
import TollgateUsage

/// The names of a shop that sells packs.
private enum Studio: PolicyNames {
  static let source = """
    policy Studio
    product credit-pack
      sold as "com.studio.pack"
      adds 5 to credits until used up
      price 5 USD once
    meter credits
    credits > 10 per month is not allowed
    """

  // Invariant: the text above compiles.
  static let policy = try! Policy(source: source)
  static let credits = MeterName<Studio>("credits", place: 0)
  static let pack = ProductName<Studio>("credit-pack")
}

/// A gate that sells packs and counts what they are used for.
@Suite struct PackFlowTests {
  @Test("a pack counts at once, and when the month ends only what is left of it stays")
  func aPack() async throws {
    let clock = TestClock("2026-03-10")
    let store = SimulatedStore(policy: Studio.policy, clock: clock)
    let gate = Gate<Studio>(clock: clock)
    try await gate.launch(
      store.device(), verifier: SimulatedVerifier(store), journal: MemoryJournal())
    try await gate.count(
      in: MemoryUsageStore(), device: "phone", in: TimeZone(secondsFromGMT: 0))
    #expect(try await gate.use(Studio.credits, adding: 10).isAllowed)
    #expect(!gate.allows(Studio.credits))
    #expect(await gate.buy(Studio.pack).code == .purchased)
    #expect(gate.allows(Studio.credits, adding: 5))
    #expect(!gate.allows(Studio.credits, adding: 6))
    #expect(try await gate.use(Studio.credits, adding: 3).isAllowed)
    // Nobody tells the gate that the month is over but the clock.
    await clock.untilAwaited()
    clock.set("2026-04-01")
    for await decision in gate.changes(for: Studio.credits)
    where decision.quota?.limit == 12 { break }
    #expect(gate.allows(Studio.credits, adding: 12))
    #expect(!gate.allows(Studio.credits, adding: 13))
    #expect(try await gate.use(Studio.credits, adding: 12).isAllowed)
    #expect(try await !gate.use(Studio.credits).isAllowed)
  }
}
