import ArgumentParser
import TollgateAnalysis
import TollgateKit

/// `tollgate describe POLICY`
struct Describe: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Describes a policy in plain sentences.",
    discussion: """
      For each target it says who may use it, what opens it and at what price; then it describes \
      the plans, the gifts, and the data that the policy relies on. It describes the meaning of the \
      file: comments, layout and the order of statements make no difference.
      """
  )

  /// How a description is written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, json
  }

  @OptionGroup var file: PolicyArgument

  @OptionGroup var locale: LocaleOptions

  @Option(help: "The format of the description.")
  var format: Format = .text

  @Option(
    help: ArgumentHelp(
      "The time that the whole run may take; a longer one ends with status 2.",
      valueName: "duration"))
  var within = RunOptions.usual

  func validate() throws {
    try RunOptions.check(within)
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let run = try RunOptions.begin(within)
    let policy = try PolicyFile.policy(at: file.policy)
    let description = try Describe.description(
      of: policy, in: locale.tag(for: policy), run, within)
    switch format {
    case .text: try output.show(output.page.wrapped(description.text))
    case .markdown: try output.write(description.markdown)
    case .json: try output.line(description.json)
    }
    return .success
  }

  /// The description of a policy, if there is time for it: `within` in words.
  static func description(
    of policy: Policy, in locale: String, _ run: RunBudget, _ within: String
  ) throws(Failure) -> PolicyDescription {
    if let found = policy.plainDescription(in: locale, while: { run.end == nil }) { return found }
    throw .unreadable(
      "a description of this policy takes longer than \(within); give it more with --within")
  }
}
