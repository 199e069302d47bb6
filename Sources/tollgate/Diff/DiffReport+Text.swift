import TollgateKit
import TollgateAnalysis

extension DiffReport {
  /// For people: target by target, with an example each.
  var text: String {
    guard !difference.isEmpty else { return "no difference\n" }
    var text = ""
    for change in difference.changes {
      text += names(of: change.targets, in: old).joined(separator: ", ") + "\n"
      if let loss = change.loss { text += self.text(of: loss, isLoss: true) }
      if let gain = change.gain { text += self.text(of: gain, isLoss: false) }
      text += "\n"
    }
    text += line("no longer declared, so denied", difference.removed, old)
    text += line("new", difference.added, new)
    for undecided in difference.undecided {
      text += line("undecided", undecided.targets, old)
      text += "  stopped after \(undecided.exhausted.words); raise --budget, or split their rules\n"
    }
    text += line("the same for everybody", difference.equal, old)
    guard !difference.lists.isEmpty else { return text }
    text += text.isEmpty || text.hasSuffix("\n\n") ? "also changed\n" : "\nalso changed\n"
    for change in difference.lists {
      text += "  \(change.subject): \(change.old ?? "none") → \(change.new ?? "none")\n"
    }
    return text
  }

  private func line(_ title: String, _ targets: [String], _ policy: Policy) -> String {
    guard !targets.isEmpty else { return "" }
    return "\(title): " + names(of: targets, in: policy).joined(separator: ", ") + "\n"
  }

  private func text(of side: PolicyDifference.Side, isLoss: Bool) -> String {
    var text = ""
    for (index, people) in people(side).enumerated() {
      text += (index == 0 ? (isLoss ? "  loses: " : "  gains: ") : "         ") + people + "\n"
    }
    for source in side.sources { text += "    \(words(of: source, isLoss: isLoss))\n" }
    guard let example = side.example else { return text }
    text += "    for example \(example.words): \(outcomes(of: example))\n"
    for line in (example.scenario ?? "").split(separator: "\n") { text += "      \(line)\n" }
    return text
  }
}
