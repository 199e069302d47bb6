import TestSupport
import Testing

@testable import TollgateSyntax

/// The canonical form of a text that has no errors; it goes through every check of a policy.
private func formatted(_ text: String, _ location: SourceLocation = #_sourceLocation) throws
  -> String
{
  let source = Source(name: "Test.gate", text: text)
  #expect(PolicyChecks.failures(of: source) == [], sourceLocation: location)
  guard case .text(let bytes) = PolicySyntax.format(source) else {
    Issue.record("it is left alone", sourceLocation: location)
    return ""
  }
  return String(decoding: bytes, as: UTF8.self)
}

@Suite struct FormatTests {
  @Test func oneSpaceStandsBetweenWords() throws {
    #expect(
      try formatted("bills>500   requires( pro or(max) )\n")
        == "bills > 500 requires (pro or (max))\n")
    #expect(try formatted("\tseries L1 .. L18 \"a\"zh\"b\"") == "series L1..L18 \"a\" zh \"b\"\n")
    #expect(try formatted("a ,b,c require pro") == "a, b, c require pro\n")
    #expect(try formatted("tiers free<pro") == "tiers free < pro\n")
  }

  @Test func wordsStayAsTheirAuthorWroteThem() throws {
    let text = """
      meter storage in bytes
      storage > 1.5 GB requires pro
        reminder at 90% gentle "a  \\"b\\"   c"
      calls > 10_000 per day requires `pro`

      """
    #expect(try formatted(text) == text)
  }

  @Test func clausesAreIndentedByTwoSpaces() throws {
    let text = "  bills > 500 requires pro\nreminder at 450\n\t\t\tsoft\ncsv requires pro\n"
    let canonical = "bills > 500 requires pro\n  reminder at 450\n  soft\ncsv requires pro\n"
    #expect(try formatted(text) == canonical)
  }

  @Test func paragraphsAreOneBlankLineApart() throws {
    let text = "\n \n\na requires b\n\n\t\n\n  soft\n# c\n\n\n# d\nx requires y\n\n\n"
    #expect(try formatted(text) == "a requires b\n\n  soft\n# c\n\n# d\nx requires y\n")
  }

  @Test func aTextWithoutWordsIsEmpty() throws {
    #expect(try formatted("") == "")
    #expect(try formatted("\n \n\t\n") == "")
    #expect(try formatted("\n#") == "#\n")
    #expect(try formatted("a requires b") == "a requires b\n")
  }

  @Test func aCommentBelongsToWhatComesNext() throws {
    let text = """
      # head
        # also head
      a requires b
      # about soft
        soft
      # about c
      c requires d
      """
    let canonical = """
      # head
      # also head
      a requires b
        # about soft
        soft
      # about c
      c requires d

      """
    #expect(try formatted(text) == canonical)
  }

  @Test func aCommentIndentedBelowASentenceBelongsToIt() throws {
    let text = "a requires b\n    # of a\n\n    # of c\nc requires d\n  # of c, too\n"
    let canonical = "a requires b\n  # of a\n\n# of c\nc requires d\n  # of c, too\n"
    #expect(try formatted(text) == canonical)
    // A text that is indented as a whole says nothing of the kind.
    #expect(
      try formatted("  a requires b\n  # of c\n  c requires d")
        == "a requires b\n# of c\nc requires d\n")
  }

  @Test func trailingCommentsOfNeighboursAreAligned() throws {
    let text = """
      trust snapshots for 24h # older data counts as unknown
      snooze prompts for 7 days     # away
                                    # for so long
      meter 账单 # wide
      a requires b
      c requires d # alone \t

      """
    let canonical = """
      trust snapshots for 24h    # older data counts as unknown
      snooze prompts for 7 days  # away
                                 # for so long
      meter 账单                 # wide
      a requires b
      c requires d  # alone

      """
    #expect(try formatted(text) == canonical)
  }

  @Test func commentsAreNotAlignedWhereThatWouldMakeALineTooLong() throws {
    let long = "# " + String(repeating: "x", count: 80)
    let text = "a requires b \(long)\n\(String(repeating: "c", count: 30)) requires d # short\n"
    let canonical =
      "a requires b  \(long)\n\(String(repeating: "c", count: 30)) requires d  # short\n"
    #expect(try formatted(text) == canonical)
  }

  @Test func noCommentIsMovedFarAway() throws {
    let name = String(repeating: "c", count: 60)
    let text = "a requires b # 1\n\(name) requires d # 2\n"
    #expect(try formatted(text) == "a requires b  # 1\n\(name) requires d  # 2\n")
  }

  @Test func commentsInsideASentenceKeepTheirPlaces() throws {
    let text = "a, # first\n\n # second\n b and # third\n c require pro # last"
    let canonical =
      "a,  # first\n    # second\n    b and          # third\n    c require pro  # last\n"
    #expect(try formatted(text) == canonical)
  }

  @Test func endsOfLinesAreThoseOfTheFirstLineAndAMarkGoes() throws {
    #expect(
      try formatted("a requires b\r\n\r\n\r\nc  requires d")
        == "a requires b\r\n\r\nc requires d\r\n")
    #expect(try formatted("a requires b\nc requires d\r\n") == "a requires b\nc requires d\n")
    #expect(try formatted("a requires b\rc requires d\r") == "a requires b\nc requires d\n")
    #expect(try formatted("\u{FEFF}a requires b\n") == "a requires b\n")
  }

  @Test func whatCannotBeReadIsLeftAlone() {
    for text in ["bills >> 500 requires pro", "a requires", "(", "a requires b or c and d"] {
      guard case .unreadable(let found) = PolicySyntax.format(Source(name: "a", text: text)) else {
        Issue.record("\(text) is formatted")
        continue
      }
      #expect(!found.isEmpty)
    }
  }

  @Test func everyConstructIsFormattedAsTheReferenceHasIt() throws {
    var canonical = fullPolicy
    // Trailing comments stand two spaces behind, and a sentence with an odd break is filled.
    canonical.replace("for 24h          #", with: "for 24h  #")
    canonical.replace("for 24h           #", with: "for 24h   #")
    canonical.replace("to storage          #", with: "to storage  #")
    let odd = """
      x requires (a or b) and not c from 7 days after installed until 2027-01-01 when (
          platform is not one of ios, android  # a comment inside

          or first-build <= 2016 or exports is 3 per day
        ) unless beta-tester
      """
    #expect(canonical.contains(odd))
    canonical.replace(
      odd,
      with: """
        x requires (a or b) and
            not c from 7 days after installed until 2027-01-01 when (platform is not one of ios, \
        android  # a comment inside
            or first-build <= 2016 or exports is 3 per day) unless beta-tester
        """)
    #expect(try formatted(fullPolicy) == canonical)
  }
}

@Suite struct SameTextTests {
  private func difference(_ old: String, _ new: String) -> Span? {
    SameText.difference(parse(old).syntax, parse(new).syntax)
  }

  @Test func layoutDoesNotCount() {
    #expect(difference("a requires b # c \n", "  a   requires b\n# c") == nil)
  }

  @Test func aWordThatChangesOrGoesIsFound() {
    #expect(difference("a requires b", "a requires c") == Span(11, 12))
    #expect(difference("a requires b or c", "a requires b") == Span(13, 15))
    #expect(difference("a requires b", "a requires b or c") != nil)
    #expect(difference("a requires b # c", "a requires b") == Span(13, 16))
    #expect(difference("a requires b # c", "a requires b # d") == Span(13, 16))
  }

  @Test func aSentenceThatBeginsElsewhereIsFound() {
    // Two sentences that become one, and one that becomes two.
    #expect(difference("a requires b\n  prompt\n  soft", "a requires b\n  prompt soft") != nil)
    #expect(difference("feature a, b requires c", "feature a,\nb requires c") != nil)
  }
}
