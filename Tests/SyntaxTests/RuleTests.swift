import Testing

@testable import TollgateSyntax

struct RuleTests {
  private func rule(_ text: String) throws -> RuleSyntax {
    guard case .rule(let rule) = try statement(text).kind else {
      throw Missing()
    }
    return rule
  }

  private struct Missing: Error {}

  @Test(arguments: [
    ("a, b and L1..L3 require pro", "a, b, L1..L3"),
    ("everything except settings, L2 requires account", "everything except settings, L2"),
    ("`price`, 账单 requires pro", "price, 账单"),
    ("a,\n  b, and c requires pro", "a, b, c"),
    ("notes requires pro", "notes"),
  ])
  func subjects(_ text: String, _ expected: String) throws {
    guard case .things(let subject) = try rule(text).subject else {
      return #expect(Bool(false))
    }
    #expect(words(subject) == expected)
  }

  @Test(arguments: [
    ("bills > 500 requires pro", "bills > 500"),
    ("storage >= 5 GB per month requires pro", "storage >= 5 GB per month"),
    ("s > undecided per day requires pro", "s > undecided per day"),
    ("s > allowance requires pro", "s > allowance"),
    ("s > allowance otherwise 3 requires pro", "s > allowance otherwise 3"),
    ("s > 5 furlongs requires pro", "s > 5 furlongs"),
  ])
  func comparisons(_ text: String, _ expected: String) throws {
    guard case .comparison(let limit) = try rule(text).subject else {
      return #expect(Bool(false))
    }
    let quantity =
      switch limit.quantity {
      case .literal(let literal): words(literal)
      case .undecided: "undecided"
      case .allowance(_, let other): "allowance" + (other.map { " otherwise " + words($0) } ?? "")
      }
    let window = limit.window.map { " per " + words($0) } ?? ""
    #expect(
      "\(limit.meter.text) \(limit.isInclusive ? ">=" : ">") \(quantity)\(window)" == expected
    )
    #expect(Source(name: "", text: text).text(limit.span) == expected)
  }

  @Test(arguments: [
    ("nothing", "nothing"),
    ("a and b and not c", "(a and b and not c)"),
    ("(a or b) and (c)", "((a or b) and c)"),
    ("paid a and paid", "(paid a and paid)"),
    ("not paid (a or b)", "not paid (a or b)"),
    ("(paid a) or not paid `paid`", "((paid a) or not paid paid)"),
    ("not (a and\n# why\n\nb)", "not (a and b)"),
    ("(\n a or b\n)", "(a or b)"),
  ])
  func requirements(_ text: String, _ expected: String) throws {
    guard case .requires(let requirement) = try rule("x requires " + text).effect else {
      return #expect(Bool(false))
    }
    #expect(words(requirement) == expected)
  }

  @Test(arguments: [
    ("p is ios", "p is ios"),
    ("p is not web", "p is not web"),
    ("p is one of ios, android and b", "(p is one of [ios android] and b)"),
    ("p is not one of ios,\n  android", "p is not one of [ios android]"),
    ("b and not c", "(b and not c)"),
    ("i before 2026-03-01 or v since 1.4", "(i before 2026-03-01 or v since 1.4)"),
    ("in new-paywall", "in new-paywall"),
    ("n <= 2016 and n > 3", "(n atMost 2016 and n more 3)"),
    ("e > 3 per day", "e more 3 per day"),
    ("s >= 5 GB", "s atLeast 5 GB"),
    ("s < 5", "s less 5"),
    ("n is 5", "n is 5"),
    ("n is 5 per day", "n equal 5 per day"),
  ])
  func conditions(_ text: String, _ expected: String) throws {
    let applies = try rule("x requires y when \(text) until 2027-01-01").applies
    #expect(applies.when.map(words) == expected)
    #expect(words(applies.until) == "2027-01-01")
  }

  @Test func effectsAndTimes() throws {
    let off = try rule("x is off from 7 days after updated unless a")
    guard case .off = off.effect else { return #expect(Bool(false)) }
    #expect(words(off.applies.from) == "7 days after updated")
    #expect(off.applies.unless.map(words) == "a")
    guard case .off = try rule("a, b are off").effect,
      case .notAllowed(let span) = try rule("u > 20 GB is not allowed").effect
    else { return #expect(Bool(false)) }
    #expect(span == Span(10, 24))
  }

  @Test func mixedWordsKeepAReading() throws {
    let parsed = parse("x requires a and b or c and d")
    #expect(parsed.diagnostics.map(\.code) == ["TG0107"])
    guard case .rule(let rule)? = parsed.syntax.statements.first?.kind,
      case .requires(let requirement) = rule.effect
    else { return #expect(Bool(false)) }
    #expect(words(requirement) == "((a and b) or (c and d))")
  }

  @Test func clauses() throws {
    guard
      case .reminder(let reminder) = try clause(
        "reminder at 450 \"{remaining} left\" prominent snooze 2 days"
      ),
      case .reminder(let share) = try clause("reminder at 90% gentle \"x\" de \"y\""),
      case .soft(let until?) = try clause("soft until 7 days after updated"),
      case .soft(nil) = try clause("soft"),
      case .runningUseMayFinish = try clause("running use may finish"),
      case .prompt(let prompt) = try clause("prompt not dismissible as paywall snooze 7 days"),
      case .message(let message) = try clause("message \"a\" zh \"b\""),
      case .because(let reason) = try clause("because \"b\"")
    else { return #expect(Bool(false)) }
    #expect(words(reminder.at) == "450" && reminder.level?.text == "prominent")
    #expect(reminder.snooze.map(words) == "2 days")
    #expect(reminder.label?.text.value == "{remaining} left")
    #expect(words(share.at) == "90%" && share.level?.text == "gentle")
    #expect(words(until) == "7 days after updated")
    #expect(prompt.presentation?.text == "paywall" && !prompt.isDismissible)
    #expect(prompt.snooze.map(words) == "7 days")
    #expect(message.translations.count == 1 && reason.value == "b")
  }

  @Test func linesThatGoOn() {
    let swallowed = parse("x requires (a\ny requires b\nz requires (c or\nprice 5 CNY once\n")
    #expect(swallowed.diagnostics.map(\.code) == ["TG0006", "TG0001"])
    #expect(swallowed.syntax.statements.count == 3)
    let comma = parse("features a,\nprice > 5 requires x\nx, \nseries requires b")
    #expect(comma.diagnostics.map(\.code) == ["TG0001", "TG0010", "TG0010"])
    #expect(comma.syntax.statements.count == 3)
  }

  @Test func placesAndTokens() throws {
    let text = "# c\n\n  x  requires y # why\n  soft  # z\n"
    let statement = try #require(parse(text).syntax.statements.first)
    let source = Source(name: "", text: text)
    #expect(source.text(statement.span) == "x  requires y")
    #expect(source.text(statement.clauses[0].span) == "soft")
    let tokens = Lexer.tokens(of: source)
    #expect(tokens[statement.tokens].map { source.text($0.span) }.joined() == "x  requires y")
    #expect(tokens[statement.clauses[0].tokens].count == 1)
  }
}
