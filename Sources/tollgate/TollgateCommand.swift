import ArgumentParser
import TollgateSyntax

/// The command `tollgate`.
@main
struct TollgateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tollgate",
    abstract: "Says who may do what, why, and how to get in.",
    discussion: """
      A policy is a `.gate` file, a file that `tollgate compile` wrote, or `-` for standard input.

      Exit status: 0 allowed or clean; 1 denied, or findings at the level of --fail-on; 2 a policy, \
      snapshot or file that cannot be read; 64 wrong usage.
      """,
    version: TollgateCommand.version,
    subcommands: CommandList.all
  )

  /// The version of the command.
  static let version = "0.1.0"

  static func main() {
    Descriptor.ignoreClosedPipes()
    if let first = CommandLine.arguments.dropFirst().first, let problem = problem(with: first) {
      exit(withError: ValidationError(problem))
    }
    main(nil)
  }

  /// What is wrong with the first argument where it should name a command; nothing for an option.
  private static func problem(with name: String) -> String? {
    let names = CommandList.all.map { $0._commandName }
    guard !name.hasPrefix("-"), name != "help", !names.contains(name) else { return nil }
    guard let nearest = EditDistance.nearest(to: name, among: names) else {
      return "There is no command called `\(name)`; `tollgate --help` lists them."
    }
    return "There is no command called `\(name)`: write `\(nearest)`."
  }
}
