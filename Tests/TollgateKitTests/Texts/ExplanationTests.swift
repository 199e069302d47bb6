import Foundation
import Testing
import TollgateKit

/// A decision in words: for developers with everything, for customers without anything internal.
@Suite struct ExplanationTests {
  private static let source = """
    policy Shop
    trust snapshots for 24h
    tiers free < plus "Plus" zh-Hans "增强版" < business "Business" zh-Hans "商务版"
    entitlement account
    product plus-monthly "Plus monthly" zh-Hans "增强版月付"
      grants plus
      price 8 USD per month
    product business-monthly "Business monthly" zh-Hans "商务版月付"
      grants business
      price 15 USD per month
    product plus-yearly "Plus yearly" zh-Hans "增强版年付"
      grants plus
      price 80 USD per year
    meter bills "bills" zh-Hans "账单"
    meter storage "storage" zh-Hans "空间" in bytes
    meter entries
    feature csv-export "CSV export" zh-Hans "CSV 导出"
    feature beta "Beta"
    bills > 5 requires plus
    storage > 5 GB requires plus
    entries > 7 is not allowed
    csv-export requires plus
    beta is off

    """

  private func decision(
    _ target: String, _ usage: [String: Usage] = [:], grants: [Grant] = [],
    asOf: String = "2026-03-01", adding: Int64 = 1
  ) throws -> Decision {
    let now = try instant("2026-03-01")
    return try policy(ExplanationTests.source).decide(
      target, adding: adding, for: Snapshot(asOf: instant(asOf), grants: grants, usage: usage),
      at: now)
  }

  @Test func productsOfOnePlanAreOneWayIn() throws {
    let decision = try decision("csv-export")
    let text = decision.explanation()
    #expect(text.contains("\nWays in\n  1. buy Plus"))
    #expect(
      text.contains(
        """
             - Plus monthly (plus-monthly): 8 USD per month
             - Plus yearly (plus-yearly): 80 USD per year
          2. buy Business monthly (business-monthly): 15 USD per month
        """))
    // Data keeps every way and its order.
    #expect(decision.waysIn.count == 3)
  }

  @Test func amountsToReduceAreCountedWithTheirLabel() throws {
    func way(_ target: String, _ used: Int64, _ locale: String = "en") throws -> String {
      let lines = try decision(target, [target: Usage(used)]).explanation(in: locale)
        .split(separator: "\n")
      return try #require(lines.last { $0.hasPrefix("  ") && $0.contains(". ") }).description
    }
    #expect(try way("bills", 5).hasSuffix(". reduce bills by 1"))
    #expect(try way("bills", 7).hasSuffix(". reduce bills by 3"))
    #expect(try way("bills", 5, "zh-Hans").hasSuffix(". 减少 1 个账单"))
    #expect(try way("storage", 6_000_000_000).hasSuffix("free up more than 1 GB of storage"))
    #expect(try way("storage", 5_000_000_000).hasSuffix("free up some storage"))
    #expect(try way("storage", 5_000_000_000, "zh-Hans").hasSuffix("释放一些空间"))
    #expect(try way("entries", 7).hasSuffix(". reduce entries by 1"))
  }

  @Test func whatIsOldIsPurchaseData() throws {
    let stale = try decision(
      "csv-export", grants: [Grant(entitlement: "plus")], asOf: "2026-02-01")
    #expect(stale.summary().contains("the purchase data is too old [stale]"))
    #expect(stale.explanation().contains("Valid until the user's data changes."))
    #expect(stale.explanation(in: "zh").contains("在用户数据发生变化之前一直有效。"))
  }

  @Test func aCustomerReadsLabelsAndPrices() throws {
    let message = try decision("csv-export").message()
    #expect(message.headline == "CSV export needs Plus.")
    #expect(message.message == nil)
    #expect(
      message.waysIn == [
        "Get Plus: Plus monthly for $8 per month, or Plus yearly for $80 per year.",
        "Get Business monthly for $15 per month.",
      ])
    #expect(message.text == ([message.headline] + message.waysIn).joined(separator: "\n"))
    let chinese = try decision("csv-export").message(in: "zh-Hans")
    #expect(chinese.headline == "使用 CSV 导出需要增强版。")
    #expect(chinese.waysIn.first == "购买增强版：增强版月付 $8/月，或增强版年付 $80/年。")
    let limit = try decision("bills", ["bills": Usage(5)]).message()
    #expect(limit.headline == "You have reached the limit of 5 bills.")
    #expect(limit.waysIn.last == "Reduce bills by 1.")
    let over = try decision("bills", ["bills": Usage(3)], adding: 4)
    #expect(over.message().headline == "This would go over your limit of 5 bills.")
    #expect(over.explanation().hasPrefix("Locked: bills: this would go over the limit of 5"))
    #expect(try decision("entries").message().headline == "Your usage is not known yet.")
    #expect(try decision("entries").message().waysIn == ["Refresh and try again."])
    #expect(try decision("nope").message().headline == "nope is not available.")
    #expect(
      try decision("csv-export", grants: [Grant(entitlement: "plus")]).message().text
        == "You can use CSV export.")
  }

  /// Asked for 30 days of it, a meter is among the things that a purchase opens.
  @Test func whatAPurchaseOpensIncludesWhatWasAskedFor() throws {
    let policy = try policy(
      """
      product annual
        grants pro
      meter history in seconds
      features csv, pdf
      history > 7 days requires pro
      csv, pdf require pro
      """)
    let decision = policy.graph.decide(
      "history", ask: Ask(.reaching(2_592_000)),
      for: policy.prepare(Snapshot(usage: ["history": Usage(0)])), at: try instant("2026-03-01"))
    #expect(decision.explanation().contains("opens csv, pdf, history"))
  }

  /// Whatever the reason, a customer sees no file, rule, name of a reason or fingerprint.
  @Test(arguments: ["en", "zh-Hans"]) func nothingInternalReachesACustomer(locale: String) throws {
    let grants = Grant.State.allCases.map { Grant(product: "plus-monthly", state: $0) }
    for target in ["csv-export", "bills", "storage", "beta", "L1..L3"] {
      for grant in grants {
        let decision = try decision(
          target, ["bills": Usage(9), "storage": Usage(9_000_000_000)], grants: [grant])
        let text = decision.message(in: locale).text
        #expect(!text.isEmpty)
        for word in ["[", ".gate", "sha256", "plus-monthly", decision.reason.rawValue + "]"] {
          #expect(!text.contains(word), "\(word) in \(text)")
        }
      }
    }
  }

  @Test(arguments: [
    ("bills", "bill"), ("categories", "category"), ("boxes", "box"), ("addresses", "address"),
    ("movies", "movie"), ("status", "status"), ("chess", "chess"), ("series", "series"),
    ("storage", "storage"), ("账单", "账单"), ("s", "s"), ("PDFs", "PDF"),
    ("people", "person"), ("People", "Person"), ("children", "child"), ("analyses", "analysis"),
    ("simultaneous streams", "simultaneous stream"), ("invited people", "invited person"),
    ("half-lives", "half-life"), ("indices", "index"), ("aliases", "alias"),
  ])
  func aSingularIsMadeOfAPlural(plural: String, singular: String) {
    #expect(EnglishNoun.singular(plural) == singular)
  }

  @Test func chineseAndLatinHaveASpaceBetweenThem() {
    let (label, amount) = ("CSV 导出", "10 GB")
    let text: ChineseText = "使用\(label)需要\(amount)，\(5)天"
    #expect(text.text == "使用 CSV 导出需要 10 GB，5 天")
  }
}
