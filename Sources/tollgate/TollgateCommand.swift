import ArgumentParser

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
    main(nil)
  }
}
