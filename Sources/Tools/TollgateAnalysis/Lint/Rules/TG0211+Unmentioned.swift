import TollgateCompiler
import TollgateRuntime
import TollgateSyntax

extension LintRule {
  static let unmentioned = LintRule(
    DiagnosticPage(
      "TG0211", "a feature that no rule mentions", level: .warning,
      what: "No rule is about a feature, or about any member of a series.",
      why: "It is open to everybody, and nobody can tell whether that is meant.",
      avoid: "features csv-export, help\ncsv-export requires pro\n",
      prefer: "features csv-export, help\ncsv-export requires pro\nhelp requires nothing\n",
      exceptions:
        "A series of which other members are gated is `TG0209`. A rule about `everything` "
        + "mentions every feature."
    )
  ) { pass in
    for gap in SeriesGap.all(in: pass) where !gap.isGated {
      let end = pass.endOfStatement(at: gap.feature.name.span)
      pass.report(
        "no rule mentions \(gap.words)", at: gap.feature.name.span, "open to everybody",
        help: end == nil ? ["say `\(gap.names) requires nothing` if that is meant"] : [],
        edits: end.map { end in
          [
            Diagnostic.Edit(
              Span(end, end), "\n\(gap.spelledNames) requires nothing", safety: .unsafe,
              title: "say `\(gap.spelledNames) requires nothing`, if that is meant")
          ]
        } ?? [])
    }
  }
}

extension SeriesGap {
  /// The names as they have to be written; one that is declared in backquotes keeps them.
  fileprivate var spelledNames: String {
    feature.series == nil && feature.isQuoted ? "`\(feature.name.text)`" : names
  }
}

extension CheckedFeature {
  /// Whether the place of the name has two bytes more than the name: its backquotes.
  fileprivate var isQuoted: Bool {
    name.span.end - name.span.start == name.text.utf8.count + 2
  }
}

extension LintPass {
  /// Where the line ends that ends the statement of a declared name.
  fileprivate func endOfStatement(at span: Span) -> Int? {
    guard let statement = syntax.statement(at: span.start) else { return nil }
    switch statement.kind {
    case .features, .series: break
    default: return nil
    }
    return source.lineSpan(at: statement.end).end
  }
}
