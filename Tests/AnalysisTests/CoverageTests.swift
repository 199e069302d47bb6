import Testing
import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// What is asked for of each form of rule, and what an ask shows.
@Suite struct CoverageTests {
  /// A value that an ask reaches is not a counter, and there may be no counter at all.
  @Test func anAskThatReachesAValueIsCounted() throws {
    let text = """
      fact web is yes or no
      setting history is 7 days
        30 days with biz
      history is off when web
      scenario "c"
        given biz, not web
        expect history reaching 30 days allowed
      """
    let policy = try #require(CoveragePolicy(text))
    #expect(policy.ran().covered >= 1)
  }

  // MARK: Goals

  @Test(arguments: [
    ("f requires pro", "held failed decided | met by pro"),
    ("f requires nothing", "held"),
    ("feature f\nf is off", "failed decided"),
    ("fact web is yes or no\nf is off when web", "held failed decided"),
    ("f is off until 2026-03-01", "held failed decided"),
    ("f requires a or b", "held failed decided | met by a | met by b"),
    ("f requires (a and b) or c", "held failed decided | met by c | met by a and b"),
    ("f requires not a", "held failed decided"),
    ("f requires (a or b) and not b", "held failed decided | met by a"),
    ("f requires (a or b) and not a and not b", "failed decided"),
    ("f requires a or not a", "held"),
    ("fact beta is yes or no\nf requires beta when beta", "held | met by beta"),
    ("fact on is ios or web\nf is off when on is ios and on is web", "held"),
    ("entitlement a\nentitlement b includes a\nf requires b and not a", "failed decided"),
    ("tiers free < pro\nf requires free", "held"),
    (
      "tiers free < pro < max\nf requires pro or max",
      "held failed decided | met by pro | met by max"
    ),
    (
      "fact beta is yes or no\nf requires beta or pro",
      "held failed decided | met by beta | met by pro"
    ),
    ("bills > 500 requires pro", "held failed decided | 500 inside | 501 outside | met by pro"),
    ("bills >= 500 requires pro", "held failed decided | 499 inside | 500 outside | met by pro"),
    ("bills > 500 requires nothing", "held"),
    ("bills > 500 is not allowed", "held failed decided | 500 inside | 501 outside"),
    ("bills > undecided requires pro", "held failed decided | met by pro"),
    (
      "bills > allowance requires pro",
      "held failed decided | last inside | first outside | met by pro"
    ),
    ("meter pets\npets requires pro", "held failed decided | 0 inside | 1 outside | met by pro"),
    ("bills > 9223372036854775807 requires pro", "held"),
    ("grant pro\nf requires pro", "held | met by pro"),
    ("rollout none is 0% of users\nf requires pro when in none", "held"),
    ("rollout all is 100% of users\nf is off unless in all", "held"),
    ("fact build is a number\nf requires pro when build >= 0", "held failed decided | met by pro"),
    ("fact build is a number\nf is off unless build >= 0", "held"),
  ]) func everyFormOfRuleHasItsGoals(text: String, words: String) throws {
    let policy = try #require(CoveragePolicy(text))
    #expect(policy.words(policy.coverage.goals.last) == words)
  }

  @Test(arguments: [
    // A rule that fails wherever another one does makes no difference.
    ("f requires pro\nf requires pro", 0, false),
    ("tiers free < pro < max\nf requires pro\nf requires max", 0, false),
    ("tiers free < pro < max\nf requires pro\nf requires max", 1, true),
    ("features f, g\nf requires pro\neverything requires pro", 0, false),
    ("features f, g\nf requires pro\neverything requires pro", 1, true),
    ("f requires a\nf requires a and b", 0, false),
    ("f requires a\nf requires a or b", 1, false),
    ("bills > 5 requires pro\nbills > 9 requires pro", 1, false),
    ("bills > 5 requires pro\nbills > 9 requires pro", 0, true),
    ("bills > 5 per day requires pro\nbills > 9 requires pro", 1, true),
    // One that only warns does not stand for one that denies.
    ("f requires pro\nf requires pro\n  soft", 0, true),
    ("f requires pro\nf requires pro\n  soft", 1, false),
    // Nor one that is not always in force.
    ("f requires pro\nf requires pro from 2026-03-01", 0, true),
    ("f requires pro\nf requires pro from 2026-03-01", 1, false),
    ("f requires pro\nf requires pro\n  running use may finish", 0, true),
    ("f requires pro\nf requires pro\n  running use may finish", 1, false),
  ]) func aShadowedRuleNeedNotDecide(text: String, rule: Int, decides: Bool) throws {
    let policy = try #require(CoveragePolicy(text))
    #expect(policy.coverage.goals[rule].contains(.decided) == decides)
  }

  // MARK: Shown goals

  @Test(arguments: [
    ("expect bills denied", "given bills 500", "failed decided | 501 outside"),
    ("expect bills allowed", "given bills 499", "held | 500 inside"),
    ("expect bills allowed", "given bills 498", "held"),
    ("expect bills denied", "given bills 501", "failed decided"),
    ("expect bills adding 0 allowed", "given bills 500", "held"),
    ("expect bills reaching 500 allowed", "given bills 3", "held | 500 inside"),
    ("expect bills reaching 501 denied", "given bills 3", "failed decided | 501 outside"),
    ("expect bills allowed", "given bills 500, pro", "held | met by pro"),
    ("expect bills allowed", "given bills 499, pro", "held"),
    // The allowance moves the boundary.
    ("expect bills allowed", "given bills 500, bills allowance 10", "held"),
    ("expect bills allowed", "given bills 509, bills allowance 10", "held | 500 inside"),
    ("expect bills denied", "given bills 510, bills allowance 10", "failed decided | 501 outside"),
    // What is unknown shows nothing.
    ("expect bills denied", "given pro until 2026-02-01", ""),
    // What comes out otherwise shows nothing.
    ("expect bills warned", "given bills 500", ""),
    ("expect bills denied remaining 3", "given bills 500", ""),
  ]) func anAskShowsOneSideOfALimit(expect: String, given: String, words: String) throws {
    let text = "bills > 500 requires pro\nscenario \"s\"\n  \(given)\n  \(expect)\n"
    let policy = try #require(CoveragePolicy(text))
    #expect(policy.words(policy.ran().shown.last) == words)
  }

  @Test(arguments: [
    ("given basic", "held | met by basic"),
    ("given full", "held | met by full"),
    ("given basic, full", "held | met by full"),
    ("given basic, gold", "held | met by basic"),
    ("given gold, silver", "held | met by gold and silver"),
  ]) func theAlternativeThatMetItIsTheOneThatIncludesTheOthers(
    given: String, words: String
  ) throws {
    let text = """
      entitlements basic, gold, silver
      entitlement full includes basic
      f requires basic or full or (gold and silver)
      scenario "s"
        \(given)
        expect f allowed
      """
    let policy = try #require(CoveragePolicy(text))
    #expect(policy.words(policy.ran().shown.last) == words)
  }

  @Test func twoRulesThatFailDecideNeither() throws {
    let text = """
      f requires a
      f requires b
      scenario "both"
        expect f denied
      scenario "one"
        given a
        expect f denied
      """
    let policy = try #require(CoveragePolicy(text))
    let shown = policy.ran().shown
    #expect(policy.words(shown[0], of: 0) == "held failed | met by a")
    #expect(policy.words(shown[1]) == "failed decided")
  }

  @Test func aWarningIsDecidedByTheOneSoftRuleThatFails() throws {
    let text = """
      f requires a
        soft
      f requires b
      scenario "a warning"
        given b
        expect f warned
      scenario "a denial, whatever the soft rule says"
        expect f denied
      """
    let policy = try #require(CoveragePolicy(text))
    let shown = policy.ran().shown
    #expect(policy.words(shown[0]) == "failed decided")
    #expect(shown[1].contains(.decided))
  }

  @Test func nothingCanGrowToZero() throws {
    let text = """
      meter pets
      pets requires pro
      scenario "none, and none more"
        given pets 0
        expect pets adding 0 allowed
      scenario "the first"
        given pets 0
        expect pets denied
      """
    let policy = try #require(CoveragePolicy(text))
    #expect(policy.words(policy.ran().shown[0]) == "held failed decided | 0 inside | 1 outside")
  }

  @Test func aRunningUseShowsNoSideOfALimit() throws {
    let text = """
      calls > 5 requires pro
        running use may finish
      scenario "s"
        given calls 5
        expect calls continuing allowed
      """
    let policy = try #require(CoveragePolicy(text))
    #expect(policy.words(policy.ran().shown[0]) == "held")
  }

  @Test func eachAmountOfAUseIsShownByWhoPaysIt() throws {
    let text = """
      tiers free < pro
      meter credits
      feature image
      fact fine is yes or no
      image uses 1 credit
      image uses 4 credits when fine
        2 credits with pro
        3 credits with pro and not free
      credits at most 20 per month
      scenario "a plain one"
        given credits 0 per month, not fine
        expect image allowed
      """
    let policy = try #require(CoveragePolicy(text))
    let before = policy.coverage
    #expect(policy.words(before.goals[1], of: 1) == "1 of credits")
    // Who is pro holds the first tier, too: that step never counts.
    #expect(policy.words(before.goals[2], of: 2) == "4 of credits | 2 credits with pro")
    let plain = policy.ran()
    #expect(plain.missing(1).isEmpty)
    #expect(policy.words(plain.shown[2], of: 2) == "")
    let suggested = Suggester(plain)
    #expect(suggested.coverage.missing(2).isEmpty)
    #expect(suggested.suggestions.filter { $0.rule == 2 }.count == 2)
    let more = try #require(
      CoveragePolicy(
        text + """

          scenario "fine ones"
            given credits 0 per month, fine
            expect image allowed
          scenario "fine ones of pro"
            given pro, credits 0 per month, fine
            expect image allowed
          """))
    #expect(more.ran().missing(2).isEmpty)
  }

  @Test func whatGoesBeyondForMoneyHasALastValueAndANext() throws {
    let text = """
      tiers free < pro
      credits at most 20 per month
        100 with pro
        then 0.05 USD for each credit with pro, at most 10 more
      calls at most 20 per month
        then 0.05 USD for each call with pro
      scenario "the last"
        given pro, credits 109 per month, calls 20 per month
        expect credits warned
        expect calls warned
      """
    let policy = try #require(CoveragePolicy(text))
    let coverage = policy.ran()
    #expect(coverage.shown[0].contains(.lastForMoney))
    #expect(coverage.missing(0).contains(.beyondMoney))
    #expect(coverage.shown[1].contains(.forMoney))
    #expect(coverage.goals[1].isDisjoint(with: [.lastForMoney, .beyondMoney]))
    let words = policy.words([.lastForMoney, .beyondMoney], of: 0)
    #expect(words == "10 more for money | 11 more outside")
    let suggested = Suggester(coverage)
    #expect(suggested.coverage.missing(0).isEmpty)
    #expect(suggested.suggestions.contains { $0.text.contains("credits 110 per month") })
  }

  @Test func aReminderOfAnEndIsShownByTheDecisionThatBringsIt() throws {
    let text = """
      tiers free < pro
      feature certificate
      certificate requires pro
        reminder 3 days before it ends
        reminder 1 day before it ends
      scenario "two days"
        given pro until 2026-01-03
        expect certificate allowed
      """
    let policy = try #require(CoveragePolicy(text))
    let coverage = policy.ran()
    #expect(coverage.shown[0].contains(.reminded(0)))
    let missing = coverage.missing(0).intersection([.reminded(1)])
    #expect(policy.words(missing, of: 0) == "reminded 1 day before the end")
    let suggested = Suggester(coverage)
    #expect(suggested.coverage.missing(0).isEmpty)
    #expect(suggested.suggestions.contains { $0.text.contains("given pro until 2026-01-02") })
    // What never ends is no goal.
    let never = try #require(
      CoveragePolicy(
        "fact beta is yes or no\nf requires beta\n  reminder 3 days before it ends\n"))
    #expect(never.coverage.goals[0].allSatisfy { $0 != .reminded(0) })
  }

  // MARK: The percentage

  @Test(arguments: [
    (0, 0, "100"), (0, 3, "0"), (1, 3, "33.33"), (2, 3, "66.66"), (3, 3, "100"), (1, 2, "50"),
    (1, 8, "12.5"), (9_999, 10_000, "99.99"), (99_999, 100_000, "99.99"), (1, 10_000, "0.01"),
    (1_001, 10_000, "10.01"),
  ]) func percentagesAreRoundedDown(part: Int, total: Int, text: String) {
    #expect(Coverage.percentage(part, of: total) == text)
  }

  @Test func aMinimumIsComparedExactly() throws {
    let text = "f requires a or b\nscenario \"s\"\n  expect f denied\n"
    let coverage = try #require(CoveragePolicy(text)).ran()
    #expect(coverage.covered == 2)
    #expect(coverage.total == 5)
    #expect(coverage.isAtLeast(40, over: 1))
    #expect(!coverage.isAtLeast(40_000_001, over: 1_000_000))
    #expect(!coverage.isAtLeast(100, over: 1))
    let empty = try #require(CoveragePolicy("feature f\n")).ran()
    #expect(empty.isAtLeast(100, over: 1))
  }
}

/// A policy under test.
struct CoveragePolicy {
  let checked: CheckedPolicy
  let graph: RuleGraph

  /// Nothing where it does not compile.
  init?(_ text: String) {
    let result = Compiler.compile(Source(name: "policy.gate", text: text))
    guard let checked = result.policy, let graph = result.graph else { return nil }
    self.checked = checked
    self.graph = graph
  }

  /// The coverage before anything was run.
  var coverage: Coverage { Coverage(of: graph) }

  /// The coverage after these scenarios, or all, in their order.
  func ran(_ scenarios: [CheckedScenario]? = nil) -> Coverage {
    var coverage = coverage
    for scenario in scenarios ?? checked.scenarios {
      ScenarioRunner(graph: graph).run(scenario, into: &coverage)
    }
    return coverage
  }

  /// What was shown of a rule, the last one unless told: `held failed decided | 500 inside`.
  func words(_ marks: CoverageMarks?, of rule: Int? = nil) -> String {
    guard let marks else { return "no rule" }
    let rule = Int32(rule ?? graph.parts.rules.count - 1)
    var plain: [String] = []
    var others: [String] = []
    for goal in marks.goals {
      let words = graph.words(for: goal, of: rule)
      switch goal {
      case .held, .failed, .decided: plain.append(words)
      case .inside, .outside, .met, .insideStep, .outsideStep, .step, .lastForMoney, .beyondMoney,
        .forMoney, .reminded, .taken:
        others.append(words)
      }
    }
    return (plain.isEmpty ? others : [plain.joined(separator: " ")] + others)
      .joined(separator: " | ")
  }
}
