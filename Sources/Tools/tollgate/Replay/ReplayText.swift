import TollgateKit
import TollgateLog
import TollgateRuntime
import TollgateWords

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
