import TollgateKit
import TollgateSyntax
import TollgateWords

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
    if let time = words.time(table) { lines.append(HTMLText.element("p", time, "class=\"note\"")) }
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
    let said = HTMLText.element("span", cell.text, cell.until == nil ? "class=\"said\"" : "")
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
