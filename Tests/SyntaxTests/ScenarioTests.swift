import Testing

@testable import TollgateSyntax

struct ScenarioTests {
  private func expectation(_ text: String) throws -> ExpectationSyntax? {
    guard case .expect(let expectation) = try clause("expect " + text) else { return nil }
    return expectation
  }

  private func given(_ text: String) throws -> [String] {
    guard case .given(let items) = try clause("given " + text) else { return [] }
    return items.map { item in
      switch item {
      case .bare(let name, let until): "bare \(name.text) \(until.map(words) ?? "-")"
      case .notFact(let name): "not \(name.text)"
      case .product(let product):
        "product \(product.product.text) \(product.state?.text ?? "-")"
          + " \(product.from.map(words) ?? "-") \(product.until.map(words) ?? "-")"
          + " \(product.times.map(words) ?? "-") \(product.isShared)"
      case .value(let name, let value, let window, let carried, let fall):
        "value \(name.text) \(words(value)) \(window.map { words($0) } ?? "-")"
          + (carried.map { " carried \(words($0))" } ?? "")
          + " \(fall.map { words($0) } ?? "-")"
      case .allowance(let name, let value): "allowance \(name.text) \(words(value))"
      case .factIs(let name, let value): "is \(name.text) \(words(value))"
      case .subject(let text): "subject \(text.value)"
      case .verified(let instant): "verified \(words(instant))"
      case .seen(let instant): "seen \(words(instant))"
      case .dismissed(let id, let at): "dismissed \(id.value) \(words(at))"
      }
    }
  }

  @Test(arguments: [
    ("bills 500, installed 2026-04-01", ["value bills 500 - -", "value installed 2026-04-01 - -"]),
    ("pro until 2027-01-01, and beta", ["bare pro 2027-01-01", "bare beta -"]),
    (
      "m 40 per 3 hours then 12 at 2026-06-01 then 0 at 2026-06-02, n 1",
      ["value m 40 3 hours 12 at 2026-06-01 then 0 at 2026-06-02", "value n 1 - -"]
    ),
    ("m 4 per month carried 12 resets 2026-07-01", ["value m 4 month carried 12 2026-07-01"]),
    ("product annual", ["product annual - - - - false"]),
    (
      "product a cancelled until 2027-01-01 from 2026-01-01 shared times 3,\n  product b",
      ["product a cancelled 2026-01-01 2027-01-01 3 true", "product b - - - - false"]
    ),
    ("exports 3 per day resets 2026-01-02", ["value exports 3 day 2026-01-02"]),
    ("storage allowance 10 GB", ["allowance storage 10 GB"]),
    ("platform is ios,\n  not beta", ["is platform ios", "not beta"]),
    ("subject \"ID\", verified 2026-01-01", ["subject ID", "verified 2026-01-01"]),
    (
      "seen 2026-01-01, dismissed \"a@1\" at 2026-01-02",
      ["seen 2026-01-01", "dismissed a@1 2026-01-02"]
    ),
    ("first-version 1.4.2, size 5 GB", ["value first-version 1.4.2 - -", "value size 5 GB - -"]),
  ])
  func given(_ text: String, _ expected: [String]) throws {
    #expect(try given(text) == expected)
  }

  @Test func expectations() throws {
    let full = try #require(
      try expectation(
        """
        L1..L3, a except L2 adding 5 GB continuing denied until 2027-01-01 remaining 3 \
        with reminder at 500 unlocked by a and b or c snoozed until 2026-02-01 because off
        """
      )
    )
    #expect(words(full.targets) == "L1..L3, a except L2")
    guard case .adding(let added)? = full.growth, case .quantity(let rest)? = full.remaining,
      case .at(let reminder)? = full.reminder, case .until(let until)? = full.validity
    else { return #expect(Bool(false)) }
    #expect(words(added) == "5 GB" && full.isContinuing && full.outcome.text == "denied")
    #expect(words(rest) == "3" && words(reminder) == "500" && words(until) == "2027-01-01")
    #expect(full.unlockedBy?.map { $0.map(\.text) } == [["a", "b"], ["c"]])
    #expect(full.snoozedUntil.map(words) == "2026-02-01" && full.reason?.text == "off")
  }

  @Test func otherExpectations() throws {
    let other = try #require(
      try expectation(
        "x reaching 3 allowed unlimited with no reminder unlocked by nothing for ever"
      )
    )
    guard case .reaching? = other.growth, case .unlimited? = other.remaining,
      case .some(.none) = other.reminder, case .forEver? = other.validity
    else { return #expect(Bool(false)) }
    #expect(other.unlockedBy?.isEmpty == true)
  }

  @Test func scenariosAndClaims() throws {
    let scenario = try statement("scenario \"a user\"\n  at 2026-12-31T23:59Z\n  expect x allowed")
    guard case .scenario(let name) = scenario.kind, case .at(let now) = scenario.clauses[0].kind,
      case .claim(let claim) = try statement(
        "never a, L1..L2 adding 5 denied without pro or max when p is ios until 2027-01-01"
      ).kind, case .adding(let adding) = claim.growth
    else { return #expect(Bool(false)) }
    #expect(name.value == "a user" && words(now) == "2026-12-31T23:59Z")
    #expect(!claim.isAlways && !claim.isWith && claim.outcome.text == "denied")
    #expect(words(claim.targets) == "a, L1..L2" && words(adding) == "5")
    #expect(words(claim.requirement) == "(pro or max)")
    #expect(claim.applies.when.map(words) == "p is ios")
    #expect(words(claim.applies.until) == "2027-01-01")
  }
}
