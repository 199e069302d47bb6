import Foundation
import Testing
import TollgateKit

/// What a gate gives for the person: at its time, in its language and time zone.
@Suite struct GateShowTests {
  enum Shop: PolicyNames {
    static let source = """
      policy Shop
      snooze prompts for 24h
      tiers free < pro
      product annual "Annual" zh-Hans "年度版"
        grants pro
        price 12 CNY per year
        for sale from 2026-02-01 until 2026-06-01
      meter bills
      meter exports
      feature csv-export "CSV export" zh-Hans "CSV 导出"
      setting history is 7 days
        30 days with pro
      bills > 500 requires pro
      exports > 3 per day requires pro
        message "More from {resets} on."
      csv-export requires pro from 2026-02-01 until 2026-04-01
      """
    static let policy = try! Policy(source: source)  // The text above compiles.
    static let csvExport = FeatureName<Shop>("csv-export")
    static let bills = MeterName<Shop>("bills")
    static let exports = MeterName<Shop>("exports")
    static let history = SettingName<Shop, Int64>("history", first: 604_800) { $0.number }
  }

  private let clock = ManualClock(GateShowTests.day)
  private static let day = Instant(milliseconds: 1_772_323_200_000)  // 2026-03-01
  private let shanghai = TimeZone(secondsFromGMT: 8 * 3600)

  private func gate(_ locale: String? = nil) -> Gate<Shop> {
    Gate(clock: clock, locale: locale, timeZone: shanghai)
  }

  @Test func aPaywallIsOfTheGatesTime() throws {
    let gate = gate("en")
    // The time of this computer is far from the gate's: nothing is for sale then.
    #expect(gate.paywall().instant == clock.now())
    #expect(gate.paywall().products.first?.isPurchasable == true)
    #expect(gate.paywall().target == nil)
    let terms = try #require(gate.paywall().products.first).listing.terms.joined()
    #expect(terms.contains("2026-02-01 08:00"), "\(terms)")
    #expect(gate.planTable().instant == clock.now())
    clock.set(GateShowTests.day.advanced(by: 122 * 86_400_000))
    #expect(gate.paywall().products.first?.isPurchasable == false)
  }

  @Test func aPaywallIsForWhatTheDecisionAskedFor() {
    let gate = gate("en")
    gate.set(Shop.bills, to: 499)
    let one = gate.paywall(for: gate.decision(Shop.bills, adding: 1))
    #expect(one.target?.outcome == .allowed)
    let two = gate.paywall(for: gate.decision(Shop.bills, adding: 2))
    #expect(two.target?.outcome == .denied)
    #expect(two.target?.sets == [["annual"]])
    #expect(gate.paywall(for: gate.decision(Shop.bills, reaching: 501)).target?.outcome == .denied)
    // The counters of the thing at hand are the decision's, and not in the gate.
    let full = gate.store.decide("bills", usage: ["bills": Usage(500)])
    #expect(gate.paywall(for: full).target?.outcome == .denied)
    #expect(gate.paywall(for: Shop.csvExport).target?.name == "csv-export")
    #expect(gate.paywall(for: Shop.bills, adding: 9).target?.outcome == .denied)
  }

  @Test func aPaywallIsDismissedAsItIs() {
    let gate = gate("en")
    let paywall = gate.paywall(for: Shop.csvExport)
    #expect(paywall.target?.prompt?.id == "csv-export")
    #expect(paywall.target?.prompt?.snoozedUntil == nil)
    gate.dismiss(paywall)
    let tomorrow = clock.now().advanced(by: 86_400_000)
    #expect(gate.decision(Shop.csvExport).prompt?.snoozedUntil == tomorrow)
    #expect(gate.paywall(for: Shop.csvExport).target?.prompt?.snoozedUntil == tomorrow)
    // A page of all products prompts for nothing.
    gate.dismiss(gate.paywall())
    #expect(gate.snapshot.dismissed.count == 1)
  }

  @Test func textsAreInTheGatesLanguage() {
    let chinese = gate("zh-Hans")
    #expect(chinese.locale == "zh-Hans")
    #expect(chinese.paywall().products.first?.listing.label == "年度版")
    #expect(chinese.planTable().rows.contains { $0.label == "CSV 导出" })
    #expect(chinese.message(for: chinese.decision(Shop.csvExport)).headline.contains("CSV 导出"))
    let english = gate("en")
    #expect(english.message(for: english.decision(Shop.csvExport)).headline.contains("CSV export"))
    // Without a language of its own, it is the device's.
    #expect(gate().locale == Locale.preferredLanguages.first ?? "en")
    #expect(Gate<Shop>(clock: clock).timeZone == TimeZone.current)
  }

  @Test func datesAreInTheGatesTimeZone() throws {
    let gate = gate("en")
    let resets = Instant(milliseconds: clock.now().milliseconds + 6 * 3_600_000)
    gate.update {
      $0.usage["exports"] = Usage(total: Counter(3), day: Counter(3, resets: resets))
    }
    let decision = gate.decision(Shop.exports)
    #expect(decision.message(in: "en").message == "More from 2026-03-01 06:00 UTC on.")
    #expect(gate.message(for: decision).message == "More from 2026-03-01 14:00 on.")
    #expect(gate.paywall(for: decision).target?.message == "More from 2026-03-01 14:00 on.")
    #expect(gate.text(of: resets) == "2026-03-01 14:00")
    let cells = try #require(gate.planTable().rows.first { $0.name == "csv-export" }).cells
    #expect(cells.first?.text.contains("2026-04-01 08:00") == true, "\(cells)")
  }

  @Test func everythingIsAskedAtOnce() {
    let gate = gate("en")
    #expect(gate.access == gate.policy.access(in: gate.snapshot, at: clock.now()))
    #expect(Set(gate.access.map(\.target)).isSuperset(of: ["csv-export", "bills", "exports"]))
    #expect(gate.tier == "free")
    #expect(gate.quota(of: Shop.bills)?.limit == 500)
    gate.update { $0.grants = [Grant(product: "annual")] }
    #expect(gate.tier == "pro")
    #expect(gate.quota(of: Shop.bills)?.isUnlimited == true)
    #expect(gate.reminders.isEmpty)
  }

  @Test func theChangesOfASettingAreFollowed() async throws {
    let gate = gate("en")
    var changes = gate.changes(for: Shop.history).makeAsyncIterator()
    #expect(await changes.next()?.value?.value == .seconds(604_800))
    gate.update { $0.grants = [Grant(product: "annual")] }
    #expect(await changes.next()?.value?.value == .seconds(2_592_000))
    var counts = gate.changes(for: Shop.bills, reaching: 500).makeAsyncIterator()
    #expect(await counts.next()?.isAllowed == true)
  }

  @Test func aDecisionIsEqualIfItSaysTheSame() throws {
    let gate = gate("en")
    let first = gate.decision(Shop.csvExport)
    #expect(first == gate.decision(Shop.csvExport))
    #expect(Set([first, gate.decision(Shop.csvExport)]).count == 1)
    #expect(first != gate.decision(Shop.bills))
    #expect(gate.decision(Shop.bills, adding: 1) != gate.decision(Shop.bills, adding: 2))
    // A later moment at which nothing else is so.
    clock.set(GateShowTests.day.advanced(by: 1000))
    #expect(first == gate.decision(Shop.csvExport))
    // Another policy that says the same is as good; one that sells more is not.
    try gate.store.replace(Policy(source: Shop.source))
    #expect(first == gate.decision(Shop.csvExport))
    try gate.store.replace(
      Policy(
        source: Shop.source + "\nproduct lifetime\n  grants pro\n  price 50 CNY once\n"))
    #expect(first != gate.decision(Shop.csvExport))
    gate.update { $0.grants = [Grant(product: "annual")] }
    #expect(first != gate.decision(Shop.csvExport))
  }
}
