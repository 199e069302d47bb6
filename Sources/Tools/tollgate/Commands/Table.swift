import ArgumentParser
import TollgateAnalysis
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

      The HTML is one page without scripts, and loads nothing. A table of more than 1,000,000 \
      cells is refused: nobody could read it.
      """
  )

  /// The most cells that are worked out.
  private static let mostCells = 1_000_000

  @OptionGroup var file: PolicyArgument

  @Option(help: "The format of the table.")
  var format: TableFormat = .text

  @OptionGroup var locale: LocaleOptions

  @OptionGroup var price: CurrencyOptions

  @Option(help: ArgumentHelp("The time (default: now).", valueName: "instant"))
  var at: String?

  @Option(
    help: ArgumentHelp(
      "The time that the whole run may take; a longer one ends with status 2.",
      valueName: "duration"))
  var within = RunOptions.usual

  @Flag(help: "Show what is not for sale at that time, too.")
  var all = false

  func validate() throws {
    try RunOptions.check(within)
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let run = try RunOptions.begin(within)
    let policy = try PolicyFile.policy(at: file.policy)
    let now = try QuantityArgument.instant(given: at, behind: "--at") ?? .now
    let table = try Table.table(
      of: policy, in: locale.tag(for: policy), currency: price.currency, at: now, all: all, run,
      within)
    let text = format.text(table, on: output.page)
    if format == .text {
      try output.show(text, isPainted: true)
    } else {
      try output.write(text)
    }
    return .success
  }

  /// The comparison of a policy, if it can be read and there is time for it: `within` in words.
  static func table(
    of policy: Policy, in locale: String, currency: String?, at now: Instant, all: Bool,
    _ run: RunBudget, _ within: String
  ) throws(Failure) -> PlanTable {
    var cells = 0
    let table = policy.planTable(in: locale, currency: currency, at: now, all: all) {
      cells += 1
      return cells <= mostCells && run.end == nil
    }
    if let table { return table }
    throw .unreadable(
      cells > mostCells
        ? "nobody could read a comparison of more than 1,000,000 cells; "
          + "`tollgate describe` says the same in sentences"
        : "a comparison of this policy takes longer than \(within); give it more with --within")
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

  /// The table; the text is for a page, the others for programs.
  func text(_ table: PlanTable, on page: TextPage) -> String {
    switch self {
    case .text: TextTable(table, on: page).text
    case .markdown: MarkdownTable(table).text
    case .html: HTMLTable(table).text
    case .csv: CSVTable(table).text
    case .json: table.json(pretty: true) + "\n"
    }
  }
}
