import ArgumentParser
import TollgateKit

/// `tollgate table POLICY`
struct Table: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Compares the plans of a policy, as a pricing page does.",
    discussion: """
      There is a column for the first tier and for everything that is sold: the tiers with their \
      products, and every other product. Add-ons are listed below the plans. There is a row for each \
      meter, setting and feature; neighbours in a series that all plans treat alike share a row, and \
      a group with a label is a section. Each cell is the engine's decision for a user who has that \
      plan and nothing else. If the decision depends on something, the cell names it, also a fact \
      that has a value `otherwise`.

      The HTML is one page without scripts, and loads nothing.
      """
  )

  @OptionGroup var file: PolicyArgument

  @Option(help: "The format of the table.")
  var format: TableFormat = .text

  @OptionGroup var locale: LocaleOptions

  @OptionGroup var price: CurrencyOptions

  @Option(help: ArgumentHelp("The time (default: now).", valueName: "instant"))
  var at: String?

  @Flag(help: "Show what is not for sale at that time, too.")
  var all = false

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let policy = try PolicyFile.policy(at: file.policy)
    let now = try QuantityArgument.instant(given: at, behind: "--at") ?? .now
    let table = policy.planTable(
      in: locale.tag(for: policy), currency: price.currency, at: now, all: all)
    let text = format.text(table)
    if format == .text {
      try output.show(text, isPainted: true)
    } else {
      try output.write(text)
    }
    return .success
  }
}

/// How a comparison of plans is written.
enum TableFormat: String, ExpressibleByArgument, CaseIterable {
  /// Columns for a terminal.
  case text
  /// A table of Markdown.
  case markdown
  /// A page of its own.
  case html
  /// Comma-separated values, RFC 4180.
  case csv
  /// For programs.
  case json

  func text(_ table: PlanTable) -> String {
    switch self {
    case .text: TextTable(table).text
    case .markdown: MarkdownTable(table).text
    case .html: HTMLTable(table).text
    case .csv: CSVTable(table).text
    case .json: table.json(pretty: true) + "\n"
    }
  }
}
