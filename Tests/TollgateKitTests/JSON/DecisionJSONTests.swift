import Foundation
import Testing

@testable import TollgateKit

/// The decision of interfaces.md, to the letter.
@Suite struct DecisionJSONTests {
  private static let expenseTracker = """
    policy ExpenseTracker
    snooze prompts for 24h
    tiers free < pro
    product annual "Annual" zh-Hans "年度订阅"
      grants pro
      price 12 CNY per year
    product lifetime "Lifetime" zh-Hans "终身买断"
      grants pro
      price 38 CNY once
    meter bills "bills" zh-Hans "账单"
    feature csv-export "CSV export"
    bills > 500 requires pro
      reminder at 450 gentle "{remaining} free bills left" zh-Hans "还可免费记录 {remaining} 条"
      reminder at 500 prominent
      message "The free plan holds {limit} bills." zh-Hans "免费版最多 {limit} 条账单。"
    csv-export requires pro
    """

  private func json(
    _ source: String,
    _ target: String,
    _ members: String,
    at now: String = "2026-02-20T09:30Z",
    ask: Ask = Ask(),
    locale: String = ""
  ) throws -> String {
    let policy = try policy(source, name: "ExpenseTracker.gate")
    let snapshot = try Snapshot(json: "{\"schema\":1\(members.isEmpty ? "" : ",")\(members)}")
    let now = try instant(now)
    let decision = policy.graph.decide(
      target,
      ask: ask,
      for: policy.prepare(snapshot),
      at: now
    )
    let text = decision.json(policy: policy, locale: locale)
    #expect(
      try JSONReader.read(Array(text.utf8))
        == JSONReader.read(
          Array(decision.json(policy: policy, locale: locale, pretty: true).utf8)
        )
    )
    #expect(text.contains(policy.fingerprint))
    return text.replacingOccurrences(of: policy.fingerprint, with: "sha256:…")
  }

  @Test func theExampleIsWritten() throws {
    let text = try json(
      DecisionJSONTests.expenseTracker,
      "bills",
      #""usage":{"bills":500}"#
    )
    let expected = """
      {"schema":1,"policy":"ExpenseTracker","fingerprint":"sha256:…","target":"bills",\
      "outcome":"denied","reason":"limit-reached","flags":[],\
      "quota":{"meter":"bills","limit":500,"undecided":false,"used":500,"requested":1,"remaining":0,\
      "over":0,"uses":0,"carried":0,"beyond":null,"unlimited":false,"window":null,"resets":null},"uses":[],\
      "blockers":[{"rule":"bills > 500 requires pro","file":"ExpenseTracker.gate","line":12,\
      "reason":"limit-reached","needs":[["pro"]],"soft":false,\
      "message":"The free plan holds 500 bills.","charge":null}],\
      "waysIn":[{"kind":"buy","products":["annual"],\
      "prices":[{"amount":"12","currency":"CNY","period":"P1Y"}]},\
      {"kind":"buy","products":["lifetime"],\
      "prices":[{"amount":"38","currency":"CNY","period":null}]},\
      {"kind":"reduce","meter":"bills","by":1}],\
      "reminder":{"id":"bills@500","at":500,"ends":null,"level":"prominent","text":null,"snoozedUntil":null},\
      "prompt":{"id":"bills","as":"prompt","dismissible":true,"snoozedUntil":null},\
      "validUntil":null,"value":null,"instead":[]}
      """
    #expect(text == expected)
  }

  @Test func everyKeyIsThereAlsoWhereThereIsNothing() throws {
    let head = #"{"schema":1,"policy":"ExpenseTracker","fingerprint":"sha256:…","target":"#
    let nothing =
      #""reminder":null,"prompt":null,"validUntil":null,"value":null,"instead":[]}"#
    #expect(
      try json(DecisionJSONTests.expenseTracker, "coffee", "") == head
        + #""coffee","outcome":"denied","reason":"undeclared","flags":[],"quota":null,"uses":[],"#
        + #""blockers":[],"waysIn":[],"# + nothing
    )
    #expect(
      try json(DecisionJSONTests.expenseTracker, "csv-export", #""grants":[{"entitlement":"pro"}]"#)
        == head + #""csv-export","outcome":"allowed","reason":"granted","flags":[],"quota":null,"#
        + #""uses":[],"blockers":[],"waysIn":[],"# + nothing
    )
  }

  @Test func textsAreInTheLocale() throws {
    let text = try json(
      DecisionJSONTests.expenseTracker,
      "bills",
      #""usage":{"bills":460},"dismissed":{"bills@450":"2026-02-20T08:00:00Z"}"#,
      locale: "zh-CN"
    )
    #expect(
      text.contains(
        #""reminder":{"id":"bills@450","at":450,"ends":null,"level":"gentle","#
          + #""text":"还可免费记录 39 条","snoozedUntil":"2026-02-21T08:00:00Z"}"#
      )
    )
    let denied = try json(
      DecisionJSONTests.expenseTracker,
      "bills",
      #""usage":{"bills":500}"#,
      locale: "zh-Hans"
    )
    #expect(denied.contains(#""message":"免费版最多 500 条账单。""#))
  }

  @Test func instantsAreUTC() throws {
    let grant = #""grants":[{"product":"annual","until":"2026-03-01T00:00:00.250+08:00"}]"#
    let text = try json(DecisionJSONTests.expenseTracker, "csv-export", grant)
    #expect(text.contains(#""validUntil":"2026-02-28T16:00:00.250Z","value":null"#))
  }

  @Test func theValueOfASettingIsWritten() throws {
    let source = """
      tiers free < plus < max
      product plus-monthly
        grants plus
      product max-monthly
        grants max
      setting history is 7 days
        30 days with plus
        unlimited with max
      setting quality is low < high
        high with plus
      feature export
      """
    func value(_ target: String, _ more: String = "", ask: Ask = Ask()) throws -> Substring? {
      let text = try json(source, target, more, ask: ask)
      return text.range(of: "\"value\":").map { text[$0.upperBound...].dropLast() }
    }
    #expect(
      try value("history")?.hasPrefix(
        #"{"value":604800,"unit":"seconds","unlimited":false,"possible":{"value":604800,"unlimited":false},"better":[{"value":2592000,"unlimited":false,"buy":[["plus-monthly"]]},{"value":null,"unlimited":true,"buy":[["max-monthly"]]}]}"#
      ) == true)
    #expect(
      try value("history", #""grants":[{"entitlement":"max"}]"#)?.hasPrefix(
        #"{"value":null,"unit":"seconds","unlimited":true,"possible":{"value":null,"unlimited":true},"better":[]}"#
      ) == true)
    #expect(
      try value("quality", ask: Ask(.reaching(1)))?.hasPrefix(
        #"{"value":"low","unit":null,"unlimited":false,"possible":{"value":"low","unlimited":false},"better":[{"value":"high","unlimited":false,"buy":[["plus-monthly"],["max-monthly"]]}]}"#
      ) == true)
    #expect(try value("export")?.hasPrefix("null") == true)
  }

  @Test func quotasWithWindowsAndWithoutLimits() throws {
    let source = """
      tiers free < pro
      meters exports, ideas
      exports > 3 per day requires pro
      ideas > undecided requires pro
      """
    func quota(_ text: String) -> Substring? {
      text.range(of: "\"quota\":").flatMap { start in
        text.range(of: ",\"uses\":[").map { text[start.upperBound..<$0.lowerBound] }
      }
    }
    let used = #""usage":{"exports":{"day":{"used":2,"resets":"2026-02-21"}},"ideas":4}"#
    #expect(
      quota(try json(source, "exports", used))
        == #"{"meter":"exports","limit":3,"undecided":false,"used":2,"requested":1,"remaining":1,"over":0,"uses":1,"carried":0,"beyond":null,"unlimited":false,"window":"day","resets":"2026-02-21T00:00:00Z"}"#
    )
    #expect(
      quota(try json(source, "exports", used, ask: Ask(.reaching(9))))
        == #"{"meter":"exports","limit":3,"undecided":false,"used":2,"requested":7,"remaining":1,"over":0,"uses":1,"carried":0,"beyond":null,"unlimited":false,"window":"day","resets":"2026-02-21T00:00:00Z"}"#
    )
    #expect(
      quota(try json(source, "exports", ""))
        == #"{"meter":"exports","limit":3,"undecided":false,"used":null,"requested":1,"remaining":null,"over":null,"uses":null,"carried":0,"beyond":null,"unlimited":false,"window":"day","resets":null}"#
    )
    #expect(
      quota(try json(source, "ideas", used))
        == #"{"meter":"ideas","limit":null,"undecided":true,"used":4,"requested":1,"remaining":null,"over":null,"uses":null,"carried":0,"beyond":null,"unlimited":false,"window":null,"resets":null}"#
    )
    #expect(
      quota(try json(source, "ideas", used + #","grants":[{"entitlement":"pro"}]"#))
        == #"{"meter":"ideas","limit":null,"undecided":false,"used":4,"requested":1,"remaining":null,"over":null,"uses":null,"carried":0,"beyond":null,"unlimited":true,"window":null,"resets":null}"#
    )
  }

  @Test func everyWayInIsWritten() throws {
    let source = """
      trust snapshots for 24h
      tiers free < pro
      product monthly
        grants pro
      features a, b
      a requires pro
      b requires pro until 2026-03-01
      """
    func ways(_ target: String, _ members: String) throws -> Substring? {
      let text = try json(source, target, members)
      return text.range(of: "\"waysIn\":").flatMap { start in
        text.range(of: ",\"reminder\"").map { text[start.upperBound..<$0.lowerBound] }
      }
    }
    let fresh = #""asOf":"2026-02-20T09:00:00Z""#
    let refresh =
      #"{"kind":"refresh","missing":{"purchases":true,"facts":[],"usage":[],"allowances":[]}}"#
    #expect(try ways("a", #""grants":[{"product":"monthly"}]"#) == "[\(refresh)]")
    #expect(
      try ways("a", fresh + #","grants":[{"product":"monthly","state":"hold"}]"#)
        == #"[{"kind":"fix-payment","product":"monthly"}]"#
    )
    #expect(
      try ways("b", fresh)
        == #"[{"kind":"buy","products":["monthly"],"prices":[null]},{"kind":"wait","until":"2026-03-01T00:00:00Z"}]"#
    )
    #expect(
      try ways("a", #""latestSeen":"2026-02-20T09:36:00Z""#)
        == "[\(refresh)," + #"{"kind":"buy","products":["monthly"],"prices":[null]}]"#
    )
    #expect(
      try json(source, "a", #""latestSeen":"2026-02-20T09:36:00Z""#)
        .contains(#""flags":["clock-behind"]"#)
    )
  }

  @Test func periodsAreDurations() {
    let periods: [(Price.Period, String?)] = [
      (.once, nil), (.weeks(1), "P1W"), (.weeks(2), "P2W"), (.months(1), "P1M"),
      (.months(3), "P3M"), (.months(12), "P1Y"), (.months(18), "P18M"), (.months(24), "P2Y"),
    ]
    for (period, duration) in periods { #expect(period.duration == duration) }
  }

  @Test func manyWaysInAreFlagged() throws {
    // Two products for each of ten rules: 1,024 sets, of which 1,000 are listed.
    var source = "feature a\nentitlements e0, e1, e2, e3, e4, e5, e6, e7, e8, e9\n"
    for index in 0..<10 {
      source += "product p\(index)\n  grants e\(index)\nproduct q\(index)\n  grants e\(index)\n"
      source += "a requires e\(index)\n"
    }
    let policy = try policy(source)
    let decision = policy.decide("a", for: Snapshot(), at: try instant("2026-01-01"))
    #expect(decision.json(policy: policy).contains(#""flags":["more-ways-in"]"#))
  }
}
