import Testing
import TollgateKit

/// Which columns, rows and sections a comparison of plans has.
@Suite struct PlanScopeTests {
  private static let shop = """
    policy Shop
    tiers free < plus < pro
    product plus-monthly
      grants plus
      price 10 USD per month
      not for sale
    product plus-2027
      grants plus
      price 15 USD per month
    product plus-large "Plus with room"
      grants plus
      adds 10 GB to storage
      price 20 USD per month
    product launch
      grants pro
      price 30 USD per month
      for sale until 2026-07-01
    product seo "Search tools"
      grants search
      price 5 USD per month
      only with plus-2027
    product audit "Audit log"
      grants auditing
      price 5 USD per month
      for sale with plus
    product seat
      grants team
      price 4 USD per month for each of seats
    entitlements search, auditing, team, staff
    meter storage in bytes
    meter seats
    fact verified is yes or no, otherwise no
    features export, import, log, rank, staff-only, plain
    group moving "moving data" zh-Hans "数据迁移" is import, export
    group all-of-it is export, log
    group reports "Reports" is rank, log, export
    grant staff when verified
    storage > 1 GB requires pro
    export requires plus and verified
    import requires plus
    log requires auditing
    rank requires search
    staff-only requires staff
    plain requires nothing

    """

  private func table(_ day: String = "2026-06-01", all: Bool = false) throws -> PlanTable {
    try policy(PlanScopeTests.shop).planTable(at: instant(day), all: all)
  }

  /// The first tier and what is sold on the day; nothing that only a grant of the policy gives.
  @Test func columnsAreWhatIsSold() throws {
    #expect(try table().columns.map(\.name) == ["free", "plus", "pro", "seat"])
    let later = try table("2026-08-01")
    #expect(later.columns.map(\.name) == ["free", "plus", "seat"])
    let all = try table("2026-08-01", all: true)
    #expect(all.columns.map(\.name) == ["free", "plus", "pro", "staff", "seat"])
    #expect(
      all.columns[1].products.map(\.name) == ["plus-monthly", "plus-2027", "plus-large"])
  }

  /// What a product of a tier adds is told beside it, and does not double the column.
  @Test func aProductThatAddsStaysInItsTier() throws {
    let plus = try table().columns[1]
    #expect(plus.products.map(\.name) == ["plus-2027", "plus-large"])
    #expect(plus.products.map(\.adds) == [[], ["10 GB of storage"]])
    #expect(!plus.bringsMore)
    #expect(try table().rows.first { $0.name == "storage" }?.cells[1].text == "1 GB")
  }

  /// What is sold only with another product, or only to who has something, is an add-on.
  @Test func whatGoesWithAnotherIsAnAddOn() throws {
    #expect(try table().addOns.map(\.listing.name) == ["seo", "audit"])
    #expect(try table().addOns.map(\.adds) == [["rank"], ["log"]])
  }

  @Test func groupsWithALabelAreSections() throws {
    let rows = try table().rows
    #expect(
      rows.map(\.name) == ["storage", "staff-only", "plain", "export", "import", "log", "rank"])
    #expect(
      rows.map(\.section) == [nil, nil, nil, "moving data", "moving data", "Reports", "Reports"])
    let chinese = try policy(PlanScopeTests.shop).planTable(in: "zh", at: instant("2026-06-01"))
    #expect(chinese.rows[3].section == "数据迁移")
  }

  /// A row for each meter but one that only counts a price.
  @Test func aMeterThatOnlyCountsAPriceIsNoRow() throws {
    #expect(try !table().rows.contains { $0.name == "seats" })
    let limited = try policy(PlanScopeTests.shop + "seats > 5 requires team\n")
    #expect(
      limited.planTable(at: try instant("2026-06-01")).rows.contains { $0.name == "seats" })
  }

  /// A fact is not known, also where it is otherwise no.
  @Test func aFactIsNamedThoughItHasAnOtherwise() throws {
    let export = try #require(try table().rows.first { $0.name == "export" })
    #expect(
      export.cells.map(\.text) == [
        "not included", "if verified is yes", "if verified is yes", "not included",
      ])
  }

  @Test(arguments: [
    ("free", "free", "Free"), ("csv-export", "csv-export", "Csv export"),
    ("Members", "members", "Members"), ("custom domains", "domains", "Custom domains"),
    ("iPad app", "ipad", "iPad app"), ("账单", "bills", "账单"), ("", "x", ""),
  ])
  func headingsBeginAlike(label: String, name: String, title: String) {
    #expect(Heading.title(label, name: name) == title)
  }

  /// A policy that names no products does not say what is sold: all it has is compared.
  @Test func withoutProductsEverythingIsCompared() throws {
    let table = try policy(
      "tiers free < pro\nentitlement staff\nfeature x\nx requires pro or staff\n"
    ).planTable(at: instant("2026-06-01"))
    #expect(table.columns.map(\.name) == ["free", "pro", "staff"])
  }
}
