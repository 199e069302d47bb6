import Tollgate
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
  var recommended: String { words("recommended", "推荐") }
  var price: String { words("Price", "价格") }
  var plan: String { words("Plan", "方案") }
  var benefits: String { words("Benefits", "权益") }
  var unlimited: String { words("unlimited", "不限量") }

  /// What the marks mean.
  var legend: String { words("✓ included   – not included", "✓ 包含   – 不包含") }

  /// The time that the answers are for, where time alone changes one of them.
  func time(_ table: PlanTable) -> String? {
    guard table.rows.contains(where: { $0.cells.contains { $0.until != nil } }) else { return nil }
    let time = table.instant.text
    return words("As of \(time).", "截至 \(time)。")
  }

  /// A product with its price and terms on one line: `Annual: CN¥12 per year, recommended`. One
  /// that has its column to itself goes without its name.
  func line(_ product: ProductListing, in column: PlanTable.Column) -> String {
    var parts = [product.priceText.text]
    if product.isRecommended { parts.append(recommended) }
    parts += product.terms
    let text = parts.joined(separator: words(", ", "，"))
    return column.kind == .product ? text : product.label + words(": ", "：") + text
  }

  /// What a plan costs, a line for each product.
  func prices(_ column: PlanTable.Column) -> [String] {
    if column.isFree && column.products.isEmpty { return [PriceText.free(in: locale).text] }
    return column.products.map { line($0, in: column) }
  }

  private var locale: String { language == .chinese ? "zh" : "en" }
}
