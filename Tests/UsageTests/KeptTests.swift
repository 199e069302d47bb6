import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

@testable import TollgateUsage

/// What a counter keeps between two uses changes no answer.
struct KeptTests {
  private static let policy = """
    tiers free < pro
    entitlement vip
    fact beta is yes or no
    product annual
      grants pro
      price 40 USD per year
    product credits
      adds 2 to exports
      price 2 USD once
    meter exports
    meter scans
    exports > 5 per day requires pro or vip
    exports > 9 requires vip when scans > 2
    scans > 3 per week is not allowed unless beta
    """

  /// A decision about the person's snapshot with all counters, prepared for it alone.
  private static func answer(
    _ meter: String, _ person: UsageCounter.Person, _ store: any UsageStore, at now: Instant
  ) async throws -> Decision {
    let counter = UsageCounter(try Policy(source: policy), in: store, device: "phone")
    let snapshot = try await counter.snapshot(of: person, at: now)
    let book = try await store.book(of: person.id).book
    return counter.policy.decide(
      meter, for: snapshot, at: Instant(milliseconds: book.effective(now)))
  }

  @Test("A counter that is used again and again decides like one that has just been made")
  func reused() async throws {
    var random = Naive.SplitMix64(seed: 15)
    let user = try TestUser(KeptTests.policy)
    let zones = ["UTC", "Asia/Shanghai", "America/New_York"].compactMap(TimeZone.init(identifier:))
    var (person, now) = (user.person, user.now)
    for round in 0..<400 {
      switch random.next() % 8 {
      case 0: person.snapshot.grants = [Grant(product: "annual", until: now.advanced(by: 90_000))]
      case 1: person.snapshot.grants = [Grant(product: "credits")]
      case 2: person.snapshot.grants = []
      case 3: person.snapshot.facts["beta"] = .yesOrNo(random.next() % 2 == 0)
      case 4: person.timeZone = zones[Int(random.next() % 3)]
      case 5: person.snapshot.latestSeen = now.advanced(by: random.next() % 2 == 0 ? -1 : 400_000)
      case 6: person.snapshot.usage["scans"] = random.next() % 2 == 0 ? nil : Usage(4)
      default: break
      }
      // The clock is now and then set back.
      now = now.advanced(by: Int64(random.next() % 40_000_000) - 4_000_000)
      let meter = random.next() % 3 == 0 ? "scans" : "exports"
      let expected = try await KeptTests.answer(meter, person, user.counter.store, at: now)
      let answer = try await user.counter.use(meter, by: person, at: now)
      let decision = answer.decision
      #expect(decision.verdict == expected.verdict, "round \(round)")
      #expect(decision.details == expected.details, "round \(round)")
    }
  }
}
