import Foundation
import TestSupport
import Testing
import TollgateSyntax

/// `tollgate table`, to the letter, in each format.
@Suite struct TableTests {
  private static let shop = """
    policy Shop "Shop" zh-Hans "商店"
    tiers free "Free" zh-Hans "免费版" < pro "Pro" zh-Hans "专业版"
    product annual "Annual" zh-Hans "年订阅"
      sold as "com.shop.annual" on app-store
      grants pro
      price 12 CNY per year
      recommended
      trial 7 days
      benefit "Everything, for a year" zh-Hans "全年畅享"
    meter bills "Bills" zh-Hans "账单"
    feature export "CSV | export" zh-Hans "导出"
    feature beta "=SUM(A1)"
    series L1..L4 "Course" zh-Hans "课程"
    fact platform is ios or web
    bills > 500 requires pro
    export requires pro
    beta is off when platform is web
    L1..L2 requires nothing
    L3..L4 requires pro

    """

  private func table(_ format: String, _ locale: String = "en") throws -> String {
    let result = try Command.run(
      "table", "-", "--format", format, "--locale", locale, "--at", "2026-06-01",
      input: TableTests.shop)
    #expect(result.status == 0)
    #expect(result.errors == "")
    return result.output
  }

  @Test func aCurrencyHasItsCodeWhereItsSignIsForeign() throws {
    let german = try table("csv", "de")
    #expect(german.contains("12\u{A0}CNY"))
    #expect(!german.contains("CN¥"))
    #expect(try table("csv").contains("CN¥12"))
  }

  @Test func textStandsInColumns() throws {
    #expect(
      try table("text") == """
        Shop

                      Free                    Pro
        Price         Free                    Annual: CN¥12 per year (recommended)
                                              free trial: 7 days
        Bills         500                     unlimited
        CSV | export  –                       ✓
        =SUM(A1)      if platform is not web  if platform is not web
        Course L1–L2  ✓                       ✓
        Course L3–L4  –                       ✓

        ✓ included   – not included

        Annual
          • Everything, for a year

        """)
  }

  @Test func wideCharactersTakeTwoColumns() throws {
    #expect(
      try table("text", "zh-Hans") == """
        商店

                    免费版                   专业版
        价格        免费                     年订阅：¥12/年（推荐）
                                             免费试用 7 天
        账单        500                      不限量
        导出        –                        ✓
        =SUM(A1)    条件：platform 不为 web  条件：platform 不为 web
        课程 L1–L2  ✓                        ✓
        课程 L3–L4  –                        ✓

        ✓ 包含   – 不包含

        年订阅
          • 全年畅享

        """)
  }

  @Test func markdownTakesNothingForMarkup() throws {
    #expect(
      try table("markdown") == #"""
        # Shop

        |  | Free | Pro |
        | --- | :---: | :---: |
        | **Price** | Free | Annual: CN¥12 per year (recommended)<br>free trial: 7 days |
        | Bills | 500 | unlimited |
        | CSV \| export | – | ✓ |
        | =SUM(A1) | if platform is not web | if platform is not web |
        | Course L1–L2 | ✓ | ✓ |
        | Course L3–L4 | – | ✓ |

        ✓ included   – not included

        **Annual**

        - Everything, for a year

        """#)
  }

  /// RFC 4180, and no field that a spreadsheet would take for a formula.
  @Test func csvIsHarmless() throws {
    let lines = [
      "Plan,Free,Pro", "Price,Free,Annual: CN¥12 per year (recommended); free trial: 7 days",
      "Benefits,,\"Everything, for a year\"", "Bills,500,unlimited",
      "CSV | export,not included,included",
      "'=SUM(A1),if platform is not web,if platform is not web",
      "Course L1–L2,included,included", "Course L3–L4,not included,included",
    ]
    #expect(try table("csv") == lines.map { $0 + "\r\n" }.joined())
    let hostile = try Command.run(
      "table", "-", "--format", "csv", "--locale", "en",
      input: """
        feature a "+1"
        feature b "-1"
        feature c "@x"
        feature d "a \\"b\\", c"
        product p
          grants pro
        a, b, c and d require pro

        """)
    let rows = hostile.output.components(separatedBy: "\r\n").dropFirst(2)
    #expect(
      rows.map { $0.hasSuffix(",not included,included") ? String($0.dropLast(22)) : $0 } == [
        "'+1", "'-1", "'@x", "\"A \"\"b\"\", c\"", "",
      ])
  }

  @Test func jsonIsThePlanTable() throws {
    let json = try Command.object(try table("json", "zh-Hans"))
    #expect(json["schema"] as? Int == 1)
    #expect(json["title"] as? String == "商店")
    #expect(json["at"] as? String == "2026-06-01T00:00:00Z")
    let columns = try #require(json["columns"] as? [[String: Any]])
    #expect(columns.map { $0["kind"] as? String } == ["tier", "tier"])
    #expect(columns.map { $0["free"] as? Bool } == [true, false])
    #expect(columns.map { $0["recommended"] as? Bool } == [false, true])
    let products = try #require(columns[1]["products"] as? [[String: Any]])
    #expect(products.first?["priceText"] as? String == "¥12/年")
    #expect(products.first?["trialSeconds"] as? Int == 604_800)
    #expect(
      products.first?["soldAs"] as? [[String: String]] == [
        ["id": "com.shop.annual", "store": "app-store"]
      ])
    let rows = try #require(json["rows"] as? [[String: Any]])
    #expect(
      rows.map { $0["name"] as? String } == ["bills", "export", "beta", "L1..L2", "L3..L4"])
    #expect(rows.map { $0["differs"] as? Bool } == [true, true, false, false, true])
    let cells = try rows.map { try #require($0["cells"] as? [[String: Any]]) }
    #expect(cells[0].map { $0["answer"] as? String } == ["limited", "unlimited"])
    let limits = try #require(cells[0][0]["limits"] as? [[String: Any]])
    #expect(limits.first?["limit"] as? Int == 500)
    #expect(cells[2][0]["when"] as? String == "条件：platform 不为 web")
    #expect(cells[4].map { $0["text"] as? String } == ["不包含", "包含"])
  }

  @Test func theLanguageOfTheEnvironmentIsUsed() throws {
    let chinese = try Command.run(
      "table", "-", input: TableTests.shop, environment: ["LC_ALL": "zh_CN.UTF-8"])
    #expect(chinese.output.hasPrefix("商店\n"))
    let turkish = try Command.run("table", "-", "--locale", "tr", input: TableTests.shop)
    #expect(turkish.output.contains("12\u{A0}CNY per year"))
  }

  /// Add-ons are no columns, and long texts go on in the next line.
  @Test func addOnsStandBelowAndNothingIsTooWide() throws {
    let plans = (1...9).map { "product p\($0) \"Plan number \($0)\"\n  grants e\($0)\n" }.joined()
    let others = (1...9).map { "p\($0)" }
    let input =
      plans
        + """
        product extra "Extra minutes"
          adds 30 min to calls
          only with p1
          not with \(others.dropFirst().joined(separator: ", "))
          price 2 USD per month
        meter calls "Calls" in seconds
        feature export "A very long name of a feature that nobody would call like this"
        calls > 1h requires e1 or e2
        export requires \((1...9).map { "e\($0)" }.joined(separator: " or "))

        """
    let text = try Command.run("table", "-", "--locale", "en", input: input).output
    #expect(text.contains("\nAdd-ons\n  Extra minutes: $2 per month; adds 30 min of Calls;"))
    #expect(
      text.replacingOccurrences(of: "\n    ", with: " ").contains(
        "not together with Plan number 2, Plan number 3, Plan number 4 and 5 more"))
    for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    let chinese = try Command.run("table", "-", "--locale", "zh-Hans", input: input).output
    #expect(chinese.contains("\n附加包\n"))
    for line in chinese.split(separator: "\n") {
      #expect(DisplayCell.width(of: String(line)) <= 100, "\(line)")
    }
    let page = try Command.run("table", "-", "--format", "html", "--locale", "en", input: input)
    #expect(page.output.contains("<h4>Extra minutes</h4>"))
    #expect(page.output.contains("<li>Adds 30 min of Calls</li>"))
  }

  @Test(arguments: ["describe", "table"])
  func nothingIsWiderThanThePage(command: String) throws {
    for policy in Repository.policies {
      for locale in ["en", "zh-Hans"] {
        let result = try Command.run(
          command, Repository.url(policy).path, "--locale", locale)
        for line in result.output.split(separator: "\n") {
          #expect(DisplayCell.width(of: String(line)) <= 100, "\(line)")
        }
      }
    }
  }

  @Test func mistakesAreTold() throws {
    let broken = try Command.run("table", "-", input: "bills > requires pro\n")
    #expect(broken.status == 2)
    #expect(broken.output == "")
    #expect(try Command.run("table", "nowhere.gate").status == 2)
    #expect(try Command.run("table", "-", "--format", "pdf").status == 64)
    let time = try Command.run("table", "-", "--at", "soon", input: TableTests.shop)
    #expect(time.status == 64)
    #expect(time.errors.contains("--at takes a date or time"))
  }

  @Test(arguments: ["text", "markdown", "csv", "html", "json"])
  func anEmptyPolicyHasAnEmptyTable(format: String) throws {
    let result = try Command.run("table", "-", "--format", format, input: "# nothing\n")
    #expect(result.status == 0)
    #expect(!result.output.isEmpty)
  }
}
