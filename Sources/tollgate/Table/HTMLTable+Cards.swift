import TollgateKit
import TollgateWords

extension HTMLTable {
  /// A card for each plan and each add-on: its prices, terms and contents.
  var cards: String {
    let heading = HTMLText.element("h2", words.words("Plans", "方案"), "id=\"plans\"")
    return """
      <section aria-labelledby="plans">
      \(heading)
      <ul class="plans">
      \(table.columns.indices.map(card).joined())</ul>
      \(addOns)</section>

      """
  }

  /// Add-ons have cards of their own, which list only what they add.
  private var addOns: String {
    guard !table.addOns.isEmpty else { return "" }
    let cards = table.addOns.map { addOn in
      let lines = offer(addOn.listing, named: "h4") + list(addOn.adds)
      return "<li class=\"plan\">\n" + lines.joined(separator: "\n") + "\n</li>\n"
    }
    return HTMLText.element("h3", words.addOns, "class=\"group\"") + "\n<ul class=\"plans\">\n"
      + cards.joined() + "</ul>\n"
  }

  private func card(_ index: Int) -> String {
    let column = table.columns[index]
    let isMarked = column.isRecommended
    var lines = ["<li class=\"\(isMarked ? "plan marked" : "plan")\">"]
    if column.kind == .product, let product = column.products.first {
      lines += offer(product, named: "h3")
    } else {
      lines.append(HTMLText.element("h3", HTMLText.readable(column.label, name: column.name)))
      lines += offers(column)
    }
    let benefits = column.allBenefits
    lines += list(benefits.isEmpty ? contents(of: index) : benefits)
    lines.append("</li>")
    return lines.joined(separator: "\n") + "\n"
  }

  private func offers(_ column: PlanTable.Column) -> [String] {
    guard !column.products.isEmpty else {
      let free = PriceText.free(in: table.locale)
      // A plan called “Free” needs no price beside its name.
      return column.isFree && !isCalled(free, column) ? [price(free)] : []
    }
    var lines = ["<ul class=\"offers\">"]
    for product in column.products {
      lines += ["<li>"] + offer(product, named: "h4") + ["</li>"]
    }
    return lines + ["</ul>"]
  }

  /// Whether a plan is called by its price.
  func isCalled(_ price: PriceText, _ column: PlanTable.Column) -> Bool {
    HTMLText.readable(column.label, name: column.name) == price.text
  }

  private func offer(_ product: ProductListing, named element: String) -> [String] {
    var name = HTMLText.element(element, HTMLText.readable(product.label, name: product.name))
    if product.isRecommended {
      name += HTMLText.element("p", words.words("Recommended", "推荐"), "class=\"badge\"")
    }
    var lines = ["<div class=\"name-line\">\(name)</div>"]
    if product.priceText.isKnown {
      lines.append(price(product.priceText))
    } else {
      lines.append(HTMLText.element("p", product.priceText.text, "class=\"terms\""))
    }
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

  /// The contents of a plan, from its cells.
  private func contents(of column: Int) -> [String] {
    let most = 6
    let rows = table.rows.filter { $0.cells[column].isCertain }
    var contents = rows.prefix(most).map { row in
      let cell = row.cells[column]
      let label = HTMLText.readable(row.label, name: row.name)
      if cell.answer == .included { return label }
      return words.words("\(label): \(cell.text)", "\(label)：\(cell.text)")
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
  /// Whether it brings something that time does not take away; a limit may have a condition.
  fileprivate var isCertain: Bool {
    guard until == nil else { return false }
    switch answer {
    case .included, .unlimited, .value: return true
    case .limited(let limits): return limits.allSatisfy { $0.amount != nil }
    case .warned, .excluded, .depends: return false
    }
  }
}
