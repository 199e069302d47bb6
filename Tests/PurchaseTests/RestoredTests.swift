import Foundation
import Testing
import TollgateKit
import TollgatePurchases

/// A restore says what is open now, and a status says for how long.
@Suite struct RestoredTests {
  private static let policy = try! Policy(  // The text below compiles.
    source: """
      tiers free < pro
      product annual
        grants pro
        price 12 USD per year
        sold as "com.example.annual"
      product lifetime
        grants pro
        price 38 USD once
      feature csv-export
      csv-export requires pro
      """)
  private static let now: Instant = "2026-03-01"

  private func annual(
    state: Grant.State = .active, end: Instant = "2027-01-01", account: String? = nil
  ) -> PurchaseRecord {
    PurchaseRecord(
      transactionID: "t1", product: "com.example.annual", kind: .subscription, state: state,
      account: account, start: "2026-01-01", end: end,
      revokedAt: state == .refunded ? "2026-02-01" : nil, verification: .device)
  }

  private func restored(_ records: [PurchaseRecord]) throws -> RestoreOutcome {
    try Ledger(records).outcome(ofRestoring: records, policy: Self.policy, at: Self.now)
  }

  @Test func productsThatCountNowAreNamedAsInThePolicy() throws {
    let lifetime = PurchaseRecord(
      transactionID: "t2", product: "lifetime", kind: .nonConsumable, start: "2026-02-01",
      verification: .device)
    #expect(try restored([annual()]) == .restored(["annual"]))
    #expect(try restored([lifetime, annual()]) == .restored(["annual", "lifetime"]))
  }

  @Test func nothingIsRestoredThatIsNotOpen() throws {
    #expect(try restored([]) == .nothingToRestore)
    #expect(try restored([annual(state: .refunded)]) == .nothingToRestore)
    #expect(try restored([annual(state: .expired, end: "2026-02-01")]) == .nothingToRestore)
    #expect(try restored([annual(account: "bob")]) == .nothingToRestore)
    // What the ledger knew before is not what this restore found.
    let ledger = try Ledger([annual()])
    #expect(
      ledger.outcome(ofRestoring: [], policy: Self.policy, at: Self.now) == .nothingToRestore)
  }

  @Test func theDayOfARenewalIsInTheTimeZone() {
    let renewal = PurchaseStatus.Validity.renews("2026-06-01T20:00:00Z")
    #expect(renewal.text(in: "en") == "Renews 2026-06-01")
    #expect(
      renewal.text(in: "en", timeZone: TimeZone(secondsFromGMT: 8 * 3600)) == "Renews 2026-06-02")
    #expect(
      renewal.text(in: "zh-Hans", timeZone: TimeZone(secondsFromGMT: 8 * 3600))
        == "续订日期：2026-06-02")
    #expect(PurchaseStatus.Validity.lifetime.text(in: "en") == "Lifetime Access")
  }

  @Test func unlockedIsForGoodAndCoveredIsForNow() throws {
    let trial = Snapshot(
      asOf: Self.now,
      grants: [Grant(product: "annual", state: .trial, until: "2026-03-04")])
    let paywall = Self.policy.paywall(for: trial, at: Self.now)
    let lifetime = try #require(paywall.products.first { $0.listing.name == "lifetime" })
    #expect(lifetime.state == .covered)
    #expect(lifetime.isPurchasable)
    let status = try Ledger([annual()]).status(policy: Self.policy, at: Self.now)
    #expect(status.ownership(of: "lifetime") == .notOwned)
  }
}
