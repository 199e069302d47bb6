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

  @Test("What takes from no meter is not counted, and what takes from some is not reserved")
  func refused() async throws {
    let user = try TestUser(TakenTests.policy)
    await #expect(throws: UsageError.notAMeter("plain")) { try await user.use("plain") }
    await #expect(throws: UsageError.cannotBeReserved("image")) {
      try await user.counter.reserve("image", by: user.person, id: "a", for: 60, at: user.now)
    }
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
      guard try await user.use(target, amount, id: "\(number)").isAllowed else { continue }
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
