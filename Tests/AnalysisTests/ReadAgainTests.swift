import Testing
import TollgateSyntax

@testable import TollgateAnalysis

/// Sentences whose author may have meant another thing, and the places of findings.
@Suite struct ReadAgainTests {
  private let shop = "tiers free < pro\nproduct annual\n  grants pro\n"

  // MARK: TG0214, TG0215

  @Test func aTargetThatOnlyAConditionGatesIsFreeElsewhere() throws {
    let text = shop + "fact country is us or anything else\nhipaa requires pro when country is us\n"
    #expect(found(text) == ["TG0214 country is us"])
    let note = try #require(lint(text).first)
    #expect(note.level == .note && note.example?.words.isEmpty == false)
    for edit in note.edits {
      let mended = SafeEdits.apply([edit], to: Array(text.utf8))
      #expect(found(String(decoding: mended, as: UTF8.self)) == [], "\(edit.title)")
    }
    #expect(note.edits.count == 2)
  }

  @Test(arguments: [
    "f requires pro when country is us\nf requires nothing unless country is us",
    "f requires pro when country is us\nf is off unless country is us",
    "f requires pro unless country is us\nf is off when country is us",
    "f requires pro when country is us\nf requires pro unless country is us",
    "f requires pro when country is us\nf requires nothing when country is not us",
    "meter m\nf requires pro\nm > 5 requires pro when country is us",
    "f is off when country is us", "f requires pro from 2027-01-01",
  ])
  func whoIsNotMeantIsSaid(_ rules: String) {
    let facts = "fact country is us or anything else\n"
    #expect(!lint(shop + facts + rules + "\n").contains { $0.code == "TG0214" })
  }

  @Test func severalConditionsThatLeaveSomebodyOutAreOneNote() {
    let text = """
      \(shop)fact country is us, uk or anything else
      f requires pro when country is us
      f requires pro when country is uk
      """
    #expect(found(text + "\n") == ["TG0214 country is us"])
  }

  @Test(arguments: [
    ("requires nothing when country is us", "is off unless country is us"),
    ("requires nothing unless country is us", "is off when country is us"),
    ("requires nothing from 2027-01-01", "is off until 2027-01-01"),
    ("requires nothing until 2027-01-01", "is off from 2027-01-01"),
  ])
  func requiringNothingUnderAConditionGatesNothing(_ said: String, _ meant: String) throws {
    let text =
      shop + "fact country is us or anything else\ngdpr requires pro unless country is us\n"
      + "gdpr requires nothing when country is us\nf "
    let notes = lint(text + said + "\n").filter { $0.code == "TG0214" }
    let note = try #require(notes.first)
    #expect(notes.count == 1)
    #expect(note.headline == "`requires nothing` changes nothing for `f` here")
    let edit = try #require(note.edits.first)
    let mended = SafeEdits.apply([edit], to: Array((text + said + "\n").utf8))
    #expect(String(decoding: mended, as: UTF8.self) == text + meant + "\n")
  }

  @Test func everythingLeavesMetersAndSettingsOpen() throws {
    let text =
      shop + """
        fact country is cn or anything else
        meter bills
        bills > 500 requires pro
        setting history is 7 days
          30 days with pro
        f requires pro
        everything is off when country is cn

        """
    #expect(found(text) == ["TG0215 everything"])
    let warning = try #require(lint(text).first)
    #expect(warning.headline == "`everything` leaves `bills` and `history` open")
    let edit = try #require(warning.edits.first)
    let mended = SafeEdits.apply([edit], to: Array(text.utf8))
    #expect(found(String(decoding: mended, as: UTF8.self)) == [])
  }

  @Test(arguments: [
    "everything requires pro\nbills requires pro", "everything requires nothing",
  ])
  func everythingLeavesNothingOpen(_ rules: String) {
    let text = shop + "feature f\nmeter bills\n\(rules)\n"
    #expect(!lint(text).contains { $0.code == "TG0215" })
  }

  @Test func aMeterThatOnlyCountsAPriceIsNotOpen() {
    let text =
      "tiers free < pro\nmeter seats\nproduct annual\n  grants pro\n"
      + "  price 3 USD per month for each of seats\neverything requires pro\nf requires nothing\n"
    #expect(!lint(text).contains { $0.code == "TG0215" })
  }

  // MARK: TG0603

  @Test(arguments: [
    ("f requires pro\n  message \"Now. {used} used.\"", "{used}"),
    ("f requires pro\n  message \"Now\" de \"Jetzt. {resets}\"", "{resets}"),
    ("setting s is 3\n  5 with pro\n  message \"{used} of {limit}.\"", "{used}"),
    ("m > undecided requires pro\n  message \"{limit} a day.\"", "{limit}"),
    ("f is off\n  message \"Buy {products}.\"", "{products}"),
    ("m > 5 is not allowed\n  message \"Buy {products}.\"", "{products}"),
  ])
  func aPlaceholderWithoutAValueIsFound(_ rule: String, _ placeholder: String) {
    let codes = found(shop + rule + "\nx requires pro\n").filter { $0.hasPrefix("TG0603") }
    #expect(codes == ["TG0603 \(placeholder)"])
  }

  @Test(arguments: [
    "m > 5 per day requires pro\n  message \"{used} {limit} {remaining} {requested} {resets}\"",
    "f requires pro\n  message \"{target} is in {products}\"",
    "m at most undecided\n  5 with pro\n  message \"{limit} {remaining}\"",
    "setting s is 3\n  5 with pro\n  message \"{requested} of {limit}\"",
    "meter m\nm requires pro\n  message \"{used} {limit}\"",
  ])
  func aPlaceholderThatMayHaveAValueIsNot(_ rule: String) {
    #expect(!lint(shop + rule + "\nx requires pro\n").contains { $0.code == "TG0603" })
  }

  @Test func whereNothingIsSoldNoProductIsNamed() {
    let text = "f requires pro\n  message \"Buy {products}.\"\n"
    #expect(found(text) == ["TG0603 {products}"])
  }

  // MARK: TG0306, TG0502

  @Test func aHardCapOfNothingIsNoGate() {
    let cap = shop + "product pack\n  adds 3 to claims\nx requires pro\nclaims > 0 is not allowed\n"
    #expect(!lint(cap).contains { $0.code == "TG0306" })
    let gate = cap.replacing("is not allowed", with: "requires pro")
    #expect(lint(gate).contains { $0.code == "TG0306" })
  }

  @Test func whateverEndsIsOver() {
    let text = """
      tiers free < pro
      product annual
        grants pro
        for sale until 2026-01-01
      m at most 5
        10 with pro until 2026-02-01
      setting s is 3
        5 with pro until 2026-03-01
      x requires pro until 2026-04-01
      y requires pro
        soft until 2026-05-01
      grant pro until 2026-05-02 when beta
      fact beta is yes or no
      """
    let over = found(text + "\n").filter { $0.hasPrefix("TG0502") }
    #expect(
      over == [
        "TG0502 2026-01-01", "TG0502 2026-02-01", "TG0502 2026-03-01", "TG0502 2026-04-01",
        "TG0502 soft until 2026-05-01", "TG0502 2026-05-02",
      ])
  }

  @Test func aDatedLineIsAllowedBeforeAndAfterItsDay() {
    for day in ["2026-01-01", "2027-01-01"] {
      let text = """
        \(shop)x requires pro
        # allow TG0502: kept for the year's report
        y requires pro until \(day)
        y requires nothing from \(day)
        """
      #expect(found(text + "\n") == [], "\(day)")
    }
    let other = shop + "# allow TG0502: nothing ends here\nx requires pro\n"
    #expect(found(other) == ["TG0901 TG0502"])
  }

  // MARK: Places

  @Test func eachPlaceOfAFindingMayBeAllowed() {
    let text = """
      tiers free < pro < max
      product annual
        grants pro
      # allow TG0401: sold by hand
      a requires max
      b requires pro
      # allow TG0401: sold by hand, too
      c requires max
      """
    #expect(found(text + "\n") == [])
    let first = text.replacing("# allow TG0401: sold by hand\n", with: "")
    #expect(found(first + "\n") == ["TG0401 max"])
    let later = text.replacing("# allow TG0401: sold by hand, too\n", with: "")
    #expect(found(later + "\n") == [], "one reason speaks for all")
  }

  @Test func aGroupWithALabelIsAskedAbout() {
    let text = shop + "feature f\nf requires pro\ngroup files is f\n"
    #expect(found(text) == ["TG0103 files"])
    #expect(lint(text)[0].help[0].contains("label"))
    #expect(found(text.replacing("group files", with: "group files \"Files\"")) == [])
  }

  @Test func anIdleInsteadMarksTheOneTarget() {
    let text = """
      tiers free < pro
      meter messages
      features gold, plain, other
      messages > 40 requires pro
        instead use plain, gold, other
      gold requires pro
      plain requires nothing
      other requires nothing
      """
    #expect(found(text + "\n") == ["TG0311 gold"])
  }

  @Test func oneForeignLabelIsOneNote() throws {
    let labels = (1...22).map { "feature f\($0) \"Feature \($0)\"\nf\($0) requires pro\n" }.joined()
    let text = shop + "feature g \"Bill\" de \"Rechnung\"\ng requires pro\n" + labels
    #expect(found(text) == ["TG0601 \"Feature 1\""])
    let note = try #require(lint(text).first)
    #expect(note.headline == "22 of 23 labels have no text in `de`")
    #expect(note.related.count == 22)
    let silent = text.replacing("feature f1 ", with: "# allow TG0601: later\nfeature f1 ")
    #expect(found(silent) == [])
  }
}
