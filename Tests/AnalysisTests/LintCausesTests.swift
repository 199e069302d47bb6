import TestSupport
import Testing
import TollgateCompiler
import TollgateSyntax

@testable import TollgateAnalysis

/// One mistake draws one finding, though several would be true.
@Suite struct LintCausesTests {
  /// A policy, and the only findings that it draws.
  struct Case: Sendable, CustomStringConvertible {
    var description: String
    var text: String
    var expected: [String]

    init(_ name: String, _ lines: String..., finds expected: String...) {
      description = name
      text = lines.joined(separator: "\n") + "\n"
      self.expected = expected
    }
  }

  static let cases: [Case] = [
    Case(
      "what nobody can buy leaves its requirement unmet", "product a", "  grants pro",
      "product b", "  grants max", "  only with a", "  not with a", "x requires pro",
      "y requires max", finds: "TG0406 b"),
    Case(
      "a requirement that nobody meets is not for sale", "product a", "  grants pro",
      "x requires pro and not pro", "y requires pro", finds: "TG0205 pro and not pro"),
    Case(
      "two rules that nobody meets together leave others nothing to do", "entitlements a, b",
      "x requires a", "x requires not a", "x requires b", "y requires b",
      finds: "TG0205 not a"),
    Case(
      "what is lost by holding more cannot be bought back", "product a", "  grants pro",
      "product b", "  grants max", "x requires pro and not max", "y requires max",
      finds: "TG0212 pro and not max"),
    Case(
      "a tier that adds nothing makes its product pointless", "tiers free < pro < max",
      "product a", "  grants pro", "  price 1 EUR once", "product b", "  grants max",
      "  price 2 EUR once", "x requires pro", finds: "TG0408 max"),
    Case(
      "a tier that adds nothing makes its product idle", "tiers free < pro", "entitlement a",
      "product b", "  grants pro", "product c", "  grants a", "x requires a", finds: "TG0408 pro"),
    Case(
      "what everybody is given for ever is held by everybody", "tiers free < pro < max",
      "grant pro", "x requires pro", "y requires max", finds: "TG0504 grant pro"),
    Case(
      "half of what is never had together opens nothing", "product p", "  grants a",
      "product q", "  grants b", "  not with p", "f requires a and b", "g requires a",
      finds: "TG0401 a and b"),
    Case(
      "a number that is still open stops everybody", "x > 5 requires pro",
      "x > undecided requires pro", finds: "TG0210 undecided"),
    Case(
      "one rule closes many targets", "features a, b, c", "series L1..L9",
      "everything requires pro and not pro", "L1..L3 requires pro unless in some",
      "b is off when in some", "rollout some is 5% of users", finds: "TG0205 pro and not pro"),
    Case(
      "one condition opens many targets", "meter m", "features a, b", "entitlement pro",
      "everything requires pro when m < 10", "b is off when in some",
      "rollout some is 5% of users", "m requires pro", finds: "TG0304 m < 10"),
    Case(
      "one requirement is a dead end for many targets", "tiers free < pro < max",
      "features a, b, c", "product p", "  grants pro", "fact f is a date",
      "grant max for 7 days after f", "everything except c requires max",
      "b is off when in some", "rollout some is 5% of users", "c requires pro",
      finds: "TG0402 max"),
    Case(
      "one tier takes many targets away", "tiers free < pro < max", "features a, b, c",
      "everything except c requires not max", "b requires pro", "c requires max",
      finds: "TG0213 not max"),
    Case(
      "what nothing for sale meets is told once", "tiers free < pro < max", "product p",
      "  grants pro", "a requires max", "b requires max", "c requires pro", finds: "TG0401 max"),
    Case(
      "two products that open nothing are two mistakes", "product p", "product q", "product r",
      "  grants pro", "x requires pro", finds: "TG0403 p", "TG0403 q"),
  ]

  @Test(arguments: cases) func oneCauseHasOneFinding(example: Case) {
    #expect(found(example.text) == example.expected)
  }

  /// All of them are named, and silenced by one comment.
  @Test func aFindingNamesAllThatItIsAbout() {
    let text =
      "features a, b, c\nseries L1..L9\n# allow TG0205: soon\neverything requires pro and not pro\n"
      + "L2..L4 is off when in some\nc is off when in some\nrollout some is 5% of users\n"
    let result = result(of: text)
    #expect(result.findings == [])
    #expect(
      result.allowed.map { $0.finding.headline } == ["nobody can open `a`, `b`, `c` and `L1..L9`"])
  }

  /// People get the first few names and places, and how to see the rest; programs get all.
  @Test func programsGetAllNamesAndPlaces() throws {
    let names = (1...12).map { "f\($0)" }
    let closed = try #require(
      lint("features \(names.joined(separator: ", "))\neverything requires pro and not pro\n").first
    )
    #expect(closed.headline == "nobody can open `f1`, `f2`, `f3` and 9 more")
    #expect(closed.names == names)
    let rules = names.map { "\($0) requires pro\n" }.joined()
    let text = "product p\n  grants a\nentitlements a, pro\nx requires a\n" + rules
    let unmet = try #require(lint(text).first { $0.code == "TG0401" })
    #expect(unmet.related.filter { $0.label == "required here too" }.count == 11)
    let source = Source(name: "policy.gate", text: text)
    for isNarrated in [true, false] {
      let shown = TextRenderer(source: source, color: false, narrated: isNarrated).render(unmet)
      #expect(shown.contains("`--format json` lists all 12 places"))
      #expect(shown.split(separator: "\n").filter { $0.contains("required here too") }.count == 4)
    }
  }

  /// Each fix that is offered leaves a policy that compiles and does not have the finding.
  @Test func fixesMend() throws {
    let policies = [
      "tiers free < pro\nx requires free\ny requires pro\n",
      "tiers free < pro < max\nx requires max\nx requires pro\ny requires pro\n",
      "entitlement a\nentitlement b includes a\nx requires a or b\ny requires b\n",
      "fact n is a number\nx requires pro when n >= 0\n",
      "fact n is a number\nx requires pro unless n < 9 and n >= 0\n",
      "features a, b\neverything requires pro\na requires nothing\n",
      "features a, b, c\neverything except c requires pro\na requires nothing\nc requires nothing\n",
      "m > 5 requires pro\n  reminder at 9 \"text\"\n",
      "m > 5 requires pro\nm > 9 requires pro\n",
      "fact p is a or b\nx requires pro when p is a and p is b\ny requires pro when p is a\n",
    ]
    for text in policies {
      let finding = try #require(lint(text).first)
      #expect(!finding.edits.isEmpty, "\(text)")
      for edit in finding.edits {
        var bytes = Array(text.utf8)
        bytes.replaceSubrange(edit.span.start..<edit.span.end, with: edit.replacement.utf8)
        let mended = lint(String(decoding: bytes, as: UTF8.self))
        #expect(
          !mended.contains { $0.code == finding.code || $0.level == .error },
          "\(edit.title): \(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}
