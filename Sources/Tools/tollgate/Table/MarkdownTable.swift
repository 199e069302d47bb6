import TollgateKit
import TollgateSyntax
import TollgateWords

/// A comparison as a table of Markdown. Nothing in a label is taken for markup.
struct MarkdownTable {
  private let table: PlanTable
  private let words: TableWords

  init(_ table: PlanTable) {
    self.table = table
    words = TableWords(table.locale)
  }

  var text: String {
    var lines = ["# " + Escape.markdown(table.title.isEmpty ? words.plan : table.title), ""]
    lines.append(line([""] + table.columns.map { Escape.markdown($0.title) }))
    lines.append(line(["---"] + table.columns.map { _ in ":---:" }))
    let prices = table.columns.map { column in
      words.prices(column).map(Escape.markdown).joined(separator: "<br>")
    }
    if prices.contains(where: { !$0.isEmpty }) { lines.append(line([bold(words.price)] + prices)) }
    for line in table.lines {
      let title = Escape.markdown(line.title)
      guard let row = line.row else {
        lines.append(self.line([bold(title)] + table.columns.map { _ in "" }))
        continue
      }
      lines.append(self.line([title] + row.cells.map { Escape.markdown(TextTable.mark($0)) }))
    }
    lines += ["", words.legend]
    lines += words.notes(table).map { "\n" + Escape.markdown($0) }
    if !table.addOns.isEmpty {
      lines += ["", bold(words.addOns), ""]
      for addOn in table.addOns {
        lines.append(
          "- " + Escape.markdown(addOn.listing.title) + ": "
            + Escape.markdown(words.line(addOn)))
      }
    }
    lines += benefits
    return lines.joined(separator: "\n") + "\n"
  }

  private func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  private func bold(_ text: String) -> String { "**\(text)**" }

  private var benefits: [String] {
    var lines: [String] = []
    for (label, benefits) in table.benefitLists {
      lines += ["", bold(Escape.markdown(label)), ""]
      lines += benefits.map { "- " + Escape.markdown($0) }
    }
    return lines
  }
}

/// A comparison as comma-separated values, by RFC 4180: lines end in CRLF, a field with a comma, a
/// quotation mark or a line break is quoted.
struct CSVTable {
  private let table: PlanTable
  private let words: TableWords

  init(_ table: PlanTable) {
    self.table = table
    words = TableWords(table.locale)
  }

  var text: String {
    var rows: [[String]] = [[words.plan] + table.columns.map(\.title)]
    let separator = words.words("; ", "；")
    let prices = table.columns.map { words.prices($0).joined(separator: separator) }
    if prices.contains(where: { !$0.isEmpty }) { rows.append([words.price] + prices) }
    let benefits = table.columns.map { $0.allBenefits.joined(separator: separator) }
    if benefits.contains(where: { !$0.isEmpty }) { rows.append([words.benefits] + benefits) }
    for line in table.lines {
      rows.append([line.title] + (line.row?.cells.map(\.text) ?? table.columns.map { _ in "" }))
    }
    for addOn in table.addOns {
      rows.append([addOn.listing.title, words.line(addOn)])
    }
    return rows.map { $0.map(Escape.csv).joined(separator: ",") + "\r\n" }.joined()
  }
}
