import Foundation
import Testing
import TollgateKit
import TollgateRuntime

@testable import TollgateUsage

/// Deciding and recording as one step.
struct CountingTests {
  @Test("A use is counted if it may go ahead, and a denied one changes nothing")
  func use() async throws {
    let user = try TestUser("meter exports\nexports > 2 requires pro")
    #expect(try await user.allowed(of: 5) == 2)
    #expect(try await user.count().used == 2)
    let answer = try await user.use()
    #expect(answer.outcome == .denied && answer.reason == .limitReached)
    #expect(answer.decision.quota?.used == 2)
    #expect(try await user.use("exports", 3).isAllowed == false)
  }

  @Test("Who bought more may use more, and a soft limit warns and counts")
  func warned() async throws {
    var user = try TestUser("entitlement pro\nmeter exports\nexports > 1 requires pro\n  soft")
    #expect(try await user.use().outcome == .allowed)
    #expect(try await user.use().outcome == .warned)
    #expect(try await user.count().used == 2)
    user.person.snapshot.grants = [Grant(entitlement: "pro")]
    #expect(try await user.use().outcome == .allowed)
  }

  @Test("A new day begins at the user's midnight")
  func newDay() async throws {
    var user = try TestUser(Policies.perDay(), at: "2026-05-20T10:00Z", in: "Asia/Shanghai")
    #expect(try await user.allowed(of: 4) == 3)
    #expect(try await user.count(per: "day").resets?.text == "2026-05-20T16:00:00Z")
    try user.at("2026-05-20T15:59:59Z")
    #expect(try await user.allowed(of: 1) == 0)
    try user.at("2026-05-20T16:00Z")
    #expect(try await user.allowed(of: 4) == 3)
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
    var user = try TestUser(Policies.perDay(), at: start, in: zone)
    user.now = user.now.advanced(by: -1)
    #expect(try await user.allowed(of: 4) == 3)
    try user.at(start)
    #expect(try await user.allowed(of: 4) == 3)
    #expect(try await user.count(per: "day").resets == Instant(end))
    try user.at(end)
    user.now = user.now.advanced(by: -1)
    #expect(try await user.allowed(of: 1) == 0)
    user.now = user.now.advanced(by: 1)
    #expect(try await user.allowed(of: 1) == 1)
  }

  @Test("Who travels west over the date line does not get the day back")
  func travelsWest() async throws {
    // In Auckland it is the 21st, in Honolulu still the 20th.
    var user = try TestUser(Policies.perDay(), at: "2026-05-20T13:00Z", in: "Pacific/Auckland")
    #expect(try await user.allowed(of: 4) == 3)
    try user.at("2026-05-20T20:00Z", in: "Pacific/Honolulu")
    #expect(try await user.allowed(of: 1) == 0)
    // The 21st is used up, there too. It ends with the 21st of Honolulu.
    try user.at("2026-05-21T12:00Z")
    #expect(try await user.allowed(of: 1) == 0)
    #expect(try await user.count(per: "day").resets == Instant("2026-05-22T10:00Z"))
    try user.at("2026-05-22T10:00Z")
    #expect(try await user.allowed(of: 4) == 3)
  }

  @Test("Who travels back and forth keeps what is left of a day that has begun")
  func travelsBack() async throws {
    var user = try TestUser(Policies.perDay(), at: "2026-05-20T11:00Z", in: "Pacific/Honolulu")
    #expect(try await user.allowed(of: 2) == 2)
    // In Auckland the 21st began at 12:00Z.
    try user.at("2026-05-20T13:00Z", in: "Pacific/Auckland")
    #expect(try await user.allowed(of: 2) == 2)
    try user.at("2026-05-20T14:00Z", in: "Pacific/Honolulu")
    #expect(try await user.count(per: "day").used == 2)
    #expect(try await user.allowed(of: 2) == 1)
  }

  @Test("Whoever flies around the earth never has more days than dates")
  func aroundTheEarth() async throws {
    var user = try TestUser(Policies.perDay(), at: "2026-05-20T00:00Z")
    let zones = ["Pacific/Kiritimati", "Etc/GMT+12", "Asia/Tokyo", "America/Los_Angeles"]
    var allowed = 0
    for hour in 0..<96 {
      user.person.timeZone = try #require(TimeZone(identifier: zones[hour % 4]))
      allowed += try await user.allowed(of: 4)
      user.now = user.now.advanced(by: 3_600_000)
    }
    // Four days, and the dates of both ends of the earth: 2026-05-19 to 2026-05-24.
    #expect(allowed <= 6 * 3)
    #expect(allowed >= 4 * 3)
  }

  @Test("A clock that is set back wins no new day, and one that is right again loses none")
  func clockSetBack() async throws {
    var user = try TestUser(Policies.perDay(), at: "2026-05-20T10:00Z")
    #expect(try await user.allowed(of: 4) == 3)
    try user.at("2026-05-19T10:00Z")
    #expect(try await user.allowed(of: 1) == 0)
    #expect(try await user.count(per: "day").used == 3)
    try user.at("2026-05-21T00:00Z")
    #expect(try await user.allowed(of: 4) == 3)
  }

  @Test("A window that rolls lets each use fall out after its length")
  func rolls() async throws {
    var user = try TestUser(
      "meter exports\n  windows roll\nexports > 3 per 5 hours requires pro",
      at: "2026-05-20T10:00Z")
    for time in ["2026-05-20T10:00Z", "2026-05-20T11:00Z", "2026-05-20T12:30Z"] {
      try user.at(time)
      #expect(try await user.use().isAllowed)
    }
    let denied = try await user.use()
    #expect(denied.isAllowed == false)
    #expect(
      denied.decision.waysIn.contains(
        .wait(until: try #require(Instant("2026-05-20T15:00Z")))) == true)
    let counter = try await user.count(per: "5 hours")
    #expect(counter.used == 3)
    #expect(counter.then.map { $0.used } == [2, 1, 0])
    #expect(counter.then.map { $0.at.text }.last == "2026-05-20T17:30:00Z")
    try user.at("2026-05-20T15:00Z")
    #expect(try await user.allowed(of: 2) == 1)
  }

  @Test("A window that begins with the first use ends after its length, whenever the next use is")
  func firstUse() async throws {
    var user = try TestUser(
      "meter exports\n  windows begin with the first use\nexports > 2 per 3 hours requires pro",
      at: "2026-05-20T10:20Z")
    #expect(try await user.count(per: "3 hours") == Counter(0))
    #expect(try await user.use().isAllowed)
    try user.at("2026-05-20T13:19Z")
    #expect(try await user.allowed(of: 2) == 1)
    #expect(try await user.count(per: "3 hours").resets == Instant("2026-05-20T13:20Z"))
    try user.at("2026-05-20T13:20Z")
    #expect(try await user.allowed(of: 3) == 2)
    #expect(try await user.count(per: "3 hours").resets == Instant("2026-05-20T16:20Z"))
  }

  @Test("Windows follow the subscription that is in the snapshot")
  func subscription() async throws {
    var user = try TestUser(
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
    user.person.snapshot.grants = [Grant(product: "monthly", start: start)]
    #expect(try await user.allowed(of: 3) == 2)
    #expect(try await user.count(per: "month").resets == Instant("2026-02-28T08:00Z"))
    try user.at("2026-02-28T08:00Z")
    #expect(try await user.allowed(of: 3) == 2)
    // It ends: from now on the calendar counts, and what was used stays used.
    user.person.snapshot.grants[0].until = Instant("2026-03-01T00:00Z")
    try user.at("2026-02-28T09:00Z")
    #expect(try await user.allowed(of: 1) == 0)
  }

  @Test("What refills falls by an amount at each interval, from the use that found it full")
  func refills() async throws {
    var user = try TestUser(
      "meter hearts\n  refills 1 every 30min\nhearts > 5 requires pro", at: "2026-05-20T10:00Z")
    #expect(try await user.allowed("hearts", of: 3) == 3)
    try user.at("2026-05-20T10:20Z")
    #expect(try await user.allowed("hearts", of: 3) == 2)
    let counter = try await user.count("hearts")
    #expect(counter.used == 5)
    #expect(counter.then.map { $0.at.text }.first == "2026-05-20T10:30:00Z")
    #expect(counter.then.map { $0.used } == [4, 3, 2, 1, 0])
    try user.at("2026-05-20T11:40Z")
    #expect(try await user.count("hearts").used == 2)
    try user.at("2026-05-20T20:00Z")
    #expect(try await user.count("hearts").used == 0)
    #expect(try await user.allowed("hearts", of: 9) == 5)
  }

  @Test("A total is set, raised and lowered, and a use counts on top of it")
  func gauge() async throws {
    let user = try TestUser("meter bills\nbills > 500 requires pro\nbills > 2 per day requires pro")
    try await user.counter.set("bills", to: 498, by: user.person, at: user.now)
    #expect(try await user.allowed("bills", of: 5) == 2)
    try await user.counter.change("bills", by: -100, by: user.person, at: user.now)
    #expect(try await user.count("bills").used == 400)
    // Deleting gives no use of today back.
    #expect(try await user.count("bills", per: "day").used == 2)
    try await user.counter.change("bills", by: -1_000, by: user.person, at: user.now)
    #expect(try await user.count("bills").used == 0)
    try await user.counter.change("bills", by: 7, by: user.person, at: user.now)
    #expect(try await user.count("bills").used == 7)
  }

  @Test("Each thing that a meter is counted for has its own count")
  func countedPer() async throws {
    var user = try TestUser("meter files\n  counted per team\nfiles > 2 requires pro")
    user.person.thing = "red"
    #expect(try await user.allowed("files", of: 3) == 2)
    user.person.thing = "blue"
    #expect(try await user.allowed("files", of: 3) == 2)
    #expect(try await user.count("files").used == 2)
  }
}
