import ArgumentParser
import TollgateKit

/// `tollgate describe POLICY`
struct Describe: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Tells a policy back in plain sentences.",
    discussion: """
      For each thing who may use it, what opens it and at which price; then the plans, what the \
      policy gives by itself and what it relies on: what the file means, not how it is written. \
      The order of its statements, comments and layout change nothing.
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

  @Option(help: "How to write the description.")
  var format: Format = .text

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    let description = try PolicyFile.policy(at: policy).plainDescription(in: locale.tag)
    switch format {
    case .text: try output.write(description.text)
    case .markdown: try output.write(description.markdown)
    case .json: try output.line(description.json)
    }
    return .success
  }
}
