import TollgateKit
import TollgateRuntime
import TollgateSyntax
import TollgateWords

/// All targets for one user, open or locked, as a table. Neighbours of a series with the same
/// answer share a row.
struct AccessTable {
  private struct Row {
    var state: String
    var targets: ClosedRange<Int32>
    var detail: String
  }

  private let situation: Situation
  private let graph: RuleGraph
  private let texts: Texts

  init(_ situation: Situation) {
    self.situation = situation
    graph = situation.policy.graph
    texts = Texts(graph: graph, locale: "en")
  }

  var text: String {
    let rows = self.rows
    let names = rows.map(name)
    let width = names.reduce(0) { max($0, DisplayCell.width(of: $1)) }
    var text = head
    for (row, name) in zip(rows, names) {
      let state = row.state.padding(to: 8)
      guard !row.detail.isEmpty else {
        text += state + name + "\n"
        continue
      }
      let gap = String(repeating: " ", count: width - DisplayCell.width(of: name) + 2)
      text += state + name + gap + row.detail + "\n"
    }
    return text + reminders
  }

  private var head: String {
    let policy = situation.policy
    var text = "policy".padding(to: 8) + graph.nameInTexts + " " + policy.fingerprint + "\n"
    if let tier = policy.tier(in: situation.snapshot, at: situation.now) {
      text += "tier".padding(to: 8) + tier + "\n"
    }
    return text + "\n"
  }

  /// One target after the other: of millions of decisions none is kept.
  private var rows: [Row] {
    var rows: [Row] = []
    let series = graph.seriesOfTargets
    var rules: [[Int32]]?
    for target in graph.targets {
      let index = Int(target.index)
      let own = [graph.parts.targets[index].rules, graph.uses[target.index]]
      if let last = rows.last, let group = series[index],
        last.targets.upperBound + 1 == target.index,
        group == series[Int(last.targets.upperBound)]
      {
        // Members of a series that have the same rules and uses have the same answer.
        let next = own == rules ? last : row(decision(about: target), target.index)
        if next.state == last.state, next.detail == last.detail {
          rows[rows.count - 1].targets = last.targets.lowerBound...target.index
        } else {
          rows.append(next)
        }
      } else {
        rows.append(row(decision(about: target), target.index))
      }
      rules = own
    }
    return rows
  }

  private func decision(about target: Target, _ ask: Ask = Ask()) -> Decision {
    graph.decide(target, ask: ask, for: situation.snapshot, at: situation.now)
  }

  private func row(_ decision: Decision, _ target: Int32) -> Row {
    let state =
      switch decision.outcome {
      case .allowed: "open"
      case .warned: "warned"
      case .denied: "locked"
      }
    var details: [String] = []
    if let quota = decision.quota, let meter = decision.inquiry?.meter(of: quota) {
      details.append(texts.words(quota, ofMeter: meter, in: decision.inquiry))
    }
    if let value = decision.value, let setting = graph.setting(of: target) {
      details.append(texts.words(value, of: setting))
    }
    if decision.outcome != .allowed { details.append(why(decision)) }
    return Row(state: state, targets: target...target, detail: details.joined(separator: "; "))
  }

  private func name(of row: Row) -> String {
    let first = graph.parts.targets[Int(row.targets.lowerBound)].name
    if row.targets.count == 1 { return first }
    return first + ".." + graph.parts.targets[Int(row.targets.upperBound)].name
  }

  /// `not-held, needs advanced or full`
  private func why(_ decision: Decision) -> String {
    let blockers = decision.blockers.inTheWay(from: decision.outcome)
    var needs: [String] = []
    for blocker in blockers where !blocker.needs.isEmpty {
      let sets = texts.list(of: blocker.needs)
      if !needs.contains(sets) { needs.append(sets) }
    }
    let reason = decision.reason.rawValue
    return needs.isEmpty ? reason : "\(reason), needs \(needs.joined(separator: "; "))"
  }

  /// The reminders that are due now.
  private var reminders: String {
    var lines: [String] = []
    for target in graph.targets where hasReminders(target) {
      let decision = decision(about: target, Ask(.adding(0)))
      guard let reminder = decision.reminder else { continue }
      var line = "  \(reminder.id)  \(reminder.isProminent ? "prominent" : "gentle")"
      if let text = texts.text(of: reminder, decision: decision) { line += "  “\(text)”" }
      if let until = reminder.snoozedUntil { line += ", dismissed until \(until.text)" }
      lines.append(line)
    }
    return lines.isEmpty ? "" : "\nreminders\n" + lines.joined(separator: "\n") + "\n"
  }

  private func hasReminders(_ target: Target) -> Bool {
    var rules = graph.parts.targets[Int(target.index)].rules
    if let setting = graph.setting(of: target.index) {
      rules.append(graph.parts.settings[Int(setting)].rule)
    }
    return rules.contains { !graph.parts.rules[Int($0)].reminders.isEmpty }
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - utf8.count))
  }
}
