import Testing
import TollgateKit
import TollgatePurchases

/// KO: premium by the week, month or year.
@Suite struct KombinTests {
  private func app(items: Int64 = 3) throws -> App {
    var app = try App.kombin()
    app.base.usage["clothing-items"] = Usage(items)
    return app
  }

  @Test("KO-4.1 a purchase opens premium at once")
  func purchase() throws {
    var app = try app()
    #expect(!app.can("clothing-items", at: "2026-03-01"))
    try app.apply(subscribed("weekly", until: "2026-03-08T00:00:00Z"), at: "2026-03-01T00:00:00Z")
    #expect(app.can("clothing-items", at: "2026-03-01T00:00:00Z"))
  }

  @Test("KO-4.2 at its end a membership falls back to the free limits")
  func expiry() throws {
    var app = try app(items: 10)
    try app.apply(subscribed("weekly", until: "2026-03-08T00:00:00Z"), at: "2026-03-01")
    #expect(app.can("clothing-items", at: "2026-03-07T23:59:59Z"))
    let end: Instant = "2026-03-08T00:00:00Z"
    let decision = app.policy.decide("clothing-items", for: app.snapshot(at: end), at: end)
    #expect(!decision.isAllowed)
    #expect(decision.quota?.used == 10)
    #expect(decision.quota?.limit == 3)
    #expect(!app.can("theme-customization", at: end))
  }

  @Test("KO-4.3 what a launch verifies takes effect", arguments: [true, false])
  func launch(isActive: Bool) throws {
    var app = try app()
    var freshness = Freshness(policy: app.policy, terms: app.terms, confirmed: nil)
    #expect(freshness.handle(.launched, at: "2026-03-01").contains(.refresh))
    let end: Instant = isActive ? "2026-04-01" : "2026-02-01"
    _ = app.ledger.restore(
      .success([subscribed("monthly", from: "2026-01-01", until: end)]), at: "2026-03-01")
    _ = freshness.handle(.refreshed("2026-03-01"), at: "2026-03-01")
    #expect(app.tier(at: "2026-03-01") == (isActive ? "premium" : "free"))
  }

  @Test("KO-4.5 a failed renewal leaves premium to its end, and deletes nothing")
  func failedRenewal() throws {
    let record = subscribed("monthly", until: "2026-04-01T00:00:00Z")
    var app = try app(items: 10)
    try app.apply(record, at: "2026-03-01")
    let before = app.snapshot(at: "2026-03-31")
    _ = app.receive(.failure(.purchaseFailed(reason: "renewal")), at: "2026-03-31")
    #expect(app.snapshot(at: "2026-03-31") == before)
    // The store is retrying the payment: no premium after the end, and none lost before it.
    try app.apply(record.changed(at: "2026-04-01") { $0.state = .hold }, at: "2026-04-01")
    #expect(app.tier(at: "2026-04-01") == "free")
    #expect(app.changes.map(\.kind) == [.purchased, .expired])
    app.observe(at: "2026-04-02")
    #expect(app.changes.count == 2)
    #expect(app.base.usage["clothing-items"] == Usage(10))
    #expect(!app.can("clothing-items", at: "2026-04-01"))
  }

  @Test("KO-5.3 a cancelled membership is premium to its end")
  func cancelled() throws {
    let record = subscribed("yearly", until: "2027-03-01")
    var app = try app()
    app.ledger = try Ledger([record, record.cancelled(at: "2026-03-02")])
    #expect(app.tier(at: "2027-02-28T23:59:59Z") == "premium")
    #expect(app.tier(at: "2027-03-01T00:00:00Z") == "free")
  }

  @Test("KO-5.1, KO-5.4 the status has the plan and its renewal date")
  func status() throws {
    var app = try app()
    app.ledger = try Ledger([subscribed("monthly", until: "2026-04-01")])
    let plan = app.status(at: "2026-03-01").plan
    #expect(plan?.product == "monthly")
    #expect(plan?.validity == .renews("2026-04-01"))
    #expect(plan?.period == .months(1))
  }

  @Test("KO-6.5 a restore brings back a membership that runs")
  func restore() throws {
    for (end, tier): (Instant, String) in [("2027-03-01", "premium"), ("2026-02-01", "free")] {
      var app = try app()
      _ = app.ledger.restore(
        .success([subscribed("yearly", from: "2025-02-01", until: end)]), at: "2026-03-01")
      #expect(app.tier(at: "2026-03-01") == tier)
    }
  }

  @Test("KO-7.1 an upgrade shows at once, in one change")
  func upgrade() throws {
    var app = try app()
    #expect(!app.can("clothing-items", at: "2026-03-01"))
    try app.apply(subscribed("monthly", until: "2026-04-01"), at: "2026-03-01")
    #expect(app.changes.count == 1)
    #expect(app.changes[0].before.tier == "free")
    #expect(app.changes[0].after.tier == "premium")
    #expect(app.changes[0].unlocked.contains("theme-customization"))
    #expect(app.changes[0].unlocked.contains("clothing-items"))
    #expect(app.can("clothing-items", at: "2026-03-01"))
  }
}
