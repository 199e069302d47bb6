import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

@testable import TollgateUsage

/// Packs are used up: the counter keeps what is left of them in the allowance.
@Suite struct PackTests {
  private static func policy(_ windows: String = "", _ limit: String = "> 1000 per month")
    -> String
  {
    """
    meter credits
    \(windows)
    product credit-pack
      sold as "com.shop.pack"
      adds 500 to credits until used up
      price 5 USD once
    entitlement pro
    product pro
      grants pro
      price 9 USD per month
    credits \(limit) requires pro
    """
  }

  private static func pack(_ start: String, _ amount: Int64 = 500) throws -> PurchasedPack {
    PurchasedPack(meter: "credits", amount: amount, start: try #require(Instant(start)))
  }

  private func user(
    _ policy: String = policy(), packs: [PurchasedPack]?, at now: String = "2026-03-10T10:00Z"
  ) throws -> TestUser {
    var user = try TestUser(policy, at: now)
    user.person.packs = packs
    return user
  }

  /// How much may still be used.
  private func left(_ user: TestUser) async throws -> Int64? {
    let snapshot = try await user.counter.snapshot(of: user.person, at: user.now)
    let decision = user.counter.policy.decide("credits", for: snapshot, at: user.now)
    return decision.quota?.remaining
  }

  private func allowance(_ user: TestUser) async throws -> Int64? {
    try await user.counter.snapshot(of: user.person, at: user.now).allowances["credits"]
  }

  @Test("1,000 a month and a pack of 500: 1,300 used in March leave 200 for April")
  func marchAndApril() async throws {
    var user = try user(packs: [try Self.pack("2026-03-01")])
    #expect(try await left(user) == 1_500)
    #expect(try await user.use("credits", 1_300).isAllowed)
    #expect(try await allowance(user) == 500)
    #expect(try await left(user) == 200)
    #expect(try await !user.use("credits", 201).isAllowed)
    try user.at("2026-04-01T00:00Z")
    #expect(try await allowance(user) == 200)
    #expect(try await left(user) == 1_200)
    #expect(try await user.use("credits", 1_100).isAllowed)
    #expect(try await left(user) == 100)
    try user.at("2026-05-01T00:00Z")
    #expect(try await left(user) == 1_100)
    // What is bought counts at once, and what was used before is not covered by it.
    user.person.packs?.append(try Self.pack("2026-05-01T00:00Z"))
    #expect(try await left(user) == 1_600)
    // A window in which nothing was used takes nothing.
    try user.at("2026-08-01T00:00Z")
    #expect(try await left(user) == 1_600)
  }

  @Test("a pack covers nothing that was used in a window before it")
  func boughtLater() async throws {
    var user = try user(packs: [try Self.pack("2026-03-01")])
    #expect(try await user.use("credits", 1_500).isAllowed)
    try user.at("2026-04-01T00:00Z")
    #expect(try await left(user) == 1_000)
    user.person.packs?.append(try Self.pack("2026-04-02"))
    #expect(try await left(user) == 1_500)
  }

  @Test("without windows, the allowance is what was bought in all")
  func withoutWindows() async throws {
    var user = try user(
      Self.policy("", "> 0"), packs: [try Self.pack("2026-03-01"), try Self.pack("2026-03-02")])
    #expect(try await user.use("credits", 700).isAllowed)
    #expect(try await allowance(user) == 1_000)
    try user.at("2027-04-01T00:00Z")
    #expect(try await left(user) == 300)
  }

  @Test(
    "windows that begin with a use, roll or refill take from the packs as well",
    arguments: [
      ("  windows begin with the first use", "> 10 per day"), ("  windows roll", "> 10 per day"),
      ("  refills 10 every 1h", "> 10"),
    ])
  func otherWindows(windows: String, limit: String) async throws {
    var user = try user(
      Self.policy(windows, limit), packs: [try Self.pack("2026-03-01", 20)])
    #expect(try await user.use("credits", 15, id: "a").isAllowed)
    #expect(try await left(user) == 15)
    try user.at("2026-03-12T10:00Z")
    #expect(try await left(user) == 25)
    #expect(try await user.use("credits", 25, id: "b").isAllowed)
    #expect(try await left(user) == 0)
    try await user.counter.refund("b", by: user.person, at: user.now)
    #expect(try await left(user) == 25)
    #expect(try await user.use("credits", 25).isAllowed)
    try user.at("2026-03-20T10:00Z")
    #expect(try await left(user) == 10)
  }

  @Test("a use that is refunded after its window gives back what it took")
  func refunded() async throws {
    var user = try user(packs: [try Self.pack("2026-03-01")])
    #expect(try await user.use("credits", 1_000).isAllowed)
    #expect(try await user.use("credits", 300, id: "r").isAllowed)
    try user.at("2026-04-02T00:00Z")
    #expect(try await left(user) == 1_200)
    try await user.counter.refund("r", by: user.person, at: user.now)
    #expect(try await left(user) == 1_500)
  }

  @Test("who has no limit, or raised it, takes less from the packs")
  func raised() async throws {
    var user = try user(packs: [try Self.pack("2026-03-01")])
    #expect(try await user.use("credits", 1_300).isAllowed)
    // The limit that was known last counts: the user bought Pro meanwhile.
    user.person.snapshot.asOf = Instant("2026-03-20")
    user.person.snapshot.grants = [Grant(product: "pro")]
    #expect(try await user.use("credits", 1).isAllowed)
    try user.at("2026-04-01T00:00Z")
    user.person.snapshot.grants = []
    #expect(try await left(user) == 1_500)
  }

  @Test("who does not give the purchases keeps the allowance, and a pack paid back is gone")
  func keptByTheApp() async throws {
    var user = try user(packs: nil)
    user.person.snapshot.allowances = ["credits": 7]
    #expect(try await allowance(user) == 7)
    user.person.packs = []
    #expect(try await allowance(user) == 0)
  }

  @Test("the purchases of a ledger are packs, but for what was paid back or is of the sandbox")
  func ofALedger() throws {
    let policy = try Policy(source: Self.policy())
    func record(_ id: String, _ change: (inout PurchaseRecord) -> Void = { _ in }) -> PurchaseRecord
    {
      var record = PurchaseRecord(
        transactionID: id, product: "com.shop.pack", kind: .consumable,
        start: Instant(milliseconds: 1_772_323_200_000), quantity: 2, verification: .device)
      change(&record)
      return record
    }
    let ledger = try Ledger([
      record("a"), record("b") { $0.state = .refunded }, record("c") { $0.environment = .sandbox },
      record("d") { $0.verification = .waiting }, record("e") { $0.account = "bob" },
    ])
    #expect(ledger.packs(policy: policy, account: "ada").map { $0.amount } == [1_000])
    #expect(ledger.packs(policy: policy, account: "bob").count == 2)
  }

  // MARK: Several devices

  /// Books of three devices that used things apart, over several months.
  private func books(_ seed: UInt64, _ policy: Policy) async throws -> [UsageBook] {
    var random = Naive.SplitMix64(seed: seed)
    var time: Int64 = 1_767_225_600_000
    let stores = (0..<3).map { _ in MemoryUsageStore() }
    var person = UsageCounter.Person("ada", in: try #require(TimeZone(identifier: "UTC")))
    person.packs = try (1...4).map { try Self.pack("2026-0\($0)-05", 60) }
    for step in 0..<40 {
      time += Int64(random.below(8)) * 86_400_000
      let place = random.below(3)
      let counter = UsageCounter(policy, in: stores[place], device: "device-\(place)")
      person.snapshot.asOf = Instant(milliseconds: time)
      person.snapshot.grants = random.below(5) == 0 ? [Grant(product: "pro")] : []
      let now = Instant(milliseconds: time)
      let id = "\(place)-\(random.below(step + 1))"
      do {
        _ = try await counter.use(
          "credits", adding: Int64(1 + random.below(30)), by: person, id: id, at: now)
        if random.below(6) == 0 { try await counter.refund(id, by: person, at: now) }
      } catch {
        // Swift 6.3 fails on patterns behind `catch` here.
        switch error {
        case .idTaken, .unknownID, .ended: break
        default: throw error
        }
      }
      guard random.below(8) == 0 else { continue }
      let book = stores[random.below(3)].book(of: "ada").book
      try await counter.merge(book, into: "ada")
    }
    return stores.map { $0.book(of: "ada").book }
  }

  @Test("books give the same allowance however they are merged, written and read")
  func merged() async throws {
    for (windows, limit) in [
      ("", "> 100 per month"), ("  windows begin with the first use", "> 40 per week"),
      ("  windows roll", "> 20 per week"), ("  refills 1 every 12h", "> 20"),
    ] {
      let source = Self.policy(windows, limit)
      let policy = try Policy(source: source)
      for seed in UInt64(1)...12 {
        let books = try await books(seed, policy)
        let orders = [[0, 1, 2], [2, 1, 0], [1, 0, 2, 1], [2, 0, 0, 1]]
        let results = orders.map { order in
          order.dropFirst().reduce(books[order[0]]) { $0.merged(with: books[$1]) }
        }
        #expect(Set(results).count == 1)
        let read = try UsageBook(json: results[0].json())
        #expect(read == results[0])
        var person = UsageCounter.Person("ada", in: try #require(TimeZone(identifier: "UTC")))
        person.packs = [try Self.pack("2026-01-05", 500)]
        let counter = UsageCounter(policy, in: MemoryUsageStore(), device: "other")
        let now = try #require(Instant("2026-12-01"))
        let allowances = Set(
          (results + [read]).map {
            counter.counted($0, person, at: now).allowances["credits"] ?? 0
          })
        #expect(allowances.count == 1)
        #expect(allowances.allSatisfy { (0...500).contains($0) })
      }
    }
  }

  @Test("what two devices used apart is taken beyond one limit, once")
  func twoDevices() async throws {
    let policy = try Policy(source: Self.policy("", "> 10 per month"))
    var person = UsageCounter.Person("ada", in: try #require(TimeZone(identifier: "UTC")))
    person.packs = [try Self.pack("2026-03-01", 20)]
    let march = try #require(Instant("2026-03-10"))
    var book = UsageBook()
    for device in ["phone", "tablet"] {
      let store = MemoryUsageStore()
      let counter = UsageCounter(policy, in: store, device: device)
      _ = try await counter.use("credits", adding: 8, by: person, at: march)
      book = book.merged(with: store.book(of: "ada").book)
    }
    let counter = UsageCounter(policy, in: MemoryUsageStore(), device: "other")
    let april = try #require(Instant("2026-04-10"))
    #expect(counter.counted(book, person, at: april).allowances["credits"] == 14)
    #expect(counter.counted(book.merged(with: book), person, at: april).allowances["credits"] == 14)
  }

  @Test("a line that is torn loses one use, and the rest says the same")
  func torn() async throws {
    let user = try user(packs: [try Self.pack("2026-03-01")])
    #expect(try await user.use("credits", 1_300).isAllowed)
    var later = user
    try later.at("2026-04-10T00:00Z")
    #expect(try await later.use("credits", 10).isAllowed)
    let stored = try await user.counter.store.book(of: "ada")
    let bytes = UsageText.file(of: ["ada": stored])
    let whole = try UsageText.read(bytes, path: "p")
    #expect(whole.books["ada"]?.book == stored.book)
    for cut in [1, bytes.count / 2, bytes.count - UsageText.header.count - 1] {
      let torn = try UsageText.read(Array(bytes.dropLast(cut)), path: "p")
      #expect(torn.damagedLines == [])
    }
  }
}
