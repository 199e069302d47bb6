import TollgatePopulation
import TollgateSyntax

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
