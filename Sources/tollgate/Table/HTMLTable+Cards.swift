import Tollgate

extension HTMLTable {
  /// A card for each plan: its prices, terms and benefits.
  var cards: String {
    let heading = HTMLText.element("h2", words.words("Plans", "方案"), "id=\"plans\"")
    return """
      <section aria-labelledby="plans">
      \(heading)
      <ul class="plans">
      \(table.columns.map(card).joined())</ul>
      </section>

      """
  }

  private func card(_ column: PlanTable.Column) -> String {
    let isMarked = column.isRecommended
    var lines = ["<li class=\"\(isMarked ? "plan marked" : "plan")\">"]
    lines.append(HTMLText.element("h3", column.label))
    if column.products.isEmpty {
      if column.isFree { lines.append(price(PriceText.free(in: table.locale))) }
    } else if column.kind == .product {
      for product in column.products { lines += offer(product) }
    } else {
      lines.append("<ul class=\"offers\">")
      for product in column.products {
        lines.append("<li>")
        lines.append(HTMLText.element("h4", product.label))
        lines += offer(product)
        lines.append("</li>")
      }
      lines.append("</ul>")
    }
    lines += benefits(column)
    lines.append("</li>")
    return lines.joined(separator: "\n") + "\n"
  }

  private func offer(_ product: ProductListing) -> [String] {
    var lines: [String] = []
    if product.isRecommended {
      lines.append(HTMLText.element("p", words.words("Recommended", "推荐"), "class=\"badge\""))
    }
    lines.append(price(product.priceText))
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

  /// What a plan brings; products that say the same say it once.
  private func benefits(_ column: PlanTable.Column) -> [String] {
    var benefits: [String] = []
    for benefit in column.benefits + column.products.flatMap(\.benefits)
    where !benefits.contains(benefit) {
      benefits.append(benefit)
    }
    guard !benefits.isEmpty else { return [] }
    return ["<ul class=\"benefits\">"] + benefits.map { HTMLText.element("li", $0) } + ["</ul>"]
  }
}
