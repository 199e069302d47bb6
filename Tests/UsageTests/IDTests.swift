import Foundation
import Testing
import TollgateKit
import TollgatePurchases
import TollgateRuntime

@testable import TollgateUsage

/// Ids, reservations, refunds and errors.
struct IDTests {
  static let policy = """
    feature csv
    meter exports
    meter hearts
      refills 1 every 30min
    meter files
      counted per team
    exports > 3 per day requires pro
    exports > 10 requires pro
    hearts > 5 requires pro
    files > 2 requires pro
    csv requires pro
    """

  @Test("The same id gives the same answer and counts once")
  func repeated() async throws {
    let user = try TestUser(IDTests.policy)
    let first = try await user.use(id: "a")
    let second = try await user.use(id: "a")
    #expect(first.isAllowed && !first.isRepeated)
    #expect(second.isAllowed && second.isRepeated && second.reason == first.reason)
    #expect(try await user.count().used == 1)
    // Also when nothing is left for anybody else.
    _ = try await user.allowed(of: 5)
    #expect(try await user.use(id: "a").isAllowed)
    #expect(try await user.use(id: "b").isAllowed == false)
    #expect(try await user.count().used == 3)
  }

  @Test("A denied use is forgotten: the same id is decided anew")
  func deniedAnew() async throws {
    var user = try TestUser(IDTests.policy)
    _ = try await user.allowed(of: 3)
    #expect(try await user.use(id: "a").isAllowed == false)
    user.now = user.now.advanced(by: 86_400_000)
    #expect(try await user.use(id: "a").isAllowed)
  }

  @Test("An id is for one use: another meter or amount is an error")
  func taken() async throws {
    let user = try TestUser(IDTests.policy)
    _ = try await user.use(id: "a")
    await #expect(throws: UsageError.idTaken("a")) { try await user.use("hearts", id: "a") }
    await #expect(throws: UsageError.idTaken("a")) { try await user.use("exports", 2, id: "a") }
    #expect(try await user.count("hearts").used == 0)
  }

  @Test("Ids whose windows are over are forgotten, those of a total are kept")
  func forgotten() async throws {
    var user = try TestUser("meters a, b\na > 9000 per day requires pro\nb > 9000 requires pro")
    _ = try await user.use("b", id: "total")
    for number in 0..<200 { _ = try await user.use("a", id: "\(number)") }
    let before = try await user.counter.store.book(of: "ada").book
    #expect(before.pages["phone"]?.receipts.count == 201)
    user.now = user.now.advanced(by: 86_400_000)
    for number in 200..<300 { _ = try await user.use("a", id: "\(number)") }
    let after = try await user.counter.store.book(of: "ada").book
    #expect((after.pages["phone"]?.receipts.count ?? 0) < 166)
    #expect(try await user.use("b", id: "total").isRepeated)
    #expect(try await user.count("b").used == 1)
  }

  @Test("A device keeps at most 10,000 ids, and the oldest goes first")
  func mostIDs() async throws {
    var book = UsageBook()
    let user = try TestUser("meter a\na > 90000 requires pro")
    let receipt = UsageReceipt(
      key: TallyKey(meter: "a", thing: ""), asked: 1, amount: 1, at: 0, outcome: .allowed,
      reason: .withinLimit, state: .used, marks: [:], matters: nil)
    var page = UsageChange.PageChange(revision: 1)
    for number in 0..<UsageBook.mostIDs {
      var old = receipt
      old.at = Int64(number)
      page.receipts["\(number)"] = old
    }
    book.apply(UsageChange(latest: 0, pages: ["phone": page]))
    try await user.counter.merge(book, into: "ada")
    #expect(try await user.use("a", id: "new").isRepeated == false)
    let kept = try await user.counter.store.book(of: "ada").book.pages["phone"]?.receipts
    #expect((kept?.count ?? .max) <= UsageBook.mostIDs)
    #expect(kept?["0"] == nil && kept?["9999"] != nil && kept?["new"] != nil)
  }

  @Test("A reservation counts until it is committed, and then what was used counts")
  func commits() async throws {
    let user = try TestUser(IDTests.policy)
    let (counter, person, now) = (user.counter, user.person, user.now)
    #expect(
      try await counter.reserve("exports", adding: 3, by: person, id: "r", for: 60, at: now)
        .isAllowed)
    let reserved = try await user.count(per: "day")
    #expect(reserved.used == 3)
    #expect(reserved.resets == now.advanced(by: 60_000))
    #expect(try await user.allowed(of: 1) == 0)
    try await counter.commit("r", amount: 1, by: person, at: now)
    try await counter.commit("r", amount: 1, by: person, at: now)
    #expect(try await user.count(per: "day").used == 1)
    #expect(try await user.count().used == 1)
    #expect(try await user.allowed(of: 5) == 2)
  }

  @Test("A reservation that is cancelled or forgotten no longer counts")
  func endsByItself() async throws {
    var user = try TestUser(IDTests.policy)
    let (counter, person) = (user.counter, user.person)
    for id in ["a", "b"] {
      _ = try await counter.reserve("exports", by: person, id: id, for: 60, at: user.now)
    }
    try await counter.cancel("a", by: person, at: user.now)
    try await counter.cancel("a", by: person, at: user.now)
    #expect(try await user.count().used == 1)
    user.now = user.now.advanced(by: 59_999)
    #expect(try await user.count().used == 1)
    user.now = user.now.advanced(by: 1)
    #expect(try await user.count().used == 0)
    #expect(try await user.allowed(of: 4) == 3)
    for id in ["a", "b"] {
      await #expect(throws: UsageError.ended(id: id)) {
        try await counter.commit(id, by: person, at: user.now)
      }
    }
  }

  @Test("A reservation over midnight counts for the day on which it was made")
  func overMidnight() async throws {
    var user = try TestUser(IDTests.policy, at: "2026-05-20T23:59Z")
    let (counter, person) = (user.counter, user.person)
    _ = try await counter.reserve(
      "exports", adding: 3, by: person, id: "r", for: 600, at: user.now)
    try user.at("2026-05-21T00:01Z")
    #expect(try await user.count(per: "day").used == 0)
    #expect(try await user.count().used == 3)
    try await counter.commit("r", by: person, at: user.now)
    #expect(try await user.count(per: "day").used == 0)
    #expect(try await user.count().used == 3)
  }

  @Test(
    "A refund gives back the total and the windows that still last",
    arguments: [
      "windows follow the calendar", "windows follow the subscription",
      "windows begin with the first use", "windows roll",
    ])
  func refund(_ windows: String) async throws {
    var user = try TestUser(
      "meter exports\n  \(windows)\nexports > 3 per day requires pro\nexports > 10 requires pro")
    let (counter, person) = (user.counter, user.person)
    _ = try await user.use("exports", 2, id: "a")
    _ = try await user.use("exports", 1, id: "b")
    for _ in 0..<2 { try await counter.refund("a", by: person, at: user.now) }
    #expect(try await user.count(per: "day").used == 1)
    #expect(try await user.count().used == 1)
    // The id stays used, and gives nothing any more.
    await #expect(throws: UsageError.ended(id: "a")) { try await user.use("exports", 2, id: "a") }
    try user.at("2026-05-21T23:00Z")
    #expect(try await user.use("exports", 1, id: "c").isAllowed)
    try await counter.refund("b", by: person, at: user.now)
    #expect(try await user.count(per: "day").used == 1)
    #expect(try await user.count().used == 1)
  }

  @Test("A refund of what refills gives the level back")
  func refundRefilling() async throws {
    let user = try TestUser(IDTests.policy)
    for id in ["a", "b", "c"] { _ = try await user.use("hearts", id: id) }
    try await user.counter.refund("b", by: user.person, at: user.now)
    #expect(try await user.count("hearts").used == 2)
  }

  @Test("Every mistake says what it is, and counts nothing")
  func errors() async throws {
    let user = try TestUser(IDTests.policy)
    let (counter, person, now) = (user.counter, user.person, user.now)
    await #expect(throws: UsageError.unknownTarget("exprots")) { try await user.use("exprots") }
    await #expect(throws: UsageError.notAMeter("csv")) { try await user.use("csv") }
    await #expect(throws: UsageError.missingThing(meter: "files", thing: "team")) {
      try await user.use("files")
    }
    for amount in [0, -1, Int64.min] {
      await #expect(throws: UsageError.amountTooSmall(meter: "exports", amount: amount)) {
        try await user.use("exports", amount)
      }
    }
    await #expect(throws: UsageError.refills(meter: "hearts")) {
      try await counter.set("hearts", to: 1, by: person, at: now)
    }
    await #expect(throws: UsageError.notAnID("")) { try await user.use(id: "") }
    let long = String(repeating: "x", count: 201)
    await #expect(throws: UsageError.notAnID(long)) { try await user.use(id: long) }
    await #expect(throws: UsageError.unknownID("a")) {
      try await counter.commit("a", by: person, at: now)
    }
    _ = try await counter.reserve("exports", adding: 2, by: person, id: "r", for: 60, at: now)
    await #expect(throws: UsageError.moreThanReserved(id: "r", reserved: 2)) {
      try await counter.commit("r", amount: 3, by: person, at: now)
    }
    await #expect(throws: UsageError.ended(id: "r")) {
      try await counter.refund("r", by: person, at: now)
    }
    #expect(try await user.count().used == 2)
  }

  @Test("A count never goes beyond 2^63 − 1: the error names the meter")
  func tooMuch() async throws {
    let user = try TestUser(
      "meter a\na > 5 per day requires pro\n  soft\na > 5 requires pro\n  soft")
    #expect(try await user.use("a", .max - 1).isAllowed)
    #expect(try await user.use("a", 1).isAllowed)
    await #expect(throws: UsageError.tooMuch(meter: "a")) { try await user.use("a", 1) }
    await #expect(throws: UsageError.tooMuch(meter: "a")) {
      try await user.counter.change("a", by: 1, by: user.person, at: user.now)
    }
    #expect(try await user.count("a").used == .max)
  }

  @Test("The words of an error are in the user's language")
  func words() {
    let error = UsageError.missingThing(meter: "files", thing: "team")
    #expect(error.description(in: "en-GB") == "`files` is counted per team; say for which team")
    #expect(error.description(in: "zh-Hans") == "“files”按team计数；请指明team")
    #expect(
      UsageError.store(.inUse(path: "/tmp/u")).description(in: "en")
        == "the counts in /tmp/u are in use by another process; close it first")
  }
}
