import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

/// A journal and a ledger remember that a trial or an introductory price was used.
@Suite struct OfferTests {
  private static let policy = try? Policy(
    source: """
      tiers free < pro < max
      product pro-monthly
        grants pro
        price 12 CNY per month
        trial 7 days
      product max-monthly
        grants max
        price 20 CNY per month
        trial 7 days
      export requires pro
      """)

  private func record(
    _ id: String, _ product: String = "pro-monthly", from start: Instant, until end: Instant,
    _ change: (inout PurchaseRecord) -> Void = { _ in }
  ) -> PurchaseRecord {
    var record = PurchaseRecord(
      transactionID: id, originalID: "t1", product: product, kind: .subscription, start: start,
      end: end, verification: .server)
    change(&record)
    return record
  }

  @Test("a renewal tells that its subscription began with a trial, also long after")
  func renewals() throws {
    let policy = try #require(OfferTests.policy)
    let records = [
      record("t1", from: "2026-01-01", until: "2026-01-08") { $0.isTrial = true },
      record("t2", from: "2026-01-08", until: "2026-02-08"),
      record("t3", from: "2026-02-08", until: "2026-03-08"),
      record("t4", "max-monthly", from: "2026-03-08", until: "2026-04-08"),
    ]
    for now: Instant in ["2026-01-09", "2026-03-01", "2026-03-20", "2026-06-01"] {
      let ledger = Ledger(replaying: records.map { .record($0) })
      let snapshot = ledger.snapshot(policy: policy, at: now)
      #expect(snapshot.grants.contains { $0.isOfferUsed }, "\(now)")
      let paywall = policy.paywall(for: snapshot, at: now)
      #expect(paywall.products.allSatisfy { $0.listing.trial == nil })
      #expect(try Ledger(json: ledger.json()) == ledger)
    }
    let paid = Ledger(replaying: records.dropFirst().map { .record($0) })
    let snapshot = paid.snapshot(policy: policy, at: "2026-03-01")
    #expect(!snapshot.grants.contains { $0.isOfferUsed })
    #expect(policy.paywall(for: snapshot, at: "2026-03-01").products[1].listing.trial == 604_800)
  }

  @Test("a later reading takes back what an earlier one said, in any order")
  func readings() throws {
    let policy = try #require(OfferTests.policy)
    let wrong = record("t1", from: "2026-01-01", until: "2026-02-01") { $0.isOfferUsed = true }
    let right = record("t1", from: "2026-01-01", until: "2026-02-01") {
      $0.confirmed = "2026-01-02"
    }
    for order in [[wrong, right], [right, wrong]] {
      let ledger = Ledger(replaying: order.map { .record($0) })
      let snapshot = ledger.snapshot(policy: policy, at: "2026-01-10")
      #expect(snapshot.grants.map { $0.isOfferUsed } == [false])
    }
    let ledger = try Ledger([wrong])
    #expect(ledger.json().contains(#""offerUsed":true"#))
    #expect(try Ledger(json: ledger.json()) == ledger)
    #expect(ledger.snapshot(policy: policy, at: "2026-01-10").grants[0].isOfferUsed)
  }
}
