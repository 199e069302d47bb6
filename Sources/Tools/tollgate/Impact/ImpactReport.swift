import TollgateAnalysis
import TollgateKit
import TollgatePopulation
import TollgateRuntime
import TollgateWords

/// The counts, in the words and the order that all formats share.
struct ImpactReport {
  let impact: Impact
  let unreadable: UserCounter.Unreadable
  let policies: [Policy]
  /// Whether CSV is kept from being read as formulas.
  let isForSpreadsheet: Bool
  /// Which line of one policy answers to a line of the other, as the analysis knows it.
  private let sources: [PolicyDifference.Change]
  /// The targets of which the budget left open which lines answer to each other.
  private let undecided: Set<String>

  /// - Parameter budget: That of looking for the lines; the counts need none.
  init(
    _ result: UserCounter.Result, of policies: [Policy], isForSpreadsheet: Bool, budget: Budget
  ) {
    self.isForSpreadsheet = isForSpreadsheet
    impact = result.impact
    unreadable = result.unreadable
    self.policies = policies
    // Mostly both lines are known from the users who were counted.
    let counts = result.impact.counts
    let isOpen = counts.contains { $0.lines.keys.contains { $0.old == nil || $0.new == nil } }
    guard policies.count > 1, isOpen else {
      (sources, undecided) = ([], [])
      return
    }
    let difference = PolicyDifference.compare(
      policies[0].graph, policies[1].graph, budget: budget)
    sources = difference.changes
    undecided = Set(difference.undecided.flatMap { $0.targets })
  }

  /// Whether two policies are compared.
  var isComparison: Bool { policies.count > 1 }

  /// Whether somebody may do less now, or may do more.
  func has(loss isLoss: Bool) -> Bool {
    let kinds = ChangeKind.allCases.filter { $0.isLoss == isLoss }
    return impact.counts.contains { count in kinds.contains { count.users($0) > 0 } }
  }

  /// The policies, as a heading.
  var title: String {
    let names = policies.map { $0.graph.name.isEmpty ? "the policy" : $0.graph.name }
    return isComparison ? "Who gains and who loses: \(names[1])" : "Who may do what: \(names[0])"
  }

  /// The rows: all users first, then group by group in the order of their names.
  var sections: [Section] {
    var sections = [Section(group: nil, rows: rows(impact.counts))]
    for (group, counts) in impact.groups.sorted(by: { $0.key < $1.key }) {
      sections.append(Section(group: group, rows: rows(counts)))
    }
    return sections
  }

  struct Section {
    /// The condition on the users; nil for all.
    var group: String?
    var rows: [Row]
  }

  /// One target.
  struct Row {
    var target: String
    var count: Impact.Count
    /// The lines that change, the most frequent first.
    var lines: [Line]
    /// The values of a setting, or the limits of a meter, the most frequent first.
    var values: [(before: String, after: String, users: Int)]
  }

  /// From which line to which.
  struct Line {
    var kind: ChangeKind
    /// Whether those who lose may go on for now, with a warning, and until when if that is known.
    var isOnlyWarned: Bool
    var warnedUntil: String?
    var before: String?
    var after: String?
    var users: Int
  }

  /// Of two policies, the targets with which somebody stands otherwise, or has another value.
  private func rows(_ counts: [Impact.Count]) -> [Row] {
    var rows: [Row] = []
    for (place, count) in counts.enumerated() {
      let target = impact.targets[place]
      let values = count.values.filter { !isComparison || $0.key.old != $0.key.new }
      guard !isComparison || count.isChanged || !values.isEmpty else { continue }
      let shown = values.map { key, users in
        (words(key.old, target, policies[0]), words(key.new, target, policies.last), users)
      }
      rows.append(
        Row(
          target: target, count: count, lines: isComparison ? lines(count, of: target) : [],
          values: shown.sorted { ($1.2, $0.0, $0.1) < ($0.2, $1.0, $1.1) }))
    }
    return rows
  }

  private func lines(_ count: Impact.Count, of target: String) -> [Line] {
    let change = sources.first { $0.targets.contains(target) }
    return count.lines.map { key, users in
      var before = key.old.map { policies[0].line(of: $0) }
      var after = key.new.map { policies[policies.count - 1].line(of: $0) }
      // Where nothing was in the way, the line that is another one now.
      for source in (key.kind.isLoss ? change?.loss : change?.gain)?.sources ?? [] {
        if before == nil, let line = source.old, source.new.map({ words($0, 1) }) == after {
          before = words(line, 0)
        }
        if after == nil, let line = source.new, source.old.map({ words($0, 0) }) == before {
          after = words(line, 1)
        }
      }
      if undecided.contains(target) {
        before = before ?? ImpactReport.undecidedLine
        after = after ?? ImpactReport.undecidedLine
      }
      let end = key.isOnlyWarned ? key.new.flatMap { policies.last?.warningEnd(of: $0) } : nil
      return Line(
        kind: key.kind, isOnlyWarned: key.isOnlyWarned, warnedUntil: end, before: before,
        after: after, users: users)
    }.sorted {
      ($1.users, $0.before ?? "", $0.after ?? "") < ($0.users, $1.before ?? "", $1.after ?? "")
    }
  }

  /// In the place of a line that was not found in time.
  private static let undecidedLine = "undecided; give it more time with --within"

  private func words(_ line: PolicyDifference.SourceLine, _ policy: Int) -> String {
    policies[policy].words(file: line.file, line: line.number, text: line.text)
  }

  /// A value as people read it.
  private func words(_ value: Impact.Value, _ target: String, _ policy: Policy?) -> String {
    switch value {
    case .none: return "none"
    case .unknown: return "unknown"
    case .undecided: return "undecided"
    case .unlimited: return "unlimited"
    case .other: return Impact.rest
    case .quantity(let quantity):
      guard let graph = policy?.graph, let index = graph.names.targets[target] else {
        return "\(quantity)"
      }
      return graph.words(of: quantity, for: index)
    }
  }

  /// A share of all users in percent, with one decimal.
  func share(_ users: Int) -> String {
    guard impact.users > 0 else { return "0 %" }
    let tenths = (users * 1_000 + impact.users / 2) / impact.users
    if tenths == 0, users > 0 { return "< 0.1 %" }
    return "\(tenths / 10).\(tenths % 10) %"
  }

  /// A number in groups of three digits.
  func grouped(_ number: Int) -> String { AmountText.grouped(Int64(number)) }

  /// `3 users`
  static func users(_ count: Int) -> String {
    "\(AmountText.grouped(Int64(count))) \(count == 1 ? "user" : "users")"
  }

  /// The sentence about lines that could not be read; nil if there are none.
  var unreadableWords: String? {
    guard unreadable.count > 0 else { return nil }
    let count = grouped(unreadable.count)
    return "\(count) \(unreadable.count == 1 ? "line" : "lines") could not be read, "
      + "and \(unreadable.count == 1 ? "is" : "are") not among the users"
  }

  /// The lines that could not be read, as many as are told one by one.
  func faults(atMost most: Int) -> [String] {
    var faults = unreadable.lines.prefix(most).map { "line \($0.line): \($0.reason)" }
    if unreadable.count > faults.count {
      faults.append("and \(grouped(unreadable.count - faults.count)) more")
    }
    return faults
  }
}

extension RuleGraph {
  /// A quantity in the unit of a meter or a setting; a choice by its name.
  fileprivate func words(of quantity: Int64, for target: Int32) -> String {
    guard let setting = setting(of: target) else {
      let unit = self[target: target].meter.map { parts.meters[Int($0)].unit }
      return AmountText.print(quantity, unit ?? .count, .english)
    }
    let record = parts.settings[Int(setting)]
    switch record.kind {
    case .choice:
      let choice = Int(quantity)
      return record.choices.indices.contains(choice) ? record.choices[choice].name : "\(quantity)"
    case .count: return AmountText.grouped(quantity)
    case .bytes: return AmountText.print(quantity, .bytes, .english)
    case .seconds: return AmountText.print(quantity, .seconds, .english)
    case .basisPoints: return quantity.percent
    }
  }
}
