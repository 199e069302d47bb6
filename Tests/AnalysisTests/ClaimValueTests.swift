import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// Claims about values, and about values that are reached.
@Suite struct ClaimValueTests {
  private static let plans = """
    tiers free < plus < biz
    entitlement guest
    product extra-month
      adds 30 days to history
    product big
      grants biz
      adds 365 days to history
    fact web is yes or no
    meter bills
    meter guests
    bills > 10 requires plus
    guests at most 10 when not web
      100 with plus
      unlimited with biz
    setting history is 7 days
      30 days with plus when not web
      90 days with biz
    setting quality is low < standard < high
      high with plus
    setting fee is 3%, smaller is better
      1% with plus
    history is off when web

    """

  @Test(arguments: [
    // A value is proved by its steps.
    ("always history is at least 30 days with plus when not web", "proved"),
    ("always history is at least 7 days with nothing", "proved"),
    ("always history is 7 days with nothing", "a plus user, web no is 30 days"),
    ("never history is 30 days without plus", "proved"),
    (
      "never history is at least 37 days without plus",
      "a free user who bought extra-month without big is 37 days"
    ),
    (
      "never history is at least 200 days without plus",
      "a free user who bought extra-month 7 times without big is 217 days"
    ),
    // Seven and so many times thirty days are never 400; with 365 more it takes all of `biz`.
    ("never history is 400 days without biz", "proved"),
    ("never history is 455 days without biz", "proved"),
    ("never history is 455 days with biz", "a user who bought big is 455 days"),
    (
      "never history is 485 days with biz",
      "a user who bought big and bought extra-month is 485 days"
    ),
    ("never history is 456 days with nothing", "proved"),
    ("always quality is high with plus", "proved"),
    ("always quality is at least standard with nothing", "a free user is low"),
    ("always quality is standard without plus", "a free user is low"),
    ("always fee is at most 1% with plus", "proved"),
    ("always fee is 1% with nothing", "a free user is 3%"),
    // So is what is reached.
    ("never bills reaching 11 allowed without plus", "a free user with 11 bills is allowed"),
    ("always bills reaching 10 allowed with nothing", "proved"),
    ("always bills reaching 11 allowed with plus", "proved"),
    ("always guests reaching 100 allowed with plus", "proved"),
    ("always guests reaching 101 allowed with biz", "proved"),
    ("always guests reaching 11 denied without plus when web", "a free user, web yes is allowed"),
    ("always history reaching 30 days allowed with plus when not web", "proved"),
    ("always history reaching 7 days allowed with nothing when not web", "proved"),
    (
      "never history reaching 8 days allowed without plus when not web",
      "a free user who bought extra-month without big, web no is allowed"
    ),
    ("always quality reaching standard denied without plus", "proved"),
    ("never fee reaching 2% allowed without plus", "proved"),
  ]) func valuesAreProvedOrRefuted(claim: String, verdict: String) throws {
    let compiled = try ClaimTests.Compiled(ClaimValueTests.plans + claim + "\n")
    let report = try #require(ClaimCheck.run(compiled.policy, compiled.graph).first)
    #expect(ClaimValueTests.words(of: report) == verdict, "\(claim)")
  }

  /// `proved`, `undecided`, or for whom it is what.
  private static func words(of report: ClaimReport) -> String {
    switch report.verdict {
    case .proved: return "proved"
    case .undecided: return "undecided"
    case .refuted(let refutation):
      guard let example = refutation.example else { return "refuted" }
      let value = example.value.map { SettingLiteral.print($0) }
      return "\(example.words) is \(value ?? example.decision.outcome.rawValue)"
    }
  }

  /// The scenario of each example passes, and breaks the claim.
  @Test(arguments: [
    "never bills reaching 11 allowed without plus",
    "always guests reaching 11 denied without plus when web",
    "never history reaching 8 days allowed without plus when not web",
    "never history is at least 200 days without plus",
    "always quality is standard without plus",
    "always fee is 1% with nothing",
  ]) func theScenarioOfAnExamplePasses(claim: String) throws {
    let compiled = try ClaimTests.Compiled(ClaimValueTests.plans + claim + "\n")
    let report = try #require(ClaimCheck.run(compiled.policy, compiled.graph).first)
    guard case .refuted(let refutation) = report.verdict else {
      Issue.record("\(report)")
      return
    }
    let scenario = try #require(refutation.example?.scenario)
    let pasted = try ClaimTests.Compiled(ClaimValueTests.plans + scenario)
    let ran = ScenarioRunner(graph: pasted.graph).run(pasted.policy.scenarios[0])
    #expect(ran.asks == 1 && ran.failures.isEmpty, "\(scenario)")
  }

  /// Sums of amounts that are taken once or more often, against all of them tried.
  @Test func repeatedAmountsHaveTheSumsThatTheyHave() throws {
    for amounts in [[3, 5], [4, 6], [6, 10, 15], [7], [5, 5, 8], [1, 9]] as [[Int64]] {
      var sums: Set<Int64> = [amounts.reduce(0, +)]
      for amount in amounts {
        for sum in 0...120 where sums.contains(Int64(sum)) { sums.insert(Int64(sum) + amount) }
      }
      for low in Int64(0)...100 {
        for high in low...min(100, low + 6) {
          let times = try RepeatedAmounts(amounts).times(for: low...high)
          let isPossible = sums.contains { low...high ~= $0 }
          #expect((times != nil) == isPossible, "\(amounts) \(low)...\(high)")
          guard let times else { continue }
          #expect(times.allSatisfy { $0 >= 1 })
          #expect(low...high ~= RepeatedAmounts(amounts).sum(times))
        }
      }
    }
    #expect(try RepeatedAmounts([]).times(for: 0...3) == [])
    #expect(try RepeatedAmounts([]).times(for: 1...3) == nil)
    #expect(throws: Exhausted.self) {
      try RepeatedAmounts([1_000_000_007, 1_000_000_009]).times(
        for: 9_999_999_999_999...9_999_999_999_999)
    }
    #expect(try RepeatedAmounts([.max, 2]).times(for: .max - 1 ... .max) == [1, 1])
  }
}
