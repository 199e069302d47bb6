import Foundation
import Testing

@testable import TollgateKit

/// The snapshot of interfaces.md, read and written.
@Suite struct SnapshotJSONTests {
  static let example = """
    {
      "schema": 1,
      "subject": "user-42",
      "asOf": "2026-02-20T08:00:00Z",
      "latestSeen": "2026-02-20T09:30:00Z",
      "grants": [
        {"product": "com.app.pro.annual", "state": "active", "start": "2026-01-01T00:00:00Z", \
    "until": "2027-01-01T00:00:00Z", "trial": false, "renews": true, "ownership": "purchased", \
    "quantity": 1, "id": "1000000123"},
        {"entitlement": "basic"}
      ],
      "usage": {"bills": 499, "recommendations": {"total": 40, "day": {"used": 3, \
    "resets": "2026-02-21T00:00:00+08:00"}}},
      "allowances": {"storage": 10000000000},
      "facts": {"platform": "ios", "installed": "2026-01-05", "beta-tester": true, \
    "first-version": "1.4.2"},
      "dismissed": {"bills@450": "2026-02-20T07:00:00Z", "csv-export": "2026-02-19T07:00:00Z"}
    }
    """

  private func read(_ members: String) throws -> Snapshot {
    try Snapshot(json: "{\"schema\":1,\(members)}")
  }

  @Test func theExampleIsRead() throws {
    let snapshot = try Snapshot(json: Data(SnapshotJSONTests.example.utf8))
    let expected = Snapshot(
      subject: "user-42",
      asOf: try instant("2026-02-20T08:00Z"),
      latestSeen: try instant("2026-02-20T09:30Z"),
      grants: [
        Grant(
          product: "com.app.pro.annual",
          start: try instant("2026-01-01"),
          until: try instant("2027-01-01"),
          renews: true,
          id: "1000000123"
        ),
        Grant(entitlement: "basic"),
      ],
      usage: [
        "bills": Usage(499),
        "recommendations": Usage(
          total: Counter(40),
          day: Counter(3, resets: try instant("2026-02-20T16:00Z"))
        ),
      ],
      allowances: ["storage": 10_000_000_000],
      facts: [
        "platform": .choice("ios"), "installed": .choice("2026-01-05"),
        "beta-tester": .yesOrNo(true), "first-version": .choice("1.4.2"),
      ],
      dismissed: [
        "bills@450": try instant("2026-02-20T07:00Z"),
        "csv-export": try instant("2026-02-19T07:00Z"),
      ]
    )
    #expect(snapshot == expected)
  }

  @Test func everythingButTheSchemaMayBeMissing() throws {
    #expect(try Snapshot(json: #"{"schema": 1}"#) == Snapshot())
  }

  @Test func nullIsTheSameAsAbsent() throws {
    let nulls = """
      "subject":null,"asOf":null,"latestSeen":null,"grants":null,"usage":null,"allowances":null,
      "facts":null,"dismissed":null
      """
    #expect(try read(nulls) == Snapshot())
    let inside = """
      "usage":{"a":null,"b":{"total":null,"day":{"used":1,"resets":null}}},"allowances":{"a":null},
      "facts":{"a":null},"dismissed":{"a":null},
      "grants":[{"product":"p","entitlement":null,"state":null,"start":null,"until":null,
      "trial":null,"renews":null,"ownership":null,"quantity":null,"id":null}]
      """
    let expected = Snapshot(
      grants: [Grant(product: "p")],
      usage: ["b": Usage(day: Counter(1))]
    )
    #expect(try read(inside) == expected)
  }

  @Test func unknownKeysAreIgnored() throws {
    let members = """
      "later":{"x":[1.5,{"schema":9}]},"grants":[{"product":"p","colour":7}],
      "usage":{"a":{"decade":"x","day":{"used":1,"since":false}}}
      """
    let expected = Snapshot(
      grants: [Grant(product: "p")],
      usage: ["a": Usage(day: Counter(1))]
    )
    #expect(try read(members) == expected)
  }

  @Test(arguments: Grant.State.allCases) func everyStateIsRead(state: Grant.State) throws {
    let grant = try #require(
      try read(#""grants":[{"product":"p","state":"\#(state.rawValue)"}]"#).grants.first
    )
    #expect(grant.state == state)
    #expect(grant.isTrial == (state == .trial))
  }

  @Test func whatIsNotKnownOfAGrantIsOther() throws {
    let grants = try read(
      """
      "grants":[{"product":"p","state":"sleeping"},{"product":"p","ownership":"stolen"},
      {"product":"p","ownership":"family-shared"}]
      """
    ).grants
    #expect(grants.map { $0.state } == [.other, .active, .active])
    #expect(grants.map { $0.ownership } == [.purchased, .other, .familyShared])
  }

  @Test func trialMarksAnExpiredTrial() throws {
    let grants = try read(
      """
      "grants":[{"product":"p","state":"expired","trial":true},
      {"product":"p","state":"trial","trial":false}]
      """
    ).grants
    #expect(grants.map { $0.isTrial } == [true, false])
  }

  @Test func aGrantWithBothKeepsBoth() throws {
    let grants = try read(#""grants":[{"product":"p","entitlement":"e"}]"#).grants
    #expect(grants == [Grant(product: "p", entitlement: "e")])
  }

  @Test func everyWindowIsRead() throws {
    let usage = try read(
      #""usage":{"m":{"total":1,"day":2,"week":3,"month":{"used":4},"year":9223372036854775807}}"#
    ).usage
    let expected = Usage(
      total: Counter(1),
      day: Counter(2),
      week: Counter(3),
      month: Counter(4),
      year: Counter(.max)
    )
    #expect(usage == ["m": expected])
  }

  @Test func instantsAreReadToTheMillisecond() throws {
    #expect(try read(#""asOf":"2026-03-01""#).asOf == instant("2026-03-01T00:00:00Z"))
    #expect(
      try read(#""asOf":"2026-03-01T08:00:30.25+08:00""#).asOf
        == instant("2026-03-01T00:00:30.250Z")
    )
    #expect(
      try read(#""asOf":"0001-01-01T00:00:00.001Z""#).asOf?.milliseconds == -62_135_596_799_999
    )
  }

  // MARK: Round trips

  @Test func theExampleComesBack() throws {
    let snapshot = try Snapshot(json: SnapshotJSONTests.example)
    #expect(try Snapshot(json: snapshot.json()) == snapshot)
    #expect(try Snapshot(json: snapshot.json(pretty: true)) == snapshot)
    let line = """
      {"schema":1,"subject":"user-42","asOf":"2026-02-20T08:00:00Z",\
      "latestSeen":"2026-02-20T09:30:00Z","grants":[{"product":"com.app.pro.annual",\
      "start":"2026-01-01T00:00:00Z","until":"2027-01-01T00:00:00Z","renews":true,\
      "id":"1000000123"},{"entitlement":"basic"}],"usage":{"bills":499,"recommendations":\
      {"total":40,"day":{"used":3,"resets":"2026-02-20T16:00:00Z"}}},\
      "allowances":{"storage":10000000000},"facts":{"beta-tester":true,"first-version":"1.4.2",\
      "installed":"2026-01-05","platform":"ios"},"dismissed":{"bills@450":"2026-02-20T07:00:00Z",\
      "csv-export":"2026-02-19T07:00:00Z"}}
      """
    #expect(snapshot.json() == line)
  }

  @Test func anEmptySnapshotIsShort() {
    #expect(Snapshot().json() == #"{"schema":1}"#)
    #expect(Snapshot().json(pretty: true) == "{\n  \"schema\": 1\n}")
  }

  @Test func datesAndVersionsAreWrittenAsTexts() throws {
    let snapshot = Snapshot(facts: [
      "a": .date(try instant("2026-01-05")), "b": .version(Version(1, 4, 2)),
      "c": .version(Version(2)), "d": .number(7), "e": .yesOrNo(false), "f": .choice("\"\n"),
    ])
    let facts = #"{"a":"2026-01-05T00:00:00Z","b":"1.4.2","c":"2.0","d":7,"e":false,"f":"\"\n"}"#
    #expect(snapshot.json() == #"{"schema":1,"facts":\#(facts)}"#)
  }

  @Test func aWrittenSnapshotCanAlwaysBeReadBack() throws {
    let snapshot = Snapshot(
      asOf: Instant(milliseconds: .max),
      latestSeen: Instant(milliseconds: .min),
      grants: [Grant(), Grant(product: "p", until: Instant(milliseconds: .max))]
    )
    let read = try Snapshot(json: snapshot.json())
    #expect(read.asOf == (try instant("9999-12-31T23:59:59.999Z")))
    #expect(read.latestSeen == (try instant("0001-01-01")))
    #expect(read.grants == [Grant(product: "p", until: try instant("9999-12-31T23:59:59.999Z"))])
  }

  @Test func anySnapshotComesBack() throws {
    for seed in UInt64(1)...300 {
      var generator = Seeded(seed: seed)
      let snapshot = Snapshot.random(using: &generator)
      let json = snapshot.json(pretty: seed % 2 == 0)
      #expect(try Snapshot(json: json) == snapshot, "seed \(seed): \(json)")
    }
  }
}

extension Snapshot {
  /// Any snapshot that JSON can say in full.
  static func random(using generator: inout Seeded) -> Snapshot {
    func number() -> Int64 {
      Int64.random(in: 0...(.max), using: &generator) >> (generator.next() % 63)
    }
    func maybe<Value>(_ value: () -> Value) -> Value? { generator.next() % 2 == 0 ? value() : nil }
    func instant() -> Instant {
      Instant(
        milliseconds: Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &generator)
      )
    }
    func text() -> String {
      let letters = ["a", "é", "e\u{301}", "账", "😀", "\"", "\\", "\n", "\0", "/", ".", "[", " "]
      return (0..<Int(generator.next() % 6)).map { _ in
        letters[Int(generator.next() % UInt64(letters.count))]
      }.joined()
    }
    func counter() -> Counter { Counter(number(), resets: maybe(instant)) }
    func table<Value>(_ value: () -> Value) -> [String: Value] {
      var table: [String: Value] = [:]
      for _ in 0..<(generator.next() % 4) { table[text()] = value() }
      return table
    }
    func grant() -> Grant {
      Grant(
        product: text(),
        entitlement: maybe(text),
        state: Grant.State.allCases.randomElement(using: &generator) ?? .active,
        start: maybe(instant),
        until: maybe(instant),
        isTrial: maybe { generator.next() % 2 == 0 },
        renews: maybe { generator.next() % 2 == 0 },
        ownership: Grant.Ownership.allCases.randomElement(using: &generator) ?? .purchased,
        quantity: max(1, number()),
        id: maybe(text)
      )
    }
    func fact() -> FactValue {
      switch generator.next() % 3 {
      case 0: .yesOrNo(generator.next() % 2 == 0)
      case 1: .number(number())
      default: .choice(text())
      }
    }
    return Snapshot(
      subject: maybe(text),
      asOf: maybe(instant),
      latestSeen: maybe(instant),
      grants: (0..<(generator.next() % 4)).map { _ in grant() },
      usage: table {
        Usage(
          total: maybe(counter),
          day: maybe(counter),
          week: maybe(counter),
          month: maybe(counter),
          year: maybe(counter)
        )
      },
      allowances: table(number),
      facts: table(fact),
      dismissed: table(instant)
    )
  }
}
