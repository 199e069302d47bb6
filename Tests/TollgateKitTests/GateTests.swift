import Foundation
import Testing
import TollgateKit

/// A gate with typed names: what it answers, and what it remembers.
@Suite struct GateTests {
  enum Shop: PolicyNames {
    static let policy = try! Policy(  // The text below compiles.
      source: """
        policy Shop
        snooze prompts for 24h
        tiers free < pro
        product annual
          grants pro
          price 12 CNY per year
        meter bills
        feature csv-export
        group exports is csv-export
        setting history is 7 days
          30 days with pro
        setting quality is low < high
          high with pro
        fact beta is yes or no, otherwise no
        bills > 500 requires pro
        csv-export requires pro or beta
        """)
    static let csvExport = FeatureName<Shop>("csv-export", place: 0)
    static let exports = FeatureName<Shop>("exports")
    static let bills = MeterName<Shop>("bills", place: 1)
    static let beta = FactName<Shop, Bool>("beta")
    static let history = SettingName<Shop, Int64>("history", place: 2, first: 604_800) {
      $0.isUnlimited ? .max : $0.number
    }
    static let quality = SettingName<Shop, String>("quality", first: "low") {
      if case .choice(let name, _) = $0 { name } else { nil }
    }
  }

  private let clock = FixedClock("2026-03-01")
  private let annual = Grant(product: "annual")

  @Test func aGateAnswersAsThePolicyDoes() {
    let gate = Gate<Shop>(clock: clock)
    #expect(!gate.can(Shop.csvExport))
    #expect(!gate.can(Shop.exports))
    #expect(!gate.allows(Shop.bills))
    gate.set(Shop.bills, to: 499)
    #expect(gate.allows(Shop.bills))
    #expect(!gate.allows(Shop.bills, adding: 2))
    #expect(gate.allows(Shop.bills, reaching: 500))
    #expect(!gate.allows(Shop.bills, reaching: 501))
    #expect(gate.value(of: Shop.history) == 604_800)
    #expect(gate.value(of: Shop.quality) == "low")
    gate.update { $0.grants = [annual] }
    #expect(gate.can(Shop.csvExport))
    #expect(gate.can(Shop.exports))
    #expect(gate.allows(Shop.bills, adding: 1_000))
    #expect(gate.value(of: Shop.history) == 2_592_000)
    #expect(gate.value(of: Shop.quality) == "high")
    #expect(gate.decision(Shop.csvExport).reason == .granted)
  }

  @Test func aFactOpensAFeature() {
    let gate = Gate<Shop>(clock: clock)
    gate.set(Shop.beta, to: true)
    #expect(gate.can(Shop.csvExport))
  }

  @Test func aPlaceThatIsNotInThePolicyIsLookedUp() {
    let gate = Gate<Shop>(snapshot: Snapshot(grants: [annual]), clock: clock)
    #expect(gate.can(FeatureName("csv-export", place: 99)))
    #expect(!gate.can(FeatureName("no-such-feature", place: 99)))
  }

  @Test func aNewerPolicyIsAsked() throws {
    let gate = Gate<Shop>(clock: clock)
    try gate.replace(
      Policy(source: "features other, csv-export\nother, csv-export requires nothing"),
      allowing: [.missingNames, .otherName])
    #expect(gate.can(Shop.csvExport))
    // The newer policy has no such setting: the value of who has nothing.
    #expect(gate.value(of: Shop.history) == 604_800)
  }

  @Test func thePaywallIsForWhatWasAsked() {
    let gate = Gate<Shop>(clock: clock)
    let paywall = gate.paywall(for: Shop.csvExport)
    #expect(paywall.target?.name == "csv-export")
    #expect(paywall.products.map { $0.listing.name } == ["annual"])
  }

  @Test func purchasesThatComeAnewKeepWhatTheDeviceKnows() throws {
    let gate = Gate<Shop>(clock: clock)
    let prompt = try #require(gate.decision(Shop.csvExport).prompt)
    gate.dismiss(prompt)
    gate.update(merging: Snapshot(grants: []))
    #expect(gate.decision(Shop.csvExport).prompt?.snoozedUntil != nil)
    #expect(gate.snapshot.latestSeen == clock.now())
  }

  @Test func aGateRemembersOverARestart() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("gate-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    let first = try Gate<Shop>(remembering: url, clock: clock)
    first.update { $0.grants = [annual] }
    try first.save()
    // The clock was set back meanwhile: the latest time seen still counts.
    let second = try Gate<Shop>(remembering: url, clock: FixedClock("2020-01-01"))
    #expect(second.can(Shop.csvExport))
    #expect(second.snapshot.latestSeen == clock.now())
    try Data("{\"schema\":1,".utf8).write(to: url)
    #expect(throws: GateMemoryError.self) { try Gate<Shop>(remembering: url, clock: clock) }
    #expect(try Data(contentsOf: url) == Data("{\"schema\":1,".utf8))
  }

  @Test func aFolderThatIsMissingIsToldAndNothingIsLost() throws {
    let url = URL(fileURLWithPath: "/no/such/folder/gate.json")
    let gate = try Gate<Shop>(remembering: url, clock: clock)
    do throws(GateMemoryError) {
      try gate.save()
      Issue.record("it was written")
    } catch {
      #expect(
        error.description(in: "en").hasPrefix("/no/such/folder/gate.json cannot be written: "))
      #expect(error.description(in: "zh-Hans").hasPrefix("无法写入 /no/such/folder/gate.json："))
    }
  }
}

/// A clock that shows one time.
private struct FixedClock: StoreClock {
  let time: Instant

  init(_ text: String) {
    time = Instant(text) ?? Instant(milliseconds: 0)
  }

  func now() -> Instant { time }

  func sleep(until instant: Instant) async throws { try await Task.sleep(nanoseconds: 1_000_000) }
}
