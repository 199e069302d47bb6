import Testing
import TollgateRuntime
import TollgateSyntax

@testable import TollgateCompiler

/// Ladders and settings, from the text to the graph.
struct LadderTests {

  @Test(arguments: [
    ("setting s is 5", Setting.Kind.count, 5), ("setting s is 5 KB", .bytes, 5000),
    ("setting s is 2 weeks", .seconds, 1_209_600), ("setting s is 12.5%", .basisPoints, 1250),
    ("setting s is a < b", .choice, 0), ("setting s is 0", .count, 0),
    ("setting s is 0\n  0 with x\n  20% with x", .basisPoints, 0),
    ("setting s is 0\nproduct p\n  adds 5 GB to s", .bytes, 0),
    (
      "product p\n  adds 0 to s\n  adds 1 to t\nproduct q\n  adds 7 days to s\n"
        + "setting t is 2\nsetting s is 0\n  0 with x", .seconds, 0
    ),
  ])
  func theKindOfASetting(_ text: String, _ kind: Setting.Kind, _ base: Int64) throws {
    let setting = try #require(try policy(text + "\n").settings.last)
    #expect(setting.kind == kind && setting.base == base)
  }

  @Test func aLadderIsOneRuleWithItsSteps() throws {
    let text = """
      tiers free < plus < team
      fact old is yes or no
      guests at most 10 per day when old
        unlimited   with team and not old
        100 with plus or old from 2026-03-01
        5 with nothing

      """
    let parts = try parts(text)
    let ladder = try #require(parts.ladders.first)
    #expect(parts.rules.count == 1 && parts.ladders.count == 1)
    #expect(parts.rules[0].limit?.kind == .ladder(0) && parts.rules[0].effect == .requires)
    #expect(parts.rules[0].needs == [] && parts.rules[0].place.row.number == 3)
    #expect(ladder.base == .quantity(10))
    #expect(ladder.steps.map(\.value) == [.unlimited, .quantity(100), .quantity(5)])
    #expect(ladder.steps[0].needs == [[.entitlement(2)]])
    #expect(ladder.steps[1].names == [.entitlement(1), .fact(0)])
    #expect(ladder.steps[1].needs == [[.entitlement(1)], [.fact(0)]])
    #expect(ladder.steps[2].asksForNothing && ladder.steps[2].needs == [])
    #expect(ladder.steps[0].place.row.number == 4)
    #expect(ladder.steps[0].place.text == "unlimited with team and not old")
  }

  @Test func stepsGiveAMeterItsUnitToo() throws {
    let meter = try #require(try policy("storage at most 0\n  5 GB with plus\n").meters.first)
    #expect(meter.unit == .bytes)
  }

  @Test(arguments: [
    ("undecided", Ladder.Base.undecided), ("allowance", .allowance(otherwise: nil)),
    ("allowance otherwise 3", .allowance(otherwise: 3)), ("0", .quantity(0)),
  ])
  func theBaseOfALadder(_ text: String, _ base: Ladder.Base) throws {
    #expect(try parts("guests at most \(text)\n").ladders[0].base == base)
  }

  @Test func theTargetsOfSettingsAreTheLast() throws {
    let parts = try parts(
      """
      setting quality is low "Low" < high
        high with pro
        soft
        message "Only {limit}."
      meter bills
      bills > 5 requires pro
      feature csv
      csv, quality are off when platform is web
      setting delay is 30s, smaller is better
        0 with pro when platform is ios
      product p
        grants pro

      """)
    #expect(parts.targets.map(\.name) == ["csv", "bills", "quality", "delay"])
    #expect(parts.settings.map(\.kind) == [.choice, .seconds])
    #expect(parts.settings.map(\.rule) == [0, 3] && parts.settings.map(\.ladder) == [0, 1])
    #expect(parts.settings[0].choices.map(\.name) == ["low", "high"])
    #expect(parts.ladders[1].isSmallerBetter && parts.ladders[1].base == .quantity(30))
    #expect(parts.targets[2].rules == [2] && parts.targets[3].rules == [])
    #expect(parts.rules[0].limit?.kind == .setting(0) && parts.rules[0].message != nil)
    #expect(parts.rules[0].place.text == "setting quality is low \"Low\" < high")
  }

  @Test func productsAddToSettings() throws {
    let product = try parts(
      "setting history is 7 days\nproduct more\n  adds 30 days to history\n"
    ).products[0]
    #expect(product.adds == [])
    #expect(
      product.settingAdds == [Product.SettingAddition(setting: 0, amount: 2_592_000)])
  }

  @Test func valuesInScenarios() throws {
    let policy = try policy(
      """
      setting history is 7 days
        unlimited with plus
      setting quality is low < high
        high with plus
      setting delay is 30s, smaller is better
      scenario "s"
        given history allowance 1 day
        expect history is at least 8 days
        expect delay is at most 30s
        expect history reaching unlimited denied
        expect quality reaching high denied
      always quality is high with plus when x is a
      never quality reaching high allowed without plus

      """)
    let scenario = policy.scenarios[0]
    #expect(scenario.snapshot.allowances == ["history": 86_400])
    #expect(scenario.values.map(\.says.setting) == [0, 2])
    #expect(scenario.values.map(\.says.value) == [.quantity(691_200), .quantity(30)])
    #expect(scenario.values.map(\.says.isOrBetter) == [true, true])
    #expect(scenario.expectations.map(\.growth) == [.reachingUnlimited, .reaching(1)])
    #expect(policy.valueClaims[0].says.value == .quantity(1))
    #expect(!policy.valueClaims[0].says.isOrBetter && policy.valueClaims[0].applies.when != nil)
    #expect(policy.claims[0].growth == .reaching(1))
  }

  @Test func aLongTextHasTheSameLaddersPageByPage() throws {
    var text = ""
    for number in 0..<40 {
      text += "m\(number) at most \(number)\n  \(number + 5) with plus\n  unlimited with team\n"
      text += "setting s\(number) is low < high\n  high with plus\n  message \"{limit}\"\n"
    }
    let source = Source(name: "Test.gate", text: text)
    let whole = try #require(Compiler.compile(source).graph)
    for pageSize in [1, 40, 200, 1000] {
      let paged = try #require(Compiler.graph(of: source, pageSize: pageSize).graph)
      #expect(paged.fingerprint == whole.fingerprint)
      #expect(paged.parts.ladders == whole.parts.ladders)
      #expect(paged.parts.settings == whole.parts.settings)
    }
  }

  @Test func everyMistakeInALadderIsReported() {
    let found = codes(
      """
      tiers free < plus
      meter guests
      guests at most 1.5
        many with pluss
        100 with plus until 2026-02-30
      setting quality is low < high
        best with plus
        high with pluss

      """)
    #expect(found == ["TG0007", "TG0016", "TG0101", "TG0008", "TG0101", "TG0101"])
  }
}
