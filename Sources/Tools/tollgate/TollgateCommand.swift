import ArgumentParser
import TollgateSyntax

/// The command `tollgate`.
@main
struct TollgateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tollgate",
    abstract: "Decides who may use what, explains why, and shows how to get access.",
    discussion: """
      A policy is a `.gate` file, a file that `tollgate compile` wrote, or `-` for standard input.

      Exit status: 0 allowed, clean or passed; 1 denied, failed, or findings at the level of \
      --fail-on; 2 a file that cannot be read or a policy that does not compile; 64 wrong usage.
      """,
    version: TollgateCommand.version,
    subcommands: CommandList.all
  )

  /// The version of the command.
  static let version = "0.1.0"

  static func main() {
    Descriptor.ignoreClosedPipes()
    Interruption.prepare()
    if let first = CommandLine.arguments.dropFirst().first, let problem = problem(with: first) {
      end(with: ValidationError(problem))
    }
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// Ends the command. A message about wrong usage repeats what was written, which a terminal must
  /// not obey.
  private static func end(with error: any Error) -> Never {
    let code = exitCode(for: error)
    guard code != .success else { exit(withError: error) }
    let message = fullMessage(for: error)
    if !message.isEmpty { Console.say(message) }
    exit(withError: code)
  }

  /// The problem with the first argument if it should name a command and does not; nil otherwise.
  private static func problem(with name: String) -> String? {
    let names = CommandList.all.map { $0._commandName }
    guard !name.hasPrefix("-"), name != "help", !names.contains(name) else { return nil }
    // With two typos between them, `price` would be `prove`.
    guard let nearest = EditDistance.nearest(to: name, among: names),
      EditDistance.between(name, nearest) == 1
    else {
      return "There is no command called `\(name)`. Commands: \(names.joined(separator: ", "))."
    }
    return "There is no command called `\(name)`: write `\(nearest)`."
  }
}
