import Foundation
import TestSupport
import Testing
import TollgateKit

/// The comparisons of the shipped policies, with the numbers of the requirements.
@Suite struct PlanTableTests {
  static func shipped(_ name: String) throws -> Policy {
    try Policy(contentsOf: Repository.url("Policies/\(name).gate"))
  }

  private func table(
    _ name: String, in locale: String = "en", at now: String = "2026-05-01"
  ) throws -> PlanTable {
    try PlanTableTests.shipped(name).planTable(in: locale, at: instant(now))
  }

  /// The words of each cell of a row.
  private func cells(_ row: String, _ table: PlanTable) -> [String]? {
    table.rows.first { $0.name == row }?.cells.map(\.text)
  }

  /// ET-2.1 to ET-2.3, ET-2.5
  @Test func expenseTrackerComparesFreeWithPro() throws {
    let table = try table("ExpenseTracker")
    #expect(table.columns.map(\.name) == ["free", "pro"])
    #expect(table.columns.map(\.isFree) == [true, false])
    #expect(cells("bills", table) == ["500", "unlimited"])
    for row in ["basic-statistics", "management", "delete-bill"] {
      #expect(cells(row, table) == ["included", "included"])
    }
    for row in ["cloud-sync", "csv-export", "database-export"] {
      #expect(cells(row, table) == ["not included", "included"])
    }
    let better = table.rows.filter(\.differs).map(\.name)
    #expect(better == ["bills", "cloud-sync", "csv-export", "database-export"])
  }

  /// ET-2.4
  @Test func expenseTrackerSellsProTwice() throws {
    let pro = try #require(try table("ExpenseTracker", in: "zh-Hans").columns.last)
    #expect(pro.products.map(\.name) == ["annual", "lifetime"])
    #expect(
      pro.products.map(\.price) == [
        Price(amount: "12", currency: "CNY", period: .months(12)),
        Price(amount: "38", currency: "CNY", period: .once),
      ])
    #expect(pro.products.map(\.priceText.text) == ["¥12/年", "¥38 一次性"])
  }

  /// BT-US1.1, BT-FR-005
  @Test func billiardsComparesItsPacksByRange() throws {
    let table = try table("Billiards", in: "zh-Hans")
    #expect(table.columns.map(\.name) == ["", "basic", "advanced", "expert", "full"])
    #expect(
      table.columns.map(\.label) == ["未购买", "基础课程包", "进阶课程包", "高级课程包", "全功能解锁"])
    #expect(
      table.rows.map(\.label) == [
        "课程 L1–L3", "课程 L4–L8", "课程 L9–L14", "课程 L15–L18", "杆法", "翻袋", "K球", "传球",
        "颗星", "解球", "清台挑战",
      ])
    #expect(table.rows.map(\.count).reduce(0, +) == 18 + 7)
    #expect(cells("L9..L14", table) == ["不包含", "不包含", "包含", "不包含", "包含"])
    #expect(cells("L1..L3", table) == Array(repeating: "包含", count: 5))
    let products = table.columns.flatMap(\.products)
    #expect(products.map(\.priceText.amount) == ["¥18", "¥25", "¥20", "¥48"])
    #expect(products.first?.benefits == ["课程 L4–L8", "杆法训练"])
  }

  /// KO-2.1, KO-2.2, KO-7.4
  @Test func kombinRecommendsTheMonthlyPlan() throws {
    let table = try table("Kombin", in: "tr")
    let plans = try #require(table.columns.last).products
    #expect(plans.map(\.priceText.amount) == ["₺59,99", "₺129,99", "₺999,99"])
    #expect(plans.map(\.priceText.period) == ["per week", "per month", "per year"])
    #expect(plans.filter(\.isRecommended).map(\.name) == ["monthly"])
    #expect(plans.allSatisfy { $0.benefits.count == 5 })
    #expect(cells("clothing-items", table) == ["3", "unlimited"])
    #expect(cells("style-suggestions", table) == ["not decided yet", "unlimited"])
    let answers = table.rows.first { $0.name == "favourites" }?.cells.map(\.answer)
    guard case .limited(let limits)? = answers?.first else {
      Issue.record("favourites: \(String(describing: answers))")
      return
    }
    #expect(limits.map(\.isUndecided) == [true])
    #expect(limits.map(\.amount) == [nil])
  }

  /// LG-OV-2, LG-DM-5, LG-DM-8
  @Test func lightGalleryPricesAreWrittenAsItsSourceHasThem() throws {
    let table = try table("LightGallery", in: "zh-Hans")
    #expect(table.columns.map(\.label) == ["免费版", "专业版", "旗舰版"])
    #expect(
      table.columns.map { $0.products.map(\.priceText.text) } == [
        [], ["¥10/月", "¥100/年"], ["¥20/月", "¥200/年"],
      ])
    #expect(table.columns[1].products.map(\.label) == ["专业版月付", "专业版年付"])
    #expect(PriceText.free(in: table.locale).text == "免费")
    #expect(table.rows.allSatisfy { $0.cells.dropFirst().allSatisfy { $0.answer == .included } })
    let free = table.rows.map { $0.cells[0].answer }
    #expect(free.filter { $0 == .excluded }.count == 10)
    #expect(cells("photoEnhancer", table)?.first == "条件：updated 后不满 14 天")
  }

  /// LG-ROLL-2, LG-ROLL-3: what time alone will change is no plain yes.
  @Test func aStageOfARolloutSaysWhenItEnds() throws {
    let open = try table("LightGallery", at: "2026-03-20")
    for row in open.rows {
      #expect(row.cells[0].answer == .included)
      #expect(row.cells[0].until == (try instant("2026-03-30")))
      let later = "included, with a warning"
      #expect(row.cells[0].then == later)
      #expect(row.cells[0].text == "included until 2026-03-30, then \(later)")
      #expect(row.cells[1].until == nil)
    }
    let soft = try table("LightGallery", at: "2026-04-05")
    #expect(
      cells("toolbox", soft)?.first
        == "included, with a warning until 2026-04-13, then not included")
    #expect(soft.rows.allSatisfy { $0.cells[0].answer == .warned })
  }

  /// A column says what the engine decides for somebody who holds its plan, for every cell.
  @Test(arguments: ["Billiards", "ExpenseTracker", "Kombin", "LightGallery", "PurchaseKit"])
  func everyCellIsTheEnginesAnswer(name: String) throws {
    let policy = try PlanTableTests.shipped(name)
    let now = try instant("2026-05-01")
    let table = policy.planTable(at: now)
    for (index, column) in table.columns.enumerated() {
      let grants: [Grant] =
        switch column.kind {
        case .nothing: []
        case .tier where column.bringsMore:
          column.products.prefix(1).map { Grant(product: $0.name) }
        case .tier, .entitlement: [Grant(entitlement: column.name)]
        case .product: [Grant(product: column.name)]
        }
      let usage = Dictionary(
        uniqueKeysWithValues: table.rows.filter { $0.kind == .meter }.map {
          ($0.name, Usage(total: Counter(0), day: Counter(0)))
        })
      let user = policy.prepare(Snapshot(asOf: now, grants: grants, usage: usage))
      for row in table.rows {
        for decision in policy.decide(each: row.name, for: user, at: now) {
          let place: Comment = "\(name) \(column.label) \(decision.target)"
          switch row.cells[index].answer {
          case .included: #expect(decision.outcome == .allowed, place)
          case .warned: #expect(decision.outcome == .warned, place)
          case .excluded, .depends: #expect(decision.outcome == .denied, place)
          case .value(let value): #expect(decision.value?.value == value, place)
          case .unlimited: #expect(decision.quota?.isUnlimited == true, place)
          case .limited(let limits):
            #expect(decision.quota?.limit == limits.first?.amount, place)
            #expect(decision.quota?.isUndecided == limits.first?.isUndecided, place)
          }
        }
      }
    }
  }

  /// The store's own price goes before the reference.
  @Test func aStorePriceIsShown() throws {
    let policy = try PlanTableTests.shipped("Billiards")
    let table = policy.planTable(
      in: "zh-Hans", at: try instant("2026-05-01"),
      storePrices: ["com.app.course.basic": "¥18.00", "full": "HK$ 58"])
    let texts = table.columns.flatMap(\.products).map(\.priceText.text)
    #expect(texts == ["¥18.00 一次性", "¥25 一次性", "¥20 一次性", "HK$ 58 一次性"])
  }
}
