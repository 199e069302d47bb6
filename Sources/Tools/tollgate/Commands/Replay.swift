import ArgumentParser
import TollgateKit
import TollgateLog
import TollgateRuntime
import TollgateSyntax
import TollgateWords

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

/// A replay for people: the targets, and below each how its decisions change.
struct ReplayText {
  private let replay: Replay

  init(_ replay: Replay) {
    self.replay = replay
  }

  var text: String {
    let different = replay.different > 0 ? ReplayText.grouped(replay.different) : "none"
    var text = "\(different) of \(ReplayText.counted(replay.decisions)) would be different\n"
    var seen: Set<String> = []
    for change in replay.changes where seen.insert(change.target).inserted {
      text += "\n\(change.target)\n"
      for own in replay.changes where own.target == change.target { text += lines(own) }
    }
    return text
  }

  private static func counted(_ count: Int) -> String {
    count == 1 ? "1 decision" : "\(grouped(count)) decisions"
  }

  private static func grouped(_ count: Int) -> String { AmountText.grouped(Int64(count)) }

  private func lines(_ change: Replay.Change) -> String {
    let times = ReplayText.grouped(change.count)
    var text = "  \(times) × \(words(change.was)) → \(words(change.now))\n"
    if let rule = change.rule { text += "    \(rule.rule)  [\(rule.file):\(rule.line)]\n" }
    let details = [change.subject, change.at?.text].compactMap { $0 }.joined(separator: ", ")
    return text + "    for example line \(change.line)\(details.isEmpty ? "" : ": " + details)\n"
  }

  private func words(_ answer: (outcome: Decision.Outcome, reason: Reason)) -> String {
    "\(answer.outcome.rawValue) (\(answer.reason.rawValue))"
  }
}

extension Replay {
  /// The replay for programs: schema 1, every key always present.
  func json(unreadable: Int) -> String {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("schema", 1)
      writer.member("policy", policy.name)
      writer.member("fingerprint", policy.fingerprint)
      writer.member("decisions", decisions)
      writer.member("different", different)
      writer.member("unreadable", unreadable)
      writer.array("changes", changes) { change, writer in Replay.write(change, &writer) }
    }
    return writer.text
  }

  private static func write(_ change: Change, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("target", change.target)
      writer.member("count", change.count)
      for (key, answer) in [("was", change.was), ("now", change.now)] {
        writer.object(key) { writer in
          writer.member("outcome", answer.outcome.rawValue)
          writer.member("reason", answer.reason.rawValue)
        }
      }
      writer.member("rule", change.rule) { rule, writer in
        writer.object { writer in
          writer.member("text", rule.rule)
          writer.member("file", rule.file)
          writer.member("line", rule.line)
        }
      }
      writer.object("example") { writer in
        writer.member("line", change.line)
        writer.member("subject", change.subject)
        writer.member("at", change.at?.text)
      }
    }
  }
}
