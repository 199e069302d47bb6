import TollgateKit
import TollgateSyntax
import TollgateWords

/// A comparison as a page of its own: no scripts, nothing to load, well-formed XML. It follows the
/// reader's colour scheme, fits a phone, and prints.
struct HTMLTable {
  let table: PlanTable
  let words: TableWords

  init(_ table: PlanTable) {
    self.table = table
    words = TableWords(table.locale)
  }

  var text: String {
    let language = HTMLText.language(table.locale)
    let direction = HTMLText.direction(table.locale)
    let heading = words.words("Plans and prices", "方案与价格")
    let title = table.title.isEmpty ? heading : "\(table.title) – \(heading)"
    return """
      <!DOCTYPE html>
      <html lang="\(language)" dir="\(direction)">
      <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="generator" content="tollgate table" />
      <meta name="tollgate-policy" content="\(Escape.markup(table.fingerprint))" />
      \(HTMLText.element("title", title))
      <style>
      \(HTMLStyle.sheet)</style>
      </head>
      <body>
      <main>
      <header>
      \(headings(heading))
      </header>
      \(table.columns.isEmpty ? nothing : cards + comparison)</main>
      </body>
      </html>

      """
  }

  private func headings(_ heading: String) -> String {
    guard !table.title.isEmpty else { return HTMLText.element("h1", heading) }
    return HTMLText.element("h1", table.title) + "\n"
      + HTMLText.element("p", heading, "class=\"lead\"")
  }

  private var nothing: String {
    HTMLText.element("p", words.words("There is nothing to compare.", "没有可比较的内容。")) + "\n"
  }
}

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
      if cell.answer == .included, cell.until == nil, cell.inTrial == nil { return title }
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

extension HTMLTable {
  /// The table itself, in a region that scrolls sideways where the page is narrow.
  var comparison: String {
    let heading = words.words("Compare the plans", "方案对比")
    let hint = words.words(
      "Scroll the table sideways to see every plan.", "左右滑动表格可查看全部方案。")
    var lines = ["<section aria-labelledby=\"compare\">"]
    lines.append(HTMLText.element("h2", heading, "id=\"compare\""))
    if table.columns.count > 2 { lines.append(HTMLText.element("p", hint, "class=\"hint\"")) }
    lines.append(
      "<div class=\"scroll\" role=\"region\" aria-labelledby=\"caption\" tabindex=\"0\">")
    lines.append("<table>")
    lines.append(HTMLText.element("caption", caption, "id=\"caption\""))
    lines += head
    for section in sections { lines += group(section.rows, section.heading) }
    lines += ["</table>", "</div>", legend]
    for note in words.notes(table) {
      lines.append(HTMLText.element("p", note, "class=\"note\""))
    }
    return (lines + ["</section>"]).joined(separator: "\n") + "\n"
  }

  private var caption: String {
    if table.title.isEmpty { return words.words("What each plan includes", "各方案包含的内容") }
    return words.words(
      "What each plan of \(table.title) includes", "\(table.title)各方案包含的内容")
  }

  private var head: [String] {
    var lines = ["<thead>", "<tr>"]
    let corner = words.words("What you get", "内容")
    lines.append(HTMLText.element("th", corner, "scope=\"col\" class=\"name\""))
    for column in table.columns {
      let marked = column.isRecommended ? " class=\"marked\"" : ""
      var cell =
        "<th scope=\"col\"\(marked)>"
        + HTMLText.element("span", column.title)
      var prices = column.products.map(\.priceText)
      let free = PriceText.free(in: table.locale)
      if column.isFree, prices.isEmpty, !isCalled(free, column) { prices = [free] }
      for price in prices { cell += HTMLText.element("small", price.text) }
      lines.append(cell + "</th>")
    }
    return lines + ["</tr>", "</thead>"]
  }

  /// The rows of no section by their kind, then the sections of the policy.
  private var sections: [(heading: String, rows: [PlanTable.Row])] {
    var sections: [(heading: String, rows: [PlanTable.Row])] = []
    for row in table.rows {
      let kind =
        row.kind == .feature ? words.words("Features", "功能") : words.words("Limits", "限额")
      let heading = row.section.map { Heading.title($0, name: "") } ?? kind
      if sections.last?.heading == heading {
        sections[sections.count - 1].rows.append(row)
      } else {
        sections.append((heading, [row]))
      }
    }
    return sections
  }

  private func group(_ rows: [PlanTable.Row], _ heading: String) -> [String] {
    var lines = ["<tbody>"]
    if rows.count < table.rows.count {
      let span = "scope=\"rowgroup\" colspan=\"\(table.columns.count + 1)\" class=\"group\""
      lines.append("<tr><th \(span)>\(HTMLText.element("span", heading))</th></tr>")
    }
    for row in rows {
      var name = HTMLText.element("span", row.title)
      for benefit in row.benefits { name += HTMLText.element("small", benefit) }
      lines.append("<tr><th scope=\"row\">\(name)</th>")
      for (cell, column) in zip(row.cells, table.columns) {
        lines.append(self.cell(cell, isMarked: column.isRecommended))
      }
      lines.append("</tr>")
    }
    return lines + ["</tbody>"]
  }

  private func cell(_ cell: PlanTable.Cell, isMarked: Bool) -> String {
    var classes = isMarked ? ["marked"] : []
    var mark = ""
    switch cell.answer {
    case .included where !cell.uses.isEmpty: classes.append("amount")
    case .included:
      classes.append("yes")
      mark = "✓"
    case .excluded:
      classes.append("no")
      mark = "–"
    case .warned, .depends: classes.append("note")
    case .limited, .unlimited, .value: classes.append("amount")
    }
    let start = "<td class=\"\(classes.joined(separator: " "))\">"
    guard !mark.isEmpty else { return start + Escape.markup(cell.text) + "</td>" }
    // A cell that depends on the time says so for everybody.
    let said = HTMLText.element(
      "span", cell.text, cell.until == nil && cell.inTrial == nil ? "class=\"said\"" : "")
    return start + HTMLText.element("span", mark, "aria-hidden=\"true\"") + said + "</td>"
  }

  private var legend: String {
    let marks = [("✓", words.yes), ("–", words.no)].map { mark, word in
      "<span>" + HTMLText.element("span", mark, "aria-hidden=\"true\"") + " "
        + Escape.markup(word) + "</span>"
    }
    return "<p class=\"legend\">" + marks.joined(separator: " ") + "</p>"
  }
}

/// Pieces of HTML that are XML as well.
enum HTMLText {
  /// An element with a text in it.
  static func element(_ name: String, _ text: String, _ attributes: String = "") -> String {
    "<\(name)\(attributes.isEmpty ? "" : " " + attributes)>\(Escape.markup(text))</\(name)>"
  }

  /// The tag for `lang`: `en` for what is no tag.
  static func language(_ locale: String) -> String {
    let tag = locale.map { $0 == "_" ? "-" : $0 }
    let isTag =
      tag.first?.isLetter == true
      && tag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isTag ? String(tag) : "en"
  }

  /// The direction in which a language is written.
  static func direction(_ locale: String) -> String {
    let parts = locale.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    if let script = parts.dropFirst().first(where: { $0.count == 4 }) {
      return ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm", "rohg"].contains(script)
        ? "rtl" : "ltr"
    }
    let languages = [
      "ar", "arc", "ckb", "dv", "fa", "he", "iw", "khw", "ks", "nqo", "ps", "sd", "syr", "ug",
      "ur", "yi",
    ]
    return languages.contains(parts.first ?? "") ? "rtl" : "ltr"
  }
}
