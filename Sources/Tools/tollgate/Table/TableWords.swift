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
    ([addOn.listing.priceText.text] + adds(addOn.adds) + addOn.listing.terms)
      .joined(separator: words("; ", "；"))
  }

  /// The contents of an add-on, one by one: the amounts that it adds, then what it opens.
  func contents(_ addOn: PlanTable.AddOn) -> [String] {
    addOn.listing.adds.flatMap { adds([$0]) }.map(sentence)
      + addOn.opens.map { Heading.title($0, name: "") }
  }

  /// The amounts that a product adds to its column's plan, in a line; none where the column shows
  /// them.
  func adds(_ product: ProductListing, to column: PlanTable.Column) -> [String] {
    column.kind == .tier && !column.bringsMore ? adds(product.adds) : []
  }

  private func adds(_ things: [String]) -> [String] {
    things.isEmpty ? [] : [words("adds \(list(things))", "增加\(list(things))")]
  }

  /// A line by itself, which begins with a capital.
  func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The meaning of the marks.
  var legend: String { words("✓ included   – not included", "✓ 包含   – 不包含") }

  /// The sentences below a table: when the days and months of its meters begin, and the time that
  /// the answers are for.
  func notes(_ table: PlanTable) -> [String] {
    table.rows.compactMap { row in
      row.begins.map { words("\(row.title): \(inside($0))", "\(row.title)：\($0)") }
    } + (time(table).map { [$0] } ?? [])
  }

  /// A sentence behind a colon: it begins with a small letter.
  private func inside(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  /// The time that the answers are for, where time alone changes one of them.
  private func time(_ table: PlanTable) -> String? {
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
        line = words("\(product.title): \(line)", "\(product.title)：\(line)")
      }
      if product.isRecommended { line += words(" (recommended)", "（推荐）") }
      return [line] + adds(product, to: column) + product.terms
    }
  }

  private var locale: String { language == .chinese ? "zh" : "en" }
}

extension PlanTable {
  /// A line of the table: a row, or the heading of the section whose rows follow.
  struct Line {
    var title: String
    var row: Row?
  }

  /// The rows in their order, with a heading before each section.
  var lines: [Line] {
    var lines: [Line] = []
    var section: String?
    for row in rows {
      if let heading = row.section, heading != section {
        lines.append(Line(title: Heading.title(heading, name: "")))
      }
      section = row.section
      lines.append(Line(title: row.title, row: row))
    }
    return lines
  }

  /// The benefits of each plan and of each of its products, with its label; none that is empty.
  var benefitLists: [(label: String, benefits: [String])] {
    columns.flatMap { column in
      [(label: column.title, benefits: column.benefits)]
        + column.products.map { (label: $0.title, benefits: $0.benefits) }
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
