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
      let lines = offer(addOn.listing, named: "h4") + list(words.contents(addOn))
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
      lines.append(HTMLText.element("h3", column.title))
      lines += offers(column)
    }
    lines += list(column.allBenefits + contents(of: index))
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
      let adds = words.adds(product, to: column).map {
        HTMLText.element("p", words.sentence($0), "class=\"terms\"")
      }
      lines += ["<li>"] + offer(product, named: "h4") + adds + ["</li>"]
    }
    return lines + ["</ul>"]
  }

  /// Whether a plan is called by its price.
  func isCalled(_ price: PriceText, _ column: PlanTable.Column) -> Bool {
    column.title == price.text
  }

  private func offer(_ product: ProductListing, named element: String) -> [String] {
    var name = HTMLText.element(element, product.title)
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

  /// The first rows that bring something in a plan, and how many more there are.
  private func contents(of column: Int) -> [String] {
    let most = 6
    let rows = table.rows.filter { !$0.cells[column].isNothing }
    var contents = rows.prefix(most).map { row in
      let (cell, title) = (row.cells[column], row.title)
      if cell.answer == .included, cell.until == nil { return title }
      return words.words("\(title): \(cell.text)", "\(title)：\(cell.text)")
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
  /// Whether it brings nothing, now or later.
  fileprivate var isNothing: Bool { answer == .excluded && until == nil }
}
