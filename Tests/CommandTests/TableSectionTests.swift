import Foundation
import TestSupport
import Testing

/// Sections, add-ons and cards of `tollgate table`, in each format.
@Suite struct TableSectionTests {
  private static let shop = """
    policy Shop "Shop"
    tiers free < plus "Plus"
    product plus-monthly "Plus monthly"
      grants plus
      price 3000 INR per month
      benefit "A benefit of its own"
    product plus-large "Plus with room"
      grants plus
      adds 400 to participants
      price 4000 INR per month
    product search "Search"
      grants searching
      price 5 USD per month
      only with plus-monthly
    product old
      grants legacy
      not for sale
    entitlements searching, legacy
    meter participants "Participants"
    setting history "page history" is 7 days
      30 days with plus
    features a1, a2, a3, a4, a5, a6, web-only
    feature find "Find"
    fact platform is ios or web
    group reports "reports" is find, a6
    participants > 100 is not allowed
    a1, a2, a3, a4, a5, a6 require plus
    web-only requires plus when platform is web
    find requires plus and searching

    """

  private func table(_ format: String, _ options: [String] = []) throws -> String {
    let result = try Shell.run(
      Shell.tollgate,
      ["table", "-", "--format", format, "--locale", "en", "--at", "2026-06-01"] + options,
      input: Data(TableSectionTests.shop.utf8))
    #expect(result.status == 0)
    #expect(result.errors == "")
    return result.output
  }

  @Test func textHasALineForASection() throws {
    #expect(
      try table("text") == """
        Shop

                      Free                    Plus
        Price         Free                    Plus monthly: ₹3,000 per month
                                              Plus with room: ₹4,000 per month
                                              adds 400 Participants
        Participants  100                     100
        Page history  7 days                  30 days
        A1            –                       ✓
        A2            –                       ✓
        A3            –                       ✓
        A4            –                       ✓
        A5            –                       ✓
        Web only      if platform is not web  ✓

        Reports
        A6            –                       ✓
        Find          –                       –

        ✓ included   – not included

        Add-ons
          Search: $5 per month; adds Find; only with Plus monthly

        Plus monthly
          • A benefit of its own

        """)
  }

  @Test func markdownAndCSVHaveALineForASection() throws {
    #expect(try table("markdown").contains("| **Reports** |  |  |\n| A6 | – | ✓ |\n"))
    #expect(try table("csv").contains("\r\nReports,,\r\nA6,not included,included\r\n"))
  }

  @Test func jsonNamesTheSection() throws {
    let json = try Command.object(try table("json"))
    let rows = try #require(json["rows"] as? [[String: Any]])
    #expect(rows.map { $0["section"] as? String }.suffix(3) == [nil, "reports", "reports"])
    #expect(rows.map { $0["title"] as? String }.prefix(2) == ["Participants", "Page history"])
    let columns = try #require(json["columns"] as? [[String: Any]])
    let products = try #require(columns.last?["products"] as? [[String: Any]])
    #expect(products.map { $0["adds"] as? [String] } == [[], ["400 Participants"]])
    let all = try Command.object(try table("json", ["--all"]))
    let names = (all["columns"] as? [[String: Any]])?.map { $0["name"] as? String }
    #expect(names == ["free", "plus", "old"])
  }

  /// A card begins with its benefits, then come the first rows, also those with a condition, and how
  /// many more there are.
  @Test func cardsTellHowManyMoreThereAre() throws {
    let page = try table("html")
    let cards = page.components(separatedBy: "<li class=\"plan\">")
    #expect(
      cards[1].contains(
        """
        <ul class="benefits">
        <li>Participants: 100</li>
        <li>Page history: 7 days</li>
        <li>Web only: if platform is not web</li>
        </ul>
        """))
    #expect(
      cards[2].contains(
        """
        <ul class="benefits">
        <li>A benefit of its own</li>
        <li>Participants: 100</li>
        <li>Page history: 30 days</li>
        <li>A1</li>
        <li>A2</li>
        <li>A3</li>
        <li>A4</li>
        <li>and 3 more</li>
        </ul>
        """))
    #expect(cards[2].contains("<p class=\"terms\">Adds 400 Participants</p>"))
    #expect(page.contains("class=\"group\"><span>Reports</span></th>"))
    #expect(page.contains("<span>Page history</span>"))
    #expect(try Markup(page).elements.contains { $0.name == "table" })
  }
}
