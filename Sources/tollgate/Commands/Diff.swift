import ArgumentParser
import TollgateKit
import TollgateAnalysis
import TollgateRuntime

/// `tollgate diff OLD NEW`
struct Diff: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Tells who gains and who loses what between two policies.",
    discussion: """
      First what each plan and each product gains and loses. Then every target, exactly, for \
      every snapshot and every ask: who is affected, which lines changed, and a smallest example. \
      Last the other changes: texts, reminders, limits. Moving or rewriting rules is no difference.

      Exit status: 0; 1 a difference that --fail-on names, or one that could not be ruled out; 2 \
      a policy that cannot be read; 64 wrong usage.
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
    help: "The policy as it was: a .gate file, a compiled file, or -.", completion: .policies)
  var old: String

  @Argument(
    help: "The policy as it is to be: a .gate file, a compiled file, or -.", completion: .policies)
  var new: String

  @Option(help: "How to write the answer.")
  var format: Format = .text

  @Option(help: "Which differences make the command fail; any counts texts and prices too.")
  var failOn: FailCause = .never

  @Option(help: "The time for which the plans are compared, as 2026-03-01T08:00Z; now unless told.")
  var at: String?

  @OptionGroup var budget: BudgetOptions

  func validate() throws {
    try StandardInput.checkUsedOnce(["OLD": old, "NEW": new])
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let limits = try budget.begin()
    let (before, after) = (try PolicyFile.policy(at: old), try PolicyFile.policy(at: new))
    let difference = PolicyDifference.compare(
      before.graph, after.graph, budget: limits)
    var now = Instant.now
    if let at { now = try QuantityArgument.instant(at, behind: "--at") }
    let report = DiffReport(old: before, new: after, difference: difference, now: now)
    switch format {
    case .text: try output.show(report.text)
    case .json: try output.line(report.json)
    case .markdown: try output.write(report.markdown)
    }
    return fails(difference) ? .negative : .success
  }

  /// What could not be decided may be any difference.
  private func fails(_ difference: PolicyDifference) -> Bool {
    let isUndecided = !difference.undecided.isEmpty || !difference.changedSettings.isEmpty
    switch failOn {
    case .loss: return difference.hasLosses || isUndecided
    case .gain: return difference.hasGains || isUndecided
    case .any: return !difference.isEmpty
    case .never: return false
    }
  }
}
