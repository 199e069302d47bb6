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

/// Every command, in alphabetical order; each is one file in `Commands`.
enum CommandList {
  static let all: [any ParsableCommand.Type] = [
    Access.self,
    ShowCharges.self,
    Check.self,
    WriteColumns.self,
    Compile.self,
    Completions.self,
    Describe.self,
    Diff.self,
    Explain.self,
    Fmt.self,
    Graph.self,
    PrintGuide.self,
    ShowImpact.self,
    MakeKey.self,
    Lint.self,
    ServeEditor.self,
    ServeAssistant.self,
    New.self,
    ShowPaywall.self,
    Prove.self,
    ReplayLog.self,
    ShowSchema.self,
    SealFile.self,
    Serve.self,
    Simulate.self,
    MakeSnapshot.self,
    WriteSQL.self,
    Table.self,
    TestPolicies.self,
    Verify.self,
    WatchPolicies.self,
  ]
}

/// The exit status of a command. Programs rely on these numbers.
enum ExitStatus: Int32, Sendable {
  /// Allowed (a warned use is allowed), clean or passed.
  case success = 0
  /// Denied, or findings at the level that `--fail-on` names.
  case negative = 1
  /// A policy that does not compile, or a file, snapshot or line that cannot be read or written.
  case unreadable = 2
  /// Wrong usage, as `sysexits.h` has it.
  case usage = 64
}

/// The reason why a command failed, in a sentence for the person who ran it.
struct Failure: Error, Sendable {
  var status: ExitStatus
  /// The problem and the remedy; may have several lines.
  var message: String
  /// Whether the message is a whole text, such as rendered diagnostics, rather than a sentence.
  var isRendered = false

  /// The command was written wrongly.
  static func usage(_ message: String) -> Failure {
    Failure(status: .usage, message: message)
  }

  /// Something could not be read or written.
  static func unreadable(_ message: String) -> Failure {
    Failure(status: .unreadable, message: message)
  }

  /// A text that is printed unchanged.
  static func rendered(_ text: String) -> Failure {
    Failure(status: .unreadable, message: text, isRendered: true)
  }
}

/// A command that answers on standard output and ends with an ``ExitStatus``.
protocol AnsweringCommand: ParsableCommand {
  /// Writes the answer, and returns how the command ends.
  func answer(on output: Output) throws(Failure) -> ExitStatus
}

extension AnsweringCommand {
  func run() throws {
    let output = Output()
    var status: ExitStatus
    do throws(Failure) {
      status = try answer(on: output)
    } catch {
      status = error.status
      complain(error, after: output)
    }
    do throws(Failure) {
      try output.flush()
    } catch {
      status = error.status
      complain(error, after: nil)
    }
    if status != .success { throw ExitCode(status.rawValue) }
  }

  /// Prints on standard error why the command failed, after the output so far.
  private func complain(_ failure: Failure, after output: Output?) {
    // The last flush reports a failure of the output itself.
    do throws(Failure) { try output?.flush() } catch {}
    Console.complain(failure)
    if failure.status == .usage {
      let name = Self.configuration.commandName ?? Self._commandName
      Console.say("  See 'tollgate \(name) --help' for more information.")
    }
  }
}
