import TestSupport
import Testing
import TollgateEditor
import TollgateSyntax

/// Single places at which completion offered what is refused, or nothing where it should.
@Suite struct CompletionCaseTests {
  static let shop = """
    tiers free < pro "Pro" zh-Hans "专业"
    product annual "Annual"
      grants pro
      price 12 CNY per year
    meter bills "Bills", scans
    meter storage in bytes
    setting history is 7 days
      30 days with pro
    setting quality is low < high
    feature export
    group tools is export
    fact platform is ios, android or web
    fact student is yes or no
    fact installed is a date
    fact members is a number

    """

  struct Case: CustomStringConvertible, Sendable {
    var line: String
    /// Some of what is offered, and some of what is not.
    var has: [String]
    var hasNot: [String]

    init(_ line: String, has: [String] = [], not hasNot: [String] = []) {
      (self.line, self.has, self.hasNot) = (line, has, hasNot)
    }

    var description: String { line.replacing("\n", with: "⏎") }
  }

  static let all: [Case] = [
    // A count has no unit, a size no seconds.
    Case("bills > 500 |", has: ["per", "requires"], not: ["GB", "KB", "s", "min", "days"]),
    Case("bills at most 10\n  100 |", has: ["with"], not: ["GB", "days"]),
    Case("storage > 5 |", has: ["GB", "MiB"], not: ["s", "days"]),
    Case("storage at most 1 GB\n  5 |", has: ["GB", "with"], not: ["days"]),
    Case("setting history is 7 days\n  30 |", has: ["days", "with"], not: ["GB"]),
    Case("product pack\n  adds 5 |", has: ["GB", "to"]),
    Case("bills > 5 requires pro\n  reminder at 4 |", has: ["gentle"], not: ["GB", "s"]),
    // The period of a price.
    Case("product p\n  price 3 CNY per |", has: ["week", "month", "year"], not: ["hour", "day"]),
    Case("product p\n  price 3 CNY per 6 |", has: ["months"], not: ["h", "min"]),
    Case("product p\n  price 3 CNY |", has: ["per", "once", "or"], not: ["hour"]),
    // A price per month may be billed for several; no other price may.
    Case("product p\n  price 10 USD per month |", has: ["billed", "for"]),
    Case("product p\n  price 10 USD per year |", has: ["for"], not: ["billed"]),
    Case("product p\n  price 10 USD per month billed |", has: ["yearly", "every"]),
    Case(
      "product p\n  price 10 USD per month billed every 6 |", has: ["months", "years"],
      not: ["weeks"]),
    Case("product p\n  introductory |", has: ["price"]),
    Case("product p\n  introductory price 5 USD |", has: ["per", "for"]),
    Case("product p\n  introductory price 5 USD for 3 |", has: ["months", "days"]),
    Case("product p\n  price 10 USD per month for each |", has: ["of", "GB"]),
    // A trial has months and years.
    Case("product p\n  trial 2 |", has: ["months", "years", "days"]),
    Case("product p\n  trial 1 |", has: ["month", "year", "day"]),
    // A part is written once.
    Case(
      "bills > 5 requires pro\n  reminder at 4 gentle |", has: ["snooze"],
      not: ["gentle", "prominent"]),
    Case("export requires pro when student |", has: ["from", "until", "and"], not: ["when"]),
    Case("product p\n  for sale with pro |", has: ["when", "and"], not: ["with", "without"]),
    // A new name is none that is there.
    Case("meter |", not: ["bills", "storage"]),
    Case("product |", not: ["annual"]),
    Case("tiers |", not: ["free", "pro"]),
    Case("tiers one < |", not: ["free", "pro"]),
    Case("entitlement |", not: ["free", "pro"]),
    Case("fact |", not: ["platform"]),
    Case("setting |", not: ["requires", "is", "and", "history"]),
    Case("setting speed is |", not: ["unlimited", "low", "yes"]),
    Case("group more is |", has: ["export"], not: ["more"]),
    // A requirement compares nothing.
    Case("export requires pro |", has: ["and", "or", "when"], not: ["is", "before", "since"]),
    Case("export requires |", has: ["student", "pro", "nothing"], not: ["platform", "in"]),
    Case("export requires pro or |", has: ["student", "free"], not: ["nothing"]),
    // A condition asks about facts and meters.
    Case("export is off when |", has: ["platform", "student", "bills"], not: ["pro", "annual"]),
    Case("export is off when platform |", has: ["is"], not: ["before", "since", ">"]),
    Case("export is off when platform is |", has: ["ios", "not", "one"], not: ["yes", "and"]),
    Case("export is off when installed |", has: ["before", "since"], not: [">"]),
    Case("export is off when members |", has: [">", ">="], not: ["before", "since"]),
    Case("grant pro for 7 days after |", has: ["installed"], not: ["platform", "student"]),
    // Steps.
    Case("storage at most 1 GB\n  |", has: ["unlimited"]),
    Case("storage at |", has: ["most"]),
    Case("setting history is 7 days\n  |", has: ["unlimited"]),
    Case("setting quality is low < high\n  high |", has: ["with"], not: ["requires", "is"]),
    // A scenario expects a value.
    Case("scenario \"s\"\n  expect history |", has: ["is"]),
    Case("scenario \"s\"\n  expect quality is |", has: ["low", "high"], not: ["yes"]),
    Case("scenario \"s\"\n  expect bills |", has: ["allowed", "denied", "adding"], not: ["is"]),
    Case("scenario \"s\"\n  given product annual |", has: ["active", "until"]),
    Case("scenario \"s\"\n  given platform |", has: ["is"], not: ["until"]),
    Case("always history |", has: ["is"]),
    // Phrases go on.
    Case("meter more\n  windows |", has: ["follow the calendar", "roll"], not: ["requires"]),
    Case("meter more\n  windows follow the |", has: ["calendar", "subscription"], not: ["roll"]),
    Case("meter more\n  counted |", has: ["per", "for"], not: ["requires"]),
    Case("product p\n  adds 5 GB |", has: ["to"]),
    Case("product p\n  for |", has: ["sale"]),
    Case("fact other is a |", has: ["date", "version", "number"], not: ["otherwise"]),
    // A label has each language once, and after the language a text.
    Case("feature new \"New\" |", has: ["zh-Hans"]),
    Case("feature new \"New\" zh-Hans \"新\" |", not: ["zh-Hans"]),
    Case("feature new \"New\" zh-Hans |", not: ["and", "zh-Hans"]),
  ]

  @Test(arguments: all) func completionKnowsWhatMayFollow(_ one: Case) throws {
    let found = try MarkedPolicy(CompletionCaseTests.shop + one.line + "\n").completions
    for item in one.has { #expect(found.contains(item), "no `\(item)` among \(found)") }
    for item in one.hasNot { #expect(!found.contains(item), "`\(item)` is among \(found)") }
  }

  @Test(arguments: [
    ("use \"|", ["base.gate", "plans/a.gate"]), ("use \"ba|\"", ["base.gate", "plans/a.gate"]),
    ("use \"plans/|\"", ["a.gate"]), ("use |", ["base.gate", "plans/a.gate"]),
  ])
  func useOffersTheFilesThatAreThere(line: String, expected: [String]) throws {
    let policy = try MarkedPolicy(["main.gate": line + "\n"])
    let list = policy.project.completions(
      at: policy.cursor, in: policy.path,
      files: ["/w/base.gate", "/w/plans/a.gate", "/w/main.gate", "/other/b.gate"])
    #expect(list.items.filter { $0.kind == .file }.map { $0.label } == expected)
  }

  // MARK: Messages in the middle of a sentence

  @Test(arguments: [
    ("feature new \"New\" zh-Hans", "expected a text in quotes, found the end of the line"),
    ("meter new \"New\" pt-BR", "expected a text in quotes, found the end of the line"),
    (
      "bills > 5 requires pro\n  reminder at 4 gentle \"Soon\" zh-Hans",
      "expected a text in quotes, found the end of the line"
    ),
    (
      "bills > 5 requires pro\n  reminder at 4 \"Soon\" zh-Hans",
      "expected a text in quotes, found the end of the line"
    ),
    (
      "bills > 5 requires pro\n  message \"Full\" de",
      "expected a text in quotes, found the end of the line"
    ),
    (
      "setting speed \"Speed\" zh-Hans", "expected a text in quotes, found the end of the line"
    ),
    (
      "setting speed is low \"Low\" zh-Hans",
      "expected a text in quotes, found the end of the line"
    ),
    (
      "scenario \"s\"\n  given product",
      "expected the name of a product after `product`"
    ),
  ])
  func aSentenceThatIsNotFinishedAsksForTheNextWord(line: String, headline: String) throws {
    let policy = try MarkedPolicy(CompletionCaseTests.shop + line + "\n")
    let errors = policy.project.quickFindings.filter { $0.diagnostic.level == .error }
    #expect(errors.map { $0.diagnostic.headline } == [headline])
  }

  // MARK: The line that is being typed

  /// A line, and what is said of it while the cursor stands at its end.
  @Test(arguments: [
    // Something has to follow, and is missing.
    ("export is off when platform |", "expected `is`, found the end of the line"),
    ("export is off when platform|", "expected `is`, found the end of the line"),
    ("export is off when members |", "expected `is`, `>` or `>=`, found the end of the line"),
    (
      "setting speed is slow |",
      "expected `<` and the next choice, found the end of the line"
    ),
    ("scenario \"s\"\n  given bills |\n  expect export denied", "`allowance`"),
    ("export requires bil|", "`bil`"),
    ("product p\n  for |", "expected `sale`, found the end of the line"),
    ("meter more\n  counted |", "expected `per` or `for`, found the end of the line"),
    ("meter more\n  windows |", "`follow the calendar`"), ("setting |", "a name"),
    ("export |", "`requires`"), ("bills |", "`requires`"),
    // A word that is begun.
    ("export requires pr|", "expected `pro`, found the end of the line"),
    ("exp|", "expected `export`, found the end of the line"),
    ("export is off when platform is an|", "expected `android`, found the end of the line"),
    ("bills at mo|", "expected `most`, found the end of the line"),
    ("export is o|", "expected `off`, found the end of the line"),
    ("export is off when members i|", "expected `is`"),
    // A word, a text or a number that is not at its end.
    ("feature new \"Ne|", "expected `\"`, found the end of the line"),
    ("feature new \"A \\\"|", "expected `\"`, found the end of the line"),
    ("meter not|", "expected the rest of the word, found the end of the line"),
    ("export is off until 2026-1|", "expected the rest of the date, found the end of the line"),
    ("product p\n  price 4.|", "expected the rest of the number, found the end of the line"),
    ("export is off until 2026-13|", "`2026-13` is not a date or a time"),
    // What follows mends no mistake before it.
    ("export requires max |", "`max`"),
    ("export requires bills |", "`bills` is a meter, not an entitlement"),
    ("export requires max and pro |", "`max`"), ("export requires max|", "`max`"),
    // The end of a word before others.
    ("export requi| pro", "expected `requires` or `require`, found the end of the word"),
    ("export requires pro unl| platform is web", "expected `unless`, found the end of the word"),
    ("export requires pro when platfo| is desk", "`platfo`"),
  ])
  func aLineThatIsTypedIsToldWhatItLacks(line: String, headline: String) throws {
    let policy = try MarkedPolicy(CompletionCaseTests.shop + line + "\n")
    let told = policy.project.quickFindings(typingAt: policy.cursor, in: policy.path)
    let headlines = told.filter { $0.diagnostic.level == .error }.map { $0.diagnostic.headline }
    #expect(headlines.count == 1 && headlines[0].contains(headline), "\(headlines)")
  }

  /// Each key of a right line: what is written is never called wrong for what is missing.
  @Test(arguments: [
    "image uses 4 credits when quality is fine\n  2 credits with max\n  nothing with pro",
    "tokens use 1 credit for each 1_000", "certificate requires paid max",
    "credits at most 20 per month\n  500 with pro\n"
      + "  then 0.05 USD for each credit with pro, at most 40 USD",
    "disk at most 1 GB\n  100 GB with pro\n"
      + "  then 0.02 USD per month for each GB with pro, at most 10 GB more",
    "image requires pro\n  reminder 3 days before it ends gentle \"Until {ends}\"",
    "meter calls\n  windows begin at 20:00 in \"Asia/Shanghai\"\nmeter scans\n  counted for ever",
    "product yearly\n  grants pro\n  price 10 USD per month billed yearly\n"
      + "  introductory price 60 USD per year",
    "product seats\n  grants max\n  price 20 USD per month for each of credits, at least 3",
    "product pack\n  sold as \"pack.100\"\n  adds 100 to credits until used up\n"
      + "  price 5 USD once",
    "rollout new is 25% of users", "series L1..L12 \"Lessons\"\nL4..L12 require pro",
    "never image allowed without pro when quality is fine",
  ])
  func noKeyOfARightLineAccuses(lines: String) throws {
    let above = """
      tiers free < pro < max
      meters credits, tokens
      meter disk in bytes
      features image, certificate
      fact quality is fast or fine

      """
    for count in 1...lines.count {
      let text = above + lines.prefix(count)
      let project = Project(Source(name: "w", text: text))
      let written = text.utf8.count - text.utf8.reversed().prefix { $0 == 0x20 || $0 == 0x0A }.count
      let accusing = project.quickFindings(typingAt: text.utf8.count, in: "w").filter {
        $0.diagnostic.level == .error && $0.diagnostic.span.start < written
      }
      let told = accusing.map { $0.diagnostic.headline }
      #expect(told.isEmpty, "\(lines.prefix(count)): \(told)")
    }
  }

  /// A sentence that is offered whole is no mistake before its blanks are filled in.
  @Test(arguments: [
    "|", CompletionCaseTests.shop + "|", "meter disk in bytes\nmeter bills\n|",
    "tiers free < pro < max\nfeature `price`\n|",
  ])
  func blanksAreNoMistakes(text: String) throws {
    let policy = try MarkedPolicy(text)
    let list = policy.project.completions(at: policy.cursor, in: policy.path)
    let sentences = list.items.filter { $0.kind == .snippet }
    #expect(sentences.count == 6)
    for sentence in sentences {
      let blank = try Regex(#"\$\{\d+:([^}]*)\}"#, as: (Substring, Substring).self)
      let written = sentence.text.replacing(blank) { $0.1 }
      let whole = Source(name: "w", text: text.replacing("|", with: written))
      let errors = Project(whole).quickFindings.filter { $0.diagnostic.level == .error }
      #expect(errors.isEmpty, "\(written)")
    }
  }

  /// Elsewhere a mistake is a mistake.
  @Test(arguments: ["|\nexport is off when platform", "export is off when platform # |"])
  func otherLinesAreToldTheirMistakes(line: String) throws {
    let policy = try MarkedPolicy(CompletionCaseTests.shop + line + "\n")
    let told = policy.project.quickFindings(typingAt: policy.cursor, in: policy.path)
    #expect(told.map { $0.diagnostic.code } == ["TG0017"])
  }

  /// What the text had beside mistakes stays until it is looked at again, and moves with it.
  @Test func findingsMoveWithTheText() throws {
    let before = Array("feature a\nfeature b\n".utf8)
    let after = Array("feature new, a\nfeature b\n".utf8)
    let change = TextChange(from: before, to: after)
    #expect(change.moved(Span(0, 7)) == Span(0, 7))
    #expect(change.moved(Span(18, 19)) == Span(23, 24))
    #expect(change.moved(Span(0, 9)) == nil)
  }
}
