import ArgumentParser

/// The format of an answer.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// For people.
  case text
  /// For programs.
  case json
}

/// The option `--format`.
struct FormatOptions: ParsableArguments {
  @Option(help: "The format of the output.")
  var format: OutputFormat = .text
}
