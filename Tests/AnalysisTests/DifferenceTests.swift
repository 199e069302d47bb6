import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax
import TollgateWords

@testable import TollgateAnalysis

/// What a difference says, case by case.
@Suite struct DifferenceTests {
  static func graph(_ source: String) throws -> RuleGraph {
    try #require(Compiler.compile(Source(name: "policy.gate", text: source)).graph, "\(source)")
  }

  private func compare(_ old: String, _ new: String) throws -> PolicyDifference {
    try PolicyDifference.compare(DifferenceTests.graph(old), DifferenceTests.graph(new))
  }

  @Test func aLowerLimit() throws {
    let policy = "entitlement pro\nmeter bills\nbills > 500 requires pro\n"
    let other = "entitlement pro\nmeter bills\n\nbills > 300 requires pro\n"
    let difference = try compare(policy, other)
    #expect(difference.changes.map { $0.targets } == [["bills"]])
    let loss = try #require(difference.changes.first?.loss)
    #expect(difference.changes.first?.gain == nil)
    #expect(loss.boxes == ["bills 301 to 500, without pro"])
    #expect(loss.count == 1)
    #expect(
      loss.sources == [
        PolicyDifference.Source(
          old: PolicyDifference.SourceLine(number: 3, text: "bills > 500 requires pro", rule: 0),
          new: PolicyDifference.SourceLine(number: 4, text: "bills > 300 requires pro", rule: 0))
      ])
    #expect(loss.example?.words == "a user without pro with 300 bills")
    #expect(loss.example?.scenario?.contains("expect bills denied because limit-reached") == true)
    #expect(
      difference.lists == [
        PolicyDifference.ListedChange(subject: "the limits of bills", old: "500", new: "300")
      ])
    #expect(difference.hasLosses)
    #expect(!difference.hasGains)
  }

  /// The people, in Chinese.
  @Test(arguments: [
    (
      "meter bills\nbills > 500 requires pro", "meter bills\nbills > 300 requires pro",
      "bills 为 301 至 500，没有 pro"
    ),
    (
      "meter bills\nbills > 3 per day requires pro", "meter bills\nbills > 2 per day requires pro",
      "每日 bills 为 3，没有 pro"
    ),
    ("feature x", "feature x\nx requires pro", "没有 pro"),
    ("feature x\nx requires not pro", "feature x\nx is off", "没有 pro"),
    (
      "feature x\nfact platform is ios or web", "feature x\nx requires pro unless platform is ios",
      "没有 pro，platform 为 web 或其他值；没有 pro，未提供 platform"
    ),
    (
      "feature x", "feature x\nx requires pro from 2027-01-01 until 2028-01-01",
      "没有 pro，2027-01-01 起，至 2028-01-01 为止"
    ),
  ])
  func peopleInChinese(old: String, new: String, people: String) throws {
    let head = "entitlement pro\n"
    let difference = try PolicyDifference.compare(
      DifferenceTests.graph(head + old + "\n"), DifferenceTests.graph(head + new + "\n"),
      in: .chinese)
    #expect(difference.changes.map { $0.loss?.boxes.joined(separator: "；") } == [people])
  }

  @Test(arguments: [
    (
      "meter bills\nbills > 500 requires pro", "meter bills\nbills > 300 requires pro",
      "用户，没有 pro，300 个 bills"
    ),
    (
      "meter bills\nbills > 3 per day requires pro", "meter bills\nbills > 2 per day requires pro",
      "用户，没有 pro，今天 2 个 bills"
    ),
    (
      "meter bills\nbills > 3 per 2 weeks requires pro", "meter bills\nbills is off",
      "用户，2 周内 0 个 bills"
    ),
    ("feature x", "feature x\nx is off", "任何人"),
    ("feature x\nx requires pro", "feature x\nx is off", "用户，拥有 pro"),
    (
      "feature x\nfact platform is ios or web",
      "feature x\nx requires pro when platform is ios",
      "用户，没有 pro，platform 为 ios"
    ),
  ])
  func examplesInChinese(old: String, new: String, words: String) throws {
    let head = "entitlement pro\n"
    let difference = try PolicyDifference.compare(
      DifferenceTests.graph(head + old + "\n"), DifferenceTests.graph(head + new + "\n"),
      in: .chinese)
    #expect(difference.changes.first?.loss?.example?.words == words)
  }

  @Test func featuresThatChangeAlikeAreOne() throws {
    let head = "tiers free < pro < max\nfeatures a, b, c\n"
    let difference = try compare(
      head + "a and b require pro\nc requires max\n",
      head + "a requires max\nb requires max\nc requires max\n")
    #expect(difference.changes.map { $0.targets } == [["a", "b"]])
    #expect(difference.changes.first?.loss?.boxes == ["with pro, without max"])
    #expect(difference.changes.first?.loss?.sources.count == 2)
    #expect(difference.equal == ["c"])
  }

  @Test func reorderedAndRewrittenPoliciesAreEqual() throws {
    let difference = try compare(
      """
      entitlements a, b
      features x, y
      meter bills
      fact platform is ios or web
      x requires a and b
      y requires a or b when platform is ios
      bills > 500 requires a
      """,
      """
      fact platform is web or ios
      meter bills
      features y, x
      entitlements b, a
      bills >= 501 requires a
      y requires not (not a and not b) when platform is not web
      x requires b
      x requires a
      """)
    #expect(difference.isEmpty, "\(difference)")
    #expect(difference.equal == ["x", "y", "bills"])
  }

  @Test func productsThatGrantLess() throws {
    let head = "entitlements a, b\nfeatures x, y\nx requires a\ny requires b\n"
    let difference = try compare(
      head + "product p\n  grants a and b\n  price 3 USD once\n",
      head + "product p\n  grants a\n  price 4 USD once\n")
    #expect(difference.changes.map { $0.targets } == [["y"]])
    #expect(difference.changes.first?.loss?.boxes == ["with p, without b"])
    #expect(difference.lists.map { $0.subject } == ["the price of p", "what p grants"])
  }

  @Test func graceAndStoreIds() throws {
    let head = "entitlements a\nfeatures x\nx requires a\nproduct p\n  grants a\n"
    let difference = try compare(
      head + "  grace 3 days\n  sold as \"one\"\n", head + "  grace 7 days\n  sold as \"two\"\n")
    let change = try #require(difference.changes.first)
    #expect(
      change.gain?.boxes == [
        "with two, without a, without p, without one",
        "from 3 days to 7 days after p ended, without a, without one",
      ])
    #expect(change.loss?.boxes == ["with one, without a, without p, without two"])
    #expect(change.gain?.example?.scenario?.contains("given product p\n") == true)
  }

  /// A product that is called like an entitlement is something else, and no line is there twice.
  @Test func aProductAndAnEntitlementOfOneName() throws {
    let head = "entitlements pro, enterprise\nfeature csv-export\nproduct pro\n  grants pro\n"
    let other = "product enterprise\n  grants enterprise\n"
    let difference = try compare(
      head + other + "csv-export requires pro or enterprise\n",
      "entitlement pro\nfeature csv-export\nproduct pro\n  grants pro\ncsv-export requires pro\n")
    let boxes = try #require(difference.changes.first?.loss).boxes
    #expect(boxes.count == Set(boxes).count, "\(boxes)")
    #expect(boxes.contains { $0.contains("with the product enterprise") }, "\(boxes)")
    #expect(boxes.contains { $0.hasPrefix("with enterprise") }, "\(boxes)")
  }

  @Test func limitsAreSortedAsNumbers() throws {
    func policy(_ limits: [Int]) -> String {
      "entitlements a\nmeter m\n"
        + limits.map { "m > \($0) requires a when in r\($0)\n" }.joined()
        + limits.map { "rollout r\($0) is 5% of users\n" }.joined()
    }
    let difference = try compare(policy([1, 9, 99]), policy([1, 250, 9]))
    let change = difference.lists.first { $0.subject == "the limits of m" }
    #expect(change?.old == "1, 9, 99")
    #expect(change?.new == "1, 9, 250")
  }

  /// Everything that is said besides who may do what.
  @Test func whatElseChanged() throws {
    let difference = try compare(
      """
      policy Shop "Shop"
      trust snapshots for 24h
      entitlement pro "Pro"
      product annual
        grants pro
        price 120 USD per year
        introductory price 60 USD per year
        trial 7 days
      meter storage in bytes
      features x, y
      group both is x, y
      rollout few is 25% of users
      storage > 5 GB requires pro
        reminder at 80% gentle
        prompt as paywall
        message "Full"
      x requires pro
      y requires nothing
      """,
      """
      policy Shop "Shop"
      trust snapshots for 1 day
      entitlement pro "Pro" tr "Profesyonel"
      product annual
        grants pro
        price 10 USD per month billed yearly
        introductory price 30 USD for 3 months
        trial 14 days
        recommended
      meter storage in bytes
      features x, y, z
      group both is x, z
      rollout few is 12.5% of users
      storage > 5 GB requires pro
        reminder at 90% prominent
        prompt as banner not dismissible
        message "Full" zh-Hans "已满"
      x requires pro
      y requires nothing
      z requires nothing
      """)
    #expect(difference.changes.isEmpty)
    #expect(
      difference.lists.map { "\($0.subject): \($0.old ?? "none") → \($0.new ?? "none")" } == [
        "the price of annual: 120 USD per year → 10 USD per month billed yearly",
        "the trial of annual: 7 days → 14 days",
        "the introductory price of annual: 60 USD for the first year → 30 USD for the first 3 months",
        "the label of pro: “Pro” → “Pro” tr “Profesyonel”",
        "the share of few: 25% → 12.5%",
        "the group both: x, y → x, z",
        "the reminders of storage: at 80% gentle → at 90% prominent",
        "the prompts of storage: paywall → banner not dismissible",
        "the messages of storage: “Full” → “Full” zh-Hans “已满”",
        "whether annual is recommended: none → yes",
      ])
  }

  @Test func addedAndRemovedTargets() throws {
    let difference = try compare(
      "features x, y\nx requires nothing\ny requires nothing\n",
      "features x, z\nx requires nothing\nz requires nothing\n")
    #expect(difference.lists == [])
    #expect(difference.removed == ["y"])
    #expect(difference.added == ["z"])
    #expect(difference.changes.isEmpty)
  }
}
