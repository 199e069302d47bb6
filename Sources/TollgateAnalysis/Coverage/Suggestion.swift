import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

/// A scenario that shows something that none has shown yet.
package struct Suggestion: Sendable {
  /// The rule that it was made for.
  package let rule: Int32
  /// What it shows of the rule.
  package let goals: CoverageMarks
  /// The scenario, to be pasted into the policy; it ends in a line break.
  package let text: String

  init(_ draft: Draft, about target: Int32, rule: Int32, goals: CoverageMarks, _ graph: RuleGraph) {
    self.rule = rule
    self.goals = goals
    let writer = ScenarioWriter(graph: graph)
    text = writer.scenario(
      titled: writer.title(rule, goals), draft, target, draft.decision(about: target, graph))
  }
}

/// Writes drafts as scenarios.
private struct ScenarioWriter {
  let graph: RuleGraph
  /// Where a line of givens is broken.
  private static let width = 96
  private static let mostOfRule = 200

  /// `bills > 500 requires pro: failed, decided, 501 outside`
  func title(_ rule: Int32, _ goals: CoverageMarks) -> String {
    let words = goals.goals.map { graph.words(for: $0, of: rule) }
    var name = String.UnicodeScalarView()
    let text = graph.parts.rules[Int(rule)].place.text.unicodeScalars
    name.append(contentsOf: text.prefix(ScenarioWriter.mostOfRule))
    return String(name) + ": " + words.joined(separator: ", ")
  }

  func scenario(
    titled title: String, _ draft: Draft, _ target: Int32, _ decision: Decision
  ) -> String {
    var text = "scenario " + Spelled.text(title) + "\n" + given(draft)
    if draft.now != Draft.newYear2026 { text += "  at " + words(draft.now) + "\n" }
    text += "  expect " + Spelled.name(decision.target)
    if graph.parts.targets[Int(target)].meter >= 0, draft.adding != 1 {
      text += " adding \(draft.adding)"
    }
    if draft.isContinuing { text += " continuing" }
    return text + " \(decision.outcome.rawValue) because \(decision.reason.rawValue)\n"
  }

  /// The lines of what is given, in the order of the policy's declarations.
  private func given(_ draft: Draft) -> String {
    var text = ""
    var line = ""
    for item in items(draft) {
      if !line.isEmpty, line.utf8.count + item.utf8.count > ScenarioWriter.width {
        text += "  given " + line + "\n"
        line = ""
      }
      line += (line.isEmpty ? "" : ", ") + item
    }
    return line.isEmpty ? text : text + "  given " + line + "\n"
  }

  private func items(_ draft: Draft) -> [String] {
    let parts = graph.parts
    var items = draft.entitlements.map { Spelled.name(parts.entitlements[Int($0)].name) }
    for counter in draft.usage.keys.sorted() {
      let window = Window(rawValue: UInt8(counter % 5))?.name.map { " per \($0)" } ?? ""
      let meter = Spelled.name(parts.meters[counter / 5].name)
      items.append("\(meter) \(draft.usage[counter] ?? 0)\(window)")
    }
    for meter in draft.allowances.keys.sorted() {
      let name = Spelled.name(parts.meters[Int(meter)].name)
      items.append("\(name) allowance \(draft.allowances[meter] ?? 0)")
    }
    for fact in draft.facts.keys.sorted() {
      guard let value = draft.facts[fact] else { continue }
      items.append(words(Spelled.name(parts.facts[Int(fact)].name), value))
    }
    if let subject = draft.subject { items.append("subject " + Spelled.text(subject)) }
    return items
  }

  private func words(_ fact: String, _ value: FactValue) -> String {
    switch value {
    case .yesOrNo(let value): (value ? "" : "not ") + fact
    case .number(let value): "\(fact) \(value)"
    case .date(let value): "\(fact) \(words(value))"
    case .version(let value): "\(fact) \(VersionText.print(value))"
    case .choice(let value): "\(fact) is \(Spelled.name(value))"
    }
  }

  /// `2026-03-01` at midnight, else the whole instant.
  private func words(_ instant: Instant) -> String {
    let text = Array(InstantText.print(instant).utf8)
    let midnight = Array("T00:00:00Z".utf8)
    let isMidnight =
      text.count > midnight.count && text.suffix(midnight.count).elementsEqual(midnight)
    return String(decoding: isMidnight ? text.dropLast(midnight.count) : text[...], as: UTF8.self)
  }
}
