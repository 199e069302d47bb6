import Testing

@testable import TollgateKit

/// What counts as an end, beside what scenarios can say: renewals, old news and counters.
@Suite struct ReminderOfEndTests {
  private static let source = """
    tiers free "Free" < pro "Pro" < team "Team"
    product monthly "Monthly"
      grants pro
      price 5 USD per month
      trial 7 days
    product more-bills
      adds 100 to bills
    trust snapshots for 1 day
    feature certificate "Certificate" zh-Hans "证书"
    meter bills
    certificate requires pro
      reminder 3 days before it ends gentle "{target} ends on {ends}" zh-Hans "{target}于 {ends} 结束"
    bills > 10 per day requires team
      reminder 3 days before it ends
    """

  private static let now = Instant(milliseconds: 1_772_409_600_000)
  private static let soon = now.advanced(by: 2 * 86_400_000)

  private func due(
    _ target: String, _ grant: Grant?, _ change: (inout Snapshot) -> Void = { _ in }
  ) throws -> DueReminder? {
    let policy = try Policy(source: ReminderOfEndTests.source)
    var snapshot = Snapshot(asOf: ReminderOfEndTests.now)
    if let grant { snapshot.grants = [grant] }
    change(&snapshot)
    return policy.decide(target, for: snapshot, at: ReminderOfEndTests.now).reminder
  }

  private func grant(_ state: Grant.State = .active, renews: Bool? = nil) -> Grant {
    Grant(product: "monthly", state: state, until: ReminderOfEndTests.soon, renews: renews)
  }

  @Test func whatRenewsDoesNotEnd() throws {
    let due = try #require(try due("certificate", grant()))
    #expect(due.id == "certificate@3 days before end" && due.at == nil && !due.isProminent)
    #expect(due.ends == ReminderOfEndTests.soon)
    #expect(try self.due("certificate", grant(renews: false)) == due)
    #expect(try self.due("certificate", grant(renews: true)) == nil)
    #expect(try self.due("certificate", grant(.trial, renews: true)) == nil)
    #expect(try self.due("certificate", grant(.trial)) == due)
    // Whoever cancelled has it until then, whatever else the store says.
    #expect(try self.due("certificate", grant(.cancelled, renews: true)) == due)
    #expect(try self.due("certificate", nil) == nil)
  }

  /// The news is a day old tomorrow; that is no end.
  @Test func oldNewsIsNoEnd() throws {
    let lasting = Grant(product: "monthly")
    #expect(try due("certificate", lasting) == nil)
    let policy = try Policy(source: ReminderOfEndTests.source)
    let snapshot = Snapshot(asOf: ReminderOfEndTests.now, grants: [lasting])
    let decision = policy.decide("certificate", for: snapshot, at: ReminderOfEndTests.now)
    #expect(decision.validUntil == ReminderOfEndTests.now.advanced(by: 86_400_000))
  }

  @Test func anAddOnEndsAndACounterDoesNot() throws {
    let add = Grant(product: "more-bills", until: ReminderOfEndTests.soon)
    let tomorrow = ReminderOfEndTests.now.advanced(by: 86_400_000)
    let due = try #require(
      try due("bills", add) {
        $0.usage["bills"] = Usage(day: Usage.Counter(50, resets: tomorrow))
      })
    #expect(due.ends == ReminderOfEndTests.soon)
    #expect(
      try self.due("bills", add) {
        $0.usage["bills"] = Usage(day: Usage.Counter(5, resets: tomorrow))
      } == nil)
  }

  @Test(arguments: [("", "Certificate ends on "), ("zh-Hans", "证书于 ")])
  func theTextNamesTheEnd(locale: String, beginning: String) throws {
    let policy = try Policy(source: ReminderOfEndTests.source)
    let snapshot = Snapshot(asOf: ReminderOfEndTests.now, grants: [grant()])
    let decision = policy.decide("certificate", for: snapshot, at: ReminderOfEndTests.now)
    let due = try #require(decision.reminder)
    let text = try #require(decision.text(of: due, in: locale))
    #expect(text.hasPrefix(beginning) && text.contains("2026"))
    let json = decision.json(policy: policy, pretty: true)
    #expect(json.contains(#""at": null"#) && json.contains(#""ends": "2026-03-04T00:00:00Z""#))
  }

  /// Whoever shows it looks again when it is due.
  @Test func theNextLookIsWhenItIsDue() throws {
    let store = PolicyStore(try Policy(source: ReminderOfEndTests.source))
    store.update {
      $0.asOf = ReminderOfEndTests.now
      $0.grants = [
        Grant(
          product: "monthly", until: ReminderOfEndTests.now.advanced(by: 3 * 86_400_000 + 60_000))
      ]
    }
    let next = store.state.nextLook(after: ReminderOfEndTests.now)
    #expect(next == ReminderOfEndTests.now.advanced(by: 60_000))
  }
}
