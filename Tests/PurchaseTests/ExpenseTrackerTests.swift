import Testing
import TollgateKit
import TollgatePurchases

/// ET: annual and lifetime, a status without an age limit.
@Suite struct ExpenseTrackerTests {
  static let annual = subscribed("annual", from: "2025-06-01", until: "2026-06-01")

  @Test("ET-3.4 a verified purchase opens Pro at once, an unverified one does not")
  func purchase() throws {
    let now: Instant = "2026-03-01T00:00:00Z"
    let bought = subscribed("annual", until: "2027-03-01T00:00:00Z")
    var app = try App.expenseTracker()
    try app.apply(bought, at: now)
    #expect(app.tier(at: now) == "pro")
    #expect(app.can("csv-export", at: now))

    var waiting = try App.expenseTracker()
    try waiting.apply(bought.changed(at: now) { $0.verification = .waiting }, at: now)
    #expect(waiting.tier(at: now) == "free")
    #expect(waiting.ledger.waiting().map(\.transactionID) == ["t1"])

    var lifetime = try App.expenseTracker()
    try lifetime.apply(owned("lifetime"), at: now)
    #expect(lifetime.tier(at: now) == "pro")
    #expect(lifetime.status(at: now).plan?.end == nil)
  }

  @Test("ET-3.5 a failed purchase changes nothing and has a message")
  func failure() throws {
    for records in [[], [Self.annual]] {
      var app = try App.expenseTracker()
      app.ledger = try Ledger(records)
      let before = app.snapshot(at: "2026-03-01")
      let outcome = app.receive(
        .failure(.purchaseFailed(reason: "declined")), at: "2026-03-01")
      #expect(outcome.code == .purchaseFailed)
      #expect(app.snapshot(at: "2026-03-01").json() == before.json())
      #expect(app.changes.isEmpty)
      #expect(app.tier(at: "2026-05-31T23:59:59Z") == (records.isEmpty ? "free" : "pro"))
      #expect(app.tier(at: "2026-06-01") == "free")
    }
    let text = PurchaseTexts.standard.text(for: .purchaseFailed(reason: "declined"), in: "en")
    #expect(text == "The purchase failed: declined")
  }

  @Test("ET-4.2 a valid subscription found at launch opens the first ask")
  func validAtLaunch() throws {
    var app = try App.expenseTracker()
    app.ledger = try Ledger([Self.annual])
    #expect(app.can("cloud-sync", at: "2026-03-01T12:00:00Z"))
  }

  @Test("ET-4.3 a lifetime is Pro for ever, also beside an expired subscription")
  func lifetimeAtLaunch() throws {
    var app = try App.expenseTracker()
    app.ledger = try Ledger([owned("lifetime")])
    for now: Instant in ["2026-03-01", "2126-03-01"] {
      #expect(app.tier(at: now) == "pro")
      #expect(app.status(at: now).plan?.validity == .lifetime)
    }
    try app.ledger.insert(
      subscribed("annual", "t0", from: "2025-01-01", until: "2026-01-01"))
    #expect(app.tier(at: "2026-03-01") == "pro")
  }

  @Test("ET-4.4 an expired subscription is Free, and the person is told once")
  func expiry() throws {
    var app = try App.expenseTracker()
    app.ledger = try Ledger([
      subscribed("annual", from: "2025-03-01", until: "2026-03-01T00:00:00Z")
    ])
    app.observe(at: "2026-02-28T23:59:59Z")
    #expect(app.tier(at: "2026-02-28T23:59:59Z") == "pro")
    app.observe(at: "2026-03-01T00:00:00Z")
    #expect(app.tier(at: "2026-03-01T00:00:00Z") == "free")
    let notice = PurchaseNotice.subscriptionExpired(product: "annual", end: "2026-03-01")
    #expect(app.notices == [notice])
    app.observe(at: "2026-03-01T01:00:00Z")
    #expect(app.tier(at: "2026-03-01T01:00:00Z") == "free")
    #expect(app.notices == [notice])
    #expect(app.reason("csv-export", at: "2026-03-01") == .expired)
    // Other apps get the change, but no notice.
    #expect(app.changes.flatMap { $0.notices(PurchaseTerms()) }.isEmpty)
  }

  @Test("ET-4.5 a verification that is unavailable keeps the status until the next launch")
  func unavailable() throws {
    var app = try App.expenseTracker()
    app.ledger = try Ledger([Self.annual])
    var freshness = Freshness(
      policy: app.policy, terms: app.terms, confirmed: app.ledger.confirmed())
    #expect(freshness.handle(.launched, at: "2026-03-01").contains(.refresh))
    _ = freshness.handle(.failed(.networkError), at: "2026-03-01")
    #expect(freshness.isOwed)
    #expect(freshness.due == nil, "only at the next launch")
    #expect(freshness.handle(.asked, at: "2026-03-01T01:00Z").isEmpty)
    #expect(app.tier(at: "2026-03-01") == "pro")

    #expect(freshness.handle(.launched, at: "2026-03-02").contains(.refresh))
    _ = freshness.handle(.refreshed("2026-03-02"), at: "2026-03-02")
    #expect(!freshness.isOwed)
    #expect(app.tier(at: "2026-03-02") == "pro")
    #expect(try App.expenseTracker().tier(at: "2026-03-01") == "free")
  }

  @Test("ET-8.3 a cancelled subscription is Pro to its end")
  func cancelled() throws {
    var app = try App.expenseTracker()
    app.ledger = try Ledger([Self.annual])
    try app.apply(Self.annual.cancelled(at: "2026-03-01"), at: "2026-03-01")
    #expect(app.changes.map(\.kind) == [.cancelled])
    let plan = app.status(at: "2026-03-01").plan
    #expect(plan?.state == .cancelled)
    #expect(plan?.validity == .ends("2026-06-01"))
    #expect(app.can("cloud-sync", at: "2026-05-31T23:59:59Z"))
    #expect(!app.can("cloud-sync", at: "2026-06-01T00:00:00Z"))
  }

  @Test("ET-8.4 a verified renewal extends Pro, once", arguments: [Verification.device, .server])
  func renewal(proof: Verification) throws {
    let renewal = subscribed(
      "annual", "t2", line: "t1", from: "2026-06-01", until: "2027-06-01", verification: proof,
      confirmed: "2026-05-31")
    var app = try App.expenseTracker()
    app.ledger = try Ledger([Self.annual])
    app.observe(at: "2026-05-31")
    for _ in 1...2 { try app.apply(renewal, at: "2026-05-31") }
    #expect(app.changes.map(\.kind) == [.renewed])
    #expect(app.status(at: "2026-05-31").plan?.end == "2027-06-01")
    #expect(app.status(at: "2026-06-01").plan?.end == "2027-06-01")
    #expect(app.tier(at: "2027-05-31T23:59:59Z") == "pro")
    #expect(app.tier(at: "2027-06-01") == "free")

    var forged = try App.expenseTracker()
    forged.ledger = try Ledger([Self.annual])
    try forged.apply(
      renewal.changed(at: "2026-05-31") { $0.verification = .invalid }, at: "2026-05-31")
    #expect(forged.status(at: "2026-05-31").plan?.end == "2026-06-01")
    #expect(forged.tier(at: "2026-06-01T00:00:00Z") == "free")
  }

  @Test("ET-9.4 an invalid receipt grants nothing and is not tried again")
  func invalid() throws {
    let forged = owned("lifetime", "t9", verification: .invalid)
    for records in [[], [Self.annual]] {
      var app = try App.expenseTracker()
      app.ledger = try Ledger(records)
      let before = app.snapshot(at: "2026-03-01")
      #expect(app.receive(.success(forged), at: "2026-03-01") == .failed(.verificationFailed))
      #expect(app.snapshot(at: "2026-03-01") == before)
      #expect(app.ledger.waiting().isEmpty)
      #expect(app.tier(at: "2026-03-01") == (records.isEmpty ? "free" : "pro"))
      #expect(app.tier(at: "2026-06-01") == "free")
    }
  }

  @Test("ET-9.5 without a network the cached status counts, however old it is")
  func offline() throws {
    var app = try App.expenseTracker()
    app.ledger = try Ledger([Self.annual.changed(at: "2026-01-01") { _ in }])
    var freshness = Freshness(
      policy: app.policy, terms: app.terms, confirmed: "2026-01-01", isOnline: false)
    #expect(freshness.handle(.launched, at: "2026-03-01").isEmpty)
    #expect(freshness.isOwed)
    #expect(!freshness.isStale(at: "2026-03-01"))
    #expect(app.tier(at: "2026-03-01") == "pro")
    #expect(app.tier(at: "2026-06-01T00:00:00Z") == "free")
  }

  @Test("ET-11.2 of what is restored, each purchase counts by its own proof")
  func restoreVerifiesEach() throws {
    var app = try App.expenseTracker()
    let outcome = app.ledger.restore(
      .success([
        subscribed("annual", "t1", from: "2025-06-01", until: "2026-06-01"),
        owned("lifetime", "t2", verification: .invalid),
      ]), at: "2026-03-01")
    #expect(outcome == .restored(["t1"]))
    #expect(app.tier(at: "2026-05-31T23:59:59Z") == "pro")
    #expect(app.tier(at: "2026-06-01") == "free")
  }

  @Test("ET-11.3 a restored lifetime is Pro for ever")
  func restoreLifetime() throws {
    var app = try App.expenseTracker()
    _ = app.ledger.restore(.success([owned("lifetime")]), at: "2026-03-01")
    #expect(app.status(at: "2026-03-01").plan?.validity == .lifetime)
    #expect(app.tier(at: "2126-03-01") == "pro")
  }

  @Test("ET-11.4 a restored subscription counts to its end, an expired one not")
  func restoreSubscription() throws {
    var app = try App.expenseTracker()
    _ = app.ledger.restore(.success([Self.annual]), at: "2026-03-01")
    #expect(app.status(at: "2026-03-01").plan?.end == "2026-06-01")
    var past = try App.expenseTracker()
    let old = subscribed("annual", from: "2025-02-01", until: "2026-02-01")
    #expect(past.ledger.restore(.success([old]), at: "2026-03-01") == .restored(["t1"]))
    #expect(past.tier(at: "2026-03-01") == "free")
  }

  @Test("ET-11.5 nothing to restore is said, and takes nothing away")
  func nothingToRestore() throws {
    for records in [[], [Self.annual]] {
      var app = try App.expenseTracker()
      app.ledger = try Ledger(records)
      let outcome = app.ledger.restore(.success([]), at: "2026-03-01")
      #expect(outcome == .nothingToRestore)
      #expect(
        PurchaseTexts.standard.text(for: outcome, in: "en") == "No purchase record was found")
      #expect(app.tier(at: "2026-03-01") == (records.isEmpty ? "free" : "pro"))
      #expect(app.tier(at: "2026-06-01") == "free")
    }
  }

  @Test("ET-4.1 a launch asks to verify, and names what waits")
  func launchVerifies() throws {
    var app = try App.expenseTracker()
    try app.ledger.insert(owned("lifetime", "t7", verification: .waiting))
    var freshness = Freshness(policy: app.policy, terms: app.terms, confirmed: "2026-03-01")
    #expect(freshness.handle(.launched, at: "2026-03-01") == [.refresh, .flushOutbox])
    #expect(app.ledger.waiting().map(\.transactionID) == ["t7"])
  }

  @Test("ET-9.3 a verified record has the product and the end that the engine needs")
  func verifiedRecord() throws {
    let grants = try Ledger([Self.annual]).snapshot(
      policy: try App.expenseTracker().policy, at: "2026-03-01"
    ).grants
    #expect(grants.map(\.product) == ["annual"])
    #expect(grants.map(\.until) == ["2026-06-01"])
  }

  @Test("ET-8.1, ET-12.1 to ET-12.5 what a settings page shows")
  func settings() throws {
    var app = try App.expenseTracker()
    #expect(app.status(at: "2026-03-01").plan == nil)
    try app.apply(Self.annual, at: "2026-03-01")
    let plan = app.status(at: "2026-03-01").plan
    #expect(plan?.product == "annual")
    #expect(plan?.validity.text(in: "en") == "Renews 2026-06-01")
    #expect(app.changes.count == 1)
    try app.apply(Self.annual, at: "2026-03-01")
    #expect(app.changes.count == 1)
    try app.apply(owned("lifetime", "t2"), at: "2026-03-02")
    #expect(app.status(at: "2026-03-02").plan?.product == "lifetime")
    #expect(app.status(at: "2026-03-02").plan?.validity.text(in: "en") == "Lifetime Access")
  }
}
