import TollgateKit
import TollgateLog
import TollgateRuntime

/// A replay for people: the targets, and below each how its decisions change.
struct ReplayText {
  private let replay: Replay

  init(_ replay: Replay) {
    self.replay = replay
  }

  var text: String {
    guard replay.different > 0 else {
      return "none of \(ReplayText.counted(replay.decisions)) would be different\n"
    }
    var text =
      "\(replay.different) of \(ReplayText.counted(replay.decisions)) would be different\n"
    var seen: Set<String> = []
    for change in replay.changes where seen.insert(change.target).inserted {
      text += "\n\(change.target)\n"
      for own in replay.changes where own.target == change.target { text += lines(own) }
    }
    return text
  }

  private static func counted(_ count: Int) -> String {
    count == 1 ? "1 decision" : "\(count) decisions"
  }

  private func lines(_ change: Replay.Change) -> String {
    var text = "  \(change.count) × \(words(change.was)) → \(words(change.now))\n"
    if let rule = change.rule { text += "    \(rule.rule)  [\(rule.file):\(rule.line)]\n" }
    let details = [change.subject, change.at?.text].compactMap { $0 }.joined(separator: ", ")
    return text + "    for example line \(change.line)\(details.isEmpty ? "" : ": " + details)\n"
  }

  private func words(_ answer: (outcome: Decision.Outcome, reason: Reason)) -> String {
    "\(answer.outcome.rawValue) (\(answer.reason.rawValue))"
  }
}
