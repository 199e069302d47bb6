import TollgateKit

extension HTMLTable {
  /// A card for each plan: its prices, terms and benefits.
  var cards: String {
    let heading = HTMLText.element("h2", words.words("Plans", "方案"), "id=\"plans\"")
    return """
      <section aria-labelledby="plans">
      \(heading)
      <ul class="plans">
      \(table.columns.indices.map(card).joined())</ul>
      </section>

      """
  }

  private func card(_ index: Int) -> String {
    let column = table.columns[index]
    let isMarked = column.isRecommended
    var lines = ["<li class=\"\(isMarked ? "plan marked" : "plan")\">"]
    if column.kind == .product, let product = column.products.first {
      lines += offer(product, named: "h3")
    } else {
      lines.append(HTMLText.element("h3", column.label))
      lines += offers(column)
    }
    lines += list(benefits(column) ?? contents(of: index))
    lines.append("</li>")
    return lines.joined(separator: "\n") + "\n"
  }

  private func offers(_ column: PlanTable.Column) -> [String] {
    guard !column.products.isEmpty else {
      return column.isFree ? [price(PriceText.free(in: table.locale))] : []
    }
    var lines = ["<ul class=\"offers\">"]
    for product in column.products {
      lines += ["<li>"] + offer(product, named: "h4") + ["</li>"]
    }
    return lines + ["</ul>"]
  }

  private func offer(_ product: ProductListing, named element: String) -> [String] {
    var name = HTMLText.element(element, product.label)
    if product.isRecommended {
      name += HTMLText.element("p", words.words("Recommended", "推荐"), "class=\"badge\"")
    }
    var lines = ["<div class=\"name-line\">\(name)</div>", price(product.priceText)]
    if !product.terms.isEmpty {
      let terms = product.terms.joined(separator: " · ")
      lines.append(HTMLText.element("p", terms, "class=\"terms\""))
    }
    return lines
  }

  private func price(_ price: PriceText) -> String {
    let amount = HTMLText.element("strong", price.amount)
    let period = price.period.isEmpty ? "" : " " + HTMLText.element("span", price.period)
    return "<p class=\"price\">\(amount)\(period)</p>"
  }

  /// What a plan brings, in the policy's words; products that say the same say it once. Nothing
  /// where the policy has no words for it.
  private func benefits(_ column: PlanTable.Column) -> [String]? {
    var benefits: [String] = []
    for benefit in column.benefits + column.products.flatMap(\.benefits)
    where !benefits.contains(benefit) {
      benefits.append(benefit)
    }
    return benefits.isEmpty ? nil : benefits
  }

  /// What a plan surely brings, from its cells.
  private func contents(of column: Int) -> [String] {
    let most = 6
    let rows = table.rows.filter { $0.cells[column].isCertain }
    var contents = rows.prefix(most).map { row in
      let cell = row.cells[column]
      if cell.answer == .included { return row.label }
      return row.label + words.words(": ", "：") + cell.text
    }
    if rows.count > most {
      contents.append(words.words("and \(rows.count - most) more", "另有 \(rows.count - most) 项"))
    }
    return contents
  }

  private func list(_ lines: [String]) -> [String] {
    guard !lines.isEmpty else { return [] }
    return ["<ul class=\"benefits\">"] + lines.map { HTMLText.element("li", $0) } + ["</ul>"]
  }
}

extension PlanTable.Cell {
  /// Whether it brings something, whatever else is so and however time passes.
  fileprivate var isCertain: Bool {
    guard until == nil else { return false }
    switch answer {
    case .included, .unlimited: return true
    case .limited(let limits): return limits.allSatisfy { $0.amount != nil && $0.condition == nil }
    case .warned, .excluded, .depends: return false
    }
  }
}
