import TollgateKit
import TollgateSyntax

/// A comparison in columns for a terminal. Wide characters take two columns.
struct TextTable {
  private let table: PlanTable
  private let words: TableWords

  init(_ table: PlanTable) {
    self.table = table
    words = TableWords(table.locale)
  }

  var text: String {
    var lines = [DisplayCell.shown(table.title.isEmpty ? words.plan : table.title), ""]
    guard !table.columns.isEmpty else {
      return lines[0] + "\n\n" + words.words("There is nothing to compare.", "没有可比较的内容。")
        + "\n"
    }
    let rows = self.rows.map { row in row.map { $0.map(DisplayCell.shown) } }
    let widths = (0...table.columns.count).map { column in
      rows.reduce(0) { width, row in
        row[column].reduce(width) { max($0, DisplayCell.width(of: $1)) }
      }
    }
    for row in rows { lines += TextTable.lines(row, widths) }
    lines += ["", words.legend]
    if let time = words.time(table) { lines.append(time) }
    lines += benefits
    return lines.joined(separator: "\n") + "\n"
  }

  /// Rows of cells of lines.
  private var rows: [[[String]]] {
    var rows: [[[String]]] = [[[""]] + table.columns.map { [$0.label] }]
    let prices = table.columns.map(words.prices)
    if prices.contains(where: { !$0.isEmpty }) { rows.append([[words.price]] + prices) }
    for row in table.rows {
      rows.append([[row.label]] + row.cells.map { [TextTable.mark($0)] })
    }
    return rows
  }

  /// `✓` and `–`, and words for everything else.
  static func mark(_ cell: PlanTable.Cell) -> String {
    guard cell.until == nil else { return cell.text }
    switch cell.answer {
    case .included: return "✓"
    case .excluded: return "–"
    case .warned, .depends, .limited, .unlimited: return cell.text
    }
  }

  private static func lines(_ row: [[String]], _ widths: [Int]) -> [String] {
    let height = row.reduce(1) { max($0, $1.count) }
    return (0..<height).map { line in
      var text = ""
      for (cell, width) in zip(row, widths) {
        let piece = line < cell.count ? cell[line] : ""
        text += piece + String(repeating: " ", count: width - DisplayCell.width(of: piece) + 2)
      }
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  private var benefits: [String] {
    var lines: [String] = []
    for column in table.columns {
      var lists = [(column.label, column.benefits)]
      lists += column.products.map { ($0.label, $0.benefits) }
      for (label, benefits) in lists where !benefits.isEmpty {
        lines += ["", DisplayCell.shown(label)]
        lines += benefits.map { "  • " + DisplayCell.shown($0) }
      }
    }
    return lines
  }
}
