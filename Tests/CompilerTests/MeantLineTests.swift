import Testing
import TollgateSyntax

@testable import TollgateCompiler

/// What is offered for a line in other words means what its author meant, or nothing is offered.
struct MeantLineTests {
  private static let shop = """
    tiers free < pro < max
    meter bills
    feature csv-export
    fact beta is yes or no
    fact installed is a date
    product team
      grants max

    """

  /// The only finding about a line below the shop, with what its fixes make of the line.
  private func read(_ line: String) throws -> (found: Diagnostic, marked: String) {
    let text = Self.shop + line + "\n"
    let found = compile(text).diagnostics
    #expect(found.count == 1, "\(line): \(found.map(\.headline))")
    let first = try #require(found.first)
    return (first, Source(name: "", text: text).text(first.span))
  }

  private func offers(_ line: String) throws -> [String] {
    try read(line).found.edits.filter { $0.safety != .shown }.map(\.replacement)
  }

  @Test(arguments: [
    ("csv-export requires pro until 31.12.2026", "2027-01-01", "2026-12-31"),
    ("csv-export requires pro until 28 February 2027", "2027-03-01", "2027-02-28"),
    ("csv-export requires pro from 2026-03-01 through 2026-06-30", "2026-07-01", "2026-06-30"),
  ])
  func theLastDayThatIsWrittenIsInside(_ line: String, _ outside: String, _ day: String) throws {
    let edits = try read(line).found.edits
    #expect(edits.count == 2)
    #expect(edits[0].replacement.hasSuffix("until \(outside)"))
    #expect(edits[0].title.hasSuffix("with \(day) as the last day"))
    #expect(edits[1].replacement.hasSuffix("until \(day)"))
  }

  @Test(arguments: [
    "csv-export requires pro before 2026-03-01", "csv-export requires pro until end of March 2026",
  ])
  func theFirstDayOutsideStaysOutside(_ line: String) throws {
    let edits = try read(line).found.edits
    #expect(edits.count == 1)
    #expect(edits.first?.title.contains("last day") == false)
  }

  @Test(arguments: [
    "csv-export is not available for free", "free users cannot use csv-export",
    "disable csv-export for free users", "never csv-export for free",
  ])
  func whatTheFirstTierLacksTheSecondOneHas(_ line: String) throws {
    #expect(try offers(line) == ["csv-export requires pro"])
  }

  /// `at most` would hold for those with more, too, unless their limits stand below.
  @Test(arguments: [
    ("bills max 500 for free", "bills > 500 requires pro"),
    ("free users can have 3 bills", "bills > 3 requires pro"),
    ("bills at most 3 for free", "bills > 3 requires pro"),
    ("bills max 500 for everyone", "bills at most 500"),
    ("never csv-export allowed for free", "never csv-export allowed without pro"),
    ("bills max 500 for free\n  1000 with pro", "bills at most 500"),
  ])
  func aLimitOfTheFirstTierIsLiftedByTheNext(_ line: String, _ meant: String) throws {
    #expect(try offers(line) == [meant])
  }

  @Test(arguments: [
    ("bills at most 500 for pro", "bills at most 500", "pro"),
    ("bills > 500 per 30 days requires pro", "bills > 500 per month requires pro", nil),
    ("bills > 500, csv-export requires pro", "csv-export requires pro", "bills"),
    ("bills max 1,500", "bills at most 1500", nil), ("bills < 10", "bills at most 9", nil),
    ("csv-export until 1 March 2027", "csv-export is off from 2027-03-01", nil),
    ("message \"Buy\" until 2027-01-01", "message \"Buy\"", "2027-01-01"),
    ("feature x label \"Sync\"", "feature x", "\"Sync\""),
    ("csv-export requires pro or beta is yes", "csv-export requires pro", "beta"),
  ])
  func noOfferLosesWhatWasWritten(_ line: String, _ offer: String, _ lost: String?) {
    let known = KnownNames(of: PolicySyntax.parse(Source(name: "", text: Self.shop)).syntax)
    #expect(known.lost(offer, of: line, hasSteps: false) == lost)
  }

  /// Whether those with more may use it, nobody can tell; that nobody has a tier that all of them
  /// include is never meant.
  @Test(arguments: [
    "csv-export is not available for pro", "pro cannot use csv-export", "no csv-export for pro",
    "csv-export not for pro", "csv-export requires no free",
  ])
  func noTierIsExcluded(_ line: String) throws {
    let text = Self.shop + line + "\n"
    for edit in compile(text).diagnostics.flatMap(\.edits) {
      #expect(!edit.replacement.contains("not pro") && !edit.replacement.contains("not free"))
    }
  }

  @Test func whatIsLeftIsCountedFromTheLimit() throws {
    for line in ["reminder when 50 left", "reminder at 50 remaining", "warn if 50 bills left"] {
      #expect(try offers("bills > 500 requires pro\n  \(line)") == ["reminder at 450"])
      // With steps each user has another limit.
      #expect(try offers("bills at most 500\n  1000 with pro\n  \(line)") == [])
    }
  }

  @Test func anotherPeriodIsAnotherProductThatGrantsTheSame() throws {
    let line = "product small\n  grants pro\n  price 4 USD per month or 30 USD per year"
    let lines = [
      "price 4 USD per month", "product small-yearly", "  grants pro", "  price 30 USD per year",
    ]
    #expect(try offers(line) == [lines.joined(separator: "\n")])
    // Clauses that follow would belong to the second product.
    #expect(try offers(line + "\n  trial 7 days") == [])
  }

  @Test(arguments: [
    ("if pro then csv-export", "if"), ("everyone can use csv-export", "everyone can use"),
    ("csv-export requires pro between 2026-03-01 and 2026-06-01", "between"),
    ("bills at most 500, 1000 with pro", ","), ("grant pro for 7 days", "days"),
  ])
  func noRightWordIsMarked(_ line: String, _ wrong: String) throws {
    #expect(try read(line).marked == wrong)
  }

  @Test(arguments: [
    ("count", "used"), ("left", "remaining"), ("max", "limit"), ("product", "products"),
    ("reset", "resets"),
  ])
  func thePlaceholderThatIsMeantStandsFirst(_ typed: String, _ meant: String) throws {
    let found = try read("bills > 500 requires pro\n  message \"{\(typed)}\"").found
    #expect(found.edits.map(\.replacement) == [meant])
  }

  @Test(arguments: [("beta-tester", "beta"), ("is-beta", "beta")])
  func aNameWithAWordBesideItIsTheName(_ typed: String, _ meant: String) throws {
    let offered = try offers("csv-export requires pro when not \(typed)")
    #expect(offered.contains { $0.hasSuffix("not \(meant)") || $0 == meant })
  }

  /// A word of the language is no text whose quotes are missing.
  @Test(arguments: [
    ("plus > free", "free < plus"),
    ("pro \"Pro\" > free \"Free\"", "free \"Free\" < pro \"Pro\""),
    ("max \"Max\" > pro \"Pro\" > free \"Free\"", "free \"Free\" < pro \"Pro\" < max \"Max\""),
    ("max > team > pro > free", "free < pro < team < max"),
    // Nothing rather than a ladder upside down.
    ("a > b > c > d > e", nil),
  ])
  func aLadderFromTheTopIsTurned(_ tiers: String, _ meant: String?) throws {
    let edits = compile("tiers \(tiers)\n").diagnostics.flatMap { $0.edits }
    #expect(edits.map(\.replacement) == (meant.map { ["tiers \($0)"] } ?? []))
  }

  @Test(arguments: ["|", "||", "&", "&&"])
  func aSignBetweenTwoTextsIsNoWordOfACondition(_ sign: String) {
    let edits = compile("feature offline \"Offline\" \(sign) \"离线\"\n").diagnostics
      .flatMap { $0.edits }
    #expect(edits.filter { $0.safety == .safe }.isEmpty)
    let condition = compile(Self.shop + "csv-export requires pro \(sign) max\n").diagnostics
    #expect(condition.flatMap { $0.edits }.contains { $0.safety == .safe })
  }

  @Test(arguments: [
    ("  trial 1 week free, then 3 USD per month", "trial 7 days"),
    ("  price 3 bucks a month", "price 12 CNY per year"), ("  price 0", "price 0 CNY per year"),
  ])
  func aNumberKeepsItsUnitInAnExample(_ line: String, _ example: String) {
    let helps = compile(Self.shop + line + "\n").diagnostics
      .flatMap { $0.help + $0.notes + $0.edits.map(\.title) }
    #expect(helps.contains { $0.contains(example) }, "\(helps)")
  }

  @Test(arguments: ["product gold grants max", "feature pdf requires pro", "meter pages per day"])
  func aSentenceIsNoTitle(_ line: String) throws {
    let edits = try read(line).found.edits
    #expect(!edits.isEmpty && edits.allSatisfy { !$0.replacement.contains("\"") })
  }
}
