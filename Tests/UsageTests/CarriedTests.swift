import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

@testable import TollgateUsage

/// Unused amounts roll over: the counter works out how much is carried into each window.
@Suite struct CarriedTests {
  /// A limit of 20 credits, 50 with Pro if `steps` say so.
  private static func policy(
    _ clause: String, per window: String = "month", limit: String = "20", meter: String = "",
    steps: String = ""
  ) -> String {
    """
    meter credits
    \(meter)
    entitlement pro
    product pro
      grants pro
      price 9 USD per month
    credits at most \(limit) per \(window)
    \(steps)
      \(clause)
    """
  }

  private static func time(_ text: String) throws -> Instant { try #require(Instant(text)) }

  private static func pro(_ start: String, until: String? = nil) throws -> Grant {
    Grant(product: "pro", start: try time(start), until: try until.map { try time($0) })
  }

  /// A user of a policy with packs of 10 credits.
  private static let packs = """
    meter credits
    product credit-pack
      sold as "com.shop.pack"
      adds 10 to credits until used up
      price 5 USD once
    credits at most 20 per month
      unused rolls over
    """

  private func use(_ user: TestUser, _ amount: Int64, id: String? = nil) async throws -> Bool {
    try await user.use("credits", amount, id: id).isAllowed
  }

  /// How much was carried into the window that runs.
  private func carried(_ user: TestUser, per window: String = "month") async throws -> Int64 {
    try await user.count("credits", per: window).carried
  }

  private func quota(_ user: TestUser) async throws -> Quota? {
    let snapshot = try await user.counter.snapshot(of: user.person, at: user.now)
    return user.counter.policy.decide("credits", for: snapshot, at: user.now).quota
  }

  private func book(_ user: TestUser) async throws -> UsageBook {
    try await user.counter.store.book(of: "ada").book
  }

  private func past(_ book: UsageBook, on device: String = "phone") -> PastWindows? {
    book.pages[device]?.tallies[TallyKey(meter: "credits", thing: "")]?.past
  }

  // MARK: Windows

  @Test("What a month leaves is carried into the next one, also from the first use's own month")
  func months() async throws {
    var user = try TestUser(Self.policy("unused rolls over"), at: "2026-01-10T10:00Z")
    #expect(try await user.count("credits", per: "month") == Counter(0))
    #expect(try await use(user, 5))
    let february = Counter.Step(at: try Self.time("2026-02-01"), used: 0, carried: 15)
    #expect(try await user.count("credits", per: "month") == Counter(5, then: [february]))
    try user.at("2026-02-01T00:00Z")
    #expect(try await carried(user) == 15)
    #expect(try await quota(user)?.limit == 35)
    #expect(try await quota(user)?.carried == 15)
    #expect(try await use(user, 30))
    #expect(try await !use(user, 6))
    try user.at("2026-03-01T00:00Z")
    #expect(try await carried(user) == 5)
    #expect(try await use(user, 25))
    // All of it is used: nothing is carried any more, so the counter just begins again.
    let april = try Self.time("2026-04-01")
    #expect(
      try await user.count("credits", per: "month") == Counter(25, carried: 5, resets: april))
    try user.at("2026-04-01T00:00Z")
    #expect(try await carried(user) == 0)
  }

  @Test("Each of several months that nobody touched carries into the next one")
  func untouched() async throws {
    for (clause, expected) in [
      ("unused rolls over", [75, 95]), ("unused rolls over, at most 30 carried", [30, 30]),
    ] as [(String, [Int64])] {
      var user = try TestUser(Self.policy(clause), at: "2026-01-10T10:00Z")
      #expect(try await use(user, 5))
      try user.at("2026-05-01T00:00Z")
      #expect(try await carried(user) == expected[0])
      let counter = try await user.count("credits", per: "month")
      #expect((counter.then.first?.carried ?? counter.carried) == expected[1])
      #expect(try await use(user, 1))
      #expect(try await carried(user) == expected[0])
      // February, March and April rolled over alike: they are counted with January.
      let kept = try await book(user)
      let ended = try #require(past(kept)?.ended)
      #expect(ended.map { $0.used } == [5] && ended.map { $0.idle } == [3])
    }
  }

  @Test("A cap is a quantity, or a share of the limit, rounded down")
  func caps() async throws {
    var user = try TestUser(
      Self.policy("unused rolls over, at most 30 carried"), at: "2026-01-10T10:00Z")
    #expect(try await use(user, 5))
    try user.at("2026-02-10T00:00Z")
    #expect(try await carried(user) == 15)
    try user.at("2026-03-10T00:00Z")
    #expect(try await carried(user) == 30)
    #expect(try await use(user, 45))
    try user.at("2026-04-10T00:00Z")
    #expect(try await carried(user) == 5)

    user = try TestUser(
      Self.policy("unused rolls over, at most 25% carried", steps: "  50 with pro"),
      at: "2026-01-10T10:00Z")
    #expect(try await use(user, 5))
    try user.at("2026-02-10T00:00Z")
    #expect(try await carried(user) == 5)
    #expect(try await use(user, 24))
    #expect(try await !use(user, 2))
    try user.at("2026-03-10T00:00Z")
    #expect(try await carried(user) == 1)
    user.person.snapshot.grants = [try Self.pro("2026-03-05")]
    try user.at("2026-04-10T00:00Z")
    #expect(try await carried(user) == 12)
  }

  @Test("Days begin where the person is, and other windows carry as well")
  func days() async throws {
    var user = try TestUser(
      Self.policy("unused rolls over", per: "day", limit: "3"), at: "2026-05-20T10:00Z",
      in: "Asia/Shanghai")
    #expect(try await use(user, 1))
    try user.at("2026-05-20T16:00Z")
    #expect(try await carried(user, per: "day") == 2)
    try user.at("2026-05-22T15:59Z")
    #expect(try await carried(user, per: "day") == 5)
    try user.at("2026-05-22T16:00Z")
    #expect(try await carried(user, per: "day") == 8)

    var weekly = try TestUser(
      Self.policy("unused rolls over", per: "2 weeks"), at: "2026-05-20T10:00Z")
    #expect(try await use(weekly, 8))
    weekly.now = weekly.now.advanced(by: 14 * 86_400_000)
    #expect(try await carried(weekly, per: "2 weeks") == 12)
  }

  // MARK: Who carries

  @Test("Where the requirement is not met at the end, what was carried is gone, too")
  func requirement() async throws {
    var user = try TestUser(
      Self.policy("unused rolls over with pro"), at: "2026-01-10T10:00Z")
    user.person.snapshot.grants = [
      try Self.pro("2026-01-01", until: "2026-03-15"), try Self.pro("2026-04-10"),
    ]
    #expect(try await use(user, 5))
    try user.at("2026-03-01T10:00Z")
    #expect(try await carried(user) == 35)
    let april = try Self.time("2026-04-01")
    #expect(
      try await user.count("credits", per: "month") == Counter(0, carried: 35, resets: april))
    #expect(try await quota(user)?.carried == 35)
    try user.at("2026-03-20T10:00Z")
    #expect(try await quota(user)?.carried == 0)
    #expect(try await use(user, 1))
    try user.at("2026-04-20T10:00Z")
    #expect(try await carried(user) == 0)
    try user.at("2026-05-20T10:00Z")
    #expect(try await carried(user) == 20)
  }

  @Test("An unlimited limit carries nothing")
  func unlimited() async throws {
    var user = try TestUser(
      Self.policy("unused rolls over", steps: "  unlimited with pro"), at: "2026-01-10T10:00Z")
    user.person.snapshot.grants = [try Self.pro("2026-02-10", until: "2026-03-10")]
    #expect(try await use(user, 5))
    for (time, expected) in [
      ("2026-02-20", 15), ("2026-03-20", 0), ("2026-04-20", 20),
    ] as [(String, Int64)] {
      try user.at(time)
      #expect(try await carried(user) == expected, "\(time)")
    }
  }

  @Test("Who used nothing carries from the window of the first grant on")
  func firstGrant() async throws {
    var user = try TestUser(
      Self.policy("unused rolls over with pro"), at: "2026-03-05T10:00Z")
    #expect(try await carried(user) == 0)
    user.person.snapshot.grants = [Grant(product: "pro")]
    #expect(try await carried(user) == 0)
    user.person.snapshot.grants = [try Self.pro("2026-01-20")]
    #expect(try await carried(user) == 40)
    #expect(try await use(user, 1))
    #expect(try await carried(user) == 40)
    // The book noted how the months rolled over: the grants of later do not change that.
    user.person.snapshot.grants = [try Self.pro("2026-03-01")]
    #expect(try await carried(user) == 40)
  }

  @Test("A book of before the policy had the clause carries from its last window on")
  func olderBook() async throws {
    let store = MemoryUsageStore()
    var user = try TestUser(
      "meter credits\ncredits at most 20 per month", at: "2026-02-10T10:00Z", store: store)
    #expect(try await use(user, 12))
    user = try TestUser(
      Self.policy("unused rolls over"), at: "2026-03-05T10:00Z", store: store)
    user.person.snapshot.grants = [try Self.pro("2025-06-01")]
    #expect(try await carried(user) == 8)
    #expect(try await use(user, 28))
    #expect(try await !use(user, 1))
  }

  @Test("Windows of a subscription carry within it; where a new one begins, nothing is carried")
  func subscription() async throws {
    var user = try TestUser(
      Self.policy("unused rolls over", meter: "  windows follow the subscription"),
      at: "2026-01-12T10:00Z")
    user.person.subscription = try Self.time("2026-01-10T08:00Z")
    #expect(try await use(user, 5))
    try user.at("2026-02-10T07:59Z")
    #expect(try await carried(user) == 0)
    try user.at("2026-02-10T08:00Z")
    #expect(try await carried(user) == 15)
    #expect(try await use(user, 1))
    user.person.subscription = try Self.time("2026-02-20T00:00Z")
    try user.at("2026-02-21T00:00Z")
    #expect(try await user.count("credits", per: "month").used == 0)
    #expect(try await carried(user) == 0)
    #expect(try await !use(user, 21))
    try user.at("2026-03-20T00:00Z")
    #expect(try await carried(user) == 20)
    #expect(try await use(user, 32))
    try user.at("2026-04-20T00:00Z")
    #expect(try await carried(user) == 8)
    let kept = try await book(user)
    #expect(try UsageBook(json: kept.json()) == kept)
  }

  // MARK: Packs and money

  @Test("Only what neither the limit nor what was carried covered is taken from packs")
  func packs() async throws {
    var user = try TestUser(Self.packs, at: "2026-01-10T10:00Z")
    user.person.packs = [
      PurchasedPack(meter: "credits", amount: 10, start: try Self.time("2026-01-01"))
    ]
    #expect(try await use(user, 15))
    try user.at("2026-02-10T10:00Z")
    #expect(try await quota(user)?.limit == 35)
    #expect(try await !use(user, 36))
    #expect(try await use(user, 32))
    try user.at("2026-03-10T10:00Z")
    // 7 of the 32 came from the pack.
    #expect(try await quota(user)?.limit == 23)
    #expect(try await carried(user) == 0)
    #expect(try await use(user, 3))
    try user.at("2026-04-10T10:00Z")
    #expect(try await carried(user) == 17)
    #expect(try await quota(user)?.limit == 40)
    let kept = try await book(user)
    #expect(try UsageBook(json: kept.json()) == kept)
  }

  @Test("A use is charged beyond the limit with what was carried, and that carries nothing")
  func overage() async throws {
    var user = try TestUser(
      Self.policy("unused rolls over", steps: "  then 0.05 USD for each credit, at most 40 USD"),
      at: "2026-01-10T10:00Z")
    #expect(try await use(user, 15))
    try user.at("2026-02-10T10:00Z")
    #expect(try await user.use("credits", 25).charges.isEmpty)
    #expect(try await user.use("credits", 2).charges.map { $0.units } == [2])
    try user.at("2026-03-10T10:00Z")
    #expect(try await carried(user) == 0)
  }

  // MARK: Later changes

  @Test("A use that is refunded after its window is carried")
  func refunded() async throws {
    var user = try TestUser(Self.policy("unused rolls over"), at: "2026-01-10T10:00Z")
    #expect(try await use(user, 5, id: "a"))
    #expect(try await use(user, 10, id: "b"))
    try user.at("2026-02-10T10:00Z")
    #expect(try await carried(user) == 5)
    try await user.counter.refund("b", by: user.person, at: user.now)
    #expect(try await carried(user) == 15)
    #expect(try await use(user, 1))
    for _ in 0..<2 { try await user.counter.refund("a", by: user.person, at: user.now) }
    #expect(try await carried(user) == 20)
    try user.at("2026-03-10T10:00Z")
    #expect(try await carried(user) == 39)
  }

  @Test("A reservation counts in its window until it ends, also when the window is over")
  func reserved() async throws {
    var user = try TestUser(Self.policy("unused rolls over"), at: "2026-01-31T23:59:30Z")
    #expect(try await use(user, 5))
    for id in ["a", "b"] {
      let answer = try await user.counter.reserve(
        "credits", adding: 6, by: user.person, id: id, for: 120, at: user.now)
      #expect(answer.isAllowed)
    }
    #expect(try await user.count("credits", per: "month").then.last?.carried == 3)
    try user.at("2026-02-01T00:00:10Z")
    #expect(try await carried(user) == 3)
    try await user.counter.cancel("a", by: user.person, at: user.now)
    #expect(try await carried(user) == 9)
    try await user.counter.commit("b", amount: 4, by: user.person, at: user.now)
    #expect(try await carried(user) == 11)
  }

  // MARK: Several devices

  @Test("Of two devices that noted a window, the one with the later purchases is believed")
  func notes() async throws {
    for (second, expected) in [
      ("2026-02-03", 0), ("2026-02-01", 15), ("2026-02-02", 0),
    ] as [(String, Int64)] {
      let source = Self.policy("unused rolls over with pro")
      var phone = try TestUser(source, at: "2026-01-10T10:00Z")
      var tablet = try TestUser(source, at: "2026-02-04T10:00Z", device: "tablet")
      #expect(try await use(phone, 5))
      try await tablet.counter.merge(try await book(phone), into: "ada")
      phone.person.snapshot.grants = [try Self.pro("2026-01-01")]
      phone.person.snapshot.asOf = try Self.time("2026-02-02")
      tablet.person.snapshot.asOf = try Self.time(second)
      try phone.at("2026-02-04T10:00Z")
      for user in [phone, tablet] { #expect(try await use(user, 1)) }
      let books = [try await book(phone), try await book(tablet)]
      let both = books[0].merged(with: books[1])
      #expect(both == books[1].merged(with: books[0]))
      for user in [phone, tablet] {
        let usage = user.counter.counters(both, of: user.person, at: user.now)["credits"]
        #expect(usage?[.month]?.carried == expected && usage?[.month]?.used == 2, "\(second)")
      }
    }
  }

  /// The uses by id: in which month, and how much was not refunded.
  private typealias Uses = [String: (month: String, amount: Int64)]

  /// Two devices that use things apart, over some months.
  private func books(
    _ policy: Policy, _ seed: UInt64, changing: Bool
  ) async throws -> (books: [UsageBook], uses: Uses, now: Instant) {
    var random = Naive.SplitMix64(seed: seed)
    var time = try Self.time("2026-01-03").milliseconds
    let stores = (0..<2).map { _ in MemoryUsageStore() }
    var person = UsageCounter.Person("ada", in: try #require(TimeZone(identifier: "UTC")))
    let pro = try Self.pro("2026-02-01")
    var uses: Uses = [:]
    for number in 0..<40 {
      time += Int64(random.below(9 * 86_400_000))
      let place = random.below(2)
      let counter = UsageCounter(policy, in: stores[place], device: "device-\(place)")
      let now = Instant(milliseconds: time)
      if changing {
        person.snapshot.asOf = Instant(milliseconds: time - Int64(random.below(2) * 86_400_000))
        person.snapshot.grants = random.chance(60) ? [pro] : []
      }
      let amount = Int64(random.within(1...12))
      let id = "\(place) \(number)"
      if try await counter.use("credits", adding: amount, by: person, id: id, at: now).isAllowed {
        uses[id] = (String("\(now)".prefix(7)), amount)
      }
      let own = uses.keys.filter { $0.hasPrefix("\(place)") }.sorted()
      if random.chance(15), let id = random.pick(own) {
        try await counter.refund(id, by: person, at: now)
        uses[id]?.amount = 0
      }
      guard random.chance(15) else { continue }
      try await counter.merge(stores[1 - place].book(of: "ada").book, into: "ada")
    }
    return (stores.map { $0.book(of: "ada").book }, uses, Instant(milliseconds: time))
  }

  /// The naive reckoning: month by month, from the first one with a use.
  private func carried(_ uses: Uses, at now: Instant, most: Int64) -> Int64 {
    let months = uses.values.map { $0.month }
    guard var month = months.min() else { return 0 }
    var carried: Int64 = 0
    while month < String("\(now)".prefix(7)) {
      let used = uses.values.reduce(0) { $0 + ($1.month == month ? $1.amount : 0) }
      carried = min(most, max(0, 20 + carried - used))
      let parts = month.split(separator: "-").compactMap { Int($0) }
      let next = parts[0] * 12 + parts[1]
      let number = next % 12 + 1
      month = "\(next / 12)-\(number < 10 ? "0" : "")\(number)"
    }
    return carried
  }

  @Test("Two devices carry what a list of all uses leaves", arguments: 0..<40)
  func lives(seed: UInt64) async throws {
    let policy = try Policy(source: Self.policy("unused rolls over, at most 30 carried"))
    let (books, uses, now) = try await books(policy, seed, changing: false)
    let person = UsageCounter.Person("ada", in: try #require(TimeZone(identifier: "UTC")))
    let counter = UsageCounter(policy, in: MemoryUsageStore(), device: "other")
    let both = books[0].merged(with: books[1])
    let usage = counter.counters(both, of: person, at: now)["credits"]
    #expect(usage?[.month]?.carried == carried(uses, at: now, most: 30), "seed \(seed)")
  }

  @Test("Books carry the same however they are merged, written and read", arguments: 0..<40)
  func merged(seed: UInt64) async throws {
    let policy = try Policy(
      source: Self.policy("unused rolls over with pro, at most 90% carried"))
    let (books, _, now) = try await books(policy, seed, changing: true)
    var results = [[0, 1], [1, 0], [0, 1, 0], [1, 1, 0]].map { order in
      order.dropFirst().reduce(books[order[0]]) { $0.merged(with: books[$1]) }
    }
    #expect(Set(results).count == 1)
    let text = results[0].json()
    let read = try UsageBook(json: text)
    #expect(read == results[0] && read.json() == text)
    results.append(read)
    var person = UsageCounter.Person("ada", in: try #require(TimeZone(identifier: "UTC")))
    person.snapshot.grants = [try Self.pro("2026-01-01")]
    let counter = UsageCounter(policy, in: MemoryUsageStore(), device: "other")
    let carried = Set(
      results.map { counter.counters($0, of: person, at: now)["credits"]?[.month]?.carried })
    #expect(carried.count == 1)
    #expect(carried.allSatisfy { (0...18).contains($0 ?? -1) })
  }

  // MARK: What is kept

  @Test("A device keeps the last windows, and how much was carried into the first of them")
  func folded() async throws {
    var user = try TestUser(
      Self.policy("unused rolls over", per: "day", limit: "3"), at: "2026-01-01T10:00Z")
    for day in 0..<200 {
      #expect(try await carried(user, per: "day") == Int64(2 * day))
      #expect(try await use(user, 1))
      user.now = user.now.advanced(by: 86_400_000)
    }
    let kept = try await book(user)
    let known = try #require(past(kept))
    #expect(known.ended.count <= Int(CarriedRow.keptWindows) + 1 && known.folded.count == 1)
    #expect(kept.json().utf8.count < 12_000)
    #expect(try UsageBook(json: kept.json()) == kept)
    // Days that nobody touched are one entry, however many there are.
    user.now = user.now.advanced(by: 300 * 86_400_000)
    #expect(try await carried(user, per: "day") == 2 * 200 + 3 * 300)
    #expect(try await use(user, 1))
    #expect(try await carried(user, per: "day") == 2 * 200 + 3 * 300)
    let later = try await book(user)
    #expect(past(later)?.ended.count == 1)
  }

  @Test("A file keeps what is carried, and a line that is torn stops nobody")
  func file() async throws {
    var user = try TestUser(Self.policy("unused rolls over"), at: "2026-01-10T10:00Z")
    #expect(try await use(user, 5, id: "a"))
    try user.at("2026-04-10T10:00Z")
    #expect(try await use(user, 7))
    let stored = try await user.counter.store.book(of: "ada")
    let bytes = UsageText.file(of: ["ada": stored])
    #expect(try UsageText.read(bytes, path: "p").books["ada"]?.book == stored.book)
    #expect(stored.book.json().contains("\"rollover\":[0,20]"))
  }

  /// The place of the mistake in a book with this in its tally; nil if there is none.
  private func mistake(_ packs: String) -> String? {
    do throws(SnapshotError) {
      _ = try UsageBook(
        json: """
          {"usage":1,"at":0,"pages":[{"device":"a","revision":1,"tallies":[
          {"meter":"credits","packs":\(packs)}]}]}
          """)
      return nil
    } catch {
      return error.path
    }
  }

  @Test("A damaged text is an error with its place, never a crash")
  func damaged() throws {
    let tally = "pages[0].tallies[0].packs"
    let window = #""window":"month","mark":{"index":672,"start":0}"#
    func ended(_ more: String) -> String { #"{"ended":[{\#(window),"end":1,"used":3,\#(more)}]}"# }
    #expect(mistake(ended(#""rollover":[0,20,30],"idle":2"#)) == nil)
    #expect(mistake(ended(#""rollover":[]"#)) == tally + ".ended[0].rollover")
    #expect(mistake(ended(#""rollover":[0,1,2,3]"#)) == tally + ".ended[0].rollover")
    #expect(mistake(ended(#""rollover":[0,-1]"#)) == tally + ".ended[0].rollover")
    #expect(mistake(ended(#""idle":-1"#)) == tally + ".ended[0].idle")
    #expect(mistake(#"{"folded":[{\#(window)}]}"#) == tally + ".folded[0].carried")
    #expect(
      mistake(#"{"folded":[{"window":"month","mark":{"from":0,"until":1},"carried":1}]}"#)
        == tally + ".folded[0].mark.index")
    let most = "9223372036854775807"
    let hostile = """
      {"usage":1,"at":\(most),"pages":[{"device":"a","revision":1,"tallies":[{"meter":"credits",
      "windows":{"month":{"index":\(most),"start":\(most),"count":\(most)}},"packs":{"ended":[
      {"window":"month","mark":{"index":-\(most),"start":-\(most)},"end":0,"used":\(most),
      "rollover":[\(most),\(most),\(most)],"idle":\(most)}],"folded":[{"window":"month",
      "mark":{"index":\(most),"start":0},"carried":\(most)}]}}]}]}
      """
    let book = try UsageBook(json: hostile)
    let policy = try Policy(source: Self.policy("unused rolls over"))
    let counter = UsageCounter(policy, in: MemoryUsageStore(), device: "a")
    for now in [Int64.min, 0, .max] {
      _ = counter.counters(
        book, of: UsageCounter.Person("ada"), at: Instant(milliseconds: now))
    }
  }

  @Test("A policy without the clause keeps the bytes of its book")
  func withoutTheClause() async throws {
    var user = try TestUser(
      "meter credits\ncredits at most 20 per month", at: "2026-01-10T10:00Z")
    #expect(try await use(user, 3))
    try user.at("2026-02-02T10:00Z")
    #expect(try await use(user, 4))
    let text = """
      {"usage":1,"at":1770026400000,"pages":[{"device":"phone","revision":2,"whole":true,\
      "tallies":[\
      {"meter":"credits","change":7,"windows":{"month":{"index":673,"start":1769904000000,\
      "count":4}}}]}]}
      """
    #expect(try await book(user).json() == text)
    let counter = try await user.count("credits", per: "month")
    #expect(counter == Counter(4, resets: try Self.time("2026-03-01")))
  }
}
