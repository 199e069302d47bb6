import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

@testable import TollgatePurchases

/// A look at a ledger reads the last periods of a subscription only, and sees what reading all of
/// them would show.
@Suite struct RenewalRunTests {
  private let start = Instant(milliseconds: 1_780_000_000_000)

  private func day(_ number: Int) -> Instant { start.advanced(by: Int64(number) * 86_400_000) }

  private func period(
    _ number: Int, of subscription: String = "s", product: String = "plus", days: Int = 1
  ) -> PurchaseRecord {
    PurchaseRecord(
      transactionID: "\(subscription)-\(number)", originalID: "\(subscription)-0",
      product: product, kind: .subscription, start: day(number), end: day(number + days),
      verification: .device, confirmed: day(number))
  }

  @Test func ofAThousandRenewalsOneIsRead() throws {
    let ledger = try Ledger((0..<1000).map { period($0) })
    let terms = PurchaseTerms()
    #expect(ledger.current(terms, account: nil, at: day(999)).map { $0.transactionID } == ["s-999"])
    // Earlier: those that begin later are still there, as they may have begun by another clock.
    #expect(ledger.current(terms, account: nil, at: day(990)).count == 10)
    #expect(ledger.effective(terms, account: nil).count == 1000)
    #expect(ledger.confirmed(terms: terms) == day(999))
    // A period before the last one that is not over is not left out.
    var longer = ledger
    try longer.insert(period(3, days: 5000).changed(at: day(4)) { _ in })
    #expect(longer.current(terms, account: nil, at: day(999)).count == 1000)
  }

  /// Any readings, in any order: looks that leave out what is over see the same as looks at all.
  @Test(arguments: 0..<60) func nothingThatMattersIsLeftOut(seed: UInt64) throws {
    var random = Naive.SplitMix64(seed: seed)
    let policy = try Policy(source: LedgerTests.policy)
    var ledger = Ledger()
    for _ in 0..<random.within(1...60) {
      _ = try? ledger.insert(record(&random))
      if random.below(40) == 0 { ledger.clear(account: "a") }
    }
    for terms in [PurchaseTerms(), PurchaseTerms(verifiedBy: .server)] {
      for account in [nil, "a", "b"] as [String?] {
        let all = ledger.effective(terms, account: account)
        let instants = all.map { $0.confirmed } + [ledger.syncs[account ?? ""]].compactMap { $0 }
        #expect(ledger.confirmed(terms: terms, account: account) == instants.max())
        for number in 0..<24 {
          let now = day(number)
          let some = ledger.current(terms, account: account, at: now)
          func counted(_ records: [PurchaseRecord]) -> [CountedPurchase] {
            ledger.purchases(among: records, policy: policy, terms: terms, at: now)
          }
          #expect(counted(some) == counted(all), "day \(number)")
        }
      }
    }
  }

  private func record(_ random: inout Naive.SplitMix64) -> PurchaseRecord {
    func pick<Value>(_ values: [Value]) -> Value {
      values[random.below(values.count)]
    }
    let number = random.below(20)
    // Most are plain renewals; the rest moves between accounts, products and stores.
    let isOdd = random.below(4) == 0
    var record = period(number, of: pick(["s", "t"]), days: isOdd ? pick([1, 2, 9]) : 1)
    record.confirmed = day(number + random.below(3))
    guard isOdd else { return record }
    record.product = pick(["plus", "kept", "top", "extra"])
    record.verification = pick([.device, .device, .server, .waiting, .invalid])
    record.account = pick([nil, "a", "b"])
    record.environment = pick([.production, .sandbox])
    record.originalID = pick(["s-0", "t-0", nil])
    record.isSuperseded = pick([false, false, true])
    record.revokedAt = pick([nil, nil, day(number)])
    return record
  }
}
