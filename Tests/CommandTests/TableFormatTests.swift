import Foundation
import TestSupport
import Testing
import TollgateCompiler
import TollgateKit
import TollgateSyntax

@testable import tollgate

/// Every format of `tollgate table` has every row and every cell of the table.
@Suite struct TableFormatTests {
  /// A row of each kind, in a section and outside: features, meters, settings with numbers,
  /// durations and choices, what depends, what ends, and an add-on.
  private static let mixed = """
    policy Mixed "Mixed"
    tiers free "Free" < pro "Pro"
    entitlement extra "Extra"
    product monthly "Monthly"
      grants pro
      price 5 USD per month
    product pack "Pack"
      grants extra
      price 2 USD once
    meter bills "Bills"
    meter storage in bytes "Storage"
    features csv "CSV", old "Old", beta "Beta", gift "Gift"
    fact platform is ios or web
    setting keep is 7 days
      30 days with pro
    setting quality is low < medium < high
      low with nothing
      high with pro
    setting voices is 2
      9 with pro
      unlimited with extra
    bills > 500 requires pro
    storage at most 2 GB
      5 GB with pro
    csv requires pro
    old is off from 2026-09-01
    beta is off when platform is web
    gift requires extra

    """

  private static func sources() throws -> [Source] {
    try Repository.policies.map { try PolicyFile.source(at: Repository.url($0).path) }
      + [Source(name: "mixed.gate", text: mixed)]
  }

  @Test(arguments: ["en", "zh-Hans"])
  func everyFormatHasEveryCell(locale: String) throws {
    var kinds: Set<String> = []
    for source in try TableFormatTests.sources() {
      let name = source.name
      let policy = Policy(graph: try #require(Compiler.graph(of: source).graph))
      let table = policy.planTable(in: locale, at: Instant("2026-06-01")!)
      let rows = table.rows.map { [$0.title] + $0.cells.map(\.text) }
      let marked = table.rows.map { [$0.title] + $0.cells.map(TextTable.mark) }
      kinds.formUnion(table.rows.map(\.kind.rawValue))
      #expect(!rows.isEmpty, "\(name) has rows")
      #expect(try json(table.json()) == rows, "JSON of \(name)")
      #expect(body(csv(CSVTable(table).text), rows) == rows, "CSV of \(name)")
      #expect(body(markdown(MarkdownTable(table).text), marked) == marked, "Markdown of \(name)")
      let page = TextTable(table, on: TextPage(width: 100_000)).text
      #expect(body(columns(page), marked) == marked, "text of \(name)")
      #expect(try html(HTMLTable(table).text) == rows, "HTML of \(name)")
    }
    #expect(kinds == ["meter", "feature", "setting"])
  }

  // MARK: The cells of each format

  /// The rows that are not prices, benefits, headings or add-ons.
  private func body(_ found: [[String]], _ rows: [[String]]) -> [[String]] {
    let titles = Set(rows.map(\.[0]))
    return found.filter { !$0.isEmpty && titles.contains($0[0]) && $0.count == rows[0].count }
  }

  private func json(_ text: String) throws -> [[String]] {
    struct Table: Decodable {
      struct Row: Decodable {
        struct Cell: Decodable { var text: String }
        var title: String
        var cells: [Cell]
      }
      var rows: [Row]
    }
    return try JSONDecoder().decode(Table.self, from: Data(text.utf8)).rows
      .map { [$0.title] + $0.cells.map(\.text) }
  }

  private func csv(_ text: String) -> [[String]] {
    var rows: [[String]] = [[""]]
    var isQuoted = false
    for character in text {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: rows[rows.count - 1].append("")
      case "\r\n" where !isQuoted: rows.append([""])
      default: rows[rows.count - 1][rows[rows.count - 1].count - 1].append(character)
      }
    }
    return rows
  }

  private func markdown(_ text: String) -> [[String]] {
    text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
        .map { $0.replacingOccurrences(of: "\\", with: "") }
    }
  }

  private func columns(_ text: String) -> [[String]] {
    text.split(separator: "\n").map { line in
      String(line).components(separatedBy: "  ").filter { !$0.isEmpty }
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The rows below `<tbody>`: what is read, a mark and the lines below a title left out.
  private func html(_ text: String) throws -> [[String]] {
    let pieces = text.components(separatedBy: "<tr>").dropFirst(2)
    return pieces.filter { !$0.contains("scope=\"rowgroup\"") }.map { piece in
      let row = piece.components(separatedBy: "</tr>")[0]
        .replacingOccurrences(
          of: "<small>.*?</small>|<span aria-hidden=\"true\">.*?</span>", with: "",
          options: .regularExpression)
      return row.components(separatedBy: "</t").dropLast().map { cell in
        cell.replacingOccurrences(of: "^[dh]>|<[^>]*>", with: "", options: .regularExpression)
          .trimmingCharacters(in: .newlines)
          .replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
          .replacingOccurrences(of: "&quot;", with: "\"")
          .replacingOccurrences(of: "&#39;", with: "'").replacingOccurrences(of: "&amp;", with: "&")
      }
    }
  }
}
