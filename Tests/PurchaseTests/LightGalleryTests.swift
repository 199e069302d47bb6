import Testing
import TollgateKit
import TollgatePurchases

/// LG: free, pro and max, by subscription; the effect of records.
@Suite struct LightGalleryTests {
  static let features = [
    "toolbox", "smartClean", "duplicateDetection", "similarPhotoCleanup", "screenshotCleanup",
    "photoEnhancer", "formatConverter", "livePhotoConverter", "idPhotoEditor", "privacyWiper",
    "screenshotStitcher",
  ]

  /// A pro plan that was confirmed at the given time.
  static func app(_ records: PurchaseRecord..., now: Instant) throws -> App {
    var app = try App.lightGallery()
    app.ledger = try Ledger(records)
    app.ledger.confirm(at: now)
    app.observe(at: now)
    return app
  }

  @Test("LG-IF-6 a restore returns what runs and what ran")
  func restore() throws {
    var app = try App.lightGallery()
    let outcome = app.ledger.restore(
      .success([
        subscribed("pro-monthly", "t1", until: "2026-04-01"),
        subscribed("max-yearly", "t2", from: "2025-02-01", until: "2026-02-01"),
      ]), at: "2026-03-01")
    #expect(outcome == .restored(["t1", "t2"]))
    #expect(app.tier(at: "2026-03-01") == "pro")
    app.ledger.confirm(at: "2026-03-31T12:00Z")
    #expect(app.tier(at: "2026-03-31T23:59:59Z") == "pro")
    #expect(app.tier(at: "2026-04-01") == "free")
  }

  @Test("LG-IF-7 of two plans the higher tier is shown, then the other takes over")
  func winner() throws {
    #expect(try App.lightGallery().status(at: "2026-03-10").plan == nil)
    var app = try Self.app(
      subscribed("pro-monthly", "t1", until: "2026-04-01"),
      subscribed("max-monthly", "t2", from: "2026-02-15", until: "2026-03-15"),
      now: "2026-03-10")
    #expect(app.tier(at: "2026-03-10") == "max")
    #expect(app.status(at: "2026-03-10").plan?.end == "2026-03-15")
    app.ledger.confirm(at: "2026-03-15")
    #expect(app.tier(at: "2026-03-15") == "pro")
    #expect(app.status(at: "2026-03-15").plan?.end == "2026-04-01")
  }

  @Test("LG-IF-8 a plan is valid while it is in force and fresh")
  func valid() throws {
    let record = subscribed("pro-monthly", until: "2026-04-01T00:00:00Z")
    #expect(try Self.app(record, now: "2026-03-10").status(at: "2026-03-10T01:00Z").isValid)
    #expect(!(try Self.app(record, now: "2026-03-31T23:00Z").status(at: "2026-04-01").isValid))
  }

  @Test("LG-DM-3 a record keeps its ten fields; a subscription without an end is refused")
  func tenFields() throws {
    let record = PurchaseRecord(
      transactionID: "s1", product: "com.lightgallery.pro.yearly", kind: .subscription,
      state: .cancelled, account: "user-7", start: "2026-01-01", end: "2027-01-01", renews: false,
      method: .wechatPay, verification: .server, confirmed: "2026-03-01T08:30:00.250Z")
    let ledger = try Ledger([record])
    let read = try Ledger(json: ledger.json())
    #expect(read == ledger)
    #expect(read.records == [record])
    // The tier and the period are those of the product.
    var app = try App.lightGallery()
    app.ledger = read
    app.account = "user-7"
    #expect(app.tier(at: "2026-03-01T09:00Z") == "pro")
    #expect(app.status(at: "2026-03-01T09:00Z").plan?.period == .months(12))

    var endless = record
    endless.end = nil
    #expect {
      try Ledger([endless])
    } throws: {
      ($0 as? SnapshotError)?.path == "end"
    }
  }

  @Test("LG-DM-6, LG-UT-S3 four statuses, before and at the end")
  func statuses() throws {
    let end: Instant = "2026-04-01T00:00:00Z"
    for state in [Grant.State.active, .cancelled, .expired, .pending] {
      let app = try Self.app(subscribed("pro-monthly", state: state, until: end), now: "2026-03-10")
      let isIn = state == .active || state == .cancelled
      #expect(app.tier(at: "2026-03-10") == (isIn ? "pro" : "free"))
      var later = app
      later.ledger.confirm(at: end)
      #expect(later.tier(at: end) == "free")
    }
  }

  @Test(
    "LG-DM-7 three methods of payment, and no other",
    arguments: [
      "apple_iap", "wechat_pay", "alipay",
    ])
  func methods(name: String) throws {
    let text = { (name: String) in
      """
      {"schema": 1, "records": [{"transaction": "t1", "product": "pro-monthly",
        "kind": "subscription", "start": "2026-03-01", "end": "2026-04-01",
        "verification": "server", "method": "\(name)"}]}
      """
    }
    #expect(try Ledger(json: text(name)).records.first?.method?.rawValue == name)
    #expect {
      try Ledger(json: text(name + "_x"))
    } throws: {
      ($0 as? SnapshotError)?.path == "records[0].method"
    }
  }

  @Test("LG-P8 tier and end are those of the plan")
  func tierAndEnd() throws {
    for tier in ["pro", "max"] {
      for (period, end): (String, Instant) in [("monthly", "2026-04-01"), ("yearly", "2027-03-01")]
      {
        let app = try Self.app(
          subscribed("com.lightgallery.\(tier).\(period)", until: end), now: "2026-03-01")
        let status = app.status(at: "2026-03-01")
        #expect(status.tier == tier)
        #expect(status.plan?.product == "\(tier)-\(period)")
        #expect(status.plan?.end == end)
      }
    }
  }

  @Test(
    "LG-P11, LG-P16 nothing counts before it is verified",
    arguments: [
      PaymentMethod.appleIAP, .wechatPay, .alipay,
    ])
  func verifiedFirst(method: PaymentMethod) throws {
    let now: Instant = "2026-03-01"
    let paid = subscribed(
      "pro-monthly", until: "2026-04-01", method: method, verification: .waiting)
    var app = try App.lightGallery()
    #expect(app.receive(.success(paid), at: now) == .waiting(paid))
    #expect(app.tier(at: now) == "free")
    #expect(app.ledger.waiting().count == 1)
    var refused = app
    try app.apply(paid.changed(at: now) { $0.verification = .server }, at: now)
    #expect(app.tier(at: now) == "pro")
    #expect(app.ledger.waiting().isEmpty)
    try refused.apply(paid.changed(at: now) { $0.verification = .invalid }, at: now)
    #expect(refused.tier(at: now) == "free")
    #expect(refused.ledger.waiting().isEmpty)
    // The other way round, too: a waiting reading takes nothing away.
    try app.apply(paid.changed(at: "2026-03-02") { _ in }, at: now)
    #expect(app.tier(at: now) == "pro")
  }

  /// Free, pro, max, cancelled, expired.
  static let situations: [[PurchaseRecord]] = [
    [], [subscribed("pro-monthly", until: "2026-04-01")],
    [subscribed("max-yearly", until: "2027-03-01")],
    [subscribed("pro-monthly", until: "2026-04-01").cancelled(at: "2026-03-01")],
    [subscribed("pro-monthly", from: "2026-01-01", until: "2026-02-01")],
  ]

  @Test("LG-P13 no failure changes anything", arguments: situations)
  func failures(records: [PurchaseRecord]) throws {
    let now: Instant = "2026-03-10"
    let answers: [App.Answer] = [
      .failure(.userCancelled), .failure(.networkError),
      .failure(.purchaseFailed(reason: "declined")),
      .failure(.verificationFailed), .failure(.insufficientPermissions),
      .failure(.productNotFound), .pending(nil),
      .pending(subscribed("max-yearly", "t9", until: "2027-03-10", verification: .server)),
    ]
    var app = try App.lightGallery()
    app.ledger = try Ledger(records)
    let before = app.snapshot(at: now)
    for answer in answers {
      guard case .failed = app.receive(answer, at: now) else {
        Issue.record("\(answer) is no failure")
        continue
      }
      #expect(app.snapshot(at: now) == before)
    }
    #expect(app.changes.isEmpty)
  }

  @Test("LG-P14 a verified renewal extends; an older one that comes late does not shorten")
  func renewal() throws {
    let first = subscribed("pro-monthly", line: "s", until: "2026-04-01")
    let renewal = subscribed(
      "pro-monthly", "t2", line: "s", from: "2026-04-01", until: "2026-05-01")
    var app = try Self.app(first, renewal, now: "2026-04-02")
    #expect(app.status(at: "2026-04-02").plan?.end == "2026-05-01")
    let older = subscribed(
      "pro-monthly", "t0", line: "s", from: "2026-02-01", until: "2026-03-01",
      confirmed: "2026-04-02")
    try app.apply(older, at: "2026-04-02")
    #expect(app.status(at: "2026-04-02").plan?.end == "2026-05-01")
    #expect(app.changes.isEmpty)

    var forged = renewal
    forged.verification = .invalid
    let kept = try Self.app(first, forged, now: "2026-03-31")
    #expect(kept.status(at: "2026-03-31").plan?.end == "2026-04-01")
    // Some stores renew under the same id: the newer reading has the later end.
    let again = try Self.app(
      first.changed(at: "2026-04-01") { $0.end = "2026-05-01" }, first, now: "2026-04-02")
    #expect(again.status(at: "2026-04-02").plan?.end == "2026-05-01")
  }

  @Test("LG-P24 a cancelled subscription counts to its end")
  func cancelled() throws {
    let record = subscribed("pro-monthly", until: "2026-04-01T00:00:00Z")
    var app = try Self.app(record, record.cancelled(at: "2026-03-10"), now: "2026-03-31")
    #expect(Self.features.allSatisfy { app.can($0, at: "2026-03-31T23:59:59Z") })
    app.ledger.confirm(at: "2026-04-01")
    #expect(!Self.features.contains { app.can($0, at: "2026-04-01T00:00:00Z") })
  }

  @Test("LG-P20 a status that says expired ends access before its date")
  func expiredEarly() throws {
    let app = try Self.app(
      subscribed("pro-monthly", state: .expired, until: "2026-04-01"), now: "2026-03-10")
    #expect(!Self.features.contains { app.can($0, at: "2026-03-10") })
    #expect(app.reason("toolbox", at: "2026-03-10") == .expired)
  }

  @Test("LG-P27 a purchase found false changes nothing", arguments: situations)
  func refused(records: [PurchaseRecord]) throws {
    var app = try App.lightGallery()
    app.ledger = try Ledger(records)
    let before = app.snapshot(at: "2026-03-10")
    let forged = subscribed("max-yearly", "t9", until: "2027-03-10", verification: .invalid)
    #expect(app.receive(.success(forged), at: "2026-03-10") == .failed(.verificationFailed))
    #expect(app.snapshot(at: "2026-03-10") == before)
    #expect(app.changes.isEmpty, "nothing for the outbox")
  }

  @Test("LG-SEC-P3 a purchase waits for the proof that the terms ask for")
  func proof() throws {
    let now: Instant = "2026-03-01"
    let local = subscribed("pro-monthly", until: "2026-04-01")
    var app = try App.lightGallery(verifiedBy: .server)
    #expect(app.receive(.success(local), at: now) == .waiting(local))
    #expect(app.tier(at: now) == "free")
    #expect(app.ledger.waiting(terms: app.terms) == [local])
    try app.apply(local.changed(at: now) { $0.verification = .server }, at: now)
    #expect(app.tier(at: now) == "pro")
    #expect(app.ledger.waiting(terms: app.terms).isEmpty)
    var packs = try App.billiards()
    try packs.apply(owned("basic"), at: now)
    #expect(packs.can("L4", at: now))
  }

  @Test("LG-SE-6 only the very same plan is refused, while it will be renewed")
  func alreadySubscribed() throws {
    let record = subscribed("pro-monthly", until: "2026-04-01T00:00:00Z")
    let app = try Self.app(record, now: "2026-03-10")
    func refusal(_ product: String, _ app: App, at now: Instant) -> PurchaseError? {
      do throws(PurchaseError) {
        try app.ledger.checkPurchase(of: product, policy: app.policy, terms: app.terms, at: now)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal("pro-monthly", app, at: "2026-03-10") == .alreadySubscribed)
    #expect(refusal("com.lightgallery.pro.monthly", app, at: "2026-03-10") == .alreadySubscribed)
    #expect(refusal("max-monthly", app, at: "2026-03-10") == nil)
    #expect(refusal("pro-monthly", app, at: "2026-04-01T00:00:00Z") == nil)
    #expect(refusal("nothing", app, at: "2026-03-10") == .productNotFound)
    let cancelled = try Self.app(record.cancelled(at: "2026-03-09"), now: "2026-03-10")
    #expect(refusal("pro-monthly", cancelled, at: "2026-03-10") == nil)
    let text = PurchaseTexts.standard.text(for: .alreadySubscribed, in: "zh-Hans")
    #expect(text == "您已经订阅了此服务")
  }

  @Test("LG-IT-5 a subscription ends, and is renewed a day later")
  func expiryAndRenewal() throws {
    var app = try Self.app(
      subscribed("pro-monthly", line: "s", until: "2026-04-01"), now: "2026-03-31T12:00Z")
    app.ledger.confirm(at: "2026-04-01")
    app.observe(at: "2026-04-01")
    #expect(!app.can("toolbox", at: "2026-04-01"))
    let renewal = subscribed(
      "pro-monthly", "t2", line: "s", from: "2026-04-02", until: "2026-05-01T00:00:00Z")
    try app.apply(renewal, at: "2026-04-02")
    #expect(app.can("toolbox", at: "2026-04-02"))
    app.ledger.confirm(at: "2026-04-30T12:00Z")
    #expect(app.can("toolbox", at: "2026-04-30T23:59:59Z"))
    app.ledger.confirm(at: "2026-05-01")
    #expect(!app.can("toolbox", at: "2026-05-01T00:00:00Z"))
    #expect(app.changes.map(\.kind) == [.expired, .purchased])
  }

  @Test("LG-BG-2 a renewal that comes in the background is one change")
  func background() throws {
    var app = try Self.app(
      subscribed("pro-monthly", line: "s", until: "2026-04-01"), now: "2026-03-31T12:00Z")
    try app.apply(
      subscribed(
        "pro-monthly", "t2", line: "s", from: "2026-03-31T23:00Z", until: "2026-05-01"),
      at: "2026-03-31T23:00Z")
    #expect(app.changes.map(\.kind) == [.renewed])
    #expect(app.status(at: "2026-03-31T23:30Z").plan?.end == "2026-05-01")
  }

  @Test("LG-IOS-1 the same update from listener and purchase call is one change and one entry")
  func twice() throws {
    let record = subscribed("pro-monthly", until: "2026-04-01")
    var app = try App.lightGallery()
    for _ in ["listener", "call"] {
      #expect(app.receive(.success(record), at: "2026-03-01") == .purchased(record))
    }
    var audit = AuditLog()
    for change in app.changes { audit.add(change) }
    #expect(app.changes.count == 1)
    #expect(audit.entries.count == 1)
  }

  @Test("LG-IOS-3 each answer of the store has its outcome")
  func storeResults() throws {
    let now: Instant = "2026-03-01"
    let record = subscribed("pro-monthly", until: "2026-04-01")
    var app = try App.lightGallery()
    #expect(app.receive(.failure(.userCancelled), at: now).code == .userCancelled)
    let pending = app.receive(.pending(record), at: now)
    #expect(pending == .failed(.purchaseFailed(reason: "Purchase pending")))
    #expect(app.tier(at: now) == "free")
    let approved = record.changed(at: "2026-03-01T01:00Z") { _ in }
    #expect(app.receive(.success(approved), at: "2026-03-01T01:00Z") == .purchased(approved))
    #expect(app.tier(at: "2026-03-01T01:00Z") == "pro")
  }

  @Test("LG-IOS-4 an unverified result is a failed verification")
  func unverified() throws {
    var app = try App.lightGallery()
    let before = app.snapshot(at: "2026-03-01")
    let forged = subscribed("pro-monthly", until: "2026-04-01", verification: .invalid)
    #expect(app.receive(.success(forged), at: "2026-03-01") == .failed(.verificationFailed))
    #expect(app.snapshot(at: "2026-03-01") == before)
  }
}
