import Testing
import TollgateSyntax

@testable import TollgateCompiler

/// What is offered for a line belongs to its place, means what its author meant and compiles.
struct PlaceOfferTests {
  private static let board = """
    tiers free < starter < business
    product monthly
      grants starter
      price 9 USD per month
    meters boards, credits, members
    meter uploads in bytes
    features sso, audit-log
    setting retention is 30 days
    fact signed-up is a date

    """
  private static let product = "product team\n  grants business\n  "
  private static let rule = "boards > 20 requires starter\n  "
  private static let scenario = "scenario \"x\"\n  "

  /// The first offer, if all of them compile in place of the line.
  private func offer(_ line: String, below above: String = "") -> String? {
    let text = Self.board + above + line + "\n"
    let edits = compile(text).diagnostics.flatMap(\.edits)
    for edit in edits {
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(edit.span.start..<edit.span.end, with: Array(edit.replacement.utf8))
      let mended = Source(name: "Test.gate", bytes: bytes)
      #expect(Compiler.compile(mended).diagnostics.map(\.headline) == [], "\(edit.replacement)")
    }
    return edits.first?.replacement
  }

  @Test(arguments: [
    ("productId \"com.app.team\"", "sold as \"com.app.team\""),
    ("sku: com.app.team", "sold as \"com.app.team\""),
    ("app-store: com.app.team", "sold as \"com.app.team\" on app-store"),
    ("family up to 6", "shared with up to 6 people"), ("family: 6", "shared with up to 6 people"),
    ("trial_period_days: 14", "trial 14 days"), ("billing grace period: 16 days", "grace 16 days"),
    ("entitlement: starter", "grants starter"), ("12,50 EUR", "price 12.50 EUR per month"),
    ("price 19,99 € pro Monat", "price 19.99 EUR per month"),
    ("价格：19 元/月", "price 19 CNY per month"),
    ("price 8 USD per user per month", "price 8 USD per month for each of members"),
    ("status: archived", "not for sale"), ("popular: true", "recommended"),
    ("requires starter", "for sale with starter"), ("credits: 50", "adds 50 to credits"),
  ])
  func belowAProductStandClausesOfProducts(_ line: String, _ meant: String) {
    let above = line.hasPrefix("entitlement") ? "product team\n  " : Self.product
    #expect(offer(line, below: above) == meant)
  }

  @Test func whatIsPaidOnceMayBeUsedUp() {
    let text = Self.board + "product pack\n  give 50 credits\n  price 3 USD once\n"
    let edits = compile(text).diagnostics.flatMap(\.edits).map(\.replacement)
    #expect(edits == ["adds 50 to credits until used up", "adds 50 to credits"])
  }

  @Test(arguments: [
    ("remind when 5 left", "reminder at 15"),
    ("reminders at 10, 15 and 18", "reminder at 10\n  reminder at 15\n  reminder at 18"),
    ("remind at 80 and 100 percent", "reminder at 80%\n  reminder at 100%"),
    ("on limit: show paywall", "prompt as paywall"), ("enforce: soft", "soft"),
  ])
  func belowALimitStandClausesOfRules(_ line: String, _ meant: String) {
    #expect(offer(line, below: Self.rule) == meant)
  }

  @Test(arguments: [
    ("given user has monthly", "given product monthly"),
    ("given monthly expired on 2026-01-01", "given product monthly until 2026-01-01"),
    ("given payment failed for monthly", "given product monthly hold"),
    ("when boards is 20", "given boards 20"),
    ("given user on starter with 10 boards", "given starter, boards 10"),
    ("then boards should be blocked", "expect boards denied"),
    ("expect retention to be 1 year", "expect retention is 365 days"),
  ])
  func belowAScenarioStandItsLines(_ line: String, _ meant: String) {
    #expect(offer(line, below: Self.scenario) == meant)
  }

  @Test(arguments: [
    ("setting size = low, high for starter", "setting size is low < high\n  high with starter"),
    ("setting sync is 60 min, 5 min for business", "setting sync is 60 min\n  5 min with business"),
    (
      "setting seats is 3 / 10 / unlimited",
      "setting seats is 3\n  10 with starter\n  unlimited with business"
    ),
    ("fact beta is true or false, default false", "fact beta is yes or no, otherwise no"),
    ("maximum 20 boards for free users", "boards > 20 requires starter"),
    (
      "boards > 20 requires starter and reminder at 15",
      "boards > 20 requires starter\n  reminder at 15"
    ),
    ("sso requires business, message \"Upgrade\"", "sso requires business\n  message \"Upgrade\""),
    ("uploads max 5GB free, 100GB starter", "uploads at most 5GB\n  100GB with starter"),
    ("sso 只对 business 开放", "sso requires business"),
  ])
  func oneLineMayBeSeveral(_ line: String, _ meant: String) {
    #expect(offer(line) == meant)
  }

  /// Where nothing can be offered, what may stand there is said in the names of the policy.
  @Test func whatMayStandThereIsSaid() throws {
    let found = compile(Self.board + Self.product + "offering default\n").diagnostics
    let one = try #require(found.first)
    #expect(found.count == 1 && one.edits.isEmpty)
    #expect(one.help.contains { $0.contains("`grants starter`") && $0.contains("`sold as") })
  }

  @Test func noOtherSpellingIsOfferedFromAnotherPlace() {
    for line in ["give 50 pages", "id 7", "priority high"] {
      let found = compile(Self.board + Self.product + line + "\n").diagnostics
      #expect(found.allSatisfy { !$0.label.contains("`given`") && !$0.label.contains("`grant`") })
    }
  }

  @Test(arguments: ["plan free, pro", "tiers free, pro"])
  func capitalsAreToldBesideAnotherMistake(_ first: String) {
    let found = compile(first + "\nfeature export\nexport requires Pro\n").diagnostics
    #expect(found.contains { $0.headline.contains("`Pro`") || $0.headline.contains("export") })
    #expect(found.count == 2)
  }

  /// A name that the broken line itself declares is none of the policy's.
  @Test func aNameOfTwoWordsKeepsBoth() {
    #expect(offer("feature cloud sync \"Cloud sync\"") == "feature cloud-sync \"Cloud sync\"")
  }
}
