import Foundation
import Testing
import TollgateKit
import TollgatePurchases

/// The queue, the changes for a server, and the log.
@Suite struct QueueTests {
  static let start: Instant = "2026-03-01T00:00:00Z"

  private func after(_ milliseconds: Int64) -> Instant { Self.start.advanced(by: milliseconds) }

  @Test("LG-ERR-1 five attempts at 0, 1, 3, 7, 15 s, then at launch or with a network")
  func backoff() {
    var queue = RetryQueue<String>()
    queue.add("receipt", id: "t1", at: Self.start)
    for now: Int64 in [0, 1000, 3000, 7000, 15_000] {
      #expect(queue.take(at: after(now - 1)).isEmpty)
      #expect(queue.take(at: after(now)).count == 1)
      _ = queue.fail("t1", at: after(now))
    }
    #expect(queue.nextDue == nil)
    #expect(queue.take(at: "2026-03-02").isEmpty)
    #expect(queue.items.count == 1)
    var launched = queue
    launched.launch(at: "2026-03-02")
    #expect(launched.take(at: "2026-03-02").count == 1)
    queue.wake(at: "2026-03-02")
    #expect(queue.take(at: "2026-03-02").count == 1)
    queue.remove("t1")
    #expect(queue.isEmpty)
  }

  @Test("LG-ERR-3 the person is told at the third failure, once; nothing else changes")
  func notice() throws {
    var app = try App.lightGallery()
    let paid = subscribed("pro-monthly", until: "2026-04-01", verification: .waiting)
    _ = app.receive(.success(paid), at: Self.start)
    var queue = RetryQueue<String>(schedule: app.terms.retries)
    queue.add("receipt", id: "t1", at: Self.start)
    var notices: [PurchaseNotice] = []
    for (now, count): (Int64, Int) in [(0, 0), (1000, 0), (3000, 1), (7000, 1)] {
      _ = queue.take(at: after(now))
      if let notice = queue.fail("t1", at: after(now)) { notices.append(notice) }
      #expect(notices.count == count)
      #expect(queue.items.count == 1)
      #expect(app.tier(at: after(now)) == "free")
    }
    #expect(notices == [.failing(id: "t1", attempts: 3)])
    try app.apply(paid.changed(at: after(15_000)) { $0.verification = .server }, at: after(15_000))
    queue.remove("t1")
    #expect(app.tier(at: after(15_000)) == "pro")
    #expect(queue.isEmpty)
  }

  @Test("LG-BG-3 coming to the foreground makes everything due")
  func foreground() {
    var queue = RetryQueue<String>(schedule: RetrySchedule(delays: [8000]))
    for id in ["t1", "t2"] { queue.add("receipt", id: id, at: Self.start) }
    for item in queue.take(at: Self.start) { _ = queue.fail(item.id, at: Self.start) }
    #expect(queue.nextDue == after(8000))
    queue.wake(at: after(10))
    #expect(queue.take(at: after(10)).map(\.id) == ["t1", "t2"])
    var empty = RetryQueue<String>()
    empty.wake(at: Self.start)
    #expect(empty.take(at: Self.start).isEmpty)
  }

  @Test("a purchase begun offline is handed out once, when there is a network")
  func offlinePurchase() throws {
    var app = try App.lightGallery()
    var queue = RetryQueue<PurchaseIntent>()
    let intent = PurchaseIntent(product: "pro-monthly")
    func begin(_ isOnline: Bool, _ terms: PurchaseTerms) -> PurchaseIntent.Start {
      queue.begin(intent, isOnline: isOnline, terms: terms, at: Self.start)
    }
    #expect(begin(true, app.terms) == .now)
    #expect(begin(false, PurchaseTerms()) == .refused(.networkError))
    #expect(queue.isEmpty)
    for _ in 1...2 { #expect(begin(false, app.terms) == .queued) }
    #expect(queue.items.count == 1)
    #expect(queue.take(at: after(1)).isEmpty)
    #expect(app.tier(at: Self.start) == "free")

    queue.wake(at: after(2))
    #expect(queue.take(at: after(2)).map(\.payload) == [intent])
    queue.wake(at: after(3))
    #expect(queue.take(at: after(3)).isEmpty)
    try app.apply(subscribed("pro-monthly", until: "2026-04-01"), at: after(4))
    for item in queue.items { queue.remove(item.id) }
    #expect(app.tier(at: after(4)) == "pro")
    #expect(queue.isEmpty)
  }

  @Test("LG-IT-2 from choosing a plan to its activation")
  func activation() throws {
    var app = try App.lightGallery()
    var audit = AuditLog()
    var outbox = RetryQueue<SyncItem>()
    let paid = subscribed("pro-monthly", until: "2026-04-01", verification: .waiting)
    #expect(app.receive(.success(paid), at: Self.start) == .waiting(paid))
    let proved = paid.changed(at: after(500)) { $0.verification = .server }
    #expect(app.receive(.success(proved), at: after(500)) == .purchased(proved))
    for change in app.changes {
      audit.add(change)
      outbox.add(change, at: after(500))
    }
    #expect(app.tier(at: after(500)) == "pro")
    #expect(app.changes[0].unlocked == LightGalleryTests.features)
    #expect(audit.entries.count == 1)
    #expect(outbox.items.count == 1)
  }

  @Test("LG-TM-4 a change is due at once, and five attempts fit into a minute")
  func latency() {
    var outbox = RetryQueue<String>()
    outbox.add("pro", id: "t1", at: Self.start)
    #expect(outbox.nextDue == Self.start)
    var attempts: [Instant] = []
    while let due = outbox.nextDue, let item = outbox.take(at: due).first {
      attempts.append(due)
      _ = outbox.fail(item.id, at: due)
    }
    #expect(attempts == [0, 1000, 3000, 7000, 15_000].map { after($0) })
  }

  // MARK: The log

  /// One subscription: bought, renewed, upgraded, cancelled, ended.
  private func history() throws -> AuditLog {
    let pro = subscribed(
      "pro-monthly", "t1", line: "s", until: "2026-04-01", paid: Money("10", "CNY"),
      method: .appleIAP)
    var renewal = pro
    renewal.transactionID = "t2"
    (renewal.start, renewal.end) = ("2026-04-01", "2026-05-01")
    let upgrade = subscribed(
      "max-monthly", "t3", line: "s", from: "2026-04-16", until: "2026-05-16",
      paid: Money("15", "CNY"), method: .appleIAP)
    var app = try App.lightGallery()
    var audit = AuditLog()
    app.observe(at: "2026-02-28")
    for (record, now): (PurchaseRecord?, Instant) in [
      (pro, "2026-03-01"), (renewal, "2026-03-31T23:59Z"), (upgrade, "2026-04-16"),
      (pro, "2026-04-17"), (upgrade.cancelled(at: "2026-04-20"), "2026-04-20"),
      (nil, "2026-05-16"), (nil, "2026-05-17"),
    ] {
      let before = app.changes.count
      app.ledger.confirm(at: now)
      if let record { try app.ledger.insert(record) }
      app.observe(at: now)
      for change in app.changes[before...] where change.kind != .other { audit.add(change) }
    }
    return audit
  }

  @Test("LG-P28 purchase, renewal, upgrade, cancel and expiry are five entries")
  func audit() throws {
    let audit = try history()
    #expect(
      audit.entries.map(\.kind) == [.purchased, .renewed, .switched, .cancelled, .expired])
    #expect(audit.entries.map(\.transactionID) == ["t1", "t2", "t3", "t3", "t3"])
    #expect(audit.entries.map(\.paid) == ["10", "10", "15", "15", "15"].map { Money($0, "CNY") })
    #expect(audit.entries.allSatisfy { $0.method == .appleIAP })
    #expect(audit.entries.map(\.status) == [.active, .active, .active, .cancelled, .expired])
  }

  @Test("LG-BE-9 an entry has the amount with two decimals, and nothing of a receipt")
  func entry() throws {
    let entry = try #require(try history().entries.first)
    #expect(entry.paid?.amountText == "10.00")
    #expect(entry.paid?.currency == "CNY")
    #expect(entry.method?.rawValue == "apple_iap")
    let fields = Mirror(reflecting: entry).children.compactMap(\.label)
    #expect(fields == ["at", "kind", "product", "transactionID", "paid", "method", "status"])
  }

  @Test("LG-BE-12 transactions are found by id, and listed with the newest first")
  func lookup() throws {
    var ledger = Ledger()
    try ledger.insert(owned("n1", "t1", from: "2026-03-01T10:00Z"))
    try ledger.insert(owned("n1", "t2", from: "2026-03-01T11:00Z"))
    #expect(ledger.transactions().map(\.transactionID) == ["t2", "t1"])
    #expect(ledger.record("t1") != nil)
    #expect(ledger.record("t3") == nil)
    let audit = try history()
    #expect(audit.newestFirst.first?.kind == .expired)
    #expect(audit.entries(of: "t3").map(\.kind) == [.expired, .cancelled, .switched])
    #expect(audit.entries(of: "t9").isEmpty)
  }

  // MARK: Secrets

  static let smuggled = """
    {"schema": 1, "card": "4111111111111111", "records": [{"transaction": "t1",
      "product": "pro-monthly", "kind": "subscription", "start": "2026-03-01",
      "end": "2026-04-01", "verification": "server", "amount": "10.00", "currency": "CNY",
      "card": "4111111111111111", "receipt": "RCPT-SECRET", "token": "TKN-SECRET"}],
      "synced": {"": "2026-03-01"}}
    """

  @Test("a ledger in JSON has a closed list of fields")
  func fields() throws {
    let ledger = try Ledger(json: Self.smuggled)
    let object = try JSONSerialization.jsonObject(with: Data(ledger.json().utf8))
    let top = try #require(object as? [String: Any])
    #expect(Set(top.keys) == ["schema", "records", "synced"])
    let records = try #require(top["records"] as? [[String: Any]])
    let known: Set = [
      "transaction", "original", "product", "kind", "state", "account", "start", "end", "graceEnd",
      "renews", "renewsAs", "ownership", "revoked", "refundPercentage", "trial", "superseded",
      "quantity", "amount",
      "currency", "method", "verification", "environment", "confirmed",
    ]
    #expect(records.allSatisfy { known.isSuperset(of: $0.keys) })
    #expect(!ledger.json().contains("4111"))
  }

  @Test("LG-P38 no secret reaches a log, an explanation or an error")
  func secrets() throws {
    var app = try App.lightGallery()
    app.observe(at: "2026-02-28")
    app.ledger = try Ledger(json: Self.smuggled)
    app.observe(at: "2026-03-01")
    var audit = AuditLog()
    for change in app.changes { audit.add(change) }
    let decision = app.policy.decide(
      "toolbox", for: app.snapshot(at: "2026-03-01"), at: "2026-03-01")
    var texts = [
      app.ledger.json(), "\(app.ledger)", "\(app.changes)", "\(audit)",
      decision.json(policy: app.policy),
      decision.explanation(in: "en"), app.snapshot(at: "2026-03-01").json(),
    ]
    texts += [PurchaseError.verificationFailed, .networkError].flatMap {
      [$0.debugDescription, $0.localizedDescription]
    }
    #expect(app.changes.count == 1)
    #expect(!texts.contains { $0.contains("SECRET") || $0.contains("4111") })
  }
}
