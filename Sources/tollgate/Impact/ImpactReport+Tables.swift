import TollgatePopulation
import TollgateSyntax

extension ImpactReport {
  /// The headings of the table that Markdown, CSV and HTML show.
  private var headings: [String] {
    let split = impact.groups.isEmpty ? [] : ["group"]
    let columns =
      isComparison ? ["loses", "only warned", "gains"] : ["allowed", "warned", "denied"]
    return split + ["target"] + columns + ["unknown", "stale"]
      + (isComparison ? ["loser", "gainer"] : [])
  }

  /// The cells of a target, in the order of the headings.
  private func cells(_ row: Row, _ group: String?) -> [String] {
    let count = row.count
    let split = impact.groups.isEmpty ? [] : [group ?? "all"]
    let numbers =
      isComparison
      ? [count.loses - count.onlyWarned, count.onlyWarned, count.gains]
      : [Standing.allowed, .warned, .denied].map { count.users($0) }
    let examples = isComparison ? [count.loser ?? "", count.gainer ?? ""] : []
    return split + [row.target] + (numbers + [count.unknown, count.stale]).map { "\($0)" }
      + examples
  }

  private var table: [[String]] {
    sections.flatMap { section in section.rows.map { cells($0, section.group) } }
  }

  /// Comma-separated values, RFC 4180.
  var csv: String {
    ([headings] + table).map { row in
      row.map { Escape.csv($0) }.joined(separator: ",") + "\r\n"
    }.joined()
  }

  /// For a comment on a pull request.
  var markdown: String {
    var lines = ["**\(Escape.markdown(title))**, of \(ImpactReport.users(impact.users))", ""]
    let rows = [headings, headings.map { _ in "---" }] + table.map { $0.map(Escape.markdown) }
    lines += rows.map { "| \($0.joined(separator: " | ")) |" }
    for row in sections.first?.rows ?? [] {
      for line in row.lines {
        let before = line.before.map { Escape.markdownCode($0) } ?? "nothing in the way"
        let after = line.after.map { Escape.markdownCode($0) } ?? "nothing in the way"
        lines += [
          "",
          "- \(Escape.markdown(row.target)): \(ImpactReport.users(line.users)) "
            + "\(ImpactReport.words(for: line)), \(before) → \(after)",
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
    .fourth { background: var(--muted); }
    .third { background: repeating-linear-gradient(45deg, var(--muted) 0 2px, var(--card) 2px 6px); }

    """

  private func bar(_ row: Row) -> String {
    let count = row.count
    let parts: [(style: String, word: String, users: Int)] =
      isComparison
      ? [
        ("first", "lose", count.loses - count.onlyWarned),
        ("fourth", "may go on for now, with a warning", count.onlyWarned),
        ("second", "gain", count.gains), ("third", "unknown", count.unknown),
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
        "\(grouped(line.users)): \(line.before ?? "nothing in the way") → "
          + "\(line.after ?? "nothing in the way")")
    }
    return """
      \(HTMLText.element("h3", row.target))
      <div class="bar" aria-hidden="true">\(spans.joined())</div>
      \(HTMLText.element("p", words.joined(separator: ", ")))
      \(sources.isEmpty ? "" : "<ul>\(sources.joined())</ul>\n")
      """
  }
}
