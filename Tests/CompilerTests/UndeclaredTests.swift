import Testing
import TollgateRuntime
import TollgateSyntax

@testable import TollgateCompiler

/// A policy that declares nothing of a kind may just use it.
struct UndeclaredTests {
  @Test func meterAndEntitlement() throws {
    let policy = try policy("bills > 500 requires pro\n")
    #expect(policy.meters.map(\.name.text) == ["bills"])
    #expect(policy.entitlements.map(\.name.text) == ["pro"])
    #expect(policy.features.isEmpty)
    #expect(policy.meters.allSatisfy { !$0.name.isDeclared })
  }

  /// Which statement comes first does not matter.
  @Test func subjectsAreMetersWhereAnythingSaysSo() throws {
    for text in [
      "pets requires pro\npets > 3 requires max\n",
      "pets > 3 requires max\npets requires pro\n",
      "pets requires pro\na is off when pets > 3\n",
      "pets requires pro\nscenario \"s\"\n  given pets 3\n  expect pets denied\n",
      "pets requires pro\nproduct p\n  adds 5 to pets\n",
    ] {
      let policy = try policy(text)
      #expect(policy.meters.map(\.name.text) == ["pets"])
      #expect(!policy.features.map(\.name.text).contains("pets"))
    }
  }

  @Test func unitOfTheFirstQuantityThatHasOne() throws {
    let policy = try policy(
      """
      storage > 500 requires a
      storage > 5 GB requires b
      recording > 3 requires a
        reminder at 2 min
      exports > 3 requires a
      """)
    #expect(policy.meters.map(\.unit) == [.bytes, .seconds, .count])
    #expect(codes("storage > 5 GB requires a\nstorage > 5 min requires b\n") == ["TG0016"])
  }

  @Test func aUnitAfterAListIsForAllMetersWithoutOne() throws {
    let units = { (text: String) in try policy(text).meters.map(\.unit) }
    #expect(try units("meters a, b in seconds\n") == [.seconds, .seconds])
    #expect(try units("meters a in count, b, c in bytes\n") == [.count, .bytes, .bytes])
    #expect(try units("meters a in bytes, b\n") == [.bytes, .count])
    #expect(codes("meters a, b in byte\n") == ["TG0101"])
  }

  @Test func rangesDeclareTheirMembers() throws {
    let policy = try policy("L9..L14 requires a\nx requires a\nL1..L3 requires b\nL12 requires c\n")
    #expect(policy.features.map(\.name.text) == ["L9..L14", "x", "L1..L3"])
    #expect(policy.features.map(\.targets) == [0..<6, 6..<7, 7..<10])
    #expect(policy.rules[3].subject == .targets(TargetSet([3..<4])))
  }

  @Test func rangesThatOverlapAreOneSeries() throws {
    let policy = try policy("L5..L10 requires a\nL1..L7 requires b\nL3 requires c\n")
    #expect(policy.features.map(\.name.text) == ["L1..L10"])
    #expect(policy.rules[0].subject == .targets(TargetSet([4..<10])))
    #expect(policy.rules[2].subject == .targets(TargetSet([2..<3])))
  }

  @Test func factsTakeTheirTypeFromTheirUse() throws {
    let policy = try policy(
      """
      a is off when platform is one of ios, web
      b is off when platform is android and installed before 2026-03-01
      c is off when app since 1.4 and beta is yes
      d requires pro from 7 days after updated
      """)
    #expect(policy.facts.map(\.name.text) == ["platform", "installed", "app", "beta", "updated"])
    #expect(policy.facts.map(\.type) == [.choice, .date, .version, .yesOrNo, .date])
    #expect(policy.facts[0].choices == ["ios", "web", "android"])
    #expect(policy.facts[0].isOpen)
  }

  @Test func scenariosCount() throws {
    let policy = try policy(
      """
      scenario "s"
        given bills 5, installed 2026-01-01, app 1.2.3, pro, product annual, platform is ios
        expect bills, L1..L3, csv allowed unlocked by lifetime
      """)
    #expect(policy.meters.map(\.name.text) == ["bills"])
    #expect(policy.facts.map(\.type) == [.date, .version, .choice])
    #expect(policy.entitlements.map(\.name.text) == ["pro"])
    #expect(policy.products.map(\.name.text) == ["annual", "lifetime"])
    #expect(policy.features.map(\.name.text) == ["L1..L3", "csv"])
  }

  @Test func aDeclaredKindIsClosed() {
    #expect(codes("feature a\nb requires pro\n") == ["TG0101"])
    #expect(codes("meter a\nb > 3 requires pro\n") == ["TG0101"])
    #expect(codes("meter a\nx is off when b > 3\n") == ["TG0101"])
    #expect(codes("entitlement a\nx requires pro\n") == ["TG0101"])
    #expect(codes("tiers a < b\ngrant pro\nx requires a\n") == ["TG0101"])
    #expect(codes("product a\nscenario \"s\"\n  given product b\n") == ["TG0101"])
    #expect(codes("fact a is a date\nx is off when b is ios\n") == ["TG0101"])
    #expect(codes("series L1..L3\nx requires pro\n") == ["TG0101"])
    #expect(codes("x requires pro when in y\n") == ["TG0101"])
    #expect(codes("x requires pro when y\n") == ["TG0101"])
  }

  @Test func aRequiredNameIsAnEntitlementUnlessAFactIsDeclared() throws {
    let policy = try policy("fact beta is yes or no\nx requires beta or pro\n")
    #expect(policy.entitlements.map(\.name.text) == ["pro"])
    guard case .requires(.any(let list, _)) = policy.rules[0].effect else {
      Issue.record("an alternative")
      return
    }
    #expect(list.count == 2)
  }

  @Test func oneNameHasOneKind() {
    #expect(codes("bills > 500 requires bills\n") == ["TG0102"])
    #expect(codes("x requires platform when platform is ios\n") == ["TG0017"])
    #expect(codes("x requires pro\ny requires x\n") == ["TG0102"])
    #expect(codes("product basic\n  grants basic\nx requires basic\n") == [])
  }
}
