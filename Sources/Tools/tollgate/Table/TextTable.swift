import TollgateKit
import TollgateSyntax
import TollgateWords

/// A comparison in columns for a terminal. Wide characters take two columns. A table that is wider
/// than the page is wrapped in its cells, and then divided into several tables; on a page that has no
/// room for columns it is a list.
struct TextTable {
  private let table: PlanTable
  private let words: TableWords
  private let page: TextPage

  init(_ table: PlanTable, on page: TextPage) {
    self.table = table
    self.page = page
    words = TableWords(table.locale)
  }

  var text: String {
    var lines = shown(table.title.isEmpty ? words.plan : table.title) + [""]
    guard !table.columns.isEmpty else {
      lines += shown(words.words("There is nothing to compare.", "没有可比较的内容。"))
      return lines.joined(separator: "\n") + "\n"
    }
    let tables = hasColumns ? parts.map(self.lines) : table.columns.indices.map(list)
    lines += tables.joined(separator: [""]) + [""] + shown(words.legend)
    for note in words.notes(table) { lines += shown(note) }
    if !table.addOns.isEmpty {
      lines += [""] + shown(words.addOns)
      for addOn in table.addOns {
        lines += shown(addOn.listing.title + ": " + words.line(addOn), indent: 2)
      }
    }
    lines += benefits
    return lines.joined(separator: "\n") + "\n"
  }

  /// A text in lines that fit.
  private func shown(_ text: String, indent: Int = 0) -> [String] {
    page.wrap(
      String(repeating: " ", count: indent) + DisplayCell.shown(text), indent: indent + 2)
  }

  // MARK: Columns

  private static let gap = 2
  /// No column is narrower, so that most of its words stay whole.
  private static let narrowest = 14

  /// Whether there is room for the names of the rows and one column.
  private var hasColumns: Bool { page.width >= 2 * TextTable.narrowest + TextTable.gap }

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

  /// A plan in lines of its own, each with the name of its row.
  private func list(_ index: Int) -> [String] {
    let cells = cells(index)
    return cells[0].flatMap { shown($0) }
      + zip(names, cells).dropFirst().flatMap { name, cell in
        cell.flatMap { shown(name + words.words(": ", "：") + $0, indent: 2) }
      }
  }

  /// The columns of each table: as many as the page has room for, once their cells are wrapped.
  private var parts: [[Int]] {
    let room = page.width - nameWidth
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
    guard cell.until == nil, cell.inTrial == nil, cell.uses.isEmpty else { return cell.text }
    switch cell.answer {
    case .included: return "✓"
    case .excluded: return "–"
    case .warned, .depends, .limited, .unlimited, .value: return cell.text
    }
  }

  private var benefits: [String] {
    var lines: [String] = []
    for (label, benefits) in table.benefitLists {
      lines += [""] + shown(label)
      for benefit in benefits { lines += shown("• " + benefit, indent: 2) }
    }
    return lines
  }
}
