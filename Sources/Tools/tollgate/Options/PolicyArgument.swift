import ArgumentParser

/// The policy that a command reads, as text or compiled.
struct PolicyArgument: ParsableArguments {
  @Argument(
    help: "The policy: a .gate file, a compiled file, or - for standard input.",
    completion: .policies)
  var policy: String
}
