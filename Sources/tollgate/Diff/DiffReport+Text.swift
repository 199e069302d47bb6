import TollgateKit
import TollgateAnalysis

extension DiffReport {
  /// For people: plan by plan and product by product, then the exact cases with an example each.
  var text: String {
    guard !difference.isEmpty else { return "no difference\n" }
    let sections = [overview, cases, remainder, otherChanges].filter { !$0.isEmpty }
    return sections.joined(separator: "\n")
  }

  private var overview: String {
    var text = ""
    for entry in owner.plans + owner.products {
      text += entry.title + "\n"
      for sentence in entry.sentences { text += "  \(sentence)\n" }
    }
    return text
  }

  private var cases: String {
    difference.changes.map { change in
      var text = names(of: change.targets, in: old).joined(separator: ", ") + "\n"
      if let loss = change.loss { text += self.text(of: loss, isLoss: true) }
      if let gain = change.gain { text += self.text(of: gain, isLoss: false) }
      return text
    }.joined(separator: "\n")
  }

  private var remainder: String {
    var text = line("no longer declared, so denied", difference.removed, old)
    for entry in owner.added {
      text += "new \(entry.title): " + entry.sentences.joined(separator: ", ") + "\n"
    }
    for undecided in difference.undecided {
      text += line("undecided", undecided.targets, old)
      text +=
        "  stopped after \(undecided.exhausted.words); raise \(undecided.exhausted.option), or split their rules\n"
    }
    return text + line("the same for everybody", difference.equal, old)
  }

  private var otherChanges: String {
    guard !lists.isEmpty else { return "" }
    var text = "also changed\n"
    for change in lists {
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
