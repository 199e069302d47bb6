import TollgateKit
import TollgateSyntax
import TollgateWords

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
