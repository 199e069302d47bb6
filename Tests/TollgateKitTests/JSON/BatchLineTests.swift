import Foundation
import Testing

@testable import TollgateKit

/// The lines of `check --batch`.
@Suite struct BatchLineTests {
  @Test func aLineIsAnsweredWithTheDecisionThatTheLibraryGives() throws {
    let policy = try Policy(
      source: """
        tiers free < pro
        meter bills
        fact joined is a date
        bills > 500 requires pro when joined before 2030-01-01
        """, name: "shop.gate")
    let now = try #require(Instant("2026-03-01"))
    func answer(_ line: String) throws -> String {
      String(decoding: try policy.answer(Array(line.utf8), at: now), as: UTF8.self)
    }
    for (line, usage) in [
      (#"{"target":"bills","facts":{"joined":"2026-01-01"},"usage":{"bills":499}}"#, 499),
      (
        #"{"target":"bills","facts":{"joined":"2026-01-01"},"snapshot":"#
          + #"{"schema":1,"usage":{"bills":500}}}"#, 500
      ),
    ] as [(String, Int64)] {
      let facts = ["joined": FactValue.date(try #require(Instant("2026-01-01")))]
      let snapshot = Snapshot(asOf: now, usage: ["bills": Usage(usage)], facts: facts)
      let decision = policy.decide("bills", for: snapshot, at: now)
      #expect(try answer(line) == decision.json(policy: policy))
    }
    // The time of the line goes before.
    #expect(try answer(#"{"target":"x","at":"2026-04-01"}"#).contains(#""reason":"undeclared""#))
    for (line, place) in [
      ("", nil), (#"{"target":7}"#, "target"),
      (#"{"target":"bills","snapshot":{}}"#, "snapshot.schema"),
      (#"{"target":"bills","facts":{"joined":true}}"#, "facts.joined"),
    ] as [(String, String?)] {
      let error = #expect(throws: SnapshotError.self) { try answer(line) }
      if let place { #expect(error?.path == place, "\(line)") }
    }
  }

  private func words(_ text: String) -> String? {
    problem { () throws(SnapshotError) in try BatchLine(json: text) }?.description(in: "en")
  }

  @Test func aLineIsReadInFull() throws {
    let line = try BatchLine(
      json: """
        {"target":"bills","adding":3,"continuing":true,"at":"2026-06-01",\
        "facts":{"platform":"ios"},"usage":{"bills":{"day":{"used":2,"resets":"2026-06-02"}}},\
        "snapshot":{"schema":1,"subject":"u"},"later":[]}
        """
    )
    let expected = BatchLine(
      target: "bills",
      ask: Ask(.adding(3), continuing: true),
      at: try instant("2026-06-01"),
      facts: ["platform": .choice("ios")],
      usage: ["bills": Usage(day: Counter(2, resets: try instant("2026-06-02")))],
      snapshot: Snapshot(subject: "u")
    )
    #expect(line == expected)
  }

  @Test func onlyTheTargetMustBeThere() throws {
    let line = try BatchLine(json: Data(#"{"target":"L1"}"#.utf8))
    #expect(line == BatchLine(target: "L1", ask: Ask(.adding(1))))
    #expect(line.snapshot == nil)
    let nulls =
      #"{"target":"L1","adding":null,"reaching":null,"continuing":null,"at":null,"snapshot":null}"#
    #expect(try BatchLine(json: nulls) == line)
  }

  @Test func aTextToReachIsReadAsAPolicyWritesIt() throws {
    let policy = try policy(
      """
      meter storage in bytes
      feature export
      setting history is 7 days
        30 days with pro
      setting quality is low < high
        high with pro
      setting fee is 2.5%, smaller is better
        1% with pro
      """)
    func growth(_ target: String, _ reaching: String) throws -> Ask.Growth? {
      let line = try BatchLine(json: #"{"target":"\#(target)","reaching":\#(reaching)}"#)
      let (resolved, problems) = line.resolvingFacts(for: policy.graph)
      return problems.isEmpty ? resolved.ask.growth : nil
    }
    #expect(try growth("history", #""30 days""#) == .reaching(2_592_000))
    #expect(try growth("history", #""60""#) == .reaching(60))
    #expect(try growth("history", "60") == .reaching(60))
    #expect(try growth("history", #""unlimited""#) == .reachingUnlimited)
    #expect(try growth("quality", #""high""#) == .reaching(1))
    #expect(try growth("fee", #""1.25%""#) == .reaching(125))
    #expect(try growth("fee", "125") == .reaching(125))
    #expect(try growth("storage", #""1.5 GB""#) == .reaching(1_500_000_000))
    for (target, text) in [
      ("history", #""30 GB""#), ("history", #""soon""#), ("history", "\"\""),
      ("quality", #""best""#), ("quality", "1"), ("quality", #""unlimited""#),
      ("fee", #""unlimited""#), ("export", #""high""#), ("storage", #""unlimited""#),
    ] {
      #expect(try growth(target, text) == nil, "\(target) \(text)")
    }
  }

  @Test func whatCannotBeReachedNamesItsPlace() throws {
    let policy = try policy("setting quality is low < high\n  high with pro")
    let line = try BatchLine(json: #"{"target":"quality","reaching":"best"}"#)
    let problem = try #require(line.resolvingFacts(for: policy.graph).1.first)
    #expect(
      problem.description(in: "en")
        == #"reaching: expected one of "low", "high", found "best""#)
    #expect(problem.description(in: "zh-Hans").hasPrefix("reaching：应为以下之一"))
  }

  @Test func anAskMayReachAValueOrAddNothing() throws {
    #expect(try BatchLine(json: #"{"target":"m","reaching":7}"#).ask == Ask(.reaching(7)))
    #expect(try BatchLine(json: #"{"target":"m","adding":0}"#).ask == Ask(.adding(0)))
    #expect(try BatchLine(json: #"{"target":"m","adding":-5}"#).ask == Ask(.adding(-5)))
  }

  @Test(arguments: [
    ("", "it is empty"),
    ("   ", "it is empty"),
    ("[]", "expected an object, found a list"),
    ("{}", "target: missing; expected a text"),
    (#"{"target":null}"#, "target: missing; expected a text"),
    (#"{"target":7}"#, "target: expected a text, found 7"),
    (#"{"target":"m","adding":1,"reaching":2}"#, "give `adding` or `reaching`, not both"),
    (
      #"{"target":"m","adding":"1"}"#,
      #"adding: expected a whole number up to 9223372036854775807, found "1""#
    ),
    (
      #"{"target":"m","adding":1.5}"#,
      "adding: expected a whole number up to 9223372036854775807, found 1.5"
    ),
    (
      #"{"target":"m","reaching":-1}"#,
      "reaching: expected a whole number from 0 to 9223372036854775807, found -1"
    ),
    (#"{"target":"m","continuing":"yes"}"#, #"continuing: expected true or false, found "yes""#),
    (#"{"target":"m","at":1}"#, "at: expected an instant such as 2026-03-01T08:00:00Z, found 1"),
    (#"{"target":"m","facts":[]}"#, "facts: expected an object, found a list"),
    (
      #"{"target":"m","usage":{"m":{"week":-1}}}"#,
      "usage.m.week: expected a whole number, 0 or more, or an object with used and resets or then, found -1"
    ),
    (#"{"target":"m","snapshot":{}}"#, "snapshot.schema: missing; this edition reads 1"),
    (#"{"target":"m","snapshot":7}"#, "snapshot: expected an object, found 7"),
    (
      #"{"target":"m","snapshot":{"schema":1,"grants":[{"product":"p","until":"x"}]}}"#,
      #"snapshot.grants[0].until: expected an instant such as 2026-03-01T08:00:00Z, found "x""#
    ),
    (#"{"target":"m"} {"target":"m"}"#, "there is more text after the JSON (line 1, column 16)"),
    (#"{"target":"m","target":"n"}"#, "target: appears twice (line 1, column 15)"),
  ])
  func aLineThatCannotBeReadSaysWhy(_ text: String, _ expected: String) {
    #expect(words(text) == expected)
  }

  @Test func factsAreResolvedWithTheirPaths() throws {
    let policy = try policy(
      """
      fact installed is a date
      features a, b
      a is off when installed since 2026-01-05
      b requires nothing
      """
    )
    let line = try BatchLine(
      json: """
        {"target":"a","facts":{"installed":"2026-01-04"},\
        "snapshot":{"schema":1,"facts":{"installed":"abc"}}}
        """
    )
    let (resolved, problems) = line.resolvingFacts(for: policy.graph)
    #expect(resolved.facts == ["installed": .date(try instant("2026-01-04"))])
    #expect(
      problems.map { $0.description(in: "en") } == [
        #"snapshot.facts.installed: expected a date such as 2026-01-05, found "abc""#
      ]
    )
  }
}
