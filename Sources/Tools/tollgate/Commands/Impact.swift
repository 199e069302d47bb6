import ArgumentParser
import TollgateAnalysis
import TollgateKit

/// `tollgate impact POLICY --users FILE`, `tollgate impact OLD NEW --users FILE`
struct ShowImpact: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "impact",
    abstract: "Counts who gains and who loses among many users.",
    usage: """
      tollgate impact <old> <new> --users <file> [<options>]
      tollgate impact <policy> --users <file> [<options>]
      """,
    discussion: """
      The users are snapshots as JSON Lines, one per line, as `tollgate schema snapshot` describes \
      them. Or they are a folder of tables, users.csv, grants.csv, usage.csv, allowances.csv and \
      facts.csv, all sorted by user_id, with the columns that `tollgate columns --long` writes. \
      Each is decided as `check` does, for one more of a meter; with two policies, by both. \
      A user who is denied only because data is missing or stale counts as unknown. Who was \
      allowed and becomes unknown is denied from then on: that is counted by itself, beside who \
      loses and who gains; so is who was unknown and is allowed. All cores work, and memory does \
      not grow with the users.

      --list writes a line of CSV for each user and target that changes so; of one policy, for \
      each that is warned, denied or unknown. A line that cannot be read has the reason. Values \
      are written as they are, for programs; --for-spreadsheet keeps a spreadsheet from reading one as \
      a formula. A user without a subject is named by the line.

      Exit status: 0; 1 a change that --fail-on names (loss: somebody loses or becomes unknown; \
      gain: somebody gains or becomes known; any: these, or another value); 2 a policy or a line \
      that cannot be read (the others are counted); 64 wrong usage.
      """
  )

  @Argument(
    help: "The policy; if you name two, the old one: a .gate file or a compiled file.",
    completion: .policies)
  var policy: String

  @Argument(help: "The policy as it is to be.", completion: .policies)
  var new: String?

  @Option(
    help: ArgumentHelp(
      "The users: snapshots as JSON Lines, or a folder of tables; - reads standard input.",
      valueName: "file"))
  var users: String

  @Option(help: ArgumentHelp("The time (default: now).", valueName: "instant"))
  var at: String?

  @Option(
    help: ArgumentHelp("Count separately for each value of a fact.", valueName: "fact:name"))
  var by: String?

  @Option(help: ArgumentHelp("Write who changes to this file, as CSV.", valueName: "file"))
  var list: String?

  @Flag(help: "Write CSV for a spreadsheet: an apostrophe before what looks like a formula.")
  var forSpreadsheet = false

  @Option(help: "Which changes make the command fail.")
  var failOn: Diff.FailCause = .never

  @Option(help: ArgumentHelp("How many cores work (default: all).", valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "The time that looking for the lines that changed may take, once the users are counted.",
      valueName: "duration"))
  var within = RunOptions.usual

  @Option(help: "The format of the answer.")
  var format: ImpactFormat = .text

  func validate() throws {
    try RunOptions.check(within)
    try StandardInput.checkUsedOnce(["OLD": policy, "NEW": new, "--users": users])
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 on.") }
    if let by, !by.hasPrefix("fact:") {
      throw ValidationError("--by takes a fact, as in fact:platform.")
    }
    if new == nil, failOn != .never {
      throw ValidationError("--fail-on compares: name two policies.")
    }
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let now = try QuantityArgument.instant(given: at, behind: "--at") ?? .now
    var policies = [try PolicyFile.policy(at: policy)]
    if let new { policies.append(try PolicyFile.policy(at: new)) }
    let fact = by.map { String($0.dropFirst("fact:".count)) }
    if let fact, !policies.contains(where: { $0.graph.names.facts[fact] != nil }) {
      throw .usage("--by: the policy has no fact called `\(fact)`")
    }
    if let list {
      let inputs =
        [policy, new].compactMap { $0 }.flatMap(PolicyFile.files) + UserSource.files(users)
      try OutputFile.check(list, of: "--list", inputs: inputs)
    }
    let counter = UserCounter(
      policies: policies, at: now, fact: fact, isListing: list != nil,
      isForSpreadsheet: forSpreadsheet)
    let count = try counter.count(users, jobs: jobs ?? Parallel.cores, listing: list)
    let budget = Budget(run: try RunOptions.begin(within))
    let report = ImpactReport(
      count, of: policies, isForSpreadsheet: forSpreadsheet, budget: budget)
    let text = format.text(report)
    if format == .text { try output.show(text, isPainted: true) } else { try output.write(text) }
    if count.unreadable.count > 0 { return .unreadable }
    return failOn.names(report) ? .negative : .success
  }
}

/// How an impact is written.
enum ImpactFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, markdown, html, csv

  func text(_ report: ImpactReport) -> String {
    switch self {
    case .text: report.text
    case .json: report.json
    case .markdown: report.markdown
    case .html: report.html
    case .csv: report.csv
    }
  }
}

extension Diff.FailCause {
  /// Whether a change is one that makes the command fail.
  func names(_ report: ImpactReport) -> Bool {
    switch self {
    case .loss: report.has(loss: true)
    case .gain: report.has(loss: false)
    case .any: !(report.sections.first?.rows.isEmpty ?? true)
    case .never: false
    }
  }
}
