import Testing

@testable import TollgateKit

/// Facts that came as texts, in the terms of the policy that declares them.
@Suite struct FactsTests {
  private static let source = """
    fact platform is ios, android or web
    fact store is apple, google or anything else
    fact installed is a date
    fact beta-tester is yes or no, otherwise no
    fact first-version is a version
    fact first-build is a number
    features a, b, old, new, beta, third, ios
    old requires nothing
    old is off when installed since 2026-01-05
    new is off when first-version before 1.4.2
    beta requires beta-tester
    third is off when first-build <= 2016
    ios is off when platform is not ios
    a is off when store is apple
    b requires nothing
    """

  private func resolve(_ facts: [String: FactValue]) throws -> ([String: FactValue], [String]) {
    let graph = try policy(FactsTests.source).graph
    let (snapshot, problems) = Snapshot(facts: facts).resolvingFacts(for: graph)
    return (snapshot.facts, problems.map { $0.description(in: "en") })
  }

  @Test func textsBecomeWhatThePolicyDeclares() throws {
    let (facts, problems) = try resolve([
      "platform": .choice("ios"), "installed": .choice("2026-01-05"),
      "beta-tester": .choice("yes"), "first-version": .choice("1.4.2"),
      "first-build": .number(2016),
    ])
    #expect(
      facts == [
        "platform": .choice("ios"), "installed": .date(try instant("2026-01-05")),
        "beta-tester": .yesOrNo(true), "first-version": .version(Version(1, 4, 2)),
        "first-build": .number(2016),
      ]
    )
    #expect(problems.isEmpty)
  }

  @Test func valuesOfTheRightKindStay() throws {
    let given: [String: FactValue] = [
      "installed": .date(try instant("2026-01-05")), "beta-tester": .yesOrNo(false),
      "first-version": .version(Version(2)), "first-build": .number(0),
    ]
    let (facts, problems) = try resolve(given)
    #expect(facts == given)
    #expect(problems.isEmpty)
    #expect(try resolve(["beta-tester": .choice("no")]).0 == ["beta-tester": .yesOrNo(false)])
  }

  @Test func whatThePolicyDoesNotNameIsNoError() throws {
    let given: [String: FactValue] = [
      "platform": .choice("windows"), "store": .choice("anything"), "unknown": .choice("abc"),
      "unknown-too": .number(3),
    ]
    let (facts, problems) = try resolve(given)
    #expect(facts == given)
    #expect(problems.isEmpty)
  }

  @Test(arguments: [
    ("installed", FactValue.choice("abc"), #"expected a date such as 2026-01-05, found "abc""#),
    ("installed", .choice("2026-02-30"), #"there is no such day: "2026-02-30""#),
    (
      "installed", .choice("2026-01-05T00:00:00.0001Z"),
      #""2026-01-05T00:00:00.0001Z" is finer than a millisecond"#
    ),
    ("installed", .number(5), "expected a date such as 2026-01-05, found 5"),
    ("installed", .yesOrNo(true), "expected a date such as 2026-01-05, found true"),
    ("first-version", .choice("v1"), #"expected a version such as 1.4.2, found "v1""#),
    ("first-version", .number(2), "expected a version such as 1.4.2, found 2"),
    ("beta-tester", .choice("maybe"), #"expected true or false, found "maybe""#),
    ("beta-tester", .number(1), "expected true or false, found 1"),
    (
      "first-build", .choice("2016"),
      #"expected a whole number from 0 to 9223372036854775807, found "2016""#
    ),
    ("first-build", .number(-1), "expected a whole number from 0 to 9223372036854775807, found -1"),
    ("platform", .yesOrNo(true), "expected one of ios, android, web, found true"),
    ("platform", .number(1), "expected one of ios, android, web, found 1"),
    (
      "platform", .version(Version(1, 4)), #"expected one of ios, android, web, found "1.4""#
    ),
    (
      "first-version", .date(Instant(milliseconds: 0)),
      #"expected a version such as 1.4.2, found "1970-01-01T00:00:00Z""#
    ),
  ])
  func aValueOfAnotherKindIsTold(_ name: String, _ value: FactValue, _ words: String) throws {
    let (facts, problems) = try resolve([name: value])
    #expect(facts == [name: value])
    #expect(problems == ["facts.\(name): \(words)"])
  }

  @Test func problemsComeInOrderOfTheirNames() throws {
    let (_, problems) = try resolve([
      "platform": .number(1), "beta-tester": .number(1), "installed": .number(1),
    ])
    #expect(
      problems.map { $0.prefix { $0 != ":" } } == [
        "facts.beta-tester", "facts.installed", "facts.platform",
      ]
    )
  }

  // MARK: Decisions

  private func reason(
    _ target: String,
    _ facts: String,
    asked: [String: FactValue] = [:]
  ) throws -> Reason {
    let policy = try policy(FactsTests.source)
    let snapshot = try Snapshot(json: #"{"schema":1,"facts":{\#(facts)}}"#)
    let now = try instant("2026-03-01")
    let decision = policy.decide(target, facts: asked, for: snapshot, at: now)
    let other = policy.decide(target, reaching: 1, facts: asked, for: snapshot, at: now)
    #expect(decision.reason == other.reason)
    if asked.isEmpty {
      #expect(
        policy.access(in: snapshot, at: now).contains {
          $0.target == target && $0.reason == decision.reason
        }
      )
      #expect(
        policy.decide(each: target, for: snapshot, at: now).map { $0.reason } == [decision.reason]
      )
    }
    return decision.reason
  }

  @Test func decisionsUseWhatTheTextsMean() throws {
    #expect(try reason("old", #""installed":"2026-01-05""#) == .off)
    #expect(try reason("old", #""installed":"2026-01-04T23:59:59.999Z""#) == .ungated)
    #expect(try reason("new", #""first-version":"1.4.1""#) == .off)
    #expect(try reason("new", #""first-version":"1.4.2""#) == .ungated)
    #expect(try reason("beta", #""beta-tester":"yes""#) == .granted)
    #expect(try reason("beta", #""beta-tester":true"#) == .granted)
    #expect(try reason("beta", "") == .notHeld)
    #expect(try reason("third", #""first-build":2016"#) == .off)
    #expect(try reason("ios", #""platform":"ios""#) == .ungated)
    #expect(try reason("a", #""store":"steam""#) == .ungated)
  }

  @Test func whatCannotBeResolvedIsUnknown() throws {
    #expect(try reason("old", #""installed":"abc""#) == .unknownFact)
    #expect(try reason("new", #""first-version":2"#) == .unknownFact)
    #expect(try reason("ios", #""platform":"windows""#) == .unknownFact)
    // Not the value of `otherwise`: the app did report one.
    #expect(try reason("beta", #""beta-tester":"maybe""#) == .unknownFact)
  }

  @Test func factsOfAnAskAreResolvedToo() throws {
    let early: [String: FactValue] = ["installed": .choice("2026-01-04")]
    #expect(try reason("old", #""installed":"2026-01-05""#, asked: early) == .ungated)
    #expect(try reason("old", "", asked: ["installed": .choice("abc")]) == .unknownFact)
  }
}
