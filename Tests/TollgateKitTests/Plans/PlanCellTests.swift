import Testing
import TollgateKit

/// What stands in a cell: yes, no, and everything that is neither.
@Suite struct PlanCellTests {
  private static let shop = """
    policy Shop "Shop"
    tiers free < pro "Pro" < max
    entitlement account
    product annual
      grants pro
      price 12 CNY per year
    product space "10 GB more"
      adds 10 GB to storage
      price 3 USD per month
    product old
      grants pro
      not for sale
    meter bills
    meter storage in bytes
    meters exports, pets, seats
    features beta, tablet, soft-one, both, promo, settings, roll, ver, busy, later, early, many
    features new, gone
    fact platform is ios, android or web
    fact tester is yes or no
    fact insider is yes or no, otherwise no
    fact installed is a date
    fact build is a number
    fact version is a version
    rollout trial is 25% of users
    grant pro for 7 days after installed
    bills > 500 requires pro
    bills > 20 per day requires max
    bills > 30 per day requires pro
    storage > 5 GB requires pro
    exports > 3 per day requires pro when platform is web
    pets requires pro
    seats > allowance requires max
    beta requires tester
    tablet is off when platform is web
    soft-one requires pro
      soft
    both requires pro or (account and tester)
    promo requires pro from 2027-01-01
    settings requires account
    roll requires pro when in trial
    ver requires pro unless version since 1.4
    busy is off when exports > 10 per day
    later requires pro until 2027-02-01T08:00Z
    early requires pro from 7 days after installed
    many is off when platform is web and tester and build > 5 and version before 2.0 and in trial
    many is off when installed before 2026-01-01 and exports > 3
    new requires insider
    gone is off

    """

  private func cells(_ locale: String = "en") throws -> [String: [String]] {
    let table = try policy(PlanCellTests.shop).planTable(
      in: locale, at: instant("2026-06-01"), all: true)
    #expect(table.columns.map(\.name) == ["free", "pro", "max", "account"])
    #expect(
      table.columns.map(\.kind.rawValue) == ["tier", "tier", "tier", "entitlement"])
    #expect(table.addOns.map(\.listing.label) == ["10 GB more"])
    #expect(table.addOns.map(\.adds) == [[locale == "en" ? "10 GB of storage" : "10 GB 的 storage"]])
    return Dictionary(uniqueKeysWithValues: table.rows.map { ($0.name, $0.cells.map(\.text)) })
  }

  @Test func limitsAreNumbersWithUnitAndWindow() throws {
    let cells = try cells()
    let bills = "500; 20 per day"
    #expect(cells["bills"] == [bills, "20 per day", "unlimited", bills])
    #expect(cells["storage"] == ["5 GB", "unlimited", "unlimited", "5 GB"])
    #expect(cells["exports"]?.first == "3 per day if platform is web")
    #expect(cells["exports"]?[1] == "unlimited")
    #expect(cells["pets"]?.prefix(2) == ["not included", "unlimited"])
    #expect(
      cells["seats"]?.prefix(3) == ["set for each account", "set for each account", "unlimited"])
  }

  @Test func aConditionIsNeitherYesNorNo() throws {
    let cells = try cells()
    #expect(cells["beta"] == Array(repeating: "if tester is yes", count: 4))
    #expect(cells["tablet"]?.first == "if platform is not web")
    #expect(cells["roll"]?.first == "if the user is not in the rollout trial (25% of users)")
    #expect(cells["ver"]?.first == "if version is 1.4 or later")
    #expect(cells["busy"]?.first == "if at most 10 exports per day are used")
    #expect(cells["early"]?.first == "if less than 7 days have passed since installed")
    #expect(cells["both"] == ["not included", "included", "included", "if tester is yes"])
  }

  @Test func aLongConditionOnlyNamesWhatItDependsOn() throws {
    let words = try cells()["many"]?.first
    #expect(
      words
        == "depending on build, platform, tester, version, trial, installed and more"
    )
  }

  @Test func timeAndRemindersAreTold() throws {
    let cells = try cells()
    #expect(
      cells["promo"]?.prefix(2) == [
        "included until 2027-01-01, then not included", "included",
      ])
    #expect(cells["later"]?.first == "not included until 2027-02-01 08:00 UTC, then included")
    #expect(cells["soft-one"]?.prefix(2) == ["included, with a warning", "included"])
    #expect(
      cells["settings"] == ["not included", "not included", "not included", "included"])
    #expect(cells["new"]?.first == "if insider is yes")
    #expect(cells["gone"] == Array(repeating: "not included", count: 4))
  }

  @Test func theWordsAreChineseToo() throws {
    let cells = try cells("zh-Hans")
    #expect(cells["bills"]?.first == "500；每日 20")
    #expect(cells["exports"]?.first == "每日 3（条件：platform 为 web）")
    #expect(cells["tablet"]?.first == "条件：platform 不为 web")
    #expect(cells["busy"]?.first == "条件：每日 exports 用量不大于 10")
    #expect(cells["roll"]?.first == "条件：用户不在灰度 trial（25% 的用户）内")
    #expect(cells["early"]?.first == "条件：installed 后不满 7 天")
    #expect(cells["promo"]?.first == "包含，至 2027-01-01；此后不包含")
    #expect(cells["soft-one"]?.first == "包含（会有提醒）")
    #expect(cells["seats"]?.first == "按账户而定")
  }

  /// A tier that is sold with more storage is one column, and add-ons are none.
  @Test func aProductThatBringsATierAndMoreDoesNotDoubleIt() throws {
    let table = try policy(
      """
      tiers free < pro < max
      product pro-monthly
        grants pro
        adds 10 GB to storage
        price 5 USD per month
      product pro-yearly
        grants pro
        adds 10 GB to storage
        price 50 USD per year
      product max-monthly
        grants max
        adds 100 GB to storage
        price 9 USD per month
      entitlement minutes
      product extra-minutes "Extra minutes"
        grants minutes
        adds 5 GB to storage
        only with pro-monthly or pro-yearly
        price 2 USD per month
      meter storage "storage" in bytes
      feature calls "Calls"
      feature export
      storage > 5 GB requires max
      storage > 50 GB is not allowed
      export requires pro
      calls requires pro and minutes
      """
    ).planTable(at: instant("2026-06-01"))
    #expect(table.columns.map(\.name) == ["free", "pro", "max"])
    #expect(table.columns.map { $0.products.count } == [0, 2, 1])
    #expect(table.columns.map(\.bringsMore) == [false, true, true])
    #expect(table.rows.first?.cells.map(\.text) == ["5 GB", "15 GB", "150 GB"])
    #expect(table.addOns.map(\.listing.name) == ["extra-minutes"])
    #expect(table.addOns.first?.adds == ["5 GB of storage", "Calls"])
  }

  @Test func aPolicyThatDeclaresNothingHasColumnsToo() throws {
    let table = try policy("bills > 500 requires pro\n").planTable(at: instant("2026-06-01"))
    #expect(table.columns.map(\.label) == ["Without a purchase", "pro"])
    #expect(table.columns.map(\.kind.rawValue) == ["nothing", "entitlement"])
    #expect(table.rows.first?.cells.map(\.text) == ["500", "unlimited"])
    let empty = try policy("").planTable(at: instant("2026-06-01"))
    #expect(empty.columns.isEmpty)
    #expect(empty.rows.isEmpty)
  }

  /// 10,000 lessons and 50 plans: equal rules are worked out once, equal neighbours are one row.
  @Test func aLargePolicyHasFewRows() throws {
    var text = "series L1..L10000\n"
    for pack in 1...50 {
      text += "entitlement e\(pack)\nproduct p\(pack)\n  grants e\(pack)\n"
      text += "L\(pack * 200 - 199)..L\(pack * 200) requires e\(pack)\n"
    }
    let table = try Policy(source: text).planTable(at: instant("2026-06-01"))
    #expect(table.columns.count == 51)
    #expect(table.rows.count == 50)
    #expect(table.rows[3].label == "L601–L800")
    #expect(table.rows[3].cells.map(\.answer).firstIndex(of: .included) == 4)
  }

  @Test(arguments: [
    ("en", "1299.99", "EUR", "€1,299.99"), ("de-AT", "12999.90", "EUR", "12.999,90\u{A0}€"),
    ("fr", "12999", "EUR", "12\u{A0}999\u{A0}€"), ("nl", "5.50", "EUR", "€5,50"),
    ("en", "12", "CNY", "CN¥12"), ("zh-Hans", "12", "CNY", "¥12"), ("zh", "12", "JPY", "JP¥12"),
    ("tr", "59.99", "TRY", "₺59,99"), ("en", "3", "CHF", "3\u{A0}CHF"),
    ("en", "1000000", "KRW", "₩1,000,000"), ("en-IN", "3000", "INR", "₹3,000"),
    ("en-IN", "10000", "INR", "₹10,000"),
  ])
  func pricesAreExact(locale: String, amount: String, currency: String, expected: String) throws {
    let text = "product p\n  grants e\n  price \(amount) \(currency) once\n"
    let table = try Policy(source: text).planTable(in: locale, at: instant("2026-06-01"))
    #expect(table.columns.last?.products.first?.priceText.amount == expected)
  }
}
