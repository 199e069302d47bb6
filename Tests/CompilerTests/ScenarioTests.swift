import Testing
import TollgateRuntime
import TollgateSyntax

@testable import TollgateCompiler

/// Scenarios and claims become values that a runner needs no names for.
struct ScenarioTests {
  @Test func everythingGiven() throws {
    let policy = try policy(
      """
      tiers free < pro
      product annual
        grants pro
      meters bills, exports
      meter storage in bytes
      fact platform is ios or web
      fact installed is a date
      fact beta is yes or no
      fact old is yes or no
      fact app is a version
      fact build is a number
      scenario "all of it"
        given pro until 2027-01-01, product annual hold from 2025-01-01 until 2026-06-01 times 2 shared
        given bills 500, exports 3 per day resets 2026-01-02, exports 9, storage allowance 10 GB
        given platform is ios, installed 2026-01-01, app 1.4, build 12, beta, not old
        given subject "user", verified 2025-12-01, seen 2025-12-02
        given dismissed "bills@450" at 2025-12-03
        at 2026-01-01T08:00Z
      """)
    let scenario = policy.scenarios[0]
    let snapshot = scenario.snapshot
    #expect(scenario.title == "all of it")
    #expect(InstantText.print(scenario.now) == "2026-01-01T08:00:00Z")
    #expect(snapshot.grants[0] == Grant(entitlement: "pro", until: instant("2027-01-01")))
    #expect(
      snapshot.grants[1]
        == Grant(
          product: "annual", state: .hold, start: instant("2025-01-01"),
          until: instant("2026-06-01"),
          ownership: .familyShared, quantity: 2))
    #expect(snapshot.usage["bills"] == Usage(500))
    #expect(snapshot.usage["exports"]?.day == Counter(3, resets: instant("2026-01-02")))
    #expect(snapshot.usage["exports"]?.total == Counter(9))
    #expect(snapshot.allowances == ["storage": 10_000_000_000])
    #expect(
      snapshot.facts == [
        "platform": .choice("ios"), "installed": .date(instant("2026-01-01")),
        "app": .version(Version(1, 4)), "build": .number(12), "beta": .yesOrNo(true),
        "old": .yesOrNo(false),
      ])
    #expect(snapshot.subject == "user")
    #expect(snapshot.asOf == instant("2025-12-01"))
    #expect(snapshot.latestSeen == instant("2025-12-02"))
    #expect(snapshot.dismissed == ["bills@450": instant("2025-12-03")])
  }

  private func instant(_ text: String) -> Instant {
    (try? InstantText.parse(text).get()) ?? Instant(milliseconds: 0)
  }

  @Test func whatIsLeftOut() throws {
    let policy = try policy("scenario \"s\"\n  expect x allowed\n")
    let scenario = policy.scenarios[0]
    #expect(scenario.now == instant("2026-01-01"))
    #expect(scenario.snapshot == Snapshot(asOf: scenario.now))
    let expectation = scenario.expectations[0]
    #expect(expectation.growth == nil && expectation.reason == nil && expectation.validity == nil)
    #expect(expectation.unlockedBy == nil && expectation.reminder == nil)
  }

  @Test func everythingExpected() throws {
    let policy = try policy(
      """
      meter storage in bytes
      series L1..L5
      feature x
      group some is L4..L5, x
      products-are-used requires pro
      scenario "s"
        expect storage adding 5 GB continuing denied because limit-reached remaining 1 KB \
      with reminder at 4 GB snoozed until 2026-01-02 unlocked by b or a and c until 2026-02-01
        expect L1..L3, some allowed unlocked by nothing for ever
        expect storage reaching 5 warned unlimited with no reminder
      """.replacing("feature x", with: "features x, products-are-used"))
    let all = policy.scenarios[0].expectations
    #expect(all[0].targets == [7] && all[0].isContinuing && all[0].outcome == .denied)
    #expect(all[0].growth == .adding(5_000_000_000))
    #expect(all[0].reason == .limitReached && all[0].remaining == .quantity(1000))
    #expect(all[0].reminder == .at(4_000_000_000))
    #expect(all[0].snoozedUntil == instant("2026-01-02"))
    #expect(policy.products.map(\.name.text) == ["b", "a", "c"])
    #expect(all[0].unlockedBy == [[0], [1, 2]])
    #expect(all[0].validity == .until(instant("2026-02-01")))
    #expect(all[1].targets == [0, 1, 2, 3, 4, 5] && all[1].unlockedBy == [])
    #expect(all[1].validity == .forEver)
    #expect(all[2].growth == .reaching(5) && all[2].remaining == .unlimited)
    #expect(all[2].reminder == CheckedExpectation.ExpectedReminder.none)
  }

  @Test func claims() throws {
    let policy = try policy(
      """
      tiers free < pro
      meter bills
      series L1..L9
      L1..L9 requires pro
      always L1..L3, bills adding 5 allowed with pro from 2026-01-01
      never everything denied without nothing when platform is ios
      """)
    let (first, second) = (policy.claims[0], policy.claims[1])
    #expect(first.isAlways && first.isWith && first.outcome == .allowed && first.adding == 5)
    #expect(first.targets.ranges == [0..<3, 9..<10])
    #expect(first.applies.from == .at(instant("2026-01-01")))
    #expect(!second.isAlways && !second.isWith && second.applies.when != nil)
    #expect(second.targets.count == 9)
  }
}
