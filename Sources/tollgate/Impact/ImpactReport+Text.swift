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
      let (lost, warned) = (count.loses - count.onlyWarned, count.onlyWarned)
      lines += change(
        ImpactReport.verb("lose", lost) + " it", lost, count.loser,
        row.lines.filter { $0.isLoss && !$0.isOnlyWarned })
      lines += change(
        "may go on for now, with a warning", warned, count.loser,
        row.lines.filter { $0.isOnlyWarned })
      lines += change(
        ImpactReport.verb("gain", count.gains) + " it", count.gains, count.gainer,
        row.lines.filter { !$0.isLoss })
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

  private func change(_ change: String, _ users: Int, _ example: String?, _ sources: [Line])
    -> [String]
  {
    guard users > 0 else { return [] }
    var lines = ["  \(figure(users))  \(change), \(share(users))"]
    if let example { lines[0] += "; for example \(example)" }
    for source in sources.prefix(5) {
      let before = source.before ?? "nothing in the way"
      let after = source.after ?? "nothing in the way"
      let then = source.warnedUntil.map { "; lost from \($0) on" } ?? ""
      lines.append("      \(grouped(source.users)): \(before) → \(after)\(then)")
    }
    return lines
  }

  /// The change that a line brings: `lose`, `may go on with a warning until 2027-03-01 and then
  /// lose`.
  static func words(for line: Line) -> String {
    guard line.isOnlyWarned else { return verb(line.isLoss ? "lose" : "gain", line.users) }
    guard let end = line.warnedUntil else { return "may go on for now, with a warning" }
    return "may go on with a warning until \(end), and \(verb("lose", line.users)) then"
  }

  /// A verb of so many users: one loses, two lose.
  static func verb(_ verb: String, _ users: Int) -> String { users == 1 ? verb + "s" : verb }

  private func figure(_ number: Int) -> String {
    let text = grouped(number)
    return String(repeating: " ", count: max(0, 11 - text.count)) + text
  }
}
