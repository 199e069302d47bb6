import TollgatePopulation
import TollgateSyntax

extension ImpactReport {
  /// For a terminal.
  var text: String {
    var lines = ["\(title), of \(ImpactReport.users(impact.users))", ""]
    for section in sections {
      if let group = section.group { lines += ["\(group):", ""] }
      lines += section.rows.flatMap { words($0) }
      if section.rows.isEmpty { lines.append("Nobody gains or loses.") }
      lines.append("")
    }
    if let words = unreadableWords {
      lines.append("\(words):")
      lines += faults(atMost: 10).map { "  \($0)" }
    }
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  private func words(_ row: Row) -> [String] {
    let count = row.count
    var lines = [row.target]
    if isComparison {
      for kind in ChangeKind.allCases { lines += changes(kind, row) }
    } else {
      for standing in [Standing.allowed, .warned, .denied] where count.users(standing) > 0 {
        lines.append("  \(figure(count.users(standing)))  \(standing.name)")
      }
    }
    if count.unknown > 0 {
      let stale = count.stale > 0 ? ", \(grouped(count.stale)) of them stale" : ""
      lines.append("  \(figure(count.unknown))  unknown\(stale)")
    }
    for value in row.values.prefix(10) {
      let change =
        isComparison
        ? "\(value.users == 1 ? "goes" : "go") from \(value.before) to \(value.after)"
        : "\(value.users == 1 ? "has" : "have") \(value.after)"
      lines.append("  \(figure(value.users))  \(change)")
    }
    if row.values.count > 10 { lines.append("  and \(row.values.count - 10) more values") }
    return lines
  }

  /// How many change so; of those who lose, who may go on for now stand apart.
  private func changes(_ kind: ChangeKind, _ row: Row) -> [String] {
    let users = row.count.users(kind)
    let warned = kind == .loses ? row.count.onlyWarned : 0
    let example = row.count.examples[kind]
    let lines = row.lines.filter { $0.kind == kind }
    return change(
      kind.words(users - warned), users - warned, example, lines.filter { !$0.isOnlyWarned })
      + change(Line.warned, warned, example, lines.filter { $0.isOnlyWarned })
  }

  private func change(
    _ change: String, _ users: Int, _ example: String?, _ sources: [Line]
  ) -> [String] {
    guard users > 0 else { return [] }
    var lines = ["  \(figure(users))  \(change), \(share(users))"]
    if let example { lines[0] += "; for example \(example)" }
    for source in sources.prefix(5) {
      let then = source.warnedUntil.map { "; lost from \($0) on" } ?? ""
      lines.append("      \(grouped(source.users)): \(source.words { $0 })\(then)")
    }
    return lines
  }

  private func figure(_ number: Int) -> String {
    let text = grouped(number)
    return String(repeating: " ", count: max(0, 11 - text.count)) + text
  }
}

extension ImpactReport.Line {
  static let warned = "may go on for now, with a warning"

  /// The change that it brings: `lose it`, `may go on with a warning until 2027-03-01, and lose it
  /// then`.
  var change: String {
    guard isOnlyWarned else { return kind.words(users) }
    guard let warnedUntil else { return ImpactReport.Line.warned }
    return "may go on with a warning until \(warnedUntil), and \(kind.words(users)) then"
  }

  /// From which line to which.
  func words(_ write: (String) -> String) -> String {
    [before, after].map { $0.map(write) ?? "nothing in the way" }.joined(separator: " → ")
  }
}

extension ChangeKind {
  /// So many users and their verb: one loses it, two lose it.
  func words(_ users: Int) -> String {
    let isOne = users == 1
    switch self {
    case .loses: return isOne ? "loses it" : "lose it"
    case .gains: return isOne ? "gains it" : "gain it"
    case .becomesUnknown:
      return "\(isOne ? "becomes" : "become") unknown, and \(isOne ? "is" : "are") denied"
    case .becomesKnown:
      return "\(isOne ? "was" : "were") unknown, and \(isOne ? "is" : "are") allowed"
    }
  }
}
