import Foundation
import Testing
import TollgateKit
import TollgatePurchases

/// The ledger: records, states, subscriptions, grace and damaged input.
@Suite struct LedgerTests {
  static let policy = """
    trust snapshots for 30 days
    tiers free < pro < max
    product plus
      grants pro
      price 10 CNY per month
    product kept
      grants pro
      price 10 CNY per month
      grace 5 days
    product top
      grants max
      price 20 CNY per month
    product extra
      adds 10 to bills
      grants pro
      price 1 CNY per month
      grace 5 days
    product forever
      grants pro
      price 90 CNY once
    meter bills
    feature export
    bills > 5 requires max
    export requires pro
    """

  private func app(_ records: PurchaseRecord...) throws -> App {
    var app = App(policy: try Policy(source: Self.policy))
    app.ledger = try Ledger(records)
    return app
  }

  private func tier(_ records: PurchaseRecord..., at now: Instant) throws -> String? {
    var app = try app()
    app.ledger = try Ledger(records)
    app.ledger.confirm(at: now)
    return app.tier(at: now)
  }

  @Test("a part that was paid back ends a purchase, or not, as the terms say; its share is told")
  func partialRefund() throws {
    let bought = subscribed("plus", until: "2026-06-01")
    for (share, ends, keeps) in [
      ("40", "free", "pro"), ("0.015", "free", "pro"),
      ("100", "free", "free"), (nil, "free", "free"),
    ] as [(String?, String, String)] {
      for state in [Grant.State.active, .refunded] {
        let refunded = bought.changed(at: "2026-03-10") {
          $0.state = state
          $0.revokedAt = "2026-03-10"
          $0.refundPercentage = share.flatMap { Decimal(string: $0) }
        }
        var app = try app(bought, refunded)
        #expect(app.tier(at: "2026-03-11") == ends)
        app.terms.partialRefund = .keeps
        #expect(app.tier(at: "2026-03-11") == keeps)
        #expect(app.tier(at: "2026-06-01") == "free")
        #expect(app.ledger.transactions().first == refunded)
        #expect(try Ledger(json: app.ledger.json()) == app.ledger)
      }
    }
  }

  @Test("the whole price back ends a purchase, also where the store tells no date and no state")
  func aShareAlone() throws {
    let bought = subscribed("plus", until: "2026-06-01")
    for (share, ends, keeps) in [
      ("100", "free", "free"), ("40", "free", "pro"), ("0", "pro", "pro"),
    ] {
      let refunded = bought.changed(at: "2026-03-10") {
        $0.refundPercentage = Decimal(string: share)
      }
      var app = try app(bought, refunded)
      #expect(app.tier(at: "2026-03-11") == ends)
      app.terms.partialRefund = .keeps
      #expect(app.tier(at: "2026-03-11") == keeps)
    }
  }

  @Test(
    "a refund or revocation ends at once, whatever the dates say (T4)",
    arguments: [
      "plus", "forever",
    ])
  func revoked(product: String) throws {
    let record =
      product == "plus" ? subscribed(product, until: "2026-06-01") : owned(product)
    #expect(try tier(record, at: "2026-03-10") == "pro")
    let refunded = record.changed(at: "2026-03-10") { $0.state = .refunded }
    #expect(try tier(record, refunded, at: "2026-03-10") == "free")
    let revoked = record.changed(at: "2026-03-10") { $0.revokedAt = "2026-03-10" }
    #expect(try tier(revoked, record, at: "2026-03-10") == "free")
    var app = try app(record, revoked)
    #expect(app.reason("export", at: "2026-03-10") == .revoked)
    // At equal times, the revoked reading counts.
    var same = record
    same.revokedAt = "2026-03-09"
    app.ledger = try Ledger([same, record])
    #expect(app.tier(at: "2026-03-10") == "free")
  }

  @Test(
    "a store's grace gives access after the paid end, on hold too (T1, T2)",
    arguments: [
      Grant.State.active, .grace, .hold, .cancelled,
    ])
  func grace(state: Grant.State) throws {
    let record = subscribed(
      "plus", state: state, until: "2026-04-01", graceEnd: "2026-04-17")
    #expect(try tier(record, at: "2026-04-01") == "pro")
    #expect(try tier(record, at: "2026-04-16T23:59:59Z") == "pro")
    #expect(try tier(record, at: "2026-04-17") == "free")
    let plan = try app(record).status(at: "2026-04-02").plan
    #expect(plan?.state == .grace)
    #expect(plan?.accessEnd == "2026-04-17")
  }

  @Test("a hold without a grace gives nothing after the end, and a pause nothing at all")
  func hold() throws {
    let hold = subscribed("plus", state: .hold, until: "2026-04-01")
    #expect(try tier(hold, at: "2026-04-02") == "free")
    #expect(try app(hold).reason("export", at: "2026-04-02") == .onHold)
    #expect(
      try tier(subscribed("plus", state: .paused, until: "2026-04-01"), at: "2026-03-02") == "free")
  }

  @Test("the store's grace and the policy's are never added (T10)")
  func twoGraces() throws {
    let six = subscribed("kept", until: "2026-04-01", graceEnd: "2026-04-07")
    #expect(try tier(six, at: "2026-04-06T23:59:59Z") == "pro")
    #expect(try tier(six, at: "2026-04-07") == "free")
    let three = subscribed("kept", until: "2026-04-01", graceEnd: "2026-04-04")
    #expect(try tier(three, at: "2026-04-05T23:59:59Z") == "pro")
    #expect(try tier(three, at: "2026-04-06") == "free")
    var add = try app(subscribed("extra", until: "2026-04-01", graceEnd: "2026-04-07"))
    add.base.usage["bills"] = Usage(0)
    for now: Instant in ["2026-03-15", "2026-04-03", "2026-04-06T12:00Z"] {
      add.ledger.confirm(at: now)
      let limit = add.policy.quota("bills", in: add.snapshot(at: now), at: now)?.limit
      #expect(limit == 15, "\(now)")
    }
  }

  @Test("a trial that has lapsed gets no grace (T9)")
  func trial() throws {
    let trial = subscribed("kept", until: "2026-04-01", isTrial: true)
    #expect(try tier(trial, at: "2026-03-31T23:59:59Z") == "pro")
    #expect(try tier(trial, at: "2026-04-01") == "free")
    #expect(try app(trial).status(at: "2026-03-02").plan?.state == .trial)
  }

  @Test("a renewal that is paid back does not bring the period before it back to life")
  func refundedRenewal() throws {
    let first = subscribed("kept", "t1", line: "s", until: "2026-04-01")
    let second = subscribed("kept", "t2", line: "s", from: "2026-04-01", until: "2026-05-01")
    #expect(try tier(first, second, at: "2026-04-02") == "pro")
    let refunded = second.changed(at: "2026-04-02") { $0.state = .refunded }
    #expect(try tier(first, refunded, at: "2026-04-02") == "free")
  }

  @Test("an upgrade takes the place of the plan before it, whether the store says so or not")
  func upgrade() throws {
    let plus = subscribed("plus", "t1", line: "s", until: "2026-04-01")
    let top = subscribed("top", "t2", line: "s", from: "2026-03-10", until: "2026-04-10")
    #expect(try tier(plus, top, at: "2026-03-11") == "max")
    let refunded = top.changed(at: "2026-03-12") { $0.state = .refunded }
    #expect(try tier(plus, refunded, at: "2026-03-12") == "free")
    let superseded = plus.changed(at: "2026-03-10") { $0.isSuperseded = true }
    #expect(try tier(superseded, at: "2026-03-12") == "free")
    // Another subscription is another purchase.
    var other = plus
    other.originalID = nil
    #expect(try tier(other, refunded, at: "2026-03-12") == "pro")
  }

  @Test(
    "another environment opens nothing (T8)",
    arguments: [
      StoreEnvironment.sandbox, .xcode, .other,
    ])
  func environments(environment: StoreEnvironment) throws {
    #expect(try tier(owned("forever", environment: environment), at: "2026-03-10") == "free")
  }

  @Test("a lifetime does not expire, whatever the record says of it")
  func lifetime() throws {
    var record = owned("forever", state: .expired)
    record.end = "2026-03-05"
    #expect(try tier(record, at: "2126-03-01") == "pro")
  }

  @Test("pending purchases open nothing; the reason tells of them where the terms say so")
  func pending() throws {
    let record = subscribed("plus", state: .pending, until: "2026-04-01", verification: .server)
    var app = try app(record)
    #expect(app.snapshot(at: "2026-03-02").grants.isEmpty)
    #expect(app.ledger.waiting().map(\.transactionID) == ["t1"])
    app.terms.showsPending = true
    #expect(app.tier(at: "2026-03-02") == "free")
    #expect(app.reason("export", at: "2026-03-02") == .pending)
  }

  @Test("records that cannot be right are refused, and nothing is taken in")
  func malformed() throws {
    let cases: [(String, (inout PurchaseRecord) -> Void)] = [
      ("transaction", { $0.transactionID = "" }), ("product", { $0.product = "" }),
      ("end", { $0.end = nil }), ("quantity", { $0.quantity = 0 }),
      ("amount", { $0.paid = Money(-1, "CNY") }), ("amount", { $0.paid = Money(.nan, "CNY") }),
    ]
    for (path, damage) in cases {
      var record = subscribed("plus", until: "2026-04-01")
      damage(&record)
      var ledger = Ledger()
      let before = ledger
      do throws(SnapshotError) {
        try ledger.insert(record)
        Issue.record("taken in: \(path)")
      } catch {
        #expect(error.path == path)
      }
      #expect(ledger == before)
      #expect(ledger.receive(record).code == .unknownError)
      #expect(ledger.restore(.success([record]), at: "2026-03-01") == .nothingToRestore)
      #expect(ledger.records.isEmpty)
    }
  }

  @Test("an account can be forgotten")
  func clear() throws {
    var ledger = try Ledger([
      owned("forever", "a", account: "A"), owned("forever", "b", account: "B"),
    ])
    ledger.confirm(account: "A", at: "2026-03-02")
    ledger.clear(account: "A")
    #expect(ledger.records.map(\.account) == ["B"])
    #expect(ledger.confirmed(account: "A") == nil)
  }

  @Test("of three thousand renewals the last one counts")
  func longLine() throws {
    var app = try app()
    for index in 0..<3000 {
      try app.ledger.insert(
        subscribed(
          "plus", "t\(index)", line: "s", from: History.day(index - 2999),
          until: History.day(index - 2998)))
    }
    #expect(app.snapshot(at: History.day(0)).grants.map(\.id) == ["t2999"])
    #expect(app.status(at: History.day(0)).plan?.end == History.day(1))
  }

  // MARK: JSON

  @Test("every field of a record comes back, and tells it from another", arguments: 0..<24)
  func everyField(index: Int) throws {
    let base = subscribed("plus", until: "2026-04-01")
    let changes: [(inout PurchaseRecord) -> Void] = [
      { $0.transactionID = "t2" }, { $0.originalID = "s" }, { $0.product = "top" },
      { $0.kind = .nonRenewing }, { $0.state = .hold }, { $0.account = "A" },
      { $0.start = "2026-02-01" }, { $0.end = "2026-05-01" }, { $0.graceEnd = "2026-05-09" },
      { $0.renews = false }, { $0.renewsAs = "top" }, { $0.ownership = .familyShared },
      { $0.revokedAt = "2026-03-09" }, { $0.refundPercentage = 33.5 }, { $0.isTrial = true },
      { $0.isSuperseded = true }, { $0.isOfferUsed = true },
      { $0.quantity = 2 }, { $0.paid = Money("12.5", "CNY") }, { $0.method = .alipay },
      { $0.verification = .server }, { $0.environment = .sandbox },
      { $0.confirmed = "2026-03-02" }, { $0.paid = Money("12.5", "USD") },
    ]
    #expect(Mirror(reflecting: base).children.count == changes.count - 1, "a field is not tested")
    var changed = base
    changes[index](&changed)
    let ledger = try Ledger([changed])
    #expect(try Ledger(json: ledger.json(pretty: true)).records == [changed])
    let ways = [try Ledger([base, changed]), try Ledger([changed, base])]
    #expect(ways[0] == ways[1])
    #expect(ways[0].json() == ways[1].json())
  }

  static let damaged: [(String, String)] = [
    ("{}", "schema"), (#"{"schema": 2}"#, "schema"), ("", ""), ("[1]", ""),
    (#"{"schema": 1, "records": {}}"#, "records"),
    (#"{"schema": 1, "records": [7]}"#, "records[0]"),
    (#"{"schema": 1, "records": [{}]}"#, "records[0].kind"),
    (#"{"schema": 1, "synced": {"A": "soon"}}"#, "synced.A"),
    (#"{"schema": 1, "records": [{"kind": 1}]}"#, "records[0].kind"),
    (record(#""amount": "10""#), "records[0].currency"),
    (record(#""currency": "CNY""#), "records[0].amount"),
    (record(#""amount": 10, "currency": "CNY""#), "records[0].amount"),
    (record(#""amount": "1e3", "currency": "CNY""#), "records[0].amount"),
    (record(#""amount": "1", "currency": "yuan""#), "records[0].currency"),
    (record(#""quantity": 0"#), "records[0].quantity"),
    (record(#""revoked": true"#), "records[0].revoked"),
    (record(#""refundPercentage": 100.001"#), "records[0].refundPercentage"),
    (record(#""refundPercentage": -1"#), "records[0].refundPercentage"),
    (record(#""refundPercentage": "50""#), "records[0].refundPercentage"),
    (record(#""refundPercentage": 1e-99999999999999999999"#), "records[0].refundPercentage"),
    (record(#""verification": "yes""#), "records[0].verification"),
    (record(#""start": "2026-03-01T00:00:00.0001Z""#), "records[0].start"),
  ]

  private static func record(_ fields: String) -> String {
    var members = [
      "\"transaction\": \"t1\"", "\"product\": \"plus\"", "\"kind\": \"subscription\"",
      "\"start\": \"2026-03-01\"", "\"end\": \"2026-04-01\"", "\"verification\": \"device\"",
    ]
    let key = fields.prefix { $0 != ":" }
    members.removeAll { $0.hasPrefix(String(key)) }
    return "{\"schema\": 1, \"records\": [{\((members + [fields]).joined(separator: ", "))}]}"
  }

  @Test("what cannot be read names its place", arguments: damaged)
  func faults(text: String, path: String) {
    do throws(SnapshotError) {
      _ = try Ledger(json: text)
      Issue.record("read: \(text)")
    } catch {
      #expect(error.path == path)
      #expect(!error.description(in: "zh").isEmpty)
    }
  }

  @Test("what is unknown is kept as other, and gives nothing")
  func unknown() throws {
    for field in [#""state": "glowing""#, #""ownership": "rented""#, #""environment": "moon""#] {
      var app = try app()
      app.ledger = try Ledger(json: Self.record(field))
      #expect(app.tier(at: "2026-03-02") == "free", "\(field)")
    }
    var app = try app()
    app.ledger = try Ledger(json: Self.record(#""kind": "gift""#))
    #expect(app.tier(at: "2026-03-02") == "free")
  }

  @Test("a text cut anywhere is refused")
  func cut() throws {
    let text = Self.record(#""amount": "10.00", "currency": "CNY""#)
    for count in 0..<text.utf8.count {
      #expect(throws: SnapshotError.self) { try Ledger(json: String(text.prefix(count))) }
    }
    #expect(try Ledger(json: text).records.count == 1)
  }
}
