import Foundation
import TestSupport
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

@testable import TollgateUsage

/// What goes beyond a limit for money is written down with the use.
@Suite struct ChargeTests {
  private static let policy = """
    meters credits, calls
    meter storage in bytes
    features image
    image uses 4 credits and 1 of calls
    product pack
      sold as "com.shop.pack"
      adds 5 to credits until used up
      price 5 USD once
    credits at most 20 per month
      then 0.05 USD for each credit, at most 40 USD
    calls at most 2 per day
      then 0.1 USD for each 10
    storage at most 1 GB
      then 0.02 USD per month for each GB
    """

  private func charges(_ user: TestUser) async throws -> [String] {
    try await user.counter.charges(of: "ada").map { "\($0)" }
  }

  @Test("A use within the limit costs nothing, one beyond it is charged")
  func charged() async throws {
    var user = try TestUser(ChargeTests.policy)
    #expect(try await user.use("credits", 18).charges.isEmpty)
    let answer = try await user.use("credits", 5, id: "a")
    #expect(answer.reason == .overage && answer.charges.map { "\($0)" } == ["0.15 USD for 3"])
    try user.at("2026-05-21T10:00Z")
    #expect(try await user.use("credits").isAllowed)
    #expect(
      try await charges(user) == [
        "2026-05-20T10:00:00Z credits: 0.15 USD for 3",
        "2026-05-21T10:00:00Z credits: 0.05 USD for 1",
      ])
    let first = try #require(Instant("2026-05-21T10:00Z"))
    let book = try await user.counter.store.book(of: "ada").book
    #expect(book.charges(from: first).map { $0.id } == [nil])
    #expect(book.charges(until: first).map { $0.id } == ["a"])
  }

  @Test("Repeated, a use says what it cost, and is charged once")
  func repeated() async throws {
    let user = try TestUser(ChargeTests.policy)
    #expect(try await user.use("credits", 22, id: "a").charges.map { $0.units } == [2])
    let again = try await user.use("credits", 22, id: "a")
    #expect(again.isRepeated && again.charges.map { $0.units } == [2])
    #expect(try await charges(user).count == 1)
  }

  @Test("Beyond what is allowed more nothing is counted and nothing charged")
  func denied() async throws {
    let user = try TestUser(ChargeTests.policy)
    #expect(try await !user.use("credits", 821).isAllowed)
    #expect(try await charges(user).isEmpty)
    #expect(try await user.use("credits", 820).isAllowed)
    #expect(try await charges(user) == ["2026-05-20T10:00:00Z credits: 40 USD for 800"])
  }

  @Test("A use that takes from two meters is charged for both, in one step")
  func taken() async throws {
    let user = try TestUser(ChargeTests.policy)
    #expect(try await user.use("image", 6, id: "a").isAllowed)
    #expect(
      try await charges(user) == [
        "2026-05-20T10:00:00Z calls: 0.1 USD for 1 of 10",
        "2026-05-20T10:00:00Z credits: 0.20 USD for 4",
      ])
    try await user.counter.refund("a", by: user.person, at: user.now)
    #expect(try await charges(user).isEmpty)
  }

  @Test("A refund takes the charge back, once")
  func refunded() async throws {
    let user = try TestUser(ChargeTests.policy)
    _ = try await user.use("storage", 2_000_000_000, id: "a")
    _ = try await user.use("storage", 1, id: "b")
    #expect(
      try await charges(user) == [
        "2026-05-20T10:00:00Z storage: 0.02 USD per month for 1 of 1000000000",
        "2026-05-20T10:00:00Z storage: 0.02 USD per month for 1 of 1000000000",
      ])
    for _ in 0..<2 { try await user.counter.refund("b", by: user.person, at: user.now) }
    #expect(try await user.counter.charges(of: "ada").map { $0.id } == ["a"])
  }

  @Test("A reservation is charged for what is committed of it")
  func committed() async throws {
    let user = try TestUser(ChargeTests.policy)
    for (id, amount) in [("a", 4), ("b", nil), ("c", 0)] as [(String, Int64?)] {
      let answer = try await user.counter.reserve(
        "credits", adding: 10, by: user.person, id: id, for: 60, at: user.now)
      #expect(answer.isAllowed)
      #expect(try await charges(user).count == (id == "c" ? 1 : 0))
      try await user.counter.commit(id, amount: amount, by: user.person, at: user.now)
      if id == "a" { _ = try await user.use("credits", 14) }
    }
    // 4 and 14 are within the limit; of 10 more, 8 are beyond it.
    #expect(try await charges(user) == ["2026-05-20T10:00:00Z credits: 0.40 USD for 8"])
  }

  @Test("What was charged is not taken from a pack that is bought later")
  func packs() async throws {
    var user = try TestUser(ChargeTests.policy, at: "2026-05-20T10:00Z")
    let first = PurchasedPack(
      meter: "credits", amount: 5, start: try #require(Instant("2026-05-01")))
    user.person.packs = [first]
    // 20 of the month and 5 of the pack; 3 are paid for.
    #expect(try await user.use("credits", 28).charges.map { $0.units } == [3])
    user.person.packs?.append(
      PurchasedPack(
        meter: "credits", amount: 5, start: try #require(Instant("2026-05-25"))))
    try user.at("2026-06-01T10:00Z")
    let snapshot = try await user.counter.snapshot(of: user.person, at: user.now)
    #expect(snapshot.allowances["credits"] == 5)
  }

  @Test("Books merge with their charges, and a text keeps them")
  func merged() async throws {
    let phone = try TestUser(ChargeTests.policy)
    let tablet = try TestUser(ChargeTests.policy, device: "tablet")
    _ = try await phone.use("credits", 21, id: "a")
    _ = try await tablet.use("credits", 22)
    let books = [
      try await phone.counter.store.book(of: "ada").book,
      try await tablet.counter.store.book(of: "ada").book,
    ]
    let both = books[0].merged(with: books[1])
    #expect(both == books[1].merged(with: books[0]) && both.merged(with: both) == both)
    // At one instant, a use without an id comes first.
    #expect(both.charges().map { $0.units } == [2, 1])
    #expect(try UsageBook(json: both.json()) == both)
    #expect(both.json().contains("\"use\":\"id a\""))
  }
}
