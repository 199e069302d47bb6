import TestSupport
import Testing
import TollgateEditor
import TollgateSyntax

/// The answers of the editor's features, by cases with a cursor.
@Suite struct FeatureTests {
  static let shop = """
    policy Shop
    tiers free < pro "Pro"
    product annual "Annual"
      sold as "shop.annual"
      grants pro
      price 12 CNY per year
    meter bills "Bills"
    feature csv-export, cloud-sync
    series L1..L18 "Lessons"
    fact platform is ios, android or web
    bills > 500 requires pro
    csv-export requires pro when platform is ios
    cloud-sync requires pro
    L9..L14 requires pro
    scenario "with pro"
      given pro
      expect csv-export allowed

    """

  // MARK: Completion

  @Test(arguments: [
    ("csv-export requires |", ["nothing", "pro", "free"]),
    ("csv-export requires pr|", ["pro"]),
    ("csv-export |", ["requires", "is", "and"]),
    ("bills |", [">", ">=", "at most", "requires"]),
    ("csv-export requires pro |", ["and", "or", "from", "until", "when", "unless"]),
    ("csv-export is off when platform is |", ["ios", "android", "web"]),
    ("csv-export is off when |", ["platform", "not"]),
    ("product extra\n  price 3 |", ["CNY"]),
    ("product extra\n  grants |", ["pro", "free"]),
    ("product extra\n  |", ["price", "sold as", "grants"]),
    ("scenario \"x\"\n  given product |", ["annual"]),
    ("scenario \"x\"\n  expect csv-export |", ["allowed", "warned", "denied"]),
    ("scenario \"x\"\n  expect csv-export denied because |", ["not-held", "limit-reached"]),
    ("grant pro for 7 |", ["days"]),
    ("bills > 5 per |", ["day", "month"]),
    ("\n|", ["policy", "scenario", "csv-export", "product with price"]),
  ])
  func completionOffersWhatTheGrammarTakes(line: String, expected: [String]) throws {
    let policy = try MarkedPolicy(FeatureTests.shop + line + "\n")
    let found = policy.completions
    for item in expected { #expect(found.contains(item), "\(item) is not among \(found)") }
  }

  @Test(arguments: ["# requires |", "csv-export requires pro # |", "scenario \"with |"])
  func completionIsSilentInCommentsAndTexts(line: String) throws {
    #expect(try MarkedPolicy(FeatureTests.shop + line + "\n").completions.isEmpty)
  }

  @Test func aRequirementOffersNoMeterAndNoProduct() throws {
    let found = try MarkedPolicy(FeatureTests.shop + "csv-export requires |\n").completions
    #expect(!found.contains("bills") && !found.contains("annual"))
  }

  @Test func aClauseThatIsThereIsNotOfferedAgain() throws {
    let text = "product a\n  price 1 CNY once\n  |\n"
    let found = try MarkedPolicy(text).completions
    #expect(found.contains("trial") && !found.contains("price"))
  }

  @Test func anEntitlementIsShownWithItsTierAndPrice() throws {
    let policy = try MarkedPolicy(
      FeatureTests.shop.replacing("cloud-sync requires pro", with: "cloud-sync requires |pro"))
    let items = policy.project.completions(at: policy.cursor, in: policy.path).items
    let pro = items.first { $0.label == "pro" }
    #expect(pro?.detail == "Pro, tier 2, 12 CNY per year")
  }

  // MARK: Hover

  @Test func hoverTellsAboutAName() throws {
    let policy = try MarkedPolicy(
      FeatureTests.shop.replacing("csv-export requires pro", with: "csv-|export requires pro"))
    let hover = try #require(
      policy.project.hover(at: policy.place) { _, subject in ["sentence about \(subject)"] })
    #expect(policy.text(hover.place) == "csv-export")
    #expect(
      hover.markdown == """
        **csv-export**: a feature

        - sentence about name("csv-export")

        Used in 2 places.
        """)
  }

  @Test func hoverOnALimitTellsTheLastValueInsideAndTheFirstOutside() throws {
    let policy = try MarkedPolicy(
      FeatureTests.shop.replacing("bills > 500", with: "bills > 5|00"))
    #expect(
      policy.project.hover(at: policy.place) { _, _ in [] }?.markdown
        == "The last value inside is 500 of `bills`; the first outside is 501.")
  }

  @Test func hoverOnACodeShowsItsPage() throws {
    let policy = try MarkedPolicy("# allow TG02|06: so\nfeature a\n")
    let hover = try #require(policy.project.hover(at: policy.place) { _, _ in [] })
    #expect(hover.markdown.hasPrefix("**TG0206: an alternative that adds nothing**"))
    #expect(policy.text(hover.place) == "TG0206")
  }

  // MARK: Names

  @Test func theDefinitionOfANameIsInAnotherFile() throws {
    let policy = try MarkedPolicy([
      "main.gate": "use \"prices.gate\"\ncsv-export requires p|ro\n",
      "prices.gate": "tiers free < pro\n",
    ])
    let place = try #require(policy.project.definition(at: policy.place))
    #expect(place.path == "/w/prices.gate")
    #expect(policy.text(place) == "pro")
  }

  @Test func theDefinitionOfAMemberIsItsSeries() throws {
    let policy = try MarkedPolicy("series L1..L18\nL|9 requires pro\n")
    #expect(policy.text(policy.project.definition(at: policy.place)) == "L1")
  }

  @Test func renameChangesEveryFileAndScenario() throws {
    let policy = try MarkedPolicy([
      "main.gate": """
      use "prices.gate"
      csv-export requires p|ro
      always csv-export allowed with pro
      scenario "pro"
        given pro
        expect csv-export allowed

      """,
      "prices.gate": "tiers free < pro\nproduct pro\n  grants pro\n",
    ])
    let edits = try policy.project.rename(at: policy.place, to: "plus")
    #expect(
      policy.applying(edits) == [
        "main.gate": """
        use "prices.gate"
        csv-export requires plus
        always csv-export allowed with plus
        scenario "pro"
          given plus
          expect csv-export allowed

        """,
        "prices.gate": "tiers free < plus\nproduct pro\n  grants plus\n",
      ])
  }

  @Test func renameWritesBackquotesWhereTheNameIsAWord() throws {
    let policy = try MarkedPolicy("feature a|b\nab requires pro\n")
    let edits = try policy.project.rename(at: policy.place, to: "when")
    #expect(
      policy.applying(edits)["main.gate"] == "feature `when`\n`when` requires pro\n")
  }

  @Test(arguments: [
    ("feature a|b, cd\n", "cd", "`cd` is the name of something else; choose another one"),
    (
      "feature a|b\n", "two words",
      "`two words` cannot be a name; write letters, digits, `-` or `_`, and begin with a letter"
    ),
    (
      "series L1..L3\nL|2 requires pro\n", "M2",
      "`L2` is a member of a series; rename the series in its `series` statement"
    ),
    (
      "series L1..L3\nfeature a|b\n", "L2",
      "`L2` would be a member of a series; choose a name without its number"
    ),
    ("policy S\n\n|\n", "a", "there is no name here; put the cursor on one"),
  ])
  func renameRefusesWhatWouldClash(text: String, name: String, words: String) throws {
    let policy = try MarkedPolicy(text)
    do throws(RenameFault) {
      _ = try policy.project.rename(at: policy.place, to: name)
      Issue.record("renamed to \(name)")
    } catch {
      #expect(error.words == words)
    }
  }

  // MARK: Actions

  @Test func theFixOfAMisspeltWordIsOffered() throws {
    let policy = try MarkedPolicy("feature csv\ncsv requirs pro|\n")
    let project = policy.project
    let actions = project.codeActions(
      in: Span(policy.cursor - 8, policy.cursor), of: policy.path, project.quickFindings)
    let fix = try #require(actions.first)
    #expect(fix.title == "write `requires` (unsafe: may change the meaning)")
    #expect(policy.applying(fix.edits)["main.gate"] == "feature csv\ncsv requires pro\n")
  }

  @Test func aFindingCanBeAllowedWithAReason() throws {
    let policy = try MarkedPolicy("tiers free < pro\nfeature a, unused|\na requires pro\n")
    let project = policy.project
    let findings = try #require(project.exactFindings())
    let code = try #require(findings.first { $0.place.span.start > 16 }?.diagnostic.code)
    let actions = project.codeActions(
      in: Span(policy.cursor, policy.cursor), of: policy.path, findings)
    let allow = try #require(actions.first { $0.title == "allow \(code), with a reason" })
    let text = try #require(policy.applying(allow.edits)["main.gate"])
    #expect(text.contains("\n# allow \(code): write the reason here\nfeature a, unused\n"))
  }

  @Test func aLadderCanBeWrittenAsPlainLimits() throws {
    let head = "entitlements plus, business\nmeter guests\n"
    let policy = try MarkedPolicy(
      head + "guests at most 10\n  100 w|ith plus\n  unlimited with business\n")
    let actions = policy.project.codeActions(
      in: Span(policy.cursor, policy.cursor), of: policy.path, [])
    let rewrite = try #require(actions.first)
    #expect(rewrite.title == "write this ladder as 2 plain limits" && rewrite.kind == .rewrite)
    #expect(actions.count == 1 && !rewrite.isPreferred && rewrite.finding == nil)
    #expect(
      policy.applying(rewrite.edits)["main.gate"]
        == head + "guests > 10 requires plus or business\nguests > 100 requires business\n")
    let outside = try MarkedPolicy(head + "guests at most 10\n  100 with plus\nf| requires plus\n")
    #expect(
      outside.project.codeActions(
        in: Span(outside.cursor, outside.cursor), of: outside.path, []
      ).isEmpty)
  }

  // MARK: Shape

  @Test func symbolsAreTheStatements() throws {
    let policy = try MarkedPolicy(FeatureTests.shop)
    let names = policy.project.symbols(in: policy.path).map { $0.name }
    #expect(
      names == [
        "Shop", "free", "pro", "annual", "bills", "csv-export", "cloud-sync", "L1..L18",
        "platform", "bills > 500", "csv-export", "cloud-sync", "L9..L14", "with pro",
      ])
  }

  @Test func statementsWithClausesFold() throws {
    let policy = try MarkedPolicy(FeatureTests.shop)
    let folds = policy.project.folds(in: policy.path)
    #expect(folds.map { [$0.first, $0.last] } == [[2, 5], [14, 16]])
  }

  @Test func selectionsGrowFromTheWordToTheFile() throws {
    let policy = try MarkedPolicy("feature a\na requires p|ro\n")
    let texts = policy.project.selections(at: policy.place).map { policy.text($0) }
    #expect(texts == ["pro", "a requires pro", "feature a\na requires pro\n"])
  }

  @Test func hintsTellMembersPricesAndTheFirstBeyondALimit() throws {
    let policy = try MarkedPolicy(FeatureTests.shop)
    let hints = policy.project.inlayHints(in: Span(0, 10_000), of: policy.path)
    let texts = hints.map { $0.text }
    #expect(
      texts == [
        "from the 501st", "12 CNY per year", "12 CNY per year", "12 CNY per year", "6 lessons",
        "12 CNY per year",
      ])
  }

  @Test func lensesTellWhetherAScenarioPasses() throws {
    let policy = try MarkedPolicy(
      FeatureTests.shop + "\nscenario \"wrong\"\n  expect cloud-sync allowed\n"
        + "\nnever cloud-sync allowed with pro\n")
    let lenses = try #require(policy.project.codeLenses(in: policy.path))
    let titles = lenses.filter { $0.subject != .rule }.map { $0.title }
    #expect(titles.count == 3)
    #expect(titles.first == "passes")
    #expect(titles.dropFirst().first?.hasPrefix("fails: expected allowed, it is denied") == true)
    #expect(titles.last?.hasPrefix("wrong: ") == true)
  }

  @Test func semanticTokensTellKindsOfNames() throws {
    let policy = try MarkedPolicy("meter bills\nbills > 500 requires pro # x\n")
    let source = try #require(policy.project.file(policy.path))
    let tokens = policy.project.semanticTokens(in: policy.path).map {
      "\(source.text($0.span)) \($0.kind)\($0.isDeclaration ? " declared" : "")"
    }
    #expect(
      tokens == [
        "meter keyword", "bills meter declared", "bills meter", "> sign", "500 number",
        "requires keyword", "pro entitlement", "# x comment",
      ])
  }

  // MARK: Formatting

  @Test func formattingChangesOnlyTheLinesThatDiffer() throws {
    let source = Source(name: "a", text: "feature a\na   requires pro\nfeature b\nb  is off\n")
    let edits = source.formattingEdits()
    #expect(edits.map { $0.text } == ["a requires pro\n", "b is off\n"])
    let some = source.formattingEdits(in: Span(12, 14))
    #expect(some.map { $0.text } == ["a requires pro\n"])
  }

  @Test func aNewLineBelowAProductIsIndented() {
    let source = Source(name: "a", text: "product a\n\n")
    #expect(source.indentation(ofLineAt: 10) == "  ")
    #expect(Source(name: "a", text: "feature a\n\n").indentation(ofLineAt: 10) == "")
    #expect(Source(name: "a", text: "m at most 3\n\n").indentation(ofLineAt: 12) == "  ")
  }
}
