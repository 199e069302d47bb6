import Testing
import TollgateCompiler

@testable import TollgateKit

/// Which translation serves a locale.
@Suite struct LabelTests {
  /// Every text is its own tag, so that it is plain which one was chosen; the first is `first`.
  private func choose(_ locale: String, from tags: String...) -> String {
    let others = tags.map { Label.Localized(locale: $0, text: $0) }
    return Label([Label.Localized(locale: "", text: "first")] + others).localized(in: locale).text
  }

  @Test func theVeryTagIsBest() {
    #expect(choose("tr", from: "zh-Hans", "tr") == "tr")
    #expect(choose("zh-Hans-CN", from: "zh", "zh-Hans", "zh-Hans-CN") == "zh-Hans-CN")
    #expect(choose("PT_br", from: "pt", "pt-BR") == "pt-BR")
    #expect(choose("pt-br", from: "pt-PT", "PT-BR") == "PT-BR")
  }

  @Test func thenAShorterTag() {
    #expect(choose("zh-Hans-CN", from: "zh", "zh-Hans") == "zh-Hans")
    #expect(choose("zh-Hans-CN", from: "zh-SG", "zh") == "zh")
    #expect(choose("pt-BR", from: "pt-PT", "pt") == "pt")
    #expect(choose("sr-Latn-RS", from: "sr-Cyrl", "sr-Latn") == "sr-Latn")
  }

  @Test(arguments: ["zh", "zh-CN", "zh-SG", "zh-Hans", "zh-Hans-HK", "zh_CN", "ZH-cn"])
  func simplifiedChineseIsOneScript(locale: String) {
    for tag in ["zh", "zh-CN", "zh-SG", "zh-Hans"] {
      #expect(choose(locale, from: "zh-Hant", "zh-TW", tag) == tag)
    }
    #expect(choose(locale, from: "zh-Hant", "zh-TW", "zh-HK", "en") == "first")
  }

  @Test(arguments: ["zh-TW", "zh-HK", "zh-MO", "zh-Hant", "zh-Hant-CN", "zh_TW"])
  func traditionalChineseIsOneScript(locale: String) {
    for tag in ["zh-TW", "zh-HK", "zh-MO", "zh-Hant"] {
      #expect(choose(locale, from: "zh-Hans", "zh", tag) == tag)
    }
    #expect(choose(locale, from: "zh", "zh-Hans", "zh-CN", "en") == "first")
  }

  @Test func thenAnyOfTheSameLanguage() {
    #expect(choose("en-GB", from: "tr", "en") == "en")
    #expect(choose("en", from: "tr", "en-GB", "en-US") == "en-GB")
    #expect(choose("en-GB", from: "en-US", "en-AU") == "en-US")
    #expect(choose("pt-PT", from: "pt-BR") == "pt-BR")
  }

  @Test func theFirstTextServesAllOthers() {
    #expect(choose("de", from: "zh-Hans", "tr") == "first")
    #expect(choose("", from: "zh-Hans") == "first")
    #expect(choose("-", from: "zh-Hans") == "first")
    #expect(choose("z", from: "zh-Hans") == "first")
    #expect(choose("zho", from: "zh-Hans") == "first")
    #expect(choose("en") == "first")
  }

  // MARK: Of a policy

  private static let source = """
    policy Tracker "ExpenseTracker" zh-Hans "记账"
    tiers free "Free" zh-Hans "免费版" < pro
    product annual "Annual" zh-Hans "年度订阅"
      sold as "com.app.annual"
      grants pro
    product lifetime
      grants pro
    feature csv "CSV export" zh-Hans "CSV 导出"
    features sync, backup
    group exports "Exports" zh-Hans "导出" is csv, backup
    series L1..L3 "Lessons" zh-Hans "课程"
    meter bills "bills" zh-Hans "账单"
    csv, sync and backup require pro
    L1..L3 requires pro
    bills > 5 requires pro
    """

  @Test func labelsOfAPolicy() throws {
    let policy = try policy(LabelTests.source)
    #expect(policy.label(in: "zh-Hans") == "记账")
    #expect(policy.label(in: "de") == "ExpenseTracker")
    #expect(policy.label(ofTarget: "csv", in: "zh-CN") == "CSV 导出")
    #expect(policy.label(ofTarget: "csv", in: "en") == "CSV export")
    #expect(policy.label(ofTarget: "sync", in: "en") == "sync")
    #expect(policy.label(ofTarget: "bills", in: "zh") == "账单")
    #expect(policy.label(ofTarget: "exports", in: "zh") == "导出")
    #expect(policy.label(ofTarget: "nothing", in: "zh") == "nothing")
    #expect(policy.label(ofProduct: "annual", in: "zh") == "年度订阅")
    #expect(policy.label(ofProduct: "com.app.annual", in: "en") == "Annual")
    #expect(policy.label(ofProduct: "lifetime", in: "en") == "lifetime")
    #expect(policy.label(ofProduct: "nothing", in: "en") == "nothing")
    #expect(policy.label(ofEntitlement: "free", in: "zh") == "免费版")
    #expect(policy.label(ofEntitlement: "pro", in: "zh") == "pro")
    #expect(policy.label(ofEntitlement: "nothing", in: "zh") == "nothing")
    #expect(try Tests.nameless().label(in: "en") == "")
  }

  /// Tollgate has no German words, so a policy has all of its labels in German, or shows none.
  @Test func aLanguageIsSpokenAsAWholeOrNotAtAll() throws {
    let one = """
      features csv "CSV export" de "CSV-Export" zh-Hans "导出", sync "Sync"
      csv, sync require pro
        message "With Pro" de "Mit Pro"
      """
    let some = try policy(one)
    #expect(some.label(ofTarget: "csv", in: "de") == "CSV export")
    #expect(some.label(ofTarget: "csv", in: "de-AT") == "CSV export")
    #expect(some.label(ofTarget: "csv", in: "zh") == "导出")
    #expect(try message(of: some) == "With Pro")
    let all = try policy(one.replacing("\"Sync\"", with: "\"Sync\" de \"Abgleich\""))
    #expect(all.label(ofTarget: "csv", in: "de") == "CSV-Export")
    #expect(all.label(ofTarget: "sync", in: "de-AT") == "Abgleich")
    #expect(try message(of: all) == "Mit Pro")
  }

  private func message(of policy: Policy) throws -> String? {
    policy.decide("csv", for: Snapshot(), at: try instant("2026-06-01")).message(in: "de").message
  }

  private enum Tests {
    static func nameless() throws -> Policy { try policy("csv requires pro") }
  }
}
