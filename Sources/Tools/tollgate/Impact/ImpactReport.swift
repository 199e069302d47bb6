import TollgateAnalysis
import TollgateKit
import TollgatePopulation
import TollgateRuntime
import TollgateSyntax
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
    case .months: return PeriodText(language: .english).length(ofMonths: quantity)
    }
  }
}

extension ImpactReport {
  /// For programs, schema 1.
  var json: String {
    var writer = JSONWriter(pretty: true)
    writer.object { object in
      object.member("schema", 1)
      object.member("policies", policies.map { $0.graph.fingerprint })
      object.member("at", impact.now.text)
      object.member("users", impact.users)
      object.object("unreadable") { object in
        object.member("count", unreadable.count)
        object.array("lines", unreadable.lines) { fault, array in
          array.object { object in
            object.member("line", fault.line)
            object.member("error", fault.reason)
          }
        }
      }
      object.array("sections", sections) { section, array in
        array.object { object in
          object.member("group", section.group)
          object.array("targets", section.rows) { row, array in write(row, to: &array) }
        }
      }
    }
    return writer.takeText() + "\n"
  }

  private func write(_ row: Row, to writer: inout JSONWriter) {
    let count = row.count
    writer.object { object in
      object.member("target", row.target)
      for standing in [Standing.allowed, .warned, .denied] {
        object.member(standing.name, count.users(standing))
      }
      object.member("unknown", count.unknown)
      object.member("stale", count.stale)
      if isComparison {
        for kind in ChangeKind.allCases { object.member(kind.key, count.users(kind)) }
        for kind in ChangeKind.allCases { object.member(kind.exampleKey, count.examples[kind]) }
        object.member("onlyWarned", count.onlyWarned)
        object.array("lines", row.lines) { line, array in
          array.object { object in
            object.member("change", line.kind.name)
            object.member("before", line.before)
            object.member("after", line.after)
            object.member("users", line.users)
            object.member("warnedUntil", line.warnedUntil)
          }
        }
      }
      object.array("values", row.values) { value, array in
        array.object { object in
          if isComparison { object.member("before", value.before) }
          object.member(isComparison ? "after" : "value", value.after)
          object.member("users", value.users)
        }
      }
    }
  }
}

extension ChangeKind {
  /// The key of its number of users.
  fileprivate var key: String {
    switch self {
    case .loses: "loses"
    case .gains: "gains"
    case .becomesUnknown: "becomesUnknown"
    case .becomesKnown: "becomesKnown"
    }
  }

  /// The key of its first user.
  fileprivate var exampleKey: String {
    switch self {
    case .loses: "loser"
    case .gains: "gainer"
    case .becomesUnknown: "firstUnknown"
    case .becomesKnown: "firstKnown"
    }
  }
}

extension ImpactReport {
  /// The headings of the table that Markdown, CSV and HTML show.
  private var headings: [String] {
    let split = impact.groups.isEmpty ? [] : ["group"]
    let columns = isComparison ? ["loses", "gains"] : ["allowed", "warned", "denied"]
    return split + ["target"] + columns + ["unknown", "stale"]
      + (isComparison
        ? ["loser", "gainer", "becomes-unknown", "becomes-known", "only-warned"] : [])
  }

  /// The cells of a target, in the order of the headings.
  private func cells(_ row: Row, _ group: String?) -> [String] {
    let count = row.count
    let split = impact.groups.isEmpty ? [] : [group ?? "all"]
    let numbers =
      isComparison
      ? [count.users(.loses), count.users(.gains)]
      : [Standing.allowed, .warned, .denied].map { count.users($0) }
    let rest =
      isComparison
      ? [
        count.examples[.loses] ?? "", count.examples[.gains] ?? "",
        "\(count.users(.becomesUnknown))", "\(count.users(.becomesKnown))",
        "\(count.onlyWarned)",
      ] : []
    return split + [row.target] + (numbers + [count.unknown, count.stale]).map { "\($0)" } + rest
  }

  private var table: [[String]] {
    sections.flatMap { section in section.rows.map { cells($0, section.group) } }
  }

  /// Comma-separated values, RFC 4180.
  var csv: String {
    let rows = ([headings] + table).map { row in
      ListFile.row(
        row.map { $0.isEmpty ? nil : $0 }, forSpreadsheet: isForSpreadsheet)
    }
    return String(decoding: rows.joined(), as: UTF8.self)
  }

  /// For a comment on a pull request.
  var markdown: String {
    var lines = ["**\(Escape.markdown(title))**, of \(ImpactReport.users(impact.users))", ""]
    let rows = [headings, headings.map { _ in "---" }] + table.map { $0.map(Escape.markdown) }
    lines += rows.map { "| \($0.joined(separator: " | ")) |" }
    for row in sections.first?.rows ?? [] {
      for line in row.lines {
        lines += [
          "",
          "- \(Escape.markdown(row.target)): \(ImpactReport.users(line.users)) "
            + "\(line.change): \(line.words { Escape.markdownCode($0) })",
        ]
      }
    }
    if let words = unreadableWords {
      lines += ["", "\(words):", ""]
      lines += faults(atMost: 10).map { "- \(Escape.markdown($0))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A page of its own, without scripts: a bar for each target.
  var html: String {
    let bars = sections.map { section in
      let heading = section.group.map { HTMLText.element("h2", $0) } ?? ""
      return "<section>\n\(heading)\n\(section.rows.map { bar($0) }.joined())</section>\n"
    }
    let faults = unreadableWords.map { words in
      HTMLText.element("p", "\(words): \(self.faults(atMost: 10).joined(separator: "; "))") + "\n"
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="generator" content="tollgate impact" />
      \(HTMLText.element("title", title))
      <style>
      \(HTMLStyle.sheet)\(ImpactReport.sheet)</style>
      </head>
      <body>
      <main>
      <header>
      \(HTMLText.element("h1", title))
      \(HTMLText.element("p", "of \(ImpactReport.users(impact.users))", "class=\"lead\""))
      </header>
      \(bars.joined())\(faults ?? "")</main>
      </body>
      </html>

      """
  }

  private static let sheet = """
    .bar { display: flex; height: 1.1rem; border: 1px solid var(--line); background: var(--card); }
    .bar span { display: block; }
    .first { background: var(--ink); }
    .second { background: var(--accent); }
    .fourth { background: repeating-linear-gradient(45deg, var(--ink) 0 4px, var(--card) 4px 6px); }
    .fifth { background: repeating-linear-gradient(45deg, var(--accent) 0 4px, var(--card) 4px 6px); }
    .sixth { background: var(--muted); }
    .third { background: repeating-linear-gradient(45deg, var(--muted) 0 2px, var(--card) 2px 6px); }

    """

  private func bar(_ row: Row) -> String {
    let count = row.count
    let parts: [(style: String, word: String, users: Int)] =
      isComparison
      ? [
        ("first", ChangeKind.loses.words(2), count.users(.loses) - count.onlyWarned),
        ("sixth", ImpactReport.Line.warned, count.onlyWarned),
        ("second", ChangeKind.gains.words(2), count.users(.gains)),
        ("fourth", ChangeKind.becomesUnknown.words(2), count.users(.becomesUnknown)),
        ("fifth", ChangeKind.becomesKnown.words(2), count.users(.becomesKnown)),
        (
          "third", "unknown",
          count.unknown - count.users(.becomesUnknown) - count.users(.becomesKnown)
        ),
      ]
      : [
        ("first", "denied", count.users(.denied)),
        ("second", "allowed", count.users(.allowed) + count.users(.warned)),
        ("third", "unknown", count.unknown),
      ]
    let spans = parts.filter { $0.users > 0 }.map { part in
      let tenths = impact.users > 0 ? part.users * 1_000 / impact.users : 0
      return "<span class=\"\(part.style)\" style=\"width: \(tenths / 10).\(tenths % 10)%\"></span>"
    }
    let words = parts.filter { $0.users > 0 }.map {
      "\(grouped($0.users)) \($0.word) (\(share($0.users)))"
    }
    let sources = row.lines.prefix(5).map { line in
      HTMLText.element(
        "li",
        "\(grouped(line.users)) \(line.kind.words(line.users)): \(line.words { $0 })")
    }
    return """
      \(HTMLText.element("h3", row.target))
      <div class="bar" aria-hidden="true">\(spans.joined())</div>
      \(HTMLText.element("p", words.joined(separator: ", ")))
      \(sources.isEmpty ? "" : "<ul>\(sources.joined())</ul>\n")
      """
  }
}

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
