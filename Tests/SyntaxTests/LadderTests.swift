import Testing

@testable import TollgateSyntax

/// Ladders, settings and their steps.
struct LadderTests {
  private func words(_ value: SettingValueSyntax) -> String {
    switch value {
    case .literal(let literal): return SyntaxTests.words(literal)
    case .each(let literal, let name): return SyntaxTests.words(literal) + " each \(name.text)"
    case .choice(let name): return "choice \(name.text)"
    case .unlimited: return "unlimited"
    case .undecided: return "undecided"
    case .allowance: return "allowance"
    }
  }

  /// The steps of a statement: values with what they need.
  private func steps(_ text: String) throws -> [String] {
    try statement(text).clauses.map { clause in
      guard case .step(let step) = clause.kind else { return "a clause" }
      return words(step.value) + " with " + SyntaxTests.words(step.requirement)
    }
  }

  @Test func aLadderIsARuleWithSteps() throws {
    let ladder = try statement(
      """
      guests at most 10 per day from 2026-01-01 when platform is ios
        100 with plus or team until 2027-01-01 unless old
        reminder at 90%
        unlimited with enterprise
      """)
    guard case .rule(let rule) = ladder.kind, case .comparison(let limit) = rule.subject,
      case .ladder = rule.effect, case .literal(let base) = limit.quantity,
      case .step(let step) = ladder.clauses[0].kind
    else { return #expect(Bool(false)) }
    #expect(limit.meter.text == "guests" && SyntaxTests.words(base) == "10" && !limit.isInclusive)
    #expect(SyntaxTests.words(rule.applies.from) == "2026-01-01" && rule.applies.when != nil)
    #expect(limit.window != nil)
    #expect(words(step.value) == "100" && SyntaxTests.words(step.requirement) == "(plus or team)")
    #expect(SyntaxTests.words(step.applies.until) == "2027-01-01" && step.applies.unless != nil)
    #expect(ladder.clauses.count == 3)
  }

  @Test(arguments: [
    ("guests at most allowance otherwise 3", "allowance otherwise 3"),
    ("guests at most allowance", "allowance"), ("guests at most undecided", "undecided"),
    ("storage at most 5 GB", "5 GB"),
  ])
  func theBaseOfALadder(_ text: String, _ expected: String) throws {
    guard case .rule(let rule) = try statement(text).kind,
      case .comparison(let limit) = rule.subject
    else { return #expect(Bool(false)) }
    switch limit.quantity {
    case .literal(let literal): #expect(SyntaxTests.words(literal) == expected)
    case .undecided: #expect(expected == "undecided")
    case .allowance(_, let otherwise):
      let rest = otherwise.map { " otherwise " + SyntaxTests.words($0) } ?? ""
      #expect("allowance" + rest == expected)
    }
  }

  @Test func aSettingHasAValueAndSteps() throws {
    let text = """
      setting delay "Delay" is 30s, smaller is better
        10s with plus
        0 with team and not trial
      """
    guard case .setting(let setting) = try statement(text).kind,
      case .value(let base) = setting.base
    else { return #expect(Bool(false)) }
    #expect(setting.declaration.name.text == "delay" && words(base) == "30s")
    #expect(setting.declaration.label?.text.value == "Delay" && setting.smallerIsBetter != nil)
    #expect(try steps(text) == ["10s with plus", "0 with (team and not trial)"])
  }

  @Test func aSettingHasChoices() throws {
    let text = """
      setting quality is low "Low" tr "Düşük" < `unlimited` < soft < only
        only with pro
        soft with plus
        `unlimited` with nothing
      """
    guard case .setting(let setting) = try statement(text).kind,
      case .choices(let choices) = setting.base
    else { return #expect(Bool(false)) }
    #expect(choices.map(\.name.text) == ["low", "unlimited", "soft", "only"])
    #expect(choices[0].label?.translations.count == 1 && setting.smallerIsBetter == nil)
    #expect(
      try steps(text)
        == ["choice only with pro", "choice soft with plus", "choice unlimited with nothing"])
  }

  @Test(arguments: [
    "setting requires pro", "setting is off", "setting, a require pro", "setting and a require pro",
    "everything except setting requires pro", "setting except a requires pro",
    "setting > 5 requires pro", "most, least, smaller and better require setting",
    "setting at most 5",
  ])
  func newWordsAreNamesInRules(_ text: String) throws {
    guard case .rule = try statement(text).kind else { return #expect(Bool(false)) }
  }

  @Test(arguments: [
    "features setting, most, least, smaller, better", "meter most", "entitlement better",
    "product setting", "series smaller1..smaller9", "group most is better, least",
  ])
  func newWordsAreNamesInDeclarations(_ text: String) throws {
    guard case .rule = try statement(text).kind else { return }
    #expect(Bool(false))
  }

  @Test func newWordsNeedNoBackquotes() {
    for word in ["setting", "most", "least", "smaller", "better"] {
      #expect(Spelled.name(word) == word)
    }
    #expect(Spelled.name("price") == "`price`")
  }

  @Test func sentencesAboutValues() throws {
    let scenario = try statement(
      """
      scenario "s"
        expect history is at least 30 days
        expect quality is high
        expect history reaching unlimited allowed
        expect quality reaching high continuing denied
        expect bills reaching 5 allowed
      """)
    let parts: [String] = scenario.clauses.map { clause in
      switch clause.kind {
      case .expectValue(let says): "\(SyntaxTests.words(says.targets)) \(words(says.value))"
      case .expect(let expected):
        if case .reaching(let value) = expected.growth { words(value) } else { "?" }
      default: "?"
      }
    }
    #expect(parts == ["history 30 days", "quality choice high", "unlimited", "choice high", "5"])
    guard case .expectValue(let first) = scenario.clauses[0].kind, case .atLeast = first.bound,
      case .expectValue(let second) = scenario.clauses[1].kind
    else { return #expect(Bool(false)) }
    #expect(second.bound == .exactly)
  }

  @Test func claimsAboutValues() throws {
    guard
      case .valueClaim(let claim) = try statement(
        "never delay is at most 5 s without plus when platform is web until 2027-01-01"
      ).kind,
      case .claim(let other) = try statement(
        "always history, quality reaching high allowed with pro"
      ).kind, case .reaching(let value) = other.growth
    else { return #expect(Bool(false)) }
    #expect(!claim.isAlways && !claim.isWith && words(claim.says.value) == "5 s")
    #expect(claim.applies.when != nil && claim.applies.until != nil)
    #expect(words(value) == "choice high")
  }

  @Test func theLinesBelowALadderStayItsOwn() throws {
    let parsed = parse(
      """
      guests at most 10 when (platform is web or
        platform is ios)
        100 with plus,
          team
      pets at most 5
      """)
    #expect(parsed.syntax.statements.count == 2)
    #expect(parsed.syntax.statements[0].clauses.count == 1)
    #expect(parsed.diagnostics.map(\.headline) == ["a requirement has a `,`"])
  }

  @Test func aFormattedLadderHasItsStepsIndented() {
    let source = Source(
      name: "Test.gate",
      text: "guests  at most 10\n 100   with plus\nunlimited with team\n"
        + "setting q is low<high\nhigh with plus\n")
    guard case .text(let bytes) = PolicySyntax.format(source) else { return #expect(Bool(false)) }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "guests at most 10\n  100 with plus\n  unlimited with team\n"
        + "setting q is low < high\n  high with plus\n")
  }
}
