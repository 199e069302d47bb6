import TollgateKit
import TollgateSyntax
import TollgateWords

/// A comparison in columns for a terminal. Wide characters take two columns. A table that is wider
/// than the page is wrapped in its cells, and then divided into several tables.
struct TextTable {
  private let table: PlanTable
  private let words: TableWords
  private let page: TextPage

  init(_ table: PlanTable, on page: TextPage = TextPage()) {
    self.table = table
    self.page = page
    words = TableWords(table.locale)
  }

  var text: String {
    let title = DisplayCell.shown(table.title.isEmpty ? words.plan : table.title)
    guard !table.columns.isEmpty else {
      return title + "\n\n" + words.words("There is nothing to compare.", "没有可比较的内容。") + "\n"
    }
    var lines = [title, ""]
    for (index, columns) in parts.enumerated() {
      if index > 0 { lines.append("") }
      lines += self.lines(columns)
    }
    lines += ["", words.legend]
    if let time = words.time(table) { lines.append(time) }
    if !table.addOns.isEmpty {
      lines += ["", words.addOns]
      for addOn in table.addOns {
        lines += page.wrap(
          "  " + DisplayCell.shown(addOn.listing.title + ": " + words.line(addOn)), indent: 4)
      }
    }
    lines += benefits
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Columns

  private static let gap = 2
  /// No column is narrower, so that its words stay whole.
  private static let narrowest = 14

  /// The names of the rows; long ones are wrapped at a third of the page.
  private var names: [String] {
    [""] + (hasPrices ? [words.price] : [])
      + rows.map { DisplayCell.shown($0?.title ?? "") }
  }

  /// The lines of the table, with an empty one above the heading of each section.
  private var rows: [PlanTable.Line?] {
    table.lines.flatMap { $0.row == nil ? [nil, $0] : [$0] }
  }

  private var nameWidth: Int {
    let widest = names.reduce(0) { max($0, DisplayCell.width(of: $1)) }
    return min(widest, max(TextTable.narrowest, page.width / 3))
  }

  private var hasPrices: Bool { table.columns.contains { !words.prices($0).isEmpty } }

  /// The cells of a column, from its label down, each as lines.
  private func cells(_ index: Int) -> [[String]] {
    let column = table.columns[index]
    let prices = hasPrices ? [words.prices(column)] : []
    let answers = rows.map { line in line?.row.map { [TextTable.mark($0.cells[index])] } ?? [] }
    return ([[column.title]] + prices + answers)
      .map { $0.map(DisplayCell.shown) }
  }

  private func width(_ cells: [[String]]) -> Int {
    cells.joined().reduce(0) { max($0, DisplayCell.width(of: $1)) }
  }

  /// The columns of each table: as many as the page has room for, once their cells are wrapped.
  private var parts: [[Int]] {
    let room = max(TextTable.narrowest, page.width - nameWidth)
    var parts: [[Int]] = [[]]
    var used = 0
    for index in table.columns.indices {
      let least = min(width(cells(index)), TextTable.narrowest) + TextTable.gap
      if used + least > room, used > 0 {
        parts.append([])
        used = 0
      }
      parts[parts.count - 1].append(index)
      used += least
    }
    return parts
  }

  private func lines(_ columns: [Int]) -> [String] {
    let cells = columns.map(cells)
    let widths = [nameWidth] + shares(cells.map(width))
    let all: [[[String]]] = [names.map { [$0] }] + cells
    let wrapped = zip(all, widths).map { cells, width in
      let page = TextPage(width: width)
      return cells.map { lines in lines.flatMap { page.wrap($0) } }
    }
    return names.indices.flatMap { row in TextTable.lines(wrapped.map { $0[row] }, widths) }
  }

  /// The widths of columns that fit beside the names: what one does not need the others get.
  private func shares(_ wanted: [Int]) -> [Int] {
    var room = page.width - nameWidth
    var shares = wanted.map { _ in 0 }
    let order = wanted.indices.sorted { wanted[$0] < wanted[$1] }
    for (place, index) in order.enumerated() {
      let share = room / (order.count - place) - TextTable.gap
      shares[index] = min(wanted[index], max(share, min(wanted[index], TextTable.narrowest)))
      room -= shares[index] + TextTable.gap
    }
    return shares
  }

  private static func lines(_ row: [[String]], _ widths: [Int]) -> [String] {
    let height = row.reduce(1) { max($0, $1.count) }
    return (0..<height).map { line in
      var text = ""
      for (cell, width) in zip(row, widths) {
        let piece = line < cell.count ? cell[line] : ""
        text += piece + String(repeating: " ", count: width - DisplayCell.width(of: piece) + gap)
      }
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// `✓` and `–`, and words for everything else.
  static func mark(_ cell: PlanTable.Cell) -> String {
    guard cell.until == nil else { return cell.text }
    switch cell.answer {
    case .included: return "✓"
    case .excluded: return "–"
    case .warned, .depends, .limited, .unlimited, .value: return cell.text
    }
  }

  private var benefits: [String] {
    var lines: [String] = []
    for (label, benefits) in table.benefitLists {
      lines += ["", DisplayCell.shown(label)]
      for benefit in benefits {
        lines += page.wrap("  • " + DisplayCell.shown(benefit), indent: 4)
      }
    }
    return lines
  }
}
