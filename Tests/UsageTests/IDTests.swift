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
    let desk = try Desk(IDTests.policy)
    let first = try await desk.use(id: "a")
    let second = try await desk.use(id: "a")
    #expect(first.isAllowed && !first.isRepeated)
    #expect(second.isAllowed && second.isRepeated && second.reason == first.reason)
    #expect(try await desk.count().used == 1)
    // Also when nothing is left for anybody else.
    _ = try await desk.allowed(of: 5)
    #expect(try await desk.use(id: "a").isAllowed)
    #expect(try await desk.use(id: "b").isAllowed == false)
    #expect(try await desk.count().used == 3)
  }

  @Test("A denied use is forgotten: the same id is decided anew")
  func deniedAnew() async throws {
    var desk = try Desk(IDTests.policy)
    _ = try await desk.allowed(of: 3)
    #expect(try await desk.use(id: "a").isAllowed == false)
    desk.now = desk.now.advanced(by: 86_400_000)
    #expect(try await desk.use(id: "a").isAllowed)
  }

  @Test("An id is for one use: another meter or amount is an error")
  func taken() async throws {
    let desk = try Desk(IDTests.policy)
    _ = try await desk.use(id: "a")
    await #expect(throws: UsageError.idTaken("a")) { try await desk.use("hearts", id: "a") }
    await #expect(throws: UsageError.idTaken("a")) { try await desk.use("exports", 2, id: "a") }
    #expect(try await desk.count("hearts").used == 0)
  }

  @Test("Ids whose windows are over are forgotten, those of a total are kept")
  func forgotten() async throws {
    var desk = try Desk("meters a, b\na > 9000 per day requires pro\nb > 9000 requires pro")
    _ = try await desk.use("b", id: "total")
    for number in 0..<200 { _ = try await desk.use("a", id: "\(number)") }
    let before = try await desk.counter.store.book(of: "ada").book
    #expect(before.pages["phone"]?.receipts.count == 201)
    desk.now = desk.now.advanced(by: 86_400_000)
    for number in 200..<300 { _ = try await desk.use("a", id: "\(number)") }
    let after = try await desk.counter.store.book(of: "ada").book
    #expect((after.pages["phone"]?.receipts.count ?? 0) < 166)
    #expect(try await desk.use("b", id: "total").isRepeated)
    #expect(try await desk.count("b").used == 1)
  }

  @Test("A device keeps at most 10,000 ids, and the oldest goes first")
  func mostIDs() async throws {
    var book = UsageBook()
    let desk = try Desk("meter a\na > 90000 requires pro")
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
    try await desk.counter.merge(book, into: "ada")
    #expect(try await desk.use("a", id: "new").isRepeated == false)
    let kept = try await desk.counter.store.book(of: "ada").book.pages["phone"]?.receipts
    #expect((kept?.count ?? .max) <= UsageBook.mostIDs)
    #expect(kept?["0"] == nil && kept?["9999"] != nil && kept?["new"] != nil)
  }

  @Test("A reservation counts until it is committed, and then what was used counts")
  func commits() async throws {
    let desk = try Desk(IDTests.policy)
    let (counter, person, now) = (desk.counter, desk.person, desk.now)
    #expect(
      try await counter.reserve("exports", adding: 3, by: person, id: "r", for: 60, at: now)
        .isAllowed)
    let reserved = try await desk.count(per: "day")
    #expect(reserved.used == 3)
    #expect(reserved.resets == now.advanced(by: 60_000))
    #expect(try await desk.allowed(of: 1) == 0)
    try await counter.commit("r", amount: 1, by: person, at: now)
    try await counter.commit("r", amount: 1, by: person, at: now)
    #expect(try await desk.count(per: "day").used == 1)
    #expect(try await desk.count().used == 1)
    #expect(try await desk.allowed(of: 5) == 2)
  }

  @Test("A reservation that is cancelled or forgotten no longer counts")
  func endsByItself() async throws {
    var desk = try Desk(IDTests.policy)
    let (counter, person) = (desk.counter, desk.person)
    for id in ["a", "b"] {
      _ = try await counter.reserve("exports", by: person, id: id, for: 60, at: desk.now)
    }
    try await counter.cancel("a", by: person, at: desk.now)
    try await counter.cancel("a", by: person, at: desk.now)
    #expect(try await desk.count().used == 1)
    desk.now = desk.now.advanced(by: 59_999)
    #expect(try await desk.count().used == 1)
    desk.now = desk.now.advanced(by: 1)
    #expect(try await desk.count().used == 0)
    #expect(try await desk.allowed(of: 4) == 3)
    for id in ["a", "b"] {
      await #expect(throws: UsageError.ended(id: id)) {
        try await counter.commit(id, by: person, at: desk.now)
      }
    }
  }

  @Test("A reservation over midnight counts for the day on which it was made")
  func overMidnight() async throws {
    var desk = try Desk(IDTests.policy, at: "2026-05-20T23:59Z")
    let (counter, person) = (desk.counter, desk.person)
    _ = try await counter.reserve(
      "exports", adding: 3, by: person, id: "r", for: 600, at: desk.now)
    try desk.at("2026-05-21T00:01Z")
    #expect(try await desk.count(per: "day").used == 0)
    #expect(try await desk.count().used == 3)
    try await counter.commit("r", by: person, at: desk.now)
    #expect(try await desk.count(per: "day").used == 0)
    #expect(try await desk.count().used == 3)
  }

  @Test(
    "A refund gives back the total and the windows that still last",
    arguments: [
      "windows follow the calendar", "windows follow the subscription",
      "windows begin with the first use", "windows roll",
    ])
  func refund(_ windows: String) async throws {
    var desk = try Desk(
      "meter exports\n  \(windows)\nexports > 3 per day requires pro\nexports > 10 requires pro")
    let (counter, person) = (desk.counter, desk.person)
    _ = try await desk.use("exports", 2, id: "a")
    _ = try await desk.use("exports", 1, id: "b")
    for _ in 0..<2 { try await counter.refund("a", by: person, at: desk.now) }
    #expect(try await desk.count(per: "day").used == 1)
    #expect(try await desk.count().used == 1)
    // The id stays used.
    #expect(try await desk.use("exports", 2, id: "a").isRepeated)
    try desk.at("2026-05-21T23:00Z")
    #expect(try await desk.use("exports", 1, id: "c").isAllowed)
    try await counter.refund("b", by: person, at: desk.now)
    #expect(try await desk.count(per: "day").used == 1)
    #expect(try await desk.count().used == 1)
  }

  @Test("A refund of what refills gives the level back")
  func refundRefilling() async throws {
    let desk = try Desk(IDTests.policy)
    for id in ["a", "b", "c"] { _ = try await desk.use("hearts", id: id) }
    try await desk.counter.refund("b", by: desk.person, at: desk.now)
    #expect(try await desk.count("hearts").used == 2)
  }

  @Test("Every mistake says what it is, and counts nothing")
  func errors() async throws {
    let desk = try Desk(IDTests.policy)
    let (counter, person, now) = (desk.counter, desk.person, desk.now)
    await #expect(throws: UsageError.unknownTarget("exprots")) { try await desk.use("exprots") }
    await #expect(throws: UsageError.notAMeter("csv")) { try await desk.use("csv") }
    await #expect(throws: UsageError.missingThing(meter: "files", thing: "team")) {
      try await desk.use("files")
    }
    for amount in [0, -1, Int64.min] {
      await #expect(throws: UsageError.amountTooSmall(meter: "exports", amount: amount)) {
        try await desk.use("exports", amount)
      }
    }
    await #expect(throws: UsageError.refills(meter: "hearts")) {
      try await counter.set("hearts", to: 1, by: person, at: now)
    }
    await #expect(throws: UsageError.notAnID("")) { try await desk.use(id: "") }
    let long = String(repeating: "x", count: 201)
    await #expect(throws: UsageError.notAnID(long)) { try await desk.use(id: long) }
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
    #expect(try await desk.count().used == 2)
  }

  @Test("A count never goes beyond 2^63 − 1: the error names the meter")
  func tooMuch() async throws {
    let desk = try Desk("meter a\na > 5 per day requires pro\n  soft\na > 5 requires pro\n  soft")
    #expect(try await desk.use("a", .max - 1).isAllowed)
    #expect(try await desk.use("a", 1).isAllowed)
    await #expect(throws: UsageError.tooMuch(meter: "a")) { try await desk.use("a", 1) }
    await #expect(throws: UsageError.tooMuch(meter: "a")) {
      try await desk.counter.change("a", by: 1, by: desk.person, at: desk.now)
    }
    #expect(try await desk.count("a").used == .max)
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
