import TestSupport
import Testing
import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

@testable import TollgateAnalysis

/// Plain limits written as a ladder, and back.
@Suite struct RestatementTests {
  static let head = "entitlements plus, business, team\nmeter guests\n"

  private func lists(_ source: Source) throws -> (lists: PriceLists, graph: RuleGraph) {
    let parsed = PolicySyntax.parse(source)
    let compiled = Compiler.compile(parsed)
    let policy = try #require(compiled.policy, "\(compiled.diagnostics)\n\(source.text)")
    let graph = try #require(compiled.graph)
    return (PriceLists(parsed.syntax, policy, graph, budget: Budget()), graph)
  }

  /// The ladders that are proved to say the same.
  private func ladders(_ source: Source) throws -> [PriceLists.Restated] {
    try lists(source).lists.ladders().filter { $0.isSame.answer == true }.map { $0.limits }
  }

  private func ladders(_ lines: String...) throws -> [[String]] {
    let text = RestatementTests.head + lines.joined(separator: "\n") + "\n"
    return try ladders(Source(name: "policy.gate", text: text)).map { $0.lines }
  }

  private func limits(_ lines: String...) throws -> [String]? {
    let text = RestatementTests.head + lines.joined(separator: "\n") + "\n"
    let source = Source(name: "policy.gate", text: text)
    return try lists(source).lists.limits(ofLadder: 0)?.lines
  }

  // MARK: Limits to a ladder

  @Test func eachStepAsksForWhatNoLaterLimitDoes() throws {
    #expect(
      try ladders(
        "guests > 10 requires plus or team or business", "guests > 100 requires team or business",
        "guests >= 251 requires business")
        == [
          ["guests at most 10", "  100 with plus", "  250 with team", "  unlimited with business"]
        ])
  }

  @Test func aHardCapIsTheLastStep() throws {
    #expect(
      try ladders(
        "guests > 10 per 3 hours requires plus", "guests > 100 per 3 hours is not allowed")
        == [["guests at most 10 per 3 hours", "  100 with plus"]])
  }

  @Test func andInAListStaysInParentheses() throws {
    #expect(
      try ladders(
        "guests > 10 requires team or (plus and business) or not plus",
        "guests > 20 requires not plus")
        == [
          [
            "guests at most 10", "  20 with team or (plus and business)",
            "  unlimited with not plus",
          ]
        ])
  }

  @Test func limitsInTwoWindowsAreTwoLadders() throws {
    #expect(
      try ladders(
        "guests > 1 per day requires plus", "guests > 2 per day is not allowed",
        "guests > 10 requires plus", "guests > 20 is not allowed"
      ).count == 2)
  }

  @Test(arguments: [
    // A ladder would let `business` pass the first limit, or need another name for it.
    ["guests > 10 requires plus", "guests > 100 requires business"],
    ["guests > 10 requires plus or business", "guests > 100 requires team"],
    ["guests > 10 requires business or plus", "guests > 100 requires business"],
    // Not ascending, or twice the same.
    ["guests > 100 requires business", "guests > 10 requires plus or business"],
    ["guests > 10 requires plus or business", "guests > 10 requires business"],
    ["guests > 10 requires business", "guests > 100 requires business"],
    // More than a limit.
    ["guests > 10 requires plus or business", "  reminder at 5", "guests > 100 requires business"],
    [
      "guests > 10 requires plus or business", "guests > 100 requires business",
      "  reminder at 90%",
    ],
    [
      "guests > 10 requires plus or business", "guests > 100 requires business", "  message \"No\"",
    ],
    [
      "guests > 10 requires plus or business", "guests > 100 requires business", "  because \"No\"",
    ],
    ["guests > 10 requires plus or business", "  soft", "guests > 100 requires business"],
    [
      "guests > 10 requires plus or business", "  prompt as prompt",
      "guests > 100 requires business",
    ],
    [
      "guests > 10 requires plus or business", "guests > 100 requires business",
      "  running use may finish",
    ],
    [
      "guests > 10 requires plus or business", "guests > 100 requires business",
      "  instead use other", "feature other", "other requires nothing",
    ],
    // A condition or a date.
    [
      "fact platform is ios or web", "guests > 10 requires plus or business when platform is web",
      "guests > 100 requires business",
    ],
    [
      "guests > 10 requires plus or business", "guests > 100 requires business from 2026-03-01",
    ],
    // Another limit of the same window beside them, or another rule between them.
    [
      "guests > 10 requires plus or business", "guests > 100 requires business",
      "guests at most 500",
    ],
    [
      "guests > 10 requires plus or business", "guests requires team",
      "guests > 100 requires business",
    ],
    [
      "guests > 10 requires plus or business", "guests > 100 per day requires business",
    ],
    ["guests > 10 requires plus or business", "guests > allowance requires business"],
    ["guests > 10 requires plus or business", "guests > undecided requires business"],
    ["guests > 10 requires nothing", "guests > 100 requires business"],
    ["guests > 10 requires plus or business"],
  ])
  func isNotOffered(lines: [String]) throws {
    #expect(try ladders(lines.joined(separator: "\n")) == [])
  }

  /// Whoever holds a tier holds those below it: the ladder is proved by that, not by its words.
  @Test func tiersThatAreNamedAreALadder() throws {
    let source = Source(
      name: "policy.gate",
      text: "tiers free < pro < max\nmeter m\nm > 5 requires pro or max\nm > 9 requires max\n")
    #expect(
      try ladders(source).map { $0.lines } == [
        ["m at most 5", "  9 with pro", "  unlimited with max"]
      ])
    let silent = Source(
      name: "policy.gate",
      text: "tiers free < pro < max\nmeter m\nm > 5 requires pro\nm > 9 requires max\n")
    #expect(try ladders(silent).isEmpty)
  }

  @Test(arguments: ["# why\n", "feature other\n"])
  func whatStandsBetweenTheLimitsIsNotLost(between: String) throws {
    let source = Source(
      name: "policy.gate",
      text: RestatementTests.head + "guests > 10 requires plus or business\n" + between
        + "guests > 100 requires business\n")
    let found = try ladders(source)
    #expect(found.count == 1 && found[0].span == nil)
    let finding = try #require(Linter.lint(source).findings.first { $0.code == "TG0312" })
    #expect(finding.edits.isEmpty)
    #expect(
      finding.help == [
        "write one ladder: `guests at most 10`, `100 with plus` and `unlimited with business`"
      ])
  }

  @Test func theFixIsSafeAndSaysThatItRestates() throws {
    let text =
      RestatementTests.head + "guests > 10 requires plus or business\n\n"
      + "guests > 100 requires business # for a team\nteam-space requires team\n"
    let source = Source(name: "policy.gate", text: text)
    let finding = try #require(Linter.lint(source).findings.first { $0.code == "TG0312" })
    let edit = try #require(finding.edits.first)
    #expect(edit.safety == .safe && edit.restatesRules)
    #expect(
      source.replacing(edit)
        == RestatementTests.head + "guests at most 10\n  100 with plus\n"
        + "  unlimited with business # for a team\nteam-space requires team\n")
  }

  @Test func aBudgetThatIsUsedUpIsNotFine() throws {
    let source = Source(
      name: "policy.gate",
      text: RestatementTests.head + "guests > 10 requires plus or business\n"
        + "guests > 100 requires business\n")
    let run = RunBudget(limit: 1) { 1 }
    let findings = Linter.lint(source, LintOptions(run: run)).findings
    #expect(findings.contains { $0.isUndecided } && !findings.contains { !$0.edits.isEmpty })
  }

  // MARK: A ladder to limits

  @Test func eachLimitRequiresAnyStepThatGivesMore() throws {
    #expect(
      try limits(
        "guests at most 10 per day", "  unlimited with business", "  100 with plus and team")
        == [
          "guests > 10 per day requires business or (plus and team)",
          "guests > 100 per day requires business",
        ])
    #expect(
      try limits("guests at most 10", "  100 with plus and not team")
        == ["guests > 10 requires plus and not team", "guests > 100 is not allowed"])
  }

  @Test(arguments: [
    ["guests at most 10"],
    ["guests at most 10", "  100 with nothing"],
    ["guests at most 10", "  100 with plus from 2026-03-01"],
    ["guests at most undecided", "  100 with plus"],
    ["guests at most allowance", "  100 with plus"],
    ["guests at most 10", "  100 with plus", "  reminder at 90%"],
    ["guests at most 10 from 2026-03-01", "  100 with plus"],
  ])
  func hasNoPlainLimits(lines: [String]) throws {
    #expect(try limits(lines.joined(separator: "\n")) == nil)
  }

  // MARK: Permitted changes

  private func isSame(_ old: String, _ new: String) throws -> Bool {
    Restatement.isSame(
      try DifferenceTests.graph(RestatementTests.head + old),
      try DifferenceTests.graph(RestatementTests.head + new))
  }

  private static let plain =
    "guests > 10 requires plus or business\nguests > 100 requires business\n"
  private static let ladder = "guests at most 10\n  100 with plus\n  unlimited with business\n"

  @Test func onlyTheSameIsARestatement() throws {
    let (plain, ladder) = (RestatementTests.plain, RestatementTests.ladder)
    #expect(try isSame(plain, ladder))
    #expect(try isSame(plain, plain))
    for (from, to) in [
      ("10\n", "11\n"), ("100 with", "101 with"), ("with plus", "with team"),
      ("unlimited with business", "unlimited with team"), ("  unlimited with business\n", ""),
      ("unlimited with business\n", "unlimited with business\n  message \"No\"\n"),
      ("unlimited with business\n", "unlimited with business\n  soft\n"),
      ("unlimited with business\n", "unlimited with business\n  reminder at 90%\n"),
      ("unlimited with business\n", "unlimited with business when platform is web\n"),
    ] {
      let facts = "fact platform is ios or web\n"
      #expect(ladder.contains(from))
      #expect(
        try !isSame(facts + plain, facts + ladder.replacing(from, with: to)), "\(from) → \(to)")
    }
  }

  @Test func whatIsBesideTheLimitsStays() throws {
    let (plain, ladder) = (RestatementTests.plain, RestatementTests.ladder)
    let rest = "features a, b\na requires plus\nb requires plus\n"
    #expect(try isSame(plain + rest, ladder + rest))
    #expect(
      try !isSame(plain + rest, ladder + rest.replacing("b requires plus", with: "b requires team"))
    )
    #expect(try !isSame(plain + rest, ladder + rest + "guests requires plus\n"))
    #expect(try !isSame(plain + rest + "guests requires plus\n", ladder + rest))
    // People would see the other limit first.
    #expect(
      try !isSame(
        plain.replacing("guests > 100", with: "guests > 5 per day requires team\nguests > 100"),
        ladder + "guests > 5 per day requires team\n"))
    #expect(try !isSame(plain, "guests at most 10\n  100 with plus or business\n" + ladder))
  }

  // MARK: Random policies

  static let lots = 0..<4

  /// Random chains of limits: what the ladder decides is what the naive evaluator decides by the
  /// limits; so do the limits that the ladder is written as again.
  @Test(arguments: lots) func everyFixKeepsOutcomesQuotasAndWaysIn(lot: Int) throws {
    var fixed = 0
    var writtenBack = 0
    for index in 0..<14 * Cases.factor {
      let seed = UInt64(19_000_000 + lot * 100_000 + index)
      var generator = Naive.Generator(seed: seed)
      let base = generator.policy()
      guard let (policy, meter) = withLimits(base, &generator.random) else { continue }
      let source = Source(name: "random.gate", text: policy.source())
      guard Compiler.compile(source).graph != nil else { continue }
      let spans = try ladders(source).filter { $0.span != nil }
      guard let first = spans.first, let span = first.span else { continue }
      fixed += 1
      let edit = Diagnostic.Edit(
        span, first.lines.joined(separator: "\n"), safety: .safe, title: "x")
      let ladder = Source(name: "random.gate", text: source.replacing(edit))
      let note = "seed \(seed)\n\(source.text)\n--- as a ladder ---\n\(ladder.text)"
      #expect(try ladders(ladder).count == spans.count - 1, "\(note)")
      let (lists, graph) = try lists(ladder)
      let old = try #require(DifferencePropertyTests.graph(policy))
      #expect(Restatement.isSame(old, graph), "\(note)")
      var texts = [ladder.text]
      for rule in graph.parts.rules.indices {
        guard let limits = lists.limits(ofLadder: rule), let span = limits.span else { continue }
        let edit = Diagnostic.Edit(
          span, limits.lines.joined(separator: "\n"), safety: .safe, title: "x")
        texts.append(ladder.replacing(edit))
        writtenBack += 1
      }
      let cases = try texts.map { try Case(policy, writtenAs: $0) }
      for _ in 0..<12 {
        let (snapshot, usual) = generator.situation(for: cases[0].evaluator)
        var ask = usual
        if generator.random.chance(80) { ask.target = meter }
        let expected = cases[0].evaluator.decide(ask, snapshot)
        for example in cases {
          let actual = Naive.Decision(try example.decide(ask, snapshot))
          compare(expected, actual, "\(note)\n\(example.source)\n\(ask.json(with: snapshot))")
        }
      }
    }
    #expect(fixed > 2 * Cases.factor && writtenBack >= fixed)
  }

  private func compare(_ expected: Naive.Decision, _ actual: Naive.Decision, _ note: String) {
    #expect(expected.outcome == actual.outcome, "\(note)")
    #expect(expected.quota == actual.quota, "\(note)")
    #expect(expected.waysIn == actual.waysIn, "\(note)")
    #expect(expected.validUntil == actual.validUntil, "\(note)")
    #expect(expected.reminder?.id == actual.reminder?.id, "\(note)")
    #expect(expected.flags == actual.flags, "\(note)")
    #expect(expected.instead == actual.instead, "\(note)")
    if expected.outcome == "allowed" { #expect(expected.reason == actual.reason, "\(note)") }
    for blocker in actual.blockers {
      #expect(expected.blockers.contains { $0.needs == blocker.needs }, "\(note)")
    }
  }

  /// The policy with two to four limits of one of its meters at the end, and the meter; mostly each
  /// asks for less than the one before.
  private func withLimits(
    _ base: Naive.Policy, _ random: inout Naive.SplitMix64
  ) -> (Naive.Policy, String)? {
    var policy = base
    var names: [String] = []
    var meters: [String] = []
    for statement in policy.statements {
      switch statement {
      case .tiers(let tiers): names += tiers.dropFirst()
      case .entitlements(let list): names += list
      case .meters(let list, _): meters += list
      default: break
      }
    }
    guard let meter = random.pick(meters), names.count > 1 else { return nil }
    policy.statements.removeAll { statement in
      guard case .rule(let rule) = statement, case .limit(let limit) = rule.subject else {
        return false
      }
      return limit.meter == meter
    }
    let window = random.chance(25) ? random.pick(Naive.Window.allCases) : nil
    let list = random.shuffled(names).prefix(3)
    var quantity = random.below(4)
    var left = list.map { Naive.Requirement.name($0) }
    if random.chance(25), left.count > 2 { left[0] = .all([left[0], left[2]]) }
    if random.chance(15) { left[0] = .not(left[0]) }
    while true {
      let amount: Naive.Rule.Amount =
        random.chance(25) ? .atLeast(quantity + 1) : .moreThan(quantity)
      let subject = Naive.Rule.Subject.limit(
        Naive.Rule.Limit(meter: meter, amount: amount, window: window))
      guard let first = left.first else {
        policy.statements.append(.rule(Naive.Rule(subject: subject, demand: .off)))
        return (policy, meter)
      }
      let requirement = left.count == 1 ? first : .any(left)
      var rule = Naive.Rule(subject: subject, demand: .requires(requirement))
      if random.chance(4) { rule.message = "No" }
      policy.statements.append(.rule(rule))
      left.removeFirst()
      if left.isEmpty, random.chance(70) { return (policy, meter) }
      quantity += random.within(1...6)
    }
  }
}

extension Source {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }

  fileprivate func replacing(_ edit: Diagnostic.Edit) -> String {
    String(decoding: bytes[..<edit.span.start], as: UTF8.self) + edit.replacement
      + String(decoding: bytes[edit.span.end...], as: UTF8.self)
  }
}
