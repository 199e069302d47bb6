import TollgateKit

/// A comparison as a table of Markdown. Nothing in a label is taken for markup.
struct MarkdownTable {
  private let table: PlanTable
  private let words: TableWords

  init(_ table: PlanTable) {
    self.table = table
    words = TableWords(table.locale)
  }

  var text: String {
    var lines = ["# " + MarkdownTable.escape(table.title.isEmpty ? words.plan : table.title), ""]
    lines.append(line([""] + table.columns.map { MarkdownTable.escape($0.label) }))
    lines.append(line(["---"] + table.columns.map { _ in ":---:" }))
    let prices = table.columns.map { column in
      words.prices(column).map(MarkdownTable.escape).joined(separator: "<br>")
    }
    if prices.contains(where: { !$0.isEmpty }) { lines.append(line([bold(words.price)] + prices)) }
    for row in table.rows {
      let cells = row.cells.map { MarkdownTable.escape(TextTable.mark($0)) }
      lines.append(line([MarkdownTable.escape(row.label)] + cells))
    }
    lines += ["", words.legend]
    if let time = words.time(table) { lines.append("\n" + time) }
    if !table.addOns.isEmpty {
      lines += ["", bold(words.addOns), ""]
      for addOn in table.addOns {
        lines.append(
          "- " + MarkdownTable.escape(addOn.listing.label) + ": "
            + MarkdownTable.escape(words.line(addOn)))
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
    for column in table.columns {
      var lists = [(column.label, column.benefits)]
      lists += column.products.map { ($0.label, $0.benefits) }
      for (label, benefits) in lists where !benefits.isEmpty {
        lines += ["", bold(MarkdownTable.escape(label)), ""]
        lines += benefits.map { "- " + MarkdownTable.escape($0) }
      }
    }
    return lines
  }

  /// A text that is shown as it is: a backslash before whatever could be markup or a link,
  /// entities where a backslash does not help, and no line break.
  static func escape(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "!", "+", "$", "@":
        result += "\\" + String(character)
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "-" where result.isEmpty: result += "\\-"
      case ".", ")":
        // `1.` at the beginning would be a list, `www.` a link.
        let isMarkup = result.hasSuffix("www") || result.allSatisfy(\.isWholeNumber)
        result += (isMarkup && !result.isEmpty ? "\\" : "") + String(character)
      case "/" where result.hasSuffix(":"): result += "\\/"
      case _ where character.isNewline: result += " "
      default: result.append(character)
      }
    }
    return result
  }
}
