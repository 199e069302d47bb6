import Foundation
import Testing
import TollgateKit
import TollgateRuntime

@testable import TollgateUsage

/// Deciding and recording as one step.
struct CountingTests {
  @Test("A use is counted if it may go ahead, and a denied one changes nothing")
  func use() async throws {
    let desk = try Desk("meter exports\nexports > 2 requires pro")
    #expect(try await desk.allowed(of: 5) == 2)
    #expect(try await desk.count().used == 2)
    let answer = try await desk.use()
    #expect(answer.outcome == .denied && answer.reason == .limitReached)
    #expect(answer.decision?.quota?.used == 2)
    #expect(try await desk.use("exports", 3).isAllowed == false)
  }

  @Test("Who bought more may use more, and a soft limit warns and counts")
  func warned() async throws {
    var desk = try Desk("entitlement pro\nmeter exports\nexports > 1 requires pro\n  soft")
    #expect(try await desk.use().outcome == .allowed)
    #expect(try await desk.use().outcome == .warned)
    #expect(try await desk.count().used == 2)
    desk.person.snapshot.grants = [Grant(entitlement: "pro")]
    #expect(try await desk.use().outcome == .allowed)
  }

  @Test("A new day begins at the user's midnight")
  func newDay() async throws {
    var desk = try Desk(Policies.perDay(), at: "2026-05-20T10:00Z", in: "Asia/Shanghai")
    #expect(try await desk.allowed(of: 4) == 3)
    #expect(try await desk.count(per: "day").resets?.text == "2026-05-20T16:00:00Z")
    try desk.at("2026-05-20T15:59:59Z")
    #expect(try await desk.allowed(of: 1) == 0)
    try desk.at("2026-05-20T16:00Z")
    #expect(try await desk.allowed(of: 4) == 3)
  }

  @Test(
    "The day on which the clocks change has one window",
    arguments: [
      ("America/New_York", "2026-03-08T05:00Z", "2026-03-09T04:00Z"),
      ("America/New_York", "2026-11-01T04:00Z", "2026-11-02T05:00Z"),
      ("Europe/London", "2026-03-29T00:00Z", "2026-03-29T23:00Z"),
      ("Australia/Lord_Howe", "2026-04-04T13:00Z", "2026-04-05T13:30Z"),
      // In Santiago the clocks skip midnight.
      ("America/Santiago", "2026-09-06T04:00Z", "2026-09-07T03:00Z"),
    ])
  func changingClocks(_ zone: String, _ start: String, _ end: String) async throws {
    var desk = try Desk(Policies.perDay(), at: start, in: zone)
    desk.now = desk.now.advanced(by: -1)
    #expect(try await desk.allowed(of: 4) == 3)
    try desk.at(start)
    #expect(try await desk.allowed(of: 4) == 3)
    #expect(try await desk.count(per: "day").resets == Instant(end))
    try desk.at(end)
    desk.now = desk.now.advanced(by: -1)
    #expect(try await desk.allowed(of: 1) == 0)
    desk.now = desk.now.advanced(by: 1)
    #expect(try await desk.allowed(of: 1) == 1)
  }

  @Test("Who travels west over the date line does not get the day back")
  func travelsWest() async throws {
    // In Auckland it is the 21st, in Honolulu still the 20th.
    var desk = try Desk(Policies.perDay(), at: "2026-05-20T13:00Z", in: "Pacific/Auckland")
    #expect(try await desk.allowed(of: 4) == 3)
    try desk.at("2026-05-20T20:00Z", in: "Pacific/Honolulu")
    #expect(try await desk.allowed(of: 1) == 0)
    // The 21st is used up, there too. It ends with the 21st of Honolulu.
    try desk.at("2026-05-21T12:00Z")
    #expect(try await desk.allowed(of: 1) == 0)
    #expect(try await desk.count(per: "day").resets == Instant("2026-05-22T10:00Z"))
    try desk.at("2026-05-22T10:00Z")
    #expect(try await desk.allowed(of: 4) == 3)
  }

  @Test("Who travels back and forth keeps what is left of a day that has begun")
  func travelsBack() async throws {
    var desk = try Desk(Policies.perDay(), at: "2026-05-20T11:00Z", in: "Pacific/Honolulu")
    #expect(try await desk.allowed(of: 2) == 2)
    // In Auckland the 21st began at 12:00Z.
    try desk.at("2026-05-20T13:00Z", in: "Pacific/Auckland")
    #expect(try await desk.allowed(of: 2) == 2)
    try desk.at("2026-05-20T14:00Z", in: "Pacific/Honolulu")
    #expect(try await desk.count(per: "day").used == 2)
    #expect(try await desk.allowed(of: 2) == 1)
  }

  @Test("Whoever flies around the earth never has more days than dates")
  func aroundTheEarth() async throws {
    var desk = try Desk(Policies.perDay(), at: "2026-05-20T00:00Z")
    let zones = ["Pacific/Kiritimati", "Etc/GMT+12", "Asia/Tokyo", "America/Los_Angeles"]
    var allowed = 0
    for hour in 0..<96 {
      desk.person.timeZone = try #require(TimeZone(identifier: zones[hour % 4]))
      allowed += try await desk.allowed(of: 4)
      desk.now = desk.now.advanced(by: 3_600_000)
    }
    // Four days, and the dates of both ends of the earth: 2026-05-19 to 2026-05-24.
    #expect(allowed <= 6 * 3)
    #expect(allowed >= 4 * 3)
  }

  @Test("A clock that is set back wins no new day, and one that is right again loses none")
  func clockSetBack() async throws {
    var desk = try Desk(Policies.perDay(), at: "2026-05-20T10:00Z")
    #expect(try await desk.allowed(of: 4) == 3)
    try desk.at("2026-05-19T10:00Z")
    #expect(try await desk.allowed(of: 1) == 0)
    #expect(try await desk.count(per: "day").used == 3)
    try desk.at("2026-05-21T00:00Z")
    #expect(try await desk.allowed(of: 4) == 3)
  }

  @Test("A window that rolls lets each use fall out after its length")
  func rolls() async throws {
    var desk = try Desk(
      "meter exports\n  windows roll\nexports > 3 per 5 hours requires pro",
      at: "2026-05-20T10:00Z")
    for time in ["2026-05-20T10:00Z", "2026-05-20T11:00Z", "2026-05-20T12:30Z"] {
      try desk.at(time)
      #expect(try await desk.use().isAllowed)
    }
    let denied = try await desk.use()
    #expect(denied.isAllowed == false)
    #expect(
      denied.decision?.waysIn.contains(
        .wait(until: try #require(Instant("2026-05-20T15:00Z")))) == true)
    let counter = try await desk.count(per: "5 hours")
    #expect(counter.used == 3)
    #expect(counter.then.map { $0.used } == [2, 1, 0])
    #expect(counter.then.map { $0.at.text }.last == "2026-05-20T17:30:00Z")
    try desk.at("2026-05-20T15:00Z")
    #expect(try await desk.allowed(of: 2) == 1)
  }

  @Test("A window that begins with the first use ends after its length, whenever the next use is")
  func firstUse() async throws {
    var desk = try Desk(
      "meter exports\n  windows begin with the first use\nexports > 2 per 3 hours requires pro",
      at: "2026-05-20T10:20Z")
    #expect(try await desk.count(per: "3 hours") == Counter(0))
    #expect(try await desk.use().isAllowed)
    try desk.at("2026-05-20T13:19Z")
    #expect(try await desk.allowed(of: 2) == 1)
    #expect(try await desk.count(per: "3 hours").resets == Instant("2026-05-20T13:20Z"))
    try desk.at("2026-05-20T13:20Z")
    #expect(try await desk.allowed(of: 3) == 2)
    #expect(try await desk.count(per: "3 hours").resets == Instant("2026-05-20T16:20Z"))
  }

  @Test("Windows follow the subscription that is in the snapshot")
  func subscription() async throws {
    var desk = try Desk(
      """
      entitlements pro, vip
      product monthly
        grants pro
        price 5 USD per month
      meter exports
        windows follow the subscription
      exports > 2 per month requires vip
      """, at: "2026-02-10T10:00Z")
    let start = try #require(Instant("2026-01-31T08:00Z"))
    desk.person.snapshot.grants = [Grant(product: "monthly", start: start)]
    #expect(try await desk.allowed(of: 3) == 2)
    #expect(try await desk.count(per: "month").resets == Instant("2026-02-28T08:00Z"))
    try desk.at("2026-02-28T08:00Z")
    #expect(try await desk.allowed(of: 3) == 2)
    // It ends: from now on the calendar counts, and what was used stays used.
    desk.person.snapshot.grants[0].until = Instant("2026-03-01T00:00Z")
    try desk.at("2026-02-28T09:00Z")
    #expect(try await desk.allowed(of: 1) == 0)
  }

  @Test("What refills falls by an amount at each interval, from the use that found it full")
  func refills() async throws {
    var desk = try Desk(
      "meter hearts\n  refills 1 every 30min\nhearts > 5 requires pro", at: "2026-05-20T10:00Z")
    #expect(try await desk.allowed("hearts", of: 3) == 3)
    try desk.at("2026-05-20T10:20Z")
    #expect(try await desk.allowed("hearts", of: 3) == 2)
    let counter = try await desk.count("hearts")
    #expect(counter.used == 5)
    #expect(counter.then.map { $0.at.text }.first == "2026-05-20T10:30:00Z")
    #expect(counter.then.map { $0.used } == [4, 3, 2, 1, 0])
    try desk.at("2026-05-20T11:40Z")
    #expect(try await desk.count("hearts").used == 2)
    try desk.at("2026-05-20T20:00Z")
    #expect(try await desk.count("hearts").used == 0)
    #expect(try await desk.allowed("hearts", of: 9) == 5)
  }

  @Test("A total is set, raised and lowered, and a use counts on top of it")
  func gauge() async throws {
    let desk = try Desk("meter bills\nbills > 500 requires pro\nbills > 2 per day requires pro")
    try await desk.counter.set("bills", to: 498, by: desk.person, at: desk.now)
    #expect(try await desk.allowed("bills", of: 5) == 2)
    try await desk.counter.change("bills", by: -100, by: desk.person, at: desk.now)
    #expect(try await desk.count("bills").used == 400)
    // Deleting gives no use of today back.
    #expect(try await desk.count("bills", per: "day").used == 2)
    try await desk.counter.change("bills", by: -1_000, by: desk.person, at: desk.now)
    #expect(try await desk.count("bills").used == 0)
    try await desk.counter.change("bills", by: 7, by: desk.person, at: desk.now)
    #expect(try await desk.count("bills").used == 7)
  }

  @Test("Each thing that a meter is counted for has its own count")
  func countedPer() async throws {
    var desk = try Desk("meter files\n  counted per team\nfiles > 2 requires pro")
    desk.person.thing = "red"
    #expect(try await desk.allowed("files", of: 3) == 2)
    desk.person.thing = "blue"
    #expect(try await desk.allowed("files", of: 3) == 2)
    #expect(try await desk.count("files").used == 2)
  }
}
