import TollgateKit
import TollgateRuntime
import TollgateWords

/// The words of a comparison that are not the policy's, English or Simplified Chinese.
struct TableWords: Bilingual {
  let language: Language

  init(_ locale: String) {
    language = Language(locale)
  }

  var yes: String { words("included", "包含") }
  var no: String { words("not included", "不包含") }
  var price: String { words("Price", "价格") }
  var plan: String { words("Plan", "方案") }
  var benefits: String { words("Benefits", "包含内容") }

  var addOns: String { words("Add-ons", "附加包") }

  /// An add-on in one line: its price, its contents and its terms.
  func line(_ addOn: PlanTable.AddOn) -> String {
    let adds =
      addOn.adds.isEmpty ? [] : [words("adds \(list(addOn.adds))", "增加\(list(addOn.adds))")]
    return ([addOn.listing.priceText.text] + adds + addOn.listing.terms)
      .joined(separator: words("; ", "；"))
  }

  /// The meaning of the marks.
  var legend: String { words("✓ included   – not included", "✓ 包含   – 不包含") }

  /// The time that the answers are for, where time alone changes one of them.
  func time(_ table: PlanTable) -> String? {
    guard table.rows.contains(where: { $0.cells.contains { $0.until != nil } }) else { return nil }
    let time = table.instant.text.prefix(16).map { $0 == "T" ? " " : String($0) }.joined()
    return words("As of \(time) UTC.", "截至 \(time) UTC。")
  }

  /// The prices of a plan: for each product a line with its price, and one for each of its terms. A
  /// product that has its column to itself goes without its name.
  func prices(_ column: PlanTable.Column) -> [String] {
    if column.isFree, column.products.isEmpty { return [PriceText.free(in: locale).text] }
    return column.products.flatMap { product in
      var line = product.priceText.text
      if column.kind != .product {
        line = words("\(product.label): \(line)", "\(product.label)：\(line)")
      }
      if product.isRecommended { line += words(" (recommended)", "（推荐）") }
      return [line] + product.terms
    }
  }

  private var locale: String { language == .chinese ? "zh" : "en" }
}

extension PlanTable {
  /// The benefits of each plan and of each of its products, with its label; none that is empty.
  var benefitLists: [(label: String, benefits: [String])] {
    columns.flatMap { column in
      [(label: column.label, benefits: column.benefits)]
        + column.products.map { (label: $0.label, benefits: $0.benefits) }
    }.filter { !$0.benefits.isEmpty }
  }
}

extension PlanTable.Column {
  /// The benefits of a plan and its products in the policy's words, each once.
  var allBenefits: [String] {
    (benefits + products.flatMap(\.benefits)).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
  }
}
