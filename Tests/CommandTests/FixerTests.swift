import TollgateAnalysis
import TestSupport
import Testing
import TollgateSyntax

@testable import tollgate

/// What `lint --fix` applies, and what it refuses.
@Suite struct FixerTests {
  private func finding(
    _ code: String, _ headline: String = "x", edits: [Diagnostic.Edit] = []
  ) -> Diagnostic {
    Diagnostic(code: code, headline: headline, span: Span(0, 1), edits: edits)
  }

  private func edit(
    _ start: Int, _ end: Int, _ text: String, _ safety: Diagnostic.Edit.Safety = .safe
  ) -> Diagnostic.Edit {
    Diagnostic.Edit(Span(start, end), text, safety: safety, title: "write it")
  }

  @Test func onlySafeEditsThatDoNotTouchAreApplied() {
    let findings = [
      finding("TG0001", edits: [edit(4, 6, "EF")]),
      finding("TG0001", edits: [edit(0, 1, "?", .unsafe), edit(0, 2, "AB")]),
      finding("TG0001", edits: [edit(5, 7, "no")]),
      finding("TG0001", edits: [edit(2, 3, "no")]),
      finding("TG0001", edits: [edit(8, 8, "!", .shown)]),
    ]
    let edits = SafeEdits.of(findings)
    #expect(edits.map { $0.replacement } == ["AB", "EF"])
    let source = Source(name: "a", text: "abcdefgh")
    #expect(Fixer.apply(edits, to: source).bytes == Array("ABcdEFgh".utf8))
  }

  @Test func anErrorThatWasNotThereIsNew() {
    let before = [finding("TG0101", "a"), finding("TG0101", "a")]
    #expect(Fixer.firstError(in: before, notIn: before) == nil)
    #expect(Fixer.firstError(in: [], notIn: before) == nil)
    let more = before + [finding("TG0101", "a")]
    #expect(Fixer.firstError(in: more, notIn: before) == more[0])
    let other = finding("TG0102", "b")
    #expect(Fixer.firstError(in: [other], notIn: before) == other)
  }

  @Test func warningsAreNoErrors() {
    var warning = finding("TG0103")
    warning.level = .warning
    #expect(Fixer.firstError(in: [warning], notIn: []) == nil)
  }

  /// While the fact could not be read, `nonsense` could have been declared there. That it is not
  /// does not keep the fix away.
  @Test func aMistakeThatAnotherHadHiddenIsNotNew() throws {
    let rest = "\na requires nonsense\n"
    let folder = try Folder(["a.gate": "tiers free < pro\nfact p is nonsense or web;" + rest])
    let source = Source(name: folder["a.gate"], text: try folder.text("a.gate"))
    let mended = try Fixer.mend(source, at: folder["a.gate"])
    #expect(mended.bytes == Array(("tiers free < pro\nfact p is nonsense or web" + rest).utf8))
    let lint = try Command.run("lint", folder["a.gate"])
    #expect(lint.output.contains("error[TG0101]"))
  }

  // MARK: Fixes that say rules in other words

  private static let plain =
    "entitlements plus, business\nmeter guests\nguests > 10 requires plus or business\n"
    + "guests > 100 requires business\n"
  private static let ladder =
    "entitlements plus, business\nmeter guests\nguests at most 10\n  100 with plus\n"
    + "  unlimited with business\n"

  @Test func limitsBecomeALadder() throws {
    let folder = try Folder(["a.gate": FixerTests.plain])
    let lint = try Command.run("lint", "--fix", folder["a.gate"])
    #expect(lint.status == 0 && lint.errors.contains("1 fixed"), "\(lint)")
    #expect(try folder.text("a.gate") == FixerTests.ladder)
  }

  /// Without saying so, no fix may change which rule decides.
  @Test func onlyAFixThatSaysSoMayRestate() {
    let plain = Source(name: "a", text: FixerTests.plain)
    let ladder = Source(name: "a", text: FixerTests.ladder)
    #expect(Fixer.objection(to: ladder, insteadOf: plain) != nil)
    #expect(Fixer.objection(to: ladder, insteadOf: plain, restatesRules: true) == nil)
    let less = Source(name: "a", text: FixerTests.ladder.replacing("100", with: "99"))
    #expect(
      Fixer.objection(to: less, insteadOf: plain, restatesRules: true)
        == "the fixes would change what the policy means")
  }

  /// The reason of the limit that is left out was expected.
  @Test func aScenarioThatWouldFailKeepsTheLimits() throws {
    let scenario =
      "scenario \"on hold\"\n  given product p hold, guests 200\n"
      + "  expect guests denied because on-hold\n"
    let text = "product p\n  grants plus\n" + FixerTests.plain + scenario
    let folder = try Folder(["a.gate": text])
    let before = try Command.run("test", folder["a.gate"])
    #expect(before.status == 0, "\(before)")
    let lint = try Command.run("lint", "--fix", folder["a.gate"])
    #expect(lint.errors.contains("would make the scenario “on hold” fail"), "\(lint)")
    #expect(try folder.text("a.gate") == text)
  }
}
