import TollgateKit
import TollgateAnalysis
import TollgateSyntax

extension DiffReport {
  /// For a comment on a pull request: the plans and products, the exact cases, and the examples
  /// folded away.
  var markdown: String {
    guard !difference.isEmpty else { return "No difference: everybody may do what they could.\n" }
    var text = "**\(summary)**\n" + overview
    if !difference.changes.isEmpty {
      text += "\n| | | for whom | lines |\n|---|---|---|---|\n"
      for change in difference.changes {
        if let loss = change.loss { text += row(change.targets, loss, isLoss: true) }
        if let gain = change.gain { text += row(change.targets, gain, isLoss: false) }
      }
    }
    text += item("No longer declared, so denied", difference.removed, old)
    for entry in owner.added {
      text += "\nNew \(entry.title): " + entry.sentences.map { code($0) }.joined(separator: ", ")
      text += "\n"
    }
    for undecided in difference.undecided {
      text += item(
        "Undecided, stopped after \(undecided.exhausted.words)", undecided.targets, old)
    }
    return text + examples + otherChanges
  }

  private var overview: String {
    let entries = owner.plans + owner.products
    guard !entries.isEmpty else { return "" }
    var text = "\n| plan or product | what changes |\n|---|---|\n"
    for entry in entries {
      let sentences = entry.sentences.map { cell($0) }.joined(separator: "<br>")
      text += "| \(cell(entry.title)) | \(sentences) |\n"
    }
    return text
  }

  private var summary: String {
    let losses = difference.changes.reduce(0) { $0 + ($1.loss == nil ? 0 : $1.targets.count) }
    let gains = difference.changes.reduce(0) { $0 + ($1.gain == nil ? 0 : $1.targets.count) }
    var parts: [String] = []
    if losses > 0 { parts.append("\(losses) \(losses == 1 ? "target loses" : "targets lose")") }
    if gains > 0 { parts.append("\(gains) \(gains == 1 ? "target gains" : "targets gain")") }
    if !difference.removed.isEmpty { parts.append("\(difference.removed.count) removed") }
    if !difference.added.isEmpty { parts.append("\(difference.added.count) added") }
    if parts.isEmpty { parts.append("nobody gains or loses") }
    return parts.joined(separator: ", ") + "; \(difference.equal.count) decide as before"
  }

  private func row(
    _ targets: [String], _ side: PolicyDifference.Side, isLoss: Bool
  ) -> String {
    let names = names(of: targets, in: old).map { code($0) }.joined(separator: ", ")
    let people = people(side).map { cell($0) }.joined(separator: "<br>")
    let lines = side.sources.map { source in
      let before = source.old.map { "\(place($0)) \(code(short($0)))" } ?? "none"
      let after = source.new.map { "\(place($0)) \(code(short($0)))" } ?? "none"
      return "\(before) → \(after)"
    }
    let change = isLoss ? "loses" : "gains"
    return "| \(names) | \(change) | \(people) | \(lines.joined(separator: "<br>")) |\n"
  }

  private func item(_ title: String, _ targets: [String], _ policy: Policy) -> String {
    guard !targets.isEmpty else { return "" }
    let names = names(of: targets, in: policy).map { code($0) }.joined(separator: ", ")
    return "\n\(title): \(names)\n"
  }

  /// The scenarios, to be pasted into the new policy.
  private var examples: String {
    var scenarios: [String] = []
    for change in difference.changes {
      for side in [change.loss, change.gain] {
        if let scenario = side?.example?.scenario { scenarios.append(scenario) }
      }
    }
    guard !scenarios.isEmpty else { return "" }
    return "\n<details><summary>An example for each, as scenarios of the new policy</summary>\n\n"
      + Escape.markdownBlock(scenarios.joined(), language: "gate") + "\n</details>\n"
  }

  private var otherChanges: String {
    guard !lists.isEmpty else { return "" }
    var text = "\n| also changed | before | now |\n|---|---|---|\n"
    for change in lists {
      let (before, after) = (change.old ?? "none", change.new ?? "none")
      text += "| \(cell(change.subject)) | \(cell(before)) | \(cell(after)) |\n"
    }
    return text
  }

  private func cell(_ text: String) -> String { Escape.markdown(text) }

  private func code(_ text: String) -> String { Escape.markdownCode(text) }
}
