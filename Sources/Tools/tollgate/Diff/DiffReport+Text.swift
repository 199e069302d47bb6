import TollgateAnalysis
import TollgateCompiler
import TollgateKit
import TollgateRuntime
import TollgateSyntax

extension DiffReport {
  /// For people: plan by plan and product by product, then the exact cases with an example each.
  var text: String {
    guard !difference.isEmpty else { return "no difference\n" }
    let sections = [overview, cases, remainder, otherChanges, hint].filter { !$0.isEmpty }
    return sections.joined(separator: "\n")
  }

  private var hint: String {
    isShortened ? "Only the first cases are listed; --all lists every one.\n" : ""
  }

  private var overview: String {
    var text = unfinished.map { $0 + "\n" } ?? ""
    for entry in owner.plans + owner.products {
      text += entry.title + "\n"
      for sentence in entry.sentences { text += "  \(sentence)\n" }
    }
    return text
  }

  private var cases: String {
    let outcomes = difference.changes.map { change in
      var text = old.names(of: change.targets).joined(separator: ", ") + "\n"
      if let loss = change.loss {
        text += self.text(of: loss, "loses", outcomes(of:))
      }
      if let gain = change.gain {
        text += self.text(of: gain, "gains", outcomes(of:))
      }
      return text
    }
    return (outcomes + changedSettings.map(values(of:))).joined(separator: "\n")
  }

  /// Who has another value of a setting.
  private func values(of setting: String) -> String {
    var text = old.names(of: [setting]).joined() + "\n"
    for change in difference.values where change.setting == setting {
      text += self.text(
        of: change.side, "\(verb(of: change)) (\(words(of: change)))"
      ) { _ in words(about: change) }
    }
    return text
  }

  private var remainder: String {
    var text = line("no longer declared, so denied", difference.removed, old)
    for entry in owner.added {
      text += "new \(entry.title): " + entry.sentences.joined(separator: ", ") + "\n"
    }
    for undecided in difference.undecided {
      text += line("undecided", undecided.targets, old)
      text += line("undecided, who has which value", undecided.values, old)
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
    return "\(title): " + policy.names(of: targets).joined(separator: ", ") + "\n"
  }

  private func text(
    of side: PolicyDifference.Side, _ title: String,
    _ answers: (PolicyDifference.Example) -> String
  ) -> String {
    var text = ""
    for (index, people) in people(side).enumerated() {
      text += index == 0 ? "  \(title): " : String(repeating: " ", count: title.count + 4)
      text += people + "\n"
    }
    for source in side.sources {
      text += "    \(words(of: source, for: side.example?.target))\n"
    }
    guard let example = side.example else { return text }
    text += "    for example \(example.words)\(wish(of: example)): \(answers(example))\n"
    for line in (example.scenario ?? "").split(separator: "\n") { text += "      \(line)\n" }
    return text
  }
}

extension DiffReport {
  /// The wish of the user of an example who has used some: one with 300 bills wants the 301st.
  private func wish(of example: PolicyDifference.Example) -> String {
    guard case .adding(let amount) = example.ask.growth,
      example.snapshot.usage[example.target] != nil
    else { return "" }
    let isPlain = new.graph.parts.meters.contains { $0.name == example.target && $0.unit == .count }
    if !isPlain { return ", who wants more" }
    return ", who wants \(amount == 1 ? "one" : "\(amount)") more"
  }

  /// The settings of which somebody has another value, in order, each once.
  var changedSettings: [String] {
    var names: [String] = []
    for change in difference.values where names.last != change.setting {
      names.append(change.setting)
    }
    return names
  }

  /// `30 days → 7 days`
  func words(of change: PolicyDifference.ValueChange) -> String {
    "\(words(of: change.old)) → \(words(of: change.new))"
  }

  private func words(of value: SettingValue?) -> String {
    value.map { SettingLiteral.print($0) } ?? "no value"
  }

  /// The effect of a change on its users.
  func verb(of change: PolicyDifference.ValueChange) -> String {
    switch change.direction {
    case .loss: "loses"
    case .gain: "gains"
    case .other: "changes"
    }
  }

  /// The answers of both policies to an example of a change.
  func words(about change: PolicyDifference.ValueChange) -> String {
    "\(words(of: change.old)) before, \(words(of: change.new)) now"
  }
}
