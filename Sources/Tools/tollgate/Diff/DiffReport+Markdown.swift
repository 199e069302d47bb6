import TollgateKit
import TollgateAnalysis
import TollgateSyntax

extension DiffReport {
  /// For a comment on a pull request: the plans and products, the exact cases, and the examples
  /// folded away.
  var markdown: String {
    guard !difference.isEmpty else { return "No difference: everybody may do what they could.\n" }
    var text = "**\(summary)**\n" + overview
    if !difference.changes.isEmpty || !difference.values.isEmpty {
      text += "\n| | | for whom | lines |\n|---|---|---|---|\n"
      for change in difference.changes {
        if let loss = change.loss { text += row(change.targets, loss, "loses") }
        if let gain = change.gain { text += row(change.targets, gain, "gains") }
      }
      for change in difference.values {
        text += row([change.setting], change.side, "\(verb(of: change)) (\(words(of: change)))")
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
      text += item(
        "Undecided who has which value, stopped after \(undecided.exhausted.words)",
        undecided.values, old)
    }
    return text + examples + otherChanges
  }

  private var overview: String {
    let entries = owner.plans + owner.products
    let unfinished = self.unfinished.map { "\n" + $0 + "\n" } ?? ""
    guard !entries.isEmpty else { return unfinished }
    var text = unfinished + "\n| plan or product | what changes |\n|---|---|\n"
    for entry in entries {
      let sentences = entry.sentences.map { cell($0) }.joined(separator: "<br>")
      text += "| \(cell(entry.title)) | \(sentences) |\n"
    }
    return text
  }

  /// In one line: `1 target loses, 2 targets gain; 20 decide as before`.
  var summary: String {
    let (losses, gains) = (targets(isLoss: true).count, targets(isLoss: false).count)
    var parts: [String] = []
    if losses > 0 { parts.append("\(losses) \(losses == 1 ? "target loses" : "targets lose")") }
    if gains > 0 { parts.append("\(gains) \(gains == 1 ? "target gains" : "targets gain")") }
    if !difference.removed.isEmpty { parts.append("\(difference.removed.count) removed") }
    if !difference.added.isEmpty { parts.append("\(difference.added.count) added") }
    if parts.isEmpty { parts.append("nobody gains or loses") }
    return parts.joined(separator: ", ") + "; \(difference.equal.count) decide as before"
  }

  /// The targets that lose something, or that gain something.
  private func targets(isLoss: Bool) -> Set<String> {
    var targets: Set<String> = []
    for change in difference.changes where (isLoss ? change.loss : change.gain) != nil {
      targets.formUnion(change.targets)
    }
    for change in difference.values where isLoss ? change.isLoss : change.isGain {
      targets.insert(change.setting)
    }
    return targets
  }

  private func row(
    _ targets: [String], _ side: PolicyDifference.Side, _ change: String
  ) -> String {
    let names = old.names(of: targets).map { code($0) }.joined(separator: ", ")
    let people = people(side).map { cell($0) }.joined(separator: "<br>")
    let lines = side.sources.map { source in
      let before = source.old.map { "\(place($0)) \(code(short($0)))" } ?? "none"
      let after = source.new.map { "\(place($0)) \(code(short($0)))" } ?? "none"
      return "\(before) → \(after)"
    }
    return "| \(names) | \(cell(change)) | \(people) | \(lines.joined(separator: "<br>")) |\n"
  }

  private func item(_ title: String, _ targets: [String], _ policy: Policy) -> String {
    guard !targets.isEmpty else { return "" }
    let names = policy.names(of: targets).map { code($0) }.joined(separator: ", ")
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
    scenarios += difference.values.compactMap { $0.side.example?.scenario }
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
