import ArgumentParser
import TollgateAnalysis
import TollgateKit
import TollgateRuntime

/// `tollgate diff OLD NEW`
struct Diff: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Tells who gains and who loses what between two policies.",
    usage: """
      tollgate diff <old> <new> [<options>]
      tollgate diff --git <rev> <file> [<options>]
      """,
    discussion: """
      First what each plan and each product gains and loses. Then every target, exactly, for \
      every snapshot and every ask: who is affected, which lines changed, and a smallest example. \
      For a setting, who had and who has which value. Last the other changes: texts, reminders, \
      limits. Moving or rewording rules makes no difference.

      Of two folders, the policies at the same path are compared, and those that only one folder \
      has are told. With --git, the file as it is at a revision is compared with the file on disk, \
      or, with --git v1..v2, with the file at another revision; the files that it uses come from \
      the same revision.

      Exit status: 0; 1 a difference that --fail-on names, or one that could not be ruled out; 2 \
      a policy that cannot be read; 64 wrong usage. Of several policies, the worst.
      """
  )

  /// Which differences make the command fail.
  enum FailCause: String, ExpressibleByArgument, CaseIterable {
    case loss, gain, any, never
  }

  /// How the differences are written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, markdown
  }

  @Argument(
    help: "The policy as it was: a .gate file, a compiled file, a folder of policies, or -.",
    completion: .policies)
  var old: String

  @Argument(
    help:
      "The policy as it is to be: the same, and a folder if the other one is. Leave it out with --git.",
    completion: .policies)
  var new: String?

  @Option(
    name: .customLong("git"),
    help: ArgumentHelp(
      "Compare the file on disk with this git revision, or two revisions: v1..v2.",
      valueName: "rev"))
  var revisions: String?

  @Option(help: "How to write the answer.")
  var format: Format = .text

  @Option(help: "Which differences make the command fail; any counts texts and prices too.")
  var failOn: FailCause = .never

  @Option(help: "The time for which the plans are compared, as 2026-03-01T08:00Z; by default, now.")
  var at: String?

  @Flag(help: "List every case of who gains or loses, not only the first ones.")
  var all = false

  @OptionGroup var budget: BudgetOptions

  private var extent: PolicyDifference.Extent { all ? .all : .short }

  func validate() throws {
    if revisions == nil, new == nil {
      throw ValidationError("Name two policies; or one, and with --git a revision.")
    }
    if revisions != nil, new != nil {
      throw ValidationError("With --git, name one policy: its other version comes from git.")
    }
    if revisions != nil, old == "-" {
      throw ValidationError("With --git, name a file: git knows no standard input.")
    }
    try StandardInput.checkUsedOnce(["OLD": old, "NEW": new])
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let limits = try budget.begin()
    let now = try QuantityArgument.instant(given: at, behind: "--at") ?? .now
    if let new, FolderComparison.isFolder(old) || FolderComparison.isFolder(new) {
      let folders = try FolderComparison(old, new)
      return try folders.answer(on: output, as: format, failOn: failOn, limits, extent, at: now)
    }
    let (before, after) = try policies()
    let report = DiffReport.comparing(
      before, after, budget: limits, withPlans: format != .json, extent: extent, at: now)
    switch format {
    case .text: try output.show(report.text)
    case .json: try output.line(report.json)
    case .markdown: try output.write(report.markdown)
    }
    return failOn.names(report.difference) ? .negative : .success
  }

  private func policies() throws(Failure) -> (Policy, Policy) {
    guard let revisions else {
      return (try PolicyFile.policy(at: old), try PolicyFile.policy(at: new ?? old))
    }
    let range = try RevisionRange(revisions)
    let before = try GitPolicy(old, at: range.old).policy()
    guard let revision = range.new else { return (before, try PolicyFile.policy(at: old)) }
    return (before, try GitPolicy(old, at: revision).policy())
  }
}

extension Diff.FailCause {
  /// Whether a difference is one that makes the command fail. An undecided one may be any
  /// difference.
  func names(_ difference: PolicyDifference) -> Bool {
    let isUndecided = !difference.undecided.isEmpty
    switch self {
    case .loss: return difference.hasLosses || isUndecided
    case .gain: return difference.hasGains || isUndecided
    case .any: return !difference.isEmpty
    case .never: return false
    }
  }
}
