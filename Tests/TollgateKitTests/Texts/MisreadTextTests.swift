import Testing
import TollgateKit
import TollgateRuntime

@testable import TollgateWords

/// Texts that were misread: amounts that people compare, plans that nobody buys together, and what
/// a paused subscription asks for.
@Suite struct MisreadTextTests {
  private static let source = """
    policy Meet
    tiers free < pro "Pro" < enterprise "Enterprise"
    product pro-monthly "Pro monthly" zh-Hans "专业版月付"
      grants pro
      price 3000 INR per 2 years
    product enterprise-monthly "Enterprise monthly"
      grants enterprise
      price 10000 INR per month
    product large "Large meetings"
      adds 400 to minutes-left
      adds 400 to participants
      only with pro-monthly
      price 5 USD per month for each of people
    meter links
    meter people "people"
    meter participants
    meter storage in bytes
    setting minutes-left is 100
      300 with pro
      500 with enterprise
    feature export
    feature busy
    links > 30 requires pro
    storage > 10 GB requires pro
    participants > 300 requires enterprise
    participants > 500 is not allowed
    export requires pro
    busy is off when links > 30
    busy is off when links > 300

    """

  private func decision(
    _ target: String, _ usage: [String: Usage] = [:], grants: [Grant] = [], reaching: String? = nil
  ) throws -> Decision {
    let now = try instant("2026-03-01")
    let snapshot = Snapshot(asOf: now, grants: grants, usage: usage)
    let policy = try policy(MisreadTextTests.source)
    guard let reaching else { return policy.decide(target, for: snapshot, at: now) }
    let decision = policy.decide(target, reaching: reaching, for: snapshot, at: now)
    return try #require(decision)
  }

  /// More than the limit is told as what is over, in both languages.
  @Test func whatIsBeyondTheLimitIsOver() throws {
    let over = try decision("links", ["links": Usage(500)])
    #expect(over.explanation().contains("  500 of 30 used, 470 over"))
    #expect(over.explanation(in: "zh").contains("  已用 500，上限 30，超出 470"))
    let full = try decision("links", ["links": Usage(30)])
    #expect(full.explanation().contains("  30 of 30 used, none left"))
  }

  /// Amounts beside a limit are in the unit of the limit, as far as they are exact there.
  @Test(
    arguments: [
      (9_501_000_000, "9.501 GB of 10 GB used, 0.499 GB left"),
      (9_500_000_000, "9.5 GB of 10 GB used, 0.5 GB left"),
      (10_000_000_000, "10 GB of 10 GB used, none left"),
      (9_999_999_999, "9,999,999,999 B of 10 GB used, 1 B left"),
      (0, "0 B of 10 GB used, 10 GB left"),
    ] as [(Int64, String)])
  func amountsHaveTheUnitOfTheirLimit(used: Int64, words: String) throws {
    let text = try decision("storage", ["storage": Usage(used)]).explanation()
    #expect(text.contains("  \(words)\n"), "\(text)")
  }

  @Test(arguments: [
    ("1", "1"), ("999", "999"), ("3000", "3,000"), ("-3000", "-3,000"), ("123456", "123,456"),
    ("1234.5678", "1,234.5678"), ("-999", "-999"), ("1000000", "1,000,000"),
  ])
  func digitsAreGroupedInOneWay(digits: String, words: String) {
    #expect(AmountText.grouped(digits: digits) == words)
  }

  /// Who reads the policy sees its currency code, customers their form; digits and periods are one.
  @Test func pricesAreWrittenByOneRule() throws {
    let decision = try decision("export")
    #expect(decision.explanation().contains("Pro monthly (pro-monthly): 3,000 INR per 2 years"))
    #expect(decision.explanation(in: "zh").contains("每 2 年 3,000 INR"))
    #expect(decision.message().waysIn.first == "Get Pro monthly for ₹3,000 per 2 years.")
    let add = try self.decision(
      "participants", ["participants": Usage(600)], grants: [Grant(product: "pro-monthly")])
    #expect(add.explanation().contains("5 USD per month for each person"))
    #expect(add.message().waysIn.first?.contains("$5 per month for each person") == true)
  }

  /// A set that joins two plans of one ladder is told only where nothing simpler stands; data keeps
  /// it, for it is minimal.
  @Test func plansOfOneLadderAreNoStepTogether() throws {
    let decision = try decision("minutes-left", reaching: "400")
    let text = decision.explanation()
    #expect(text.contains("500 with Enterprise monthly"))
    #expect(text.contains("700 with Pro monthly (pro-monthly) and Large meetings (large)"))
    #expect(!text.contains("900 with"), "\(text)")
    #expect(decision.value?.better.contains { $0.value == .count(900) } == true)
    let most = try self.decision("minutes-left", reaching: "900")
    #expect(most.explanation().contains("1. buy"), "\(most.explanation())")
  }

  @Test func boundsOfOneMeterAreOneCondition() throws {
    let table = try policy(MisreadTextTests.source).planTable(at: instant("2026-03-01"))
    let busy = try #require(table.rows.first { $0.name == "busy" })
    #expect(busy.cells.first?.text == "if at most 30 links are used")
  }

  /// Who paused a subscription resumes it; who did not pay pays.
  @Test func aPausedPlanIsResumed() throws {
    let paused = try decision(
      "export", grants: [Grant(product: "pro-monthly", state: .paused)])
    #expect(paused.explanation().contains("the subscription is paused [on-hold]"))
    #expect(
      paused.explanation().contains("1. resume the subscription Pro monthly (pro-monthly)"))
    #expect(paused.message().headline == "Your subscription is paused.")
    #expect(paused.message().waysIn.first == "Resume Pro monthly.")
    #expect(paused.message(in: "zh-Hans").headline == "您的订阅已暂停。")
    #expect(paused.message(in: "zh-Hans").waysIn.first == "恢复专业版月付的订阅。")
    let unpaid = try decision("export", grants: [Grant(product: "pro-monthly", state: .hold)])
    #expect(unpaid.explanation().contains("the payment failed [on-hold]"))
    #expect(unpaid.message().waysIn.first == "Update the payment for Pro monthly.")
    #expect(!unpaid.explanation().contains("resume"))
  }
}
