import ArgumentParser

/// How an answer is written.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// For people.
  case text
  /// For programs.
  case json
}

/// The option `--format`.
struct FormatOptions: ParsableArguments {
  @Option(help: "How to write the answer.")
  var format: OutputFormat = .text
}
