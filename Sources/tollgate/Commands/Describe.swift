import ArgumentParser
import TollgateKit

/// `tollgate describe POLICY`
struct Describe: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Describes a policy in plain sentences.",
    discussion: """
      For each target it says who may use it, what opens it and at which price; then it describes \
      the plans, the gifts, and the data that the policy relies on. It describes the meaning of the \
      file: comments, layout and the order of statements make no difference.
      """
  )

  /// How a description is written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, json
  }

  @Argument(
    help: "The policy: a .gate file, a compiled file, or - for standard input.",
    completion: .policies)
  var policy: String

  @OptionGroup var locale: LocaleOptions

  @Option(help: "The format of the description.")
  var format: Format = .text

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let policy = try PolicyFile.policy(at: policy)
    let description = policy.plainDescription(in: locale.tag(for: policy))
    switch format {
    case .text: try output.show(TextPage().wrapped(description.text))
    case .markdown: try output.write(description.markdown)
    case .json: try output.line(description.json)
    }
    return .success
  }
}
