import TollgateKit
import TollgateRuntime

/// The words of a comparison that are not the policy's, English or Simplified Chinese.
struct TableWords {
  private let language: Language

  init(_ locale: String) {
    language = Language(locale)
  }

  /// English or Chinese.
  func words(_ english: String, _ chinese: String) -> String {
    language == .chinese ? chinese : english
  }

  var yes: String { words("included", "包含") }
  var no: String { words("not included", "不包含") }
  var price: String { words("Price", "价格") }
  var plan: String { words("Plan", "方案") }
  var benefits: String { words("Benefits", "权益") }

  /// What the marks mean.
  var legend: String { words("✓ included   – not included", "✓ 包含   – 不包含") }

  /// The time that the answers are for, where time alone changes one of them.
  func time(_ table: PlanTable) -> String? {
    guard table.rows.contains(where: { $0.cells.contains { $0.until != nil } }) else { return nil }
    let time = table.instant.text.prefix(16).map { $0 == "T" ? " " : String($0) }.joined()
    return words("As of \(time) UTC.", "截至 \(time) UTC。")
  }

  /// What a plan costs: for each product a line with its price, and one for each of its terms. A
  /// product that has its column to itself goes without its name.
  func prices(_ column: PlanTable.Column) -> [String] {
    if column.isFree, column.products.isEmpty { return [PriceText.free(in: locale).text] }
    return column.products.flatMap { product in
      var line = product.priceText.text
      if column.kind != .product { line = product.label + words(": ", "：") + line }
      if product.isRecommended { line += words(" (recommended)", "（推荐）") }
      return [line] + product.terms
    }
  }

  private var locale: String { language == .chinese ? "zh" : "en" }
}
