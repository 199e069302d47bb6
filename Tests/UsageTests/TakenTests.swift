import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgateRuntime

@testable import TollgateUsage

/// Uses that take from meters: all of it in one step, or nothing.
struct TakenTests {
  static let policy = """
    meters credits, exports, tokens
    features image, video, plain
    image uses 4 credits and 1 of exports
    video uses 10 credits
    tokens use 1 credit for each 100
    credits at most 20 per month
    exports at most 3 per day
    tokens at most 10_000
    """

  @Test("A use is counted in every meter that it takes from, or in none")
  func allOrNothing() async throws {
    let user = try TestUser(TakenTests.policy)
    #expect(try await user.allowed("image", of: 5) == 3)
    #expect(try await user.count("credits", per: "month").used == 12)
    #expect(try await user.count("exports", per: "day").used == 3)
    // Ten more credits are not there: nothing is counted.
    #expect(try await user.use("video").isAllowed == false)
    #expect(try await user.count("credits", per: "month").used == 12)
  }

  @Test("A meter is counted in itself, too, and takes for what is begun")
  func meters() async throws {
    let user = try TestUser(TakenTests.policy)
    #expect(try await user.use("tokens", 150).isAllowed)
    #expect(try await user.count("credits", per: "month").used == 2)
    #expect(try await user.use("tokens", 50).isAllowed)
    #expect(try await user.count("tokens").used == 200)
    #expect(try await user.count("credits", per: "month").used == 2)
  }

  @Test("A refund gives all of it back, once, and an id counts once")
  func refunds() async throws {
    let user = try TestUser(TakenTests.policy)
    let first = try await user.use("image", 2, id: "a")
    let again = try await user.use("image", 2, id: "a")
    #expect(first.isAllowed && again.isRepeated)
    #expect(try await user.count("credits", per: "month").used == 8)
    await #expect(throws: UsageError.idTaken("a")) { try await user.use("image", id: "a") }
    for _ in 0..<2 { try await user.counter.refund("a", by: user.person, at: user.now) }
    #expect(try await user.count("credits", per: "month").used == 0)
    #expect(try await user.count("exports", per: "day").used == 0)
    await #expect(throws: UsageError.unknownID("a")) {
      try await user.counter.commit("a", by: user.person, at: user.now)
    }
  }

  @Test("What takes from no meter is not counted")
  func refused() async throws {
    let user = try TestUser(TakenTests.policy)
    await #expect(throws: UsageError.notAMeter("plain")) { try await user.use("plain") }
  }

  @Test(
    "A reservation counts in every meter that it takes from, until it is committed or forgotten")
  func reservations() async throws {
    var user = try TestUser(TakenTests.policy)
    #expect(try await user.reserve("image", 3, id: "a").isAllowed)
    #expect(try await user.reserve("image", 3, id: "a").isRepeated)
    #expect(try await user.count("credits", per: "month").used == 12)
    #expect(try await user.count("exports", per: "day").used == 3)
    #expect(try await user.use("image").isAllowed == false)
    await #expect(throws: UsageError.moreThanReserved(id: "a", reserved: 3)) {
      try await user.commit("a", 4)
    }
    for _ in 0..<2 { try await user.commit("a", 2) }
    #expect(try await user.count("credits", per: "month").used == 8)
    #expect(try await user.count("exports", per: "day").used == 2)
    try await user.counter.refund("a", by: user.person, at: user.now)
    #expect(try await user.count("credits", per: "month").used == 0)

    // What is cancelled or forgotten takes nothing.
    _ = try await user.reserve("image", 1, id: "b")
    try await user.counter.cancel("b", by: user.person, at: user.now)
    _ = try await user.reserve("image", 1, id: "c")
    try user.at("2026-05-20T10:01Z")
    #expect(try await user.count("credits", per: "month").used == 0)
    await #expect(throws: UsageError.ended(id: "c")) { try await user.commit("c") }
    #expect(try await user.use("video").isAllowed)
  }

  @Test("A part of a reservation takes what it takes without it, and keeps it as a text")
  func partOfReservation() async throws {
    let user = try TestUser(TakenTests.policy)
    #expect(try await user.use("tokens", 50).isAllowed)
    #expect(try await user.reserve("tokens", 200, id: "a").isAllowed)
    #expect(try await user.count("tokens").used == 250)
    #expect(try await user.count("credits", per: "month").used == 3)
    let book = try await user.counter.store.book(of: "ada").book
    #expect(try UsageBook(json: book.json()) == book)
    // 51 to 100 is within the first credit.
    try await user.commit("a", 50)
    #expect(try await user.count("tokens").used == 100)
    #expect(try await user.count("credits", per: "month").used == 1)
    _ = try await user.reserve("tokens", 10, id: "b")
    try await user.commit("b", 0)
    #expect(try await user.count("credits", per: "month").used == 1)
  }

  @Test("Where a later policy has no such meter, nothing crashes")
  func laterPolicies() async throws {
    let store = MemoryUsageStore()
    let user = try TestUser(TakenTests.policy, store: store)
    _ = try await user.reserve("image", 1, id: "a")
    let bare = try TestUser("feature plain\nplain requires nothing", store: store)
    await #expect(throws: UsageError.unknownTarget("image")) { try await bare.commit("a") }
    await #expect(throws: UsageError.unknownTarget("image")) {
      try await bare.counter.cancel("a", by: bare.person, at: bare.now)
    }
    // Whoever has a meter can cancel it.
    let other = try TestUser("meters other\nother at most 3", store: store)
    await #expect(throws: UsageError.unknownTarget("credits")) { try await other.commit("a") }
    try await other.counter.cancel("a", by: other.person, at: other.now)
    #expect(try await user.count("credits", per: "month").used == 0)
  }

  @Test("What a reservation costs is charged when it is committed, for what was used")
  func chargedReservations() async throws {
    let user = try TestUser(
      """
      meters credits
      features image
      image uses 4 credits
      credits at most 10 per month
        then 0.50 USD for each 2
      """)
    #expect(try await user.reserve("image", 4, id: "a").outcome == .warned)
    #expect(try await user.counter.charges(of: "ada").isEmpty)
    try await user.commit("a", 3)
    // 12 credits, of which 2 are beyond.
    #expect(try await user.counter.charges(of: "ada").map { $0.amount } == ["0.50"])
    try await user.counter.refund("a", by: user.person, at: user.now)
    #expect(try await user.counter.charges(of: "ada").isEmpty)
  }

  @Test("A book keeps what a use took, also as a text")
  func text() async throws {
    let user = try TestUser(TakenTests.policy)
    _ = try await user.use("image", id: "a")
    let book = try await user.counter.store.book(of: "ada").book
    #expect(try UsageBook(json: book.json()) == book)
    #expect(book.pages["phone"]?.receipts["a"]?.taken.count == 2)
  }

  @Test("Random lives on two devices: the sums are those of a list of all uses", arguments: 0..<40)
  func lives(seed: UInt64) async throws {
    var random = Naive.SplitMix64(seed: seed)
    let phone = try TestUser(TakenTests.policy, device: "phone")
    let tablet = try TestUser(TakenTests.policy, device: "tablet")
    var kept: [(device: Int, id: String, taken: [String: Int64])] = []
    var tokens: [Int64] = [0, 0]
    for number in 0..<30 {
      let device = random.below(2)
      let user = [phone, tablet][device]
      if random.chance(15), let place = kept.lastIndex(where: { $0.device == device }),
        kept[place].taken["tokens"] == nil
      {
        try await user.counter.refund(kept[place].id, by: user.person, at: user.now)
        kept.remove(at: place)
        continue
      }
      let target = random.one(of: "image", "video", "tokens", "credits")
      let amount = target == "tokens" ? Int64(random.within(1...250)) : 1
      // Some are reserved first, also of more than is used in the end.
      if random.chance(30) {
        let most = target == "tokens" ? amount + Int64(random.below(300)) : amount
        guard try await user.reserve(target, most, id: "\(number)").isAllowed else { continue }
        try await user.commit("\(number)", amount)
      } else {
        guard try await user.use(target, amount, id: "\(number)").isAllowed else { continue }
      }
      var taken: [String: Int64] = [:]
      switch target {
      case "image": taken = ["credits": 4, "exports": 1]
      case "video": taken = ["credits": 10]
      case "tokens":
        let before = tokens[device]
        tokens[device] += amount
        taken = ["tokens": amount, "credits": (tokens[device] + 99) / 100 - (before + 99) / 100]
      default: taken = ["credits": 1]
      }
      kept.append((device, "\(number)", taken))
    }
    let both = try await phone.counter.store.book(of: "ada").book.merged(
      with: try await tablet.counter.store.book(of: "ada").book)
    for (meter, window) in [("credits", "month"), ("exports", "day"), ("tokens", "")] {
      let usage = phone.counter.counters(both, of: phone.person, at: phone.now)[meter]
      let counter = usage?[Window(name: window) ?? .total]
      let sum = kept.reduce(0) { $0 + ($1.taken[meter] ?? 0) }
      #expect(counter?.used == sum, "seed \(seed), \(meter)")
    }
  }
}
