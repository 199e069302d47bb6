import Testing
import TollgateRuntime
import TollgateSyntax

@testable import TollgateCompiler

/// Everything that the language has compiles.
struct LanguageTests {
  static let declarations = """
    policy ExpenseTracker "ExpenseTracker" zh-Hans "记账"
    trust snapshots for 24h          # older purchase data counts as unknown
    snooze prompts for 24h           # a dismissed prompt stays away this long

    tiers free "Free" zh-Hans "免费版" < pro "Pro" zh-Hans "专业版"
    entitlements basic, advanced, expert
    entitlement full "Everything" includes basic, advanced and expert

    product annual "Annual" zh-Hans "年度订阅"
      sold as "com.app.pro.annual"
      grants pro
      price 12 CNY per year
      recommended
    product lifetime "Lifetime" zh-Hans "终身买断"
      sold as "com.app.pro.lifetime"
      grants pro
      price 38 CNY once
    product extra-space
      adds 10 GB to storage          # raises the allowance of a meter
      price 3 USD per month

    meter bills "bills" zh-Hans "账单"
    meter storage in bytes
    feature csv-export "CSV export" zh-Hans "CSV 导出"
    features cloud-sync, database-export
    series L1..L18 "Lessons" zh-Hans "课程"
    group exports is csv-export, database-export

    fact platform is ios, android or web
    fact installed is a date
    fact beta-tester is yes or no
    fact first-version is a version
    fact first-build is a number
    rollout new-paywall is 25% of users
    grant pro for 7 days after installed when installed before 2026-03-01

    """

  static let rules = """
    bills > 500 requires pro
      reminder at 450 gentle "{remaining} free bills left" zh-Hans "还可免费记录 {remaining} 条"
      reminder at 500 prominent
      message "The free plan holds {limit} bills." zh-Hans "免费版最多 {limit} 条账单。"
    recommendations > 3 per day requires premium
    csv-export, database-export and cloud-sync require pro
      prompt as paywall snooze 7 days
    L1..L3 requires nothing
    L9..L14 requires advanced or full
    everything except settings requires account
    live-photos are off when platform is web
    toolbox requires pro from 2026-03-01 when in new-paywall
      soft until 2026-04-01
      because "Phase 3 of the rollout plan"

    """

  static let scenarios = """
    scenario "a free user is stopped at the 501st bill"
      given bills 500, installed 2026-04-01
      at 2026-06-01
      expect bills denied because limit-reached unlocked by annual or lifetime
      expect bills adding 0 allowed with reminder at 500
    scenario "pro, until the subscription ends"
      given product annual until 2027-01-01, bills 10_000
      at 2026-12-31T23:59Z
      expect bills allowed until 2027-01-01
      expect L1..L3, csv-export allowed

    """

  @Test func declarations() throws {
    let policy = try policy(Self.declarations)
    #expect(policy.name == "ExpenseTracker")
    #expect(policy.trust == 86_400_000)
    #expect(policy.promptSnooze == 86_400_000)
    #expect(
      policy.entitlements.map(\.name.text) == [
        "free", "pro", "basic", "advanced", "expert", "full",
      ])
    #expect(policy.entitlements.map(\.gives) == [[0], [0, 1], [2], [3], [4], [2, 3, 4, 5]])
    #expect(policy.products[2].adds.first?.amount == 10_000_000_000)
    #expect(policy.products[0].price?.period == .months(12))
    #expect(
      policy.features.map(\.name.text) == [
        "csv-export", "cloud-sync", "database-export", "L1..L18",
      ])
    #expect(policy.featureTargetCount == 21)
    #expect(policy.groups[0].members.ranges == [0..<1, 2..<3])
    #expect(policy.facts.map(\.type) == [.choice, .date, .yesOrNo, .version, .number])
    #expect(policy.rollouts[0].share == 2500)
  }

  @Test func rules() throws {
    let policy = try policy("rollout new-paywall is 25% of users\n" + Self.rules)
    #expect(policy.rules.count == 8)
    #expect(policy.rules[2].text == "csv-export, database-export and cloud-sync require pro")
    #expect(policy.rules[0].reminders.map(\.isProminent) == [false, true])
    #expect(policy.rules[7].because == "Phase 3 of the rollout plan")
  }

  @Test func scenarios() throws {
    _ = try policy(Self.scenarios)
    _ = try policy(Self.declarations + Self.scenarios)
  }

  @Test(arguments: [
    "L9..L14 requires advanced or full",
    "账单 > 500 requires 专业版",
    "K球 requires advanced",
    "pets requires basic\npets > 3 requires full",
    "seats > allowance requires team\n  reminder at 90%",
    "seats > allowance otherwise 3 requires team",
    "suggestions > undecided per day requires premium",
    "uploads > 20 GB is not allowed",
    "`price` requires pro",
    "a requires (pro or team) and not banned",
    "fact updated is a date\na requires pro from 7 days after updated\n"
      + "  soft until 30 days after updated",
    "fact p is ios or anything else, otherwise linux\na is off when p is not one of ios, web",
    "a is off unless platform is one of ios, android and exports > 3 per day",
    "fact b is yes or no, otherwise no\na requires b or pro when not b or b is yes",
    "fact v is a version, otherwise 1.0\na is off when v before 2.0 and v since 1.4",
    "fact n is a number, otherwise 0\na is off when n <= 2016 and n is not 3 and n is one of 1, 2",
    "grant pro from 2026-01-01 until 2026-02-01\na requires pro",
    "grant pro for 7 days after 2026-01-01\na requires pro",
    "a requires pro\n  running use may finish\n  soft\n  prompt as banner not dismissible",
    "always a allowed with full\nnever a allowed without pro when platform is ios\na requires pro",
    "always a allowed with nothing from 2026-01-01 until 2027-01-01",
  ])
  func constructs(_ text: String) throws {
    _ = try policy(text + "\n")
  }

  @Test func productClauses() throws {
    let policy = try policy(
      """
      meter storage in bytes
      product monthly
        sold as "a" on app-store
        sold as "b" on google-play
        grants pro
        grants team, pro
        price 1 EUR per week
        trial 7 days
        shared with family
        benefit "Everything" de "Alles"
        benefit "More"
        grace 3 days
        not with yearly
      product yearly
        price 10 EUR per year
      product pack
        only with monthly or yearly
        adds 5 GB to storage
        price 2.50 EUR per 6 months
        not for sale
      """)
    let monthly = policy.products[0]
    #expect(monthly.storeIDs.map(\.store) == ["app-store", "google-play"])
    #expect(monthly.grants.map(\.index) == [0, 1])
    #expect(monthly.price == Price(amount: "1", currency: "EUR", period: .weeks(1)))
    #expect(monthly.trial == 604_800_000)
    #expect(monthly.grace == 259_200_000)
    #expect(monthly.benefits.count == 2)
    #expect(policy.products[2].price?.period == .months(6))
    #expect(policy.products[2].onlyWith.map(\.index) == [0, 1])
    #expect(!policy.products[2].isForSale)
  }
}
