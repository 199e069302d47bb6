import Foundation
import TestSupport
import Testing
import TollgateCompiler
import TollgateKit
import TollgateRuntime
import TollgateUsage

/// `tollgate charges` lists what uses cost beyond limits.
@Suite struct ChargesTests {
  private static let policy = """
    meters credits, seats
    credits at most 10 per month
      then 0.05 USD for each credit
    seats at most 2
      then 12 USD per month for each seat
    """

  /// The book of a person who used more than is included, three times.
  private func book() async throws -> String {
    let policy = try Policy(source: ChargesTests.policy)
    let counter = UsageCounter(policy, in: MemoryUsageStore(), device: "phone")
    let ada = UsageCounter.Person("ada", in: try #require(TimeZone(secondsFromGMT: 0)))
    let day = { (day: Int) in try #require(Instant("2026-03-0\(day)T08:00Z")) }
    _ = try await counter.use("credits", adding: 13, by: ada, id: "a,b", at: day(1))
    _ = try await counter.use("seats", adding: 3, by: ada, at: day(2))
    _ = try await counter.use("credits", adding: 100, by: ada, at: day(3))
    _ = try await counter.use("credits", by: ada, id: "no", at: day(4))
    try await counter.refund("no", by: ada, at: day(4))
    return try await counter.store.book(of: "ada").book.json()
  }

  @Test func asText() async throws {
    let result = try Command.run("charges", "-", input: try await book())
    #expect(result.status == 0)
    #expect(
      result.output == """
        2026-03-01T08:00:00Z credits: 0.15 USD for 3, a,b
        2026-03-02T08:00:00Z seats: 12 USD per month for 1
        2026-03-03T08:00:00Z credits: 5 USD for 100

        5.15 USD
        12 USD per month

        """)
  }

  @Test func asCSVOfAPeriod() async throws {
    let result = try Command.run(
      "charges", "-", "--from", "2026-03-01", "--until", "2026-03-03", "--format", "csv",
      input: try await book())
    #expect(result.status == 0)
    #expect(
      result.output
        == [
          "at,meter,thing,id,units,of,amount,currency,period",
          #"2026-03-01T08:00:00Z,credits,,"a,b",3,1,0.15,USD,"#,
          "2026-03-02T08:00:00Z,seats,,,1,1,12,USD,P1M", "",
        ].joined(separator: "\r\n"))
  }

  @Test func asJSON() async throws {
    let result = try Command.run(
      "charges", "-", "--until", "2026-03-02", "--format", "json", input: try await book())
    let list = try Command.object(result.output)
    let charges = try #require(list["charges"] as? [[String: Any]])
    #expect(list["schema"] as? Int == 1 && charges.count == 1)
    #expect(charges[0]["id"] as? String == "a,b" && charges[0]["amount"] as? String == "0.15")
    #expect(charges[0]["units"] as? Int == 3 && charges[0]["thing"] is NSNull)
    let totals = try #require(list["totals"] as? [[String: Any]])
    #expect(totals.map { $0["amount"] as? String } == ["0.15"])
  }

  @Test func centsAddUpToCents() async throws {
    let policy = try Policy(source: ChargesTests.policy)
    let counter = UsageCounter(policy, in: MemoryUsageStore(), device: "phone")
    let ada = UsageCounter.Person("ada", in: try #require(TimeZone(secondsFromGMT: 0)))
    for (day, amount) in [(1, 11), (2, 2), (3, 1)] {
      let instant = try #require(Instant("2026-03-0\(day)T08:00Z"))
      _ = try await counter.use("credits", adding: Int64(amount), by: ada, at: instant)
    }
    let book = try await counter.store.book(of: "ada").book.json()
    let result = try Command.run("charges", "-", input: book)
    #expect(result.output.hasSuffix("\n\n0.20 USD\n"), "\(result.output)")
  }

  @Test func nothingWasCharged() async throws {
    let text = try Command.run(
      "charges", "-", "--from", "2027-01-01", input: try await book())
    #expect(text.status == 0 && text.output == "nothing was charged\n")
  }

  @Test func whatIsNoBookIsRefused() throws {
    let result = try Command.run("charges", "-", input: "{\"pages\": 3}")
    #expect(result.status == 2)
    #expect(result.errors.contains("is no book"))
    #expect(try Command.run("charges", "-", "--from", "soon", input: "{}").status == 64)
  }
}
