import TestSupport
import Testing
import TollgateAnalysis
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// What is suggested compiles, passes, and shows what was missing.
@Suite struct CoverageSuggestionTests {
  @Test(arguments: Repository.policies) func suggestionsCoverAShippedPolicy(path: String) throws {
    let bare = CoverageSuggestionTests.withoutScenarios(
      try CoverageSuggestionTests.wholeText(path))
    let policy = try #require(CoveragePolicy(bare))
    #expect(policy.checked.scenarios.isEmpty)
    let suggester = Suggester(policy.coverage)
    #expect(suggester.missing.isEmpty)
    try CoverageSuggestionTests.check(suggester, pastedInto: bare)
    #expect(Coverage.percentage(of: bare + CoverageSuggestionTests.text(suggester)) == "100")
  }

  /// The text of a policy with that of the files that it uses in place of `use`.
  private static func wholeText(_ path: String) throws -> String {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    return try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        guard line.hasPrefix("use \""), let used = line.split(separator: "\"").last else {
          return String(line)
        }
        return try Repository.text("\(folder)/\(used)")
      }
      .joined(separator: "\n")
  }

  @Test(arguments: [
    "bills > 500 requires pro",
    "bills > 1 requires pro",
    "bills >= 1 requires pro",
    "bills > 0 per day requires pro",
    "meter storage in bytes\nstorage > 5 GB is not allowed",
    "bills > allowance requires pro",
    "bills > allowance otherwise 3 requires pro",
    "bills > undecided per week requires pro",
    "meter pets\npets requires basic",
    "a > 5 requires x\na > 3 per day requires y\na > 9 per month requires z",
    "f requires (a and b) or (c and d)",
    "f requires a\nf requires b\nf requires c",
    "f requires not a",
    "entitlements a, b, c\nentitlement all includes a, b and c\nf requires a or all",
    "fact web is yes or no\nf is off when web",
    "fact on is ios, android or web\nf is off when on is web\nf requires pro unless on is ios",
    "fact on is ios or anything else\nf requires pro when on is not ios",
    "fact build is a number\nf requires pro when build <= 2016",
    "fact v is a version\nf requires pro when v since 1.4 and v before 2.0",
    "fact installed is a date\nf requires pro when installed before 2026-03-01",
    "fact installed is a date\ngrant pro for 7 days after installed\nf requires pro",
    "fact u is a date\nf requires pro from 7 days after u until 14 days after u",
    "f requires pro from 2026-03-01 until 2026-04-01\n  soft until 2026-03-15",
    "rollout a is 50% of users\nrollout b is 10% of users\nf requires pro when in a and in b",
    "f requires pro when exports > 3 per day",
    "tiers free < pro < max\nf requires max\ng requires pro",
    "f requires `price`\n`day` requires `given`",
    "feature f\nf is off\n  running use may finish",
    "bills > 500 requires pro when bills <= 100",
    "fact d is a date\nf requires pro from 30s after d when d since 2026-06-11",
    "rollout rare is 0.1% of users\nf requires pro when in rare",
    "账单 > 500 requires 专业版",
    "meter guests\nguests at most 10\n  100 with plus\n  250 with business",
    "meter guests\nguests at most 0\n  3 with plus\n  unlimited with business",
    "meter guests\nguests at most allowance otherwise 5\n  100 with plus\n  unlimited with biz",
    "meter guests\nguests at most undecided\n  100 with plus\n  100 with business",
    "meter guests\nguests at most 3 per 3 hours when guests < 2\n  9 with plus until 2027-01-01",
    "fact web is yes or no\nsetting history is 7 days\n  30 days with plus when web\n"
      + "  90 days with biz\n  unlimited with full\nhistory is off when web",
    "setting quality is low < standard < high\n  high with pro\n  standard with basic",
    "setting fee is 2.5%, smaller is better\n  1% with plus\n  0 with pro",
    "tiers free < pro < max\nproduct extra\n  adds 3 GB to size\nsetting size is 1 GB\n"
      + "  2 GB with pro\n  5 GB with max",
  ]) func suggestionsCoverEveryForm(text: String) throws {
    let policy = try #require(CoveragePolicy(text))
    let suggester = Suggester(policy.coverage)
    #expect(suggester.missing.map { policy.graph.words(for: $0.goal, of: $0.rule) } == [])
    try CoverageSuggestionTests.check(suggester, pastedInto: text + "\n")
  }

  /// Each form of step is asked for, and nothing that no ask can show.
  @Test(arguments: [
    (
      "meter guests\nguests at most 10\n  100 with plus\n  unlimited with business",
      "held failed decided | 10 inside | 11 outside | 100 inside | 101 outside "
        + "| unlimited with business"
    ),
    (
      "meter guests\nguests at most 10\n  5 with plus\n  10 with business",
      "held failed decided | 10 inside | 11 outside"
    ),
    (
      "tiers free < plus < max\nmeter guests\nguests at most 10\n  30 with plus\n  20 with max",
      "held failed decided | 10 inside | 11 outside | 30 inside | 31 outside"
    ),
    (
      "meter guests\nguests at most undecided\n  9 with plus",
      "held failed decided | 9 inside | 10 outside"
    ),
    ("setting history is 7 days\n  30 days with plus\n  5 days with basic", "30 days with plus"),
    ("setting fee is 2%, smaller is better\n  1% with plus\n  3% with basic", "1% with plus"),
    ("setting history is 7 days", ""),
  ]) func everyStepHasItsGoals(text: String, words: String) throws {
    let policy = try #require(CoveragePolicy(text))
    #expect(policy.words(policy.coverage.goals.last) == words)
  }

  @Test(arguments: [
    ("given plus\n  expect history is 30 days", "30 days with plus"),
    ("given plus\n  expect history is at least 30 days", "30 days with plus"),
    ("given plus\n  expect history is at least 8 days", ""),
    ("given plus, history allowance 1 day\n  expect history is 31 days", "30 days with plus"),
    ("given plus\n  expect history reaching 30 days allowed", "30 days with plus"),
    ("given plus\n  expect history reaching 29 days allowed", ""),
    ("given plus\n  expect history reaching 31 days denied", ""),
    ("given biz\n  expect history is unlimited", "unlimited with biz"),
    ("given biz, plus\n  expect history reaching 30 days allowed", ""),
    // What comes out otherwise shows nothing.
    ("given biz\n  expect history is 30 days", ""),
    ("given plus\n  expect history allowed", ""),
  ]) func aStepOfASettingIsShownByItsValue(scenario: String, words: String) throws {
    let text = """
      setting history is 7 days
        30 days with plus
        unlimited with biz
      scenario "s"
        \(scenario)

      """
    let policy = try #require(CoveragePolicy(text))
    #expect(policy.words(policy.ran().shown[0], of: 0) == words)
  }

  @Test(arguments: [
    ("given guests 9", "adding 1 allowed", "held | 10 inside"),
    ("given guests 10", "adding 1 denied", "failed decided | 11 outside"),
    ("given guests 99, plus", "adding 1 allowed", "held | 100 inside"),
    ("given guests 100, plus", "adding 1 denied", "failed decided | 101 outside"),
    ("given guests 9, plus", "adding 1 allowed", "held"),
    ("given guests 10, guests allowance 1", "adding 1 allowed", "held | 10 inside"),
    ("given guests 100, biz", "adding 1 allowed", "held | unlimited with biz"),
    ("given guests 50, biz", "adding 1 allowed", "held"),
  ]) func anAskShowsTheStepThatIsTheLimit(given: String, expect: String, words: String) throws {
    let text = """
      meter guests
      guests at most 10
        100 with plus
        unlimited with biz
      scenario "s"
        \(given)
        expect guests \(expect)

      """
    let policy = try #require(CoveragePolicy(text))
    #expect(policy.words(policy.ran().shown[0], of: 0) == words)
  }

  @Test func whatIsShownIsNotSuggested() throws {
    let text = """
      bills > 500 requires pro
      scenario "s"
        given bills 500
        expect bills denied
      """
    let policy = try #require(CoveragePolicy(text))
    let suggester = Suggester(policy.ran())
    let goals = suggester.suggestions.flatMap { $0.goals.goals }
    #expect(goals == [.inside, .held, .met(0)] || goals == [.held, .inside, .met(0)])
  }

  @Test func whatCannotBeFoundIsNamed() throws {
    // Few subjects are in both, and none is found.
    let text = """
      rollout a is 0.01% of users
      rollout b is 0.01% of users
      f requires pro when in a and in b

      """
    let policy = try #require(CoveragePolicy(text))
    let suggester = Suggester(policy.coverage)
    #expect(suggester.missing.map { $0.goal } == [.decided, .failed, .met(0)])
  }

  /// A limit that is never at its edge while its condition holds has no edge to show.
  @Test func whatNoAskCanShowIsNoGoal() throws {
    let policy = try #require(CoveragePolicy("bills > 500 requires pro when bills > 600\n"))
    #expect(policy.words(policy.coverage.goals[0]) == "held failed decided | met by pro")
    #expect(Suggester(policy.coverage).missing.isEmpty)
  }

  @Test func whatTheBudgetDoesNotDecideIsUndecided() throws {
    let policy = try #require(CoveragePolicy("f requires a\ng requires a or not a\n"))
    let all = CoverageGoals(of: policy.graph)
    #expect(all.undecided.allSatisfy { $0.isEmpty })
    #expect(all.all[1].goals == [.held])
    let some = CoverageGoals(of: policy.graph, questions: 4)
    #expect(some.undecided[0].isEmpty)
    #expect(some.undecided[1].goals == some.all[1].goals)
    #expect(some.all[1].contains(.failed))
  }

  /// 36 random policies: everything that is suggested compiles, passes and shows what it says; what
  /// is missing then is what was said to be missing; and the order of scenarios means nothing.
  @Test(arguments: 0..<6) func suggestionsForRandomPolicies(lot: Int) throws {
    for index in 0..<6 {
      let seed = UInt64(900_000 + lot * 1000 + index)
      var generator = Naive.Generator(seed: seed, hasLadders: index % 2 == 1)
      let text = generator.policy().source() + "\n"
      let policy = try #require(CoveragePolicy(text), "seed \(seed)")
      let suggester = Suggester(policy.coverage)
      let pasted = try CoverageSuggestionTests.check(
        suggester, pastedInto: text, "seed \(seed)")
      let covered = pasted.ran()
      #expect(
        covered.total - covered.covered == suggester.missing.count, "seed \(seed)\n\(text)")
      let shuffled = generator.random.shuffled(pasted.checked.scenarios)
      #expect(pasted.ran(shuffled).shown == covered.shown, "seed \(seed)")
    }
  }

  /// Pastes everything that is suggested: it compiles and passes, and each scenario shows what it
  /// was made for.
  @discardableResult
  static func check(
    _ suggester: Suggester, pastedInto text: String, _ seed: String = ""
  ) throws -> CoveragePolicy {
    let source = Source(name: "policy.gate", text: text + CoverageSuggestionTests.text(suggester))
    let result = Compiler.compile(source)
    let words = TextRenderer(source: source, color: false).render(result.diagnostics)
    let policy = try #require(
      CoveragePolicy(source.text(Span(0, source.bytes.count))), "\(seed)\(words)")
    #expect(policy.checked.scenarios.count == suggester.suggestions.count, "\(seed)")
    let runner = ScenarioRunner(graph: policy.graph)
    for (scenario, suggestion) in zip(policy.checked.scenarios, suggester.suggestions) {
      var coverage = policy.coverage
      let report = runner.run(scenario, into: &coverage)
      #expect(report.failures.isEmpty, "\(seed)\n\(text)\n\(suggestion.text)")
      let shown = coverage.shown[Int(suggestion.rule)]
      #expect(!suggestion.goals.isEmpty, "\(seed)")
      #expect(
        suggestion.goals.subtracting(shown).isEmpty, "\(seed)\n\(text)\n\(suggestion.text)")
    }
    return policy
  }

  static func text(_ suggester: Suggester) -> String {
    suggester.suggestions.map { "\n" + $0.text }.joined()
  }

  /// A policy without its scenarios and their comments.
  static func withoutScenarios(_ text: String) -> String {
    var isInScenario = false
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("scenario ") { isInScenario = true }
      if line.hasPrefix("#") { isInScenario = false }
      if !isInScenario { lines.append(line) }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Coverage {
  /// The percentage that the scenarios of a policy come to.
  fileprivate static func percentage(of text: String) -> String? {
    CoveragePolicy(text)?.ran().percentage
  }
}
