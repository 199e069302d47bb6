import TestSupport
import Testing
import TollgateKit
import TollgatePurchases

/// BT: one-time packs.
@Suite struct BilliardsTests {
  static let packs = ["basic", "advanced", "expert", "full"]
  static let items: [String: Set<String>] = [
    "basic": ["L4", "L5", "L6", "L7", "L8", "杆法"],
    "advanced": ["L9", "L10", "L11", "L12", "L13", "L14", "翻袋", "K球", "传球", "颗星"],
    "expert": ["L15", "L16", "L17", "L18", "解球", "清台挑战"],
  ]
  static var all: Set<String> { items.values.reduce([]) { $0.union($1) } }
  static let free: Set<String> = ["L1", "L2", "L3"]
  static let now: Instant = "2026-03-01"

  private func app(_ records: PurchaseRecord...) throws -> App {
    var app = try App.billiards()
    app.ledger = try Ledger(records)
    app.observe(at: Self.now)
    return app
  }

  @Test("BT-US1.3 a pack that is bought unlocks its items, and they are named")
  func purchase() throws {
    var app = try app()
    try app.apply(owned("com.app.course.basic"), at: Self.now)
    #expect(app.can("L4", at: Self.now))
    #expect(app.changes.map { Set($0.unlocked) } == [Self.items["basic"]])
    #expect(app.changes.map(\.locked) == [[]])
  }

  @Test("BT-US2.2 a restore unlocks what it finds")
  func restore() throws {
    var app = try app()
    _ = app.ledger.restore(
      .success([owned("advanced", "t1"), owned("expert", "t2")]), at: Self.now)
    let open = app.open(at: Self.now).subtracting(Self.free)
    #expect(open.count == 16)
    #expect(open.isDisjoint(with: Self.items["basic"] ?? []))
  }

  @Test("BT-US2.3 a restore without a history says so")
  func nothing() throws {
    var app = try app()
    let outcome = app.ledger.restore(.success([]), at: Self.now)
    #expect(outcome == .nothingToRestore)
    #expect(PurchaseTexts.packs.text(for: outcome, in: "zh-Hans") == "未发现购买记录")
    #expect(app.open(at: Self.now) == Self.free)
  }

  @Test("BT-US2.4 a failed restore advises to try again, and keeps what is owned")
  func failedRestore() throws {
    var app = try app(owned("basic"))
    let outcome = app.ledger.restore(.failure(.networkError), at: Self.now)
    #expect(outcome == .failed(.networkError))
    #expect(PurchaseTexts.packs.text(for: outcome, in: "zh-Hans").contains("请稍后重试"))
    #expect(app.can("L4", at: Self.now))
  }

  @Test("BT-US2.T clearing the cache and restoring brings everything back")
  func clearAndRestore() throws {
    var app = try app(owned("basic"))
    let before = app.open(at: Self.now)
    app.ledger = Ledger()
    #expect(app.open(at: Self.now) == Self.free)
    #expect(app.ledger.restore(.success([owned("basic")]), at: Self.now) == .restored(["t1"]))
    #expect(app.open(at: Self.now) == before)
  }

  @Test("BT-EC1 without a network what is cached counts, and a restore fails as network")
  func offline() throws {
    var app = try app(owned("full", from: "2025-01-25"))
    #expect(app.can("L18", at: Self.now))
    #expect(app.ledger.restore(.failure(.networkError), at: Self.now) == .failed(.networkError))
    #expect(app.can("L18", at: Self.now))
  }

  @Test("BT-EC2 each account has its own purchases")
  func accounts() throws {
    var app = try app(owned("basic", "a1", account: "A"))
    app.account = "A"
    #expect(app.status(at: Self.now).entitlements == ["basic"])
    app.account = "B"
    _ = app.ledger.restore(
      .success([owned("expert", "b1", account: "B")]), account: "B", at: Self.now)
    #expect(app.status(at: Self.now).entitlements == ["expert"])
    #expect(!app.can("L4", at: Self.now))
    #expect(app.can("L15", at: Self.now))
    app.account = "A"
    _ = app.ledger.restore(
      .success([owned("basic", "a1", account: "A")]), account: "A", at: Self.now)
    #expect(app.status(at: Self.now).entitlements == ["basic"])
    app.account = nil
    #expect(app.status(at: Self.now).entitlements.isEmpty, "signed out")
  }

  @Test("BT-EC3, BT-FR-009 a family's purchases count where the policy shares them")
  func family() throws {
    for (pack, count) in [("full", 22), ("basic", 6)] {
      let shared = try app(owned(pack, ownership: .familyShared))
      #expect(shared.open(at: Self.now).subtracting(Self.free).count == count)
      var own = try shared.replacing("  shared with family\n", by: "")
      own.ledger = shared.ledger
      #expect(own.open(at: Self.now) == Self.free)
    }
  }

  @Test("BT-EC4 what is not verified unlocks nothing", arguments: [Verification.waiting, .invalid])
  func unverified(verification: Verification) throws {
    #expect(try app(owned("full", verification: verification)).open(at: Self.now) == Self.free)
  }

  @Test("BT-EC5 buying again changes nothing")
  func again() throws {
    var app = try app()
    var audit = AuditLog()
    for id in ["t1", "t1", "t2"] {
      let before = app.changes.count
      try app.apply(owned("basic", id), at: Self.now)
      for change in app.changes[before...] { audit.add(change) }
    }
    #expect(app.changes.count == 1)
    #expect(audit.entries.map(\.transactionID) == ["t1"])
    #expect(app.open(at: Self.now).subtracting(Self.free) == Self.items["basic"])
  }

  @Test("BT-FR-002 a restore brings back the full unlock")
  func restoreFull() throws {
    var app = try app()
    #expect(app.ledger.restore(.success([owned("full")]), at: Self.now) == .restored(["t1"]))
    #expect(app.open(at: Self.now) == Self.free.union(Self.all))
  }

  @Test("BT-FR-006 a pack is for life")
  func forLife() throws {
    #expect(try app(owned("basic")).can("L4", at: "2126-03-01"))
  }

  @Test("BT-FR-007 neither an account nor a network is needed")
  func local() throws {
    let app = try app(owned("basic", account: nil))
    #expect(app.can("L4", at: Self.now))
  }

  @Test("BT-SC-001 each pack unlocks exactly its items", arguments: packs)
  func each(pack: String) throws {
    let expected = pack == "full" ? Self.all : Self.items[pack] ?? []
    #expect(try app(owned(pack)).open(at: Self.now).subtracting(Self.free) == expected)
    #expect([6, 10, 22].contains(expected.count))
    // The same in the sandbox, for an app that runs there.
    var tester = try App.billiards()
    try tester.ledger.insert(owned(pack, environment: .sandbox))
    #expect(tester.open(at: Self.now) == Self.free)
    tester.terms.environments = [.sandbox]
    #expect(tester.open(at: Self.now).subtracting(Self.free) == expected)
  }

  @Test("BT-SC-002 restoring any set of packs is having bought it in any order")
  func subsets() throws {
    var random = Naive.SplitMix64(seed: 1)
    for mask in 0..<16 {
      let records = Self.packs.indices.filter { mask >> $0 & 1 == 1 }
        .map { owned(Self.packs[$0], "t\($0)") }
      var restored = try app()
      _ = restored.ledger.restore(.success(records), at: Self.now)
      var bought = try app()
      for record in random.shuffled(records) { try bought.apply(record, at: Self.now) }
      #expect(restored.snapshot(at: Self.now).grants == bought.snapshot(at: Self.now).grants)
      #expect(restored.status(at: Self.now).products == bought.status(at: Self.now).products)
      #expect(restored.open(at: Self.now) == bought.open(at: Self.now))
    }
  }

  @Test("BT-US6.1 to BT-US6.3 owned, covered and for sale")
  func shop() throws {
    let none = try app().status(at: Self.now)
    #expect(none.products.map(\.ownership) == [.notOwned, .notOwned, .notOwned, .notOwned])
    let basic = try app(owned("basic")).status(at: Self.now)
    #expect(basic.products.map(\.ownership) == [.owned, .notOwned, .notOwned, .notOwned])
    let full = try app(owned("full")).status(at: Self.now)
    #expect(full.products.map(\.ownership) == [.unlocked, .unlocked, .unlocked, .owned])
    let three = try app(owned("basic", "1"), owned("advanced", "2"), owned("expert", "3"))
    #expect(three.status(at: Self.now).ownership(of: "full") == .unlocked)
    #expect(full.ownership(of: "basic")?.text(in: "zh-Hans") == "已解锁")
    #expect(none.ownership(of: "basic")?.text(in: "zh-Hans") == nil)
  }

  @Test("BT-US5.1 to BT-US5.4, BT-SC-004 failures have texts, and buying works afterwards")
  func failures() throws {
    var app = try app(owned("basic"))
    for error in [PurchaseError.userCancelled, .networkError, .insufficientPermissions] {
      #expect(app.receive(.failure(error), at: Self.now) == .failed(error))
      #expect(app.status(at: Self.now).ownership(of: "advanced") == .notOwned)
    }
    let texts = PurchaseTexts.packs
    #expect(texts.text(for: .userCancelled, in: "zh-Hans") == "已取消")
    #expect(texts.text(for: .networkError, in: "zh-Hans") == "网络错误，请检查网络后重试")
    #expect(texts.text(for: .noProducts, in: "zh-Hans") == "暂无可购买内容")
    try app.apply(owned("advanced", "t2"), at: Self.now)
    #expect(app.status(at: Self.now).ownership(of: "advanced") == .owned)
  }
}
