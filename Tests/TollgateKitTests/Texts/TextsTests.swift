import Foundation
import Testing

@testable import TollgateKit

/// Messages and reminders with their placeholders filled.
@Suite struct TextsTests {
  private static let source = """
    tiers free < pro
    product annual "Annual" zh-Hans "年度订阅"
      grants pro
      price 12 CNY per year
    product lifetime "Lifetime" zh-Hans "终身买断"
      grants pro
      price 38 CNY once
    product space
      adds 10 GB to storage
      price 3 USD per month
    meter bills "bills" zh-Hans "账单"
    meter storage "storage" zh-Hans "空间" in bytes
    meter video in seconds
    feature csv "CSV export" zh-Hans "CSV 导出"
    feature plain
    bills > 500 requires pro
      reminder at 450 "{used}/{limit} {remaining} {requested} {target}" zh-Hans "剩 {remaining} 条"
      message "{used}. {limit}. {remaining}. {requested}. {target}. {products}. {resets}." zh-Hans "购买{products}"
    bills > 10 per day requires pro
      reminder at 8 "{remaining} of {limit} today"
      message "{used} {limit} {remaining} {resets}"
    storage > 5 GB requires pro
      message "{used} of {limit}, {remaining} left; {products}"
    video > 24h requires pro
      message "{used} of {limit}" zh-Hans "{used}，共 {limit}"
    csv requires pro
      message "{target}. {used}. {limit}. {remaining}. {requested}. {resets}. {products}."
    plain requires nothing
    """

  private func message(
    _ target: String,
    _ members: String = "",
    rule: Int = 0,
    ask: Ask = Ask(),
    in locale: String = ""
  ) throws -> String? {
    let (policy, decision) = try decide(target, members, ask)
    let blocker = try #require(decision.blockers.dropFirst(rule).first)
    return Texts(graph: policy.graph, locale: locale)
      .message(of: blocker, decision: decision, ways: decision.waysIn)
  }

  private func reminder(
    _ target: String,
    _ members: String,
    ask: Ask = Ask(),
    in locale: String = ""
  ) throws -> String? {
    let (policy, decision) = try decide(target, members, ask)
    let reminder = try #require(decision.reminder)
    return Texts(graph: policy.graph, locale: locale).text(of: reminder, decision: decision)
  }

  private func decide(
    _ target: String,
    _ members: String,
    _ ask: Ask
  ) throws -> (Policy, Decision) {
    let policy = try policy(TextsTests.source)
    let json = "{\"schema\":1\(members.isEmpty ? "" : ",")\(members)}"
    let prepared = policy.prepare(try Snapshot(json: json))
    let now = try instant("2026-02-20T09:30Z")
    return (policy, policy.graph.decide(target, ask: ask, for: prepared, at: now))
  }

  @Test func everyPlaceholderOfAMessageIsFilled() throws {
    #expect(
      try message(
        "bills",
        #""usage":{"bills":{"total":{"used":498,"resets":"2026-03-01T08:00:30Z"}}}"#,
        ask: Ask(.adding(3))
      )
        == "498. 500. 2. 3. bills. Annual or Lifetime. 2026-03-01 08:00:30 UTC."
    )
    #expect(
      try message("bills", #""usage":{"bills":498}"#, ask: Ask(.reaching(600)))
        == "498. 500. 2. 102. bills. Annual or Lifetime."
    )
    #expect(
      try message("bills", ask: Ask(.reaching(600))) == "500. bills. Annual or Lifetime."
    )
  }

  @Test func aMessageSpeaksOfItsOwnLimit() throws {
    let usage = """
      "usage":{"bills":{"total":500,"day":{"used":10,"resets":"2026-02-21T00:00:00+08:00"}}}
      """
    #expect(try message("bills", usage)?.hasPrefix("500. 500. 0. 1.") == true)
    #expect(try message("bills", usage, rule: 1) == "10 10 0 2026-02-20 16:00 UTC")
  }

  @Test func aRuleWithoutALimitHasNoAmounts() throws {
    #expect(try message("csv") == "CSV export. Annual or Lifetime.")
  }

  @Test func productsAreJoinedInTheLanguageOfTheText() throws {
    #expect(try message("bills", #""usage":{"bills":500}"#, in: "zh-CN") == "购买年度订阅或终身买断")
    // Nothing can be bought twice, and an English text stays English for whoever reads it.
    #expect(
      try message("csv", #""grants":[{"product":"annual","state":"pending"}]"#, in: "zh")
        == "CSV 导出. 终身买断."
    )
    #expect(try message("csv", in: "zh") == "CSV 导出. 年度订阅 or 终身买断.")
    #expect(
      try message(
        "csv",
        #""grants":[{"product":"annual","state":"pending"},{"product":"lifetime","state":"pending"}]"#
      )
        == "CSV export."
    )
  }

  /// A text never shows a value that is not known: it would read "Come back ?."
  @Test func aSentenceWithoutItsValueIsLeftOut() throws {
    let policy = try policy(
      """
      meter hints
      feature plain
      hints > 3 per day is not allowed
        message "Come back {resets}." zh-Hans "今天已用完。{resets} 再来。"
      hints > 3 per week is not allowed
        message "No hints left! Come back {resets}."
      """)
    let now = try instant("2026-02-20")
    let unknown = policy.decide(
      "hints", for: Snapshot(usage: ["hints": Usage(day: Counter(3), week: Counter(3))]), at: now)
    let blockers = unknown.blockers
    #expect(unknown.message(of: blockers[0], in: "en") == nil)
    #expect(unknown.message(of: blockers[0], in: "zh") == "今天已用完。")
    #expect(unknown.message(of: blockers[1], in: "en") == "No hints left!")
    let resets = try instant("2026-02-20T16:00Z")
    let known = policy.decide(
      "hints",
      for: Snapshot(usage: ["hints": Usage(day: Counter(3, resets: resets), week: Counter(3))]),
      at: now)
    #expect(known.message(of: blockers[0], in: "en") == "Come back 2026-02-20 16:00 UTC.")
    let shanghai = try #require(TimeZone(secondsFromGMT: 8 * 3600))
    #expect(
      known.message(of: blockers[0], in: "en", timeZone: shanghai) == "Come back 2026-02-21 00:00.")
    #expect(
      known.explanation(timeZone: shanghai).contains("resets at 2026-02-21T00:00:00+08:00"))
  }

  @Test func amountsAreInTheMetersUnit() throws {
    #expect(
      try message("storage", #""usage":{"storage":5000000000}"#)
        == "5 GB of 5 GB, 0 B left; Annual, Lifetime or space"
    )
    #expect(
      try message("storage", #""usage":{"storage":15000000000},"grants":[{"product":"space"}]"#)
        == "15 GB of 15 GB, 0 B left; Annual, Lifetime or space"
    )
    #expect(try message("video", #""usage":{"video":90061}"#) == "25 h 1 min 1 s of 1 day")
    #expect(try message("video", #""usage":{"video":604800}"#, in: "zh") == "7 天，共 1 天")
  }

  @Test func aReminderSpeaksOfWhatStandsAfterTheDecision() throws {
    #expect(
      try reminder("bills", #""usage":{"bills":{"total":460,"day":1}}"#) == "461/500 39 1 bills"
    )
    #expect(
      try reminder("bills", #""usage":{"bills":{"total":460,"day":1}}"#, ask: Ask(.adding(0)))
        == "460/500 40 0 bills"
    )
    #expect(
      try reminder("bills", #""usage":{"bills":{"total":500,"day":1}}"#) == "500/500 0 1 bills"
    )
    #expect(
      try reminder("bills", #""usage":{"bills":{"total":620,"day":1}}"#) == "620/500 0 1 bills"
    )
    #expect(
      try reminder("bills", #""usage":{"bills":{"total":460,"day":1}}"#, in: "zh-Hans") == "剩 39 条"
    )
    #expect(
      try reminder("bills", #""usage":{"bills":{"total":3,"day":7}}"#) == "2 of 10 today"
    )
  }

  @Test func textsWithoutAPlaceholderOrWithABraceStay() throws {
    let policy = try policy(
      """
      features a, b, c
      a requires x
        message "no placeholder"
      b requires x
      c requires x
        message "{target}"
      """
    )
    let decisions = policy.access(in: Snapshot(), at: try instant("2026-01-01"))
    let texts = Texts(graph: policy.graph, locale: "en")
    let messages = decisions.map { decision in
      decision.blockers.first.flatMap { texts.message(of: $0, decision: decision, ways: []) }
    }
    #expect(messages == ["no placeholder", nil, "c"])
    #expect(Texts(graph: nil, locale: "en").label(0) == nil)
  }

  @Test(arguments: [
    (0, "0 B"), (1, "1 B"), (999, "999 B"), (1000, "1 KB"), (1023, "1,023 B"), (1024, "1 KiB"),
    (1500, "1.5 KB"), (1536, "1.5 KiB"), (1_000_000, "1 MB"), (1_048_576, "1 MiB"),
    (10_000_000_000, "10 GB"), (1_500_000_000, "1.5 GB"), (5_368_709_120, "5 GiB"),
    (536_870_912_000, "500 GiB"), (1_000_000_000_000, "1 TB"), (1_048_576_000, "1,000 MiB"),
    (123_456_789, "123,456,789 B"), (12_345_600, "12,345.6 KB"), (1_024_000, "1,024 KB"),
    (Int64.max, "9,223,372,036,854,775,807 B"), (Int64.max - 807, "9,223,372,036,854,775 KB"),
  ])
  func sizesAreExact(_ value: Int64, _ text: String) {
    #expect(AmountText.print(value, .bytes, .english) == text)
    #expect(AmountText.print(value, .bytes, .chinese) == text)
  }

  @Test(arguments: [
    (0, "0 s", "0 秒"), (1, "1 s", "1 秒"), (60, "1 min", "1 分钟"), (90, "1 min 30 s", "1 分钟 30 秒"),
    (5400, "1 h 30 min", "1 小时 30 分钟"), (86_400, "1 day", "1 天"), (90_000, "25 h", "25 小时"),
    (172_800, "2 days", "2 天"), (172_801, "48 h 1 s", "48 小时 1 秒"), (604_800, "7 days", "7 天"),
  ])
  func durationsAreExact(_ value: Int64, _ english: String, _ chinese: String) {
    #expect(AmountText.print(value, .seconds, .english) == english)
    #expect(AmountText.print(value, .seconds, .chinese) == chinese)
  }

  @Test func countsAreNumbers() {
    #expect(AmountText.print(10_000, .count, .english) == "10,000")
    let texts = Texts(graph: nil, locale: "zh")
    #expect(texts.quantity(5, ofMeter: nil) == "5")
  }
}
