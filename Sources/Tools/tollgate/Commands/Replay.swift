import ArgumentParser
import TollgateKit
import TollgateLog
import TollgateRuntime

/// `tollgate replay LOG POLICY`
struct ReplayLog: AnsweringCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Tells which logged decisions would be different with another policy, and why.",
    discussion: """
      LOG is a log of decisions, one JSON object on each line, as `DecisionLog` of the library \
      TollgateLog writes it; - reads standard input. Each question is asked again, of the new \
      policy, with what was known of the user at that time.

      Exit status: 0; 1 a difference that --fail-on names; 2 a policy that cannot be read, or a \
      line that cannot be read or has no snapshot (the others are compared); 64 wrong usage.
      """
  )

  @Argument(help: "The log of decisions; - reads standard input.", completion: .file())
  var log: String

  @Argument(
    help: "The policy to compare with: a .gate file, a compiled file, or -.",
    completion: .policies)
  var policy: String

  @Option(help: "Which differences make the command fail; any also counts changed reasons.")
  var failOn: Diff.FailCause = .never

  @OptionGroup var format: FormatOptions

  func validate() throws {
    try StandardInput.checkUsedOnce(["LOG": log, "POLICY": policy])
  }

  func answer(on output: Output) throws(Failure) -> ExitStatus {
    var replay = Replay(try PolicyFile.policy(at: policy))
    let file = try InputFile(log)
    var reader = LineReader(file)
    var number = 0
    var unreadable = 0
    var progress = Progress("lines", isStreaming: true)
    while let line = try reader.next(beforeWaiting: { () throws(Failure) in }) {
      number += 1
      progress.advance()
      do throws(SnapshotError) {
        guard case .text(let bytes) = line else {
          throw SnapshotError(
            .refused("it is longer than 16 MiB", chinese: "超过 16 MiB"))
        }
        try replay.compare(LoggedDecision(line: bytes), line: number)
      } catch {
        unreadable += 1
        // One line tells what is wrong; a log of millions must not fill the terminal.
        if unreadable == 1 {
          Console.say("\(file.name):\(number): error: \(error.description(in: "en"))")
        }
      }
    }
    progress.finish()
    if unreadable > 1 { Console.say("\(file.name): \(unreadable) lines cannot be replayed") }
    switch format.format {
    case .text: try output.show(ReplayText(replay).text)
    case .json: try output.line(replay.json(unreadable: unreadable))
    }
    guard unreadable == 0 else { return .unreadable }
    return replay.changes.contains { fails($0) } ? .negative : .success
  }

  private func fails(_ change: Replay.Change) -> Bool {
    switch failOn {
    case .loss: change.isLoss
    case .gain: change.isGain
    case .any: true
    case .never: false
    }
  }
}
